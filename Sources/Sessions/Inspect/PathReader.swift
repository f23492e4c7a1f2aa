import Simulation

/// Reads one field of any number of states of one schema.
///
/// `speed` is the length of a row's velocity, in tables without a field of that name whose columns
/// have the roles of velocities.
package struct PathReader: Sendable {
  /// What is read of a row.
  private enum Value: Sendable {
    case column(StateStructure.Column)
    case speed(StateStructure.Place, StateStructure.Place)
  }

  package let path: FieldPath
  package let table: Int
  private let value: Value
  /// One for each table from the outermost to ``table``.
  private let selectors: [FieldPath.Selector]
  private let schema: StateSchema
  private let structure: StateStructure

  /// - Throws: ``FieldPathProblem`` when the schema has no such field.
  package init(_ path: FieldPath, in schema: StateSchema) throws(FieldPathProblem) {
    let structure = StateStructure(schema)
    let tables = structure.tables
    let table: Int
    var field = path.field
    if path.selectors.isEmpty {
      let values = tables.indices.filter { tables[$0].isSingleValue }
      let found =
        values.first { tables[$0].name == field }
        ?? values.first { field.hasPrefix(tables[$0].name + ".") }
      guard let index = found else {
        let named = tables.first { $0.name == field || field.hasPrefix($0.name + ".") }
        throw FieldPathProblem(
          description: named.map { "'\($0.name)' has rows: write \($0.name)[0] or [*]" }
            ?? "there is no '\(field.prefix { $0 != "." })'",
          known: tables.map(\.name))
      }
      (table, field) = (index, String(field.dropFirst(tables[index].name.count + 1)))
    } else {
      guard let index = tables.indices.first(where: { structure.pattern(of: $0) == path.rows })
      else {
        throw FieldPathProblem(
          description: "there is no table '\(path.rows.replacing("[]", with: ""))'",
          known: tables.map(\.name))
      }
      table = index
    }
    self.path = path
    self.table = table
    self.schema = schema
    self.structure = structure
    selectors = path.selectors.isEmpty ? [.all] : path.selectors
    value = try PathReader.value(field, table, structure, schema)
  }

  private static func value(
    _ field: String, _ table: Int, _ structure: StateStructure, _ schema: StateSchema
  ) throws(FieldPathProblem) -> Value {
    let described = structure.tables[table]
    let columns = described.columns.filter(\.isValue)
    if let found = columns.first(where: { $0.name == field }) { return .column(found) }
    if columns.count == 1, field.isEmpty { return .column(columns[0]) }
    func place(_ role: FieldRole) -> StateStructure.Place? {
      columns.first { schema.role(table, $0.place) == role }?.place
    }
    if field == "speed", let x = place(.velocityX), let y = place(.velocityY) {
      return .speed(x, y)
    }
    let known = columns.map(\.name).filter { !$0.isEmpty }
    let hasSpeed = place(.velocityX) != nil && place(.velocityY) != nil
    throw FieldPathProblem(
      description: field.isEmpty
        ? "'\(described.name)' has several fields: name one"
        : "'\(described.name)' has no field '\(field)'",
      known: known + (hasSpeed ? ["speed"] : []))
  }

  /// The column that is read; `nil` for `speed`, which is computed.
  package var place: (group: Int, field: Int)? {
    guard case .column(let column) = value else { return nil }
    return (column.place.group, column.place.field)
  }

  /// Whether every step's image has it; otherwise only key frames do.
  package var isEveryStep: Bool {
    switch value {
    case .column(let column): column.cadence == .everyStep
    case .speed(let x, let y):
      schema.cadence(table, x) == .everyStep && schema.cadence(table, y) == .everyStep
    }
  }

  /// What follows after the row: `positionY`.
  package var name: String { path.field }

  // MARK: Reading

  /// The rows that are meant, of one state, with their labels where there are many.
  ///
  /// - Complexity: O(1) for a row that is named by its index, else O(rows).
  package func rows(in view: StateView) -> [Int] {
    let count = view.rowCount(table: table)
    let described = structure.tables[table]
    if selectors.count == 1, described.parent == nil {
      switch selectors[0] {
      case .all: return Array(0..<count)
      case .row(let row): return row < count ? [row] : []
      case .label(let text) where !described.isKeyed:
        return Int(text).flatMap { $0 >= 0 && $0 < count ? [$0] : nil } ?? []
      case .label: break
      }
    }
    let rows = StateRows(view, structure)
    return (0..<count).filter { row in
      let path = rows.path(table: table, row: row).filter { !$0.isSingleValue }
      guard path.count == selectors.count else { return false }
      return zip(path, selectors).allSatisfy { name, selector in
        switch selector {
        case .all: true
        case .row(let index): name.index == index
        case .label(let text): name.number == text
        }
      }
    }
  }

  /// `bodies[3]`.
  package func label(of row: Int, in view: StateView) -> String {
    StateRows(view, structure).path(table: table, row: row).label
  }

  /// The labels of several rows of one state.
  package func labels(of rows: [Int], in view: StateView) -> [String] {
    let all = StateRows(view, structure)
    return rows.map { all.path(table: table, row: $0).label }
  }

  /// The value in a row; `nil` where the image does not hold it, or an optional is empty.
  package func scalar(_ row: Int, in view: StateView) -> ScalarValue? {
    guard case .column(let column) = value else { return nil }
    for condition in column.outer + column.own {
      let (group, field) = (condition.place.group, condition.place.field)
      guard let there = view.value(table: table, group: group, field: field, row: row) else {
        continue
      }
      if there.bits != condition.word { return nil }
    }
    return view.value(
      table: table, group: column.place.group, field: column.place.field, row: row)
  }

  /// The value in a row as a number.
  package func number(_ row: Int, in view: StateView) -> Double? {
    guard case .speed(let x, let y) = value else { return scalar(row, in: view)?.number }
    guard let vx = view.value(table: table, group: x.group, field: x.field, row: row)?.number,
      let vy = view.value(table: table, group: y.group, field: y.field, row: row)?.number
    else { return nil }
    return (vx * vx + vy * vy).squareRoot()
  }

  /// The value in a row as people read it, so that it reads back to the same bits.
  package func text(_ row: Int, in view: StateView) -> String? {
    if let scalar = scalar(row, in: view) { return scalar.name ?? scalar.decimal }
    return number(row, in: view).map { "\($0)" }
  }
}

extension StateStructure {
  /// The table's name and those of the tables around it, with `[]` for the number of a row.
  fileprivate func pattern(of index: Int) -> String {
    let table = tables[index]
    let rows = table.shownName + (table.isSingleValue ? "" : "[]")
    guard let parent = table.parent else { return rows }
    return pattern(of: parent) + (table.shownName.isEmpty ? "" : ".") + rows
  }
}

extension StateSchema {
  fileprivate func role(_ table: Int, _ place: StateStructure.Place) -> FieldRole {
    tables[table].groups[place.group].fields[place.field].role
  }

  fileprivate func cadence(_ table: Int, _ place: StateStructure.Place) -> StateCadence {
    tables[table].groups[place.group].cadence
  }
}
