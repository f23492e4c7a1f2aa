import Simulation

/// How the tables of a schema belong together, as the names of their columns say.
///
/// A table `units.path` is the list `path` in the rows of `units` when those have a column `path.#`
/// with the number of its rows; child rows follow in the order of their parents. An optional `target`
/// is the columns `target?` and `target`, or `target.…`; a string is a table of one column with the
/// role `text`. A table whose columns are all called `key` or `value` is a dictionary, a set or a list
/// of plain values.
///
/// A schema may come from a file: whatever does not fit this together is a plain table.
struct StateStructure: Sendable {
  /// A column of a table.
  struct Place: Hashable, Sendable {
    var group: Int
    var field: Int
  }

  struct Column: Sendable {
    enum Kind: Equatable, Sendable {
      case plain
      /// The number of rows of the child table with this index.
      case count(Int)
      /// Whether an optional has a value; `true` when other columns show that as well.
      case presence(isShownElsewhere: Bool)
    }

    var place: Place
    /// As the schema calls it.
    var name: String
    /// As people see it: without `value`, and without the `?` of an optional.
    var shownName: String
    var kind = Kind.plain
    var cadence: StateCadence
    /// The columns that say whether this one has a value, outermost first.
    var optionals: [Place] = []
  }

  /// A part of what names a row.
  enum KeyPart: Equatable, Sendable {
    case column(Place)
    /// A string: a child table.
    case text(Int)
  }

  struct Table: Sendable {
    var name: String
    var parent: Int?
    /// The column of the parent that counts this table's rows.
    var countPlace: Place?
    /// As people see it after its parent's row, or alone: empty for the values of a dictionary.
    var shownName: String
    /// The columns of the parent that say whether the list is there at all.
    var optionals: [Place] = []
    var children: [Int] = []
    var isText = false
    var isSingleValue = false
    var columns: [Column] = []
    var key: [KeyPart] = []
    /// Its columns are called `key` and `value`.
    var isMap = false

    var isKeyed: Bool { !key.isEmpty }
    var keyColumns: Set<Place> {
      Set(key.compactMap { if case .column(let place) = $0 { place } else { nil } })
    }
    /// Whether the child table is part of what names a row.
    func isKey(_ child: Int) -> Bool { key.contains(.text(child)) }
  }

  let tables: [Table]

  init(_ schema: StateSchema) {
    var tables = schema.tables.map { table in
      var described = Table(name: table.name, shownName: table.name)
      described.isSingleValue = table.isSingleValue
      let fields = table.groups.flatMap(\.fields)
      described.isText = fields.count == 1 && fields[0].role == .text && fields[0].type == .uint8
      described.isMap =
        !fields.isEmpty && fields.allSatisfy { isMember($0.name, of: ["key", "value"]) }
      for (groupIndex, group) in table.groups.enumerated() {
        for (fieldIndex, field) in group.fields.enumerated() {
          described.columns.append(
            Column(
              place: Place(group: groupIndex, field: fieldIndex), name: field.name,
              shownName: field.name, cadence: group.cadence))
        }
      }
      return described
    }
    let indices = Dictionary(
      tables.enumerated().map { ($0.element.name, $0.offset) }, uniquingKeysWith: { one, _ in one })
    for index in tables.indices {
      StateStructure.findParent(of: index, in: &tables, indices, schema)
    }
    for index in tables.indices {
      StateStructure.describeOptionals(of: index, in: &tables, schema)
      StateStructure.describeKey(of: index, in: &tables, schema)
    }
    for index in tables.indices {
      for child in tables[index].children {
        let counter = tables[index].columns.first { $0.place == tables[child].countPlace }
        tables[child].optionals = counter?.optionals ?? []
        tables[child].shownName = shown(tables[child].shownName, in: tables[index])
      }
    }
    self.tables = tables
  }

  /// `units.path.marks` belongs to the longest of `units.path` and `units` that counts its rows.
  private static func findParent(
    of child: Int, in tables: inout [Table], _ indices: [String: Int], _ schema: StateSchema
  ) {
    let name = tables[child].name
    var end = name.endIndex
    while let dot = name[..<end].lastIndex(of: ".") {
      end = dot
      guard let parent = indices[String(name[..<dot])], parent != child else { continue }
      let list = String(name[name.index(after: dot)...])
      let counter = tables[parent].columns.firstIndex { column in
        column.name == list + ".#" && column.kind == .plain
          && schema.field(parent, column.place).type == .uint32
      }
      guard let counter else { continue }
      tables[child].parent = parent
      tables[child].countPlace = tables[parent].columns[counter].place
      tables[child].shownName = list
      tables[parent].columns[counter].kind = .count(child)
      tables[parent].children.append(child)
      return
    }
  }

  private static func describeOptionals(
    of table: Int, in tables: inout [Table], _ schema: StateSchema
  ) {
    let isMap = tables[table].isMap
    let columns = tables[table].columns
    let marks = columns.filter { column in
      column.name.hasSuffix("?") && column.kind == .plain
        && schema.field(table, column.place).type == .uint8
    }
    for index in columns.indices {
      let name = columns[index].name
      let around = marks.filter { mark in
        let wrapped = mark.name.dropLast()
        return mark.place != columns[index].place
          && (name == wrapped || name.hasPrefix(wrapped + ".") || name == mark.name + "?")
      }
      tables[table].columns[index].optionals = around.map(\.place)
      var shownName = name
      if let mark = marks.first(where: { $0.place == columns[index].place }) {
        let wrapped = String(mark.name.dropLast())
        let isShown = columns.contains { column in
          if case .count(let child) = column.kind {
            return column.name == wrapped + ".#" && tables[child].isText
          }
          return column.place != mark.place && !column.name.hasSuffix("?")
            && (column.name == wrapped || column.name.hasPrefix(wrapped + "."))
        }
        tables[table].columns[index].kind = .presence(isShownElsewhere: isShown)
        shownName = String(name.dropLast())
      }
      if isMap { shownName = withoutValue(shownName) }
      tables[table].columns[index].shownName = shownName
    }
  }

  private static func describeKey(
    of table: Int, in tables: inout [Table], _ schema: StateSchema
  ) {
    for column in tables[table].columns {
      if case .count(let child) = column.kind, tables[child].isText {
        let isMapKey = tables[table].isMap && isMember(column.name, of: ["key"])
        if isMapKey || schema.field(table, column.place).role == .key {
          tables[table].key.append(.text(child))
        }
      } else if schema.field(table, column.place).role == .key {
        tables[table].key.append(.column(column.place))
      }
    }
  }
}

/// Whether a column is one of these, or a part of one: `key.x` of `key`.
private func isMember(_ name: String, of names: [String]) -> Bool {
  names.contains { name == $0 || name == $0 + "?" || name.hasPrefix($0 + ".") }
}

/// `value` itself goes without a name.
private func withoutValue(_ name: String) -> String {
  if name == "value" { return "" }
  return name.hasPrefix("value.") ? String(name.dropFirst("value.".count)) : name
}

private func shown(_ list: String, in table: StateStructure.Table) -> String {
  table.isMap ? withoutValue(list) : list
}

extension StateSchema {
  func field(_ table: Int, _ place: StateStructure.Place) -> Field {
    tables[table].groups[place.group].fields[place.field]
  }
}
