import AllocationCount
import DeterministicMath
import RigidBodies
import Simulation
import Testing

/// A world tells which of its rows changed; the digest that believes it is the one from nothing.
@Suite struct ChangeTests {

  private static func remembered(_ world: World, _ memory: DigestMemory) -> StateDigest {
    var visitor = ChangeDigestVisitor(memory)
    world.visitState(&visitor)
    return visitor.digest
  }

  private static func save(_ world: World, _ image: inout StateImage) {
    var taken = StateImage()
    swap(&taken, &image)
    var visitor = SaveVisitor(.everything, reusing: taken)
    world.visitState(&visitor)
    image = visitor.finish()
  }

  @Test("random calls, saves and restores: no change is missed", arguments: UInt64(100)..<140)
  func randomCalls(seed: UInt64) throws {
    var definition = Units.metres
    definition.describesGeometry = true
    var world = World(definition)
    var fuzzer = Fuzzer(seed: seed)
    try fuzzer.build(world)
    var random = SplitMix(seed: seed ^ 0xD16E57)
    let everyStep = DigestMemory()
    let sometimes = DigestMemory()
    var image = world.save()
    var images: [(image: StateImage, fuzzer: Fuzzer)] = []
    for step in 0..<240 {
      try fuzzer.act(on: world)
      if random.int(4) == 0 {
        #expect(
          ChangeTests.remembered(world, everyStep) == world.digest,
          "seed \(seed), step \(step): a call changed what the world does not tell")
      }
      if random.int(9) == 0 { image = world.save() }
      world.step(duration: 1.0 / 60, substeps: 4)
      if random.int(12) == 0 { images.append((world.save(), fuzzer)) }
      if random.int(25) == 0, !images.isEmpty {
        let place = random.int(images.count)
        // In place, or into another world: its account is not the first one's.
        if random.int(3) == 0 { world = World(definition) }
        world.restore(images[place].image)
        fuzzer = images[place].fuzzer
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
    _ = image
  }

  @Test(
    "scenes that fall asleep, wake and are driven: no change is missed", arguments: restoreScenes)
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
    for _ in 0..<70 { try world.addBody(BodyDefinition(type: .static)) }
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

  /// A state of long ago, put back in place: what is kept of the world is of no consequence.
  @Test(arguments: restoreScenes)
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
    for turn in 0..<60 {
      let start = random.int(scene.steps)
      world.restore(images[start])
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
