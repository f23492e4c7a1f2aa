import Simulation

extension StateRows {
  /// Two rows of one list that have the same key, on one line; `nil` when there are none.
  var firstRepeatedKey: String? {
    for table in structure.tables.indices where !structure.tables[table].key.isEmpty {
      var seen: [String: Int] = [:]
      for row in 0..<view.rowCount(table: table) {
        let label = path(table: table, row: row).label
        // Rows that nothing tells apart stand for nothing: unused ones.
        if let other = seen.updateValue(row, forKey: label), !areEqual(table, other, row) {
          return "rows \(other) and \(row) of \(structure.tables[table].name) are both \(label)"
        }
      }
    }
    return nil
  }

  private func areEqual(_ table: Int, _ a: Int, _ b: Int) -> Bool {
    view.schema.tables[table].groups.indices.allSatisfy { group in
      let one = view.rowBytes(table: table, group: group, row: a)
      let other = view.rowBytes(table: table, group: group, row: b)
      return one.map(Array.init) == other.map(Array.init)
    }
  }
}
