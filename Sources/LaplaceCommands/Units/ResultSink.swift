import Foundation
import Replay

/// Where the results of units go: a file that grows by whole lines, or standard output.
///
/// Unchecked, because everything is touched under `lock` only.
final class ResultSink: @unchecked Sendable {
  private let lock = NSLock()
  private let file: FileHandle?
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
    let head = UnitLines.text(ResultLine.results(ResultLine.Head(plan: plan)))
    guard let path else {
      (file, done) = (nil, [])
      console.result(head)
      return
    }
    var units: Set<String> = []
    let isThere = FileManager.default.fileExists(atPath: path)
    if isThere {
      try ResultLine.each(of: path, plan: plan) { outcome, _ in units.insert(outcome.unit) }
    }
    done = units
    do {
      if !isThere { try Data().write(to: URL(fileURLWithPath: path)) }
      let file = try FileHandle(forUpdating: URL(fileURLWithPath: path))
      self.file = file
      let data = try file.readToEnd() ?? Data()
      // A line that was cut off is written anew with its unit.
      let end = (data.lastIndex(of: 0x0A) ?? -1) + 1
      try file.truncate(atOffset: UInt64(end))
      if end == 0 { try file.write(contentsOf: Data((head + "\n").utf8)) }
    } catch {
      throw CommandFailure(.trouble, "\(path): cannot be written: \(plain(error))")
    }
  }

  /// Adds a line.
  func write(_ line: ResultLine) {
    let text = UnitLines.text(line)
    lock.lock()
    defer { lock.unlock() }
    guard let file else { return console.result(text) }
    do {
      try file.write(contentsOf: Data((text + "\n").utf8))
    } catch {
      failure = CommandFailure(.trouble, "\(path): cannot be written: \(plain(error))")
    }
  }

  /// Whether a line could not be written: whatever is run now is lost.
  var isBroken: Bool {
    lock.lock()
    defer { lock.unlock() }
    return failure != nil || console.isClosed
  }

  /// - Throws: what prevented a line from being written.
  func close() throws {
    try? file?.close()
    if let failure { throw failure }
  }
}
