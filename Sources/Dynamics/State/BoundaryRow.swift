import RigidBodies
import Simulation

/// A row of the table `boundaries`: a shape of a collision behaviour's boundary in the world.
struct BoundaryRow: StateRow {
  var behavior: Int64 = 0
  /// Index among the behaviour's boundaries, or a word of ``Special``.
  var boundary: Int64 = 0
  var shape = ShapeID.blank
  var tag: UInt64 = 0

  /// A boundary that the behaviour does not own.
  enum Special: Int64, CaseIterable, StateEnum {
    case referenceBounds = -1
  }

  static let layout = RowLayout(BoundaryRow.self)

  mutating func visitFields(_ visitor: inout some FieldVisitor) {
    visitor.field("behavior", &behavior, role: .key)
    visitor.word("boundary", &boundary, Special.self, role: .key)
    visitor.field("shape", &shape)
    visitor.field("tag", &tag)
  }

  var boundaryShape: BoundaryShape {
    BoundaryShape(shape: shape, tag: UInt64(UInt32(truncatingIfNeeded: tag)))
  }
}

extension DynamicAnimator {
  func gatherBoundaries(
    of behavior: DynamicBehavior, _ ordinal: Int, into rows: inout [BoundaryRow]
  ) {
    // In another animator's tree it has shapes in another world.
    guard let behavior = behavior as? CollisionBehavior, behavior.animatorReference === self else {
      return
    }
    func gather(_ shapes: [BoundaryShape], _ boundary: Int64) {
      for shape in shapes {
        rows.append(
          BoundaryRow(
            behavior: Int64(ordinal), boundary: boundary, shape: shape.shape, tag: shape.tag))
      }
    }
    if let boundary = behavior.referenceBoundary {
      gather(boundary.shapes, BoundaryRow.Special.referenceBounds.rawValue)
    }
    for (index, boundary) in behavior.boundaries.enumerated() {
      gather(boundary.shapes, Int64(index))
    }
  }

  func scatterBoundaries() {
    for behavior in known {
      guard let collision = behavior as? CollisionBehavior else { continue }
      collision.referenceBoundary = nil
      for index in collision.boundaries.indices { collision.boundaries[index].shapes = [] }
    }
    for row in rows.boundaries.rows {
      guard let behavior = knownBehavior(row.behavior) as? CollisionBehavior else { continue }
      if row.boundary == BoundaryRow.Special.referenceBounds.rawValue {
        let bounds = referenceBoundsStore ?? .zero
        let path = Path2D(rect: bounds.inset(by: behavior.boundaryInsets))
        behavior.referenceBoundary = Boundary(
          identifier: nil, path: path, lines: path.polylines(), shapes: [row.boundaryShape])
        continue
      }
      let index = DynamicAnimator.index(row.boundary, below: behavior.boundaries.count)
      if index >= 0 {
        behavior.boundaries[index].shapes.append(row.boundaryShape)
      } else {
        note(Diagnostic(.objectUnknown))
      }
    }
  }
}
