import Recording
import SystemC
import WorkerThreads

/// Where a command writes: results to one stream, words for people to the other.
///
/// All text of a command goes through ``result(_:)``, ``show(_:)`` and ``say(_:)``, which escape what
/// a terminal or the runner of a CI job would obey. Only commands for a runner are written directly.
public protocol Console: AnyObject {
  /// Writes lines of results (standard output) as they are.
  func write(result lines: String)
  /// Writes a line for a person (standard error) as it is.
  func write(word line: String)
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

  /// Writes a line of results; the text of a file within it stays on that line.
  public func result(_ line: String) { write(result: TerminalText.line(line)) }

  /// Writes a text of several lines that this tool made, such as JSON or a picture.
  public func show(_ text: String) { write(result: TerminalText.lines(text)) }

  /// Writes a line for a person; the text of a file within it stays on that line.
  public func say(_ line: String) { write(word: TerminalText.line(line)) }
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

  /// Writes lines to standard output.
  public func write(result lines: String) {
    progress("")
    guard !isClosed else { return }
    let failure = Files.put(lines + "\n", to: results)
    isClosed = failure != 0
    if failure != EPIPE { resultFailure = failure }
  }

  /// Writes a line to standard error.
  public func write(word line: String) {
    progress("")
    _ = Files.put(line + "\n", to: words)
  }

  /// Redraws the progress line, at most 20 times a second.
  public func progress(_ text: String) {
    guard isInteractive, !(text.isEmpty && progressWidth == 0) else { return }
    let now = MonotonicClock.seconds
    if !text.isEmpty && now - lastProgress < 0.05 { return }
    lastProgress = now
    let padding = String(repeating: " ", count: max(0, progressWidth - text.count))
    let line = TerminalText.line(text) + padding
    _ = Files.put("\r" + line + (text.isEmpty ? "\r" : ""), to: words)
    progressWidth = text.count
  }
}
