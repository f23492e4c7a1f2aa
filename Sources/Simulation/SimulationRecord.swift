/// A value of one of several kinds with named fields: an input or an event.
///
/// Described once, by ``StateCases/kinds``, ``StateCases/kind`` and
/// ``StateCases/visitFields(_:)``: the JSON a person reads, the words an agent gets and the schema
/// in a recording all derive from it.
public protocol SimulationRecord: StateCases, Equatable, Sendable {}

/// What a run can be set to before it starts.
public protocol SimulationParameters: StateRow, Equatable, Sendable {
  /// The defaults.
  init()
}

/// How a field of an input, an event or a parameter set is to be read.
public enum FieldType: UInt8, Sendable {
  /// A `Float`: its bit pattern in the low half of a word.
  case float32 = 0
  /// A `Double`: its bit pattern.
  case float64 = 1
  /// A signed number of 64 bits, in two's complement.
  case int64 = 2
  /// A truth value: 0 or 1.
  case bool = 3
  /// A whole number in 0 … 255.
  case uint8 = 4
  /// A whole number in 0 ..< 2³².
  case uint32 = 5
  /// A signed number of 32 bits, in two's complement.
  case int32 = 6
  /// A whole number in 0 ..< 2⁶⁴.
  case uint64 = 7
  /// A text: its length in bytes of UTF-8, then a word for each byte.
  case text = 8
  /// A list: its length, then the words of each element.
  case list = 9
  /// A value that may be missing: 0, or 1 and the words of the value.
  case optional = 10
  /// A value of one of several kinds: the kind's index, then the words of the kind's fields.
  case cases = 11
  /// A dictionary or a set: a list of elements with a field `key`, or fields `key.x` and so on, by
  /// ascending keys, each key once. Those of a dictionary have a field `value` as well.
  case keyed = 12

  /// Whether it is a whole number of any width.
  package var isWholeNumber: Bool {
    switch self {
    case .uint8, .uint32, .int32, .uint64, .int64: true
    default: false
    }
  }

  package init(_ type: ScalarType) {
    switch type {
    case .uint8: self = .uint8
    case .uint32: self = .uint32
    case .int32: self = .int32
    case .uint64: self = .uint64
    case .int64: self = .int64
    case .float32: self = .float32
    case .float64: self = .float64
    }
  }
}

/// For simulations without events.
public struct NoEvent: SimulationRecord {
  public static var kinds: [StaticString] { [] }
  public init(kind: Int) { preconditionFailure("there are no events") }
  public var kind: Int { 0 }
  public mutating func visitFields(_ visitor: inout some FieldVisitor) {}
}

/// For simulations without parameters.
public struct NoParameters: SimulationParameters {
  public init() {}
  public mutating func visitFields(_ visitor: inout some FieldVisitor) {}
}

/// Name and type of one field.
public struct FieldSchema: Sendable {
  /// The field's name: names joined by dots for a number within a structure, empty for the elements
  /// of a list.
  public var name: String
  /// How the field's words are read.
  public var type: FieldType
  /// What each element of a list holds, or the value of an optional.
  public var fields: [FieldSchema]
  /// What a field of type ``FieldType/cases`` may be.
  public var kinds: [KindSchema]
  /// What people call the numbers of an enumeration; empty for other numbers.
  public var cases: [CaseName]

  /// Makes a field; `fields` and `kinds` are for types that contain others.
  public init(
    name: String, type: FieldType, fields: [FieldSchema] = [], kinds: [KindSchema] = [],
    cases: [CaseName] = []
  ) {
    self.name = name
    self.type = type
    self.fields = fields
    self.kinds = kinds
    self.cases = cases
  }
}

extension FieldSchema {
  /// How many lists, optionals and cases a field can lie within.
  package static let depthMax = 16
}

extension FieldSchema: Equatable {
  /// Whether both are read in the same way: the names of cases do not count.
  public static func == (a: FieldSchema, b: FieldSchema) -> Bool {
    Array(a.name.utf8) == Array(b.name.utf8) && a.type == b.type && a.fields == b.fields
      && a.kinds == b.kinds
  }
}

/// The fields of one kind of record.
public struct KindSchema: Equatable, Sendable {
  /// The kind's name, as in ``StateCases/kinds``.
  public var name: String
  /// The kind's fields, in the order of their words.
  public var fields: [FieldSchema]

  /// Makes a kind.
  public init(name: String, fields: [FieldSchema]) {
    self.name = name
    self.fields = fields
  }
}

/// A record without its Swift type: a kind, and the words of its fields.
///
/// A number is one 64-bit word: `Float` and `Double` are bit patterns (a `Float`'s in the low
/// half), signed numbers are two's complement, `Bool` is 0 or 1. What has no fixed length says it
/// first: see ``FieldType``.
public struct RecordWords: Equatable, Sendable {
  /// Index of the record's kind in its schema.
  public var kind: Int
  /// The words of the kind's fields, in order.
  public var words: [UInt64]

  /// Makes a record; whether it fits a schema shows when it is read.
  public init(kind: Int, words: [UInt64]) {
    self.kind = kind
    self.words = words
  }
}

extension SimulationRecord {
  /// The schema of every kind.
  public static var kindSchemas: [KindSchema] {
    var schemas: [KindSchema] = []
    for (index, name) in kinds.enumerated() {
      var describer = FieldDescriber()
      var empty = Self(kind: index)
      empty.visitFields(&describer)
      schemas.append(KindSchema(name: text(name), fields: describer.schema))
    }
    return schemas
  }

  /// This record as words.
  public var recordWords: RecordWords {
    var reader = FieldReader()
    var copy = self
    copy.visitFields(&reader)
    return RecordWords(kind: kind, words: reader.words)
  }

  /// The record with these words.
  ///
  /// - Throws: ``SimulationError`` for an unknown kind, a missing or surplus field, a number that
  ///   is not finite, or fields that do not give the words back.
  public init(_ record: RecordWords) throws(SimulationError) {
    guard record.kind >= 0, record.kind < Self.kinds.count else {
      throw .kindUnknown(record.kind)
    }
    self.init(kind: record.kind)
    var writer = FieldWriter(words: record.words)
    visitFields(&writer)
    try writer.finish()
    // A payload that is read and not written back stays blank.
    if recordWords != record { throw .fieldsIncomplete(name: text(Self.kinds[record.kind])) }
  }
}

extension SimulationParameters {
  /// The fields of a parameter set.
  public static var fieldSchemas: [FieldSchema] {
    var describer = FieldDescriber()
    var defaults = Self()
    defaults.visitFields(&describer)
    return describer.schema
  }

  /// This parameter set as words.
  public var words: [UInt64] {
    var reader = FieldReader()
    var copy = self
    copy.visitFields(&reader)
    return reader.words
  }

  /// The parameter set with these words. See ``SimulationRecord/init(_:)``.
  public init(words: [UInt64]) throws(SimulationError) {
    self.init()
    var writer = FieldWriter(words: words)
    visitFields(&writer)
    try writer.finish()
    if self.words != words { throw .fieldsIncomplete(name: "parameters") }
  }
}
