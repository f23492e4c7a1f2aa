/// Reads JSON from left to right, without building a tree.
///
/// Each call reads one part at the position. One that returns `nil` or `false` may leave the position
/// anywhere: the caller gives up.
struct JSONReader {
  private let bytes: [UInt8]
  private(set) var position: Int
  private let end: Int

  /// The greatest depth of nested values.
  static let depthMax = 64

  init(_ bytes: [UInt8], _ range: Range<Int>) {
    self.bytes = bytes
    position = range.lowerBound
    end = range.upperBound
  }

  init(_ bytes: [UInt8]) { self.init(bytes, 0..<bytes.count) }

  /// The byte at the position; `nil` at the end.
  var next: UInt8? { position < end ? bytes[position] : nil }

  /// True if exactly one value is left. Deeper nesting than 64 is refused.
  var isOneValue: Bool {
    var copy = self
    return copy.skipValue() && copy.isAtEnd
  }

  /// True if only space is left.
  var isAtEnd: Bool {
    var copy = self
    copy.skipSpace()
    return copy.position == end
  }

  /// True if an object is next.
  var isObject: Bool {
    var copy = self
    return copy.take(UInt8(ascii: "{"))
  }

  /// The text of the next value; `nil` if it is not a number.
  var numberText: String? {
    var copy = self
    return copy.number().map { text($0) }
  }

  /// The next value; `nil` if it is not a string.
  var stringValue: String? {
    var copy = self
    return copy.string()
  }

  /// The text of the next value.
  var valueText: String? {
    var copy = self
    return copy.skipValue() ? text(position..<copy.position) : nil
  }

  /// The text of a range of the bytes.
  func text(_ range: Range<Int>) -> String { String(decoding: bytes[range], as: UTF8.self) }

  mutating func skipSpace() {
    while let byte = next, byte == 0x20 || byte == 0x09 || byte == 0x0A || byte == 0x0D {
      position += 1
    }
  }

  /// Skips space and `byte`, if that follows.
  mutating func take(_ byte: UInt8) -> Bool {
    skipSpace()
    guard next == byte else { return false }
    position += 1
    return true
  }

  /// Skips exactly `text`, if that follows.
  mutating func skip(_ text: [UInt8]) -> Bool {
    guard end - position >= text.count else { return false }
    for index in text.indices where bytes[position + index] != text[index] { return false }
    position += text.count
    return true
  }

  /// Skips `null`, `true` or `false`.
  mutating func skip(_ word: StaticString) -> Bool {
    let count = word.utf8CodeUnitCount
    guard end - position >= count,
      word.withUTF8Buffer({ $0.elementsEqual(bytes[position..<position + count]) })
    else { return false }
    position += count
    return true
  }

  // MARK: Objects

  /// A reader at the value of an object's member: the first of that name.
  func member(_ name: String) -> JSONReader? {
    var copy = self
    guard copy.take(UInt8(ascii: "{")), !copy.take(UInt8(ascii: "}")) else { return nil }
    while let key = copy.key() {
      if key.isSame(as: name) { return copy }
      guard copy.skipValue(), copy.take(UInt8(ascii: ",")) else { return nil }
    }
    return nil
  }

  /// A member's name and its colon.
  mutating func key() -> String? {
    skipSpace()
    guard let name = string(), take(UInt8(ascii: ":")) else { return nil }
    skipSpace()
    return name
  }

  // MARK: Values

  /// Skips any value.
  mutating func skipValue(depth: Int = 0) -> Bool {
    guard depth < JSONReader.depthMax else { return false }
    skipSpace()
    switch next {
    case UInt8(ascii: "{"):
      position += 1
      if take(UInt8(ascii: "}")) { return true }
      repeat {
        guard key() != nil, skipValue(depth: depth + 1) else { return false }
      } while take(UInt8(ascii: ","))
      return take(UInt8(ascii: "}"))
    case UInt8(ascii: "["):
      position += 1
      if take(UInt8(ascii: "]")) { return true }
      repeat {
        guard skipValue(depth: depth + 1) else { return false }
      } while take(UInt8(ascii: ","))
      return take(UInt8(ascii: "]"))
    case UInt8(ascii: "\""): return string() != nil
    case UInt8(ascii: "t"): return skip("true")
    case UInt8(ascii: "f"): return skip("false")
    case UInt8(ascii: "n"): return skip("null")
    default: return number() != nil
    }
  }

  /// A string without its quotes and escapes.
  mutating func string() -> String? {
    guard next == UInt8(ascii: "\"") else { return nil }
    position += 1
    let start = position
    while let byte = next, byte != UInt8(ascii: "\""), byte != UInt8(ascii: "\\"), byte >= 0x20 {
      position += 1
    }
    guard next != UInt8(ascii: "\"") else {
      position += 1
      return String(validating: bytes[start..<position - 1], as: UTF8.self)
    }
    var text = Array(bytes[start..<position])
    while let byte = next {
      position += 1
      switch byte {
      case UInt8(ascii: "\""): return String(validating: text, as: UTF8.self)
      case UInt8(ascii: "\\"):
        guard let scalar = escape() else { return nil }
        text.append(contentsOf: String(scalar).utf8)
      case 0..<0x20: return nil
      default: text.append(byte)
      }
    }
    return nil
  }

  private mutating func escape() -> Unicode.Scalar? {
    guard let byte = next else { return nil }
    position += 1
    switch byte {
    case UInt8(ascii: "\""): return "\""
    case UInt8(ascii: "\\"): return "\\"
    case UInt8(ascii: "/"): return "/"
    case UInt8(ascii: "b"): return "\u{8}"
    case UInt8(ascii: "f"): return "\u{c}"
    case UInt8(ascii: "n"): return "\n"
    case UInt8(ascii: "r"): return "\r"
    case UInt8(ascii: "t"): return "\t"
    case UInt8(ascii: "u"):
      guard let high = fourDigits() else { return nil }
      guard (0xD800..<0xDC00).contains(high) else { return Unicode.Scalar(high) }
      guard skip([UInt8(ascii: "\\"), UInt8(ascii: "u")]), let low = fourDigits(),
        (0xDC00..<0xE000).contains(low)
      else { return nil }
      return Unicode.Scalar(0x10000 + ((high - 0xD800) << 10) + (low - 0xDC00))
    default: return nil
    }
  }

  private mutating func fourDigits() -> UInt32? {
    guard end - position >= 4 else { return nil }
    var value: UInt32 = 0
    for byte in bytes[position..<position + 4] {
      guard let digit = Character(Unicode.Scalar(byte)).hexDigitValue, byte < 0x80 else {
        return nil
      }
      value = value << 4 | UInt32(digit)
    }
    position += 4
    return value
  }

  /// The place of a number's text.
  mutating func number() -> Range<Int>? {
    let start = position
    if next == UInt8(ascii: "-") { position += 1 }
    let first = position
    guard skipDigits(), bytes[first] != UInt8(ascii: "0") || position == first + 1 else {
      return nil
    }
    if next == UInt8(ascii: ".") {
      position += 1
      guard skipDigits() else { return nil }
    }
    if next == UInt8(ascii: "e") || next == UInt8(ascii: "E") {
      position += 1
      if next == UInt8(ascii: "+") || next == UInt8(ascii: "-") { position += 1 }
      guard skipDigits() else { return nil }
    }
    return start..<position
  }

  private mutating func skipDigits() -> Bool {
    let start = position
    while let byte = next, (0x30...0x39).contains(byte) { position += 1 }
    return position > start
  }
}
