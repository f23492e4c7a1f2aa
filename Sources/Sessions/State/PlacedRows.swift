import Simulation

/// The columns of a table that say where its rows are, by their roles.
public struct PlacedTable: Sendable {
  /// The table's index in the schema.
  public let table: Int
  /// The table's name in the schema.
  public let name: String
  private let places: [FieldRole: StateStructure.Place]

  /// The tables of a schema that have positions, x and y.
  public static func all(in schema: StateSchema) -> [PlacedTable] {
    schema.tables.indices.compactMap { PlacedTable(schema, $0) }
  }

  private init?(_ schema: StateSchema, _ table: Int) {
    var places: [FieldRole: StateStructure.Place] = [:]
    for (groupIndex, group) in schema.tables[table].groups.enumerated() {
      for (fieldIndex, field) in group.fields.enumerated() where places[field.role] == nil {
        places[field.role] = StateStructure.Place(group: groupIndex, field: fieldIndex)
      }
    }
    guard places[.positionX] != nil, places[.positionY] != nil else { return nil }
    (self.table, name, self.places) = (table, schema.tables[table].name, places)
  }

  /// Where every row is; rows whose place the image does not hold, or is not finite, are left out.
  public func rows(in rows: StateRows) -> [PlacedRow] {
    (0..<rows.view.rowCount(table: table)).compactMap { row in
      func number(_ role: FieldRole) -> Double? {
        places[role].flatMap { rows.value(table, $0, row)?.number }
          .flatMap { $0.isFinite ? $0 : nil }
      }
      guard let x = number(.positionX), let y = number(.positionY) else { return nil }
      let path = rows.path(table: table, row: row)
      var placed = PlacedRow(row: row, rows: path, x: x, y: y)
      if let cosine = number(.rotationCosine), let sine = number(.rotationSine) {
        placed.rotation = (cosine, sine)
      }
      placed.velocity = (number(.velocityX) ?? 0, number(.velocityY) ?? 0)
      placed.angularVelocity = number(.angularVelocity) ?? 0
      return placed
    }
  }
}

/// Where one row is, and how it moves.
public struct PlacedRow: Sendable {
  /// Its index in its table.
  public var row: Int
  /// The row and those that it belongs to.
  public var rows: [StateRowName]
  /// The first coordinate, in the simulation's unit of length.
  public var x: Double
  /// The second coordinate, in the simulation's unit of length.
  public var y: Double
  /// Cosine and sine; `nil` for rows that are not turned any way.
  public var rotation: (cosine: Double, sine: Double)?
  /// Units of length per second; 0 where the table has no such columns.
  public var velocity = (x: 0.0, y: 0.0)
  /// Radians per second; 0 where the table has no such column.
  public var angularVelocity = 0.0

  /// What stands between its brackets: its key, or its index.
  public var number: String { rows.last?.number ?? "\(row)" }
  /// Whether a key names it; otherwise its index does.
  public var hasKey: Bool { rows.last?.key?.isEmpty == false }
}
