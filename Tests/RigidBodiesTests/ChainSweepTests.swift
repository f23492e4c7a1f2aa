import DeterministicMath
import RigidBodies
import Simulation
import TestSupport
import Testing

/// Fast bodies along and against a one-sided chain.
@Suite struct ChainSweepTests {
  static let radius: Float = 40
  static let shapes: [(name: String, geometry: ShapeGeometry, inner: Float)] = [
    ("circle", .circle(center: .zero, radius: 0.35), 0.35),
    ("capsule", .capsule(Vec2(-0.25, 0), Vec2(0.25, 0), radius: 0.25), 0.25),
    ("box", .box(halfWidth: 0.35, halfHeight: 0.35), 0.35),
    ("box off its centre", .box(halfWidth: 0.2, halfHeight: 0.3, center: Vec2(0.4, 0)), 0.2),
  ]

  /// A round wall of 360 edges, solid outside.
  private static func makeWorld() throws -> World {
    var definition = WorldDefinition()
    definition.gravity = .zero
    let world = World(definition)
    let back = Rotation(angle: -3.141_592_7 / 180)
    var points: [Vec2] = []
    var p = Vec2(radius, 0)
    for _ in 0..<360 {
      points.append(p)
      p = back.rotate(p)
    }
    let ground = try world.addBody(BodyDefinition(type: .static))
    try world.addShape(
      .chain(points, isLoop: true, isTwoSided: false), ShapeDefinition(friction: 0), to: ground)
    return world
  }

  @Test(
    "what runs along a row of edges is not stopped at its seams",
    arguments: Sample.of([Float(20), 40, 60, 80]))
  func slides(speed: Float) throws {
    for shape in ChainSweepTests.shapes {
      let world = try ChainSweepTests.makeWorld()
      let start = Vec2(0, -(ChainSweepTests.radius - 0.72))
      var definition = BodyDefinition(position: start)
      definition.linearVelocity = Vec2(speed, 0)
      let body = try world.addBody(definition)
      try world.addShape(shape.geometry, ShapeDefinition(density: 1, friction: 0), to: body)
      var way: Float = 0
      var deepest: Float = 0
      var last = start
      for _ in 0..<120 {
        world.step(duration: 1.0 / 60, substeps: 4)
        let p = world.center(of: body)
        way += (p - last).length
        last = p
        deepest = max(deepest, p.length)
      }
      let speedLeft = world.linearVelocity(of: body).length
      let note = "\(shape.name) at \(speed) m/s: \(way) m in 2 s, \(speedLeft) m/s left"
      // What it moved is what its speed says, all the way.
      #expect(way > 0.97 * 2 * speedLeft, "\(note)")
      #expect(deepest < ChainSweepTests.radius - 0.5 * shape.inner, "\(note), \(deepest) m out")
    }
  }

  @Test("nothing gets through one-sided edges, however it flies and turns")
  func holds() throws {
    for seed in Sample.of(UInt64(0)..<40) {
      var random = SplitMix(seed: seed)
      let world = try ChainSweepTests.makeWorld()
      var bodies: [(BodyID, Float)] = []
      for _ in 0..<12 {
        let shape = ChainSweepTests.shapes[random.int(ChainSweepTests.shapes.count)]
        let side = random.rotation()
        let way = random.rotation()
        var definition = BodyDefinition(position: side.rotate(Vec2(random.float(0, 39), 0)))
        definition.linearVelocity = way.rotate(Vec2(random.float(0, 200), 0))
        definition.angularVelocity = random.float(-60, 60)
        let body = try world.addBody(definition)
        try world.addShape(
          shape.geometry,
          ShapeDefinition(density: 1, friction: 0.2, restitution: random.float(0, 0.9)), to: body)
        bodies.append((body, shape.inner))
      }
      for step in 0..<240 {
        world.step(duration: 1.0 / 60, substeps: 4)
        for (body, _) in bodies {
          let r = world.center(of: body).length
          #expect(
            r < ChainSweepTests.radius + 0.02,
            "seed \(seed), step \(step): body \(body) is \(r) m from the middle")
        }
      }
    }
  }
}
