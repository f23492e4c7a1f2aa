import Simulation

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

  /// Appends the index of a style; an invalid one stays invalid.
  private mutating func append(style: Int) { append(UInt32(exactly: style) ?? .max) }

  mutating func append(_ request: DrawingRequest) {
    append(UInt32(truncatingIfNeeded: request.columns))
    guard let layers = request.layers else { return append(UInt8(1)) }
    append(UInt8(0))
    append(count: layers.count)
    for name in layers { append(name) }
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

  mutating func append(_ style: DrawingStyle) {
    append(style.name)
    append(style.color.rawValue)
    append(style.line.rawValue)
    append(style.symbol.rawValue)
    append(style.fill)
    append(style.width)
    append(style.opacity)
    append(style.spacing)
  }

  mutating func append(_ shape: DrawingShape) {
    append(shape.id)
    append(style: shape.style)
    append(shape.label)
    append(shape.center)
    append(shape.heading)
    append(shape.velocity)
    append(shape.angularVelocity)
    append(outlines: shape.outlines)
  }

  mutating func append(_ mark: DrawingMark) {
    append(style: mark.style)
    append(mark.point)
    append(mark.direction)
    append(mark.weight)
  }

  mutating func append(_ link: DrawingLink) {
    append(style: link.style)
    append(link.from)
    append(link.to)
    append(link.axis)
    append(link.length)
  }

  mutating func append(_ arrow: DrawingArrow) {
    append(style: arrow.style)
    append(arrow.at)
    append(arrow.vector)
  }

  mutating func append(_ label: DrawingLabel) {
    append(style: label.style)
    append(label.point)
    append(label.text)
  }

  mutating func append(_ layer: DrawingLayer) {
    append(layer.name)
    append(layer.role.rawValue)
    append(count: layer.shapes.count)
    for shape in layer.shapes { append(shape) }
    append(count: layer.marks.count)
    for mark in layer.marks { append(mark) }
    append(count: layer.links.count)
    for link in layer.links { append(link) }
    append(count: layer.arrows.count)
    for arrow in layer.arrows { append(arrow) }
    append(count: layer.labels.count)
    for label in layer.labels { append(label) }
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
    append(drawing.unit)
    append(count: drawing.styles.count)
    for style in drawing.styles { append(style) }
    append(count: drawing.layers.count)
    for layer in drawing.layers { append(layer) }
  }
}

extension WireReader {
  private mutating func double() throws(AgentError) -> Double {
    Double(bitPattern: try word64())
  }

  /// A byte that is 0 or 1.
  mutating func flag() throws(AgentError) -> Bool {
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

  mutating func index() throws(AgentError) -> Int {
    Int(truncatingIfNeeded: try word32())
  }

  mutating func drawingRequest() throws(AgentError) -> DrawingRequest {
    var request = DrawingRequest()
    let columns = try word32()
    guard columns >= 2, columns <= 64 else { throw .garbled }
    request.columns = Int(columns)
    if try flag() { return request }
    var layers: [String] = []
    for _ in 0..<(try count(minimumSize: 4)) { layers.append(try string()) }
    request.layers = layers
    return request
  }

  mutating func outlines() throws(AgentError) -> [DrawingOutline] {
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

  mutating func drawingStyle() throws(AgentError) -> DrawingStyle {
    var style = DrawingStyle(try string())
    guard let color = DrawingColor(rawValue: try byte()),
      let line = DrawingLine(rawValue: try byte()),
      let symbol = DrawingSymbol(rawValue: try byte())
    else { throw .garbled }
    (style.color, style.line, style.symbol) = (color, line, symbol)
    style.fill = try double()
    style.width = try double()
    style.opacity = try double()
    style.spacing = try double()
    return style
  }

  private mutating func shape() throws(AgentError) -> DrawingShape {
    let id = try word32()
    let style = try index()
    let label = try string()
    var shape = DrawingShape(id: id, label, style: style, center: try point())
    shape.heading = try point()
    shape.velocity = try point()
    shape.angularVelocity = try double()
    shape.outlines = try outlines()
    return shape
  }

  private mutating func mark() throws(AgentError) -> DrawingMark {
    let style = try index()
    var mark = DrawingMark(try point(), style: style)
    mark.direction = try point()
    mark.weight = try double()
    return mark
  }

  private mutating func link() throws(AgentError) -> DrawingLink {
    let style = try index()
    let from = try point()
    var link = DrawingLink(from: from, to: try point(), style: style)
    link.axis = try point()
    link.length = try double()
    return link
  }

  mutating func arrow() throws(AgentError) -> DrawingArrow {
    let style = try index()
    let at = try point()
    return DrawingArrow(at: at, vector: try point(), style: style)
  }

  private mutating func label() throws(AgentError) -> DrawingLabel {
    let style = try index()
    let point = try point()
    return DrawingLabel(try string(), at: point, style: style)
  }

  mutating func layerRole() throws(AgentError) -> DrawingLayer.Role {
    guard let role = DrawingLayer.Role(rawValue: try byte()) else { throw .garbled }
    return role
  }

  private mutating func layer() throws(AgentError) -> DrawingLayer {
    let name = try string()
    var layer = DrawingLayer(name, role: try layerRole())
    // The least that each takes bounds what a count can claim.
    for _ in 0..<(try count(minimumSize: 72)) { layer.shapes.append(try shape()) }
    for _ in 0..<(try count(minimumSize: 44)) { layer.marks.append(try mark()) }
    for _ in 0..<(try count(minimumSize: 60)) { layer.links.append(try link()) }
    for _ in 0..<(try count(minimumSize: 36)) { layer.arrows.append(try arrow()) }
    for _ in 0..<(try count(minimumSize: 24)) { layer.labels.append(try label()) }
    return layer
  }

  mutating func drawing() throws(AgentError) -> StepDrawing {
    var frame: DrawingFrame?
    if try flag() {
      let (x, y) = (try double(), try double())
      let width = try double()
      frame = DrawingFrame(x: x, y: y, width: width, height: try double())
    }
    let isYUp = try flag()
    var drawing = StepDrawing(unit: try string(), isYUp: isYUp)
    drawing.frame = frame
    for _ in 0..<(try count(minimumSize: 39)) { drawing.styles.append(try drawingStyle()) }
    for _ in 0..<(try count(minimumSize: 25)) { drawing.layers.append(try layer()) }
    return drawing
  }
}
