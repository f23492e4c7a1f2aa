import Simulation

/// The content of a row, for people.
extension StateRows {
  /// The text of a string that has a table to itself; `nil` for other tables.
  public func rootText(_ table: Int) -> StateText? {
    guard isText(table), !isNested(table) else { return nil }
    return text(table, 0..<view.rowCount(table: table))
  }

  /// Whether the table holds strings that belong to the rows of another one.
  public func isTextOfRows(_ table: Int) -> Bool { isText(table) && isNested(table) }

  /// The strings of a row, by their names within the row.
  public func texts(table: Int, row: Int) -> [(name: String, text: StateText)] {
    structure.tables[table].children.compactMap { child in
      guard isTextOfRows(child), let text = text(child, children(child, of: row)) else {
        return nil
      }
      return (structure.tables[child].shownName, text)
    }
  }

  /// The fields of a row in words, without the key of a dictionary's entry, which names the row
  /// already.
  public func shownFields(table: Int, row: Int) -> [(name: String, value: String)] {
    let described = structure.tables[table]
    var fields: [(name: String, value: String)] = []
    for (number, column) in described.columns.enumerated() where !column.isOwned {
      if described.content == .entries && isKey(column, described) { continue }
      guard let words = words(table, number, row) else { continue }
      fields.append((kindName(column, table, row) ?? partName(column), words))
    }
    return fields
  }

  private func isKey(_ column: StateStructure.Column, _ table: StateStructure.Table) -> Bool {
    if case .count(let child) = column.form { return table.key.contains(.text(child)) }
    return table.key.contains(.column(column.place))
  }

  /// The name of a column within its owner; a list goes by its count.
  private func partName(_ column: StateStructure.Column) -> String {
    guard case .count(let child) = column.form, !isTextOfRows(child) else { return column.label }
    return column.label.isEmpty ? "count" : column.label + ".count"
  }

  /// The value of a column in words: `3`, `true`, `nil`, `"bob"`, `move(x: 1, y: 2)`; `nil` if the
  /// image does not hold it.
  private func words(_ table: Int, _ number: Int, _ row: Int) -> String? {
    let column = structure.tables[table].columns[number]
    guard let value = value(table, column.place, row) else { return nil }
    switch column.form {
    case .number, .flag: return value.words
    case .count(let child):
      guard isTextOfRows(child) else { return value.decimal }
      return text(child, children(child, of: row))?.quoted ?? value.decimal
    case .presence: return value.bits == 0 ? "nil" : parts(table, column, value.bits, row)
    case .cases: return value.words + parts(table, column, value.bits, row)
    }
  }

  /// The columns that belong to one with this value, in parentheses: `(x: 1, y: 2)`. A value
  /// without a name goes without.
  private func parts(
    _ table: Int, _ owner: StateStructure.Column, _ bits: UInt64, _ row: Int
  ) -> String {
    let columns = structure.tables[table].columns
    let parts = owner.parts.filter { number in
      let column = columns[number]
      let nearest = column.own.first ?? column.outer.first
      return owner.form == .presence || nearest?.word == bits
    }
    if owner.form == .presence, parts.count == 1 {
      let only = columns[parts[0]]
      if partName(only).isEmpty {
        let words = words(table, parts[0], row) ?? "present"
        return only.form == .presence ? "some(\(words))" : words
      }
    }
    let list = parts.compactMap { number in
      words(table, number, row).map { partName(columns[number]) + ": " + $0 }
    }
    if list.isEmpty { return owner.form == .presence ? "present" : "" }
    return "(" + list.joined(separator: ", ") + ")"
  }

  /// The value of a column, as a difference lists it.
  func content(_ table: Int, _ number: Int, _ row: Int) -> StateDifference.Content {
    let column = structure.tables[table].columns[number]
    guard let value = value(table, column.place, row) else { return .none }
    switch column.form {
    case .number, .flag, .count: return .scalar(value)
    case .presence where value.bits == 0: return .none
    case .presence, .cases: return .words(words(table, number, row) ?? value.decimal)
    }
  }
}

extension ScalarValue {
  /// The value in words: a case's name, a truth value, or the number.
  package var words: String { name ?? decimal }
}
