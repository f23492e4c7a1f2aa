import DeterministicMath
import RigidBodies
import Simulation
import Testing

/// What the public calls do with handles that are stale and with numbers that are none.
@Suite struct EditingTests {
  /// One of everything, and the handles of what was removed.
  private struct Stage {
    let world: World
    var body: BodyID
    var other: BodyID
    var kinematic: BodyID
    var shape: ShapeID
    /// By kind: distance, revolute, weld, prismatic, wheel, target.
    var joints: [JointID]

    init() throws {
      var definition = Units.metres
      definition.describesGeometry = true
      world = World(definition)
      body = try world.addBody(BodyDefinition())
      other = try world.addBody(BodyDefinition(position: Vec2(4, 0)))
      kinematic = try world.addBody(BodyDefinition(type: .kinematic, position: Vec2(0, 9)))
      shape = try world.addShape(.circle(center: .zero, radius: 1), ShapeDefinition(), to: body)
      try world.addShape(.box(halfWidth: 1, halfHeight: 1), ShapeDefinition(), to: other)
      joints = []
      joints = try makers(body, other).map { try $0(world) }
    }

    func makers(_ a: BodyID, _ b: BodyID) -> [(World) throws -> JointID] {
      [
        { world in
          try world.addDistanceJoint(DistanceJointDefinition(bodyA: a, bodyB: b, length: 4))
        },
        { world in
          try world.addRevoluteJoint(
            RevoluteJointDefinition(bodyA: a, bodyB: b, anchorA: .zero, anchorB: .zero))
        },
        { world in
          try world.addWeldJoint(
            WeldJointDefinition(bodyA: a, bodyB: b, anchorA: .zero, anchorB: .zero))
        },
        { world in
          try world.addPrismaticJoint(
            PrismaticJointDefinition(
              bodyA: a, bodyB: b, anchorA: .zero, anchorB: .zero, axis: Vec2(1, 0)))
        },
        { world in
          try world.addWheelJoint(
            WheelJointDefinition(
              bodyA: a, bodyB: b, anchorA: .zero, anchorB: .zero, axis: Vec2(1, 0)))
        },
        { world in
          try world.addTargetJoint(
            TargetJointDefinition(
              bodyA: a, bodyB: b, target: .zero, anchor: .zero, maximumForce: 1))
        },
      ]
    }
  }

  private typealias Call = (name: String, call: (World, BodyID, ShapeID, JointID) -> Void)

  /// Every setter and every call for effect, with values that are fine.
  private let calls: [Call] = [
    ("removeBody", { w, b, _, _ in w.removeBody(b) }),
    ("setTransform", { w, b, _, _ in w.setTransform(.identity, of: b) }),
    ("setLinearVelocity", { w, b, _, _ in w.setLinearVelocity(Vec2(1, 0), of: b) }),
    ("setAngularVelocity", { w, b, _, _ in w.setAngularVelocity(1, of: b) }),
    ("setVelocity", { w, b, _, _ in w.setVelocity(toReach: .identity, after: 1, of: b) }),
    ("applyForce", { w, b, _, _ in w.applyForce(Vec2(1, 0), to: b) }),
    ("applyForce at", { w, b, _, _ in w.applyForce(Vec2(1, 0), at: .zero, to: b) }),
    ("applyTorque", { w, b, _, _ in w.applyTorque(1, to: b) }),
    ("applyLinearImpulse", { w, b, _, _ in w.applyLinearImpulse(Vec2(1, 0), to: b) }),
    ("applyLinearImpulse at", { w, b, _, _ in w.applyLinearImpulse(Vec2(1, 0), at: .zero, to: b) }),
    ("applyAngularImpulse", { w, b, _, _ in w.applyAngularImpulse(1, to: b) }),
    ("setType", { w, b, _, _ in w.setType(.kinematic, of: b) }),
    ("setFixedRotation", { w, b, _, _ in w.setFixedRotation(true, of: b) }),
    ("setBullet", { w, b, _, _ in w.setBullet(true, of: b) }),
    ("setDamping", { w, b, _, _ in w.setDamping(linear: 1, angular: 1, of: b) }),
    ("setGravityScale", { w, b, _, _ in w.setGravityScale(2, of: b) }),
    (
      "setMass",
      { w, b, _, _ in w.setMass(MassData(mass: 1, inertia: 1, localCenter: .zero), of: b) }
    ),
    ("resetMass", { w, b, _, _ in w.resetMass(of: b) }),
    ("sleep", { w, b, _, _ in w.sleep(b) }),
    ("wake", { w, b, _, _ in w.wake(b) }),
    ("setSleepEnabled", { w, b, _, _ in w.setSleepEnabled(false, of: b) }),
    ("removeShape", { w, _, s, _ in w.removeShape(s) }),
    ("setFilter", { w, _, s, _ in w.setFilter(CollisionFilter(categories: 2), of: s) }),
    ("setMaterial", { w, _, s, _ in w.setMaterial(friction: 1, restitution: 1, of: s) }),
    ("setTag", { w, _, s, _ in w.setTag(7, of: s) }),
    ("setDensity", { w, _, s, _ in w.setDensity(7, of: s) }),
    ("removeJoint", { w, _, _, j in w.removeJoint(j) }),
    ("setAnchorA", { w, _, _, j in w.setAnchorA(Vec2(1, 1), of: j) }),
    ("setAnchorB", { w, _, _, j in w.setAnchorB(Vec2(1, 1), of: j) }),
    ("setTarget", { w, _, _, j in w.setTarget(Vec2(1, 1), of: j) }),
    ("setLength", { w, _, _, j in w.setLength(1, of: j) }),
    ("setSpring", { w, _, _, j in w.setSpring(hertz: 1, dampingRatio: 1, of: j) }),
    ("setAngularSpring", { w, _, _, j in w.setAngularSpring(hertz: 1, dampingRatio: 1, of: j) }),
    ("setSpringEnabled", { w, _, _, j in w.setSpringEnabled(true, of: j) }),
    ("setTargetAngle", { w, _, _, j in w.setTargetAngle(1, of: j) }),
    ("setTargetTranslation", { w, _, _, j in w.setTargetTranslation(1, of: j) }),
    (
      "setMotor torque",
      { w, _, _, j in w.setMotor(speed: 1, maximumTorque: 1, isEnabled: true, of: j) }
    ),
    (
      "setMotor force",
      { w, _, _, j in w.setMotor(speed: 1, maximumForce: 1, isEnabled: true, of: j) }
    ),
    ("setFrictionTorque", { w, _, _, j in w.setFrictionTorque(1, of: j) }),
    ("setMaximumForce", { w, _, _, j in w.setMaximumForce(2, of: j) }),
    ("setLimits", { w, _, _, j in w.setLimits(lower: 0, upper: 1, isEnabled: true, of: j) }),
    ("setConstraint", { w, _, _, j in w.setConstraint(hertz: 1, dampingRatio: 1, of: j) }),
  ]

  /// Handles of things that were removed, whose slots others have taken since, do nothing at all.
  @Test func staleHandlesDoNothing() throws {
    for each in calls {
      let stage = try Stage()
      let world = stage.world
      world.removeBody(stage.body)
      world.removeBody(stage.kinematic)
      let again = try world.addBody(BodyDefinition())
      let shape = try world.addShape(
        .circle(center: .zero, radius: 1), ShapeDefinition(), to: again)
      for make in stage.makers(again, stage.other) { _ = try make(world) }
      #expect(stage.shape.slot == shape.slot, "the slots have been given out again")
      let before = world.digest
      for body in [stage.body, stage.kinematic, BodyID(slot: .max, generation: 1)] {
        for joint in stage.joints + [JointID(slot: .max, generation: 1)] {
          each.call(world, body, stage.shape, joint)
          each.call(world, body, ShapeID(slot: .max, generation: 1), joint)
        }
      }
      #expect(world.digest == before, "\(each.name)")
      world.step(duration: 1.0 / 60, substeps: 2)
      world.checkInvariants()
    }
  }

  /// The table would prove nothing if the calls did nothing anyway.
  @Test func callsDoSomethingWithHandlesThatHold() throws {
    for each in calls where !["resetMass", "wake"].contains(each.name) {
      let stage = try Stage()
      let before = stage.world.digest
      for body in [stage.body, stage.kinematic] {
        for joint in stage.joints { each.call(stage.world, body, stage.shape, joint) }
      }
      #expect(stage.world.digest != before, "\(each.name)")
    }
  }

  /// Whatever makes something says that a handle is stale, and changes nothing.
  @Test func makersThrowForStaleHandles() throws {
    let stage = try Stage()
    let world = stage.world
    world.removeBody(stage.body)
    let before = world.digest
    for make in stage.makers(stage.body, stage.other) + stage.makers(stage.other, stage.body) {
      #expect(throws: WorldError.staleHandle) { _ = try make(world) }
    }
    for make in stage.makers(stage.other, stage.other) {
      #expect(throws: WorldError.jointNeedsTwoBodies) { _ = try make(world) }
    }
    #expect(throws: WorldError.staleHandle) {
      try world.addShape(.circle(center: .zero, radius: 1), ShapeDefinition(), to: stage.body)
    }
    #expect(world.digest == before)
  }

  /// Numbers that are none, infinite or negative where that makes no sense.
  @Test(arguments: [Float.nan, .infinity, -.infinity, -1])
  func badNumbersDoNothing(x: Float) throws {
    let stage = try Stage()
    let (world, body, shape) = (stage.world, stage.body, stage.shape)
    let before = world.digest
    if x != -1 {
      for bad in [Vec2(x, 0), Vec2(0, x)] {
        world.setTransform(Transform(position: bad, rotation: .identity), of: body)
        world.setLinearVelocity(bad, of: body)
        world.applyForce(bad, to: body)
        world.applyForce(bad, at: .zero, to: body)
        world.applyForce(.zero, at: bad, to: body)
        world.applyLinearImpulse(bad, to: body)
        world.applyLinearImpulse(bad, at: .zero, to: body)
        world.setVelocity(
          toReach: Transform(position: bad, rotation: .identity), after: 1, of: stage.kinematic)
        world.setMass(MassData(mass: 1, inertia: 1, localCenter: bad), of: body)
        for joint in stage.joints {
          world.setAnchorA(bad, of: joint)
          world.setAnchorB(bad, of: joint)
          world.setTarget(bad, of: joint)
        }
      }
      world.setAngularVelocity(x, of: body)
      world.applyTorque(x, to: body)
      world.applyAngularImpulse(x, to: body)
      world.setGravityScale(x, of: body)
      for joint in stage.joints {
        world.setTargetAngle(x, of: joint)
        world.setTargetTranslation(x, of: joint)
        world.setMotor(speed: x, maximumTorque: 1, isEnabled: true, of: joint)
        world.setMotor(speed: x, maximumForce: 1, isEnabled: true, of: joint)
      }
    }
    world.setDamping(linear: x, angular: 0, of: body)
    world.setDamping(linear: 0, angular: x, of: body)
    world.setMass(MassData(mass: x, inertia: 1, localCenter: .zero), of: body)
    world.setMass(MassData(mass: 1, inertia: x, localCenter: .zero), of: body)
    world.setVelocity(toReach: .identity, after: x, of: stage.kinematic)
    world.setDensity(x, of: shape)
    world.setMaterial(friction: x, restitution: 0, of: shape)
    world.setMaterial(friction: 0, restitution: x, of: shape)
    for joint in stage.joints {
      world.setLength(x, of: joint)
      world.setSpring(hertz: x, dampingRatio: 0, of: joint)
      world.setSpring(hertz: 1, dampingRatio: x, of: joint)
      world.setAngularSpring(hertz: x, dampingRatio: 0, of: joint)
      world.setMotor(speed: 1, maximumTorque: x, isEnabled: true, of: joint)
      world.setMotor(speed: 1, maximumForce: x, isEnabled: true, of: joint)
      world.setFrictionTorque(x, of: joint)
      world.setMaximumForce(x, of: joint)
      world.setLimits(lower: 1, upper: x, isEnabled: true, of: joint)
      world.setConstraint(hertz: x, dampingRatio: nil, of: joint)
      world.setConstraint(hertz: nil, dampingRatio: x, of: joint)
    }
    #expect(world.digest == before)
  }

  /// Cosine and sine that no scale brings to unit length: too large or too small for their squares.
  /// Before, they left bodies without a rotation, and joints with another one than was asked for.
  @Test(arguments: [
    Rotation(cosine: .nan, sine: 0), Rotation(cosine: 0, sine: .infinity),
    Rotation(cosine: 1e30, sine: 0), Rotation(cosine: 0, sine: 1e-21),
    Rotation(cosine: -3e38, sine: 3e38),
  ])
  func rotationsThatAreNoneDoNothing(rotation: Rotation) throws {
    let stage = try Stage()
    let world = stage.world
    let before = world.digest
    let target = Transform(position: Vec2(1, 1), rotation: rotation)
    world.setTransform(target, of: stage.body)
    world.setVelocity(toReach: target, after: 1, of: stage.kinematic)
    var body = BodyDefinition()
    body.rotation = rotation
    #expect(throws: WorldError.valueOutOfRange) { _ = try world.addBody(body) }
    var hinge = RevoluteJointDefinition(
      bodyA: stage.body, bodyB: stage.other, anchorA: .zero, anchorB: .zero)
    hinge.referenceRotation = rotation
    #expect(throws: WorldError.valueOutOfRange) { _ = try world.addRevoluteJoint(hinge) }
    var weld = WeldJointDefinition(
      bodyA: stage.body, bodyB: stage.other, anchorA: .zero, anchorB: .zero)
    weld.referenceRotation = rotation
    #expect(throws: WorldError.valueOutOfRange) { _ = try world.addWeldJoint(weld) }
    var slider = PrismaticJointDefinition(
      bodyA: stage.body, bodyB: stage.other, anchorA: .zero, anchorB: .zero, axis: Vec2(1, 0))
    slider.referenceRotation = rotation
    #expect(throws: WorldError.valueOutOfRange) { _ = try world.addPrismaticJoint(slider) }
    #expect(world.digest == before)
    world.checkInvariants()
  }

  /// Outlines that are none.
  @Test func shapesThatAreNoneAreRefused() throws {
    let stage = try Stage()
    let world = stage.world
    let before = world.digest
    let nan = Float.nan
    let refused: [(ShapeGeometry, WorldError)] = [
      (.circle(center: .zero, radius: 0), .degenerateShape),
      (.circle(center: .zero, radius: -1), .degenerateShape),
      (.circle(center: .zero, radius: nan), .valueOutOfRange),
      (.circle(center: Vec2(nan, 0), radius: 1), .valueOutOfRange),
      (.capsule(.zero, Vec2(1, 0), radius: -1), .degenerateShape),
      (.capsule(.zero, Vec2(nan, 0), radius: 1), .valueOutOfRange),
      (.segment(.zero, .zero), .degenerateShape),
      (.segment(.zero, Vec2(0, .infinity)), .valueOutOfRange),
      (.polygon([], radius: 0), .degenerateShape),
      (.polygon([.zero, Vec2(1, 0)], radius: 0), .degenerateShape),
      (.polygon(corners(5), radius: -1), .valueOutOfRange),
      (.polygon(corners(5) + [Vec2(nan, 0)], radius: 0), .valueOutOfRange),
      (.polygon(corners(65), radius: 0), .tooManyVertices),
      (.box(halfWidth: 0, halfHeight: 1), .degenerateShape),
      (.chain([], isLoop: false, isTwoSided: true), .degenerateShape),
      (.chain([.zero, .zero], isLoop: false, isTwoSided: true), .degenerateShape),
      (.chain([.zero, Vec2(1, 0)], isLoop: true, isTwoSided: true), .degenerateShape),
      (.chain([.zero, Vec2(nan, 0)], isLoop: false, isTwoSided: true), .valueOutOfRange),
    ]
    for (geometry, error) in refused {
      #expect(throws: error, "\(geometry)") {
        try world.addShape(geometry, ShapeDefinition(), to: stage.body)
      }
    }
    for material in [
      ShapeDefinition(density: -1), ShapeDefinition(density: nan), ShapeDefinition(friction: -1),
      ShapeDefinition(friction: .infinity), ShapeDefinition(restitution: -1),
    ] {
      #expect(throws: WorldError.valueOutOfRange) {
        try world.addShape(.circle(center: .zero, radius: 1), material, to: stage.body)
      }
    }
    #expect(world.digest == before)
  }
}
