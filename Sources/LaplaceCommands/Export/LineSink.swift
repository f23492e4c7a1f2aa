import Recording

/// Where lines of an export go: standard output, or a file that appears when it is complete.
final class LineSink {
  private let file: OutputFile?
  private let name: String
  private var text = ""
  private static let size = 1 << 16

  /// - Parameter output: the file; `nil` for standard output.
  init(_ output: Output?) throws {
    name = output?.path ?? "-"
    file = try output.map { output in
      try output.check()
      return try attempt(output.path) {
        try OutputFile(path: output.path, replaces: output.force)
      }
    }
  }

  /// Whether more lines would be lost on their way.
  var isClosed: Bool { file == nil && ToolContext.current.console.isClosed }

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
      ToolContext.current.console.show(String(text.dropLast()))
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
