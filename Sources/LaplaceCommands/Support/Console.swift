import Recording
import WorkerThreads

#if canImport(Darwin)
  import Darwin
#elseif canImport(Musl)
  import Musl
#elseif canImport(Glibc)
  import Glibc
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
  public let isInteractive = isatty(2) == 1 && environment("TERM") != "dumb"
  private var progressWidth = 0
  private var lastProgress = -Double.infinity
  private let results: Int32
  private let words: Int32

  /// Writes to standard output and standard error; a closed pipe ends nothing.
  public convenience init() { self.init(results: 1, words: 2) }

  package init(results: Int32, words: Int32) {
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

  /// Writes a line to standard output.
  public func result(_ line: String) {
    progress("")
    guard !isClosed else { return }
    let failure = Files.put(TerminalText.shown(line) + "\n", to: results)
    isClosed = failure != 0
    if failure != EPIPE { resultFailure = failure }
  }

  /// Writes a line to standard error.
  public func say(_ line: String) {
    progress("")
    _ = Files.put(TerminalText.shown(line) + "\n", to: words)
  }

  /// Redraws the progress line, at most 20 times a second.
  public func progress(_ text: String) {
    guard isInteractive, !(text.isEmpty && progressWidth == 0) else { return }
    let now = MonotonicClock.seconds
    if !text.isEmpty && now - lastProgress < 0.05 { return }
    lastProgress = now
    let padding = String(repeating: " ", count: max(0, progressWidth - text.count))
    let line = TerminalText.shown(text) + padding
    _ = Files.put("\r" + line + (text.isEmpty ? "\r" : ""), to: words)
    progressWidth = text.count
  }
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
