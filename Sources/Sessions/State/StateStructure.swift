import Simulation

/// The tree of a schema, with what readers of states look up in it.
package struct StateStructure: Sendable {
  /// A column of a table.
  package struct Place: Hashable, Sendable {
    package var group: Int
    package var field: Int
  }

  /// A condition for a column to count in a row: an optional has a value, or a value has a case.
  package struct Condition: Equatable, Sendable {
    package var place: Place
    /// The word of the column at ``place`` that meets it.
    package var word: UInt64
  }

  package struct Column: Sendable {
    package var place: Place
    /// The column's name within the table, for people.
    package var name: String
    /// The column's name within its owner.
    package var label: String
    package var form: FieldForm
    package var cadence: StateCadence
    /// The names of a row's kinds, and the column that holds the kind.
    package var kindNames: (place: Place, names: KindNames)?
    /// Indexes of the columns that belong to it.
    package var parts: [Int] = []
    /// Conditions for what the column is a part of.
    package var outer: [Condition] = []
    /// Conditions for the column's own value, which is that of an optional.
    package var own: [Condition] = []
    package var isOwned: Bool { !outer.isEmpty || !own.isEmpty }

    /// True for a number, a truth value or a case.
    package var isValue: Bool { form == .number || form == .flag || form == .cases }
  }

  /// A part of what names a row.
  package enum KeyPart: Equatable, Sendable {
    case column(Place)
    /// A string: a child table.
    case text(Int)
  }

  package struct Table: Sendable {
    package var name: String
    package var content: TableContent
    package var parent: Int?
    /// Index of the parent's column that counts this table's rows.
    package var counter: Int?
    /// The name within its parent's row, or of the table alone: empty for a list without a name.
    package var shownName: String
    package var children: [Int] = []
    package var columns: [Column] = []
    package var key: [KeyPart] = []
    package var isText = false

    package var isSingleValue: Bool { content == .value }
    package var isKeyed: Bool { !key.isEmpty }
  }

  package let tables: [Table]

  package init(_ schema: StateSchema) {
    var tables = schema.tables.map(StateStructure.table)
    for parent in tables.indices {
      for (number, column) in tables[parent].columns.enumerated() {
        guard case .count(let child) = column.form, tables.indices.contains(child),
          child > parent, tables[child].parent == nil
        else { continue }
        (tables[child].parent, tables[child].counter) = (parent, number)
        tables[child].shownName = column.name
        tables[parent].children.append(child)
      }
    }
    for table in tables.indices {
      let fields = schema.tables[table].groups.flatMap(\.fields)
      for (column, field) in zip(tables[table].columns, fields) where field.role == .key {
        if case .count(let child) = column.form {
          if tables.indices.contains(child), tables[child].isText {
            tables[table].key.append(.text(child))
          }
        } else {
          tables[table].key.append(.column(column.place))
        }
      }
    }
    self.tables = tables
  }

  private static func table(_ schema: StateSchema.Table) -> Table {
    var table = Table(name: schema.name, content: schema.content, shownName: schema.name)
    var owners: [FieldOwner?] = []
    for (groupIndex, group) in schema.groups.enumerated() {
      for (fieldIndex, field) in group.fields.enumerated() {
        table.columns.append(
          Column(
            place: Place(group: groupIndex, field: fieldIndex), name: field.name,
            label: field.label, form: field.form, cadence: group.cadence,
            kindNames: kindNames(of: field, in: schema)))
        owners.append(field.owner)
      }
    }
    let fields = schema.groups.flatMap(\.fields)
    table.isText = schema.content == .text && fields.count == 1 && fields[0].type == .uint8
    guard schema.isTree else { return table }
    for number in table.columns.indices {
      if let owner = owners[number] { table.columns[owner.column].parts.append(number) }
      var (place, isOwn) = (number, true)
      while let owner = owners[place] {
        let above = table.columns[owner.column]
        isOwn = isOwn && above.form == .presence && table.columns[place].label.isEmpty
        let condition = Condition(
          place: above.place, word: above.form == .presence ? 1 : UInt64(owner.caseIndex))
        if isOwn {
          table.columns[number].own.append(condition)
        } else {
          table.columns[number].outer.append(condition)
        }
        place = owner.column
      }
    }
    return table
  }

  private static func kindNames(
    of field: StateSchema.Field, in table: StateSchema.Table
  ) -> (place: Place, names: KindNames)? {
    guard let names = field.kindNames else { return nil }
    for (group, content) in table.groups.enumerated() {
      if let index = content.fields.firstIndex(where: { $0.label == names.column }) {
        return (Place(group: group, field: index), names)
      }
    }
    return nil
  }

  /// The column that counts the rows of a child table.
  package func counter(of child: Int) -> Column? {
    guard let parent = tables[child].parent, let number = tables[child].counter else { return nil }
    return tables[parent].columns[number]
  }
}

extension StateSchema {
  package func field(_ table: Int, _ place: StateStructure.Place) -> Field {
    tables[table].groups[place.group].fields[place.field]
  }
}
