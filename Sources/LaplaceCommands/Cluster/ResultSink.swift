import Recording
import Replay
import SystemC
import WorkerThreads

/// Where the results of units go: a file that grows by whole lines, or standard output.
///
/// Unchecked, because everything is touched under `lock` only.
final class ResultSink: @unchecked Sendable {
  private let lock = Condition()
  private let file: Int32?
  private let console: any Console
  private var failure: CommandFailure?
  private let path: String
  /// Units that the file had results of before.
  let done: Set<String>

  /// Opens the file to go on with it; begins with the plan's name where it is new.
  ///
  /// - Parameter path: `nil` for standard output.
  init(_ path: String?, plan: String, _ console: any Console) throws {
    (self.console, self.path) = (console, path ?? "standard output")
    let head = compactJSON(ResultLine.results(ResultLine.Head(plan: plan)))
    guard let path else {
      (file, done) = (nil, [])
      console.result(head)
      return
    }
    var units: Set<String> = []
    let isStream = Files.isStream(path)
    if Files.exists(path), !isStream {
      try ResultLine.each(of: path, plan: plan) { outcome, _ in units.insert(outcome.unit) }
    }
    done = units
    let opened = open(path.fileName, O_WRONLY | O_CREAT | O_APPEND | O_CLOEXEC, 0o666)
    guard opened >= 0 else { throw Self.failure(path, errno) }
    file = opened
    let bytes = isStream ? [] : try attempt(path) { try Files.read(path) }
    // The unit of a line that was cut off is run again.
    let end = (bytes.lastIndex(of: 0x0A) ?? -1) + 1
    guard isStream || ftruncate(opened, off_t(end)) == 0 else { throw Self.failure(path, errno) }
    if end == 0 { put(head) }
    if let failure { throw failure }
  }

  /// Adds a line.
  func write(_ line: ResultLine) {
    let text = compactJSON(line)
    lock.withLock { put(text) }
  }

  private func put(_ text: String) {
    guard let file else { return console.result(text) }
    let number = Files.put(text + "\n", to: file)
    if number != 0 { failure = Self.failure(path, number) }
  }

  private static func failure(_ path: String, _ number: Int32) -> CommandFailure {
    CommandFailure(.trouble, "\(path): cannot be written: \(String(cString: strerror(number)))")
  }

  /// Whether a line could not be written: whatever is run now is lost.
  var isBroken: Bool { lock.withLock { failure != nil || console.isClosed } }

  /// - Throws: what prevented a line from being written.
  func finish() throws {
    if let failure { throw failure }
  }

  deinit { if let file { close(file) } }
}
