/// The shape of a simulation's state: tables, groups of columns, fields. Derived from one visit.
public struct StateSchema: Equatable, Sendable {
  public struct Field: Equatable, Sendable {
    public var name: String
    public var type: ScalarType
    public var offset: Int
    public var role: FieldRole

    public init(name: String, type: ScalarType, offset: Int, role: FieldRole) {
      self.name = name
      self.type = type
      self.offset = offset
      self.role = role
    }
  }

  public struct Group: Equatable, Sendable {
    public var cadence: StateCadence
    /// Bytes of one row in a ``StateImage``: the fields without padding.
    public var rowSize: Int
    public var fields: [Field]

    public init(cadence: StateCadence, rowSize: Int, fields: [Field]) {
      self.cadence = cadence
      self.rowSize = rowSize
      self.fields = fields
    }
  }

  public struct Table: Equatable, Sendable {
    public var name: String
    public var groups: [Group]

    public init(name: String, groups: [Group] = []) {
      self.name = name
      self.groups = groups
    }

    /// Whether the table is a single value, always one row: its only column has no name.
    ///
    /// See ``StateVisitor/value(_:_:_:)``.
    public var isSingleValue: Bool {
      groups.count == 1 && groups[0].fields.count == 1 && groups[0].fields[0].name.isEmpty
    }
  }

  public var tables: [Table]

  public init(tables: [Table] = []) { self.tables = tables }
}

/// Collects a ``StateSchema``.
public struct SchemaVisitor: StateVisitor {
  public private(set) var schema = StateSchema()

  public var access: StateAccess { .reads }

  public init() {}

  public mutating func table(_ name: StaticString, rowCount: inout Int) {
    let title = text(name)
    // Bytes, not characters: Embedded Swift has no tables for comparing those.
    precondition(
      !schema.tables.contains { Array($0.name.utf8) == Array(title.utf8) },
      "every table of a state has a name of its own")
    schema.tables.append(StateSchema.Table(name: title))
  }

  public mutating func columns(
    _ fields: [StateField], _ cadence: StateCadence,
    base: UnsafeMutableRawPointer?, rowSize: Int, stride: Int
  ) {
    precondition(!schema.tables.isEmpty, "columns before the first table")
    var covered = 0
    var described: [StateSchema.Field] = []
    for field in fields {
      precondition(field.offset == covered, "fields follow one another without holes")
      covered += field.type.size
      described.append(
        StateSchema.Field(
          name: text(field.name), type: field.type, offset: field.offset, role: field.role))
    }
    precondition(covered == rowSize && stride >= rowSize, "the fields cover the row")
    schema.tables[schema.tables.count - 1].groups.append(
      StateSchema.Group(cadence: cadence, rowSize: rowSize, fields: described))
  }
}

/// A static string as text, without the parts of the library that Embedded Swift lacks.
func text(_ string: StaticString) -> String {
  string.withUTF8Buffer { String(decoding: $0, as: UTF8.self) }
}
