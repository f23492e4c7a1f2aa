import Simulation

extension WireWriter {
  mutating func append(_ layer: PoseTrack.Layer) {
    append(layer.name)
    append(layer.role.rawValue)
  }

  mutating func append(_ look: PoseTrack.Look) {
    append(UInt32(look.layer))
    append(UInt32(look.style))
    append(outlines: look.outlines)
  }

  mutating func append(_ shape: PoseTrack.Shape) {
    append(shape.id)
    append(shape.label)
    append(UInt8(shape.isTurned ? 1 : 0))
  }

  mutating func append(_ update: PoseUpdate) {
    let sample = update.sample
    reserve(20 * sample.poses.count + 16 * sample.marks.count + 20 * sample.links.count)
    append(count: update.styles.count)
    for style in update.styles { append(style) }
    append(count: update.layers.count)
    for layer in update.layers { append(layer) }
    append(count: update.looks.count)
    for look in update.looks { append(look) }
    append(count: update.shapes.count)
    for shape in update.shapes { append(shape) }
    append(count: update.sample.arrows.count)
    for arrow in update.sample.arrows { append(arrow) }
    // A reader can take what follows for an array of 32-bit integers where it lies.
    while bytes.count % 4 != 0 { append(UInt8(0)) }
    append(rows: update.sample.poses)
    append(rows: update.sample.marks)
    append(rows: update.sample.links)
  }

  /// Appends a count, and rows of nothing but 32-bit integers.
  private mutating func append<Row: BitwiseCopyable>(rows: [Row]) {
    append(count: rows.count)
    rows.withUnsafeBytes { append(integers: $0) }
  }
}

extension WireReader {
  private mutating func integer() throws(AgentError) -> Int32 { Int32(bitPattern: try word32()) }

  /// A positive finite number, or 0 for none.
  mutating func quantum() throws(AgentError) -> Double? {
    let quantum = Double(bitPattern: try word64())
    guard quantum >= 0, quantum.isFinite else { throw .garbled }
    return quantum > 0 ? quantum : nil
  }

  mutating func poseUpdate() throws(AgentError) -> PoseUpdate {
    var update = PoseUpdate()
    for _ in 0..<(try count(minimumSize: 39)) { update.styles.append(try drawingStyle()) }
    for _ in 0..<(try count(minimumSize: 5)) {
      let name = try string()
      update.layers.append(PoseTrack.Layer(name: name, role: try layerRole()))
    }
    for _ in 0..<(try count(minimumSize: 12)) {
      let (layer, style) = (try index(), try index())
      update.looks.append(PoseTrack.Look(layer: layer, style: style, outlines: try outlines()))
    }
    for _ in 0..<(try count(minimumSize: 9)) {
      let id = try word32()
      let label = try string()
      update.shapes.append(PoseTrack.Shape(id: id, label: label, isTurned: try flag()))
    }
    for _ in 0..<(try count(minimumSize: 36)) { update.sample.arrows.append(try arrow()) }
    while !isAligned { guard try byte() == 0 else { throw .garbled } }
    for _ in 0..<(try count(minimumSize: 20)) {
      let (shape, look, x) = (try integer(), try integer(), try integer())
      let y = try integer()
      update.sample.poses.append(
        PoseSample.Pose(shape: shape, look: look, x: x, y: y, angle: try integer()))
    }
    for _ in 0..<(try count(minimumSize: 16)) {
      let (style, x, y) = (try integer(), try integer(), try integer())
      update.sample.marks.append(PoseSample.Mark(style: style, x: x, y: y, turn: try integer()))
    }
    for _ in 0..<(try count(minimumSize: 20)) {
      let (style, fromX, fromY) = (try integer(), try integer(), try integer())
      let toX = try integer()
      update.sample.links.append(
        PoseSample.Link(style: style, fromX: fromX, fromY: fromY, toX: toX, toY: try integer()))
    }
    return update
  }
}
