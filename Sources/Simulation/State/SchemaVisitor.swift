/// Collects a ``StateSchema``.
public struct SchemaVisitor: StateVisitor {
  /// The schema of what was visited so far; complete when the visit has ended.
  public private(set) var schema = StateSchema()
  public private(set) var rowCount = 0
  public let layouts: StateLayouts?

  public var access: StateAccess { .reads }

  /// - Parameter layouts: what the run keeps; `nil` for a visitor on its own.
  public init(_ layouts: StateLayouts? = nil) {
    self.layouts = layouts
    layouts?.begin()
  }

  public mutating func table(_ name: FieldName, rowCount: inout Int) {
    let title = name.text
    // Bytes, not characters: Embedded Swift has no tables for comparing those.
    precondition(
      !schema.tables.contains { Array($0.name.utf8) == Array(title.utf8) },
      "every table of a state has a name of its own")
    schema.tables.append(StateSchema.Table(name: title))
    self.rowCount = rowCount
  }

  public mutating func columns(
    _ group: RowGroup, base: UnsafeMutableRawPointer?, changes: StateChanges?
  ) {
    precondition(!schema.tables.isEmpty, "columns before the first table")
    var described: [StateSchema.Field] = []
    for field in group.fields {
      described.append(
        StateSchema.Field(
          name: field.name.text, type: field.type, offset: field.offset, role: field.role,
          cases: Array(field.cases), kindNames: field.kindNames?.pointee))
    }
    schema.tables[schema.tables.count - 1].groups.append(
      StateSchema.Group(cadence: group.cadence, rowSize: group.rowSize, fields: described))
  }
}
