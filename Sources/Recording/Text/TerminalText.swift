/// Text that stands in files or names, as a terminal may see it.
package enum TerminalText {
  /// The text with control characters made visible: what stands in a file gives a terminal no orders.
  ///
  /// - Parameter isOneLine: whether ends of lines and tabs are made visible as well.
  package static func shown(_ text: String, isOneLine: Bool = false) -> String {
    func isKept(_ code: UInt32) -> Bool { !isOneLine && (code == 0x0A || code == 0x09) }
    let isPlain = text.utf8.allSatisfy { $0 >= 0x20 && $0 < 0x7F || isKept(UInt32($0)) }
    if isPlain { return text }
    var shown = String.UnicodeScalarView()
    for scalar in text.unicodeScalars {
      switch scalar.value {
      case let code where isKept(code): shown.append(scalar)
      // Controls, and what turns the direction of the text that follows.
      case 0..<0x20, 0x7F..<0xA0, 0x2028...0x202E, 0x2066...0x2069:
        shown.append(contentsOf: "\\u{\(String(scalar.value, radix: 16))}".unicodeScalars)
      default: shown.append(scalar)
      }
    }
    return String(shown)
  }
}
