import DeterministicMath

/// The drawings of a run as poses: a shape's outlines are told once, and then only where they are.
///
/// What a drawing says anew in every step, a track knows by number: a shape by its id, what it looks
/// like by its outlines in the shape's own frame. Places are whole numbers of ``quantum``, the least
/// that a page can show, or of its parts, so the pose of a shape takes 20 bytes, and the outlines of five thousand equal
/// boxes stand there once.
///
/// Velocities, weights of marks, lengths of links and labels are left out.
public struct PoseTrack {
  /// What the poses of a track call a layer.
  public struct Layer: Equatable, Sendable {
    /// As ``DrawingLayer/name``.
    public var name: String
    /// As ``DrawingLayer/role``.
    public var role: DrawingLayer.Role

    package init(name: String, role: DrawingLayer.Role) { (self.name, self.role) = (name, role) }
  }

  /// What shapes look like: many share one.
  public struct Look: Equatable, Sendable {
    /// An index of ``PoseTrack/layers``.
    public var layer: Int
    /// An index of ``PoseTrack/styles``.
    public var style: Int
    /// In the shape's own frame; coordinates and radii are multiples of ``PoseTrack/quantum``.
    public var outlines: [DrawingOutline]

    package init(layer: Int, style: Int, outlines: [DrawingOutline]) {
      (self.layer, self.style, self.outlines) = (layer, style, outlines)
    }
  }

  /// What stays the same of a shape.
  public struct Shape: Equatable, Sendable {
    /// As ``DrawingShape/id``.
    public var id: UInt32
    /// What it was called when it first appeared.
    public var label: String
    /// Whether it had a heading when it first appeared. The outlines of others are only moved.
    public var isTurned: Bool

    package init(id: UInt32, label: String, isTurned: Bool) {
      (self.id, self.label, self.isTurned) = (id, label, isTurned)
    }
  }

  /// The unit of places, in the simulation's unit of length; positive and finite.
  public let quantum: Double
  /// Layers by number, in the order of their appearance. Layers of one name are one.
  public private(set) var layers: [Layer] = []
  /// Styles by number.
  public private(set) var styles: [DrawingStyle] = []
  /// Looks by number.
  public private(set) var looks: [Look] = []
  /// Shapes by number. A body that comes to rest may change its layer and remains the same shape;
  /// where two shapes of a drawing share role and id, they are told apart by their layers.
  public private(set) var shapes: [Shape] = []

  private let lookMax: Int
  private var sampleCount = 0
  private var states: [ShapeState] = []
  private var shapeNumbers = NumberTable()
  private var lookNumbers = NumberTable()
  /// The numbers of the shapes of the last drawing, in its order: the next one mostly has the same.
  private var order: [Int32] = []

  /// What is known of a shape from drawing to drawing.
  private struct ShapeState {
    var role: DrawingLayer.Role
    /// −1 but for shapes that are known by their layers.
    var layer: Int
    var look = -1
    /// The drawing in which it appeared last, counted from 1.
    var sample = 0
    /// Its angle in turns, continuous from drawing to drawing.
    var turns = 0.0
  }

  /// Makes a track without drawings.
  ///
  /// - Parameters:
  ///   - quantum: the unit of places; positive and finite.
  ///   - lookMax: shapes keep the looks that they have when there are so many.
  public init(quantum: Double, lookMax: Int = .max) {
    precondition(quantum > 0 && quantum.isFinite, "a quantum is positive and finite")
    self.quantum = quantum
    self.lookMax = lookMax
  }

  /// Adds a drawing; returns where its shapes are.
  ///
  /// A shape whose place is not finite is left out. Of shapes with the same role and id one is told, and
  /// one more for each layer.
  ///
  /// - Complexity: O(shapes + their corners + marks + links + arrows).
  public mutating func add(_ drawing: StepDrawing) -> PoseSample {
    sampleCount += 1
    var sample = PoseSample()
    var styleNumbers: [Int32] = []
    for style in drawing.styles { styleNumbers.append(Int32(number(of: style))) }
    // Made by the first mark whose style is no index.
    var plain: Int32 = -1
    func style(_ index: Int, _ track: inout PoseTrack) -> Int32 {
      if styleNumbers.indices.contains(index) { return styleNumbers[index] }
      if plain < 0 { plain = Int32(track.number(of: .plain)) }
      return plain
    }
    var newOrder: [Int32] = []
    newOrder.reserveCapacity(order.count)
    sample.poses.reserveCapacity(order.count)
    for layer in drawing.layers {
      let layerNumber = number(of: layer)
      for shape in layer.shapes where shape.center.x.isFinite && shape.center.y.isFinite {
        let guess = newOrder.count < order.count ? Int(order[newOrder.count]) : -1
        let number = number(of: shape, layerNumber, guess)
        newOrder.append(Int32(number))
        if states[number].sample == sampleCount { continue }
        states[number].sample = sampleCount
        sample.poses.append(pose(of: shape, number, layerNumber, Int(style(shape.style, &self))))
      }
      sample.marks.reserveCapacity(sample.marks.count + layer.marks.count)
      for mark in layer.marks {
        sample.marks.append(
          PoseSample.Mark(
            style: style(mark.style, &self), x: quanta(mark.point.x, 8), y: quanta(mark.point.y, 8),
            turn: PoseSample.Mark.turn(mark.direction)))
      }
      for link in layer.links {
        sample.links.append(
          PoseSample.Link(
            style: style(link.style, &self), fromX: quanta(link.from.x), fromY: quanta(link.from.y),
            toX: quanta(link.to.x), toY: quanta(link.to.y)))
      }
      for var arrow in layer.arrows {
        arrow.style = Int(style(arrow.style, &self))
        sample.arrows.append(arrow)
      }
    }
    order = newOrder
    return sample
  }

  /// A place in quanta, or in so many quanta each.
  private func quanta(_ value: Double, _ each: Double = 1) -> Int32 {
    let count = (value / (quantum * each)).rounded(.toNearestOrEven)
    // Far outside of every picture.
    if !(count.magnitude < 1e9) { return count > 0 ? 1_000_000_000 : -1_000_000_000 }
    return Int32(count)
  }

  // MARK: Numbers

  private mutating func number(of layer: DrawingLayer) -> Int {
    for index in layers.indices where layers[index].name.utf8.elementsEqual(layer.name.utf8) {
      return index
    }
    layers.append(Layer(name: layer.name, role: layer.role))
    return layers.count - 1
  }

  private mutating func number(of style: DrawingStyle) -> Int {
    for index in styles.indices where styles[index].hasLook(of: style) { return index }
    styles.append(style)
    return styles.count - 1
  }

  /// - Parameter guess: which it probably is, or −1.
  private mutating func number(of shape: DrawingShape, _ layer: Int, _ guess: Int) -> Int {
    let role = layers[layer].role
    if guess >= 0, isNamed(guess, shape.id, role, -1), states[guess].sample != sampleCount {
      return guess
    }
    let known = find(shape.id, role, -1)
    guard let known else { return append(shape, role, -1) }
    if states[known].sample != sampleCount { return known }
    return find(shape.id, role, layer) ?? append(shape, role, layer)
  }

  private func isNamed(_ number: Int, _ id: UInt32, _ role: DrawingLayer.Role, _ layer: Int) -> Bool
  {
    shapes[number].id == id && states[number].role == role && states[number].layer == layer
  }

  private func find(_ id: UInt32, _ role: DrawingLayer.Role, _ layer: Int) -> Int? {
    shapeNumbers.find(hash(id, role, layer)) { isNamed($0, id, role, layer) }
  }

  private func hash(_ id: UInt32, _ role: DrawingLayer.Role, _ layer: Int) -> UInt64 {
    NumberTable.mix(NumberTable.mix(UInt64(id), UInt64(role.rawValue)), UInt64(layer + 1))
  }

  private mutating func append(_ shape: DrawingShape, _ role: DrawingLayer.Role, _ layer: Int)
    -> Int
  {
    shapes.append(Shape(id: shape.id, label: shape.label, isTurned: shape.isTurned))
    states.append(ShapeState(role: role, layer: layer))
    shapeNumbers.append(hash(shape.id, role, layer))
    return shapes.count - 1
  }

  // MARK: Poses

  private mutating func pose(
    of shape: DrawingShape, _ number: Int, _ layer: Int, _ style: Int
  ) -> PoseSample.Pose {
    let isTurned = shapes[number].isTurned && shape.isTurned
    let frame = ShapeFrame(shape, isTurned)
    let last = states[number].look
    if last < 0 || !isNear(looks[last], shape, frame, layer, style) {
      states[number].look = look(shape, frame, layer, style) ?? max(last, 0)
    }
    if isTurned {
      let angle = Elementary.atan2(shape.heading.y, shape.heading.x) / (2 * Double.pi)
      let before = states[number].turns
      let change = angle - before
      states[number].turns = before + (change - change.rounded(.toNearestOrEven))
    }
    let part = 1 / Double(PoseSample.Pose.partsPerQuantum)
    return PoseSample.Pose(
      shape: Int32(number), look: Int32(states[number].look), x: quanta(shape.center.x, part),
      y: quanta(shape.center.y, part), angle: PoseSample.Pose.angle(states[number].turns))
  }

  /// The number of the shape's look, which may be a new one; `nil` where there are too many.
  private mutating func look(
    _ shape: DrawingShape, _ frame: ShapeFrame, _ layer: Int, _ style: Int
  ) -> Int? {
    var outlines: [DrawingOutline] = []
    for outline in shape.outlines { outlines.append(frame.local(outline, quantum)) }
    var hash = NumberTable.mix(UInt64(layer), UInt64(style))
    for outline in outlines { outline.mix(into: &hash) }
    let known = lookNumbers.find(hash) { number in
      looks[number].layer == layer && looks[number].style == style
        && looks[number].outlines == outlines
    }
    if let known { return known }
    if looks.count >= lookMax && !looks.isEmpty { return nil }
    looks.append(Look(layer: layer, style: style, outlines: outlines))
    lookNumbers.append(hash)
    return looks.count - 1
  }

  /// Whether nobody sees a difference.
  private func isNear(
    _ look: Look, _ shape: DrawingShape, _ frame: ShapeFrame, _ layer: Int, _ style: Int
  ) -> Bool {
    guard look.layer == layer, look.style == style, look.outlines.count == shape.outlines.count
    else { return false }
    for index in look.outlines.indices {
      if !frame.isNear(look.outlines[index], shape.outlines[index], within: 4 * quantum) {
        return false
      }
    }
    return true
  }
}

extension DrawingShape {
  /// Whether it has a heading that can be used.
  fileprivate var isTurned: Bool {
    heading.x.isFinite && heading.y.isFinite && (heading.x != 0 || heading.y != 0)
  }
}

extension DrawingStyle {
  /// Not `==`: Embedded Swift has no tables for comparing characters.
  fileprivate func hasLook(of other: DrawingStyle) -> Bool {
    name.utf8.elementsEqual(other.name.utf8) && color == other.color && fill == other.fill
      && width == other.width && opacity == other.opacity && line == other.line
      && symbol == other.symbol && spacing == other.spacing
  }
}
