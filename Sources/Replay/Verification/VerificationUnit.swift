import AgentProtocol
import Recording
import Sessions
import Simulation
import WorkerThreads

/// One build on one recording: from the start, on a later piece, or from neighbouring key frames.
struct VerificationUnit: Sendable {
  enum Kind: String, Codable, Sendable {
    /// From the start; to the end, unless there are pieces.
    case start
    /// A later piece of a recording that was split.
    case piece
    /// From key frames, each to the next one, restarted in between.
    case restores
  }

  var recording: Int
  var build: Int
  var segments: [Segment]
  var kind: Kind
  /// Among those of its recording, build and kind.
  var number = 0
  /// Whether stored states are compared with the build's.
  var comparesStates = false
  /// How much work it is, in no unit.
  var cost: Int64

  var stepCount: Int64 { segments.reduce(0) { $0 + $1.end - $1.firstStep } }
}

/// The results of all units. Unchecked, because everything is touched under `lock` only.
final class UnitResults: @unchecked Sendable {
  private struct PairID: Hashable {
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
    lock.lock()
    defer { lock.unlock() }
    return stepsDone
  }

  func addSteps(_ count: Int64) {
    lock.lock()
    defer { lock.unlock() }
    stepsDone += count
  }

  func note(_ index: Int, _ unit: VerificationUnit, _ result: UnitOutcome) {
    lock.lock()
    defer { lock.unlock() }
    results[index] = result
    if unit.kind == .start, case .different = result.verdict {
      different.insert(PairID(recording: unit.recording, build: unit.build))
    }
  }

  /// Whether the unit's pair differs from the start on, so that its key frames need not be run.
  func isNeedless(_ unit: VerificationUnit) -> Bool {
    lock.lock()
    defer { lock.unlock() }
    return unit.kind == .restores
      && different.contains(PairID(recording: unit.recording, build: unit.build))
  }

  subscript(index: Int) -> UnitOutcome {
    lock.lock()
    defer { lock.unlock() }
    return results[index] ?? UnitOutcome()
  }
}
