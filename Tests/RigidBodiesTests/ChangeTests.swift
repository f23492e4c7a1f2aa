import AllocationCount
import DeterministicMath
import RigidBodies
import Simulation
import TestSupport
import Testing

/// A world tells which of its rows changed; the digest that believes it is the one from nothing.
@Suite struct ChangeTests {

  private static func remembered(_ world: World, _ memory: DigestMemory) -> StateDigest {
    var visitor = ChangeDigestVisitor(memory)
    world.visitState(&visitor)
    return visitor.digest
  }

  private static func save(_ world: World, _ image: inout StateImage) {
    var visitor = SaveVisitor(.everything, overwriting: &image)
    world.visitState(&visitor)
    image = visitor.finish()
  }

  @Test(
    "random calls, saves and restores: no change is missed",
    arguments: Sample.of(UInt64(100)..<140, 16))
  func randomCalls(seed: UInt64) throws {
    var definition = Units.metres
    definition.describesGeometry = true
    var world = World(definition)
    var fuzzer = Fuzzer(seed: seed)
    try fuzzer.build(world)
    var random = SplitMix(seed: seed ^ 0xD16E57)
    let everyStep = DigestMemory()
    let sometimes = DigestMemory()
    // Saved into again and again, each in its own time.
    var kept = [StateImage](repeating: StateImage(), count: 3)
    var images: [(image: StateImage, fuzzer: Fuzzer)] = []
    for step in 0..<240 {
      try fuzzer.act(on: world)
      if random.int(4) == 0 {
        #expect(
          ChangeTests.remembered(world, everyStep) == world.digest,
          "seed \(seed), step \(step): a call changed what the world does not tell")
      }
      let turn = random.int(12)
      if turn < kept.count {
        ChangeTests.save(world, &kept[turn])
        #expect(
          kept[turn] == world.save(), "seed \(seed), step \(step): image \(turn) is not the state")
      }
      world.step(duration: 1.0 / 60, substeps: 4)
      if random.int(12) == 0 { images.append((world.save(), fuzzer)) }
      if random.int(25) == 0, !images.isEmpty {
        let place = random.int(images.count)
        // In place, or into another world: its account is not the first one's.
        if random.int(3) == 0 { world = World(definition) }
        world.restore(images[place].image)
        fuzzer = images[place].fuzzer
        #expect(
          world.save() == images[place].image,
          "seed \(seed), step \(step): what was put back is not what was saved")
      }
      // A visit brings the rows up to date: what happens in several steps without one is told, too.
      if step > 100 && random.int(5) != 0 { continue }
      let full = world.digest
      let told = ChangeTests.remembered(world, everyStep)
      #expect(told == full, "seed \(seed), step \(step): the step changed more than it tells")
      if random.int(7) == 0 {
        #expect(
          ChangeTests.remembered(world, sometimes) == full,
          "seed \(seed), step \(step): a change long ago was forgotten")
      }
      if told != full { return }
    }
  }

  @Test(
    "scenes that fall asleep, wake and are driven: no change is missed",
    arguments: Sample.of(restoreScenes))
  func scenes(scene: RestoreScene) throws {
    let world = World(Units.metres)
    try scene.build(world)
    let memory = DigestMemory()
    for step in 0..<(3 * scene.steps) {
      if step < scene.steps { try scene.script(world, step) }
      world.step(duration: 1.0 / 60, substeps: 4)
      let told = ChangeTests.remembered(world, memory)
      #expect(told == world.digest, "step \(step)")
      if told != world.digest { return }
    }
  }

  @Test("a driven body that stops, and what then falls asleep on it: no change is missed")
  func stopsAndSleeps() throws {
    let world = World(Units.metres)
    let lift = try world.addBody(BodyDefinition(type: .kinematic))
    try world.addShape(.box(halfWidth: 2, halfHeight: 0.25), ShapeDefinition(), to: lift)
    // Rows are told by blocks: the boxes' changes shall not tell of the lift's.
    for _ in 0..<70 { _ = try world.addBody(BodyDefinition(type: .static)) }
    for i in 0..<6 {
      let box = try world.addBody(BodyDefinition(position: Vec2(-1.5 + 0.6 * Float(i), 0.51)))
      try world.addShape(.box(halfWidth: 0.25, halfHeight: 0.25), ShapeDefinition(), to: box)
    }
    for visitEvery in [1, 2, 7, 31] {
      let memory = DigestMemory()
      world.setLinearVelocity(Vec2(0, 0.5), of: lift)
      for step in 0..<180 {
        if step == 60 { world.setLinearVelocity(Vec2(0, 0), of: lift) }
        world.step(duration: 1.0 / 60, substeps: 4)
        if step % visitEvery != 0 { continue }
        let told = ChangeTests.remembered(world, memory)
        #expect(told == world.digest, "a look every \(visitEvery) steps, step \(step)")
        if told != world.digest { return }
      }
      #expect(!world.isAwake(lift))
    }
  }

  private struct Call: CustomTestStringConvertible {
    var testDescription: String
    var change: @Sendable (World, BodyID, ShapeID, JointID) throws -> Void
  }

  private static let calls: [Call] = [
    Call(testDescription: "velocity") { world, body, _, _ in
      world.setLinearVelocity(Vec2(1, 2), of: body)
    },
    Call(testDescription: "transform") { world, body, _, _ in
      world.setTransform(Transform(position: Vec2(3, 4), rotation: Rotation(angle: 1)), of: body)
    },
    Call(testDescription: "damping") { world, body, _, _ in
      world.setDamping(linear: 1, angular: 2, of: body)
    },
    Call(testDescription: "force") { world, body, _, _ in
      world.applyForce(Vec2(1, 2), to: body)
    },
    Call(testDescription: "fixed rotation") { world, body, _, _ in
      world.setFixedRotation(true, of: body)
    },
    Call(testDescription: "mass") { world, body, _, _ in
      world.setMass(MassData(mass: 7, inertia: 3, localCenter: Vec2(0, 0)), of: body)
    },
    Call(testDescription: "type") { world, body, _, _ in world.setType(.kinematic, of: body) },
    Call(testDescription: "wake") { world, body, _, _ in world.wake(body) },
    Call(testDescription: "tag") { world, _, shape, _ in world.setTag(9, of: shape) },
    Call(testDescription: "material") { world, _, shape, _ in
      world.setMaterial(friction: 0.9, restitution: 0.7, of: shape)
    },
    Call(testDescription: "motor") { world, _, _, joint in
      world.setMotor(speed: 3, maximumTorque: 5, isEnabled: true, of: joint)
    },
    Call(testDescription: "another body") { world, body, _, joint in
      let other = try world.addBody(BodyDefinition(position: Vec2(40, 2)))
      try world.addShape(.circle(center: Vec2(0, 0), radius: 1), ShapeDefinition(), to: other)
    },
    Call(testDescription: "one body less") { world, body, _, _ in world.removeBody(body) },
    Call(testDescription: "one joint less") { world, _, _, joint in world.removeJoint(joint) },
  ]

  /// Far from where anything moves, so that no step marks the rows.
  @Test("what a call changed is put back, and told", arguments: Sample.of(ChangeTests.calls))
  private func putsBack(call: Call) throws {
    let world = World(Units.metres)
    for scene in restoreScenes.prefix(1) { try scene.build(world) }
    for _ in 0..<140 { _ = try world.addBody(BodyDefinition(type: .static)) }
    let anchor = try world.addBody(BodyDefinition(type: .static, position: Vec2(100, 100)))
    let body = try world.addBody(BodyDefinition(position: Vec2(100, 100)))
    let shape = try world.addShape(
      .box(halfWidth: 1, halfHeight: 1), ShapeDefinition(), to: body)
    let joint = try world.addRevoluteJoint(
      RevoluteJointDefinition(bodyA: anchor, bodyB: body))
    for _ in 0..<200 { world.step(duration: 1.0 / 60, substeps: 4) }
    let memory = DigestMemory()
    var kept = StateImage()
    ChangeTests.save(world, &kept)
    let image = world.save()
    let before = world.digest
    #expect(ChangeTests.remembered(world, memory) == before)
    try call.change(world, body, shape, joint)
    #expect(ChangeTests.remembered(world, memory) != before)
    ChangeTests.save(world, &kept)
    #expect(kept == world.save() && kept != image)
    world.restore(image)
    #expect(ChangeTests.remembered(world, memory) == before)
    #expect(world.save() == image)
    ChangeTests.save(world, &kept)
    #expect(kept == image)
  }

  @Test("a state from elsewhere, and back again", arguments: restoreScenes)
  func elsewhereAndBack(scene: RestoreScene) throws {
    let world = World(Units.metres)
    try scene.build(world)
    let first = world.save()
    for step in 0..<scene.steps / 2 {
      try scene.script(world, step)
      world.step(duration: 1.0 / 60, substeps: 4)
    }
    let memory = DigestMemory()
    let image = world.save()
    let before = ChangeTests.remembered(world, memory)
    // Without its origin.
    world.restore(StateImage(rowCounts: first.rowCounts, bytes: first.bytes))
    #expect(ChangeTests.remembered(world, memory) == world.digest)
    #expect(world.save() == first)
    world.restore(image)
    #expect(ChangeTests.remembered(world, memory) == before)
    #expect(world.digest == before)
  }

  /// A state of long ago, put back in place: what is kept of the world is of no consequence, and no
  /// change is missed.
  @Test(arguments: Sample.of(restoreScenes))
  func goesOnFromAnyEarlierStep(scene: RestoreScene) throws {
    let world = World(Units.metres)
    try scene.build(world)
    var images: [StateImage] = []
    var digests: [StateDigest] = []
    for step in 0..<scene.steps {
      images.append(world.save())
      try scene.script(world, step)
      world.step(duration: 1.0 / 60, substeps: 4)
      digests.append(world.digest)
    }
    var random = SplitMix(seed: 77)
    let memory = DigestMemory()
    var kept = [StateImage](repeating: StateImage(), count: 3)
    /// What remembers an earlier state sees the one that was put back.
    func look(_ place: String, _ turn: Int) {
      #expect(ChangeTests.remembered(world, memory) == world.digest, "turn \(turn): \(place)")
      let one = random.int(8)
      if one >= kept.count { return }
      ChangeTests.save(world, &kept[one])
      #expect(kept[one] == world.save(), "turn \(turn): \(place), image \(one)")
    }
    for turn in 0..<60 {
      let start = random.int(scene.steps)
      look("before", turn)
      // A state of which nobody knows where it comes from.
      if turn % 7 == 3 {
        let other = images[random.int(scene.steps)]
        world.restore(StateImage(rowCounts: other.rowCounts, bytes: other.bytes))
        look("another state", turn)
      }
      world.restore(images[start])
      if turn % 4 != 0 {
        look("put back", turn)
        #expect(world.save() == images[start], "turn \(turn): \(start) was not put back")
      }
      // What a refused state leaves behind: another state came between.
      if turn % 3 == 0 {
        var visitor = RestoreVisitor(images[random.int(scene.steps)])
        world.visitState(&visitor)
        world.restore(images[start])
      }
      for step in start..<min(start + 1 + random.int(12), scene.steps) {
        try scene.script(world, step)
        world.step(duration: 1.0 / 60, substeps: 4)
        #expect(world.digest == digests[step], "turn \(turn): from \(start), step \(step)")
        if world.digest != digests[step] { return }
        if turn % 3 == 1 { look("step \(step)", turn) }
        // Saved anew, from what was done again.
        if turn % 5 == 2 && step + 1 < scene.steps { ChangeTests.save(world, &images[step + 1]) }
      }
      world.checkInvariants()
    }
  }

  /// So many shapes move that pairs are found with a grid.
  static let crowd = RestoreScene(name: "crowd", steps: 90) { world in
    let ground = try world.addBody(BodyDefinition(type: .static))
    try world.addShape(.segment(Vec2(-20, 0), Vec2(20, 0)), ShapeDefinition(), to: ground)
    for i in 0..<300 {
      let body = try world.addBody(
        BodyDefinition(position: Vec2(Float(i % 20) - 10, 1 + Float(i / 20))))
      try world.addShape(.box(halfWidth: 0.3, halfHeight: 0.3), ShapeDefinition(), to: body)
    }
  }

  /// With optimisation: without it, closures and the like are on the heap.
  @Test(
    "a step takes nothing from the heap, nor does its digest",
    .enabled(if: !_isDebugAssertConfiguration()), arguments: restoreScenes + [crowd])
  func allocatesNothing(scene: RestoreScene) throws {
    guard allocationCount() >= 0 else { return }
    let world = World(Units.metres)
    try scene.build(world)
    let memory = DigestMemory()
    var image = StateImage()
    func turn() {
      world.step(duration: 1.0 / 60, substeps: 4)
      _ = ChangeTests.remembered(world, memory)
      ChangeTests.save(world, &image)
    }
    // The first run grows the stores.
    let start = world.save()
    for _ in 0..<2 {
      for _ in 0..<scene.steps { turn() }
      world.restore(start)
      turn()
      world.restore(start)
    }
    var byStep = 0
    var byDigest = 0
    for _ in 0..<scene.steps {
      let before = allocationCount()
      world.step(duration: 1.0 / 60, substeps: 4)
      let stepped = allocationCount()
      _ = ChangeTests.remembered(world, memory)
      let digested = allocationCount()
      ChangeTests.save(world, &image)
      byStep += stepped - before
      byDigest += digested - stepped
    }
    #expect(byStep == 0, "allocations by steps")
    #expect(byDigest == 0, "allocations by digests")
  }
}
