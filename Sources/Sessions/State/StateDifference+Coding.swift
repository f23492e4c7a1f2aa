import Simulation

// A difference is its JSON, with what programs want of it in addition: place, distances and text.

extension StateDifference: Codable {
  private enum CodingKeys: String, CodingKey {
    case table, rows, actualRow, field, shownField, isEveryStep, problem, expected, actual
    case place, distance, ulpDistance, text
  }

  private enum Problem: String, Codable, CaseIterable {
    case content
    case value
    case rowCount = "row count"
    case rowMissing = "row missing"
    case rowSurplus = "row surplus"
    case rowMoved = "row moved"
  }

  /// Reads what ``encode(to:)`` writes.
  public init(from decoder: any Decoder) throws {
    let keys = try decoder.container(keyedBy: CodingKeys.self)
    table = try keys.decode(String.self, forKey: .table)
    rows = try keys.decode([StateRowName].self, forKey: .rows)
    actualRow = try keys.decodeIfPresent(Int.self, forKey: .actualRow)
    field = try keys.decode(String.self, forKey: .field)
    shownField = try keys.decode(String.self, forKey: .shownField)
    isEveryStep = try keys.decode(Bool.self, forKey: .isEveryStep)
    _ = (try keys.decode(String.self, forKey: .place), try keys.decode(String.self, forKey: .text))
    _ = try keys.decodeIfPresent(Double.self, forKey: .distance)
    _ = try keys.decodeIfPresent(UInt64.self, forKey: .ulpDistance)
    let problem = try keys.decode(Problem.self, forKey: .problem)
    let expected = try keys.decodeIfPresent(Content.self, forKey: .expected) ?? .none
    let actual = try keys.decodeIfPresent(Content.self, forKey: .actual) ?? .none
    switch (problem, expected, actual) {
    case (.content, _, _): values = .content(expected: expected, actual: actual)
    case (.value, .scalar(let a), .scalar(let b)): values = .field(expected: a, actual: b)
    case (.rowCount, .words(let a), .words(let b)):
      values = .rowCount(expected: Int(a) ?? 0, actual: Int(b) ?? 0)
    case (.rowMissing, _, _): values = .rowMissing
    case (.rowSurplus, _, _): values = .rowSurplus
    case (.rowMoved, _, _): values = .rowMoved(to: actualRow ?? 0)
    default:
      throw DecodingError.dataCorruptedError(
        forKey: .expected, in: keys, debugDescription: "not the values of a \(problem)")
    }
  }

  /// Writes the parts, and what follows from them.
  public func encode(to encoder: any Encoder) throws {
    var keys = encoder.container(keyedBy: CodingKeys.self)
    try keys.encode(table, forKey: .table)
    try keys.encode(rows, forKey: .rows)
    try keys.encodeIfPresent(actualRow, forKey: .actualRow)
    try keys.encode(field, forKey: .field)
    try keys.encode(shownField, forKey: .shownField)
    try keys.encode(isEveryStep, forKey: .isEveryStep)
    try keys.encode(place, forKey: .place)
    try keys.encode(description, forKey: .text)
    try keys.encodeIfPresent(distance, forKey: .distance)
    try keys.encodeIfPresent(ulpDistance, forKey: .ulpDistance)
    var (problem, expected, actual) = (Problem.value, Content.none, Content.none)
    switch values {
    case .field(let a, let b): (expected, actual) = (.scalar(a), .scalar(b))
    case .content(let a, let b): (problem, expected, actual) = (.content, a, b)
    case .rowCount(let a, let b):
      (problem, expected, actual) = (.rowCount, .words("\(a)"), .words("\(b)"))
    case .rowMissing: problem = .rowMissing
    case .rowSurplus: problem = .rowSurplus
    case .rowMoved: problem = .rowMoved
    }
    try keys.encode(problem, forKey: .problem)
    if expected != .none { try keys.encode(expected, forKey: .expected) }
    if actual != .none { try keys.encode(actual, forKey: .actual) }
  }
}

extension StateDifference.Content: Codable {
  private enum CodingKeys: String, CodingKey {
    case value, type, bits, bytes
  }

  /// Reads what ``encode(to:)`` writes.
  public init(from decoder: any Decoder) throws {
    let keys = try decoder.container(keyedBy: CodingKeys.self)
    let value = try keys.decodeIfPresent(String.self, forKey: .value)
    let bits = try keys.decodeIfPresent(String.self, forKey: .bits)
    let type = try keys.decodeIfPresent(ScalarType.self, forKey: .type)
    let bytes = try keys.decodeIfPresent([UInt8].self, forKey: .bytes)
    if let type {
      let bits = UInt64(bits?.dropFirst(2) ?? "", radix: 16) ?? 0
      let scalar = ScalarValue(type: type, bits: bits)
      self = .scalar(
        ScalarValue(type: type, bits: bits, name: value == scalar.decimal ? nil : value))
    } else if let bytes {
      self = .text(StateText(bytes: bytes))
    } else {
      self = value.map { .words($0) } ?? .none
    }
  }

  /// Writes the value as people read it, with a number's type and bits or a string's bytes.
  public func encode(to encoder: any Encoder) throws {
    var keys = encoder.container(keyedBy: CodingKeys.self)
    switch self {
    case .none: break
    case .words(let words): try keys.encode(words, forKey: .value)
    case .scalar(let scalar):
      try keys.encode(scalar.name ?? scalar.decimal, forKey: .value)
      try keys.encode(scalar.type, forKey: .type)
      try keys.encode(scalar.hexadecimal, forKey: .bits)
    case .text(let text):
      try keys.encode(text.string, forKey: .value)
      try keys.encode(text.bytes, forKey: .bytes)
    }
  }
}

extension StateKey: Codable {
  /// Reads a number or a string.
  public init(from decoder: any Decoder) throws {
    let container = try decoder.singleValueContainer()
    if let number = try? container.decode(Int64.self) {
      self = .number(ScalarValue(type: .int64, bits: UInt64(bitPattern: number)))
    } else if let number = try? container.decode(UInt64.self) {
      self = .number(ScalarValue(type: .uint64, bits: number))
    } else if let number = try? container.decode(Double.self) {
      self = .number(ScalarValue(type: .float64, bits: number.bitPattern))
    } else {
      self = .text(StateText(bytes: Array(try container.decode(String.self).utf8)))
    }
  }

  /// Writes a plain number or a plain string.
  public func encode(to encoder: any Encoder) throws {
    var container = encoder.singleValueContainer()
    switch self {
    case .number(let value):
      switch value.type {
      case .uint8, .uint32, .uint64: try container.encode(value.bits)
      case .int32, .int64: try container.encode(Int64(value.decimal) ?? 0)
      case .float32, .float64: try container.encode(Double(value.decimal) ?? 0)
      }
    case .text(let text): try container.encode(text.string)
    }
  }
}
