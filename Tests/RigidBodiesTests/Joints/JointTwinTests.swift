import DeterministicMath
import RigidBodies
import Simulation
import TestSupport
import Testing

/// Random bodies and joints, alike in the engine and in the twin that solves them one by one.
private struct TwinScene {
  let world: World
  var twin: TwinWorld
  var bodies: [BodyID] = []
  var joints: [JointID] = []
  var random: SplitMix

  init(seed: UInt64) throws {
    var definition = WorldDefinition()
    definition.gravity = Vec2(1, -10)
    definition.enableSleep = false
    world = World(definition)
    twin = TwinWorld(definition)
    random = SplitMix(seed: seed)
    for i in 0..<48 { try addBody(i) }
    for _ in 0..<160 { try addJoint() }
    // More joints than there are colours, on one body.
    if seed % 4 == 0 {
      for _ in 0..<70 { try addJoint(a: 5) }
    }
  }

  private mutating func addBody(_ i: Int) throws {
    let type: BodyType = i < 3 ? .static : (i < 5 ? .kinematic : .dynamic)
    var definition = BodyDefinition(
      type: type, position: Vec2(random.float(-4, 4), random.float(-4, 4)),
      rotation: random.rotation())
    if type != .static {
      definition.linearVelocity = Vec2(random.float(-3, 3), random.float(-3, 3))
      definition.angularVelocity = random.float(-8, 8)
    }
    let body = try world.addBody(definition)
    bodies.append(body)
    var mass: Float = 0
    var inertia: Float = 0
    var center = Vec2(0, 0)
    if type == .dynamic {
      mass = random.float(0.1, 4)
      inertia = random.float(0.02, 1)
      center = Vec2(random.float(-0.2, 0.2), random.float(-0.2, 0.2))
      world.setMass(MassData(mass: mass, inertia: inertia, localCenter: center), of: body)
    }
    let fixed = type == .dynamic && i % 9 == 0
    if fixed { world.setFixedRotation(true, of: body) }
    twin.bodies.append(
      TwinWorld.Body(
        isDynamic: type == .dynamic, isMoving: type != .static,
        inverseMass: mass > 0 ? 1 / mass : 0,
        inverseInertia: inertia > 0 && !fixed ? 1 / inertia : 0, localCenter: center,
        center: world.center(of: body), rotation: world.transform(of: body).rotation,
        v: world.linearVelocity(of: body), w: world.angularVelocity(of: body)))
  }

  private mutating func spring() -> (hertz: Float, ratio: Float) {
    (random.float(0.5, 8), random.float(0, 1))
  }

  private mutating func addJoint(a first: Int? = nil) throws {
    let a = first ?? random.int(bodies.count)
    let b = random.int(bodies.count)
    if a == b { return }
    let anchorA = Vec2(random.float(-1, 1), random.float(-1, 1))
    let anchorB = Vec2(random.float(-1, 1), random.float(-1, 1))
    let present = (twin.bodies[a].rotation.inverse * twin.bodies[b].rotation).normalized
    let ownHertz: Float? = random.int(4) == 0 ? random.float(5, 90) : nil
    let ownRatio: Float? = random.int(4) == 0 ? random.float(0, 3) : nil
    switch random.int(4) {
    case 0:
      var joint = TwinJoint(.revolute, a, b, anchorA, anchorB)
      joint.reference = present
      joints.append(
        try world.addRevoluteJoint(
          RevoluteJointDefinition(
            bodyA: bodies[a], bodyB: bodies[b], anchorA: anchorA, anchorB: anchorB)))
      twin.joints.append(joint)
    case 1: try addHinge(a, b, anchorA, anchorB, present, ownHertz, ownRatio)
    case 2: try addDistance(a, b, anchorA, anchorB, ownHertz, ownRatio)
    default:
      var joint = TwinJoint(.weld, a, b, anchorA, anchorB)
      var definition = WeldJointDefinition(
        bodyA: bodies[a], bodyB: bodies[b], anchorA: anchorA, anchorB: anchorB)
      joint.reference = present
      joint.ownHertz = ownHertz
      joint.ownRatio = ownRatio
      definition.constraintHertz = ownHertz
      definition.constraintDampingRatio = ownRatio
      if random.int(2) == 0 {
        let soft = spring()
        joint.spring = soft
        definition.linearHertz = soft.hertz
        definition.linearDampingRatio = soft.ratio
      }
      if random.int(2) == 0 {
        let soft = spring()
        joint.angularSpring = soft
        definition.angularHertz = soft.hertz
        definition.angularDampingRatio = soft.ratio
      }
      joints.append(try world.addWeldJoint(definition))
      twin.joints.append(joint)
    }
  }

  private mutating func addHinge(
    _ a: Int, _ b: Int, _ anchorA: Vec2, _ anchorB: Vec2, _ present: Rotation,
    _ ownHertz: Float?, _ ownRatio: Float?
  ) throws {
    var joint = TwinJoint(.revolute, a, b, anchorA, anchorB)
    var definition = RevoluteJointDefinition(
      bodyA: bodies[a], bodyB: bodies[b], anchorA: anchorA, anchorB: anchorB)
    joint.reference = present
    if random.int(3) == 0 {
      let rotation = random.rotation()
      definition.referenceRotation = rotation
      joint.reference = rotation.normalized
    }
    joint.ownHertz = ownHertz
    joint.ownRatio = ownRatio
    definition.constraintHertz = ownHertz
    definition.constraintDampingRatio = ownRatio
    if random.int(2) == 0 {
      joint.motor = (random.float(-4, 4), random.float(0, 10))
      definition.isMotorEnabled = true
      definition.motorSpeed = joint.motor!.speed
      definition.maximumMotorTorque = joint.motor!.torque
    }
    if random.int(2) == 0 {
      joint.limits = (random.float(-2, 0), random.float(0, 2))
      definition.isLimitEnabled = true
      definition.lowerAngle = joint.limits!.lower
      definition.upperAngle = joint.limits!.upper
    }
    if random.int(2) == 0 {
      joint.spring = spring()
      joint.rest = random.float(-3, 3)
      definition.isSpringEnabled = true
      definition.springHertz = joint.spring!.hertz
      definition.springDampingRatio = joint.spring!.ratio
      definition.targetAngle = joint.rest
    }
    joints.append(try world.addRevoluteJoint(definition))
    twin.joints.append(joint)
  }

  private mutating func addDistance(
    _ a: Int, _ b: Int, _ anchorA: Vec2, _ anchorB: Vec2, _ ownHertz: Float?, _ ownRatio: Float?
  ) throws {
    var joint = TwinJoint(.distance, a, b, anchorA, anchorB)
    var definition = DistanceJointDefinition(
      bodyA: bodies[a], bodyB: bodies[b], anchorA: anchorA, anchorB: anchorB)
    joint.rest = random.float(0.2, 4)
    definition.length = joint.rest
    joint.ownHertz = ownHertz
    joint.ownRatio = ownRatio
    definition.constraintHertz = ownHertz
    definition.constraintDampingRatio = ownRatio
    if random.int(2) == 0 {
      joint.spring = spring()
      definition.hertz = joint.spring!.hertz
      definition.dampingRatio = joint.spring!.ratio
    }
    if random.int(2) == 0 {
      joint.limits = (random.float(0, 2), random.float(2, 5))
      definition.minimumLength = joint.limits!.lower
      definition.maximumLength = joint.limits!.upper
    }
    joints.append(try world.addDistanceJoint(definition))
    twin.joints.append(joint)
  }

  /// The first body whose bits differ.
  func difference() -> String? {
    for (i, id) in bodies.enumerated() {
      let body = twin.bodies[i]
      let v = world.linearVelocity(of: id)
      let rotation = world.transform(of: id).rotation
      let found: [(String, Float, Float)] = [
        ("vx", v.x, body.v.x), ("vy", v.y, body.v.y),
        ("w", world.angularVelocity(of: id), body.w),
        ("x", world.center(of: id).x, body.center.x),
        ("y", world.center(of: id).y, body.center.y),
        ("cosine", rotation.cosine, body.rotation.cosine),
        ("sine", rotation.sine, body.rotation.sine),
      ]
      for (name, engine, twin) in found where (engine + 0).bitPattern != (twin + 0).bitPattern {
        return "body \(i): \(name) is \(engine), the twin's \(twin)"
      }
    }
    return nil
  }
}

@Suite struct JointTwinTests {
  @Test(
    "joints solved eight at once are to the bit what they are one by one",
    arguments: Sample.of(UInt64(1)...40)
  )
  func sameBits(seed: UInt64) throws {
    var scene = try TwinScene(seed: seed)
    #expect(scene.difference() == nil, "seed \(seed): the start differs")
    for step in 0..<40 {
      scene.world.step(duration: 1.0 / 60, substeps: 4)
      scene.twin.step(duration: 1.0 / 60, substeps: 4)
      if let difference = scene.difference() {
        Issue.record("seed \(seed), step \(step): \(difference)")
        return
      }
    }
    // Their impulses are the joints' state.
    for (joint, twin) in zip(scene.joints, scene.twin.joints) where twin.kind != .distance {
      let p = scene.world.linearImpulse(of: joint)
      #expect(p == twin.p, "seed \(seed)")
    }
  }
}
