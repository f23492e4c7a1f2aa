import Simulation

/// How the tables of a schema belong together, as the names of their columns say.
///
/// A table `units.path` is the list `path` in the rows of `units` when those have a column `path.#`
/// with the number of its rows; child rows follow in the order of their parents. An optional
/// `target` is the columns `target?` and `target`, or `target.…`; a string is a table of one column
/// with the role `text`. A table whose columns are all called `key` or `value`, or `items`, holds
/// entries of a dictionary, plain values or lists, and those names say nothing. The columns of a
/// single value begin with a dot.
///
/// A schema may come from a file: whatever does not fit this together is a plain table.
package struct StateStructure: Sendable {
  /// A column of a table.
  package struct Place: Hashable, Sendable {
    package var group: Int
    package var field: Int
  }

  package struct Column: Sendable {
    package enum Kind: Equatable, Sendable {
      case plain
      /// The number of rows of the child table with this index.
      case count(Int)
      /// Whether an optional has a value.
      case presence
    }

    package var place: Place
    /// As the schema calls it.
    package var name: String
    /// As people see it: without `value`, and without the `?` of an optional.
    package var shownName: String
    package var kind = Kind.plain
    package var cadence: StateCadence
    /// Whether what it is a part of is there, and whether itself is.
    package var marks = Marks()
    /// Whether another column, or a string, shows the value of the optional that this column marks.
    package var hasValueColumn = false
    /// What people call it in rows of some kinds, and the column that tells the kind.
    package var kindNames: (place: Place, names: KindNames)?
    /// Whether columns show parts of the value of the optional that this column marks.
    package var hasParts = false
  }

  /// The columns that say whether there is a value.
  package struct Marks: Sendable {
    /// Those of what it is a part of.
    package var outer: [Place] = []
    /// Its own.
    package var own: [Place] = []
  }

  /// A part of what names a row.
  package enum KeyPart: Equatable, Sendable {
    case column(Place)
    /// A string: a child table.
    case text(Int)
  }

  package struct Table: Sendable {
    package var name: String
    package var parent: Int?
    /// The column of the parent that counts this table's rows.
    package var countPlace: Place?
    /// As people see it after its parent's row, or alone: empty for the values of a dictionary.
    package var shownName: String
    /// The columns of the parent that say whether the list is there at all.
    package var marks = Marks()
    package var children: [Int] = []
    package var isText = false
    package var isSingleValue = false
    package var columns: [Column] = []
    package var key: [KeyPart] = []
    /// Its columns are called `key` and `value`, or `items`.
    package var isMap = false

    package var isKeyed: Bool { !key.isEmpty }
    package var keyColumns: Set<Place> {
      Set(key.compactMap { if case .column(let place) = $0 { place } else { nil } })
    }
    /// Whether the child table is part of what names a row.
    package func isKey(_ child: Int) -> Bool { key.contains(.text(child)) }
  }

  package let tables: [Table]

  package init(_ schema: StateSchema) {
    var tables = schema.tables.map { table in
      var described = Table(name: table.name, shownName: table.name)
      described.isSingleValue = table.isSingleValue
      let fields = table.groups.flatMap(\.fields)
      described.isText = fields.count == 1 && fields[0].role == .text && fields[0].type == .uint8
      described.isMap = isMap(fields.map(\.name))
      for (groupIndex, group) in table.groups.enumerated() {
        for (fieldIndex, field) in group.fields.enumerated() {
          described.columns.append(
            Column(
              place: Place(group: groupIndex, field: fieldIndex), name: field.name,
              shownName: plain(field.name), cadence: group.cadence,
              kindNames: StateStructure.kindNames(of: field, in: table)))
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
        tables[child].marks = counter?.marks ?? Marks()
        tables[child].shownName = shown(tables[child].shownName, in: tables[index])
      }
    }
    self.tables = tables
  }

  private static func kindNames(
    of field: StateSchema.Field, in table: StateSchema.Table
  ) -> (place: Place, names: KindNames)? {
    guard let names = field.kindNames else { return nil }
    for (group, content) in table.groups.enumerated() {
      if let index = content.fields.firstIndex(where: { $0.name == names.column }) {
        return (Place(group: group, field: index), names)
      }
    }
    return nil
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
        plain(column.name) == list + ".#" && column.kind == .plain
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
    let (isMap, columns) = (tables[table].isMap, tables[table].columns)
    let marks = columns.filter { column in
      column.name.hasSuffix("?") && column.kind == .plain
        && schema.field(table, column.place).type == .uint8
    }
    // The mark of elements that are optionals has no name but its question mark.
    let isOfElements = marks.contains { plain($0.name).allSatisfy { $0 == "?" } }
    let values = columns.map { valueName($0.name, isOfElements: isOfElements) }
    for index in columns.indices {
      var column = columns[index]
      let value = values[index]
      for (other, wrapped) in zip(columns, values) where other.place != column.place {
        guard marks.contains(where: { $0.place == other.place }) else { continue }
        if value == wrapped {
          // The outer one of two nested optionals has fewer question marks.
          let isInner = column.name.hasSuffix("?") && column.name.count < other.name.count
          if !isInner { column.marks.own.append(other.place) }
        } else if wrapped.isEmpty || value.hasPrefix(wrapped + ".") {
          column.marks.outer.append(other.place)
        }
      }
      if marks.contains(where: { $0.place == column.place }) {
        column.kind = .presence
        for (other, name) in zip(columns, values) where !other.name.hasSuffix("?") {
          if case .count(let child) = other.kind, name == value {
            column.hasValueColumn = column.hasValueColumn || tables[child].isText
          } else if name == value {
            column.hasValueColumn = true
          } else if value.isEmpty || name.hasPrefix(value + ".") {
            column.hasParts = true
          }
        }
        column.shownName = value
      }
      if isMap { column.shownName = withoutRole(column.shownName) }
      tables[table].columns[index] = column
    }
  }

  private static func describeKey(
    of table: Int, in tables: inout [Table], _ schema: StateSchema
  ) {
    for column in tables[table].columns {
      if case .count(let child) = column.kind, tables[child].isText {
        let isMapKey = tables[table].isMap && isMember(plain(column.name), of: ["key"])
        if isMapKey || schema.field(table, column.place).role == .key {
          tables[table].key.append(.text(child))
        }
      } else if schema.field(table, column.place).role == .key {
        tables[table].key.append(.column(column.place))
      }
    }
  }
}

/// The name of what a column is about: without the marks of optionals and of lists.
private func valueName(_ name: String, isOfElements: Bool) -> String {
  var name = plain(name)[...]
  if name.hasSuffix(".#") { name = name.dropLast(2) }
  while name.hasSuffix("?") { name = name.dropLast() }
  return isOfElements ? withoutRole(String(name)) : String(name)
}

/// Without the dot that begins the columns of single values.
private func plain(_ name: String) -> String {
  String(name.hasPrefix(".") ? name.dropFirst() : name[...])
}

/// Whether columns of these names are those of a dictionary, of plain values, or of lists.
private func isMap(_ names: [String]) -> Bool {
  let names = names.map(plain).filter { !$0.allSatisfy { $0 == "?" } }
  return !names.isEmpty
    && (names.allSatisfy { isMember($0, of: ["key", "value"]) }
      || names.allSatisfy { isMember($0, of: ["items"]) })
}

/// Whether a column is one of these, or a part of one: `key.x` of `key`.
private func isMember(_ name: String, of names: [String]) -> Bool {
  names.contains { name == $0 || name.hasPrefix($0 + "?") || name.hasPrefix($0 + ".") }
}

/// `value` and `items` go without saying.
private func withoutRole(_ name: String) -> String {
  for role in ["value", "items"] {
    if name == role { return "" }
    if name.hasPrefix(role + ".") { return String(name.dropFirst(role.utf8.count + 1)) }
  }
  return name
}

private func shown(_ list: String, in table: StateStructure.Table) -> String {
  table.isMap ? withoutRole(list) : list
}

extension StateSchema {
  package func field(_ table: Int, _ place: StateStructure.Place) -> Field {
    tables[table].groups[place.group].fields[place.field]
  }
}
