/// The shape of a simulation's state: tables, groups of columns, fields. Derived from one visit.
public struct StateSchema: Equatable, Sendable {
  /// A column of a group: one number in each row.
  public struct Field: Sendable {
    /// The column's name within its table; parts of a value are joined with dots.
    public var name: String
    /// How the column's bits are read.
    public var type: ScalarType
    /// Bytes from the start of the group's row in a ``StateImage``.
    public var offset: Int
    /// What the column means to tools.
    public var role: FieldRole
    /// What people call the numbers of an enumeration; empty for other fields.
    public var cases: [CaseName]
    /// What people call it in rows of some kinds; `nil` for a field with one name.
    public var kindNames: KindNames?

    /// Makes a column; see the properties for what the values mean.
    public init(
      name: String, type: ScalarType, offset: Int, role: FieldRole, cases: [CaseName] = [],
      kindNames: KindNames? = nil
    ) {
      self.name = name
      self.type = type
      self.offset = offset
      self.role = role
      self.cases = cases
      self.kindNames = kindNames
    }
  }

  /// Columns of a table that are stored together, at one cadence.
  public struct Group: Equatable, Sendable {
    /// When the group is stored in a recording.
    public var cadence: StateCadence
    /// Bytes of one row in a ``StateImage``: the fields without padding.
    public var rowSize: Int
    /// The columns, by ascending offsets.
    public var fields: [Field]

    /// Makes a group.
    public init(cadence: StateCadence, rowSize: Int, fields: [Field]) {
      self.cadence = cadence
      self.rowSize = rowSize
      self.fields = fields
    }
  }

  /// Rows that share their columns.
  public struct Table: Equatable, Sendable {
    /// The name that the simulation's `visitState` gives it, unique in a schema.
    public var name: String
    /// The groups of columns, in the order in which they are visited.
    public var groups: [Group]

    /// Makes a table.
    public init(name: String, groups: [Group] = []) {
      self.name = name
      self.groups = groups
    }

    /// Whether the table is a single value, always one row: no column has a name of its own. The
    /// parts of a value are called `.x`, what is asked of an optional one `?`.
    public var isSingleValue: Bool {
      !groups.isEmpty
        && groups.allSatisfy { group in
          group.fields.allSatisfy { field in
            switch field.name.utf8.first {
            case nil, 46, 63: true
            default: false
            }
          }
        }
    }
  }

  /// The tables, in the order in which they are visited.
  public var tables: [Table]

  /// Makes a schema, as a recording or an agent brings it.
  public init(tables: [Table] = []) { self.tables = tables }
}

extension StateSchema.Field: Equatable {
  /// Whether both are stored in the same way: the names of cases and kinds do not count.
  public static func == (a: StateSchema.Field, b: StateSchema.Field) -> Bool {
    Array(a.name.utf8) == Array(b.name.utf8) && a.type == b.type && a.offset == b.offset
      && a.role == b.role
  }
}

extension StateSchema {
  /// A field of a row as people call it: `units[3].x`, `clock`.
  package func name(of place: StatePlace) -> String {
    guard place.table < tables.count, place.group < tables[place.table].groups.count,
      place.field < tables[place.table].groups[place.group].fields.count
    else { return "a field" }
    let table = tables[place.table]
    let field = table.groups[place.group].fields[place.field].name
    if table.isSingleValue { return table.name + field }
    return table.name + "[" + decimal(place.row) + "]." + field
  }
}

extension StateSchema.Field {
  /// What a person calls the case that `word` stands for; `nil` where the field is no enumeration,
  /// or none of its cases has this number.
  ///
  /// - Parameter word: the field's bits in the low bytes, as a state holds them; bits above are not
  ///   looked at.
  /// - Complexity: O(cases).
  public func name(of word: UInt64) -> String? {
    let mask: UInt64 = type.size == 8 ? .max : 1 << UInt64(8 * type.size) - 1
    return cases.first { ($0.word ^ word) & mask == 0 }?.name
  }
}

/// A field of a row, by its place in the schema.
public struct StatePlace: Equatable, Sendable {
  /// Index of the table in ``StateSchema/tables``.
  public var table: Int
  /// Index of the group of columns in ``StateSchema/Table/groups``.
  public var group: Int
  /// Row of the table, from 0.
  public var row: Int
  /// Index of the field in ``StateSchema/Group/fields``.
  public var field: Int
}
