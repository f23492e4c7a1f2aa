/// Rows of words in columns.
package struct TextTable {
  package struct Column {
    package var title: String
    /// Numbers stand at the right.
    package var isNumber = false

    package init(title: String, isNumber: Bool = false) {
      self.title = title
      self.isNumber = isNumber
    }
  }

  package var columns: [Column]
  package var rows: [[String]] = []

  package init(columns: [Column], rows: [[String]] = []) {
    self.columns = columns
    self.rows = rows
  }

  /// Aligned for a terminal; the last column runs on.
  package var lines: [String] {
    let widths = columns.indices.map { index in
      (rows.map { $0[index].count } + [columns[index].title.count]).max() ?? 0
    }
    return ([columns.map(\.title)] + rows).map { row in
      var line = ""
      for (index, cell) in row.enumerated() {
        let space = String(repeating: " ", count: widths[index] - cell.count)
        if index > 0 { line += "  " }
        line += columns[index].isNumber ? space + cell : cell
        if !columns[index].isNumber && index < row.count - 1 { line += space }
      }
      return line
    }
  }

  /// As Markdown; a bar inside a cell would end it, and is escaped.
  package var markdownLines: [String] {
    func line(_ cells: [String]) -> String { "| " + cells.joined(separator: " | ") + " |" }
    let rule = columns.map { $0.isNumber ? "---:" : "---" }
    return [line(columns.map(\.title)), line(rule)]
      + rows.map { row in line(row.map { $0.map { $0 == "|" ? "\\|" : String($0) }.joined() }) }
  }
}
