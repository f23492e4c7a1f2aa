import DeterministicMath
import RigidBodies
import Simulation
import Testing

/// A world of bodies without shapes, in metres, 60 steps of 4 substeps a second.
private struct JointWorld {
  let world: World
  let ground: BodyID
  let substep: Float = 1.0 / 240

  init(gravity: Vec2 = Vec2(0, -10), sleeps: Bool = false) throws {
    var definition = WorldDefinition()
    definition.gravity = gravity
    definition.enableSleep = sleeps
    world = World(definition)
    ground = try world.addBody(BodyDefinition(type: .static))
  }

  func body(_ x: Float, _ y: Float, mass: Float = 1, inertia: Float = 0.1) throws -> BodyID {
    let body = try world.addBody(BodyDefinition(position: Vec2(x, y)))
    world.setMass(MassData(mass: mass, inertia: inertia, localCenter: .zero), of: body)
    return body
  }

  func step() { world.step(duration: 1.0 / 60, substeps: 4) }

  func run(_ seconds: Float, _ each: () -> Void = {}) {
    for _ in 0..<Int(seconds * 60) {
      step()
      each()
    }
  }

  func isFinite(_ body: BodyID) -> Bool {
    world.center(of: body).isFinite && world.linearVelocity(of: body).isFinite
      && world.angularVelocity(of: body).isFinite
  }
}

/// Frequency and damping ratio of a decaying swing around 0, from its zero crossings and extremes.
private struct Swing {
  var values: [Float] = []

  /// In swings per sample; from the first to the fifth crossing upwards.
  var frequency: Float {
    var crossings: [Float] = []
    for i in 1..<values.count
    where crossings.count < 5 && values[i - 1] < 0 && values[i] >= 0 {
      crossings.append(Float(i - 1) + values[i - 1] / (values[i - 1] - values[i]))
    }
    return Float(crossings.count - 1) / (crossings[crossings.count - 1] - crossings[0])
  }

  /// From the logarithmic decrement of `swings` swings.
  func dampingRatio(swings: Int) -> Float {
    var peaks: [Float] = []
    for i in 1..<(values.count - 1) where values[i] > values[i - 1] && values[i] >= values[i + 1] {
      // The top of the parabola through three samples.
      let a = values[i - 1]
      let b = values[i]
      let c = values[i + 1]
      peaks.append(b - (a - c) * (a - c) / (8 * (a - 2 * b + c)))
    }
    let decrement =
      Float(Elementary.log(Double(peaks[0] / peaks[swings]))) / (Float(swings) * 6.283_185_5)
    return decrement / (1 + decrement * decrement).squareRoot()
  }
}

private func magnitude(_ x: Float) -> Float { x < 0 ? -x : x }

@Suite struct JointBehaviourTests {
  // MARK: Revolute

  @Test("a pendulum stops at its limits, from either side", arguments: [Float(1), -1])
  func limits(direction: Float) throws {
    let scene = try JointWorld(gravity: Vec2(10 * direction, 0))
    let body = try scene.body(0, -1)
    var definition = RevoluteJointDefinition(
      bodyA: scene.ground, bodyB: body, anchorB: Vec2(0, 1))
    definition.isLimitEnabled = true
    definition.lowerAngle = -0.5
    definition.upperAngle = 0.75
    let joint = try scene.world.addRevoluteJoint(definition)
    var least: Float = 0
    var greatest: Float = 0
    scene.run(4) {
      let angle = scene.world.angle(of: joint)
      least = angle < least ? angle : least
      greatest = angle > greatest ? angle : greatest
    }
    #expect(least > -0.5 - 0.02 && greatest < 0.75 + 0.02, "\(least)…\(greatest)")
    let rest: Float = direction > 0 ? 0.75 : -0.5
    #expect(magnitude(scene.world.angle(of: joint) - rest) < 0.005)
    let torque = scene.world.limitImpulse(of: joint) / scene.substep
    // m·g·l·cos(angle)
    let weight = 10 * Elementary.cos(rest)
    #expect(magnitude(magnitude(torque) - weight) < 0.02 * weight, "limit torque \(torque)")
  }

  @Test("a motor reaches its speed, and is no stronger than its torque")
  func motor() throws {
    let scene = try JointWorld(gravity: .zero)
    let body = try scene.body(0, 0, inertia: 2)
    var definition = RevoluteJointDefinition(bodyA: scene.ground, bodyB: body)
    definition.isMotorEnabled = true
    definition.motorSpeed = 5
    definition.maximumMotorTorque = 4
    let joint = try scene.world.addRevoluteJoint(definition)
    scene.run(1)
    // ω = torque/I · t
    #expect(magnitude(scene.world.angularSpeed(of: joint) - 2) < 1e-4)
    #expect(magnitude(scene.world.motorImpulse(of: joint) / scene.substep - 4) < 1e-4)
    scene.run(2)
    #expect(magnitude(scene.world.angularSpeed(of: joint) - 5) < 1e-4)
    scene.world.setMotor(speed: -1, maximumTorque: 100, isEnabled: true, of: joint)
    scene.run(1)
    #expect(magnitude(scene.world.angularSpeed(of: joint) + 1) < 1e-4)
  }

  @Test("friction holds what is weaker than its torque, and slips under more")
  func friction() throws {
    for (torque, holds) in [(Float(10.5), true), (9.5, false)] {
      let scene = try JointWorld()
      let body = try scene.body(1, 0)  // weighs 10 N at 1 m
      var definition = RevoluteJointDefinition(
        bodyA: scene.ground, bodyB: body, anchorB: Vec2(-1, 0))
      definition.frictionTorque = torque
      #expect(definition.isMotorEnabled && definition.motorSpeed == 0)
      let joint = try scene.world.addRevoluteJoint(definition)
      scene.run(1)
      let angle = scene.world.angle(of: joint)
      // Until the impulse has grown to what is asked for, it slips a little.
      #expect(holds ? magnitude(angle) < 0.01 : angle < -0.05, "\(torque) N·m: \(angle)")
      #expect(!holds || magnitude(scene.world.angularSpeed(of: joint)) < 1e-4)
      scene.world.setFrictionTorque(0, of: joint)
      scene.run(0.5)
      #expect(scene.world.angle(of: joint) < -0.4, "without friction it falls")
    }
  }

  @Test(
    "a revolute spring swings with its frequency and damping ratio",
    arguments: [(1, 0.05), (2, 0.1), (4, 0.2)] as [(Float, Float)])
  func revoluteSpring(hertz: Float, ratio: Float) throws {
    let scene = try JointWorld(gravity: .zero)
    let body = try scene.body(0, 0, inertia: 0.5)
    var definition = RevoluteJointDefinition(bodyA: scene.ground, bodyB: body)
    definition.isSpringEnabled = true
    definition.springHertz = hertz
    definition.springDampingRatio = ratio
    definition.targetAngle = 0.5
    let joint = try scene.world.addRevoluteJoint(definition)
    var swing = Swing()
    // One substep a sample: 240 samples a second.
    for _ in 0..<2400 {
      scene.world.step(duration: scene.substep, substeps: 1)
      swing.values.append(scene.world.angle(of: joint) - 0.5)
    }
    expectSwing(swing, hertz, ratio, scene.substep)
    #expect(magnitude(scene.world.angle(of: joint) - 0.5) < 0.03, "and comes to rest at its target")
  }

  /// - Parameter given: damping ratio.
  private func expectSwing(
    _ swing: Swing, _ hertz: Float, _ given: Float, _ substep: Float, isImplicit: Bool = false
  ) {
    // Integrated implicitly, a spring is damped by ω·h/2 more than asked for.
    let ratio = isImplicit ? given + 3.141_592_7 * hertz * substep : given
    let wanted = hertz * (1 - ratio * ratio).squareRoot()
    let found = swing.frequency / substep
    #expect(magnitude(found - wanted) < 0.015 * wanted, "\(found) Hz, wanted \(wanted)")
    let foundRatio = swing.dampingRatio(swings: 2)
    #expect(
      magnitude(foundRatio - ratio) < (isImplicit ? 0.02 : 0.005) * ratio + 0.001,
      "damping ratio \(foundRatio), wanted \(ratio)")
  }

  // MARK: Weld

  @Test("welded beams carry their weight, and a spring makes them sag by the book")
  func weld() throws {
    let scene = try JointWorld()
    let world = scene.world
    var previous = scene.ground
    var joints: [JointID] = []
    for i in 0..<4 {
      // Beams of 0.5 m, 1 kg.
      let beam = try scene.body(0.25 + 0.5 * Float(i), 0, inertia: 0.25 / 12)
      joints.append(
        try world.addWeldJoint(
          WeldJointDefinition(
            bodyA: previous, bodyB: beam, anchorA: Vec2(i == 0 ? 0 : 0.25, 0),
            anchorB: Vec2(-0.25, 0))))
      previous = beam
    }
    scene.run(4)
    let tip = world.center(of: previous)
    #expect(magnitude(tip.y) < 0.12 && magnitude(tip.x - 1.75) < 0.02, "the tip is at \(tip)")
    for joint in joints {
      #expect(world.currentLength(of: joint) < 0.005)
      #expect(magnitude(world.angle(of: joint)) < 0.04)
    }
    // The wall carries 40 N and their 40 N·m.
    #expect(magnitude(world.linearImpulse(of: joints[0]).y / scene.substep - 40) < 0.4)
    #expect(magnitude(world.angularImpulse(of: joints[0]) / scene.substep - 40) < 0.8)
  }

  @Test("a soft weld is a spring, in angle and in place")
  func softWeld() throws {
    let scene = try JointWorld(gravity: .zero)
    let body = try scene.body(0, 0, inertia: 0.5)
    var definition = WeldJointDefinition(bodyA: scene.ground, bodyB: body)
    definition.angularHertz = 2
    definition.angularDampingRatio = 0.1
    definition.linearHertz = 1
    definition.linearDampingRatio = 0.1
    let joint = try scene.world.addWeldJoint(definition)
    scene.world.setAngularVelocity(2, of: body)
    scene.world.setLinearVelocity(Vec2(0, 3), of: body)
    var turns = Swing()
    var moves = Swing()
    for _ in 0..<2400 {
      scene.world.step(duration: scene.substep, substeps: 1)
      turns.values.append(scene.world.angle(of: joint))
      moves.values.append(scene.world.center(of: body).y)
    }
    expectSwing(turns, 2, 0.1, scene.substep, isImplicit: true)
    expectSwing(moves, 1, 0.1, scene.substep, isImplicit: true)
  }

  // MARK: Prismatic

  @Test("a prismatic joint lets its body slide along the axis, and nowhere else")
  func prismatic() throws {
    let scene = try JointWorld()
    let world = scene.world
    let body = try scene.body(0.5, 0)
    // An axis 30° below the horizontal; the body's anchor is off its centre.
    let axis = Vec2(0.866_025_4, -0.5)
    var definition = PrismaticJointDefinition(
      bodyA: scene.ground, bodyB: body, anchorB: Vec2(-0.5, 0), axis: Vec2(1.732_050_8, -1))
    definition.upperTranslation = 3
    let joint = try world.addPrismaticJoint(definition)
    #expect((world.axis(of: joint) - axis).length < 1e-6)
    var worst: Float = 0
    scene.run(1) {
      let ends = world.anchors(of: joint)
      let across = magnitude((ends.b - ends.a).cross(axis))
      worst = across > worst ? across : worst
      #expect(magnitude(world.angle(of: joint)) < 0.002)
    }
    #expect(worst < 0.002, "off the axis by \(worst)")
    // ½·g·sin 30°·t², less what implicit steps lose.
    #expect(magnitude(world.translation(of: joint) - 2.5) < 0.05)
    world.setLimits(lower: 0, upper: 3, isEnabled: true, of: joint)
    scene.run(2)
    #expect(magnitude(world.translation(of: joint) - 3) < 0.005, "the limit holds")
    #expect(magnitude(world.limitImpulse(of: joint) / scene.substep + 5) < 0.1)
  }

  @Test("a prismatic motor reaches its speed; its spring swings by the book")
  func prismaticDrives() throws {
    let scene = try JointWorld(gravity: .zero)
    let body = try scene.body(0, 0, mass: 2)
    var definition = PrismaticJointDefinition(bodyA: scene.ground, bodyB: body)
    definition.isMotorEnabled = true
    definition.motorSpeed = 3
    definition.maximumMotorForce = 4
    let joint = try scene.world.addPrismaticJoint(definition)
    scene.run(1)
    #expect(magnitude(scene.world.linearVelocity(of: body).x - 2) < 1e-4)
    scene.run(1)
    #expect(magnitude(scene.world.linearVelocity(of: body).x - 3) < 1e-4)
    scene.world.setMotor(speed: 0, maximumForce: 0, isEnabled: false, of: joint)
    scene.world.setSpring(hertz: 2, dampingRatio: 0.1, of: joint)
    scene.world.setSpringEnabled(true, of: joint)
    let present = scene.world.translation(of: joint)
    scene.world.setTargetTranslation(present, of: joint)
    var swing = Swing()
    for _ in 0..<1200 {
      scene.world.step(duration: scene.substep, substeps: 1)
      swing.values.append(scene.world.translation(of: joint) - present)
    }
    expectSwing(swing, 2, 0.1, scene.substep)
  }

  // MARK: Wheel

  @Test("a wheel hangs in its suspension by its weight, turns freely, and stays on its line")
  func wheel() throws {
    let scene = try JointWorld()
    let world = scene.world
    let body = try scene.body(0, -1)
    var definition = WheelJointDefinition(
      bodyA: scene.ground, bodyB: body, anchorA: Vec2(0, -1), axis: Vec2(0, 1))
    definition.springHertz = 1
    definition.springDampingRatio = 0.5
    let joint = try world.addWheelJoint(definition)
    world.setAngularVelocity(7, of: body)
    world.setLinearVelocity(Vec2(2, 0), of: body)
    scene.run(6)
    // g/ω², less ζωh of it.
    let sag = 10 / 39.478 * (1 - 0.5 * 6.283_185 / 240)
    #expect(magnitude(world.translation(of: joint) + Float(sag)) < 0.001)
    #expect(magnitude(world.center(of: body).x) < 0.001)
    #expect(magnitude(world.angularVelocity(of: body) - 7) < 1e-3)
    world.setLimits(lower: -0.1, upper: 0.1, isEnabled: true, of: joint)
    scene.run(2)
    #expect(magnitude(world.translation(of: joint) + 0.1) < 0.003, "the travel is limited")
    world.setMotor(speed: -20, maximumTorque: 5, isEnabled: true, of: joint)
    scene.run(2)
    #expect(magnitude(world.angularSpeed(of: joint) + 20) < 1e-3)
  }

  // MARK: Target

  @Test("a target joint brings its point to the target; its force is bounded")
  func target() throws {
    let scene = try JointWorld()
    let world = scene.world
    let body = try scene.body(0, 0)
    let joint = try world.addTargetJoint(
      TargetJointDefinition(
        bodyA: scene.ground, bodyB: body, target: Vec2(3, 2), anchor: Vec2(0.2, 0),
        maximumForce: 1000))
    var strongest: Float = 0
    scene.run(4) {
      let force = world.linearImpulse(of: joint).length / scene.substep
      strongest = force > strongest ? force : strongest
    }
    // The spring gives way under the weight: g/ω².
    let ends = world.anchors(of: joint)
    #expect((ends.b - Vec2(3, 2)).length < 0.05, "reached \(ends.b)")
    #expect(strongest <= 1000.1)
    world.setMaximumForce(5, of: joint)
    var lowest: Float = 100
    scene.run(1) { lowest = world.center(of: body).y }
    #expect(lowest < 0, "half its weight does not hold it: \(lowest)")
    world.setMaximumForce(40, of: joint)
    world.setTarget(Vec2(0, 8), of: joint)
    scene.run(6)
    #expect((world.anchors(of: joint).b - Vec2(0, 8)).length < 0.05)
  }

  // MARK: Distance

  @Test("a rope holds a load a hundred times its rope's links")
  func loadedRope() throws {
    let scene = try JointWorld()
    let world = scene.world
    var previous = scene.ground
    var joints: [JointID] = []
    for i in 0..<10 {
      let link = try scene.body(0, -Float(i + 1), mass: i == 9 ? 100 : 1)
      var definition = DistanceJointDefinition(bodyA: previous, bodyB: link)
      definition.maximumLength = 1
      joints.append(try world.addDistanceJoint(definition))
      previous = link
    }
    scene.run(8)
    let top = world.linearImpulse(of: joints[0]).y / scene.substep
    #expect(magnitude(top - 1090) < 15, "the top carries \(top) N")
    for (i, joint) in joints.enumerated() {
      let stretch = world.currentLength(of: joint) - 1
      #expect(magnitude(stretch) < 0.03, "link \(i) is stretched by \(stretch)")
    }
  }

  @Test("a chain of a hundred links with a load swings and holds together")
  func chain() throws {
    let scene = try JointWorld()
    let world = scene.world
    var previous = scene.ground
    var joints: [JointID] = []
    for i in 0..<100 {
      let isLoad = i == 99
      let link = try scene.body(
        0.1 + 0.2 * Float(i), 0, mass: isLoad ? 5 : 0.25, inertia: isLoad ? 0.5 : 0.001)
      joints.append(
        try world.addRevoluteJoint(
          RevoluteJointDefinition(
            bodyA: previous, bodyB: link, anchorA: Vec2(i == 0 ? 0 : 0.1, 0),
            anchorB: Vec2(-0.1, 0))))
      previous = link
    }
    var worst: Float = 0
    scene.run(20) {
      for joint in joints {
        let gap = world.currentLength(of: joint)
        worst = gap > worst ? gap : worst
      }
    }
    #expect(worst < 0.25, "anchors came apart by \(worst)")
    var rest: Float = 0
    for joint in joints {
      let gap = world.currentLength(of: joint)
      rest = gap > rest ? gap : rest
    }
    #expect(rest < 0.1, "after 20 s the anchors are apart by \(rest)")
  }

  @Test("a body that turns about a pin or on a rod keeps its speed and its distance")
  func fastTurning() throws {
    for isRod in [false, true] {
      let scene = try JointWorld(gravity: .zero)
      let body = try scene.body(1, 0, inertia: 0.04)
      scene.world.setLinearVelocity(Vec2(0, 6), of: body)
      scene.world.setAngularVelocity(6, of: body)
      if isRod {
        _ = try scene.world.addDistanceJoint(
          DistanceJointDefinition(bodyA: scene.ground, bodyB: body))
      } else {
        _ = try scene.world.addRevoluteJoint(
          RevoluteJointDefinition(bodyA: scene.ground, bodyB: body, anchorB: Vec2(-1, 0)))
      }
      scene.run(1) {
        #expect(magnitude(scene.world.center(of: body).length - 1) < 0.002)
      }
      let speed = scene.world.linearVelocity(of: body).length
      #expect(magnitude(speed - 6) < 0.03, "6 m/s became \(speed)")
    }
  }

  @Test("a softness of its own makes a pin give way more")
  func ownSoftness() throws {
    var gaps: [Float] = []
    for hertz: Float? in [nil, 2] {
      let scene = try JointWorld()
      let body = try scene.body(0, 0, mass: 10)
      var definition = RevoluteJointDefinition(bodyA: scene.ground, bodyB: body)
      definition.constraintHertz = hertz
      definition.constraintDampingRatio = hertz == nil ? nil : 1
      let joint = try scene.world.addRevoluteJoint(definition)
      scene.run(4)
      gaps.append(scene.world.currentLength(of: joint))
    }
    #expect(gaps[0] < 0.001 && gaps[1] > 5 * gaps[0], "\(gaps)")
  }

  // MARK: Life

  @Test("removing a body removes its joints; the other ends are free and answer zeros")
  func bodyRemoved() throws {
    let scene = try JointWorld(sleeps: true)
    let world = scene.world
    let hub = try scene.body(0, 0)
    var joints: [JointID] = []
    var others: [BodyID] = []
    for i in 0..<6 {
      let other = try scene.body(Float(i) - 2.5, -1)
      others.append(other)
      switch i {
      case 0:
        joints.append(
          try world.addDistanceJoint(DistanceJointDefinition(bodyA: hub, bodyB: other)))
      case 1:
        joints.append(
          try world.addRevoluteJoint(RevoluteJointDefinition(bodyA: other, bodyB: hub)))
      case 2:
        joints.append(try world.addWeldJoint(WeldJointDefinition(bodyA: hub, bodyB: other)))
      case 3:
        joints.append(
          try world.addPrismaticJoint(PrismaticJointDefinition(bodyA: hub, bodyB: other)))
      case 4:
        joints.append(try world.addWheelJoint(WheelJointDefinition(bodyA: hub, bodyB: other)))
      default:
        joints.append(
          try world.addTargetJoint(
            TargetJointDefinition(bodyA: hub, bodyB: other, target: .zero, maximumForce: 10)))
      }
    }
    let kinds: [JointKind] = [.distance, .revolute, .weld, .prismatic, .wheel, .target]
    #expect(joints.map { world.kind(of: $0) } == kinds)
    scene.run(0.25)
    world.checkInvariants()
    world.removeBody(hub)
    world.checkInvariants()
    for joint in joints {
      #expect(!world.isValid(joint) && world.kind(of: joint) == nil)
      #expect(world.bodies(of: joint) == nil && world.linearImpulse(of: joint) == .zero)
      #expect(world.angle(of: joint) == 0 && world.angularImpulse(of: joint) == 0)
    }
    let digest = world.digest
    for joint in joints {
      world.setTarget(Vec2(1, 1), of: joint)
      world.setLimits(lower: 0, upper: 1, isEnabled: true, of: joint)
      world.setSpringEnabled(true, of: joint)
      world.setConstraint(hertz: 1, dampingRatio: 1, of: joint)
    }
    #expect(world.digest == digest, "stale handles change nothing")
    let before = others.map { world.linearVelocity(of: $0).y }
    scene.run(0.5)
    for (other, speed) in zip(others, before) {
      #expect(magnitude(world.linearVelocity(of: other).y - speed + 5) < 0.01, "it falls freely")
    }
  }

  @Test("joined bodies fall asleep together and wake together")
  func sleep() throws {
    let scene = try JointWorld(sleeps: true)
    let world = scene.world
    let a = try scene.body(0, -1)
    let b = try scene.body(0, -2)
    _ = try world.addRevoluteJoint(
      RevoluteJointDefinition(bodyA: scene.ground, bodyB: a, anchorB: Vec2(0, 1)))
    let joint = try world.addWeldJoint(
      WeldJointDefinition(bodyA: a, bodyB: b, anchorA: Vec2(0, -0.5), anchorB: Vec2(0, 0.5)))
    scene.run(3)
    #expect(!world.isAwake(a) && !world.isAwake(b))
    world.setSpring(hertz: 3, dampingRatio: 0.1, of: joint)
    #expect(world.isAwake(a) && world.isAwake(b), "a changed joint wakes its bodies")
    scene.step()
    world.checkInvariants()
    scene.run(8)
    #expect(!world.isAwake(a) && !world.isAwake(b))
    world.wake(b)
    scene.step()
    #expect(world.isAwake(a), "and one wakes the other")
  }

  // MARK: Ranges

  @Test("values that are not finite, or out of range, are refused")
  func refusals() throws {
    let scene = try JointWorld()
    let world = scene.world
    let a = try scene.body(0, 0)
    let b = try scene.body(1, 0)
    let before = world.digest
    var revolute = RevoluteJointDefinition(bodyA: a, bodyB: b)
    revolute.springHertz = -1
    #expect(throws: WorldError.valueOutOfRange) { _ = try world.addRevoluteJoint(revolute) }
    revolute.springHertz = 1
    revolute.constraintHertz = .infinity
    #expect(throws: WorldError.valueOutOfRange) { _ = try world.addRevoluteJoint(revolute) }
    var weld = WeldJointDefinition(bodyA: a, bodyB: b)
    weld.angularDampingRatio = .nan
    #expect(throws: WorldError.valueOutOfRange) { _ = try world.addWeldJoint(weld) }
    let noAxis = PrismaticJointDefinition(bodyA: a, bodyB: b, axis: .zero)
    #expect(throws: WorldError.valueOutOfRange) { _ = try world.addPrismaticJoint(noAxis) }
    var wheel = WheelJointDefinition(bodyA: a, bodyB: b)
    wheel.lowerTranslation = 1
    #expect(throws: WorldError.valueOutOfRange) { _ = try world.addWheelJoint(wheel) }
    let weak = TargetJointDefinition(bodyA: a, bodyB: b, target: .zero, maximumForce: -1)
    #expect(throws: WorldError.valueOutOfRange) { _ = try world.addTargetJoint(weak) }
    #expect(throws: WorldError.jointNeedsTwoBodies) {
      _ = try world.addWeldJoint(WeldJointDefinition(bodyA: a, bodyB: a))
    }
    #expect(world.digest == before, "a refusal leaves the world unchanged")
  }

  @Test("extreme masses, stiffness, torques and distances make no NaN")
  func extremes() throws {
    for seed in UInt64(1)...60 {
      var random = SplitMix(seed: seed)
      let scene = try JointWorld()
      let world = scene.world
      var bodies: [BodyID] = [scene.ground]
      let sizes: [Float] = [1e-6, 1e-3, 1, 1e3, 1e6]
      for _ in 0..<8 {
        let far = sizes[random.int(5)]
        let body = try scene.body(
          random.float(-1, 1) * far, random.float(-1, 1) * far, mass: sizes[random.int(5)],
          inertia: sizes[random.int(5)])
        world.setAngularVelocity(random.float(-1, 1) * sizes[random.int(5)], of: body)
        if random.int(4) == 0 { world.setFixedRotation(true, of: body) }
        bodies.append(body)
      }
      let huge: [Float] = [0, 1e-20, 1, 1e10, 1e30, .greatestFiniteMagnitude]
      for i in 0..<16 {
        let a = bodies[random.int(bodies.count)]
        let b = bodies[random.int(bodies.count)]
        if a == b { continue }
        let anchor = Vec2(random.float(-1, 1) * sizes[random.int(5)], 0)
        switch i % 5 {
        case 0:
          var definition = DistanceJointDefinition(bodyA: a, bodyB: b, anchorA: anchor)
          definition.hertz = huge[random.int(6)]
          definition.dampingRatio = huge[random.int(6)]
          if random.int(2) == 0 { definition.maximumLength = huge[random.int(6)] }
          if random.int(2) == 0 { definition.minimumLength = huge[random.int(6)] }
          _ = try world.addDistanceJoint(definition)
        case 1:
          var definition = RevoluteJointDefinition(bodyA: a, bodyB: b, anchorA: anchor)
          definition.isMotorEnabled = random.int(2) == 0
          definition.motorSpeed = huge[random.int(6)]
          definition.maximumMotorTorque = huge[random.int(6)]
          definition.isLimitEnabled = random.int(2) == 0
          definition.lowerAngle = -huge[random.int(6)]
          definition.upperAngle = huge[random.int(6)]
          definition.isSpringEnabled = random.int(2) == 0
          definition.springHertz = huge[random.int(6)]
          definition.springDampingRatio = huge[random.int(6)]
          definition.targetAngle = huge[random.int(6)]
          _ = try world.addRevoluteJoint(definition)
        case 2:
          var definition = WeldJointDefinition(bodyA: a, bodyB: b, anchorB: anchor)
          definition.linearHertz = huge[random.int(6)]
          definition.angularHertz = huge[random.int(6)]
          definition.constraintHertz = huge[random.int(6)]
          _ = try world.addWeldJoint(definition)
        case 3:
          var definition = PrismaticJointDefinition(bodyA: a, bodyB: b, anchorA: anchor)
          definition.isMotorEnabled = random.int(2) == 0
          definition.motorSpeed = huge[random.int(6)]
          definition.maximumMotorForce = huge[random.int(6)]
          definition.isLimitEnabled = random.int(2) == 0
          definition.lowerTranslation = -huge[random.int(6)]
          definition.upperTranslation = huge[random.int(6)]
          _ = try world.addPrismaticJoint(definition)
        default:
          _ = try world.addTargetJoint(
            TargetJointDefinition(
              bodyA: a, bodyB: b, target: anchor, maximumForce: huge[random.int(6)]))
        }
      }
      for step in 0..<60 {
        scene.step()
        for body in bodies {
          #expect(scene.isFinite(body), "seed \(seed), step \(step): a body is nowhere")
          if !scene.isFinite(body) { return }
        }
      }
      #expect(world.isStateSound(), "seed \(seed)")
    }
  }
}
