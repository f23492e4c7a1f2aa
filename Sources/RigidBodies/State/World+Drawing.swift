import DeterministicMath
import Simulation

extension DrawingPoint {
  init(_ v: Vec2) { self.init(Double(v.x), Double(v.y)) }
}

extension World {
  /// Appends bodies, contacts and joints as they are between two steps. Reads only.
  ///
  /// - Complexity: O(bodies + shapes + contacts + joints); allocates.
  public func draw(into drawing: inout StepDrawing, _ request: DrawingRequest) {
    drawing.unitsPerMeter = Double(definition.lengthUnitsPerMeter)
    for slot in 0..<bodies.count where bodyFlags[slot] & BodyFlag.used != 0 {
      drawing.bodies.append(drawnBody(slot))
    }
    if request.contacts { drawContacts(into: &drawing) }
    if request.joints {
      for id in jointIDs {
        if let joint = drawnJoint(id) { drawing.joints.append(joint) }
      }
    }
  }

  private func drawnBody(_ slot: Int) -> StepDrawing.Body {
    let flags = bodyFlags[slot]
    let isFree = flags & BodyFlag.dynamic != 0
    let isDriven = flags & BodyFlag.kinematic != 0
    let frame = originTransform(slot)
    var body = StepDrawing.Body(
      id: UInt32(slot), motion: isFree ? .free : (isDriven ? .driven : .still),
      isResting: !isDriven && (!isFree || flags & BodyFlag.awake == 0),
      center: DrawingPoint(frame.position), cosine: Double(frame.rotation.cosine),
      sine: Double(frame.rotation.sine))
    if isFree || isDriven {
      body.velocity = DrawingPoint(motions[slot].velocity)
      body.angularVelocity = Double(motions[slot].w)
    }
    var link = bodies[slot].link
    while link != 0 {
      let shape = Int(link - 1)
      body.outlines.append(drawnOutline(shape, frame))
      link = shapes[shape].next
    }
    // The list has the latest shape first.
    body.outlines.reverse()
    return body
  }

  private func drawnOutline(_ shape: Int, _ frame: Transform) -> DrawingOutline {
    let view = convexView(shape)
    var points: [DrawingPoint] = []
    for corner in 0..<view.count { points.append(DrawingPoint(frame.apply(view.vertices[corner]))) }
    let radius = Double(view.radius)
    switch shapes[shape].kind {
    case .circle: return .circle(center: points[0], radius: radius)
    case .capsule: return .capsule(points[0], points[1], radius: radius)
    case .polygon: return .polygon(points, radius: radius)
    case .segment, .edge: return .line([points[0], points[1]])
    }
  }

  private func drawContacts(into drawing: inout StepDrawing) {
    storeImpulses()
    var rows: [ContactRow] = []
    for slot in 0..<contactRows.count where contactRows[slot].isUsed {
      rows.append(contactRows[slot])
    }
    rows.sort { $0.key < $1.key }
    for row in rows {
      let found = manifold(Int(row.shapeA), Int(row.shapeB), scratch.pointee.vertices)
      if found.count == 0 { continue }
      let bodyA = shapes[Int(row.shapeA)].body
      let bodyB = shapes[Int(row.shapeB)].body
      let frame = originTransform(Int(bodyA))
      let normal = DrawingPoint(frame.rotation.rotate(found.normal))
      for index in 0..<Int(found.count) {
        let point = index == 0 ? found.point0 : found.point1
        let impulse = impulse(of: row, at: point.feature)
        // Points that are only near take part in the solver, but show nothing.
        if point.separation > definition.linearSlop && impulse.normal == 0 { continue }
        drawing.contacts.append(
          StepDrawing.Contact(
            bodyA: bodyA, bodyB: bodyB, point: DrawingPoint(frame.apply(point.point)),
            normal: normal, normalImpulse: Double(impulse.normal),
            tangentImpulse: Double(impulse.tangent)))
      }
    }
  }

  /// What the solver exerted where these features meet.
  private func impulse(of row: ContactRow, at feature: UInt32) -> (normal: Float, tangent: Float) {
    if row.pointCount > 0, row.features & 0xFFFF == feature & 0xFFFF {
      return (row.normalImpulse0, row.tangentImpulse0)
    }
    if row.pointCount > 1, row.features &>> 16 == feature & 0xFFFF {
      return (row.normalImpulse1, row.tangentImpulse1)
    }
    return (0, 0)
  }

  private func drawnJoint(_ id: JointID) -> StepDrawing.Joint? {
    guard let slot = slot(of: id), let ends = bodies(of: id) else { return nil }
    let record = joints[slot]
    let anchors = anchors(of: id)
    let kind: StepDrawing.Joint.Kind
    var length = 0.0
    switch record.kind {
    case .distance:
      let isRope =
        record.flags & JointFlag.limit != 0 && record.hertz == 0 && record.lower < record.upper
        && record.upper < Float.greatestFiniteMagnitude
      kind = record.hertz > 0 ? .spring : (isRope ? .rope : .rod)
      length = Double(isRope ? record.upper : record.rest)
    case .revolute: kind = .pin
    case .weld: kind = .weld
    case .prismatic: kind = .slider
    case .wheel: kind = .wheel
    case .target: kind = .target
    }
    var joint = StepDrawing.Joint(
      id: id.slot, kind: kind, bodyA: ends.a.slot, bodyB: ends.b.slot,
      anchorA: DrawingPoint(anchors.a), anchorB: DrawingPoint(anchors.b))
    if record.kind == .prismatic || record.kind == .wheel {
      joint.axis = DrawingPoint(axis(of: id))
    }
    joint.length = length
    joint.impulse = DrawingPoint(linearImpulse(of: id))
    return joint
  }
}
