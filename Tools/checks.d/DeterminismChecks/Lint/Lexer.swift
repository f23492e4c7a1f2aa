import Foundation

/// One word or sign of Swift source.
struct Token: Equatable {
  var text: String
  /// From 1.
  var line: Int
  /// Whether white space stands before it: tells `a ? b` from `a?`.
  var followsSpace: Bool
}

/// Source code as tokens: comments and the text of string literals are not code and are left out;
/// what stands in an interpolation is code.
struct Lexer {
  private(set) var tokens: [Token] = []
  /// Lines with a comment `determinism: REASON`: exempt, as the reason says.
  private(set) var exemptLines: Set<Int> = []

  private let bytes: [UInt8]
  private var offset = 0
  private var line = 1
  private var followsSpace = true

  static let marker = "determinism:"

  init(_ source: String) {
    bytes = Array(source.utf8)
    lexCode(untilParenthesis: false)
  }

  private func byte(_ ahead: Int = 0) -> UInt8 {
    offset + ahead < bytes.count ? bytes[offset + ahead] : 0
  }

  private func looking(at text: StaticString) -> Bool {
    let size = text.utf8CodeUnitCount
    guard offset + size <= bytes.count else { return false }
    return text.withUTF8Buffer { bytes[offset..<offset + size].elementsEqual($0) }
  }

  private mutating func advance() {
    if byte() == UInt8(ascii: "\n") { line += 1 }
    offset += 1
  }

  /// Lexes up to the end of the source, or to the parenthesis that closes an interpolation.
  private mutating func lexCode(untilParenthesis: Bool) {
    var depth = 0
    while offset < bytes.count {
      let start = byte()
      if start == UInt8(ascii: " ") || start == UInt8(ascii: "\n") || start == UInt8(ascii: "\t")
        || start == UInt8(ascii: "\r")
      {
        advance()
        followsSpace = true
      } else if looking(at: "//") {
        lexLineComment()
      } else if looking(at: "/*") {
        skipBlockComment()
      } else if let hashes = literalStart() {
        skipLiteral(hashes: hashes)
      } else if Lexer.isWord(start) || start == UInt8(ascii: "@") || start == UInt8(ascii: "#") {
        lexWord()
      } else {
        if start == UInt8(ascii: "(") { depth += 1 }
        if start == UInt8(ascii: ")") { depth -= 1 }
        if untilParenthesis && depth < 0 {
          advance()
          return
        }
        emit(offset..<offset + 1)
        advance()
      }
    }
  }

  private mutating func emit(_ range: Range<Int>) {
    let text = String(decoding: bytes[range], as: UTF8.self)
    tokens.append(Token(text: text, line: line, followsSpace: followsSpace))
    followsSpace = false
  }

  /// A name, keyword or number; `@` and `#` belong to the word they introduce.
  private mutating func lexWord() {
    let start = offset
    offset += 1
    while Lexer.isWord(byte()) { offset += 1 }
    emit(start..<offset)
  }

  private static func isWord(_ byte: UInt8) -> Bool {
    switch byte {
    case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
      UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "_"), 0x80...0xFF:
      true
    default: false
    }
  }

  private mutating func lexLineComment() {
    let start = offset
    while offset < bytes.count, byte() != UInt8(ascii: "\n") { offset += 1 }
    let text = String(decoding: bytes[start..<offset], as: UTF8.self)
    guard let marker = text.range(of: Lexer.marker) else { return }
    if text[marker.upperBound...].contains(where: { !$0.isWhitespace }) { exemptLines.insert(line) }
  }

  private mutating func skipBlockComment() {
    var depth = 0
    repeat {
      if looking(at: "/*") {
        depth += 1
        offset += 2
      } else if looking(at: "*/") {
        depth -= 1
        offset += 2
      } else {
        advance()
      }
    } while depth > 0 && offset < bytes.count
    followsSpace = true
  }

  /// The count of `#` before the quote of a string literal that begins here.
  private func literalStart() -> Int? {
    var hashes = 0
    while byte(hashes) == UInt8(ascii: "#") { hashes += 1 }
    return byte(hashes) == UInt8(ascii: "\"") ? hashes : nil
  }

  private mutating func skipLiteral(hashes: Int) {
    offset += hashes
    let isMultiline = looking(at: "\"\"\"")
    offset += isMultiline ? 3 : 1
    while offset < bytes.count {
      if closes(isMultiline: isMultiline, hashes: hashes) {
        offset += (isMultiline ? 3 : 1) + hashes
        break
      }
      if byte() == UInt8(ascii: "\\"),
        (0..<hashes).allSatisfy({ byte(1 + $0) == UInt8(ascii: "#") })
      {
        offset += 1 + hashes
        if byte() == UInt8(ascii: "(") {
          offset += 1
          lexCode(untilParenthesis: true)
        } else {
          advance()
        }
      } else {
        advance()
      }
    }
    // A literal is a value: what follows is as after a name.
    tokens.append(Token(text: "\"\"", line: line, followsSpace: followsSpace))
    followsSpace = false
  }

  private func closes(isMultiline: Bool, hashes: Int) -> Bool {
    let quotes = isMultiline ? 3 : 1
    for index in 0..<quotes where byte(index) != UInt8(ascii: "\"") { return false }
    for index in 0..<hashes where byte(quotes + index) != UInt8(ascii: "#") { return false }
    return true
  }
}
