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
