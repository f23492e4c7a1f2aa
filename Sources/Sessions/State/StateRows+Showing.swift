import Simulation

/// What people read of a row.
extension StateRows {
  /// The text of a string that stands alone; `nil` for other tables.
  public func rootText(_ table: Int) -> StateText? {
    guard isText(table), !isNested(table) else { return nil }
    return text(table, 0..<view.rowCount(table: table))
  }

  /// Whether the table holds strings that belong to the rows of another one.
  public func isTextOfRows(_ table: Int) -> Bool { isText(table) && isNested(table) }

  /// The strings of a row, by the names that the schema gives them.
  public func texts(table: Int, row: Int) -> [(name: String, text: StateText)] {
    let described = structure.tables[table]
    return described.children.compactMap { child in
      guard isTextOfRows(child), let text = text(child, children(child, of: row)) else {
        return nil
      }
      return (String(structure.tables[child].name.dropFirst(described.name.count + 1)), text)
    }
  }

  /// The fields of a row as people read them: strings in quotes, empty optionals as `none`; without
  /// the key of a dictionary's entry, which names the row already.
  public func shownFields(table: Int, row: Int) -> [(name: String, value: String)] {
    let described = structure.tables[table]
    var fields: [(name: String, value: String)] = []
    for column in described.columns {
      guard let value = value(table, column.place, row),
        isPresent(table, column.marks.outer, row)
      else { continue }
      let isThere = isPresent(table, column.marks.own, row)
      switch column.kind {
      case .count(let child) where isTextOfRows(child):
        if described.isMap && described.isKey(child) { continue }
        let text = text(child, children(child, of: row))?.quoted ?? "none"
        fields.append((structure.tables[child].shownName, isThere ? text : "none"))
      case .presence where value.bits <= 1:
        // A value says itself whether it is there.
        if column.hasValueColumn || value.bits == 1 && column.hasParts { continue }
        fields.append((shownName(column, table, row), value.bits == 1 ? "present" : "none"))
      default:
        if described.isMap && described.keyColumns.contains(column.place) { continue }
        let shown = isThere ? value.name ?? value.decimal : "none"
        fields.append((shownName(column, table, row), shown))
      }
    }
    return fields
  }
}
