import Simulation

/// Records as JSON and back, by the schema of their kinds.
enum InputJSON {
  /// `{"step":12,"kind":"panChanged","x":1.5,"y":2.0}`.
  static func line(step: Int64, _ record: RecordWords, _ kinds: [KindSchema]) -> JSONValue {
    let kind = kinds[record.kind]
    var members = [
      JSONValue.Member(key: "step", value: .number("\(step)")),
      JSONValue.Member(key: "kind", value: .string(kind.name)),
    ]
    for (field, word) in zip(kind.fields, record.words) {
      members.append(JSONValue.Member(key: field.name, value: value(word, field.type)))
    }
    return .object(members)
  }

  /// Whether the line of a record reads back as the same words: numbers are finite (JSON knows no
  /// others), and no word holds more than its type.
  static func isExact(_ record: RecordWords, _ kinds: [KindSchema]) -> Bool {
    guard kinds.indices.contains(record.kind) else { return false }
    let fields = kinds[record.kind].fields
    return fields.count == record.words.count
      && zip(fields, record.words).allSatisfy { field, word in
        switch field.type {
        case .float32:
          word >> 32 == 0 && Float(bitPattern: UInt32(truncatingIfNeeded: word)).isFinite
        case .float64: Double(bitPattern: word).isFinite
        case .int64, .uint64: true
        case .int32: Int32(exactly: Int64(bitPattern: word)) != nil
        case .uint32: word >> 32 == 0
        case .uint8: word <= 255
        case .bool: word <= 1
        case .text, .list, .optional, .cases: false
        }
      }
  }

  /// The first field whose name a line uses for something else.
  static func reservedField(of kinds: [KindSchema]) -> String? {
    for kind in kinds {
      for field in kind.fields where ["step", "time", "kind"].contains(field.name) {
        return field.name
      }
    }
    return nil
  }

  static func value(_ word: UInt64, _ type: FieldType) -> JSONValue {
    switch type {
    case .float32: .number("\(Float(bitPattern: UInt32(truncatingIfNeeded: word)))")
    case .float64: .number("\(Double(bitPattern: word))")
    case .int64, .int32: .number("\(Int64(bitPattern: word))")
    case .uint8, .uint32, .uint64: .number("\(word)")
    case .bool: .bool(word == 1)
    case .text, .list, .optional, .cases: .null
    }
  }

  /// What is wrong with an object that should be a record.
  enum Problem: Error, Equatable {
    case notAnObject
    case kindMissing
    case kindUnknown(String)
    case fieldMissing(String)
    case fieldWrong(String, wanted: FieldType)
    case fieldUnknown(String)
  }

  /// The record in an object; members named in `besides` belong to the caller.
  static func record(
    _ object: JSONValue, _ kinds: [KindSchema], besides: [String]
  ) throws(Problem) -> RecordWords {
    guard case .object(let members) = object else { throw .notAnObject }
    guard case .string(let name)? = object["kind"] else { throw .kindMissing }
    guard let kind = kinds.firstIndex(where: { $0.name == name }) else { throw .kindUnknown(name) }
    var words: [UInt64] = []
    for field in kinds[kind].fields {
      guard let value = object[field.name] else { throw .fieldMissing(field.name) }
      guard let word = word(value, field.type) else {
        throw .fieldWrong(field.name, wanted: field.type)
      }
      words.append(word)
    }
    for member in members where member.key != "kind" && !besides.contains(member.key) {
      if !kinds[kind].fields.contains(where: { $0.name == member.key }) {
        throw .fieldUnknown(member.key)
      }
    }
    return RecordWords(kind: kind, words: words)
  }

  private static func word(_ value: JSONValue, _ type: FieldType) -> UInt64? {
    switch (type, value) {
    case (.float32, .number(let text)):
      Float(text).flatMap { $0.isFinite ? UInt64($0.bitPattern) : nil }
    case (.float64, .number(let text)):
      Double(text).flatMap { $0.isFinite ? $0.bitPattern : nil }
    case (.int64, .number(let text)): Int64(text).map { UInt64(bitPattern: $0) }
    case (.int32, .number(let text)): Int32(text).map { UInt64(bitPattern: Int64($0)) }
    case (.uint8, .number(let text)): UInt8(text).map { UInt64($0) }
    case (.uint32, .number(let text)): UInt32(text).map { UInt64($0) }
    case (.uint64, .number(let text)): UInt64(text)
    case (.bool, .bool(let value)): value ? 1 : 0
    default: nil
    }
  }

  /// The JSON schema of `/inputs` for these kinds.
  static func schema(_ kinds: [KindSchema]) -> JSONValue {
    func member(_ key: String, _ value: JSONValue) -> JSONValue.Member {
      JSONValue.Member(key: key, value: value)
    }
    let alternatives = kinds.map { kind -> JSONValue in
      var properties = [member("kind", .object([member("const", .string(kind.name))]))]
      for field in kind.fields {
        let type =
          switch field.type {
          case .float32, .float64: "number"
          case .int64, .int32, .uint8, .uint32, .uint64: "integer"
          case .bool: "boolean"
          case .text: "string"
          case .list: "array"
          case .optional, .cases: "object"
          }
        properties.append(member(field.name, .object([member("type", .string(type))])))
      }
      return .object([
        member("properties", .object(properties)),
        member("required", .array((["kind"] + kind.fields.map(\.name)).map { .string($0) })),
      ])
    }
    return .object([
      member("type", .string("object")),
      member(
        "properties",
        .object([
          member("step", .object([member("type", .string("integer"))])),
          member("kind", .object([member("type", .string("string"))])),
        ])),
      member("required", .array([.string("step"), .string("kind")])),
      member("oneOf", .array(alternatives)),
    ])
  }
}
