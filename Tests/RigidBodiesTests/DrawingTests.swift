import DeterministicMath
import RigidBodies
import Simulation
import TestSupport
import Testing

/// Contacts are drawn where the solver follows them: that is where the shapes touch.
@Suite struct DrawingTests {
  private func drawnContacts(_ world: World) throws -> [DrawingMark] {
    var drawing = StepDrawing()
    world.draw(into: &drawing, DrawingRequest())
    return try #require(drawing.layers.first { $0.name == "contacts" }).marks
  }

  private func falling() -> World {
    var definition = WorldDefinition()
    definition.gravity = Vec2(0, -10)
    return World(definition)
  }

  private func box(_ low: Vec2, _ high: Vec2) -> ShapeGeometry {
    .polygon([low, Vec2(high.x, low.y), high, Vec2(low.x, high.y)], radius: 0)
  }

  /// Boxes, capsules, discs and triangles fall onto each other. Marks are near points that colliding the
  /// shapes anew gives, with their normals; while they slide, few of them are not, since a step's contacts
  /// are found before its motion.
  @Test(arguments: Sample.of(0..<6))
  func contactsAreWhereShapesTouch(seed: Int) throws {
    var random = SplitMix(seed: UInt64(seed))
    let world = falling()
    let floor = try world.addBody(BodyDefinition(type: .static))
    try world.addShape(box(Vec2(-9, -1), Vec2(9, 0)), ShapeDefinition(), to: floor)
    for index in 0..<24 {
      let body = try world.addBody(
        BodyDefinition(
          type: .dynamic,
          position: Vec2(random.float(-3, 3), 1 + Float(index) * 0.7), rotation: random.rotation()))
      let shapes: [ShapeGeometry] = [
        box(Vec2(-0.5, -0.3), Vec2(0.5, 0.3)),
        .polygon([Vec2(-0.4, -0.3), Vec2(0.6, -0.2), Vec2(0, 0.5)], radius: 0.1),
        .circle(center: Vec2(0.1, 0), radius: 0.4),
        .capsule(Vec2(-0.5, 0), Vec2(0.4, 0.1), radius: 0.25),
      ]
      try world.addShape(shapes[random.int(4)], ShapeDefinition(density: 1), to: body)
    }
    var (count, nearCount) = (0, 0)
    for step in 0..<600 {
      world.step(duration: 1.0 / 60, substeps: 4)
      if step % 20 != 19 { continue }
      let collided = world.contacts()
      let isAtRest = step > 520
      for mark in try drawnContacts(world) {
        let isNear = collided.contains { contact in
          let along =
            Double(contact.normal.x) * mark.direction.x + Double(contact.normal.y)
            * mark.direction.y
          return abs(along) > 0.99
            && contact.points.contains { point in
              let (dx, dy) = (Double(point.x) - mark.point.x, Double(point.y) - mark.point.y)
              return dx * dx + dy * dy < (isAtRest ? 0.01 * 0.01 : 0.1 * 0.1)
            }
        }
        count += 1
        nearCount += isNear ? 1 : 0
        if isAtRest { #expect(isNear, "seed \(seed), step \(step): \(mark)") }
      }
    }
    #expect(count > 800 && nearCount > count * 97 / 100, "seed \(seed): \(nearCount) of \(count)")
  }

  /// A body whose centre moved is collided anew: its manifold was fixed to where the centre was.
  @Test func contactsOfChangedBodies() throws {
    let world = falling()
    let floor = try world.addBody(BodyDefinition(type: .static))
    try world.addShape(box(Vec2(-9, -1), Vec2(9, 0)), ShapeDefinition(), to: floor)
    let body = try world.addBody(BodyDefinition(type: .dynamic, position: Vec2(1, 0.5)))
    try world.addShape(box(Vec2(-0.5, -0.5), Vec2(0.5, 0.5)), ShapeDefinition(density: 1), to: body)
    for _ in 0..<30 { world.step(duration: 1.0 / 60, substeps: 4) }
    let before = try drawnContacts(world).map(\.point)
    #expect(before.count == 2)
    try world.addShape(
      .circle(center: Vec2(0.2, 3), radius: 0.5), ShapeDefinition(density: 9), to: body)
    let after = try drawnContacts(world).map(\.point)
    try #require(after.count == 2)
    for (a, b) in zip(before, after) { #expect(abs(a.x - b.x) < 0.01 && abs(a.y - b.y) < 0.01) }
  }
}
