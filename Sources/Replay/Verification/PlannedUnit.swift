import DeterministicMath
import Recording
import WorkerThreads

/// The work of one process with one build, and in general with one recording. Any scheduler can hand
/// it out.
package struct PlannedUnit: Codable, Equatable, Sendable {
  /// The kind of the work.
  package enum Part: String, Codable, CaseIterable, Sendable {
    /// The build's agent starts and describes itself.
    case hello
    /// From the start; to the end, unless there are pieces.
    case start
    /// A later piece of a recording that was split.
    case piece
    /// From key frames, each to the next one, restarted in between.
    case restores
    /// A difference runs again, several times if it wavers, to name the field.
    case again
  }

  /// The unit's name in its plan: `12/3/start`. A second plan of the same work has the same names.
  package var unit: String
  /// The kind of the work.
  package var part: Part
  /// The recording's number in the plan; `nil` if it needs none.
  package var recording: Int?
  /// The build's number in the plan.
  package var build: Int
  /// Stretches between key frames.
  var segments: [Segment] = []
  /// True to compare stored states with the build's.
  var comparesStates = false
  /// The mismatch to examine, for ``Part/again``.
  var mismatch: DigestMismatch?
  /// How much work it is, in no unit.
  package var cost: Int64

  init(
    _ part: Part, _ recording: Int?, _ build: Int, _ segments: [Segment] = [], number: Int = 0,
    comparesStates: Bool = false, mismatch: DigestMismatch? = nil, cost: Int64 = 0
  ) {
    unit = "\(recording.map { "\($0)" } ?? "-")/\(build)/\(part.rawValue)"
    if number > 0 { unit += "/\(number)" }
    (self.part, self.recording, self.build) = (part, recording, build)
    (self.segments, self.comparesStates) = (segments, comparesStates)
    (self.mismatch, self.cost) = (mismatch, cost)
  }

  /// The recording's number; 0 for a unit that needs none.
  var recordingIndex: Int { recording ?? 0 }

  var stepCount: Int64 { segments.reduce(0) { $0 + $1.end - $1.firstStep } }
}

/// The results of all units. Unchecked, because everything is touched under `lock` only.
final class UnitResults: @unchecked Sendable {
  struct PairID: Hashable {
    var recording: Int
    var build: Int
  }

  private let lock = Condition()
  private var results: [UnitOutcome?]
  private var different: Set<PairID> = []
  private var stepsDone: Int64 = 0

  init(unitCount: Int) { results = Array(repeating: nil, count: unitCount) }

  /// Steps taken so far.
  var stepCount: Int64 {
    lock.withLock { stepsDone }
  }

  func addSteps(_ count: Int64) {
    lock.withLock { stepsDone += count }
  }

  func note(_ index: Int, _ unit: PlannedUnit, _ result: UnitOutcome) {
    lock.lock()
    defer { lock.unlock() }
    results[index] = result
    if unit.part == .start, case .different = result.verdict {
      different.insert(PairID(recording: unit.recordingIndex, build: unit.build))
    }
  }

  /// Whether the unit's pair differs from the start on, so that its key frames need not be run.
  func isNeedless(_ unit: PlannedUnit) -> Bool {
    lock.lock()
    defer { lock.unlock() }
    return unit.part == .restores
      && different.contains(PairID(recording: unit.recordingIndex, build: unit.build))
  }

  subscript(index: Int) -> UnitOutcome {
    lock.withLock { results[index] ?? UnitOutcome() }
  }
}
