import DeterministicMath
import RigidBodies
import Simulation
import TestSupport
import Testing

/// Contacts whose points are dropped, by the world's own count of steps or by its caller.
@Suite struct RenewalTests {
  private static func definition(period: UInt32) -> WorldDefinition {
    var definition = Units.metres
    definition.renewalPeriod = period
    return definition
  }

  private func step(_ world: World) { world.step(duration: 1.0 / 60, substeps: 4) }

  /// A stack on the ground.
  private func stack(_ definition: WorldDefinition) throws -> (world: World, boxes: [BodyID]) {
    let world = World(definition)
    let ground = try world.addBody(BodyDefinition(type: .static))
    try world.addShape(.segment(Vec2(-10, 0), Vec2(10, 0)), ShapeDefinition(), to: ground)
    var boxes: [BodyID] = []
    for index in 0..<5 {
      let body = try world.addBody(BodyDefinition(position: Vec2(0, 0.5 + Float(index))))
      try world.addShape(.box(halfWidth: 0.5, halfHeight: 0.5), ShapeDefinition(), to: body)
      boxes.append(body)
    }
    return (world, boxes)
  }

  /// Contacts with a manifold and without one.
  private func manifolds(of world: World) -> (made: Int, dropped: Int) {
    var schema = SchemaVisitor()
    world.visitState(&schema)
    let state = NamedState(world.save(), schema.schema)
    var (made, dropped) = (0, 0)
    for row in 0..<state.count("contacts") where state.word("contacts.flags", row) != 0 {
      let words = [
        "normalX", "normalY", "anchorA0X", "anchorA0Y", "anchorB0X", "anchorB0Y", "anchorA1X",
        "anchorA1Y", "anchorB1X", "anchorB1Y", "turnCosine", "turnSine",
      ].map { state.word("contacts.\($0)", row) }
      if words.allSatisfy({ $0 == 0 }) { dropped += 1 } else { made += 1 }
    }
    return (made, dropped)
  }

  /// Until it sleeps, and makes no more.
  @Test func dropsThemAfterEveryPeriod() throws {
    let world = try stack(RenewalTests.definition(period: 8)).world
    for count in 1...24 {
      step(world)
      let (made, dropped) = manifolds(of: world)
      #expect(made + dropped == 5, "step count \(count)")
      #expect(dropped == (count % 8 == 0 ? 5 : 0), "step count \(count)")
    }
  }

  @Test func aWorldOfPeriodZeroDropsThemOnlyWhenTold() throws {
    let world = try stack(RenewalTests.definition(period: 0)).world
    for _ in 0..<300 {
      step(world)
      #expect(manifolds(of: world).dropped == 0)
    }
    world.outdateContacts()
    #expect(manifolds(of: world).made == 0)
    var schema = SchemaVisitor()
    world.visitState(&schema)
    #expect(!schema.schema.tables.contains { $0.name == "stepsSinceRenewal" })
  }

  /// A stack that sleeps, and whose contacts are dropped, moves no more when it wakes than another one.
  @Test func aStackStays() throws {
    func wokenStack(isOutdated: Bool) throws -> [Vec2] {
      let (world, boxes) = try stack(RenewalTests.definition(period: 0))
      for _ in 0..<200 { step(world) }
      if isOutdated { world.outdateContacts() }
      for _ in 0..<20 { step(world) }
      #expect(boxes.allSatisfy { !world.isAwake($0) }, "it sleeps on")
      for box in boxes { world.wake(box) }
      for _ in 0..<20 { step(world) }
      return boxes.map { world.transform(of: $0).position }
    }
    for (outdated, kept) in zip(
      try wokenStack(isOutdated: true), try wokenStack(isOutdated: false))
    {
      #expect((outdated - kept).length < 1e-5, "\(outdated) and \(kept)")
    }
  }

  /// Steps in which all sleep change nothing, not even how many steps it is to the next renewal.
  @Test func aSleepingWorldStaysAsItIs() throws {
    let (world, boxes) = try stack(RenewalTests.definition(period: 7))
    for _ in 0..<200 { step(world) }
    #expect(boxes.allSatisfy { !world.isAwake($0) })
    let image = world.save()
    for _ in 0..<20 {
      step(world)
      #expect(world.save() == image)
    }
  }

  /// Where they are shown does not depend on whether their points are known.
  @Test func theyAreDrawnAllTheSame() throws {
    let world = try stack(RenewalTests.definition(period: 0)).world
    for _ in 0..<60 { step(world) }
    func marks() throws -> [DrawingMark] {
      var drawing = StepDrawing()
      world.draw(into: &drawing, DrawingRequest())
      return try #require(drawing.layers.first { $0.name == "contacts" }).marks
    }
    let before = try marks()
    let digest = world.digest
    #expect(before.count == 10)
    world.outdateContacts()
    #expect(world.digest != digest)
    let after = try marks()
    try #require(after.count == before.count)
    for (a, b) in zip(before, after) {
      #expect(abs(a.point.x - b.point.x) < 1e-3 && abs(a.point.y - b.point.y) < 1e-3)
      #expect(a.weight == b.weight)
    }
  }

  /// Any state of a run is restored into a world that is at another one, with points or without, and goes
  /// on with the same bits, asleep or awake.
  @Test(arguments: Sample.of(restoreScenes), [UInt32(1), 3, 16])
  func goesOnFromAnyStep(scene: RestoreScene, period: UInt32) throws {
    let definition = RenewalTests.definition(period: period)
    let reference = World(definition)
    try scene.build(reference)
    var images = [reference.save()]
    var digests = [reference.digest]
    for index in 0..<scene.steps {
      try scene.script(reference, index)
      step(reference)
      images.append(reference.save())
      digests.append(reference.digest)
    }
    let other = World(definition)
    try scene.build(other)
    var random = SplitMix(seed: UInt64(period))
    for _ in 0..<60 {
      let first = random.int(scene.steps - 4)
      other.restore(images[first])
      #expect(other.digest == digests[first], "restored at \(first)")
      for index in first..<(first + 4) {
        try scene.script(other, index)
        step(other)
        #expect(other.digest == digests[index + 1], "\(first) to step \(index)")
      }
    }
  }
}
