import AllocationCount
import DeterministicMath
import RigidBodies
import Simulation
import TestSupport
import Testing
import WorkerThreads

/// Overlaps that are taken back by moving bodies, without velocity.
@Suite struct OverlapTests {
  /// As the dynamics face configures it: points, one substep of 1/240 s in a step.
  private static var points: WorldDefinition {
    var definition = Units.points
    definition.speculativeDistance = 2
    definition.sweepDistance = 0.8
    definition.overlapTolerance = 0.25
    return definition
  }

  private static var metres: WorldDefinition {
    var definition = Units.metres
    definition.overlapTolerance = 0.01
    return definition
  }

  private static func step(_ world: World) { world.step(duration: 1.0 / 240, substeps: 1) }

  /// Bodies of every shape at random places within `spread` points of the origin.
  private static func crowd(
    _ world: World, _ random: inout SplitMix, count: Int, spread: Float
  ) throws -> [BodyID] {
    var bodies: [BodyID] = []
    for _ in 0..<count {
      let place = Vec2(random.float(-spread, spread), random.float(-spread, spread))
      // Half of them upright: equal axes are the hard case.
      let body = try world.addBody(
        BodyDefinition(
          position: place, rotation: random.int(2) == 0 ? .identity : random.rotation()))
      let material = ShapeDefinition(density: random.float(0.5, 3), friction: random.float(0, 1))
      switch random.int(4) {
      case 0: try world.addShape(.box(halfWidth: 20, halfHeight: 20), material, to: body)
      case 1:
        try world.addShape(
          .box(halfWidth: random.float(8, 40), halfHeight: random.float(8, 40)), material,
          to: body)
      case 2:
        try world.addShape(
          .circle(center: .zero, radius: random.float(8, 30)), material, to: body)
      default:
        try world.addShape(
          .polygon([Vec2(0, 24), Vec2(-20, -16), Vec2(26, -18)], radius: 0), material, to: body)
      }
      bodies.append(body)
    }
    return bodies
  }

  /// Nothing but overlaps moves them: contacts may add what little pushes the last quarter point.
  @Test(
    "UD-SCN-16 F-25 bodies in one another part, and keep no velocity",
    arguments: Sample.of(UInt64(0)..<48, 16))
  func partsWithoutVelocity(seed: UInt64) throws {
    let world = World(OverlapTests.points)
    var random = SplitMix(seed: seed)
    let count = 2 + random.int(24)
    let spread: Float = seed % 3 == 0 ? 0 : 60
    let bodies = try OverlapTests.crowd(world, &random, count: count, spread: spread)
    for step in 0..<960 {
      OverlapTests.step(world)
      for body in bodies {
        let speed = world.linearVelocity(of: body).length
        #expect(speed < 5, "seed \(seed), step \(step)")
        if speed >= 5 { return }
      }
    }
    for contact in world.contacts() {
      #expect(contact.separation > -0.3, "seed \(seed)")
    }
  }

  @Test(
    "UD-SCN-16 UD-COL-12 separation adds no energy to moving bodies",
    arguments: Sample.of(UInt64(100)..<124, 8))
  func addsNoEnergy(seed: UInt64) throws {
    let world = World(OverlapTests.points)
    var random = SplitMix(seed: seed)
    let bodies = try OverlapTests.crowd(
      world, &random, count: 2 + random.int(16), spread: 50)
    for body in bodies {
      world.setLinearVelocity(
        Vec2(random.float(-200, 200), random.float(-200, 200)), of: body)
      world.setAngularVelocity(random.float(-3, 3), of: body)
    }
    let start = world.kineticEnergy
    for step in 0..<480 {
      OverlapTests.step(world)
      let energy = world.kineticEnergy
      #expect(energy <= start * 1.001, "seed \(seed), step \(step)")
      if energy > start * 1.001 { return }
    }
  }

  @Test("UD-SCN-16 no room: centres stay inside, and what was deepest in the wall is let out")
  func overfull() throws {
    let world = World(OverlapTests.points)
    let ground = try world.addBody(BodyDefinition(type: .static))
    try world.addShape(
      .chain(
        [Vec2(-50, -50), Vec2(50, -50), Vec2(50, 50), Vec2(-50, 50)], isLoop: true,
        isTwoSided: true), ShapeDefinition(), to: ground)
    var bodies: [BodyID] = []
    for _ in 0..<30 {
      let body = try world.addBody(BodyDefinition())
      try world.addShape(.box(halfWidth: 20, halfHeight: 20), ShapeDefinition(), to: body)
      bodies.append(body)
    }
    for step in 0..<960 {
      OverlapTests.step(world)
      for body in bodies {
        let center = world.center(of: body)
        #expect(magnitude(center.x) < 50 && magnitude(center.y) < 50, "step \(step)")
        #expect(world.linearVelocity(of: body).length < 50, "step \(step)")
      }
    }
    for body in bodies {
      let box = world.boundingBox(of: body)
      #expect(box.lower.x > -51 && box.lower.y > -51 && box.upper.x < 51 && box.upper.y < 51)
    }
  }

  private func magnitude(_ x: Float) -> Float { x < 0 ? -x : x }

  @Test("UD-COL-12 a body across a wall goes to the side of its centre, by 20 pt a step at most")
  func acrossAWall() throws {
    for offset in [Float(-39), -20, -1, 1, 20, 39] {
      let world = World(OverlapTests.points)
      let ground = try world.addBody(BodyDefinition(type: .static))
      try world.addShape(
        .segment(Vec2(-500, 0), Vec2(500, 0)), ShapeDefinition(), to: ground)
      let body = try world.addBody(BodyDefinition(position: Vec2(0, offset)))
      try world.addShape(.box(halfWidth: 40, halfHeight: 40), ShapeDefinition(), to: body)
      var last = offset
      for _ in 0..<40 {
        OverlapTests.step(world)
        let y = world.center(of: body).y
        #expect(magnitude(y - last) <= 20.01, "offset \(offset)")
        last = y
      }
      #expect(magnitude(last - (offset < 0 ? -40 : 40)) < 0.3, "offset \(offset)")
      #expect(world.linearVelocity(of: body).length < 1)
    }
  }

  // MARK: What any part of a step owes

  /// Scenes that overlap from the start, and those of other tests: piles that are hit, joints, …
  private static let scenes: [RestoreScene] =
    restoreScenes + [
      RestoreScene(name: "a crowd in one place, in a tray", steps: 160) { world in
        let ground = try world.addBody(BodyDefinition(type: .static))
        try world.addShape(
          .chain(
            [Vec2(-4, 4), Vec2(-4, -1), Vec2(4, -1), Vec2(4, 4)], isLoop: false,
            isTwoSided: true), ShapeDefinition(), to: ground)
        for i in 0..<60 {
          let body = try world.addBody(BodyDefinition(position: Vec2(0, Float(i % 2))))
          if i % 3 == 0 {
            try world.addShape(
              .circle(center: .zero, radius: 0.3), ShapeDefinition(), to: body)
          } else {
            try world.addShape(
              .box(halfWidth: 0.3, halfHeight: 0.2), ShapeDefinition(), to: body)
          }
        }
      }
    ]

  @Test(
    "correction shared among 2, 3 and 5 workers: the same bits",
    arguments: Sample.of(SharedScene.all(scenes, [2, 3, 5]), 3))
  func workers(shared: SharedScene) throws {
    let scene = shared.scene
    let alone = World(OverlapTests.metres)
    try scene.build(alone)
    let world = World(OverlapTests.metres)
    try scene.build(world)
    let team = ThreadTeam(workers: shared.workers)
    team.leastSharedWork = 0
    team.leastPart = 1
    world.team = team
    for step in 0..<scene.steps {
      for each in [alone, world] {
        try scene.script(each, step)
        each.step(duration: 1.0 / 60, substeps: 4)
      }
      #expect(world.digest == alone.digest, "step \(step)")
      if world.digest != alone.digest { return }
    }
    alone.checkInvariants()
  }

  @Test("a world restored amid separation goes on with the same bits", arguments: Sample.of(scenes))
  func restored(scene: RestoreScene) throws {
    var definition = OverlapTests.metres
    definition.describesGeometry = true
    let world = World(definition)
    try scene.build(world)
    let other = World(definition)
    try scene.build(other)
    let memory = DigestMemory()
    for step in 0..<scene.steps {
      // Every second step the other one is restored anew; in between it goes on by itself.
      if step % 2 == 0 { other.restore(world.save()) }
      for each in [world, other] {
        try scene.script(each, step)
        each.step(duration: 1.0 / 60, substeps: 4)
      }
      var visitor = ChangeDigestVisitor(memory)
      world.visitState(&visitor)
      #expect(visitor.digest == world.digest, "step \(step): a change was not told")
      #expect(
        other.digest == world.digest, "step \(step): \(firstDifference(world, other))")
      if other.digest != world.digest { return }
    }
  }

  @Test(
    "correcting takes nothing from the heap", .enabled(if: !_isDebugAssertConfiguration()),
    arguments: scenes)
  func allocatesNothing(scene: RestoreScene) throws {
    guard allocationCount() >= 0 else { return }
    let world = World(OverlapTests.metres)
    try scene.build(world)
    let start = world.save()
    for _ in 0..<2 {
      for _ in 0..<scene.steps { world.step(duration: 1.0 / 60, substeps: 4) }
      world.restore(start)
    }
    let before = allocationCount()
    for _ in 0..<scene.steps { world.step(duration: 1.0 / 60, substeps: 4) }
    #expect(allocationCount() == before)
  }

  @Test("off is the default: then overlaps are the contacts' affair")
  func offByDefault() {
    #expect(WorldDefinition().overlapTolerance == 0)
  }
}
