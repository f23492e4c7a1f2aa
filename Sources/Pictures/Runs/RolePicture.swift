import Sessions
import Simulation

/// Drawings made from nothing but the roles of a state's columns: dots, or arrowheads where the
/// rows are turned some way, labelled with their keys.
package struct RolePicture {
  private let tables: [PlacedTable]
  private let isYUp: Bool
  /// The placed rows of each step, by table.
  private var steps: [[[PlacedRow]]] = []

  /// `nil` when no table has positions.
  package init?(_ schema: StateSchema, isYUp: Bool) {
    tables = PlacedTable.all(in: schema)
    self.isYUp = isYUp
    if tables.isEmpty { return nil }
  }

  package mutating func add(_ rows: StateRows) { steps.append(tables.map { $0.rows(in: rows) }) }

  /// A drawing for each step that was added.
  package var drawings: [StepDrawing] {
    let radius = markRadius
    return steps.map { placed in
      var drawing = StepDrawing(isYUp: isYUp)
      for (table, rows) in zip(tables, placed) {
        let style = drawing.style(DrawingStyle(table.name))
        var layer = DrawingLayer(table.name)
        for (index, row) in rows.enumerated() {
          layer.shapes.append(shape(row, UInt32(index), style, radius))
        }
        drawing.layers.append(layer)
      }
      return drawing
    }
  }

  private func shape(
    _ row: PlacedRow, _ id: UInt32, _ style: Int, _ radius: Double
  ) -> DrawingShape {
    let (cosine, sine) = row.rotation ?? (0, 0)
    let center = DrawingPoint(row.x, row.y)
    // A number says enough where there is one table only.
    let isPlain = tables.count == 1 && row.rows.count == 1
    var shape = DrawingShape(
      id: id, isPlain ? row.number : row.rows.label, style: style, center: center)
    shape.heading = DrawingPoint(cosine, sine)
    shape.velocity = DrawingPoint(row.velocity.x, row.velocity.y)
    shape.angularVelocity = row.angularVelocity
    func corner(_ along: Double, _ across: Double) -> DrawingPoint {
      DrawingPoint(
        row.x + radius * (along * cosine - across * sine),
        row.y + radius * (along * sine + across * cosine))
    }
    shape.outlines = [
      row.rotation == nil
        ? .circle(center: center, radius: radius)
        : .polygon([corner(1.6, 0), corner(-1, 0.9), corner(-1, -0.9)], radius: 0)
    ]
    return shape
  }

  /// One size for all steps: a small part of the plane that they cover.
  private var markRadius: Double {
    var least = (x: Double.infinity, y: Double.infinity)
    var most = (x: -Double.infinity, y: -Double.infinity)
    for row in steps.joined().joined() where row.x.magnitude < 1e7 && row.y.magnitude < 1e7 {
      least = (min(least.x, row.x), min(least.y, row.y))
      most = (max(most.x, row.x), max(most.y, row.y))
    }
    let size = max(most.x - least.x, most.y - least.y)
    return size > 0 ? 0.022 * size : 0.05
  }
}
