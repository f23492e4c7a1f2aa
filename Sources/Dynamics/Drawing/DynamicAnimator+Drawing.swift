import DeterministicMath
import RigidBodies
import Simulation

extension DynamicAnimator {
  /// What the present state shows: item outlines, boundaries, contacts, attachments, fields.
  ///
  /// Ask between steps. Reads only, runs no block of a custom field, and changes no later result.
  /// Lengths are in points.
  ///
  /// - Complexity: O(items + contacts + joints + fields × grid points); allocates.
  public func drawing(_ request: DrawingRequest = DrawingRequest()) -> StepDrawing {
    var drawing = StepDrawing()
    world.draw(into: &drawing, request)
    name(&drawing)
    if let bounds = referenceBoundsStore {
      drawing.frame = DrawingFrame(
        x: bounds.minX, y: bounds.minY, width: bounds.width, height: bounds.height)
    }
    let grid = DrawingGrid(drawing, columns: request.fieldColumns)
    for top in behaviors {
      for behavior in top.subtree where request.holds(behavior.kind) {
        behavior.draw(into: &drawing, grid, self)
      }
    }
    return drawing
  }

  /// Gives the bodies of items the numbers of their items.
  private func name(_ drawing: inout StepDrawing) {
    var items = [Int32](repeating: -1, count: 1 + Int(drawing.bodies.last?.id ?? 0))
    for slot in order {
      let body = Int(slots[Int(slot)].body.slot)
      if body < items.count { items[body] = slot }
    }
    for index in drawing.bodies.indices {
      let slot = items[Int(drawing.bodies[index].id)]
      drawing.bodies[index].item = slot
      if slot >= 0 { drawing.bodies[index].label = label(slot) }
      if slot >= 0, slots[Int(slot)].properties.isAnchored {
        drawing.bodies[index].motion = .still
        drawing.bodies[index].isResting = true
      }
    }
  }

  private func label(_ slot: Int32) -> String {
    #if hasFeature(Embedded)
      return ""
    #else
      return (slots[Int(slot)].item as? Item)?.name ?? ""
    #endif
  }

  /// Where an item is and how it moves, for effects that depend on it; `nil` when it is in no body.
  func drawnSubject(slot: Int32) -> FieldSubject? {
    guard slot >= 0, slots[Int(slot)].isRegistered else { return nil }
    let entry = slots[Int(slot)]
    let pose = world.transform(of: entry.body)
    let velocity = world.linearVelocity(of: entry.body)
    return FieldSubject(
      center: Point(x: Double(pose.position.x), y: Double(pose.position.y)),
      velocity: Vector(dx: Double(velocity.x), dy: Double(velocity.y)), mass: entry.mass,
      charge: entry.properties.charge)
  }

  /// The number of an item's body in the picture.
  func drawnBody(slot: Int32) -> UInt32 { slots[Int(slot)].body.slot }
}

extension DrawingRequest {
  /// Whether what a behaviour of this kind adds is asked for.
  fileprivate func holds(_ kind: BehaviorKind) -> Bool {
    switch kind {
    case .snap: joints
    default: fields
    }
  }
}

/// Points at which fields are sampled: the middles of square cells that fill the frame.
package struct DrawingGrid {
  package let origin: Point
  package let spacing: Double
  package let columns: Int
  package let rows: Int

  init(_ drawing: StepDrawing, columns wanted: Int) {
    var low = Point(x: 0, y: 0)
    var high = low
    if let frame = drawing.frame {
      low = Point(x: frame.x, y: frame.y)
      high = Point(x: frame.x + frame.width, y: frame.y + frame.height)
    } else {
      var isFirst = true
      for body in drawing.bodies where body.item >= 0 {
        let c = body.center
        if isFirst || c.x < low.x { low.x = c.x }
        if isFirst || c.y < low.y { low.y = c.y }
        if isFirst || c.x > high.x { high.x = c.x }
        if isFirst || c.y > high.y { high.y = c.y }
        isFirst = false
      }
      low = Point(x: low.x - 100, y: low.y - 100)
      high = Point(x: high.x + 100, y: high.y + 100)
    }
    let columnCount = wanted < 2 ? 2 : (wanted > 64 ? 64 : wanted)
    let width = high.x - low.x
    let height = high.y - low.y
    let step = width > 0 ? width / Double(columnCount) : 1
    let rowCount = height / step
    origin = Point(x: low.x + step / 2, y: low.y + step / 2)
    spacing = step
    columns = columnCount
    // A frame may be very high and narrow.
    rows = rowCount >= 1 ? Int(rowCount < 128 ? rowCount : 128) : 1
  }

  func point(_ column: Int, _ row: Int) -> Point {
    Point(x: origin.x + Double(column) * spacing, y: origin.y + Double(row) * spacing)
  }
}
