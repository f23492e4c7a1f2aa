import DeterministicMath
import RigidBodies
import Simulation
import TestSupport
import Testing

/// A world in points, y down, stepped as the dynamics face does: 1/240 s, one substep, gravity set
/// by hand before each step.
private struct PointWorld {
  let world: World
  var gravity: Float = 1000
  var falling: [BodyID] = []

  init(_ definition: WorldDefinition = Units.points) { world = World(definition) }

  func step() {
    for body in falling where world.isAwake(body) {
      world.setLinearVelocity(
        world.linearVelocity(of: body) + Vec2(0, gravity / 240), of: body, wakes: false)
    }
    world.step(duration: 1.0 / 240, substeps: 1)
  }

  mutating func box(
    _ x: Float, _ y: Float, _ width: Float, _ height: Float, restitution: Float = 0,
    friction: Float = 0.2, density: Float = 1e-4, falls: Bool = true
  ) throws -> BodyID {
    let body = try world.addBody(BodyDefinition(position: Vec2(x, y)))
    try world.addShape(
      .box(halfWidth: width / 2, halfHeight: height / 2),
      ShapeDefinition(density: density, friction: friction, restitution: restitution), to: body)
    if falls { falling.append(body) }
    return body
  }

  /// Walls around 320 × 568 points, as the face makes them: inheriting the item's material.
  @discardableResult
  func addBounds() throws -> BodyID {
    let walls = try world.addBody(BodyDefinition(type: .static))
    var material = ShapeDefinition()
    material.inheritsMaterial = true
    try world.addShape(
      .chain(
        [Vec2(0, 0), Vec2(320, 0), Vec2(320, 568), Vec2(0, 568)], isLoop: true, isTwoSided: true),
      material, to: walls)
    return walls
  }
}

@Suite struct BehaviourTests {
  @Test("UD-COL-13 a stack of ten boxes rests and sleeps")
  func stackSleeps() throws {
    var scene = PointWorld()
    try scene.addBounds()
    var boxes: [BodyID] = []
    for i in 0..<10 { boxes.append(try scene.box(160, 568 - 20 - 40 * Float(i), 40, 40)) }
    var slept: Int?
    for step in 0..<(240 * 6) {
      scene.step()
      if scene.world.awakeBodyCount == 0 {
        slept = step
        break
      }
    }
    #expect(slept != nil, "the stack must fall asleep within six seconds")
    for (i, box) in boxes.enumerated() {
      let p = scene.world.transform(of: box).position
      #expect(magnitude(p.x - 160) < 1, "box \(i) moved sideways to \(p.x)")
      #expect(magnitude(p.y - (568 - 20 - 40 * Float(i))) < 2, "box \(i) is at \(p.y)")
    }
  }

  @Test("UD-COL-17 removing the support wakes the sleepers, up to the top")
  func removalWakes() throws {
    var scene = PointWorld()
    try scene.addBounds()
    let support = try scene.world.addBody(BodyDefinition(type: .static, position: Vec2(160, 400)))
    try scene.world.addShape(.box(halfWidth: 60, halfHeight: 5), ShapeDefinition(), to: support)
    let lower = try scene.box(160, 375, 40, 40)
    let upper = try scene.box(160, 335, 40, 40)
    for _ in 0..<(240 * 3) { scene.step() }
    #expect(!scene.world.isAwake(lower) && !scene.world.isAwake(upper))
    scene.world.removeBody(support)
    scene.step()
    #expect(scene.world.isAwake(lower) && scene.world.isAwake(upper))
    let ended = scene.world.contactEvents.filter { $0.kind == .ended }
    #expect(ended.count == 1, "one contact with the support ended")
    for _ in 0..<(240 * 3) { scene.step() }
    #expect(magnitude(scene.world.transform(of: lower).position.y - 548) < 1)
    #expect(magnitude(scene.world.transform(of: upper).position.y - 508) < 1)
  }

  @Test("UD-COL-18 a wall put on a sleeper, or moved there, wakes it")
  func newWallWakes() throws {
    var scene = PointWorld()
    try scene.addBounds()
    let box = try scene.box(160, 548, 40, 40)
    for _ in 0..<240 { scene.step() }
    #expect(!scene.world.isAwake(box))
    let wall = try scene.world.addBody(BodyDefinition(type: .static, position: Vec2(0, -300)))
    try scene.world.addShape(
      .segment(Vec2(0, 560), Vec2(320, 560)), ShapeDefinition(), to: wall)
    #expect(!scene.world.isAwake(box), "the wall is far away")
    scene.world.setTransform(Transform(position: .zero, rotation: .identity), of: wall)
    #expect(scene.world.isAwake(box))
    for _ in 0..<480 { scene.step() }
    let y = scene.world.transform(of: box).position.y
    #expect(magnitude(y - 540) < 0.5, "pushed onto the new floor: \(y)")
  }

  @Test(
    "UD-COL-14 momentum and energy in elastic hits",
    arguments: [(1, 1), (1, 2), (2, 1), (1, 5)] as [(Float, Float)], [0, 1, 2])
  func elasticHits(densities: (Float, Float), shape: Int) throws {
    let world = World(Units.points)
    func add(_ x: Float, _ vx: Float, _ density: Float) throws -> BodyID {
      var definition = BodyDefinition(position: Vec2(x, 100))
      definition.linearVelocity = Vec2(vx, 0)
      let body = try world.addBody(definition)
      let geometry: ShapeGeometry =
        switch shape {
        case 0: .circle(center: .zero, radius: 20)
        case 1: .box(halfWidth: 20, halfHeight: 20)
        default: .capsule(Vec2(0, -10), Vec2(0, 10), radius: 10)
        }
      try world.addShape(
        geometry, ShapeDefinition(density: density * 1e-4, friction: 0, restitution: 1), to: body)
      return body
    }
    let a = try add(100, 300, densities.0)
    let b = try add(200, 0, densities.1)
    let mA = world.mass(of: a)
    let mB = world.mass(of: b)
    var began = 0
    var ended = 0
    for _ in 0..<240 {
      world.step(duration: 1.0 / 240, substeps: 1)
      began += world.contactEvents.filter { $0.kind == .began }.count
      ended += world.contactEvents.filter { $0.kind == .ended }.count
    }
    let vA = world.linearVelocity(of: a).x
    let vB = world.linearVelocity(of: b).x
    #expect(magnitude(vA - 300 * (mA - mB) / (mA + mB)) < 0.05, "A leaves with \(vA)")
    #expect(magnitude(vB - 600 * mA / (mA + mB)) < 0.05, "B leaves with \(vB)")
    #expect(magnitude(mA * vA + mB * vB - 300 * mA) < 0.001 * 300 * mA, "momentum is kept")
    #expect(began == 1 && ended == 1, "\(began) began, \(ended) ended")
  }

  @Test(
    "UD-COL-11 nothing passes through a thin wall at any speed",
    arguments: Sample.of([1000, 5000, 20_000, 48_000] as [Float]),
    Sample.of(UInt64(0)..<40, 12))
  func noTunnelling(speed: Float, seed: UInt64) throws {
    var random = SplitMix(seed: seed)
    var scene = PointWorld()
    scene.gravity = 0
    let walls = try scene.world.addBody(BodyDefinition(type: .static))
    let path = [
      Vec2(0, 0), Vec2(400, 0), Vec2(400, 150), Vec2(250, 200), Vec2(400, 260), Vec2(400, 400),
      Vec2(0, 400),
    ]
    if seed % 2 == 0 {
      try scene.world.addShape(
        .chain(path, isLoop: true, isTwoSided: true), ShapeDefinition(friction: 0.1), to: walls)
    } else {
      for i in 0..<path.count {
        try scene.world.addShape(
          .segment(path[i], path[(i + 1) % path.count]), ShapeDefinition(friction: 0.1), to: walls)
      }
    }
    var bodies: [BodyID] = []
    for i in 0..<6 {
      var definition = BodyDefinition(
        position: Vec2(40 + 30 * Float(i), random.float(50, 350)), rotation: random.rotation())
      let direction = random.rotation()
      definition.linearVelocity = Vec2(speed * direction.cosine, speed * direction.sine)
      definition.angularVelocity = random.float(-60, 60)
      let body = try scene.world.addBody(definition)
      var material = ShapeDefinition(
        density: 1e-4, friction: 0.2, restitution: random.float(0, 1))
      // Alone with the walls, or also hitting and pinching each other.
      material.filter = CollisionFilter(categories: 2, mask: seed % 4 < 2 ? 1 : 3)
      switch i % 4 {
      case 0: try scene.world.addShape(.circle(center: .zero, radius: 6), material, to: body)
      case 1: try scene.world.addShape(.box(halfWidth: 20, halfHeight: 1), material, to: body)
      case 2:
        try scene.world.addShape(
          .capsule(Vec2(-8, 0), Vec2(8, 0), radius: 3), material, to: body)
      default: try scene.world.addShape(.box(halfWidth: 9, halfHeight: 9), material, to: body)
      }
      bodies.append(body)
    }
    for step in 0..<480 {
      scene.step()
      for (i, body) in bodies.enumerated() {
        let p = scene.world.transform(of: body).position
        let inside = p.x > -1 && p.x < 401 && p.y > -1 && p.y < 401
        #expect(inside, "seed \(seed), body \(i) is at \(p) after step \(step)")
        if !inside { return }
      }
    }
  }

  @Test("a body thrown flat at a wall in every step does not sink into it")
  func pushedAgainstWall() throws {
    var scene = PointWorld()
    scene.gravity = 0
    try scene.addBounds()
    let box = try scene.box(160, 300, 100, 100)
    for step in 0..<120 {
      scene.world.setLinearVelocity(Vec2(48_000, 0), of: box)
      scene.step()
      let bounds = scene.world.boundingBox(of: box)
      #expect(bounds.upper.x < 321 && bounds.upper.y < 569, "step \(step): \(bounds)")
    }
  }

  @Test("UD-COL-12 an overlapping start is resolved without explosion")
  func overlappingStart() throws {
    var scene = PointWorld()
    scene.gravity = 0
    try scene.addBounds()
    let a = try scene.box(150, 300, 60, 60)
    let b = try scene.box(170, 310, 60, 60)
    let c = try scene.box(15, 500, 60, 60)  // half through the left wall, its centre inside
    var fastest: Float = 0
    for _ in 0..<720 {
      scene.step()
      for body in [a, b, c] {
        let v = scene.world.linearVelocity(of: body).length
        fastest = v > fastest ? v : fastest
      }
    }
    #expect(fastest < 5, "no velocity is injected: \(fastest) pt/s")
    for contact in scene.world.contacts() {
      #expect(contact.separation > -0.5, "still overlapping by \(-contact.separation)")
    }
    #expect(scene.world.boundingBox(of: c).lower.x > -0.5, "c was pushed in")
  }

  @Test("a spring of 1 Hz, damping ratio 0.1, hangs and swings by the book")
  func spring() throws {
    var scene = PointWorld()
    let anchor = try scene.world.addBody(BodyDefinition(type: .static, position: Vec2(160, 100)))
    let body = try scene.box(160, 250, 60, 60)
    var definition = DistanceJointDefinition(bodyA: anchor, bodyB: body, length: 100)
    definition.hertz = 1
    definition.dampingRatio = 0.1
    _ = try scene.world.addDistanceJoint(definition)
    var heights: [Float] = []
    for _ in 0..<(240 * 12) {
      scene.step()
      heights.append(scene.world.transform(of: body).position.y - 100)
    }
    var turns: [Float] = []
    for i in 1..<(heights.count - 1) where turns.count < 5 {
      if (heights[i] - heights[i - 1]) * (heights[i + 1] - heights[i]) < 0 {
        turns.append(heights[i])
      }
    }
    let expected: [Float] = [107.34, 138.45, 115.76, 132.31, 120.24]
    for (found, wanted) in zip(turns, expected) {
      #expect(magnitude(found - wanted) < 1, "extreme \(found), expected \(wanted)")
    }
    #expect(turns.count == 5)
    #expect(magnitude(heights[heights.count - 1] - 125.33) < 1)
  }

  @Test("a rod keeps its length while its anchor is dragged")
  func rod() throws {
    var scene = PointWorld()
    scene.gravity = 0
    let anchor = try scene.world.addBody(BodyDefinition(type: .static))
    let body = try scene.box(160, 300, 40, 40)
    let joint = try scene.world.addDistanceJoint(
      DistanceJointDefinition(bodyA: anchor, bodyB: body, anchorA: Vec2(160, 150)))
    #expect(scene.world.length(of: joint) == 150)
    var worst: Float = 0
    for step in 0..<(240 * 4) {
      let t = Float(step) / 240
      // 1000 pt/s to the right, then back, then still.
      let x: Float = t < 0.3 ? 160 + 1000 * t : (t < 0.6 ? 760 - 1000 * t : 160)
      scene.world.setAnchorA(Vec2(x, 150), of: joint)
      scene.step()
      let ends = scene.world.anchors(of: joint)
      let error = magnitude((ends.b - ends.a).length - 150)
      worst = error > worst ? error : worst
      if step > 240 * 3 { #expect(error < 0.1, "still: off by \(error)") }
    }
    #expect(worst < 2, "off by \(worst)")
  }

  @Test("free fall is exactly the motion model")
  func freeFall() throws {
    let world = World(Units.metres)
    var definition = BodyDefinition(position: Vec2(1, 50))
    definition.linearVelocity = Vec2(3, -1)
    definition.angularVelocity = 2
    definition.linearDamping = 0.25
    let body = try world.addBody(definition)
    try world.addShape(.circle(center: .zero, radius: 0.5), ShapeDefinition(), to: body)
    var x = Vec2(1, 50)
    var v = Vec2(3, -1)
    var q = Rotation.identity
    let h: Float = (1.0 / 60) / 4
    let k: Float = 1 / (1 + h * 0.25)
    for _ in 0..<120 {
      world.step(duration: 1.0 / 60, substeps: 4)
      var d = Vec2.zero
      var turn: Float = 0
      for _ in 0..<4 {
        v = Vec2((v.x + h * 0) * k, (v.y + h * -10) * k)
        d = Vec2(d.x + h * v.x, d.y + h * v.y)
        turn = turn + h * 2
      }
      x += d
      q = q.turned(by: turn)
      #expect(world.center(of: body) == x)
      #expect(world.linearVelocity(of: body) == v)
      #expect(world.transform(of: body).rotation == q)
    }
  }

  private func magnitude(_ x: Float) -> Float { x < 0 ? -x : x }
}

@Suite("Inspection")
struct ShapeListTests {
  @Test("a body that is given shape after shape is taken up once, also after a restore")
  func manyShapesOfABody() throws {
    let world = World(Units.metres)
    let ground = try world.addBody(BodyDefinition(type: .static))
    for i in 0..<40 {
      try world.addShape(
        .segment(Vec2(Float(i), 0), Vec2(Float(i) + 1, 0)), ShapeDefinition(), to: ground)
      world.checkInvariants()
    }
    world.setTransform(.identity, of: ground)
    world.checkInvariants()
    world.restore(world.save())
    world.checkInvariants()
    world.step(duration: 1.0 / 60, substeps: 4)
    world.checkInvariants()
    world.removeBody(ground)
    world.checkInvariants()
  }

  @Test func shapesOfABodyBySlotAChainOnce() throws {
    let world = World(WorldDefinition())
    let body = try world.addBody(BodyDefinition())
    let other = try world.addBody(BodyDefinition())
    let first = try world.addShape(.circle(center: .zero, radius: 1), ShapeDefinition(), to: body)
    _ = try world.addShape(.circle(center: .zero, radius: 1), ShapeDefinition(), to: other)
    let chain = try world.addShape(
      .chain([Vec2(0, 0), Vec2(1, 0), Vec2(2, 1)], isLoop: false, isTwoSided: true),
      ShapeDefinition(), to: body)
    let last = try world.addShape(.circle(center: .zero, radius: 2), ShapeDefinition(), to: body)
    #expect(world.shapes(of: body) == [first, chain, last])
    world.removeShape(chain)
    #expect(world.shapes(of: body) == [first, last])
    world.removeBody(body)
    #expect(world.shapes(of: body).isEmpty)
  }
}
