import AgentProtocol
import DeterministicMath
import Recording
import Sessions
import Simulation

/// Two recordings of one simulation, step by step.
public struct RecordingComparison {
  /// How one recording differs from the other.
  public enum Difference: Equatable, Sendable {
    /// A digest differs.
    case divergence(Divergence)
    /// One is a beginning of the other: the lengths of the first and of the second, in steps.
    case length(Int64, Int64)
  }

  /// ``Verdict/same`` or ``Verdict/different(_:)``.
  public var verdict: Verdict<Difference>
  /// Where the every-step columns differ first, when what differs before is stored at key frames
  /// only: a seed or a parameter, say, which shows in no motion yet.
  public var motion: Divergence?
  /// The first step with other inputs.
  public var inputsDifferAt: Int64?
  /// Whether the two runs had different seeds.
  public var seedsDiffer: Bool
  /// Whether the two runs had different parameters.
  public var parametersDiffer: Bool

  /// - Parameters:
  ///   - first: one recording.
  ///   - second: another one, of the same simulation.
  ///   - reference: re-simulates columns that the files hold at key frames only.
  ///   - limit: how many differing values are told, at most.
  /// - Throws: `AgentError.schemaDiffers(_:)` when the two do not describe the same simulation;
  ///   `RecordingError` when a file cannot be read.
  /// - Complexity: O(steps) 16-byte compares, and one state.
  public init(
    _ first: Recording, _ second: Recording,
    reference: () -> (any Agent)? = { nil }, limit: Int = 16
  ) throws {
    try self.init(
      Side(recording: first), Side(recording: second), reference: reference, limit: limit,
      find: { shared in
        let step = (-1..<shared).first { first.digest(after: $0) != second.digest(after: $0) }
        let inputStep = (0..<shared).first { first.inputs(at: $0) != second.inputs(at: $0) }
        return (step, inputStep)
      })
  }

  /// Compares two files without reading all of them: see ``DifferenceSearch``.
  ///
  /// - Complexity: O(bytes) at the speed of comparing memory up to the first difference; memory for
  ///   the blocks around it.
  package init(
    _ first: StepReader, _ second: StepReader,
    reference: () -> (any Agent)? = { nil }, limit: Int = 16
  ) throws {
    try self.init(
      Side(reader: first), Side(reader: second), reference: reference, limit: limit,
      find: { _ in
        let found = try DifferenceSearch(first, second)
        return (found.step, found.inputStep)
      })
  }

  /// One of the two recordings.
  private struct Side {
    var header: RecordingHeader
    var stepCount: Int64
    /// All of the recording.
    var whole: () throws -> Recording
    /// The recording, with at least this step.
    var recording: (_ step: Int64) throws -> Recording
    /// The every-step state after a step.
    var state: (_ step: Int64) throws -> StateImage?

    init(recording: Recording) {
      (header, stepCount) = (recording.header, recording.stepCount)
      whole = { recording }
      self.recording = { _ in recording }
      state = { try recording.state(after: $0) }
    }

    init(reader: StepReader) {
      (header, stepCount) = (reader.header, reader.stepCount)
      whole = { try reader.recording() }
      recording = { step in try reader.recording(holding: max(step, 0)...max(step, 0)) }
      state = { try reader.state(after: $0) }
    }
  }

  private init(
    _ a: Side, _ b: Side, reference: () -> (any Agent)?, limit: Int,
    find: (_ shared: Int64) throws -> (step: Int64?, inputStep: Int64?)
  ) throws {
    if let difference = schemaDifference(a.header.description, b.header.description) {
      throw AgentError.schemaDiffers(difference)
    }
    seedsDiffer = a.header.seed != b.header.seed
    parametersDiffer = a.header.parameters != b.header.parameters
    let shared = min(a.stepCount, b.stepCount)
    let found = try find(shared)
    inputsDifferAt = found.inputStep
    guard let step = found.step else {
      verdict =
        a.stepCount == b.stepCount ? .same : .different(.length(a.stepCount, b.stepCount))
      return
    }
    let (first, second) = (try a.recording(step), try b.recording(step))
    let sides = [first, second].map { recording in
      RecordedState(SharedRecording(recording), reference: reference()).views(after: step)
    }
    var comparison: StateComparison?
    var everyStepOnly = false
    // The fullest selection that both sides can give.
    for selection in [StateSelection.everything, .everyStep] {
      if let a = sides[0].first(where: { $0.selection == selection }),
        let b = sides[1].first(where: { $0.selection == selection })
      {
        comparison = StateComparison(expected: a, actual: b, limit: limit)
        everyStepOnly = selection == .everyStep
        break
      }
    }
    var divergence = RecordingComparison.divergence(
      first, second, step, comparison, everyStepOnly: everyStepOnly)
    if divergence.isNameless {
      try RecordingComparison.nameAtKeyframe(
        &divergence, try a.whole(), try b.whole(), limit: limit)
    }
    verdict = .different(.divergence(divergence))
    let everyStep = comparison?.hasEveryStepDifference ?? true
    if !everyStep {
      motion = try RecordingComparison.firstMotion(
        a, b, from: max(step, 0), to: shared, limit: limit)
    }
  }

  private static func divergence(
    _ first: Recording, _ second: Recording, _ step: Int64, _ comparison: StateComparison?,
    everyStepOnly: Bool
  ) -> Divergence {
    var divergence = Divergence(
      step: step, expectedDigest: first.digest(after: step),
      actualDigest: second.digest(after: step), comparison: comparison,
      inputs: first.inputs(at: step), comparedEveryStepOnly: everyStepOnly)
    let other = second.inputs(at: step)
    if other != divergence.inputs { divergence.otherInputs = other }
    return divergence
  }

  /// Names what the first key frame after the divergence shows that both recordings have.
  ///
  /// - Complexity: reads both recordings as a whole.
  private static func nameAtKeyframe(
    _ divergence: inout Divergence, _ first: Recording, _ second: Recording, limit: Int
  ) throws {
    let schema = first.header.description.state
    let shared = Set(second.keyframeSteps)
    for count in first.keyframeSteps where count > divergence.step + 1 && shared.contains(count) {
      let a = try first.keyframe(atOrBefore: count).image
      let b = try second.keyframe(atOrBefore: count).image
      if divergence.compare(a, b, before: count, schema, limit: limit) { return }
    }
  }

  /// The first step from `from` on after which the recorded every-step states differ.
  private static func firstMotion(
    _ first: Side, _ second: Side, from: Int64, to: Int64, limit: Int
  ) throws -> Divergence? {
    guard first.header.tracks.state, second.header.tracks.state else { return nil }
    let schema = first.header.description.state
    var step = from
    while step < to {
      // A recorder may have left it out.
      guard let a = try first.state(step), let b = try second.state(step) else {
        step += 1
        continue
      }
      if a != b, let left = StateView(schema: schema, selection: .everyStep, image: a),
        let right = StateView(schema: schema, selection: .everyStep, image: b)
      {
        return divergence(
          try first.recording(step), try second.recording(step), step,
          StateComparison(expected: left, actual: right, limit: limit), everyStepOnly: true)
      }
      step += 1
    }
    return nil
  }
}
