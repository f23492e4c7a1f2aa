/// Text of files and names, safe for a terminal and for the log of a CI job.
package enum TerminalText {
  /// The text as one line, with escapes for all that a terminal or a runner of CI jobs would obey.
  ///
  /// These are ends of lines, control characters, marks of text direction, and commands of runners.
  ///
  /// - Parameter escape: gives the escape of a scalar.
  package static func line(
    _ text: String, escape: (Unicode.Scalar) -> String = TerminalText.escaped
  ) -> String {
    if isPlain(text) { return text }
    var shown = String.UnicodeScalarView()
    let scalars = Array(text.unicodeScalars)
    let start = scalars.firstIndex { !$0.properties.isWhitespace || isControl($0) }
    for (index, scalar) in scalars.enumerated() {
      let rest = scalars[(index + 1)...]
      let isObeyed =
        switch scalar {
        // `::error`, which GitHub obeys at the start of a line.
        case ":": index == start && rest.first == ":"
        // `##[error]` and `##vso[…]`, which GitHub and Azure obey anywhere.
        case "#":
          rest.starts(with: "#[".unicodeScalars) || rest.starts(with: "#vso[".unicodeScalars)
        default: isControl(scalar) || scalar.rawByte != nil
        }
      if isObeyed {
        shown.append(contentsOf: escape(scalar).unicodeScalars)
      } else {
        shown.append(scalar)
      }
    }
    return String(shown)
  }

  /// A scalar as an escape: a byte of a file name as `\\xff`, others as `\\u{202e}`.
  package static func escaped(_ scalar: Unicode.Scalar) -> String {
    if let byte = scalar.rawByte { return "\\x\(String(byte, radix: 16))" }
    return "\\u{\(String(scalar.value, radix: 16))}"
  }

  /// The lines of a text, each as ``line(_:escape:)`` gives it.
  package static func lines(_ text: String) -> String {
    text.lines.map { line($0) }.joined(separator: "\n")
  }

  /// The text of a JSON document without what would be obeyed; its ends of lines stay.
  package static func json(_ text: String) -> String {
    if text.utf8.allSatisfy({ 0x20..<0x7F ~= $0 && $0 != UInt8(ascii: "#") }) { return text }
    return text.lines.map { line in
      self.line(line) { scalar in
        if scalar.rawByte != nil { return String(scalar) }
        let digits = String(scalar.value, radix: 16)
        return "\\u" + String(repeating: "0", count: 4 - digits.count) + digits
      }
    }.joined(separator: "\n")
  }

  /// True for most texts, in which nothing can be obeyed.
  private static func isPlain(_ text: String) -> Bool {
    var last: UInt8 = 0
    for byte in text.utf8 {
      let isText = 0x20..<0x7F ~= byte || byte == UInt8(ascii: "\t")
      if !isText || byte == UInt8(ascii: "#") && byte == last { return false }
      last = byte
    }
    return !text.utf8.drop { $0 == 0x20 || $0 == 0x09 }.starts(with: "::".utf8)
  }

  /// True for controls, and for what turns the direction of the text that follows.
  private static func isControl(_ scalar: Unicode.Scalar) -> Bool {
    switch scalar.value {
    case 0x09: false
    case 0..<0x20, 0x7F..<0xA0, 0x2028...0x202E, 0x2066...0x2069: true
    default: false
    }
  }
}
