import Foundation
import Recording

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#endif

/// Where a command writes: results to one stream, words for people to the other.
public protocol Console: AnyObject {
  /// A line of results (standard output).
  func result(_ line: String)
  /// A line for a person (standard error).
  func say(_ line: String)
  /// Whether a person watches: then progress may be drawn.
  var isInteractive: Bool { get }
  /// Replaces the progress line; an empty text removes it.
  func progress(_ text: String)
  /// Whether nobody reads the results any more, or they cannot be written: then a long list may end.
  var isClosed: Bool { get }
}

extension Console {
  /// Somebody reads.
  public var isClosed: Bool { false }
}

/// The process's own streams.
public final class StandardConsole: Console {
  /// Whether standard error is a terminal that can draw progress.
  public let isInteractive = isatty(2) == 1 && getenv("TERM").map { String(cString: $0) } != "dumb"
  private var progressWidth = 0
  private var lastProgress = Date.distantPast
  private let results: FileHandle
  private let words: FileHandle

  /// Writes to standard output and standard error; a closed pipe ends nothing.
  public convenience init() { self.init(results: .standardOutput, words: .standardError) }

  package init(results: FileHandle, words: FileHandle) {
    self.results = results
    self.words = words
    // A reader that goes away (`laplace … | head`) is no error: writes to it then fail, and are
    // passed over; a full disk is one. The default would kill the process; agents need it ignored as well.
    signal(SIGPIPE, SIG_IGN)
  }

  /// Why results could not be written, as an error number; 0 when all were, or when their reader
  /// wanted no more.
  package private(set) var resultFailure: Int32 = 0
  /// Whether a write has failed, for whatever reason.
  public private(set) var isClosed = false

  /// Writes all of it; returns the number of the error that prevented it, or 0.
  private func write(_ text: String, to file: FileHandle) -> Int32 {
    var rest = Array(text.utf8)[...]
    while !rest.isEmpty {
      let put = rest.withUnsafeBytes { writeBytes(file.fileDescriptor, $0.baseAddress!, $0.count) }
      if put >= 0 {
        rest = rest.dropFirst(put)
      } else if errno == EAGAIN {
        usleep(1000)
      } else if errno != EINTR {
        return errno
      }
    }
    return 0
  }

  /// Writes a line to standard output.
  public func result(_ line: String) {
    progress("")
    guard !isClosed else { return }
    let failure = write(TerminalText.shown(line) + "\n", to: results)
    isClosed = failure != 0
    if failure != EPIPE { resultFailure = failure }
  }

  /// Writes a line to standard error.
  public func say(_ line: String) {
    progress("")
    _ = write(TerminalText.shown(line) + "\n", to: words)
  }

  /// Redraws the progress line, at most 20 times a second.
  public func progress(_ text: String) {
    guard isInteractive, !(text.isEmpty && progressWidth == 0) else { return }
    let now = Date()
    if !text.isEmpty && now.timeIntervalSince(lastProgress) < 0.05 { return }
    lastProgress = now
    let padding = String(repeating: " ", count: max(0, progressWidth - text.count))
    let line = TerminalText.shown(text) + padding
    _ = write("\r" + line + (text.isEmpty ? "\r" : ""), to: words)
    progressWidth = text.count
  }
}

/// `write` of the C library: the method of the same name hides it inside the class.
private func writeBytes(_ descriptor: Int32, _ bytes: UnsafeRawPointer, _ count: Int) -> Int {
  write(descriptor, bytes, count)
}

/// Draws how far a long piece of work is.
struct ProgressBar {
  let title: String
  let total: Int64

  func update(_ done: Int64) {
    let console = ToolContext.current.console
    guard console.isInteractive, total > 0 else { return }
    let width = 30
    let filled = Int(Int64(width) * min(done, total) / total)
    let bar = String(repeating: "=", count: filled) + String(repeating: " ", count: width - filled)
    console.progress("\(title) [\(bar)] \(done)/\(total)")
  }

  func finish() { ToolContext.current.console.progress("") }
}
