extension WireWriter {
  mutating func append(_ value: Double) { append(value.bitPattern) }

  mutating func append(_ point: DrawingPoint) {
    append(point.x)
    append(point.y)
  }

  mutating func append(points: [DrawingPoint]) {
    append(count: points.count)
    for point in points { append(point) }
  }

  mutating func append(_ request: DrawingRequest) {
    append(
      UInt8((request.contacts ? 1 : 0) | (request.joints ? 2 : 0) | (request.fields ? 4 : 0)))
    append(UInt32(truncatingIfNeeded: request.fieldColumns))
  }

  mutating func append(outlines: [DrawingOutline]) {
    append(count: outlines.count)
    for outline in outlines {
      switch outline {
      case .circle(let center, let radius):
        append(UInt8(0))
        append(center)
        append(radius)
      case .capsule(let a, let b, let radius):
        append(UInt8(1))
        append(a)
        append(b)
        append(radius)
      case .polygon(let points, let radius):
        append(UInt8(2))
        append(points: points)
        append(radius)
      case .line(let points):
        append(UInt8(3))
        append(points: points)
      }
    }
  }

  mutating func append(arrows: [StepDrawing.Arrow]) {
    append(count: arrows.count)
    for arrow in arrows {
      append(arrow.at)
      append(arrow.vector)
    }
  }

  mutating func append(_ body: StepDrawing.Body) {
    append(body.id)
    append(UInt32(bitPattern: body.item))
    append(body.label)
    append(body.motion.rawValue)
    append(UInt8(body.isResting ? 1 : 0))
    append(body.center)
    append(body.cosine)
    append(body.sine)
    append(body.velocity)
    append(body.angularVelocity)
    append(outlines: body.outlines)
  }

  mutating func append(_ contact: StepDrawing.Contact) {
    append(contact.bodyA)
    append(contact.bodyB)
    append(contact.point)
    append(contact.normal)
    append(contact.normalImpulse)
    append(contact.tangentImpulse)
  }

  mutating func append(_ joint: StepDrawing.Joint) {
    append(joint.id)
    append(joint.kind.rawValue)
    append(joint.bodyA)
    append(joint.bodyB)
    append(joint.anchorA)
    append(joint.anchorB)
    append(joint.axis)
    append(joint.length)
    append(joint.impulse)
  }

  mutating func append(_ field: StepDrawing.Field) {
    append(field.kind)
    append(field.position)
    append(UInt8(field.isEnabled ? 1 : 0))
    append(outlines: field.region)
    append(arrows: field.arrows)
    append(field.spacing)
  }

  mutating func append(_ drawing: StepDrawing) {
    append(UInt8(drawing.frame == nil ? 0 : 1))
    if let frame = drawing.frame {
      append(frame.x)
      append(frame.y)
      append(frame.width)
      append(frame.height)
    }
    append(UInt8(drawing.isYUp ? 1 : 0))
    append(drawing.unitsPerMeter)
    append(count: drawing.bodies.count)
    for body in drawing.bodies { append(body) }
    append(count: drawing.contacts.count)
    for contact in drawing.contacts { append(contact) }
    append(count: drawing.joints.count)
    for joint in drawing.joints { append(joint) }
    append(count: drawing.fields.count)
    for field in drawing.fields { append(field) }
    append(arrows: drawing.forces)
  }
}

extension WireReader {
  private mutating func double() throws(AgentError) -> Double {
    Double(bitPattern: try word64())
  }

  /// A byte that is 0 or 1.
  private mutating func flag() throws(AgentError) -> Bool {
    let byte = try byte()
    guard byte <= 1 else { throw .garbled }
    return byte == 1
  }

  private mutating func point() throws(AgentError) -> DrawingPoint {
    let x = try double()
    return DrawingPoint(x, try double())
  }

  private mutating func points() throws(AgentError) -> [DrawingPoint] {
    var points: [DrawingPoint] = []
    for _ in 0..<(try count(minimumSize: 16)) { points.append(try point()) }
    return points
  }

  mutating func drawingRequest() throws(AgentError) -> DrawingRequest {
    var request = DrawingRequest()
    let flags = try byte()
    guard flags < 8 else { throw .garbled }
    request.contacts = flags & 1 != 0
    request.joints = flags & 2 != 0
    request.fields = flags & 4 != 0
    let columns = try word32()
    guard columns >= 2, columns <= 64 else { throw .garbled }
    request.fieldColumns = Int(columns)
    return request
  }

  private mutating func outlines() throws(AgentError) -> [DrawingOutline] {
    var outlines: [DrawingOutline] = []
    for _ in 0..<(try count(minimumSize: 5)) {
      switch try byte() {
      case 0:
        let center = try point()
        outlines.append(.circle(center: center, radius: try double()))
      case 1:
        let a = try point()
        let b = try point()
        outlines.append(.capsule(a, b, radius: try double()))
      case 2:
        let corners = try points()
        outlines.append(.polygon(corners, radius: try double()))
      case 3: outlines.append(.line(try points()))
      default: throw .garbled
      }
    }
    return outlines
  }

  private mutating func arrows() throws(AgentError) -> [StepDrawing.Arrow] {
    var arrows: [StepDrawing.Arrow] = []
    for _ in 0..<(try count(minimumSize: 32)) {
      let at = try point()
      arrows.append(StepDrawing.Arrow(at: at, vector: try point()))
    }
    return arrows
  }

  private mutating func body() throws(AgentError) -> StepDrawing.Body {
    let id = try word32()
    let item = Int32(bitPattern: try word32())
    let label = try string()
    guard let motion = StepDrawing.Body.Motion(rawValue: try byte()) else { throw .garbled }
    let isResting = try flag()
    let center = try point()
    let cosine = try double()
    var body = StepDrawing.Body(
      id: id, motion: motion, isResting: isResting, center: center, cosine: cosine,
      sine: try double())
    body.item = item
    body.label = label
    body.velocity = try point()
    body.angularVelocity = try double()
    body.outlines = try outlines()
    return body
  }

  private mutating func contact() throws(AgentError) -> StepDrawing.Contact {
    let (a, b) = (try word32(), try word32())
    let (point, normal) = (try point(), try point())
    let impulse = try double()
    return StepDrawing.Contact(
      bodyA: a, bodyB: b, point: point, normal: normal, normalImpulse: impulse,
      tangentImpulse: try double())
  }

  private mutating func joint() throws(AgentError) -> StepDrawing.Joint {
    let id = try word32()
    guard let kind = StepDrawing.Joint.Kind(rawValue: try byte()) else { throw .garbled }
    let (a, b) = (try word32(), try word32())
    let anchor = try point()
    var joint = StepDrawing.Joint(
      id: id, kind: kind, bodyA: a, bodyB: b, anchorA: anchor, anchorB: try point())
    joint.axis = try point()
    joint.length = try double()
    joint.impulse = try point()
    return joint
  }

  private mutating func field() throws(AgentError) -> StepDrawing.Field {
    let kind = try byte()
    let position = try point()
    var field = StepDrawing.Field(kind: kind, position: position, isEnabled: try flag())
    field.region = try outlines()
    field.arrows = try arrows()
    field.spacing = try double()
    return field
  }

  mutating func drawing() throws(AgentError) -> StepDrawing {
    var drawing = StepDrawing()
    if try flag() {
      let (x, y) = (try double(), try double())
      let width = try double()
      drawing.frame = DrawingFrame(x: x, y: y, width: width, height: try double())
    }
    drawing.isYUp = try flag()
    drawing.unitsPerMeter = try double()
    // The least that each takes bounds what a count can claim.
    for _ in 0..<(try count(minimumSize: 74)) { drawing.bodies.append(try body()) }
    for _ in 0..<(try count(minimumSize: 56)) { drawing.contacts.append(try contact()) }
    for _ in 0..<(try count(minimumSize: 85)) { drawing.joints.append(try joint()) }
    for _ in 0..<(try count(minimumSize: 34)) { drawing.fields.append(try field()) }
    drawing.forces = try arrows()
    return drawing
  }
}
