/// A value of one of several kinds with named fields: an input or an event.
///
/// Described once, by ``kinds``, ``kind`` and ``visitFields(_:)``: the JSON a person reads, the
/// words an agent gets and the schema in a recording all derive from it.
public protocol SimulationRecord: Equatable, Sendable {
  /// The names of the kinds. The order is part of the recorded format: append, never reorder.
  static var kinds: [StaticString] { get }

  /// An empty record of the kind with this index.
  ///
  /// - Precondition: `kind` is an index of ``kinds``.
  init(kind: Int)

  /// Index of this record's kind in ``kinds``.
  var kind: Int { get }

  /// Visits every field of this record's kind, by name, always in the same order.
  mutating func visitFields(_ visitor: inout some FieldVisitor)
}

/// What a run can be set to before it starts.
public protocol SimulationParameters: Equatable, Sendable {
  /// The defaults.
  init()
  /// Visits every parameter, by name, always in the same order.
  mutating func visitFields(_ visitor: inout some FieldVisitor)
}

/// Walks the named fields of an input, an event or a parameter set.
public protocol FieldVisitor {
  mutating func field(_ name: StaticString, _ value: inout Float)
  mutating func field(_ name: StaticString, _ value: inout Double)
  mutating func field(_ name: StaticString, _ value: inout Int64)
  mutating func field(_ name: StaticString, _ value: inout Bool)
}

/// How a field of an input, an event or a parameter set is to be read.
public enum FieldType: UInt8, Sendable {
  case float32 = 0
  case float64 = 1
  case int64 = 2
  case bool = 3
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
public struct FieldSchema: Equatable, Sendable {
  public var name: String
  public var type: FieldType

  public init(name: String, type: FieldType) {
    self.name = name
    self.type = type
  }
}

/// The fields of one kind of record.
public struct KindSchema: Equatable, Sendable {
  public var name: String
  public var fields: [FieldSchema]

  public init(name: String, fields: [FieldSchema]) {
    self.name = name
    self.fields = fields
  }
}

/// A record without its Swift type: a kind and one 64-bit word per field.
///
/// `Float` and `Double` words are bit patterns (a `Float`'s in the low half), `Int64` words are
/// two's complement, `Bool` words are 0 or 1.
public struct RecordWords: Equatable, Sendable {
  public var kind: Int
  public var words: [UInt64]

  public init(kind: Int, words: [UInt64]) {
    self.kind = kind
    self.words = words
  }
}

/// Collects the fields' names, types and words.
struct FieldReader: FieldVisitor {
  var schema: [FieldSchema] = []
  var words: [UInt64] = []

  mutating func field(_ name: StaticString, _ value: inout Float) {
    schema.append(FieldSchema(name: text(name), type: .float32))
    words.append(UInt64(value.bitPattern))
  }
  mutating func field(_ name: StaticString, _ value: inout Double) {
    schema.append(FieldSchema(name: text(name), type: .float64))
    words.append(value.bitPattern)
  }
  mutating func field(_ name: StaticString, _ value: inout Int64) {
    schema.append(FieldSchema(name: text(name), type: .int64))
    words.append(UInt64(bitPattern: value))
  }
  mutating func field(_ name: StaticString, _ value: inout Bool) {
    schema.append(FieldSchema(name: text(name), type: .bool))
    words.append(value ? 1 : 0)
  }
}

/// Writes words into the fields; refuses numbers that are not finite and words out of range.
struct FieldWriter: FieldVisitor {
  var words: [UInt64]
  var index = 0
  var failure: SimulationError?

  init(words: [UInt64]) { self.words = words }

  private mutating func next(_ name: StaticString) -> UInt64? {
    defer { index += 1 }
    if index < words.count { return words[index] }
    failure = failure ?? .fieldMissing(name: text(name))
    return nil
  }
  mutating func field(_ name: StaticString, _ value: inout Float) {
    guard let word = next(name) else { return }
    guard word >> 32 == 0 else {
      failure = failure ?? .fieldOutOfRange(name: text(name))
      return
    }
    let new = Float(bitPattern: UInt32(truncatingIfNeeded: word))
    if new.isFinite { value = new } else { failure = failure ?? .fieldNotFinite(name: text(name)) }
  }
  mutating func field(_ name: StaticString, _ value: inout Double) {
    guard let word = next(name) else { return }
    let new = Double(bitPattern: word)
    if new.isFinite { value = new } else { failure = failure ?? .fieldNotFinite(name: text(name)) }
  }
  mutating func field(_ name: StaticString, _ value: inout Int64) {
    guard let word = next(name) else { return }
    value = Int64(bitPattern: word)
  }
  mutating func field(_ name: StaticString, _ value: inout Bool) {
    guard let word = next(name) else { return }
    if word <= 1 {
      value = word == 1
    } else {
      failure = failure ?? .fieldOutOfRange(name: text(name))
    }
  }
}

extension SimulationRecord {
  /// The schema of every kind.
  public static var kindSchemas: [KindSchema] {
    var schemas: [KindSchema] = []
    for (index, name) in kinds.enumerated() {
      var reader = FieldReader()
      var empty = Self(kind: index)
      empty.visitFields(&reader)
      schemas.append(KindSchema(name: text(name), fields: reader.schema))
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
  /// - Throws: ``SimulationError`` for an unknown kind, a missing or surplus field, or a number
  ///   that is not finite.
  public init(_ record: RecordWords) throws(SimulationError) {
    guard record.kind >= 0, record.kind < Self.kinds.count else {
      throw .kindUnknown(record.kind)
    }
    self.init(kind: record.kind)
    var writer = FieldWriter(words: record.words)
    visitFields(&writer)
    if let failure = writer.failure { throw failure }
    if writer.index != record.words.count { throw .fieldsSurplus }
  }
}

extension SimulationParameters {
  /// The fields of a parameter set.
  public static var fieldSchemas: [FieldSchema] {
    var reader = FieldReader()
    var defaults = Self()
    defaults.visitFields(&reader)
    return reader.schema
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
    if let failure = writer.failure { throw failure }
    if writer.index != words.count { throw .fieldsSurplus }
  }
}
