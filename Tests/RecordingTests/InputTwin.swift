import Recording
import Simulation

// The slow twin of how inputs become lines of JSON and back, by way of a tree.

/// Names are the same when their bytes are.
private func === (one: String, other: String) -> Bool { Array(one.utf8) == Array(other.utf8) }

/// Inputs as lines, by way of a tree.
struct InputTwin {
  private let kinds: [FieldShape.Kind]

  init(_ kinds: [KindSchema]) { self.kinds = FieldShape.kinds(kinds) }

  /// The line of any words.
  func line(step: Int64, _ record: RecordWords) -> JSONTree {
    var members = [JSONTree.Member(key: "step", value: .number("\(step)"))]
    guard kinds.indices.contains(record.kind) else {
      return .object(members + [JSONTree.Member(key: "kind", value: .number("\(record.kind)"))])
    }
    let kind = kinds[record.kind]
    var words = WordCursor(record.words)
    members.append(JSONTree.Member(key: "kind", value: .string(kind.name)))
    return .object(members + FieldShape.trees(kind.members, &words))
  }

  /// Whether the line of a record reads back as the same words.
  func isExact(_ record: RecordWords) -> Bool {
    kinds.indices.contains(record.kind) && self.record(line(step: 0, record)) == record
  }

  /// The record of a line; `nil` for what is none.
  func record(_ object: JSONTree) -> RecordWords? {
    guard case .object(let members) = object, case .string(let name)? = object["kind"],
      let kind = kinds.firstIndex(where: { $0.name === name })
    else { return nil }
    var reading = TwinReading()
    do throws(TwinProblem) {
      try reading.read(members, kinds[kind].members, besides: ["kind", "step", "time"])
    } catch {
      return nil
    }
    return RecordWords(kind: kind, words: reading.words)
  }
}

/// A JSON value that keeps the text of its numbers, so that floats read back to the bit.
indirect enum JSONTree: Equatable {
  case null
  case bool(Bool)
  case number(String)
  case string(String)
  case array([JSONTree])
  /// In the order of the text.
  case object([Member])

  struct Member: Equatable {
    var key: String
    var value: JSONTree
  }

  subscript(key: String) -> JSONTree? {
    guard case .object(let members) = self else { return nil }
    return members.first { $0.key === key }?.value
  }

  /// One line, without spaces.
  var text: String {
    switch self {
    case .null: return "null"
    case .bool(let value): return value ? "true" : "false"
    case .number(let text): return text
    case .string(let value): return JSONTree.quoted(value)
    case .array(let values): return "[" + values.map(\.text).joined(separator: ",") + "]"
    case .object(let members):
      let parts = members.map { JSONTree.quoted($0.key) + ":" + $0.value.text }
      return "{" + parts.joined(separator: ",") + "}"
    }
  }

  private static func quoted(_ value: String) -> String {
    var text = "\""
    for scalar in value.unicodeScalars {
      switch scalar {
      case "\"": text += "\\\""
      case "\\": text += "\\\\"
      case "\n": text += "\\n"
      case "\r": text += "\\r"
      case "\t": text += "\\t"
      default:
        if scalar.value < 0x20 {
          let digits = String(scalar.value, radix: 16)
          text += "\\u" + String(repeating: "0", count: 4 - digits.count) + digits
        } else {
          text.unicodeScalars.append(scalar)
        }
      }
    }
    return TerminalText.json(text + "\"")
  }
}

extension JSONTree {
  /// How many values a value that is read can lie within.
  static let depthMax = 64

  /// Reads one value; `nil` unless the whole text is one. Nesting deeper than 64 is refused.
  init?(parsing text: some Collection<UInt8>) {
    var parser = JSONTreeParser(bytes: Array(text))
    guard let value = parser.value(depth: 0) else { return nil }
    parser.skipSpace()
    guard parser.isAtEnd else { return nil }
    self = value
  }
}

private struct JSONTreeParser {
  let bytes: [UInt8]
  var position = 0

  init(bytes: [UInt8]) { self.bytes = bytes }

  var isAtEnd: Bool { position == bytes.count }

  private var next: UInt8? { position < bytes.count ? bytes[position] : nil }

  mutating func skipSpace() {
    while let byte = next, byte == 0x20 || byte == 0x09 || byte == 0x0A || byte == 0x0D {
      position += 1
    }
  }

  private mutating func take(_ byte: UInt8) -> Bool {
    skipSpace()
    guard next == byte else { return false }
    position += 1
    return true
  }

  mutating func value(depth: Int) -> JSONTree? {
    guard depth < JSONTree.depthMax else { return nil }
    skipSpace()
    switch next {
    case UInt8(ascii: "{"): return object(depth: depth)
    case UInt8(ascii: "["): return array(depth: depth)
    case UInt8(ascii: "\""): return string().map { .string($0) }
    case UInt8(ascii: "t"): return word("true") ? .bool(true) : nil
    case UInt8(ascii: "f"): return word("false") ? .bool(false) : nil
    case UInt8(ascii: "n"): return word("null") ? .null : nil
    default: return number()
    }
  }

  private mutating func word(_ text: StaticString) -> Bool {
    let count = text.utf8CodeUnitCount
    guard position + count <= bytes.count else { return false }
    let matches = text.withUTF8Buffer { $0.elementsEqual(bytes[position..<position + count]) }
    if matches { position += count }
    return matches
  }

  private mutating func object(depth: Int) -> JSONTree? {
    position += 1
    var members: [JSONTree.Member] = []
    if take(UInt8(ascii: "}")) { return .object([]) }
    while true {
      skipSpace()
      guard next == UInt8(ascii: "\""), let key = string(), take(UInt8(ascii: ":")),
        let value = value(depth: depth + 1)
      else { return nil }
      members.append(JSONTree.Member(key: key, value: value))
      if take(UInt8(ascii: ",")) { continue }
      return take(UInt8(ascii: "}")) ? .object(members) : nil
    }
  }

  private mutating func array(depth: Int) -> JSONTree? {
    position += 1
    var values: [JSONTree] = []
    if take(UInt8(ascii: "]")) { return .array([]) }
    while true {
      guard let value = value(depth: depth + 1) else { return nil }
      values.append(value)
      if take(UInt8(ascii: ",")) { continue }
      return take(UInt8(ascii: "]")) ? .array(values) : nil
    }
  }

  private mutating func string() -> String? {
    position += 1
    var text: [UInt8] = []
    while let byte = next {
      position += 1
      switch byte {
      case UInt8(ascii: "\""): return String(validating: text, as: UTF8.self)
      case UInt8(ascii: "\\"):
        guard let scalar = escape() else { return nil }
        text.append(contentsOf: Array(String(Character(scalar)).utf8))
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
      guard next == UInt8(ascii: "\\") else { return nil }
      position += 1
      guard next == UInt8(ascii: "u") else { return nil }
      position += 1
      guard let low = fourDigits(), (0xDC00..<0xE000).contains(low) else { return nil }
      return Unicode.Scalar(0x10000 + ((high - 0xD800) << 10) + (low - 0xDC00))
    default: return nil
    }
  }

  private mutating func fourDigits() -> UInt32? {
    guard position + 4 <= bytes.count,
      let text = String(validating: bytes[position..<position + 4], as: UTF8.self),
      text.allSatisfy(\.isHexDigit)
    else { return nil }
    position += 4
    return UInt32(text, radix: 16)
  }

  private mutating func number() -> JSONTree? {
    let start = position
    if next == UInt8(ascii: "-") { position += 1 }
    let first = next
    guard digits() > 0 else { return nil }
    if first == UInt8(ascii: "0"), position - start > (bytes[start] == UInt8(ascii: "-") ? 2 : 1) {
      return nil
    }
    if next == UInt8(ascii: ".") {
      position += 1
      guard digits() > 0 else { return nil }
    }
    if next == UInt8(ascii: "e") || next == UInt8(ascii: "E") {
      position += 1
      if next == UInt8(ascii: "+") || next == UInt8(ascii: "-") { position += 1 }
      guard digits() > 0 else { return nil }
    }
    return String(validating: bytes[start..<position], as: UTF8.self).map { .number($0) }
  }

  private mutating func digits() -> Int {
    let start = position
    while let byte = next, (0x30...0x39).contains(byte) { position += 1 }
    return position - start
  }
}

extension FieldShape {
  /// The next value as JSON. Words that are none of the shape's give some JSON, never a trap.
  func tree(_ words: inout WordCursor) -> JSONTree {
    switch self {
    case .number(let type, let cases):
      let word = words.next()
      if let one = cases.first(where: { $0.word == word }) { return .string(one.name) }
      return .number(FieldShape.twinDecimal(word, type))
    case .flag: return .bool(words.next() == 1)
    case .text: return .string(FieldShape.twinText(&words))
    case .list(let element):
      return .array((0..<words.nextCount()).map { _ in element.tree(&words) })
    case .keyed(let key, let value):
      let count = words.nextCount()
      guard let value else { return .array((0..<count).map { _ in key.tree(&words) }) }
      if key.isTwinText {
        return .object(
          (0..<count).map { _ in
            let name = FieldShape.twinText(&words)
            return JSONTree.Member(key: name, value: value.tree(&words))
          })
      }
      return .array(
        (0..<count).map { _ in
          let key = key.tree(&words)
          return .object([
            JSONTree.Member(key: "key", value: key),
            JSONTree.Member(key: "value", value: value.tree(&words)),
          ])
        })
    case .optional(let wrapped):
      guard words.next() == 1 else { return .null }
      let value = wrapped.tree(&words)
      return wrapped.isTwinOptional ? .array([value]) : value
    case .cases(let kinds):
      let word = words.next()
      guard word < UInt64(kinds.count) else { return .null }
      let kind = kinds[Int(word)]
      let name = JSONTree.Member(key: "kind", value: .string(kind.name))
      return .object([name] + FieldShape.trees(kind.members, &words))
    case .members(let members): return .object(FieldShape.trees(members, &words))
    case .row(let shapes): return .array(shapes.map { $0.tree(&words) })
    }
  }

  static func trees(_ members: [Member], _ words: inout WordCursor) -> [JSONTree.Member] {
    members.map { JSONTree.Member(key: $0.name, value: $0.shape.tree(&words)) }
  }

  /// A number in the shortest decimals that read back to the same bits.
  static func twinDecimal(_ word: UInt64, _ type: FieldType) -> String {
    switch type {
    case .float32: "\(Float(bitPattern: UInt32(truncatingIfNeeded: word)))"
    case .float64: "\(Double(bitPattern: word))"
    case .int64, .int32: "\(Int64(bitPattern: word))"
    default: "\(word)"
    }
  }

  /// The next text; bytes that are no UTF-8 are replaced.
  static func twinText(_ words: inout WordCursor) -> String {
    let bytes = (0..<words.nextCount()).map { _ in UInt8(truncatingIfNeeded: words.next()) }
    return String(decoding: bytes, as: UTF8.self)
  }
}

/// What is wrong with JSON that should be a record, and where.
enum TwinProblem: Error, Equatable {
  case notAnObject
  case kindMissing
  case kindUnknown(String)
  case fieldMissing(String)
  case fieldWrong(String)
  case fieldUnknown(String)
  case keyTwice(String, key: String)
  case memberTwice(String, name: String)
}

extension [JSONTree.Member] {
  fileprivate func has(twice name: String) -> Bool {
    guard let first = firstIndex(where: { $0.key === name }) else { return false }
    return self[(first + 1)...].contains { $0.key === name }
  }
}

/// Makes words of JSON; knows where it is.
struct TwinReading {
  var words: [UInt64] = []
  /// Members with their dots, and indexes in brackets.
  private var path: [String] = []

  /// - Parameter name: of the value to read.
  init(_ name: String = "") { if !name.isEmpty { path.append(name) } }

  private var place: String {
    var joined = ""
    for part in path {
      joined += joined.isEmpty || part.utf8.first == UInt8(ascii: "[") ? part : "." + part
    }
    return joined
  }

  /// Reads the value of a shape and appends its words.
  mutating func read(_ value: JSONTree, _ shape: FieldShape) throws(TwinProblem) {
    switch (shape, value) {
    case (.number(let type, let cases), _):
      guard let word = TwinReading.word(value, type, cases) else { throw wrong(shape) }
      words.append(word)
    case (.flag, .bool(let flag)): words.append(flag ? 1 : 0)
    case (.text, .string(let text)): append(text)
    case (.list(let element), .array(let values)):
      words.append(UInt64(values.count))
      try read(values) { (reading, value) throws(TwinProblem) in try reading.read(value, element) }
    case (.keyed, _): try readKeyed(value, shape)
    case (.optional, .null): words.append(0)
    case (.optional(let wrapped), _):
      words.append(1)
      guard wrapped.isTwinOptional else { return try read(value, wrapped) }
      guard case .array(let values) = value, values.count == 1 else { throw wrong(shape) }
      try read(values[0], wrapped)
    case (.cases(let kinds), .string(let name)):
      // A kind without fields can do without braces.
      guard let index = kinds.firstIndex(where: { $0.name === name && $0.members.isEmpty })
      else { throw wrong(shape) }
      words.append(UInt64(index))
    case (.cases(let kinds), .object(let members)):
      guard case .string(let name)? = value["kind"],
        let index = kinds.firstIndex(where: { $0.name === name })
      else { throw wrong(shape) }
      words.append(UInt64(index))
      try read(members, kinds[index].members, besides: ["kind"])
    case (.members(let shapes), .object(let members)): try read(members, shapes)
    case (.row(let shapes), .array(let values)):
      guard values.count == shapes.count else { throw wrong(shape) }
      try read(values, shapes)
    default: throw wrong(shape)
    }
  }

  /// Reads the members of a structure; those named in `besides` belong to the caller.
  mutating func read(
    _ members: [JSONTree.Member], _ shapes: [FieldShape.Member], besides: [String] = []
  ) throws(TwinProblem) {
    for name in shapes.map(\.name) + besides where members.has(twice: name) {
      throw .memberTwice(place, name: name)
    }
    for shape in shapes {
      path.append(shape.name)
      if let member = members.first(where: { $0.key === shape.name }) {
        try read(member.value, shape.shape)
      } else if case .optional = shape.shape {
        words.append(0)
      } else {
        throw .fieldMissing(place)
      }
      path.removeLast()
    }
    for member in members where !besides.contains(member.key) {
      if !shapes.contains(where: { $0.name === member.key }) {
        path.append(member.key)
        throw .fieldUnknown(place)
      }
    }
  }

  /// Reads the elements of a list.
  private mutating func read(
    _ values: [JSONTree],
    _ body: (inout TwinReading, JSONTree) throws(TwinProblem) -> Void
  ) throws(TwinProblem) {
    for (index, value) in values.enumerated() {
      path.append("[\(index)]")
      try body(&self, value)
      path.removeLast()
    }
  }

  private mutating func read(
    _ values: [JSONTree], _ shapes: [FieldShape]
  ) throws(TwinProblem) {
    for (index, shape) in shapes.enumerated() {
      path.append("[\(index)]")
      try read(values[index], shape)
      path.removeLast()
    }
  }

  private mutating func append(_ text: String) {
    words.append(UInt64(text.utf8.count))
    for byte in text.utf8 { words.append(UInt64(byte)) }
  }

  /// The pairs of a dictionary or the keys of a set, in any order; as words they ascend.
  private mutating func readKeyed(
    _ value: JSONTree, _ shape: FieldShape
  ) throws(TwinProblem) {
    guard case .keyed(let keyShape, let valueShape) = shape else { return }
    var rows: [(order: [UInt64], words: ArraySlice<UInt64>, key: String)] = []
    let start = words.count
    func finish(_ reading: TwinReading, from first: Int, _ key: JSONTree) {
      let words = reading.words[first...]
      var cursor = WordCursor(Array(words))
      rows.append((keyShape.twinOrder(&cursor), words, key.text))
    }
    switch (valueShape, value) {
    case (nil, .array(let keys)):
      try read(keys) { (reading, key) throws(TwinProblem) in
        let first = reading.words.count
        try reading.read(key, keyShape)
        finish(reading, from: first, key)
      }
    case (let valueShape?, .object(let members)) where keyShape.isTwinText:
      for member in members {
        path.append("[\(JSONTree.string(member.key).text)]")
        let first = words.count
        append(member.key)
        try read(member.value, valueShape)
        path.removeLast()
        finish(self, from: first, .string(member.key))
      }
    case (let valueShape?, .array(let pairs)) where !keyShape.isTwinText:
      let members = [
        FieldShape.Member(name: "key", shape: keyShape),
        FieldShape.Member(name: "value", shape: valueShape),
      ]
      try read(pairs) { (reading, pair) throws(TwinProblem) in
        let first = reading.words.count
        try reading.read(pair, .members(members))
        finish(reading, from: first, pair["key"] ?? .null)
      }
    default: throw wrong(shape)
    }
    words.removeLast(words.count - start)
    words.append(UInt64(rows.count))
    rows.sort { $0.order.lexicographicallyPrecedes($1.order) }
    for (index, row) in rows.enumerated() {
      if index > 0 && rows[index - 1].order == row.order { throw .keyTwice(place, key: row.key) }
      words += row.words
    }
  }

  private func wrong(_ shape: FieldShape) -> TwinProblem {
    .fieldWrong(place)
  }

  private static func word(
    _ value: JSONTree, _ type: FieldType, _ cases: [CaseName]
  ) -> UInt64? {
    switch value {
    case .string(let name): cases.first { $0.name === name }?.word
    case .number(let text): word(text, type)
    default: nil
    }
  }

  /// The word of a number's digits.
  static func word(_ text: String, _ type: FieldType) -> UInt64? {
    switch type {
    case .float32: Float(text).flatMap { $0.isFinite ? UInt64($0.bitPattern) : nil }
    case .float64: Double(text).flatMap { $0.isFinite ? $0.bitPattern : nil }
    case .int64: Int64(text).map { UInt64(bitPattern: $0) }
    case .int32: Int32(text).map { UInt64(bitPattern: Int64($0)) }
    case .uint8: UInt8(text).map { UInt64($0) }
    case .uint32: UInt32(text).map { UInt64($0) }
    case .uint64: UInt64(text)
    case .bool, .text, .list, .optional, .cases, .keyed, .structure, .tuple: nil
    }
  }
}

extension FieldShape {
  /// Words of a list: 1 before each item, and 0 at the end, so that a shorter list comes first.
  private static func orderOfItems(
    _ words: inout WordCursor, _ item: (inout WordCursor) -> [UInt64]
  ) -> [UInt64] {
    var order: [UInt64] = []
    for _ in 0..<words.nextCount() {
      order.append(1)
      order += item(&words)
    }
    return order + [0]
  }

  /// Words in the order in which a simulation keeps its keys.
  fileprivate func twinOrder(_ words: inout WordCursor) -> [UInt64] {
    switch self {
    case .number(let type, _): return [orderedWord(words.next(), type)]
    case .flag: return [words.next()]
    case .text: return FieldShape.orderOfItems(&words) { [$0.next()] }
    case .list(let element): return FieldShape.orderOfItems(&words) { element.twinOrder(&$0) }
    case .keyed(let key, let value):
      return FieldShape.orderOfItems(&words) { key.twinOrder(&$0) + (value?.twinOrder(&$0) ?? []) }
    case .optional(let wrapped):
      let isThere = words.next()
      return isThere == 1 ? [1] + wrapped.twinOrder(&words) : [0]
    case .cases(let kinds):
      let word = words.next()
      guard word < UInt64(kinds.count) else { return [word] }
      return [word] + kinds[Int(word)].members.flatMap { $0.shape.twinOrder(&words) }
    case .members(let members): return members.flatMap { $0.shape.twinOrder(&words) }
    case .row(let shapes): return shapes.flatMap { $0.twinOrder(&words) }
    }
  }
}

extension FieldShape {
  fileprivate var isTwinOptional: Bool {
    if case .optional = self { return true }
    return false
  }

  fileprivate var isTwinText: Bool {
    if case .text = self { return true }
    return false
  }
}

private func orderedWord(_ word: UInt64, _ type: FieldType) -> UInt64 {
  switch type {
  case .float32:
    let bits = UInt32(truncatingIfNeeded: word)
    return UInt64(bits >> 31 == 1 ? ~bits : bits | 1 << 31)
  case .float64: return word >> 63 == 1 ? ~word : word | 1 << 63
  case .int32, .int64: return word ^ (1 << 63)
  default: return word
  }
}
