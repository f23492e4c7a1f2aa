import Recording

/// Where lines of an export go: standard output, or a file that appears when it is complete.
final class LineSink {
  private let file: OutputFile?
  private let name: String
  private var text = ""
  private static let size = 1 << 16

  /// - Parameters:
  ///   - path: of the file; `nil` or `-` for standard output.
  ///   - input: a file that is read and never replaced.
  init(path: String?, replaces: Bool, input: String) throws {
    name = path ?? "-"
    guard let path, path != "-" else {
      file = nil
      return
    }
    do {
      file = try OutputFile(path: path, replaces: replaces, input: FileIdentity(path: input))
    } catch {
      throw failure(error, path: path)
    }
  }

  /// Whether more lines would be lost on their way.
  var isClosed: Bool { file == nil && ToolContext.current.console.isClosed }

  /// Whether the lines go to a file, so that standard output is free for a word on it.
  var isFile: Bool { file != nil }

  func write(_ line: String) throws {
    text += line
    text += "\n"
    if text.utf8.count >= LineSink.size { try flush() }
  }

  private func flush() throws {
    guard !text.isEmpty else { return }
    if let file {
      try attempt(name) { try file.write(Array(text.utf8)) }
    } else {
      ToolContext.current.console.result(String(text.dropLast()))
    }
    text.removeAll(keepingCapacity: true)
  }

  func finish() throws {
    try flush()
    if let file { try attempt(name) { _ = try file.finish() } }
  }

  /// Removes what was written to a file.
  func abandon() { file?.abandon() }
}
