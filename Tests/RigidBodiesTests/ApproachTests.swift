import DeterministicMath
import RigidBodies
import Simulation
import TestSupport
import Testing

/// Pairs without a contact are left alone as long as their gap cannot have closed: what moves alike
/// keeps its gap, and what stops alone does not.
@Suite struct ApproachTests {
  private static let speed: Float = 5

  /// Two boxes that fly one behind the other until the first one is stopped, however that is done.
  private struct Flight {
    let world: World
    let leader: BodyID
    let follower: BodyID

    init(_ leaderType: BodyType) throws {
      var definition = WorldDefinition()
      definition.gravity = .zero
      let world = World(definition)
      self.world = world
      func add(_ type: BodyType, _ x: Float) throws -> BodyID {
        var body = BodyDefinition(type: type, position: Vec2(x, 0))
        body.linearVelocity = Vec2(ApproachTests.speed, 0)
        let id = try world.addBody(body)
        try world.addShape(.box(halfWidth: 0.5, halfHeight: 0.5), ShapeDefinition(), to: id)
        return id
      }
      follower = try add(.dynamic, 0)
      leader = try add(leaderType, 1.1)
      for _ in 0..<40 { world.step(duration: 1 / 60, substeps: 4) }
    }

    /// What lies between both, less than nothing when they overlap.
    var gap: Float {
      world.transform(of: leader).position.x - world.transform(of: follower).position.x - 1
    }
  }

  @Test(arguments: 0..<4)
  func whoStopsIsMet(way: Int) throws {
    let flight = try Flight(way < 2 ? .kinematic : .dynamic)
    let world = flight.world
    #expect(world.contactCount == 0, "nothing came nearer")
    switch way {
    case 0: world.setLinearVelocity(.zero, of: flight.leader)
    case 1: world.setType(.static, of: flight.leader)
    case 2: world.sleep(flight.leader)
    default: world.setLinearVelocity(.zero, of: flight.leader)
    }
    var least = flight.gap
    for _ in 0..<40 {
      world.step(duration: 1 / 60, substeps: 4)
      if flight.gap < least { least = flight.gap }
    }
    #expect(least > -0.05, "way \(way): they went into each other by \(-least)")
    #expect(least < 0.05, "way \(way): they met")
  }

  /// A world that knows the gaps of its pairs goes on as one that was restored and knows none.
  @Test(arguments: Sample.of(UInt64(0)..<8))
  func gapsAreOfNoConsequence(seed: UInt64) throws {
    let world = try swarms(seed)
    for step in 0..<120 {
      let other = try swarms(seed)
      other.restore(world.save())
      world.step(duration: 1 / 60, substeps: 4)
      other.step(duration: 1 / 60, substeps: 4)
      if world.digest != other.digest {
        Issue.record("seed \(seed), step \(step): \(firstDifference(world, other))")
        return
      }
    }
    #expect(world.contactCount > 10, "seed \(seed): they have met")
  }

  /// Boxes that fly and turn alike, and meet others that do.
  private func swarms(_ seed: UInt64) throws -> World {
    var random = SplitMix(seed: seed &+ 9_000)
    let world = World(Units.metres)
    let ground = try world.addBody(BodyDefinition(type: .static))
    try world.addShape(.segment(Vec2(-50, 0), Vec2(50, 0)), ShapeDefinition(), to: ground)
    for i in 0..<60 {
      var body = BodyDefinition(
        position: Vec2(Float(i % 10) * 0.62 + random.float(-0.05, 0.05), 1 + Float(i / 10) * 0.62),
        rotation: random.int(2) == 0 ? .identity : random.rotation())
      body.linearVelocity = Vec2(i % 10 < 5 ? 12 : -3, random.int(4) == 0 ? 6 : 0)
      body.angularVelocity = i % 10 < 5 ? 4 : 0
      let id = try world.addBody(body)
      try world.addShape(.box(halfWidth: 0.25, halfHeight: 0.25), ShapeDefinition(), to: id)
    }
    return world
  }
}
