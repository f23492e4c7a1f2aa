import AgentProtocol
import DeterministicMath
import Recording
import Sessions
import Simulation

/// Two recordings of one simulation, step by step.
public struct RecordingComparison {
  /// The first step after which a digest differs; `nil` if one recording is the beginning of the other.
  public private(set) var divergence: Divergence?
  /// How many steps each of the two has.
  public let stepCounts: (first: Int64, second: Int64)
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
  ///   - a: one recording.
  ///   - b: another one, of the same simulation.
  ///   - reference: re-simulates columns that the files hold at key frames only.
  ///   - limit: how many differing values are told, at most.
  /// - Throws: `AgentError.schemaDiffers(_:)` when the two do not describe the same simulation;
  ///   `RecordingError` when a file cannot be read.
  /// - Complexity: O(bytes) at the speed of comparing memory up to the first difference; memory for
  ///   the blocks around it.
  public init(
    _ a: Recording, _ b: Recording,
    reference: () -> (any Agent)? = { nil }, limit: Int = 16
  ) throws {
    if let difference = schemaDifference(a.header.description, b.header.description) {
      throw AgentError.schemaDiffers(difference)
    }
    seedsDiffer = a.header.seed != b.header.seed
    parametersDiffer = a.header.parameters != b.header.parameters
    stepCounts = (a.stepCount, b.stepCount)
    let found = try DifferenceSearch(a, b)
    inputsDifferAt = found.inputStep
    guard let step = found.step else { return }
    let sides = [a, b].map { recording in
      RecordedState(recording, reference: reference()).views(after: step)
    }
    var divergence = try RecordingComparison.divergence(a, b, step)
    // The fullest selection that both sides can give.
    for selection in [StateSelection.everything, .everyStep] {
      if let a = sides[0].first(where: { $0.selection == selection }),
        let b = sides[1].first(where: { $0.selection == selection })
      {
        divergence.note(StateComparison(expected: a, actual: b, limit: limit), of: selection)
        break
      }
    }
    let showsMotion = divergence.compared == .nothing || divergence.showsEveryStep
    if divergence.isNameless {
      try RecordingComparison.nameAtKeyframe(&divergence, a, b, limit: limit)
    }
    divergence.noteUnseen(a.header.description.state)
    self.divergence = divergence
    if !showsMotion {
      motion = try RecordingComparison.firstMotion(
        a, b, from: max(step, 0), to: sharedStepCount, limit: limit)
    }
  }

  /// True if both are the same to their ends.
  public var isSame: Bool { divergence == nil && stepCounts.first == stepCounts.second }

  /// How many steps both have.
  public var sharedStepCount: Int64 { min(stepCounts.first, stepCounts.second) }

  private static func divergence(
    _ first: Recording, _ second: Recording, _ step: Int64
  ) throws(RecordingError) -> Divergence {
    let mismatch = DigestMismatch(step: step, digest: try second.digest(after: step))
    var divergence = try Divergence(mismatch, from: first)
    let other = try Divergence(mismatch, from: second).inputs
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
    _ first: Recording, _ second: Recording, from: Int64, to: Int64, limit: Int
  ) throws -> Divergence? {
    guard first.header.tracks.state, second.header.tracks.state else { return nil }
    let schema = first.header.description.state
    var step = from
    while step < to {
      // A recorder may have left it out.
      guard let a = try first.state(after: step), let b = try second.state(after: step) else {
        step += 1
        continue
      }
      if a != b, let left = StateView(schema: schema, selection: .everyStep, image: a),
        let right = StateView(schema: schema, selection: .everyStep, image: b)
      {
        var found = try divergence(first, second, step)
        found.note(
          StateComparison(expected: left, actual: right, limit: limit), of: .everyStep)
        return found
      }
      step += 1
    }
    return nil
  }
}
