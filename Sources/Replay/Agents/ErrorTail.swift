import Recording

/// The end of what a process wrote to standard error.
struct ErrorTail {
  private var bytes: [UInt8] = []
  private static let sizeMax = 4096
  /// Begins the line on which an agent notes the place of its crash.
  private static let crashPrefix = "crash place: "

  mutating func append(_ more: [UInt8]) {
    bytes += more
    let surplus = bytes.count - Self.sizeMax
    if surplus > 0 { bytes.removeFirst(surplus) }
  }

  /// All lines that are kept, but for empty ones and the place of a crash.
  var lines: [String] { allLines.filter { !$0.hasPrefix(Self.crashPrefix) } }

  /// The last line, or the message of a trap, which a backtrace may follow.
  var lastWords: String? {
    let lines = lines
    return (lines.last { $0.contains("Fatal error: ") } ?? lines.last)?.trimmed
  }

  /// Addresses in the program at which it crashed, the innermost first.
  var crashPlace: String? {
    allLines.last { $0.hasPrefix(Self.crashPrefix) }.map {
      String($0.dropFirst(Self.crashPrefix.count))
    }
  }

  private var allLines: [String] {
    String(decoding: bytes, as: UTF8.self)
      .split(whereSeparator: \.isNewline)
      .filter { !$0.allSatisfy(\.isWhitespace) }
      .map { line in
        let isLong = line.count > 200
        return String(line.prefix(200).filter { $0 == " " || !$0.isControl }) + (isLong ? "…" : "")
      }
  }
}

extension Character {
  fileprivate var isControl: Bool {
    unicodeScalars.contains { $0.properties.generalCategory == .control }
  }
}
