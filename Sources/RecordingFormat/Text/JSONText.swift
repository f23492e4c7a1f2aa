// JSON as bytes of UTF-8.

extension String {
  /// Whether another text has the same bytes, as names are compared in files. Comparing what is canonically
  /// equivalent takes tables of Unicode, which a page's engine does without.
  func isSame(as other: String) -> Bool { utf8.elementsEqual(other.utf8) }
}

extension [UInt8] {
  mutating func append(_ text: StaticString) {
    text.withUTF8Buffer { append(contentsOf: $0) }
  }

  /// Appends a text as a JSON string. It has escapes for all that a terminal or a runner of CI jobs would
  /// obey: see `TerminalText`.
  mutating func append(quoted text: String) {
    var text = text
    text.withUTF8 { append(quoted: $0) }
  }

  private mutating func append(quoted text: UnsafeBufferPointer<UInt8>) {
    append(UInt8(ascii: "\""))
    var index = 0
    while index < text.count {
      let byte = text[index]
      let rest = text[(index + 1)...]
      index += 1
      switch byte {
      case UInt8(ascii: "\""): append("\\\"")
      case UInt8(ascii: "\\"): append("\\\\")
      case UInt8(ascii: "\n"): append("\\n")
      case UInt8(ascii: "\r"): append("\\r")
      case UInt8(ascii: "\t"): append("\\t")
      case 0..<0x20, 0x7F: append(escaped: UInt16(byte))
      // `##[error]` and `##vso[…]`, which GitHub and Azure obey anywhere.
      case UInt8(ascii: "#") where rest.starts(with: "#[".utf8) || rest.starts(with: "#vso[".utf8):
        append(escaped: UInt16(byte))
      // U+0080 to U+009F: controls.
      case 0xC2 where rest[index] < 0xA0:
        append(escaped: UInt16(rest[index]))
        index += 1
      // U+2028 to U+202E, U+2066 to U+2069: ends of lines, and marks of text direction.
      case 0xE2 where rest[index] == 0x80 && 0xA8...0xAE ~= rest[index + 1],
        0xE2 where rest[index] == 0x81 && 0xA6...0xA9 ~= rest[index + 1]:
        append(
          escaped: 0x2000 | UInt16(rest[index] & 0x3F) << 6 | UInt16(rest[index + 1] & 0x3F))
        index += 2
      default: append(byte)
      }
    }
    append(UInt8(ascii: "\""))
  }

  private mutating func append(escaped unit: UInt16) {
    append("\\u")
    for shift in [12, 8, 4, 0] as [UInt16] {
      let digit = UInt8(truncatingIfNeeded: unit >> shift) & 15
      append(digit + (digit < 10 ? UInt8(ascii: "0") : UInt8(ascii: "a") - 10))
    }
  }

  /// Appends a whole number in decimals.
  mutating func append(decimal value: UInt64) {
    if value >= 10 { append(decimal: value / 10) }
    append(UInt8(ascii: "0") + UInt8(truncatingIfNeeded: value % 10))
  }

  mutating func append(decimal value: Int64) {
    if value < 0 { append(UInt8(ascii: "-")) }
    append(decimal: value.magnitude)
  }
}
