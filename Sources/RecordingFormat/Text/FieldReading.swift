import Simulation

/// An error in the JSON of a record, and its field.
enum FieldProblem: Error, Equatable {
  case notAnObject
  case kindMissing
  case kindUnknown(String)
  case fieldMissing(String)
  case fieldWrong(String, wanted: String)
  case fieldUnknown(String)
  case keyTwice(String, key: String)
  case memberTwice(String, name: String)

  /// The same problem of a value within another: `name` is a member's, or an index in brackets.
  fileprivate func within(_ name: String) -> FieldProblem {
    func path(_ inner: String) -> String {
      inner.isEmpty || inner.utf8.first == UInt8(ascii: "[") ? name + inner : name + "." + inner
    }
    switch self {
    case .notAnObject, .kindMissing, .kindUnknown: return self
    case .fieldMissing(let field): return .fieldMissing(path(field))
    case .fieldWrong(let field, let wanted): return .fieldWrong(path(field), wanted: wanted)
    case .fieldUnknown(let field): return .fieldUnknown(path(field))
    case .keyTwice(let field, let key): return .keyTwice(path(field), key: key)
    case .memberTwice(let field, let member): return .memberTwice(path(field), name: member)
    }
  }
}

/// Makes words of JSON, in one pass over its bytes.
///
/// Members that come in the order of their shapes, as this project writes them, cost least; others may
/// come in any order.
struct FieldReading {
  var words: [UInt64] = []
  var reader: JSONReader

  init(_ reader: JSONReader) { self.reader = reader }

  /// Reads the next value and appends its words.
  mutating func read(_ shape: FieldShape) throws(FieldProblem) {
    reader.skipSpace()
    switch shape {
    case .number(let type, let cases):
      guard let word = readNumber(type, cases) else { throw .wrong(shape) }
      words.append(word)
    case .flag:
      if reader.skip("true") {
        words.append(1)
      } else {
        guard reader.skip("false") else { throw .wrong(shape) }
        words.append(0)
      }
    case .text:
      guard let text = reader.string() else { throw .wrong(shape) }
      append(text)
    case .list(let element):
      let count = words.count
      words.append(0)
      words[count] = try readList(shape) { (reading, _) throws(FieldProblem) in
        try reading.read(element)
      }
    case .keyed(let key, let value): try readKeyed(shape, key, value)
    case .optional(let wrapped):
      if reader.skip("null") { return words.append(0) }
      words.append(1)
      guard wrapped.isOptional else { return try read(wrapped) }
      guard reader.take(UInt8(ascii: "[")) else { throw .wrong(shape) }
      try read(wrapped)
      guard reader.take(UInt8(ascii: "]")) else { throw .wrong(shape) }
    case .cases(let kinds): try readCases(shape, kinds)
    case .members(let members):
      guard reader.take(UInt8(ascii: "{")) else { throw .wrong(shape) }
      try readMembers(members)
    case .row(let shapes):
      let count = try readList(shape) { (reading, index) throws(FieldProblem) in
        if index < shapes.count {
          try reading.read(shapes[index])
        } else if !reading.reader.skipValue() {
          throw .notAnObject
        }
      }
      guard count == UInt64(shapes.count) else { throw .wrong(shape) }
    }
  }

  // MARK: Members

  /// Reads the rest of an object, whose `{` is read, and the closing brace.
  ///
  /// - Parameters:
  ///   - shapes: the members; their words follow each other in this order.
  ///   - besides: members that belong to the caller.
  ///   - isFirst: true if none is read yet.
  mutating func readMembers(
    _ shapes: [FieldShape.Member], besides: [String] = [], isFirst: Bool = true
  ) throws(FieldProblem) {
    var isFirst = isFirst
    var unknown: String?
    // A bit for each of `besides`.
    var seen = 0
    let start = words.count
    var parts: [Range<Int>?] = Array(repeating: nil, count: shapes.count)
    var (next, isInOrder) = (0, true)
    while !reader.take(UInt8(ascii: "}")) {
      guard isFirst || reader.take(UInt8(ascii: ",")) else { throw .notAnObject }
      isFirst = false
      var index: Int? = next
      var name = ""
      if next == shapes.count || !reader.skip(shapes[next].key) {
        guard let key = reader.key() else { throw .notAnObject }
        name = key
        index = shapes.firstIndex { $0.name.isSame(as: key) }
      }
      guard let index else {
        if let place = besides.firstIndex(of: name) {
          guard seen & 1 << place == 0 else { throw .memberTwice("", name: name) }
          seen |= 1 << place
        } else {
          unknown = unknown ?? name
        }
        guard reader.skipValue() else { throw .notAnObject }
        continue
      }
      guard parts[index] == nil else { throw .memberTwice("", name: shapes[index].name) }
      let first = words.count
      do throws(FieldProblem) {
        try read(shapes[index].shape)
      } catch {
        throw error.within(shapes[index].name)
      }
      parts[index] = first..<words.count
      isInOrder = isInOrder && index == next
      next = index + 1
    }
    if !isInOrder || next < shapes.count {
      let read = Array(words[start...])
      words.removeSubrange(start...)
      for (shape, part) in zip(shapes, parts) {
        if let part {
          words += read[part.lowerBound - start..<part.upperBound - start]
        } else {
          guard shape.shape.isOptional else { throw .fieldMissing(shape.name) }
          words.append(0)
        }
      }
    }
    if let unknown { throw .fieldUnknown(unknown) }
  }

  private mutating func readCases(
    _ shape: FieldShape, _ kinds: [FieldShape.Kind]
  ) throws(FieldProblem) {
    if reader.next == UInt8(ascii: "\"") {
      // A kind without fields can do without braces.
      guard let name = reader.string(),
        let index = kinds.firstIndex(where: { $0.name.isSame(as: name) && $0.members.isEmpty })
      else { throw .wrong(shape) }
      return words.append(UInt64(index))
    }
    guard let name = reader.member("kind")?.stringValue,
      let index = kinds.firstIndex(where: { $0.name.isSame(as: name) })
    else { throw .wrong(shape) }
    words.append(UInt64(index))
    _ = reader.take(UInt8(ascii: "{"))
    try readMembers(kinds[index].members, besides: ["kind"])
  }

  // MARK: Values

  /// Reads an array.
  ///
  /// - Returns: the number of its elements.
  private mutating func readList(
    _ shape: FieldShape, _ body: (inout FieldReading, Int) throws(FieldProblem) -> Void
  ) throws(FieldProblem) -> UInt64 {
    guard reader.take(UInt8(ascii: "[")) else { throw .wrong(shape) }
    var count = 0
    while !reader.take(UInt8(ascii: "]")) {
      guard count == 0 || reader.take(UInt8(ascii: ",")) else { throw .notAnObject }
      do throws(FieldProblem) {
        try body(&self, count)
      } catch {
        throw error.within("[\(count)]")
      }
      count += 1
    }
    return UInt64(count)
  }

  private mutating func append(_ text: String) {
    words.append(UInt64(text.utf8.count))
    for byte in text.utf8 { words.append(UInt64(byte)) }
  }

  /// Reads the pairs of a dictionary or the keys of a set, in any order; as words they ascend.
  private mutating func readKeyed(
    _ shape: FieldShape, _ key: FieldShape, _ value: FieldShape?
  ) throws(FieldProblem) {
    var rows: [(order: [UInt64], words: Range<Int>, key: String)] = []
    let start = words.count
    words.append(0)
    func finish(_ reading: FieldReading, from first: Int, key text: String) {
      var cursor = WordCursor(Array(reading.words[first...]))
      rows.append((key.order(&cursor), first..<reading.words.count, text))
    }
    if let value, key.isText {
      guard reader.take(UInt8(ascii: "{")) else { throw .wrong(shape) }
      while !reader.take(UInt8(ascii: "}")) {
        guard rows.isEmpty || reader.take(UInt8(ascii: ",")), let name = reader.key() else {
          throw .notAnObject
        }
        let first = words.count
        append(name)
        do throws(FieldProblem) {
          try read(value)
        } catch {
          throw error.within("[\(jsonString(name))]")
        }
        finish(self, from: first, key: jsonString(name))
      }
    } else {
      let pair = value.map { value in
        [
          FieldShape.Member(name: "key", shape: key),
          FieldShape.Member(name: "value", shape: value),
        ]
      }
      _ = try readList(shape) { (reading, _) throws(FieldProblem) in
        let first = reading.words.count
        reading.reader.skipSpace()
        let keyReader = pair == nil ? reading.reader : reading.reader.member("key")
        try reading.read(pair.map { .members($0) } ?? key)
        finish(reading, from: first, key: keyReader?.valueText ?? "")
      }
    }
    words[start] = UInt64(rows.count)
    let isSorted = zip(rows, rows.dropFirst()).allSatisfy {
      $0.order.lexicographicallyPrecedes($1.order)
    }
    if isSorted { return }
    rows.sort { $0.order.lexicographicallyPrecedes($1.order) }
    for (row, next) in zip(rows, rows.dropFirst()) where row.order == next.order {
      throw .keyTwice("", key: next.key)
    }
    let read = words
    words.removeSubrange((start + 1)...)
    for row in rows { words += read[row.words] }
  }

  private mutating func readNumber(_ type: FieldType, _ cases: [CaseName]) -> UInt64? {
    if reader.next == UInt8(ascii: "\"") {
      guard let name = reader.string() else { return nil }
      return cases.first { $0.name.isSame(as: name) }?.word
    }
    guard let digits = reader.number() else { return nil }
    return FieldReading.word(reader.text(digits), type)
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

extension FieldProblem: CustomStringConvertible {
  var description: String {
    switch self {
    case .notAnObject: "is no JSON object"
    case .kindMissing: "has no 'kind'"
    case .kindUnknown(let name): "no input of kind '\(name)'"
    case .fieldMissing(let name): "field '\(name)' is missing"
    case .fieldUnknown(let name): "has a field '\(name)' that the kind does not know"
    case .fieldWrong(let name, let wanted): "field '\(name)' needs \(wanted)"
    case .keyTwice("", let key): "has the key \(key) twice"
    case .keyTwice(let name, let key): "field '\(name)' has the key \(key) twice"
    case .memberTwice("", let member): "has '\(member)' twice"
    case .memberTwice(let name, let member): "field '\(name)' has '\(member)' twice"
    }
  }
}

extension FieldProblem {
  fileprivate static func wrong(_ shape: FieldShape) -> FieldProblem {
    .fieldWrong("", wanted: shape.wanted)
  }
}

extension FieldShape {
  /// The words of a value of this shape in JSON.
  func words(ofJSON text: String) throws(FieldProblem) -> [UInt64] {
    let reader = JSONReader(Array(text.utf8))
    guard reader.isOneValue else { throw .wrong(self) }
    var reading = FieldReading(reader)
    try reading.read(self)
    return reading.words
  }
}

// MARK: The order of keys

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
  func order(_ words: inout WordCursor) -> [UInt64] {
    switch self {
    case .number(let type, _): return [FieldShape.ordered(words.next(), type)]
    case .flag: return [words.next()]
    case .text: return FieldShape.orderOfItems(&words) { [$0.next()] }
    case .list(let element): return FieldShape.orderOfItems(&words) { element.order(&$0) }
    case .keyed(let key, let value):
      return FieldShape.orderOfItems(&words) { key.order(&$0) + (value?.order(&$0) ?? []) }
    case .optional(let wrapped):
      let isThere = words.next()
      return isThere == 1 ? [1] + wrapped.order(&words) : [0]
    case .cases(let kinds):
      let word = words.next()
      guard word < UInt64(kinds.count) else { return [word] }
      return [word] + kinds[Int(word)].members.flatMap { $0.shape.order(&words) }
    case .members(let members): return members.flatMap { $0.shape.order(&words) }
    case .row(let shapes): return shapes.flatMap { $0.order(&words) }
    }
  }

  private static func ordered(_ word: UInt64, _ type: FieldType) -> UInt64 {
    switch type {
    case .float32: Float(bitPattern: UInt32(truncatingIfNeeded: word)).orderedWord
    case .float64: Double(bitPattern: word).orderedWord
    case .int32, .int64: word ^ (1 << 63)
    default: word
    }
  }
}
