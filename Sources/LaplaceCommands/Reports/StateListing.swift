import Replay
import Sessions
import Simulation

/// A state for a person, row by row, and for programs.
struct StateListing {
  /// A row for programs.
  struct Row: Codable {
    var row: Int
    var key: [StateKey]
    /// As differences call it: `units[7].path[2]`.
    var place: String
    var fields: [String: String]
  }

  let rows: StateRows

  init(_ view: StateView) { rows = StateRows(view) }

  /// The tables called `name`, or all of them.
  ///
  /// - Throws: `CommandFailure` when there is none.
  func tables(_ name: String?) throws -> [Int] {
    let tables = rows.view.schema.tables
    guard let name else { return Array(tables.indices) }
    let found = tables.indices.filter { tables[$0].name == name }
    if found.isEmpty {
      let near = nearest(to: name, in: tables.map(\.name))
      throw CommandFailure(
        .trouble, "no table '\(name)'" + (near.map { "; did you mean '\($0)'?" } ?? ""),
        advice: "the tables are: " + tables.map(\.name).joined(separator: ", "))
    }
    return found
  }

  /// A line for each row. Strings stand in the line of their row, or in one of their own.
  ///
  /// - Parameter isAsked: whether this table was asked for by name: then nothing of it is left out.
  func lines(_ table: Int, isAsked: Bool) -> [String] {
    let schema = rows.view.schema.tables[table]
    // A state as it is stored every step lacks some tables.
    guard schema.groups.indices.contains(where: { rows.view.holds(table: table, group: $0) })
    else { return [] }
    if let text = rows.rootText(table) { return ["  \(schema.name) = \(text.quoted)"] }
    if rows.isTextOfRows(table) && !isAsked { return [] }
    return (0..<rows.view.rowCount(table: table)).map { row in
      let values = rows.shownFields(table: table, row: row)
      let label = schema.isSingleValue ? schema.name : rows.path(table: table, row: row).label
      if values.count == 1, values[0].name.isEmpty { return "  \(label) = \(values[0].value)" }
      let words = values.map { "\($0.name.isEmpty ? "value" : $0.name)=\($0.value)" }
      return "  " + ([label] + words).joined(separator: " ")
    }
  }

  func rows(_ table: Int) -> [Row] {
    let schema = rows.view.schema.tables[table]
    return (0..<rows.view.rowCount(table: table)).map { row in
      var fields: [String: String] = [:]
      for (name, value) in rows.shownFields(table: table, row: row) {
        fields[name.isEmpty ? "value" : name] = value
      }
      // Without quotes; a text that is absent stays `nil`.
      for (name, text) in rows.texts(table: table, row: row) where fields[name] != "nil" {
        fields[name] = text.string
      }
      let key = schema.isSingleValue ? nil : rows.key(table: table, row: row)
      return Row(
        row: row, key: key ?? [],
        place: schema.isSingleValue ? schema.name : rows.path(table: table, row: row).label,
        fields: fields)
    }
  }
}
