import AgentProtocol
import DeterministicMath
import Recording
import Sessions
import Simulation

/// Two recordings of one simulation, step by step.
public struct RecordingComparison: Codable {
  /// The comparison in one word.
  public enum Verdict: String, Codable, CaseIterable, Sendable {
    /// Both are the same to their ends.
    case same
    /// One is the beginning of the other.
    case shorter
    /// A digest differs.
    case different
  }

  /// The comparison in one word.
  public private(set) var verdict: Verdict
  /// How many steps both have.
  public private(set) var steps: Int64
  /// The first step after which a digest differs; `nil` if one recording is the beginning of the other.
  public private(set) var difference: Difference?
  /// The first difference of the every-step columns, when what differs before is stored at key frames
  /// only: a seed or a parameter, say, which shows in no motion yet.
  public private(set) var motion: Difference?
  /// The first step with other inputs.
  public private(set) var inputsDifferAt: Int64?
  /// True if the two runs had different seeds.
  public private(set) var seedsDiffer: Bool
  /// True if the two runs had different parameters.
  public private(set) var parametersDiffer: Bool

  /// - Parameters:
  ///   - a: one recording.
  ///   - b: another one, of the same simulation.
  ///   - reference: re-simulates columns that the files hold at key frames only.
  ///   - limit: the greatest number of differing values to list.
  /// - Throws: `AgentError.schemaDiffers(_:)` when the two do not describe the same simulation;
  ///   `RecordingError` when a file cannot be read.
  /// - Complexity: O(bytes) at the speed of comparing memory up to the first difference; memory for
  ///   the blocks around it.
  public init(
    _ a: Recording, _ b: Recording,
    reference: () -> (any Agent)? = { nil }, limit: Int = 16
  ) throws {
    // Either may be the older one.
    let descriptions = (a.header.description, b.header.description)
    if let difference = schemaDifference(descriptions.0, descriptions.1),
      schemaDifference(descriptions.1, descriptions.0) != nil
    {
      throw AgentError.schemaDiffers(difference)
    }
    seedsDiffer = a.header.seed != b.header.seed
    parametersDiffer = a.header.parameters != b.header.parameters
    steps = min(a.stepCount, b.stepCount)
    let found = try DifferenceSearch(a, b)
    inputsDifferAt = found.inputStep
    verdict = a.stepCount == b.stepCount ? .same : .shorter
    guard let step = found.step,
      var difference = try RecordingComparison.difference(a, b, after: step)
    else { return }
    verdict = .different
    let sides = [a, b].map { recording in
      RecordedState(recording: recording, reference: reference()).views(after: step)
    }
    // The fullest selection that both sides can give.
    for selection in [StateSelection.everything, .everyStep] {
      if let a = sides[0].first(where: { $0.selection == selection }),
        let b = sides[1].first(where: { $0.selection == selection })
      {
        difference.note(StateComparison(expected: a, actual: b, limit: limit), of: selection)
        break
      }
    }
    let showsMotion =
      difference.compared == .nothing || difference.comparison.hasEveryStepDifference
    if difference.isNameless {
      try RecordingComparison.nameAtKeyframe(&difference, a, b, limit: limit)
    }
    difference.noteUnseen(a.header.description.state)
    self.difference = difference
    if !showsMotion {
      motion = try RecordingComparison.firstMotion(
        a, b, from: max(step, 0), to: steps, limit: limit)
    }
  }

  private static func difference(
    _ first: Recording, _ second: Recording, after step: Int64
  ) throws(RecordingError) -> Difference? {
    guard let mismatch = try first.mismatch(try second.digest(after: step), after: step) else {
      return nil
    }
    var difference = try Difference(mismatch, from: first)
    let other = try Difference(mismatch, from: second).inputs
    if other != difference.inputs { difference.otherInputs = other }
    return difference
  }

  /// Names what the first key frame after the difference shows that both recordings have.
  ///
  /// - Complexity: reads both recordings as a whole.
  private static func nameAtKeyframe(
    _ difference: inout Difference, _ first: Recording, _ second: Recording, limit: Int
  ) throws {
    let schema = first.header.description.state
    let shared = Set(second.keyframeSteps)
    for count in first.keyframeSteps where count > difference.step + 1 && shared.contains(count) {
      let a = try first.keyframe(atOrBefore: count).image
      let b = try second.keyframe(atOrBefore: count).image
      if difference.compare(a, b, before: count, schema, limit: limit) { return }
    }
  }

  /// The first step from `from` on after which the recorded every-step states differ.
  private static func firstMotion(
    _ first: Recording, _ second: Recording, from: Int64, to: Int64, limit: Int
  ) throws -> Difference? {
    guard first.header.tracks.state, second.header.tracks.state else { return nil }
    let schema = first.header.description.state
    for step in from..<max(from, to) {
      // A recorder may have left it out.
      guard let a = try first.state(after: step), let b = try second.state(after: step), a != b,
        let comparison = StateComparison(a, b, schema, .everyStep, limit: limit),
        var found = try difference(first, second, after: step)
      else { continue }
      found.note(comparison, of: .everyStep)
      return found
    }
    return nil
  }
}
