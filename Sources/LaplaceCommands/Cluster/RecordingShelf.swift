import Recording
import Replay
import WorkerThreads

/// The recordings that were used last, opened once and checked against their plan.
///
/// Unchecked, because everything that changes is touched under `lock` only.
final class RecordingShelf: @unchecked Sendable {
  private let lock = Condition()
  private let capacity: Int
  private var kept: [(sha256: String, recording: SharedRecording)] = []

  /// - Parameter capacity: how many are kept.
  init(capacity: Int) { self.capacity = capacity }

  /// The recording that a plan means.
  ///
  /// - Throws: `CommandFailure` for a file that is not there, or is another one.
  func open(_ planned: PlanLine.Recording) throws -> Recording {
    lock.lock()
    defer { lock.unlock() }
    if let index = kept.firstIndex(where: { $0.sha256 == planned.sha256 }) {
      kept.append(kept.remove(at: index))
      return Recording(kept[kept.count - 1].recording)
    }
    let path = planned.path ?? planned.name
    let (hash, size) = try SHA256.file(path)
    guard size == planned.bytes, hash == planned.sha256 else {
      throw CommandFailure(
        .refused, "\(path): is not the recording that was planned: \(size) bytes, SHA-256 \(hash)",
        advice: "plan again, or bring the file of \(planned.bytes) bytes, \(planned.sha256)")
    }
    let recording = try LaplaceCommands.open(path)
    guard recording.outline == planned.outline else {
      throw CommandFailure(.trouble, "\(path): the plan describes it wrongly", advice: Plan.advice)
    }
    kept.append((planned.sha256, recording.shared))
    if kept.count > capacity { kept.removeFirst() }
    return recording
  }
}
