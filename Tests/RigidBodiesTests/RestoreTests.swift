import DeterministicMath
import RigidBodies
import Simulation
import TestSupport
import Testing

/// A scene that can be built again, and driven the same way.
struct RestoreScene: Sendable, CustomTestStringConvertible {
  let name: String
  let steps: Int
  let build: @Sendable (World) throws -> Void
  var script: @Sendable (World, Int) throws -> Void = { _, _ in }
  var testDescription: String { name }
}

let restoreScenes: [RestoreScene] = [
  RestoreScene(name: "pile of mixed shapes", steps: 240) { world in
    let ground = try world.addBody(BodyDefinition(type: .static))
    try world.addShape(
      .chain(
        [Vec2(-8, 6), Vec2(-8, 0), Vec2(0, -1), Vec2(8, 0), Vec2(8, 6)], isLoop: false,
        isTwoSided: true), ShapeDefinition(), to: ground)
    var random = SplitMix(seed: 5)
    for i in 0..<60 {
      let body = try world.addBody(
        BodyDefinition(
          position: Vec2(random.float(-6, 6), 1 + 0.25 * Float(i)), rotation: random.rotation()))
      let material = ShapeDefinition(
        density: 1, friction: 0.4, restitution: i % 5 == 0 ? 0.5 : 0)
      switch i % 4 {
      case 0: try world.addShape(.box(halfWidth: 0.3, halfHeight: 0.2), material, to: body)
      case 1: try world.addShape(.circle(center: .zero, radius: 0.25), material, to: body)
      case 2:
        try world.addShape(
          .capsule(Vec2(-0.2, 0), Vec2(0.2, 0), radius: 0.15), material, to: body)
      default:
        try world.addShape(
          .polygon([Vec2(0, 0.3), Vec2(-0.3, -0.2), Vec2(0.4, -0.2)], radius: 0.02), material,
          to: body)
      }
    }
  },
  RestoreScene(name: "stack that falls asleep and is hit", steps: 220) { world in
    let ground = try world.addBody(BodyDefinition(type: .static))
    try world.addShape(
      .segment(Vec2(-10, 0), Vec2(10, 0)), ShapeDefinition(), to: ground)
    for i in 0..<6 {
      let body = try world.addBody(BodyDefinition(position: Vec2(0, 0.5 + Float(i))))
      try world.addShape(.box(halfWidth: 0.5, halfHeight: 0.5), ShapeDefinition(), to: body)
    }
    var definition = BodyDefinition(position: Vec2(-30, 40))
    definition.linearVelocity = Vec2(15, 0)
    let ball = try world.addBody(definition)
    try world.addShape(
      .circle(center: .zero, radius: 0.6), ShapeDefinition(density: 4), to: ball)
  },
  RestoreScene(name: "joints", steps: 150) { world in
    let ground = try world.addBody(BodyDefinition(type: .static))
    try world.addShape(.segment(Vec2(-9, -3), Vec2(9, -3)), ShapeDefinition(), to: ground)
    var previous = ground
    var anchor = Vec2(-2, 4)
    for i in 0..<5 {
      let body = try world.addBody(BodyDefinition(position: Vec2(-1 + Float(i), 4)))
      try world.addShape(.box(halfWidth: 0.4, halfHeight: 0.1), ShapeDefinition(), to: body)
      if i % 2 == 0 {
        var joint = DistanceJointDefinition(
          bodyA: previous, bodyB: body, anchorA: anchor, anchorB: Vec2(-0.4, 0))
        if i == 2 {
          joint.hertz = 3
          joint.dampingRatio = 0.2
        }
        _ = try world.addDistanceJoint(joint)
      } else {
        var joint = RevoluteJointDefinition(
          bodyA: previous, bodyB: body, anchorA: Vec2(0.5, 0), anchorB: Vec2(-0.5, 0))
        joint.isLimitEnabled = true
        joint.lowerAngle = -0.3
        joint.upperAngle = 0.3
        _ = try world.addRevoluteJoint(joint)
      }
      previous = body
      anchor = Vec2(0.4, 0)
    }
  },
  RestoreScene(
    name: "every kind of joint, changed while it runs", steps: 150,
    build: { world in
      let ground = try world.addBody(BodyDefinition(type: .static))
      try world.addShape(.segment(Vec2(-9, -3), Vec2(9, -3)), ShapeDefinition(), to: ground)
      var previous = ground
      for i in 0..<24 {
        let body = try world.addBody(
          BodyDefinition(position: Vec2(-6 + 0.5 * Float(i), 2 + Float(i % 3))))
        try world.addShape(.box(halfWidth: 0.2, halfHeight: 0.1), ShapeDefinition(), to: body)
        switch i % 6 {
        case 0:
          _ = try world.addDistanceJoint(DistanceJointDefinition(bodyA: previous, bodyB: body))
        case 1:
          var joint = RevoluteJointDefinition(
            bodyA: previous, bodyB: body, anchorA: Vec2(0.3, 0), anchorB: Vec2(-0.3, 0))
          joint.isSpringEnabled = true
          joint.springHertz = 2
          joint.targetAngle = 0.5
          joint.frictionTorque = 0.1
          _ = try world.addRevoluteJoint(joint)
        case 2:
          var joint = WeldJointDefinition(
            bodyA: previous, bodyB: body, anchorA: Vec2(0.3, 0), anchorB: Vec2(-0.3, 0))
          joint.angularHertz = 5
          _ = try world.addWeldJoint(joint)
        case 3:
          var joint = PrismaticJointDefinition(bodyA: previous, bodyB: body, axis: Vec2(1, 1))
          joint.isLimitEnabled = true
          joint.lowerTranslation = -0.5
          joint.upperTranslation = 1
          _ = try world.addPrismaticJoint(joint)
        case 4:
          var joint = WheelJointDefinition(bodyA: previous, bodyB: body)
          joint.isMotorEnabled = true
          joint.motorSpeed = 6
          joint.maximumMotorTorque = 0.5
          _ = try world.addWheelJoint(joint)
        default:
          _ = try world.addTargetJoint(
            TargetJointDefinition(
              bodyA: ground, bodyB: body, target: Vec2(Float(i) / 4, 3), maximumForce: 4))
        }
        previous = body
      }
    },
    script: { world, step in
      // The joints' slots are those of the loop above.
      if step % 10 != 5 { return }
      let joint = JointID(slot: UInt32(step / 10), generation: 1)
      world.setMotor(speed: Float(step), maximumTorque: 1, isEnabled: step % 20 == 5, of: joint)
      world.setSpring(hertz: 3, dampingRatio: 0.2, of: joint)
      world.setTarget(Vec2(0, 4), of: joint)
      if step == 75 { world.removeJoint(JointID(slot: 20, generation: 1)) }
    }),
]

@Suite struct RestoreTests {
  /// A world that is saved after each step, and restored either in place or into a fresh world,
  /// takes the next step to the same bits as the world that never stopped.
  @Test(arguments: Sample.of(restoreScenes))
  func continuesFromEveryStep(scene: RestoreScene) throws {
    let reference = World(Units.metres)
    try scene.build(reference)
    let restoredEachStep = World(Units.metres)
    try scene.build(restoredEachStep)
    for step in 0..<scene.steps {
      let image = reference.save()
      let fresh = World(Units.metres)
      try scene.build(fresh)
      fresh.restore(image)
      restoredEachStep.restore(restoredEachStep.save())
      for world in [reference, fresh, restoredEachStep] {
        try scene.script(world, step)
        world.step(duration: 1.0 / 60, substeps: 4)
      }
      let digest = reference.digest
      #expect(fresh.digest == digest, "fresh world, step \(step)")
      #expect(restoredEachStep.digest == digest, "in place, step \(step)")
      if fresh.digest != digest || restoredEachStep.digest != digest { return }
    }
  }

  /// A world that has gone on, or has made nothing but the scene, has after a restore the plain values
  /// of the world that was saved, also those of tables.
  @Test(arguments: Sample.of(restoreScenes))
  func bringsBackPlainValues(scene: RestoreScene) throws {
    let reference = World(Units.metres)
    try scene.build(reference)
    let ahead = World(Units.metres)
    try scene.build(ahead)
    for step in 0..<scene.steps {
      let image = reference.save()
      let saved = plainValues(of: reference)
      if step % 16 == 0 {
        let fresh = World(Units.metres)
        try scene.build(fresh)
        fresh.restore(image)
        #expect(plainValues(of: fresh) == saved, "fresh world, step \(step)")
      }
      ahead.restore(image)
      #expect(plainValues(of: ahead) == saved, "in place, step \(step)")
      for world in [reference, ahead] {
        try scene.script(world, step)
        world.step(duration: 1.0 / 60, substeps: 4)
      }
    }
    #expect(!plainValues(of: reference).isEmpty)
  }

  private func plainValues(of world: World) -> [String] {
    var values: [String] = []
    world.forEachPlainValue { values.append("\($0) = \($1)") }
    return values
  }
}
