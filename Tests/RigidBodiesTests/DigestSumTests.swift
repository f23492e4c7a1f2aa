import DeterministicMath
import RigidBodies
import Simulation
import TestSupport
import Testing

/// What a step sums up for the digest, from lanes and from what changes, is what the rows give: those a
/// world reads whose state was restored.
@Suite struct DigestSumTests {
  /// Joints of all kinds are solved for many steps, some come and go, and bodies fall asleep and wake.
  @Test(arguments: Sample.of(UInt64(0)..<8))
  func lanesGiveTheSumOfRows(seed: UInt64) throws {
    var definition = Units.metres
    let world = World(definition)
    var fuzzer = Fuzzer(seed: seed)
    try fuzzer.build(world)
    for _ in 0..<60 { try addJoint(to: world, &fuzzer) }
    for step in 0..<240 {
      // A graph lasts for a while, or for one step.
      if step % 60 > 50 || step % 60 == 20 { try addJoint(to: world, &fuzzer) }
      if step % 60 == 30 {
        world.removeJoint(fuzzer.joints[fuzzer.random.int(fuzzer.joints.count)])
      }
      if step == 100 { for body in fuzzer.bodies { world.sleep(body) } }
      world.step(duration: 1.0 / 60, substeps: 4)
      let copy = World(definition)
      copy.restore(world.save())
      for again in 0..<fuzzer.random.int(3) {
        #expect(world.digest == copy.digest, "seed \(seed), step \(step), \(again)")
      }
    }
  }

  /// Everything that can change while a world runs, before and after steps that somebody asks about or
  /// nobody.
  @Test(arguments: Sample.of(UInt64(0)..<12))
  func callsChangeTheSum(seed: UInt64) throws {
    var definition = Units.metres
    let world = World(definition)
    var fuzzer = Fuzzer(seed: seed)
    try fuzzer.build(world)
    var askedCount = 0
    for step in 0..<200 {
      // Stretches in which every state is asked for, some of them, or none.
      let isAsked = [true, fuzzer.random.int(2) == 0, false][step / 10 % 3]
      try fuzzer.act(on: world)
      if isAsked && step % 2 == 0 {
        try check(world, definition, "seed \(seed), before step \(step)")
      }
      world.step(duration: 1.0 / 60, substeps: 4)
      if isAsked { try check(world, definition, "seed \(seed), step \(step)") }
      askedCount += isAsked ? 1 : 0
    }
    #expect(askedCount > 60)
  }

  /// A state that no world would leave, but that is taken: impulses where a joint's class has none.
  @Test(arguments: UInt64(0)..<4)
  func impulsesThatAJointDoesNotHave(seed: UInt64) throws {
    var definition = Units.metres
    definition.describesGeometry = true
    let world = World(definition)
    var fuzzer = Fuzzer(seed: seed)
    try fuzzer.build(world)
    for _ in 0..<40 { try addJoint(to: world, &fuzzer) }
    for _ in 0..<3 { world.step(duration: 1.0 / 60, substeps: 4) }
    var schema = SchemaVisitor()
    world.visitState(&schema)
    var state = NamedState(world.save(), schema.schema)
    var count = 0
    for row in 0..<state.count("joints") where state.isUsed("joints", row) {
      for word in 0..<5 where state.word("joints.impulse\(word)", row) == 0 {
        state.set("joints.impulse\(word)", row, Float(1).bitPattern)
        count += 1
      }
    }
    #expect(count > 40)
    let other = World(definition)
    var visitor = RestoreVisitor(state.image)
    other.visitState(&visitor)
    try #require(other.isStateSound())
    other.stateWasRestored()
    for step in 0..<6 {
      other.step(duration: 1.0 / 60, substeps: 4)
      try check(other, definition, "seed \(seed), step \(step)")
      other.checkInvariants()
    }
  }

  private func check(_ world: World, _ definition: WorldDefinition, _ place: Comment) throws {
    let copy = World(definition)
    copy.restore(world.save())
    #expect(world.digest == copy.digest, place)
  }

  private func addJoint(to world: World, _ fuzzer: inout Fuzzer) throws {
    let count = fuzzer.bodies.count
    let (a, b) = (fuzzer.random.int(count), fuzzer.random.int(count))
    if a == b { return }
    fuzzer.joints.append(try fuzzer.addJoint(fuzzer.bodies[a], fuzzer.bodies[b], to: world))
  }
}
