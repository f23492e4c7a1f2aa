import Simulation

extension FieldShape {
  /// The next value as JSON. Words that are none of the shape's give some JSON, never a trap.
  func json(_ words: inout WordCursor) -> JSONValue {
    switch self {
    case .number(let type, let cases):
      let word = words.next()
      if let one = cases.first(where: { $0.word == word }) { return .string(one.name) }
      return .number(FieldShape.decimal(word, type))
    case .flag: return .bool(words.next() == 1)
    case .text: return .string(FieldShape.text(&words))
    case .list(let element):
      return .array((0..<words.nextCount()).map { _ in element.json(&words) })
    case .keyed(let key, let value):
      let count = words.nextCount()
      guard let value else { return .array((0..<count).map { _ in key.json(&words) }) }
      if key.isText {
        return .object(
          (0..<count).map { _ in
            let name = FieldShape.text(&words)
            return JSONValue.Member(key: name, value: value.json(&words))
          })
      }
      return .array(
        (0..<count).map { _ in
          let key = key.json(&words)
          return .object([
            JSONValue.Member(key: "key", value: key),
            JSONValue.Member(key: "value", value: value.json(&words)),
          ])
        })
    case .optional(let wrapped):
      guard words.next() == 1 else { return .null }
      let value = wrapped.json(&words)
      return wrapped.isOptional ? .array([value]) : value
    case .cases(let kinds):
      let word = words.next()
      guard word < UInt64(kinds.count) else { return .null }
      let kind = kinds[Int(word)]
      let name = JSONValue.Member(key: "kind", value: .string(kind.name))
      return .object([name] + FieldShape.json(kind.members, &words))
    case .members(let members): return .object(FieldShape.json(members, &words))
    case .row(let shapes): return .array(shapes.map { $0.json(&words) })
    }
  }

  static func json(_ members: [Member], _ words: inout WordCursor) -> [JSONValue.Member] {
    members.map { JSONValue.Member(key: $0.name, value: $0.shape.json(&words)) }
  }

  /// A number in the shortest decimals that read back to the same bits.
  static func decimal(_ word: UInt64, _ type: FieldType) -> String {
    switch type {
    case .float32: "\(Float(bitPattern: UInt32(truncatingIfNeeded: word)))"
    case .float64: "\(Double(bitPattern: word))"
    case .int64, .int32: "\(Int64(bitPattern: word))"
    default: "\(word)"
    }
  }

  /// The next text; bytes that are no UTF-8 are replaced.
  static func text(_ words: inout WordCursor) -> String {
    let bytes = (0..<words.nextCount()).map { _ in UInt8(truncatingIfNeeded: words.next()) }
    return String(decoding: bytes, as: UTF8.self)
  }
}

/// What is wrong with JSON that should be a record, and where.
enum FieldProblem: Error, Equatable {
  case notAnObject
  case kindMissing
  case kindUnknown(String)
  case fieldMissing(String)
  case fieldWrong(String, wanted: String)
  case fieldUnknown(String)
  case keyTwice(String, key: String)
  case memberTwice(String, name: String)
}

extension [JSONValue.Member] {
  fileprivate func has(twice name: String) -> Bool {
    guard let first = firstIndex(where: { $0.key == name }) else { return false }
    return self[(first + 1)...].contains { $0.key == name }
  }
}

/// Makes words of JSON; knows where it is.
package struct FieldReading {
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
  mutating func read(_ value: JSONValue, _ shape: FieldShape) throws(FieldProblem) {
    switch (shape, value) {
    case (.number(let type, let cases), _):
      guard let word = FieldReading.word(value, type, cases) else { throw wrong(shape) }
      words.append(word)
    case (.flag, .bool(let flag)): words.append(flag ? 1 : 0)
    case (.text, .string(let text)): append(text)
    case (.list(let element), .array(let values)):
      words.append(UInt64(values.count))
      try read(values) { (reading, value) throws(FieldProblem) in try reading.read(value, element) }
    case (.keyed, _): try readKeyed(value, shape)
    case (.optional, .null): words.append(0)
    case (.optional(let wrapped), _):
      words.append(1)
      guard wrapped.isOptional else { return try read(value, wrapped) }
      guard case .array(let values) = value, values.count == 1 else { throw wrong(shape) }
      try read(values[0], wrapped)
    case (.cases(let kinds), .string(let name)):
      // A kind without fields can do without braces.
      guard let index = kinds.firstIndex(where: { $0.name == name && $0.members.isEmpty })
      else { throw wrong(shape) }
      words.append(UInt64(index))
    case (.cases(let kinds), .object(let members)):
      guard case .string(let name)? = value["kind"],
        let index = kinds.firstIndex(where: { $0.name == name })
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
    _ members: [JSONValue.Member], _ shapes: [FieldShape.Member], besides: [String] = []
  ) throws(FieldProblem) {
    for name in shapes.map(\.name) + besides where members.has(twice: name) {
      throw .memberTwice(place, name: name)
    }
    for shape in shapes {
      path.append(shape.name)
      if let member = members.first(where: { $0.key == shape.name }) {
        try read(member.value, shape.shape)
      } else if case .optional = shape.shape {
        words.append(0)
      } else {
        throw .fieldMissing(place)
      }
      path.removeLast()
    }
    for member in members where !besides.contains(member.key) {
      if !shapes.contains(where: { $0.name == member.key }) {
        path.append(member.key)
        throw .fieldUnknown(place)
      }
    }
  }

  /// Reads the elements of a list.
  private mutating func read(
    _ values: [JSONValue],
    _ body: (inout FieldReading, JSONValue) throws(FieldProblem) -> Void
  ) throws(FieldProblem) {
    for (index, value) in values.enumerated() {
      path.append("[\(index)]")
      try body(&self, value)
      path.removeLast()
    }
  }

  private mutating func read(
    _ values: [JSONValue], _ shapes: [FieldShape]
  ) throws(FieldProblem) {
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
    _ value: JSONValue, _ shape: FieldShape
  ) throws(FieldProblem) {
    guard case .keyed(let keyShape, let valueShape) = shape else { return }
    var rows: [(order: [UInt64], words: ArraySlice<UInt64>, key: String)] = []
    let start = words.count
    func finish(_ reading: FieldReading, from first: Int, _ key: JSONValue) {
      let words = reading.words[first...]
      var cursor = WordCursor(Array(words))
      rows.append((keyShape.order(&cursor), words, key.text))
    }
    switch (valueShape, value) {
    case (nil, .array(let keys)):
      try read(keys) { (reading, key) throws(FieldProblem) in
        let first = reading.words.count
        try reading.read(key, keyShape)
        finish(reading, from: first, key)
      }
    case (let valueShape?, .object(let members)) where keyShape.isText:
      for member in members {
        path.append("[\(JSONValue.string(member.key).text)]")
        let first = words.count
        append(member.key)
        try read(member.value, valueShape)
        path.removeLast()
        finish(self, from: first, .string(member.key))
      }
    case (let valueShape?, .array(let pairs)) where !keyShape.isText:
      let members = [
        FieldShape.Member(name: "key", shape: keyShape),
        FieldShape.Member(name: "value", shape: valueShape),
      ]
      try read(pairs) { (reading, pair) throws(FieldProblem) in
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

  private func wrong(_ shape: FieldShape) -> FieldProblem {
    .fieldWrong(place, wanted: shape.wanted)
  }

  private static func word(
    _ value: JSONValue, _ type: FieldType, _ cases: [CaseName]
  ) -> UInt64? {
    switch value {
    case .string(let name): cases.first { $0.name == name }?.word
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
    case .bool, .text, .list, .optional, .cases, .keyed: nil
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
  fileprivate func order(_ words: inout WordCursor) -> [UInt64] {
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
