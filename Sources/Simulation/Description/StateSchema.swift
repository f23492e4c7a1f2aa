/// The shape of a simulation's state: tables, groups of columns, fields. Derived from one visit.
///
/// The columns of a table are a tree: ``Field/owner`` is the optional or the case that a column belongs
/// to. ``FieldForm/count(table:)`` gives a row the rows of another table.
/// Names are for people: no reader finds the tree in them.
public struct StateSchema: Equatable, Sendable {
  /// A column of a group: one number in each row.
  public struct Field: Sendable {
    /// The column's name within its owner, or within the row; empty for a value without a name of
    /// its own. Parts of a structure are joined with dots.
    public var label: String
    /// The column's name within its table, for people: its own after those of its owners.
    public internal(set) var name: String
    /// How the column's bits are read.
    public var type: ScalarType
    /// Bytes from the start of the group's row in a ``StateImage``.
    public var offset: Int
    /// The place of the column in the tree of its row.
    public var form: FieldForm
    /// The column that it belongs to; `nil` for one that belongs to the row itself.
    public var owner: FieldOwner?
    /// What the column means to tools.
    public var role: FieldRole
    /// What people call the numbers of an enumeration; empty for other fields.
    public var cases: [CaseName]
    /// What people call it in rows of some kinds; `nil` for a field with one name.
    public var kindNames: KindNames?
    /// Names of the bits of a number of flags; empty for other fields. A name may need several bits,
    /// and then precedes the names that need fewer of them.
    public var bitNames: [CaseName]

    /// Makes a column; see the properties for what the values mean.
    public init(
      label: String, type: ScalarType, offset: Int, form: FieldForm = .number,
      owner: FieldOwner? = nil, role: FieldRole = .none, cases: [CaseName] = [],
      kindNames: KindNames? = nil, bitNames: [CaseName] = []
    ) {
      self.label = label
      name = label
      self.type = type
      self.offset = offset
      self.form = form
      self.owner = owner
      self.role = role
      self.cases = cases
      self.kindNames = kindNames
      self.bitNames = bitNames
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
    /// The name that the simulation's `visitState` gives it. The table of a list in a row has the
    /// name of the row's table in front: `units.path`, or `grid[]` for a list without a name.
    public var name: String
    /// The kind of its rows.
    public var content: TableContent
    /// The groups of columns, in the order in which they are visited.
    public var groups: [Group] { didSet { groups = Table.named(groups) } }

    /// Makes a table.
    public init(name: String, content: TableContent = .rows, groups: [Group] = []) {
      self.name = name
      self.content = content
      self.groups = Table.named(groups)
    }

    /// True if the table is a single value, always one row.
    public var isSingleValue: Bool { content == .value }

    /// True if the columns are a tree: each owner is an optional or has cases, and none owns
    /// itself.
    package var isTree: Bool { Table.isTree(Table.fields(of: groups)) }

    /// True unless the table is a text and has other columns than one of bytes.
    package var hasItsColumns: Bool {
      if content != .text { return true }
      let fields = Table.fields(of: groups)
      return fields.count == 1 && fields[0].type == .uint8
    }

    /// The columns that may have owners: naming them is quadratic.
    private static var ownedMax: Int { 4096 }

    fileprivate static func fields(of groups: [Group]) -> [Field] {
      var fields: [Field] = []
      for group in groups { fields += group.fields }
      return fields
    }

    private static func isTree(_ fields: [Field]) -> Bool {
      guard fields.count(where: { $0.owner != nil }) <= ownedMax else { return false }
      return fields.allSatisfy { field in
        var owner = field.owner
        var depth = 0
        while let above = owner {
          guard above.column >= 0, above.column < fields.count, depth < fields.count else {
            return false
          }
          let form = fields[above.column].form
          guard form == .presence || form == .cases else { return false }
          owner = fields[above.column].owner
          depth += 1
        }
        return true
      }
    }

    /// The groups, with the name of each column within the table.
    private static func named(_ groups: [Group]) -> [Group] {
      let fields = fields(of: groups)
      guard fields.contains(where: { $0.owner != nil }), isTree(fields) else { return groups }
      var named = groups
      for (index, group) in groups.enumerated() {
        for number in group.fields.indices {
          named[index].fields[number].name = name(of: group.fields[number], fields)
        }
      }
      return named
    }

    private static func name(of field: Field, _ fields: [Field]) -> String {
      guard let owner = field.owner else { return field.label }
      let outer = fields[owner.column]
      var name = Table.name(of: outer, fields)
      // Fields that several cases have are named after their case as well: `order.move.to`.
      let isShared = fields.contains {
        $0.owner?.column == owner.column && $0.owner != owner
          && Array($0.label.utf8) == Array(field.label.utf8)
      }
      var parts: [String] = []
      if outer.form == .cases && isShared {
        let word = UInt64(truncatingIfNeeded: owner.caseIndex)
        parts.append(outer.cases.first { $0.word == word }?.name ?? decimal(owner.caseIndex))
      }
      parts.append(field.label)
      for part in parts where !part.utf8.isEmpty {
        name += name.utf8.isEmpty ? part : "." + part
      }
      return name
    }
  }

  /// The tables, in the order in which they are visited.
  public var tables: [Table]

  /// Makes a schema, as a recording or an agent brings it.
  public init(tables: [Table] = []) { self.tables = tables }
}

extension StateSchema.Table {
  /// A name of each column, in the order of all groups, for readers that list columns.
  ///
  /// The marks of `maybe: Int??` are `maybe.isPresent` and `maybe.some.isPresent`. The count of a
  /// list `path` is `path.count`.
  package var columnNames: [String] {
    let fields = StateSchema.Table.fields(of: groups)
    let isTree = isTree
    return fields.map { field in
      var words: [String] = field.name.utf8.isEmpty ? [] : [field.name]
      switch field.form {
      case .number, .flag, .cases: return field.name
      case .count: words.append("count")
      case .presence:
        var place = field
        while isTree, place.label.utf8.isEmpty, let owner = place.owner {
          place = fields[owner.column]
          if place.form == .presence { words.append("some") }
        }
        words.append("isPresent")
      }
      var name = words[0]
      for word in words.dropFirst() { name += "." + word }
      return name
    }
  }
}

extension StateSchema.Field: Equatable {
  /// Whether both are stored in the same way: the names of cases and kinds do not count.
  public static func == (a: StateSchema.Field, b: StateSchema.Field) -> Bool {
    Array(a.label.utf8) == Array(b.label.utf8) && a.type == b.type && a.offset == b.offset
      && a.form == b.form && a.owner == b.owner && a.role == b.role
  }
}

extension StateSchema {
  /// True if each count has a table after its own, and no table is counted twice.
  package var areCountsSound: Bool {
    var isCounted = [Bool](repeating: false, count: tables.count)
    for (index, table) in tables.enumerated() {
      for group in table.groups {
        for field in group.fields {
          guard case .count(let child) = field.form else { continue }
          guard child > index, child < tables.count, !isCounted[child] else { return false }
          isCounted[child] = true
        }
      }
    }
    return true
  }

  /// A field of a row as people call it: `units[3].x`, `clock`.
  package func name(of place: StatePlace) -> String {
    guard place.table < tables.count, place.group < tables[place.table].groups.count,
      place.field < tables[place.table].groups[place.group].fields.count
    else { return "a field" }
    let table = tables[place.table]
    let field = table.groups[place.group].fields[place.field].name
    let row = table.isSingleValue ? table.name : table.name + "[" + decimal(place.row) + "]"
    return field.utf8.isEmpty ? row : row + "." + field
  }
}

extension StateSchema.Field {
  /// The name of the case that `word` means, of the truth value, or of the set of flags, such as
  /// `[dynamic, awake]`; `nil` for other fields, and for a number that no case has.
  ///
  /// - Parameter word: the field's bits in the low bytes, as a state holds them; bits above are not
  ///   looked at.
  /// - Complexity: O(names).
  public func name(of word: UInt64) -> String? {
    let mask: UInt64 = type.size == 8 ? .max : 1 << UInt64(8 * type.size) - 1
    if !bitNames.isEmpty { return flagNames(of: word & mask) }
    if form == .flag && word & mask <= 1 { return word & mask == 1 ? "true" : "false" }
    return cases.first { ($0.word ^ word) & mask == 0 }?.name
  }

  /// The names of all bits, and the number of those without a name.
  private func flagNames(of word: UInt64) -> String {
    var rest = word
    var text = ""
    for bits in bitNames where bits.word != 0 && rest & bits.word == bits.word {
      rest &= ~bits.word
      text += (text.utf8.isEmpty ? "" : ", ") + bits.name
    }
    if rest != 0 {
      text += (text.utf8.isEmpty ? "" : ", ") + decimal(Int(truncatingIfNeeded: rest))
    }
    return "[" + text + "]"
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
