import DeterministicMath
import RigidBodies
import Simulation

/// A truck crosses a hanging bridge: planks on hinges, wheels on sprung axles, a load that is
/// welded on, a lift that raises it at the other side, and a hook that follows.
///
/// It is there to be looked at, and to use every kind of joint while it runs.
package struct Bridge: WorldSimulation {
  package static var name: StaticString { "bridge" }
  package static var derivedFields: [DerivedField] {
    [DerivedField("parts", "made by the start, in the same order every time")]
  }

  /// What the start has made, by name.
  package struct Parts: Equatable, Sendable {
    package var chassis: BodyID
    package var load: BodyID
    package var lift: BodyID
    package var hook: BodyID
    package var planks: [BodyID]
    var hinges: [JointID]
    var wheels: [JointID]
    var weld: JointID
    var slide: JointID
    var pull: JointID
  }

  package let scene: SceneWorld
  package let parts: Parts
  private var stepCount: Int64 = 0

  private static var plankCount: Int { 24 }
  /// The bridge lies between 0 and this.
  private static var width: Float { 24 }

  package init(parameters: NoParameters, seed: UInt64) {
    scene = SceneWorld()
    let banks = scene.body(.static, 0, 0)
    let rough = ShapeDefinition(density: 1, friction: 0.9)
    scene.shape(
      .polygon([Vec2(-30, -3), Vec2(0, -3), Vec2(0, 0), Vec2(-30, 0)], radius: 0), rough, to: banks)
    let end = Bridge.width
    scene.shape(
      .polygon([Vec2(end, -3), Vec2(end + 16, -3), Vec2(end + 16, 0), Vec2(end, 0)], radius: 0),
      rough,
      to: banks)
    var hinges: [JointID] = []
    let planks = Bridge.planks(scene, banks, rough, &hinges)

    let chassis = scene.body(.dynamic, -8, 1.1)
    scene.shape(
      .polygon([Vec2(-2, -0.4), Vec2(2, -0.4), Vec2(2, 0.1), Vec2(-2, 0.3)], radius: 0), to: chassis
    )
    var wheels: [JointID] = []
    for x: Float in [-1.3, 1.3] {
      let wheel = scene.body(.dynamic, -8 + x, 0.5)
      scene.shape(
        .circle(center: Vec2(0, 0), radius: 0.5), ShapeDefinition(density: 1, friction: 1.5),
        to: wheel)
      var axle = WheelJointDefinition(
        bodyA: chassis, bodyB: wheel, anchorA: Vec2(x, -0.6), axis: Vec2(0, 1))
      axle.springHertz = 4
      axle.isLimitEnabled = true
      axle.lowerTranslation = -0.25
      axle.upperTranslation = 0.25
      axle.isMotorEnabled = x < 0
      axle.maximumMotorTorque = 30
      wheels.append(scene.added { (world) throws(WorldError) in try world.addWheelJoint(axle) })
    }
    let load = scene.body(.dynamic, -8.8, 1.9)
    scene.shape(.box(halfWidth: 0.6, halfHeight: 0.4), to: load)
    var hold = WeldJointDefinition(bodyA: chassis, bodyB: load, anchorA: Vec2(-0.8, 0.3))
    hold.anchorB = Vec2(0, -0.5)
    hold.angularHertz = 6
    let weld = scene.added { (world) throws(WorldError) in try world.addWeldJoint(hold) }

    let lift = scene.body(.dynamic, end + 19, -0.5)
    scene.shape(.box(halfWidth: 2.9, halfHeight: 0.4), rough, to: lift)
    var rail = PrismaticJointDefinition(
      bodyA: banks, bodyB: lift, anchorA: Vec2(end + 19, -0.5), axis: Vec2(0, 1))
    rail.isLimitEnabled = true
    rail.lowerTranslation = 0
    rail.upperTranslation = 3
    rail.isMotorEnabled = true
    rail.maximumMotorForce = 400
    let slide = scene.added { (world) throws(WorldError) in try world.addPrismaticJoint(rail) }

    let hook = scene.body(.dynamic, -8, 5)
    scene.shape(.box(halfWidth: 0.3, halfHeight: 0.3), to: hook)
    let tow = TargetJointDefinition(
      bodyA: banks, bodyB: hook, target: Vec2(-8, 5), maximumForce: 60)
    let pull = scene.added { (world) throws(WorldError) in try world.addTargetJoint(tow) }
    parts = Parts(
      chassis: chassis, load: load, lift: lift, hook: hook, planks: planks, hinges: hinges,
      wheels: wheels, weld: weld, slide: slide, pull: pull)
  }

  private static func planks(
    _ scene: SceneWorld, _ banks: BodyID, _ rough: ShapeDefinition, _ hinges: inout [JointID]
  ) -> [BodyID] {
    var planks: [BodyID] = []
    let half = width / Float(2 * plankCount)
    for index in 0...plankCount {
      let x = 2 * half * Float(index)
      if index < plankCount {
        planks.append(scene.body(.dynamic, x + half, -0.125))
        scene.shape(
          .box(halfWidth: half, halfHeight: 0.125), ShapeDefinition(density: 4, friction: 0.9),
          to: planks[index])
      }
      var hinge = RevoluteJointDefinition(
        bodyA: index > 0 ? planks[index - 1] : banks,
        bodyB: index < plankCount ? planks[index] : banks,
        anchorA: index > 0 ? Vec2(half, 0) : Vec2(0, -0.125),
        anchorB: index < plankCount ? Vec2(-half, 0) : Vec2(width, -0.125))
      hinge.frictionTorque = 4
      hinges.append(scene.joint(hinge))
    }
    return planks
  }

  package mutating func visitState(_ visitor: inout some StateVisitor) {
    world.visitState(&visitor)
    visitor.field("stepCount", &stepCount, .keyFrame)
  }

  package mutating func step(_ inputs: [NoEvent]) {
    drive()
    scene.step()
    stepCount += 1
  }

  /// What the driver does, by the clock and by where the truck is.
  private func drive() {
    let truck = world.transform(of: parts.chassis).position
    world.setTarget(Vec2(truck.x, 5), of: parts.pull)
    let isOnLift = truck.x > Bridge.width + 18.6
    let speed: Float = isOnLift ? 0 : -9
    // Each change wakes the bodies: only what is new is said.
    if stepCount == 30 {
      world.setMotor(speed: speed, maximumTorque: 30, isEnabled: true, of: parts.wheels[0])
    }
    if stepCount == 240 {
      for hinge in parts.hinges { world.setFrictionTorque(1, of: hinge) }
      world.setSpring(hertz: 5, dampingRatio: 0.8, of: parts.wheels[1])
      world.setAngularSpring(hertz: 3, dampingRatio: 0.5, of: parts.weld)
      world.setMaximumForce(90, of: parts.pull)
    }
    if isOnLift {
      world.setMotor(speed: 0, maximumTorque: 60, isEnabled: true, of: parts.wheels[0])
      world.setMotor(speed: 1, maximumForce: 400, isEnabled: true, of: parts.slide)
    }
  }
}
