/// Rows of words in columns.
struct TextTable {
  struct Column {
    var title: String
    /// Numbers stand at the right.
    var isNumber = false
  }

  var columns: [Column]
  var rows: [[String]] = []

  /// Aligned for a terminal; the last column runs on.
  var lines: [String] {
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
  var markdownLines: [String] {
    func line(_ cells: [String]) -> String { "| " + cells.joined(separator: " | ") + " |" }
    let rule = columns.map { $0.isNumber ? "---:" : "---" }
    return [line(columns.map(\.title)), line(rule)]
      + rows.map { row in line(row.map { $0.map { $0 == "|" ? "\\|" : String($0) }.joined() }) }
  }
}
