import Recording
import Sessions
import Simulation

/// Fields of a state as lines of a table: one for each step, or one for each row of each step.
package struct ExportTable {
  package enum Form {
    case csv
    case jsonLines
  }

  package let form: Form
  package let fields: [PathReader]
  private let stepSeconds: Double
  /// The field whose rows get a line each.
  private let many: PathReader?
  private let names: [String]
  /// The start of each field's member in a line of JSON.
  private let members: [String]

  /// - Precondition: fields with `[*]` are of one table.
  package init(_ form: Form, _ fields: [PathReader], stepSeconds: Double) {
    (self.form, self.fields, self.stepSeconds) = (form, fields, stepSeconds)
    many = fields.first(where: \.path.isMany)
    names = fields.map { $0.path.isMany ? $0.name : $0.path.text }
    members = names.map { "," + jsonString($0) + ":" }
  }

  /// The line with the names of the columns; `nil` where each line has them.
  package var head: String? {
    guard form == .csv else { return nil }
    return (["step", "seconds"] + (many == nil ? [] : ["row"]) + names.map(ExportTable.quoted))
      .joined(separator: ",")
  }

  package func lines(_ step: Int64, _ view: StateView) -> [String] {
    let fixed = fields.map { $0.path.isMany ? nil : $0.rows(in: view).first }
    guard let many else { return [line(step, nil, fixed, view)] }
    let rows = many.rows(in: view)
    return zip(rows, many.labels(of: rows, in: view)).map { row, label in
      line(
        step, label, zip(fields, fixed).map { $0.path.isMany ? row : $1 }, view)
    }
  }

  private func line(_ step: Int64, _ label: String?, _ rows: [Int?], _ view: StateView) -> String {
    let seconds = "\(Double(step) * stepSeconds)"
    if form == .csv {
      let values = zip(fields, rows).map { field, row in
        row.flatMap { field.text($0, in: view) }.map(ExportTable.quoted) ?? ""
      }
      return (["\(step)", seconds] + (label.map { [ExportTable.quoted($0)] } ?? []) + values)
        .joined(separator: ",")
    }
    var text = "{\"step\":\(step),\"seconds\":\(seconds)"
    if let label { text += ",\"row\":" + jsonString(label) }
    for (member, (field, row)) in zip(members, zip(fields, rows)) {
      text += member + (row.map { json(field, $0, view) } ?? "null")
    }
    return text + "}"
  }

  /// A value as JSON: names of cases, and numbers that JSON does not know, are texts.
  private func json(_ field: PathReader, _ row: Int, _ view: StateView) -> String {
    guard let text = field.text(row, in: view) else { return "null" }
    if field.scalar(row, in: view)?.name != nil { return jsonString(text) }
    return field.number(row, in: view)?.isFinite == true ? text : jsonString(text)
  }

  /// A text as CSV has it (RFC 4180).
  package static func quoted(_ text: String) -> String {
    guard text.utf8.contains(where: { $0 == 0x2C || $0 == 0x22 || $0 == 0x0A || $0 == 0x0D })
    else { return text }
    return "\"" + text.replacing("\"", by: "\"\"") + "\""
  }

  /// Paths of what is stored every step: of the first table with positions, or else of the first table.
  package static func usualFields(_ schema: StateSchema) -> [String] {
    let tables = schema.tables.indices.filter { table in
      schema.tables[table].groups.contains { $0.cadence == .everyStep && !$0.fields.isEmpty }
    }
    let placed = PlacedTable.all(in: schema).map(\.table).first(where: tables.contains)
    let rows = tables.first { !schema.tables[$0].isSingleValue }
    guard let index = placed ?? rows ?? tables.first else { return [] }
    let structure = StateStructure(schema)
    let place = allRows(of: index, structure)
    let columns = structure.tables[index].columns.filter { $0.cadence == .everyStep && $0.isValue }
    return columns.map { $0.name.isEmpty ? place : place + "." + $0.name }
  }

  /// `units[*].path[*]`.
  private static func allRows(of index: Int, _ structure: StateStructure) -> String {
    let table = structure.tables[index]
    let rows = table.shownName + (table.isSingleValue ? "" : "[*]")
    guard let parent = table.parent else { return rows }
    return allRows(of: parent, structure) + (table.shownName.isEmpty ? "" : ".") + rows
  }
}
