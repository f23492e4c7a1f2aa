import DeterministicMath
import RigidBodies
import Simulation

extension DynamicAnimator {
  /// What the present state shows: item outlines, boundaries, contacts, attachments, fields.
  ///
  /// The layers are, from the back: `fields`, `scenery` (boundaries), `bodies` and `rest` (items,
  /// by the numbers of their rows), `joints` (attachments), `contacts`, `snaps` and `pushes`.
  /// Lengths are in points; arrows of fields and pushes are accelerations in pt/s², those of
  /// velocity fields velocities. Ask between steps. Reads only, runs no block of a custom field,
  /// and changes no later result.
  ///
  /// - Complexity: O(items + contacts + joints + fields × grid points); allocates.
  public func drawing(_ request: DrawingRequest = DrawingRequest()) -> StepDrawing {
    var drawing = StepDrawing(unit: "pt")
    if let bounds = referenceBoundsStore {
      drawing.frame = DrawingFrame(
        x: bounds.minX, y: bounds.minY, width: bounds.width, height: bounds.height)
    }
    var items: [Int32] = []
    for slot in order {
      let body = Int(slots[Int(slot)].body.slot)
      while items.count <= body { items.append(-1) }
      items[body] = slot
    }
    world.draw(into: &drawing, request) { body in
      guard body < items.count, items[Int(body)] >= 0 else { return nil }
      let item = Int(items[Int(body)])
      let name = slots[item].item?.name ?? ""
      return BodyName(
        id: UInt32(item), name.utf8.isEmpty ? decimal(item) : name,
        isStill: slots[item].properties.isAnchored)
    }
    // The world tells the impulses of one of its own substeps.
    let scale = Double(tuning.kernelSubsteps)
    for layer in drawing.layers.indices
    where drawing.layers[layer].name.utf8.elementsEqual("contacts".utf8) {
      for mark in drawing.layers[layer].marks.indices {
        drawing.layers[layer].marks[mark].weight *= scale
      }
    }
    var picture = BehaviorPicture(drawing, request)
    for top in behaviors {
      for behavior in top.subtree { behavior.draw(into: &picture, self) }
    }
    picture.drawing.layers.insert(picture.fields, at: 0)
    picture.drawing.layers += [picture.snaps, picture.pushes]
    return picture.drawing
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
}

/// What behaviours add to a picture.
package struct BehaviorPicture {
  /// With its styles, and the layers of the bodies.
  var drawing: StepDrawing
  var fields = DrawingLayer("fields", role: .annotation)
  var snaps = DrawingLayer("snaps", role: .annotation)
  var pushes = DrawingLayer("pushes", role: .annotation)
  let showsFields: Bool
  let showsSnaps: Bool
  let showsPushes: Bool
  let grid: DrawingGrid

  init(_ drawing: StepDrawing, _ request: DrawingRequest) {
    self.drawing = drawing
    showsFields = request.wants("fields")
    showsSnaps = request.wants("snaps")
    showsPushes = request.wants("pushes")
    grid = DrawingGrid(drawing, columns: request.columns)
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
      for layer in drawing.layers where layer.role == .subject {
        for shape in layer.shapes {
          let c = shape.center
          if isFirst || c.x < low.x { low.x = c.x }
          if isFirst || c.y < low.y { low.y = c.y }
          if isFirst || c.x > high.x { high.x = c.x }
          if isFirst || c.y > high.y { high.y = c.y }
          isFirst = false
        }
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
