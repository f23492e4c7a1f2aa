import Foundation

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
    // passed over. The default would kill the process; agents need it ignored as well.
    signal(SIGPIPE, SIG_IGN)
  }

  private func write(_ text: String, to file: FileHandle) {
    try? file.write(contentsOf: Data(text.utf8))
  }

  /// Writes a line to standard output.
  public func result(_ line: String) {
    progress("")
    write(line + "\n", to: results)
  }

  /// Writes a line to standard error.
  public func say(_ line: String) {
    progress("")
    write(line + "\n", to: words)
  }

  /// Redraws the progress line, at most 20 times a second.
  public func progress(_ text: String) {
    guard isInteractive, !(text.isEmpty && progressWidth == 0) else { return }
    let now = Date()
    if !text.isEmpty && now.timeIntervalSince(lastProgress) < 0.05 { return }
    lastProgress = now
    let padding = String(repeating: " ", count: max(0, progressWidth - text.count))
    write("\r" + text + padding + (text.isEmpty ? "\r" : ""), to: words)
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
