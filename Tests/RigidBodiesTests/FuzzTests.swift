import DeterministicMath
import RigidBodies
import Simulation
import TestSupport
import Testing

/// Drives a world with random calls: everything that can change while it runs.
struct Fuzzer {
  var random: SplitMix
  var bodies: [BodyID] = []
  var shapes: [ShapeID] = []
  var joints: [JointID] = []

  init(seed: UInt64) { random = SplitMix(seed: seed) }

  mutating func geometry() -> ShapeGeometry {
    switch random.int(5) {
    case 0: return .circle(center: Vec2(0, random.float(0, 0.2)), radius: random.float(0.1, 0.5))
    case 1:
      return .capsule(
        Vec2(-0.3, 0), Vec2(0.3, random.float(-0.2, 0.2)), radius: random.float(0.1, 0.3))
    case 2: return .box(halfWidth: random.float(0.1, 0.6), halfHeight: random.float(0.1, 0.6))
    case 3:
      var points: [Vec2] = []
      for _ in 0..<12 { points.append(Vec2(random.float(-0.5, 0.5), random.float(-0.5, 0.5))) }
      return .polygon(points, radius: random.int(2) == 0 ? 0 : 0.05)
    default:
      var points: [Vec2] = []
      var turn = Rotation.identity
      for _ in 0..<20 {
        points.append(Vec2(0.5 * turn.cosine, 0.4 * turn.sine))
        turn = turn.integrated(by: 0.32)
      }
      return .polygon(points, radius: 0)
    }
  }

  mutating func addBody(to world: World) throws {
    var definition = BodyDefinition(
      type: random.int(12) == 0 ? .kinematic : .dynamic,
      position: Vec2(random.float(-6, 6), random.float(0, 12)), rotation: random.rotation())
    definition.linearVelocity = Vec2(random.float(-5, 5), random.float(-5, 5))
    definition.angularVelocity = random.float(-4, 4)
    definition.isBullet = random.int(4) == 0
    definition.hasFixedRotation = random.int(8) == 0
    let body = try world.addBody(definition)
    bodies.append(body)
    for _ in 0...random.int(2) {
      var material = ShapeDefinition(
        density: random.float(0.5, 2), friction: random.float(0, 1),
        restitution: random.int(3) == 0 ? random.float(0, 1) : 0)
      material.tag = UInt32(random.int(1000))
      shapes.append(try world.addShape(geometry(), material, to: body))
    }
  }

  mutating func build(_ world: World) throws {
    let ground = try world.addBody(BodyDefinition(type: .static))
    try world.addShape(
      .chain(
        [Vec2(-8, 14), Vec2(-8, -1), Vec2(-2, 0), Vec2(2, -0.5), Vec2(8, -1), Vec2(8, 14)],
        isLoop: true, isTwoSided: true), ShapeDefinition(), to: ground)
    bodies.append(ground)
    for _ in 0..<16 { try addBody(to: world) }
  }

  mutating func addJoint(_ a: BodyID, _ b: BodyID, to world: World) throws -> JointID {
    let anchorA = Vec2(random.float(-0.5, 0.5), 0)
    let anchorB = Vec2(-0.5, random.float(-0.2, 0.2))
    switch random.int(7) {
    case 0:
      var joint = DistanceJointDefinition(bodyA: a, bodyB: b)
      joint.hertz = random.int(2) == 0 ? 0 : 2
      joint.dampingRatio = 0.3
      if random.int(3) == 0 { joint.maximumLength = random.float(0.5, 4) }
      return try world.addDistanceJoint(joint)
    case 1:
      var joint = RevoluteJointDefinition(
        bodyA: a, bodyB: b, anchorA: anchorA, anchorB: anchorB)
      joint.isMotorEnabled = random.int(2) == 0
      joint.motorSpeed = 2
      joint.maximumMotorTorque = 5
      joint.isLimitEnabled = random.int(2) == 0
      joint.lowerAngle = -0.5
      joint.upperAngle = 0.5
      joint.isSpringEnabled = random.int(2) == 0
      joint.springHertz = 3
      joint.targetAngle = random.float(-3, 3)
      return try world.addRevoluteJoint(joint)
    case 2:
      return try world.addRevoluteJoint(
        RevoluteJointDefinition(bodyA: a, bodyB: b, anchorA: anchorA, anchorB: anchorB))
    case 3:
      var joint = WeldJointDefinition(bodyA: a, bodyB: b, anchorA: anchorA, anchorB: anchorB)
      joint.linearHertz = random.int(2) == 0 ? 0 : 4
      joint.angularHertz = random.int(2) == 0 ? 0 : 4
      joint.constraintHertz = random.int(2) == 0 ? nil : 20
      return try world.addWeldJoint(joint)
    case 4:
      var joint = PrismaticJointDefinition(
        bodyA: a, bodyB: b, anchorA: anchorA, anchorB: anchorB,
        axis: Vec2(1, random.float(-1, 1)))
      joint.isMotorEnabled = random.int(2) == 0
      joint.motorSpeed = 1
      joint.maximumMotorForce = 20
      joint.isLimitEnabled = random.int(2) == 0
      joint.lowerTranslation = -1
      joint.upperTranslation = 1
      return try world.addPrismaticJoint(joint)
    case 5:
      var joint = WheelJointDefinition(bodyA: a, bodyB: b, anchorA: anchorA, anchorB: anchorB)
      joint.isMotorEnabled = random.int(2) == 0
      joint.motorSpeed = 9
      joint.maximumMotorTorque = 3
      joint.isLimitEnabled = random.int(2) == 0
      joint.lowerTranslation = -0.5
      joint.upperTranslation = 0.5
      return try world.addWheelJoint(joint)
    default:
      return try world.addTargetJoint(
        TargetJointDefinition(
          bodyA: a, bodyB: b, target: Vec2(random.float(-3, 3), random.float(-3, 3)),
          anchor: anchorB, maximumForce: random.float(0, 100)))
    }
  }

  /// Calls a setter that the joint may or may not have.
  mutating func changeJoint(of world: World) {
    let value = random.float(0, 2)
    let flag = random.int(2) == 0
    let choice = random.int(13)
    if joints.isEmpty { return }
    let joint = joints[random.int(joints.count)]
    switch choice {
    case 0: world.setLength(value, of: joint)
    case 1: world.setSpring(hertz: flag ? 0 : 5, dampingRatio: value, of: joint)
    case 2: world.setAngularSpring(hertz: flag ? 0 : 5, dampingRatio: value, of: joint)
    case 3: world.setSpringEnabled(flag, of: joint)
    case 4: world.setTargetAngle(value, of: joint)
    case 5: world.setTargetTranslation(value, of: joint)
    case 6: world.setMotor(speed: value, maximumTorque: 5, isEnabled: flag, of: joint)
    case 7: world.setMotor(speed: value, maximumForce: 5, isEnabled: flag, of: joint)
    case 8: world.setFrictionTorque(value, of: joint)
    case 9: world.setTarget(Vec2(value, 3), of: joint)
    case 10: world.setLimits(lower: 0, upper: value, isEnabled: flag, of: joint)
    case 11: world.setConstraint(hertz: flag ? nil : 10, dampingRatio: nil, of: joint)
    default: world.setAnchorA(Vec2(value, 0), of: joint)
    }
  }

  mutating func act(on world: World) throws {
    for _ in 0..<random.int(3) {
      let body = bodies[random.int(bodies.count)]
      let shape = shapes[random.int(shapes.count)]
      switch random.int(16) {
      case 0: world.removeBody(bodies[1 + random.int(bodies.count - 1)])
      case 1: try addBody(to: world)
      case 2: world.removeShape(shape)
      case 3:
        let geometry = geometry()
        if world.isValid(body) {
          shapes.append(try world.addShape(geometry, ShapeDefinition(), to: body))
        }
      case 4:
        world.setFilter(
          CollisionFilter(categories: UInt64(1 + random.int(3)), mask: UInt64(random.int(4))),
          of: shape)
      case 5: world.setMaterial(friction: random.float(0, 1), restitution: 0.3, of: shape)
      case 6:
        world.setTransform(
          Transform(
            position: Vec2(random.float(-6, 6), random.float(0, 12)),
            rotation: random.rotation()), of: body)
      case 7:
        world.setLinearVelocity(
          Vec2(random.float(-50, 50), random.float(-50, 50)), of: body,
          wakes: random.int(2) == 0)
      case 8: world.setAngularVelocity(random.float(-30, 30), of: body)
      case 9: world.setType([.static, .kinematic, .dynamic][random.int(3)], of: body)
      case 10: world.setFixedRotation(random.int(2) == 0, of: body)
      case 11: world.setDensity(random.float(0, 3), of: shape)
      case 12, 13:
        let other = bodies[random.int(bodies.count)]
        if other != body, world.isValid(other), world.isValid(body) {
          joints.append(try addJoint(body, other, to: world))
        }
      case 14 where random.int(2) == 0: changeJoint(of: world)
      case 14: if !joints.isEmpty { world.removeJoint(joints[random.int(joints.count)]) }
      default:
        world.applyForce(Vec2(0, random.float(0, 50)), at: Vec2(0, 1), to: body)
        world.setSleepEnabled(random.int(2) == 0, of: body)
      }
    }
  }
}

#if DEBUG
  private let fuzzStepCount = 120
#else
  private let fuzzStepCount = 400
#endif

@Suite struct FuzzTests {
  /// Random calls never break an invariant (finite numbers among them), two worlds driven alike
  /// stay alike, and a world restored after every step does not notice.
  @Test(arguments: Sample.of(UInt64(1)..<41, 12))
  func randomCalls(seed: UInt64) throws {
    var definition = Units.metres
    definition.describesGeometry = true
    let world = World(definition)
    let twin = World(definition)
    var restored = World(definition)
    var fuzzer = Fuzzer(seed: seed)
    var twinFuzzer = fuzzer
    var restoredFuzzer = fuzzer
    try fuzzer.build(world)
    try twinFuzzer.build(twin)
    try restoredFuzzer.build(restored)
    for step in 0..<fuzzStepCount {
      let before = world.save()
      try fuzzer.act(on: world)
      try twinFuzzer.act(on: twin)
      if step % 7 == 0 {
        // Into a world that knows nothing of the bodies made and removed since.
        restored = World(definition)
        restored.restore(before)
      } else {
        restored.restore(restored.save())
      }
      try restoredFuzzer.act(on: restored)
      // Each step ends in a check, in a release build, too.
      for each in [world, twin, restored] {
        each.checksSteps = true
        each.step(duration: 1.0 / 60, substeps: 4)
      }
      #expect(world.isStateSound(), "seed \(seed), step \(step): a sound state is refused")
      #expect(twin.digest == world.digest, "seed \(seed), step \(step): two runs differ")
      #expect(
        restored.digest == world.digest,
        "seed \(seed), step \(step): a restore shows in \(firstDifference(world, restored))")
      if twin.digest != world.digest || restored.digest != world.digest { return }
    }
  }

  /// Every began is followed by at most one ended of the same pair, and never by another began.
  @Test(arguments: UInt64(20)..<26)
  func eventsPairUp(seed: UInt64) throws {
    let world = World(Units.metres)
    world.checksSteps = true
    var fuzzer = Fuzzer(seed: seed)
    try fuzzer.build(world)
    var open: [[UInt32]] = []
    var count = 0
    for step in 0..<fuzzStepCount {
      try fuzzer.act(on: world)
      world.step(duration: 1.0 / 60, substeps: 4)
      for event in world.contactEvents {
        let pair = [
          event.shapeA.slot, event.shapeA.generation, event.shapeB.slot, event.shapeB.generation,
        ]
        count += 1
        if event.kind == .began {
          #expect(!open.contains(pair), "seed \(seed), step \(step): began twice")
          open.append(pair)
        } else {
          let index = open.firstIndex(of: pair)
          #expect(index != nil, "seed \(seed), step \(step): ended without began")
          if let index { open.remove(at: index) }
        }
      }
    }
    #expect(count > 20, "the fuzzer makes contacts")
  }

  @Test func staleHandlesAndWildNumbersDoNothing() throws {
    let world = World(Units.metres)
    let body = try world.addBody(BodyDefinition())
    let shape = try world.addShape(.circle(center: .zero, radius: 1), ShapeDefinition(), to: body)
    let other = try world.addBody(BodyDefinition())
    let joint = try world.addDistanceJoint(
      DistanceJointDefinition(bodyA: body, bodyB: other, length: 2))
    let before = world.digest
    let nan = Float.nan
    world.setLinearVelocity(Vec2(nan, 0), of: body)
    world.setAngularVelocity(.infinity, of: body)
    world.setTransform(Transform(position: Vec2(0, nan), rotation: .identity), of: body)
    world.setDensity(-1, of: shape)
    world.setMaterial(friction: nan, restitution: 0, of: shape)
    world.setLength(-.infinity, of: joint)
    world.setSpring(hertz: nan, dampingRatio: 0, of: joint)
    world.setAnchorA(Vec2(nan, nan), of: joint)
    world.applyForce(Vec2(.infinity, 0), to: body)
    world.applyLinearImpulse(Vec2(nan, 0), at: .zero, to: body)
    world.setMass(MassData(mass: nan, inertia: 1, localCenter: .zero), of: body)
    #expect(world.digest == before)
    #expect(throws: WorldError.valueOutOfRange) {
      _ = try world.addBody(BodyDefinition(position: Vec2(nan, 0)))
    }
    #expect(throws: WorldError.valueOutOfRange) {
      try world.addShape(.circle(center: Vec2(nan, 0), radius: 1), ShapeDefinition(), to: body)
    }
    #expect(throws: WorldError.degenerateShape) {
      try world.addShape(
        .polygon([Vec2(0, 0), Vec2(1, 1), Vec2(2, 2)], radius: 0), ShapeDefinition(), to: body)
    }
    #expect(throws: WorldError.jointNeedsTwoBodies) {
      _ = try world.addDistanceJoint(DistanceJointDefinition(bodyA: body, bodyB: body))
    }
    #expect(world.digest == before)
    world.removeBody(body)
    #expect(!world.isValid(body) && !world.isValid(shape) && !world.isValid(joint))
    let after = world.digest
    world.setLinearVelocity(Vec2(1, 0), of: body)
    world.removeBody(body)
    world.removeShape(shape)
    world.removeJoint(joint)
    world.setFilter(CollisionFilter(), of: shape)
    world.wake(body)
    #expect(world.mass(of: body) == 0 && world.transform(of: body) == .identity)
    #expect(world.digest == after)
    let next = try world.addBody(BodyDefinition())
    #expect(next.slot == body.slot && next.generation != body.generation)
  }
}
