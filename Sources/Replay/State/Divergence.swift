import DeterministicMath
import Recording
import Sessions
import Simulation

/// The first step after which two runs are not in the same state, as reports write it.
public struct Divergence: Equatable, Codable, Sendable {
  /// How much of the two states could be compared.
  public enum Compared: String, Codable, CaseIterable, Sendable {
    /// Neither side, or only one, could give its state.
    case nothing = "nothing"
    /// The columns that are stored every step.
    case everyStep = "every step"
    /// All columns.
    case everything = "everything"
  }

  /// The step; −1 when the states differ before step 0.
  public var step: Int64
  /// The time of the step, in seconds since the start of the run.
  public var seconds: Double
  /// The digest after the step in the first run: the recorded one.
  public var expectedDigest: StateDigest
  /// The digest after the step in the second run.
  public var actualDigest: StateDigest
  /// How much of the two states was compared.
  public private(set) var compared = Compared.nothing
  /// How many places differ.
  public private(set) var differenceCount = 0
  /// The first places that differ.
  public private(set) var differences: [Place] = []
  /// The mechanism and the fields of the difference.
  package private(set) var signature = DifferenceSignature(mechanism: .unseen, fields: [])
  /// True if one of ``differences`` is in a column stored every step.
  package private(set) var showsEveryStep = false
  /// The step after which the states were compared, if it is a later one.
  ///
  /// A column that is stored at key frames only is compared at the first key frame that shows it.
  public private(set) var comparedAfter: Int64?
  /// The columns stored at key frames only, if no compared column differs.
  public private(set) var unseen: [String] = []
  /// The inputs that the step had, as people write them.
  public var inputs: [String]
  /// The inputs that the step had in the second run, if those are other ones.
  public var otherInputs: [String]?

  /// A divergence of two runs whose states are not compared yet.
  init(_ mismatch: DigestMismatch, expected: StateDigest, seconds: Double, inputs: [String]) {
    (step, actualDigest) = (mismatch.step, mismatch.digest)
    (expectedDigest, self.seconds, self.inputs) = (expected, seconds, inputs)
  }

  /// A divergence from a recording, whose states are not compared yet.
  init(_ mismatch: DigestMismatch, from recording: Recording) throws(RecordingError) {
    let (description, step) = (recording.header.description, mismatch.step)
    let inputs = try recording.inputs(at: step)
    self.init(
      mismatch, expected: try recording.digest(after: step),
      seconds: Double(step) * description.stepDuration.seconds,
      inputs: inputs.map { FieldShape.text($0, description.inputs) })
  }
}

extension Divergence {
  /// True if no field is named yet.
  var isNameless: Bool { differenceCount == 0 && compared != .everything }

  /// Names what a comparison of the states after the step shows.
  mutating func note(_ comparison: StateComparison, of selection: StateSelection) {
    compared = selection == .everyStep ? .everyStep : .everything
    differenceCount = comparison.count
    differences = comparison.differences.map(Place.init)
    signature = DifferenceSignature(comparison)
    showsEveryStep = comparison.hasEveryStepDifference
  }

  /// Names the columns that may differ, if none is known to.
  mutating func noteUnseen(_ schema: StateSchema) {
    guard isNameless, compared == .everyStep else { return }
    unseen = schema.tables.flatMap { table in
      table.groups.filter { $0.cadence != .everyStep }.flatMap(\.fields).map { field in
        field.name.isEmpty ? table.name : "\(table.name).\(field.name)"
      }
    }
  }

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
    note(found, of: .everything)
    comparedAfter = count - 1
    return true
  }

  /// The step and the second run's digest.
  var mismatch: DigestMismatch { DigestMismatch(step: step, digest: actualDigest) }
}

/// The first step of a run after which its digest is not the recorded one.
public struct DigestMismatch: Equatable, Codable, Sendable {
  /// −1 when the states differ before step 0.
  public var step: Int64
  /// The digest that the run had.
  public var digest: StateDigest
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
