import DeterministicMath
import Recording
import Sessions
import Simulation

/// The first step of a run after which its digest is not the expected one.
public struct DigestMismatch: Equatable, Codable, Sendable {
  /// The step; −1 when the states differ before step 0.
  public var step: Int64
  /// The digest of the other run: the recorded one.
  public var expected: StateDigest
  /// The digest that the run had.
  public var actual: StateDigest
}

/// The first step after which two runs are not in the same state, explained.
public struct Difference: Equatable, Codable, Sendable {
  /// How much of the two states could be compared.
  public enum Compared: String, Codable, CaseIterable, Sendable {
    /// Neither side, or only one, could give its state.
    case nothing = "nothing"
    /// The columns that are stored every step.
    case everyStep = "every step"
    /// All columns.
    case everything = "everything"
  }

  /// The first step, by all runs: two or more if a build ran again, one for two recordings.
  public internal(set) var runs: RunTally
  /// The mismatch that is explained: the first run's own if that repeats, else a later run's.
  public internal(set) var mismatch: DigestMismatch
  /// The time of the mismatch, in seconds since the start of the run.
  public internal(set) var seconds: Double
  /// The inputs of its step, as people write them.
  public internal(set) var inputs: [String]
  /// The inputs that the step had in the second run, if those are other ones.
  public internal(set) var otherInputs: [String]?
  /// How much of the two states was compared.
  public private(set) var compared = Compared.nothing
  /// The fields that differ.
  public private(set) var comparison = StateComparison()
  /// The step after which the states were compared, if it is a later one.
  ///
  /// A column that is stored at key frames only is compared at the first key frame that shows it.
  public private(set) var comparedAfter: Int64?
  /// The columns stored at key frames only, or the tables that have many of them, if no compared
  /// column differs.
  public private(set) var unseen: [String] = []
  /// The place of the last restore; `nil` for a run from the start.
  public internal(set) var restored: Restored?
  /// True if the runs were of one process, which shares static variables and hash seeds.
  public internal(set) var sharesProcess = false
  /// The reason why the build could not run again.
  public internal(set) var failure: String?
  /// The course of the difference up to the end, if the caller asked for it.
  public internal(set) var growth: Growth?

  /// A difference whose states are not compared yet.
  init(_ mismatch: DigestMismatch, seconds: Double = 0, inputs: [String] = []) {
    (runs, self.mismatch) = (RunTally(mismatch), mismatch)
    (self.seconds, self.inputs) = (seconds, inputs)
  }

  /// A difference from a recording, whose states are not compared yet.
  init(_ mismatch: DigestMismatch, from recording: Recording) throws(RecordingError) {
    let description = recording.header.description
    let inputs = try recording.inputs(at: mismatch.step)
    self.init(
      mismatch, seconds: Double(mismatch.step) * description.stepDuration.seconds,
      inputs: inputs.map { FieldShape.text($0, description.inputs) })
  }
}

/// The place at which a run was restored.
public struct Restored: Equatable, Codable, Sendable {
  /// The count of steps before it.
  public var step: Int64
  /// True for a key frame of the recording; false for a state that was saved from a run, right there.
  public var isKeyframe: Bool
  /// The first field that was not restored as it was saved: `bodies[1].x … -> …`; `nil` if none is known.
  public var loss: String?
}

extension Difference {
  /// The first differing step of the first run; −1 before step 0.
  public var step: Int64 { runs.first.step }

  /// True if it does not repeat, shows before step 0, or shows in a restored run only: a change of the
  /// code alone hardly does that.
  package var isUnlikeChange: Bool {
    runs.agreement != .always || step < 0 || restored != nil
  }

  /// Returns true if `other` may well be of the same cause. Runs that waver show something else each
  /// time.
  package func explains(_ other: Difference) -> Bool {
    let (repeats, otherRepeats) = (runs.agreement == .always, other.runs.agreement == .always)
    guard repeats && otherRepeats else { return repeats == otherRepeats }
    return comparison.explains(other.comparison)
  }

  /// Returns true if one of the two explains the other.
  package func isLike(_ other: Difference) -> Bool { explains(other) || other.explains(self) }

  /// How the states are unlike, over all runs.
  package var mechanism: String {
    runs.agreement == .always ? comparison.mechanism.rawValue : "not repeatable"
  }
}

// MARK: Naming the fields

extension Difference {
  /// True if no field is named yet.
  var isNameless: Bool { comparison.count == 0 && compared != .everything }

  /// Names what the states after the step show.
  mutating func note(_ comparison: StateComparison, of selection: StateSelection) {
    compared = selection == .everyStep ? .everyStep : .everything
    self.comparison = comparison
  }

  /// Names the columns that may differ, if none is known to.
  mutating func noteUnseen(_ schema: StateSchema) {
    guard isNameless, compared == .everyStep else { return }
    let tables = schema.tables.map { table in
      let fields = table.groups.filter { $0.cadence != .everyStep }.flatMap(\.fields)
      return fields.map { $0.name.isEmpty ? table.name : "\(table.name).\($0.name)" }
    }
    unseen = tables.flatMap(\.self)
    if unseen.count <= 6 { return }
    // A long list of columns helps nobody: name their tables.
    unseen = zip(schema.tables, tables).compactMap { table, fields in
      fields.count < 2 ? fields.first : "\(table.name) (\(fields.count) fields)"
    }
  }

  /// Names what the full state before step `count` shows.
  ///
  /// - Returns: whether a field differs there.
  mutating func compare(
    _ expected: StateImage, _ actual: StateImage, before count: Int64, _ schema: StateSchema,
    limit: Int = 16
  ) -> Bool {
    guard let found = StateComparison(expected, actual, schema, limit: limit), found.count > 0
    else { return false }
    note(found, of: .everything)
    comparedAfter = count - 1
    return true
  }
}
