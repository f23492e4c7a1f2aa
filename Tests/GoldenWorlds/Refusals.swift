import DeterministicMath
import RigidBodies
import Scenarios
import Simulation

/// A few bodies on joints, while an app asks for what a world refuses: of what was removed, with
/// numbers that are none, of shapes without extent. The world goes on as if nobody had asked.
package struct Refusals: WorldSimulation {
  package static var name: StaticString { "determinism.refusals" }
  package static var derivedFields: [DerivedField] {
    ["box", "floor", "shape", "joints", "goneBody", "goneShape", "goneJoint"].map {
      DerivedField($0, "made by the start, in the same order every time")
    }
  }

  package let scene: SceneWorld
  private let box: BodyID
  private let floor: BodyID
  private let shape: ShapeID
  /// Of every kind: hinge, rod, weld, slider, wheel, target.
  private let joints: [JointID]
  private let goneBody: BodyID
  private let goneShape: ShapeID
  private let goneJoint: JointID
  private var stepCount: Int64 = 0
  /// What was thrown and what was answered so far, folded.
  private var answers: UInt64 = 0

  package init(parameters: NoParameters, seed: UInt64) {
    scene = SceneWorld()
    let world = scene.world
    floor = scene.body(.static, 0, -1)
    scene.shape(.box(halfWidth: 12, halfHeight: 1), to: floor)
    var boxes: [BodyID] = []
    for index in 0..<8 {
      boxes.append(scene.body(.dynamic, 1.5 * Float(index) - 6, 2))
      scene.shape(.box(halfWidth: 0.4, halfHeight: 0.3), to: boxes[index])
    }
    box = boxes[0]
    shape = world.shapes(of: box)[0]
    joints = Refusals.joints(scene, boxes)
    goneBody = scene.body(.dynamic, 0, 9)
    scene.shape(.box(halfWidth: 1, halfHeight: 1), to: goneBody)
    goneShape = world.shapes(of: goneBody)[0]
    let other = scene.body(.dynamic, 3, 9)
    goneJoint = scene.joint(RevoluteJointDefinition(bodyA: goneBody, bodyB: other))
    // Two joints at a body, of which the other end goes first.
    _ = scene.joint(RevoluteJointDefinition(bodyA: boxes[7], bodyB: other))
    _ = scene.joint(RevoluteJointDefinition(bodyA: other, bodyB: boxes[7]))
    world.removeBody(goneBody)
    world.removeBody(other)
  }

  private static func joints(_ scene: SceneWorld, _ boxes: [BodyID]) -> [JointID] {
    let hinge = scene.joint(
      RevoluteJointDefinition(bodyA: boxes[0], bodyB: boxes[1], anchorA: Vec2(0.75, 0)))
    let rod = scene.added { (world) throws(WorldError) in
      try world.addDistanceJoint(DistanceJointDefinition(bodyA: boxes[1], bodyB: boxes[2]))
    }
    let weld = scene.added { (world) throws(WorldError) in
      try world.addWeldJoint(
        WeldJointDefinition(
          bodyA: boxes[2], bodyB: boxes[3], anchorA: Vec2(0.75, 0), anchorB: Vec2(-0.75, 0)))
    }
    let slider = scene.added { (world) throws(WorldError) in
      try world.addPrismaticJoint(PrismaticJointDefinition(bodyA: boxes[3], bodyB: boxes[4]))
    }
    let wheel = scene.added { (world) throws(WorldError) in
      try world.addWheelJoint(WheelJointDefinition(bodyA: boxes[4], bodyB: boxes[5]))
    }
    let target = scene.added { (world) throws(WorldError) in
      try world.addTargetJoint(
        TargetJointDefinition(
          bodyA: boxes[5], bodyB: boxes[6], target: Vec2(4, 3), maximumForce: 20))
    }
    return [hinge, rod, weld, slider, wheel, target]
  }

  package mutating func visitState(_ visitor: inout some StateVisitor) {
    world.visitState(&visitor)
    visitor.field("stepCount", &stepCount, .keyFrame)
    visitor.field("answers", &answers, .keyFrame)
  }

  package mutating func step(_ inputs: [NoEvent]) {
    let nan = Float.nan
    switch stepCount % 20 {
    case 2: moveBody(goneBody, 1)
    case 4: moveBody(box, stepCount < 20 ? nan : .infinity)
    // What stands still for ever cannot be pushed.
    case 6: pushBody(floor, 1)
    case 8: changeShape(goneShape, 1)
    case 10: changeShape(shape, stepCount < 20 ? nan : -1)
    case 12: changeJoint(goneJoint, 1)
    case 14: for joint in joints { changeJoint(joint, nan) }
    case 16: addShapes()
    case 18: addJoints()
    default: break
    }
    scene.step()
    stepCount += 1
  }

  // MARK: Bodies

  private mutating func moveBody(_ body: BodyID, _ x: Float) {
    let place = Vec2(x, 2)
    pushBody(body, x)
    world.setTransform(Transform(position: place, rotation: .identity), of: body)
    if !x.isFinite {
      let turn = Rotation(cosine: x, sine: 0)
      world.setTransform(Transform(position: .zero, rotation: turn), of: body)
    }
    world.setDamping(linear: x, angular: 1, of: body)
    world.setGravityScale(x, of: body)
    world.setMass(MassData(mass: x, inertia: 1, localCenter: .zero), of: body)
    world.setVelocity(toReach: Transform(position: place, rotation: .identity), after: 1, of: body)
    if body == goneBody {
      world.setType(.kinematic, of: body)
      world.setFixedRotation(true, of: body)
      world.setBullet(true, of: body)
      world.setSleepEnabled(false, of: body)
      world.resetMass(of: body)
      world.sleep(body)
      world.wake(body)
      world.removeBody(body)
    }
    answer(world.transform(of: body).position)
    answer(world.center(of: body))
    answer(world.linearVelocity(of: body))
    answer(Vec2(world.angularVelocity(of: body), Float(world.shapes(of: body).count)))
    answer(UInt64(world.type(of: body).rawValue))
    answer((world.isAwake(body) ? 1 : 0) + (world.hasFixedRotation(body) ? 2 : 0))
  }

  private func pushBody(_ body: BodyID, _ x: Float) {
    let push = Vec2(x, 1)
    world.setLinearVelocity(push, of: body)
    world.setAngularVelocity(x, of: body)
    world.applyForce(push, to: body)
    world.applyForce(push, at: push, to: body)
    world.applyTorque(x, to: body)
    world.applyLinearImpulse(push, to: body)
    world.applyLinearImpulse(push, at: push, to: body)
    world.applyAngularImpulse(x, to: body)
    world.changeVelocity(by: push, angular: x, of: body, duration: SceneWorld.stepSeconds)
  }

  // MARK: Shapes

  private mutating func changeShape(_ shape: ShapeID, _ x: Float) {
    world.setDensity(x, of: shape)
    world.setMaterial(friction: x, restitution: 0, of: shape)
    if shape == goneShape {
      world.setFilter(CollisionFilter(), of: shape)
      world.setTag(1, of: shape)
      world.removeShape(shape)
    }
  }

  private mutating func addShapes() {
    let far = Vec2(.infinity, 0)
    let near = Vec2(1e-9, 0)
    let one = Vec2(1, 0)
    let wheel = (0..<70).map { index in
      let turn = Elementary.sincos(0.0897 * Float(index))
      return Vec2(100 * turn.cosine, 100 * turn.sine)
    }
    let box = ShapeGeometry.box(halfWidth: 1, halfHeight: 1)
    let refused: [ShapeGeometry] = [
      .circle(center: far, radius: 1), .circle(center: .zero, radius: 0),
      .capsule(.zero, far, radius: 1), .capsule(.zero, one, radius: -1),
      .segment(far, .zero), .segment(one, one),
      .polygon([.zero, one, one], radius: 0), .polygon([.zero, one, Vec2(0, 1)], radius: -1),
      .polygon([.zero, one, far], radius: 0), .polygon(wheel, radius: 0),
      .chain([.zero, far], isLoop: false, isTwoSided: true),
      .chain([.zero, one, near], isLoop: true, isTwoSided: true),
      .chain([.zero, near], isLoop: false, isTwoSided: true),
    ]
    for geometry in refused {
      answer(
        refusal { (world) throws(WorldError) in
          _ = try world.addShape(geometry, ShapeDefinition(), to: floor)
        })
    }
    answer(
      refusal { (world) throws(WorldError) in
        _ = try world.addShape(box, ShapeDefinition(density: -1), to: floor)
      })
    answer(
      refusal { (world) throws(WorldError) in
        _ = try world.addShape(box, ShapeDefinition(), to: goneBody)
      })
    answer(
      refusal { (world) throws(WorldError) in
        _ = try world.addBody(BodyDefinition(type: .dynamic, position: far))
      })
  }

  // MARK: Joints

  private mutating func changeJoint(_ joint: JointID, _ x: Float) {
    let place = Vec2(x, 0)
    world.setAnchorA(place, of: joint)
    world.setAnchorB(place, of: joint)
    world.setTarget(place, of: joint)
    world.setLength(x, of: joint)
    world.setSpring(hertz: x, dampingRatio: 0, of: joint)
    world.setAngularSpring(hertz: x, dampingRatio: 0, of: joint)
    world.setTargetAngle(x, of: joint)
    world.setTargetTranslation(x, of: joint)
    world.setMotor(speed: x, maximumTorque: 1, isEnabled: true, of: joint)
    world.setMotor(speed: x, maximumForce: 1, isEnabled: true, of: joint)
    world.setFrictionTorque(x, of: joint)
    world.setMaximumForce(x, of: joint)
    world.setLimits(lower: x, upper: 2, isEnabled: true, of: joint)
    world.setConstraint(hertz: x, dampingRatio: 1, of: joint)
    if joint == goneJoint {
      world.removeJoint(joint)
    } else {
      // Lengths have no sign.
      if joint == joints[1] { world.setLimits(lower: -1, upper: 2, isEnabled: true, of: joint) }
    }
    answer(Vec2(world.length(of: joint), 0))
  }

  private mutating func addJoints() {
    let far = Vec2(.infinity, 0)
    for (a, b) in [(box, floor), (goneBody, floor), (box, box)] {
      answer(
        refusal { (world) throws(WorldError) in
          _ = try world.addRevoluteJoint(RevoluteJointDefinition(bodyA: a, bodyB: b, anchorA: far))
        })
    }
    answer(
      refusal { (world) throws(WorldError) in
        _ = try world.addDistanceJoint(
          DistanceJointDefinition(bodyA: box, bodyB: floor, anchorA: far))
      })
    answer(
      refusal { (world) throws(WorldError) in
        _ = try world.addWeldJoint(WeldJointDefinition(bodyA: box, bodyB: floor, anchorA: far))
      })
    answer(
      refusal { (world) throws(WorldError) in
        _ = try world.addPrismaticJoint(
          PrismaticJointDefinition(bodyA: box, bodyB: floor, axis: .zero))
      })
    answer(
      refusal { (world) throws(WorldError) in
        _ = try world.addWheelJoint(WheelJointDefinition(bodyA: box, bodyB: floor, axis: .zero))
      })
    answer(
      refusal { (world) throws(WorldError) in
        _ = try world.addTargetJoint(
          TargetJointDefinition(bodyA: floor, bodyB: box, target: far, maximumForce: 1))
      })
  }

  // MARK: Answers

  private mutating func answer(_ value: UInt64) { answers = answers &* 31 &+ value }

  private mutating func answer(_ value: Vec2) {
    answer(UInt64(value.x.bitPattern) << 32 | UInt64(value.y.bitPattern))
  }

  /// What a call throws, as a number; 0 for a call that is not refused.
  private func refusal(_ call: (World) throws(WorldError) -> Void) -> UInt64 {
    do throws(WorldError) {
      try call(world)
      return 0
    } catch {
      switch error {
      case .valueOutOfRange: return 1
      case .staleHandle: return 2
      case .degenerateShape: return 3
      case .tooManyVertices: return 4
      case .jointNeedsTwoBodies: return 5
      }
    }
  }
}
