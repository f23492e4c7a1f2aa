import Simulation

extension StateView {
  /// Two rows of one table that have the same key, on one line; `nil` when there are none.
  ///
  /// Keys of lists within rows are looked at row by row: they need to differ within one list only.
  var firstRepeatedKey: String? {
    for (index, table) in schema.tables.enumerated() {
      let count = rowCount(table: index)
      guard count > 1, !key(table: index, row: 0).isEmpty else { continue }
      for rows in lists(of: index) {
        var seen: [[UInt64]: Int] = [:]
        for row in rows {
          let key = key(table: index, row: row)
          // Rows that nothing tells apart stand for nothing: unused ones.
          if let other = seen.updateValue(row, forKey: key), !areEqual(index, other, row) {
            let words = key.map { "\($0)" }.joined(separator: ", ")
            return "rows \(other) and \(row) of \(table.name) have the same key, \(words)"
          }
        }
      }
    }
    return nil
  }

  private func areEqual(_ table: Int, _ a: Int, _ b: Int) -> Bool {
    schema.tables[table].groups.indices.allSatisfy { group in
      let (one, other) = (
        rowBytes(table: table, group: group, row: a), rowBytes(table: table, group: group, row: b)
      )
      return one.map(Array.init) == other.map(Array.init)
    }
  }

  /// The rows of each list that a table holds: all of them, or those of each row of its parent.
  private func lists(of table: Int) -> [Range<Int>] {
    let name = schema.tables[table].name
    let all = 0..<rowCount(table: table)
    for (index, parent) in schema.tables.enumerated() where name.hasPrefix(parent.name + ".") {
      let column = name.dropFirst(parent.name.count + 1) + ".#"
      for (groupIndex, group) in parent.groups.enumerated() {
        guard let field = group.fields.firstIndex(where: { $0.name == column }) else { continue }
        var lists: [Range<Int>] = []
        var start = 0
        for row in 0..<rowCount(table: index) {
          let count = value(table: index, group: groupIndex, field: field, row: row)?.bits ?? 0
          let end = min(all.upperBound, start + Int(clamping: count))
          lists.append(start..<end)
          start = end
        }
        return lists
      }
    }
    return [all]
  }
}
