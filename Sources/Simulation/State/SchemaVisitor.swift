/// Collects a ``StateSchema``.
public struct SchemaVisitor: StateVisitor {
  /// The schema of what was visited so far; complete when the visit has ended.
  public private(set) var schema = StateSchema()
  public private(set) var rowCount = 0
  /// The tables of the lists in rows.
  private var children: [Int] = []
  public let layouts: StateLayouts?

  public var access: StateAccess { .reads }

  /// - Parameter layouts: what the run keeps; `nil` for a visitor on its own.
  public init(_ layouts: StateLayouts? = nil) {
    self.layouts = layouts
    layouts?.begin()
  }

  public mutating func table(_ name: FieldName, rowCount: inout Int) {
    let title = name.text
    // A list in a row is found by its count, whatever its name.
    if !children.contains(schema.tables.count) {
      for (index, table) in schema.tables.enumerated() where !children.contains(index) {
        // Bytes, not characters: Embedded Swift has no tables for comparing those.
        precondition(
          Array(table.name.utf8) != Array(title.utf8),
          "every table of a state has a name of its own")
      }
    }
    schema.tables.append(StateSchema.Table(name: title))
    self.rowCount = rowCount
  }

  public mutating func columns(
    _ group: RowGroup, base: UnsafeMutableRawPointer?, changes: StateChanges?
  ) {
    precondition(!schema.tables.isEmpty, "columns before the first table")
    let table = schema.tables.count - 1
    var described: [StateSchema.Field] = []
    for field in group.fields {
      var form = field.form
      if case .count(let distance) = form {
        form = .count(table: table + distance)
        children.append(table + distance)
      }
      described.append(
        StateSchema.Field(
          label: field.label.text, type: field.type, offset: field.offset, form: form,
          owner: field.owner, role: field.role, cases: Array(field.cases),
          kindNames: field.kindNames?.pointee, bitNames: Array(field.bitNames)))
    }
    schema.tables[table].content = group.content
    schema.tables[table].groups.append(
      StateSchema.Group(cadence: group.cadence, rowSize: group.rowSize, fields: described))
  }
}
