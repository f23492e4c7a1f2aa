import DeterministicMath
import RigidBodies
import Simulation
import TestSupport
import Testing

/// A world that sleeps costs nothing to what moves in it, and wakes with the bits it would have had.
@Suite struct SleepingWorldTests {
  /// For restoring into worlds that know nothing.
  private static var definition: WorldDefinition {
    var definition = Units.metres
    definition.describesGeometry = true
    return definition
  }

  /// Stacks of two boxes far from each other, in a wide hall; all asleep after a while.
  private static func hall(stackCount: Int) throws -> (world: World, bodies: [BodyID], [ShapeID]) {
    let world = World(definition)
    let half = Float(stackCount) + 10
    let ground = try world.addBody(BodyDefinition(type: .static))
    try world.addShape(
      .chain(
        [Vec2(-half, 60), Vec2(-half, 0), Vec2(half, 0), Vec2(half, 60)], isLoop: true,
        isTwoSided: true), ShapeDefinition(), to: ground)
    var bodies = [ground]
    var shapes: [ShapeID] = []
    for i in 0..<(2 * stackCount) {
      let x = Float(i / 2) * 2 - Float(stackCount)
      let body = try world.addBody(BodyDefinition(position: Vec2(x, 0.5 + Float(i % 2))))
      bodies.append(body)
      shapes.append(
        try world.addShape(.box(halfWidth: 0.5, halfHeight: 0.5), ShapeDefinition(), to: body))
    }
    return (world, bodies, shapes)
  }

  private static func sleep(_ world: World) {
    var step = 0
    while world.awakeBodyCount > 0 && step < 300 {
      world.step(duration: 1.0 / 60, substeps: 4)
      step += 1
    }
    // Bodies fell asleep when the last step ended: this one takes note.
    world.step(duration: 1.0 / 60, substeps: 4)
  }

  @Test("a step looks at the pairs of what is awake, and takes few shapes from the grid")
  func pairsOfSleepersRest() throws {
    let (world, bodies, _) = try SleepingWorldTests.hall(stackCount: 150)
    SleepingWorldTests.sleep(world)
    #expect(world.awakeBodyCount == 0)
    // A box and the ground, two boxes: three contacts for every stack.
    #expect(world.candidatePairCount >= 300)
    #expect(world.activePairCount == 0)

    var flier = BodyDefinition(position: Vec2(-100, 10))
    flier.linearVelocity = Vec2(30, 0)
    flier.gravityScale = 0
    let body = try world.addBody(flier)
    try world.addShape(.box(halfWidth: 0.5, halfHeight: 0.5), ShapeDefinition(), to: body)
    for step in 0..<200 {
      world.step(duration: 1.0 / 60, substeps: 4)
      #expect(world.activePairCount < 8, "step \(step)")
      #expect(world.strayShapeCount == 1, "step \(step)")
    }
    #expect(world.awakeBodyCount == 1)
    world.checkInvariants()

    // What wakes gets its pairs back, and no others.
    world.wake(bodies[1])
    world.step(duration: 1.0 / 60, substeps: 4)
    #expect(world.awakeBodyCount == 3)
    #expect(world.activePairCount >= 2 && world.activePairCount < 16)
    world.checkInvariants()

    // Where many wake, the shapes that left the grid return.
    for id in bodies { world.wake(id) }
    for _ in 0..<2 { world.step(duration: 1.0 / 60, substeps: 4) }
    #expect(world.activePairCount == world.candidatePairCount)
    #expect(world.strayShapeCount == 0)
    world.checkInvariants()
  }

  /// What is looked at follows from history; what is computed does not.
  @Test("random calls in a world that mostly sleeps", arguments: Sample.of(UInt64(1)..<17, 3))
  func randomCalls(seed: UInt64) throws {
    let (world, bodies, shapes) = try SleepingWorldTests.hall(stackCount: 300)
    SleepingWorldTests.sleep(world)
    var restored = World(SleepingWorldTests.definition)
    restored.restore(world.save())
    var fuzzer = Fuzzer(seed: seed)
    fuzzer.bodies = bodies
    fuzzer.shapes = shapes
    var second = fuzzer
    var (stepsWithStrays, stepsAtRest) = (0, 0)
    for step in 0..<240 {
      if step % 12 == 0 {
        try fuzzer.act(on: world)
        try second.act(on: restored)
      }
      if step % 20 == 19 {
        // Knows no strays, and no resting pairs.
        restored = World(SleepingWorldTests.definition)
        restored.restore(world.save())
      } else if step % 20 == 10 {
        restored.restore(world.save())
      }
      world.step(duration: 1.0 / 60, substeps: 4)
      restored.step(duration: 1.0 / 60, substeps: 4)
      #expect(
        restored.digest == world.digest,
        "seed \(seed), step \(step): \(firstDifference(world, restored))")
      if restored.digest != world.digest { return }
      if step % 3 == 0 { world.checkInvariants() }
      if step % 10 == 0 { restored.checkInvariants() }
      if world.strayShapeCount > 0 { stepsWithStrays += 1 }
      if world.activePairCount < world.candidatePairCount { stepsAtRest += 1 }
    }
    #expect(stepsWithStrays > 0 && stepsAtRest > 0, "seed \(seed) moves too many, or none")
  }
}
