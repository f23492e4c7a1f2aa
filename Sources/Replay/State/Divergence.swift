import DeterministicMath
import Sessions
import Simulation

/// The first step after which two runs are not in the same state.
public struct Divergence: Equatable, Codable, Sendable {
  /// The step; −1 when the states differ before step 0.
  public var step: Int64
  /// The digest after the step in the first run: the recorded one.
  public var expectedDigest: StateDigest
  /// The digest after the step in the second run.
  public var actualDigest: StateDigest
  /// What differs; `nil` when neither side could give its state.
  public var comparison: StateComparison?
  /// The inputs that the step had.
  public var inputs: [RecordWords]
  /// The inputs that the step had in the second run, where those are other ones.
  public var otherInputs: [RecordWords]?
  /// Whether only every-step columns could be compared.
  public var comparedEveryStepOnly: Bool
  /// The step after which the states were compared, if it is a later one.
  ///
  /// A column that is stored at key frames only is compared at the first key frame that shows it.
  public var comparedAfter: Int64?

  /// Makes a divergence of two runs.
  public init(
    step: Int64, expectedDigest: StateDigest, actualDigest: StateDigest,
    comparison: StateComparison?, inputs: [RecordWords], comparedEveryStepOnly: Bool
  ) {
    self.step = step
    self.expectedDigest = expectedDigest
    self.actualDigest = actualDigest
    self.comparison = comparison
    self.inputs = inputs
    self.comparedEveryStepOnly = comparedEveryStepOnly
  }
}

extension Divergence {
  /// True if no field is named yet.
  var isNameless: Bool { comparison == nil || comparison?.count == 0 && comparedEveryStepOnly }

  /// Names what the full state before step `count` shows.
  ///
  /// - Returns: whether a field differs there.
  mutating func compare(
    _ expected: StateImage, _ actual: StateImage, before count: Int64, _ schema: StateSchema,
    limit: Int = 16
  ) -> Bool {
    guard
      let a = StateView(schema: schema, selection: .everything, image: expected),
      let b = StateView(schema: schema, selection: .everything, image: actual)
    else { return false }
    let found = StateComparison(expected: a, actual: b, limit: limit)
    guard found.count > 0 else { return false }
    (comparison, comparedEveryStepOnly, comparedAfter) = (found, false, count - 1)
    return true
  }

  /// The step and the second run's digest.
  var mismatch: DigestMismatch { DigestMismatch(step: step, digest: actualDigest) }
}

/// The first step of a run after which its digest is not the recorded one.
struct DigestMismatch: Equatable, Codable, Sendable {
  /// −1 when the states differ before step 0.
  var step: Int64
  /// The digest that the run had.
  var digest: StateDigest
}

/// The place at which a run was restored.
public struct Restored: Equatable, Codable, Sendable {
  /// The count of steps before it.
  public var step: Int64
  /// Whether the state was a key frame of the recording; else it was saved from a run, right there.
  public var isKeyframe: Bool
  /// The first field that was not restored as it was saved: `bodies[1].x … -> …`; `nil` if none is known.
  public var loss: String?
}
