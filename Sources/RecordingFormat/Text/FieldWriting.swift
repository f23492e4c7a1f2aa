import Simulation

/// Writes the words of a record as JSON, and notes whether that reads back as the same words.
///
/// Words that do not fit a shape give some JSON, never a trap.
struct FieldWriting {
  var bytes: [UInt8] = []
  private var words: WordCursor
  /// False once a word does not read back: a number that is not finite (JSON has no others), a text that
  /// is not UTF-8, keys that do not ascend, a word that is missing or holds more than its type.
  private var isSound = true

  init(_ words: [UInt64]) { self.words = WordCursor(words) }

  /// True if the bytes read back as exactly the words.
  var isExact: Bool { isSound && words.isAtEnd }

  /// Writes the next value.
  mutating func write(_ shape: FieldShape) {
    switch shape {
    case .number(let type, let cases): writeNumber(type, cases)
    case .flag:
      let word = words.next()
      check(word <= 1)
      bytes.append(word == 1 ? "true" : "false")
    case .text: bytes.append(quoted: text())
    case .list(let element):
      writeList(of: words.nextCount()) { (writing, _) in writing.write(element) }
    case .keyed(let key, let value): writeKeyed(key, value)
    case .optional(let wrapped):
      let word = words.next()
      check(word <= 1)
      if word != 1 { return bytes.append("null") }
      if wrapped.isOptional { bytes.append("[") }
      write(wrapped)
      if wrapped.isOptional { bytes.append("]") }
    case .cases(let kinds):
      let word = words.next()
      guard word < UInt64(kinds.count) else {
        check(false)
        return bytes.append("null")
      }
      bytes.append("{\"kind\":")
      bytes += kinds[Int(word)].label
      write(kinds[Int(word)].members, isFirst: false)
      bytes.append("}")
    case .members(let members):
      bytes.append("{")
      write(members, isFirst: true)
      bytes.append("}")
    case .row(let shapes):
      writeList(of: shapes.count) { (writing, index) in writing.write(shapes[index]) }
    }
  }

  /// Writes the members of an object, without its braces.
  mutating func write(_ members: [FieldShape.Member], isFirst: Bool) {
    for index in members.indices {
      if index > 0 || !isFirst { bytes.append(UInt8(ascii: ",")) }
      bytes += members[index].key
      write(members[index].shape)
    }
  }

  private mutating func check(_ isRight: Bool) { if !isRight { isSound = false } }

  private mutating func writeList(of count: Int, _ body: (inout FieldWriting, Int) -> Void) {
    bytes.append("[")
    for index in 0..<count {
      if index > 0 { bytes.append(UInt8(ascii: ",")) }
      body(&self, index)
    }
    bytes.append("]")
  }

  /// A number in the shortest decimals that read back to the same bits.
  private mutating func writeNumber(_ type: FieldType, _ cases: [CaseName]) {
    let word = words.next()
    if !cases.isEmpty, let one = cases.first(where: { $0.word == word }) {
      return bytes.append(quoted: one.name)
    }
    switch type {
    case .float32:
      let value = Float(bitPattern: UInt32(truncatingIfNeeded: word))
      check(value.isFinite && word <= UInt64(UInt32.max))
      bytes.append(contentsOf: value.description.utf8)
    case .float64:
      let value = Double(bitPattern: word)
      check(value.isFinite)
      bytes.append(contentsOf: value.description.utf8)
    case .int64, .int32:
      let value = Int64(bitPattern: word)
      check(type == .int64 || Int32(exactly: value) != nil)
      bytes.append(decimal: value)
    default:
      check(
        word <= (type == .uint8 ? UInt64(UInt8.max) : type == .uint32 ? UInt64(UInt32.max) : .max))
      bytes.append(decimal: word)
    }
  }

  private mutating func text() -> String {
    let (text, isExact) = FieldShape.checkedText(&words)
    check(isExact)
    return text
  }

  /// Keys are written in their order: a reader sorts them.
  private mutating func writeKeyed(_ key: FieldShape, _ value: FieldShape?) {
    var last: [UInt64]?
    func note(_ writing: inout FieldWriting) {
      var ahead = writing.words
      let order = key.order(&ahead)
      if let last { writing.check(last.lexicographicallyPrecedes(order)) }
      last = order
    }
    let count = words.nextCount()
    guard let value, key.isText else {
      return writeList(of: count) { (writing, _) in
        note(&writing)
        if value != nil { writing.bytes.append("{\"key\":") }
        writing.write(key)
        guard let value else { return }
        writing.bytes.append(",\"value\":")
        writing.write(value)
        writing.bytes.append("}")
      }
    }
    bytes.append("{")
    for index in 0..<count {
      if index > 0 { bytes.append(UInt8(ascii: ",")) }
      note(&self)
      bytes.append(quoted: text())
      bytes.append(UInt8(ascii: ":"))
      write(value)
    }
    bytes.append("}")
  }
}

extension FieldShape {
  /// A number in the shortest decimals that read back to the same bits.
  static func decimal(_ word: UInt64, _ type: FieldType) -> String {
    switch type {
    case .float32: "\(Float(bitPattern: UInt32(truncatingIfNeeded: word)))"
    case .float64: "\(Double(bitPattern: word))"
    case .int64, .int32: "\(Int64(bitPattern: word))"
    default: "\(word)"
    }
  }

  /// The next text; bytes other than UTF-8 are replaced.
  static func text(_ words: inout WordCursor) -> String { checkedText(&words).text }

  /// The next text, and whether it is exactly the words.
  static func checkedText(_ words: inout WordCursor) -> (text: String, isExact: Bool) {
    var isExact = true
    let bytes = (0..<words.nextCount()).map { _ in
      let word = words.next()
      if word > UInt64(UInt8.max) { isExact = false }
      return UInt8(truncatingIfNeeded: word)
    }
    if let text = String(validating: bytes, as: UTF8.self) { return (text, isExact) }
    return (String(decoding: bytes, as: UTF8.self), false)
  }
}
