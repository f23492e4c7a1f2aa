import DeterministicMath
import Simulation

extension DrawingPoint {
  init(_ v: Vec2) { self.init(Double(v.x), Double(v.y)) }
}

/// What a picture calls a body.
public struct BodyName {
  /// The body's number in the picture.
  public var id: UInt32
  /// What people call it; empty when it has no name.
  public var label: String
  /// Whether it is to look as if it could not move, though its world could move it.
  public var isStill: Bool

  /// Makes a name.
  public init(id: UInt32, _ label: String, isStill: Bool = false) {
    self.id = id
    self.label = label
    self.isStill = isStill
  }
}

extension World {
  /// Appends layers for bodies, joints and contacts as they are between two steps. Reads only.
  ///
  /// Moving bodies are called by their slots; those that cannot move are scenery.
  ///
  /// - Complexity: O(bodies + shapes + contacts + joints); allocates.
  public func draw(into drawing: inout StepDrawing, _ request: DrawingRequest) {
    draw(into: &drawing, request) { slot in
      let isStill = bodyTable.flags[Int(slot)] & (BodyFlag.dynamic | BodyFlag.kinematic) == 0
      return isStill ? nil : BodyName(id: slot, decimal(Int(slot)))
    }
  }

  /// Appends layers as `draw(into:_:)`, with bodies called otherwise.
  ///
  /// - Parameters:
  ///   - drawing: what to append to.
  ///   - request: what is wanted.
  ///   - name: what a body is called, by its slot; `nil` for scenery.
  public func draw(
    into drawing: inout StepDrawing, _ request: DrawingRequest, name: (UInt32) -> BodyName?
  ) {
    drawBodies(into: &drawing, request, name)
    drawing.layers.append(drawnJoints(&drawing, request))
    drawing.layers.append(drawnContacts(&drawing, request))
  }

  // MARK: Bodies

  private func drawBodies(
    into drawing: inout StepDrawing, _ request: DrawingRequest, _ name: (UInt32) -> BodyName?
  ) {
    let moving = drawing.style(DrawingStyle("moving"))
    let driven = drawing.style(DrawingStyle("driven", fill: 0.3))
    let resting = drawing.style(DrawingStyle("at rest", .gray, fill: 0.26))
    let still = drawing.style(DrawingStyle("does not move", .slate))
    var scenery = DrawingLayer("scenery", role: .background)
    var bodies = DrawingLayer("bodies")
    var rest = DrawingLayer("rest")
    let showsRest = request.wants("rest")
    bodies.shapes.reserveCapacity(bodyTable.records.count)
    for slot in 0..<self.bodyTable.records.count where bodyTable.flags[slot] & BodyFlag.used != 0 {
      var shape = drawnBody(slot)
      let flags = bodyTable.flags[slot]
      shape.style = flags & BodyFlag.kinematic != 0 ? driven : moving
      guard let name = name(UInt32(slot)) else {
        if flags & (BodyFlag.dynamic | BodyFlag.kinematic) == 0 { shape.style = still }
        scenery.shapes.append(shape)
        continue
      }
      (shape.id, shape.label) = (name.id, name.label)
      if name.isStill { shape.style = still }
      let isFree = flags & BodyFlag.dynamic != 0 && !name.isStill
      if isFree && flags & BodyFlag.awake == 0 && showsRest {
        shape.style = resting
        rest.shapes.append(shape)
      } else {
        bodies.shapes.append(shape)
      }
    }
    drawing.layers += [scenery, bodies, rest]
  }

  private func drawnBody(_ slot: Int) -> DrawingShape {
    assert(bodyTable.isUsed(slot), "the slot names a body")
    let frame = bodyTable.originTransform(slot)
    var body = DrawingShape(id: UInt32(slot), center: DrawingPoint(frame.position))
    if bodyTable.flags[slot] & (BodyFlag.dynamic | BodyFlag.kinematic) != 0 {
      body.heading = DrawingPoint(Double(frame.rotation.cosine), Double(frame.rotation.sine))
      body.velocity = DrawingPoint(bodyTable.motions[slot].velocity)
      body.angularVelocity = Double(bodyTable.motions[slot].w)
    }
    var link = bodyTable.records[slot].link
    while link != 0 {
      let shape = Int(link - 1)
      body.outlines.append(drawnOutline(shape, frame))
      link = shapeTable.records[shape].next
    }
    // The list has the latest shape first.
    if body.outlines.count > 1 { body.outlines.reverse() }
    return body
  }

  private func drawnOutline(_ shape: Int, _ frame: Transform) -> DrawingOutline {
    assert(shapeTable.isUsed(shape), "the slot names a shape")
    let view = shapeTable.convexView(shape)
    var points: [DrawingPoint] = []
    points.reserveCapacity(view.count)
    for corner in 0..<view.count { points.append(DrawingPoint(frame.apply(view.vertices[corner]))) }
    return shapeTable.records[shape].kind.drawing(points, radius: Double(view.radius))
  }

  // MARK: Contacts

  private func drawnContacts(
    _ drawing: inout StepDrawing, _ request: DrawingRequest
  ) -> DrawingLayer {
    var layer = DrawingLayer("contacts", role: .annotation)
    guard request.wants("contacts") else { return layer }
    let style = drawing.style(DrawingStyle("contact, with its impulse", .red))
    contactTable.storeImpulses(&changeLog)
    var slots: [(key: UInt64, slot: Int32)] = []
    slots.reserveCapacity(contactTable.rows.count)
    for slot in 0..<contactTable.rows.count where contactTable.rows[slot].isUsed {
      slots.append((contactTable.rows[slot].key, Int32(slot)))
    }
    slots.sortStably { $0.key < $1.key }
    layer.marks.reserveCapacity(2 * slots.count)
    for (_, slot) in slots {
      let row = contactTable.rows[Int(slot)]
      let found = drawnManifold(row, Int(slot))
      let normal = DrawingPoint(found.normal)
      for index in 0..<Int(found.count) {
        let point = index == 0 ? found.point0 : found.point1
        let impulse = normalImpulse(of: row, at: point.feature)
        // Points that are only near take part in the solver, but show nothing.
        if point.separation > definition.linearSlop && impulse == 0 { continue }
        layer.marks.append(
          DrawingMark(
            DrawingPoint(point.point), style: style, direction: normal, weight: Double(impulse)))
      }
    }
    return layer
  }

  /// In the plane's frame. Bodies may have been moved by somebody since the step.
  private func drawnManifold(_ row: ContactRow, _ slot: Int) -> Manifold {
    let manifold = contactTable.manifolds[slot]
    if manifold.isMade {
      let found = collisionRows.followed(row, manifold)
      if found.reaches(definition.speculativeDistance) { return found }
    }
    var found = collisionRows.manifold(
      Int(row.shapeA), Int(row.shapeB), workers.scratch.pointee.vertices)
    let frame = bodyTable.originTransform(Int(shapeTable.records[Int(row.shapeA)].body))
    found.normal = frame.rotation.rotate(found.normal)
    found.point0.point = frame.apply(found.point0.point)
    found.point1.point = frame.apply(found.point1.point)
    return found
  }

  /// What the solver exerted where these features meet.
  private func normalImpulse(of row: ContactRow, at feature: UInt32) -> Float {
    if row.pointCount > 0, row.features & 0xFFFF == feature & 0xFFFF { return row.normalImpulse0 }
    if row.pointCount > 1, row.features &>> 16 == feature & 0xFFFF { return row.normalImpulse1 }
    return 0
  }

  // MARK: Joints

  private func drawnJoints(
    _ drawing: inout StepDrawing, _ request: DrawingRequest
  ) -> DrawingLayer {
    var layer = DrawingLayer("joints", role: .annotation)
    guard request.wants("joints") else { return layer }
    for id in jointIDs {
      guard let slot = slot(of: id) else { continue }
      let traits = jointTable.records[slot].kind.traits
      let view = view(of: slot)
      let look = traits.drawing(view)
      var link = DrawingLink(from: DrawingPoint(view.anchorA), to: DrawingPoint(view.anchorB))
      link.style = drawing.style(look.style)
      link.length = Double(look.length)
      if look.showsAxis { link.axis = DrawingPoint(traits.axis(view)) }
      layer.links.append(link)
    }
    return layer
  }
}
