import Simulation

/// A part of what names a row: a number or a string.
public enum StateKey: Hashable, Sendable {
  /// A number or a case of an enumeration.
  case number(ScalarValue)
  /// A string.
  case text(StateText)
}

extension StateKey: CustomStringConvertible {
  /// As it stands between brackets: `7`, `"iron"`.
  public var description: String {
    switch self {
    case .number(let value): value.decimal
    case .text(let text): text.quoted
    }
  }
}

/// A string of a state: its bytes, which need not be UTF-8.
public struct StateText: Hashable, Sendable {
  /// The bytes, as they are recorded.
  public var bytes: [UInt8]

  /// Makes a string from bytes, whatever they are.
  public init(bytes: [UInt8]) { self.bytes = bytes }

  /// As text; U+FFFD where the bytes are no UTF-8.
  public var string: String { String(decoding: bytes, as: UTF8.self) }

  /// In quotes on one line. Two texts that differ look different: what cannot be seen is escaped.
  public var quoted: String { quoted(isASCII: false) }

  /// Both in quotes, shortened to what is around the first difference.
  static func quoted(_ a: StateText, _ b: StateText) -> (String, String) {
    let shared = zip(a.bytes, b.bytes).prefix { $0 == $1 }.count
    let (left, right) = (a.excerpt(around: shared), b.excerpt(around: shared))
    // Letters with marks can be written in several ways that look the same.
    let isAlike = left.quoted(isASCII: false) == right.quoted(isASCII: false)
    return (left.quoted(isASCII: isAlike), right.quoted(isASCII: isAlike))
  }

  /// What stands around a byte, with dots for what is left out.
  private func excerpt(around place: Int) -> StateText {
    guard bytes.count > 80 else { return self }
    // Not in the middle of a letter.
    func isStart(_ index: Int) -> Bool { index >= bytes.count || bytes[index] & 0xC0 != 0x80 }
    let first = (0...max(0, min(place, bytes.count) - 20)).last(where: isStart) ?? 0
    let end = (min(first + 60, bytes.count)...bytes.count).first(where: isStart) ?? bytes.count
    let dots = Array("…".utf8)
    return StateText(
      bytes: (first > 0 ? dots : []) + bytes[first..<end] + (end < bytes.count ? dots : []))
  }

  private func quoted(isASCII: Bool) -> String {
    var text = "\""
    var rest = bytes[...]
    while let first = rest.first {
      var decoder = UTF8()
      var iterator = rest.prefix(4).makeIterator()
      guard first >= 0x80, case .scalarValue(let scalar) = decoder.decode(&iterator) else {
        text += first < 0x80 ? escaped(first) : "\\x" + hexadecimal(first)
        rest = rest.dropFirst()
        continue
      }
      // A mark would sit on the quote before it.
      let category = scalar.properties.generalCategory
      let isShown =
        !isASCII && category.isVisible && !(text == "\"" && category == .nonspacingMark)
      text += isShown ? String(scalar) : "\\u{\(String(scalar.value, radix: 16))}"
      rest = rest.dropFirst(UTF8.width(scalar))
    }
    return text + "\""
  }

  private func escaped(_ byte: UInt8) -> String {
    switch byte {
    case 0x22: "\\\""
    case 0x5C: "\\\\"
    case 0x0A: "\\n"
    case 0x0D: "\\r"
    case 0x09: "\\t"
    case 0x20..<0x7F: String(UnicodeScalar(byte))
    default: "\\x" + hexadecimal(byte)
    }
  }

  private func hexadecimal(_ byte: UInt8) -> String {
    (byte < 16 ? "0" : "") + String(byte, radix: 16)
  }
}

extension Unicode.GeneralCategory {
  /// Whether a scalar of this kind can be seen where it stands.
  fileprivate var isVisible: Bool {
    switch self {
    case .control, .format, .surrogate, .privateUse, .unassigned, .lineSeparator,
      .paragraphSeparator, .spaceSeparator:
      false
    default: true
    }
  }
}
