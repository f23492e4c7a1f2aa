import DeterministicMath
import RigidBodies
import Scenarios
import Simulation

/// Geometry that is allowed and rare, side by side: bodies in one place, behind a one-sided edge, in
/// a wall; joints at their ends; more joints, and more contacts, on one body than the solver has
/// colours.
package struct Oddities: WorldSimulation {
  package static var name: StaticString { "determinism.oddities" }
  package static var derivedFields: [DerivedField] {
    ["floor", "lift", "row", "joints", "bullet"].map {
      DerivedField($0, "made by the start, in the same order every time")
    }
  }

  package let scene: SceneWorld
  private let floor: BodyID
  private let lift: BodyID
  /// On a beam, more of them than there are colours.
  private let row: [BodyID]
  private let joints: Joints
  private let bullet: BodyID
  private var stepCount: Int64 = 0

  private struct Joints {
    var rope: JointID
    var spring: JointID
    var wheel: JointID
    var hand: JointID
    var hinge: JointID
  }

  package init(parameters: NoParameters, seed: UInt64) {
    scene = SceneWorld { $0.describesGeometry = true }
    floor = scene.body(.static, 0, 0)
    // Its front is above: on the right of the way, which leads to the left.
    scene.shape(
      .chain(
        [Vec2(60, 0), Vec2(20, 0), Vec2(20.0000001, 0), Vec2(-20, 0), Vec2(-60, 0)],
        isLoop: false, isTwoSided: false), to: floor)
    scene.shape(.box(halfWidth: 3, halfHeight: 0.5), to: floor)
    lift = scene.body(.kinematic, -30, 6)
    scene.shape(.box(halfWidth: 3, halfHeight: 0.5), to: lift)
    row = Oddities.row(scene)
    joints = Oddities.joints(scene, lift)
    bullet = Oddities.odd(scene)
  }

  private static func row(_ scene: SceneWorld) -> [BodyID] {
    let beam = scene.body(.dynamic, 40, 0.3)
    scene.shape(.box(halfWidth: 16, halfHeight: 0.25), to: beam, density: 2)
    return (0..<56).map { index in
      let box = scene.body(.dynamic, 40 + 0.55 * (Float(index) - 27.5), 0.76)
      scene.shape(.box(halfWidth: 0.25, halfHeight: 0.2), to: box)
      return box
    }
  }

  private static func joints(_ scene: SceneWorld, _ lift: BodyID) -> Joints {
    // A hub with more spokes than there are colours.
    let hub = scene.body(.dynamic, -45, 20)
    scene.shape(.circle(center: .zero, radius: 1), to: hub)
    for index in 0..<60 {
      let turn = Elementary.sincos(0.1047 * Float(index))
      let way = Vec2(turn.cosine, turn.sine)
      let bob = scene.body(.dynamic, -45 + 6 * way.x, 20 + 6 * way.y)
      scene.shape(.circle(center: .zero, radius: 0.15), to: bob)
      if index % 2 == 0 {
        _ = scene.added { (world) throws(WorldError) in
          try world.addDistanceJoint(
            DistanceJointDefinition(bodyA: hub, bodyB: bob, anchorA: way))
        }
      } else {
        var weld = WeldJointDefinition(
          bodyA: hub, bodyB: bob, anchorA: 6 * way, anchorB: .zero)
        // Soft in both directions, or as hard as it can be.
        weld.linearHertz = index % 4 == 1 ? 3 : 0
        weld.linearDampingRatio = 0.5
        weld.constraintHertz = index % 4 == 1 ? nil : 0
        _ = scene.added { (world) throws(WorldError) in try world.addWeldJoint(weld) }
      }
    }
    let bodies = (0..<5).map { index in
      let body = scene.body(.dynamic, -33 + 2 * Float(index), 3)
      scene.shape(.box(halfWidth: 0.4, halfHeight: 0.3), to: body)
      return body
    }
    var rope = DistanceJointDefinition(
      bodyA: lift, bodyB: bodies[0], anchorA: Vec2(-3, -0.5), length: 2)
    rope.minimumLength = 4
    rope.maximumLength = 3
    var spring = DistanceJointDefinition(bodyA: lift, bodyB: bodies[1], anchorA: Vec2(-1, -0.5))
    spring.hertz = 40
    spring.dampingRatio = 0.1
    let wheel = WheelJointDefinition(bodyA: lift, bodyB: bodies[2], anchorA: Vec2(1, -2.5))
    var hand = TargetJointDefinition(
      bodyA: lift, bodyB: bodies[3], target: Vec2(-20, 9), maximumForce: 6)
    hand.hertz = 8
    let (r, s, h) = (rope, spring, hand)
    // Wants to be turned by more than half a turn.
    var hinge = RevoluteJointDefinition(bodyA: lift, bodyB: bodies[4], anchorA: Vec2(2.5, -1))
    hinge.isSpringEnabled = true
    hinge.springHertz = 1
    hinge.targetAngle = 4
    return Joints(
      rope: scene.added { (world) throws(WorldError) in try world.addDistanceJoint(r) },
      spring: scene.added { (world) throws(WorldError) in try world.addDistanceJoint(s) },
      wheel: scene.added { (world) throws(WorldError) in try world.addWheelJoint(wheel) },
      hand: scene.added { (world) throws(WorldError) in try world.addTargetJoint(h) },
      hinge: scene.joint(hinge))
  }

  /// - Returns: the bullet that has a shape without an inside.
  private static func odd(_ scene: SceneWorld) -> BodyID {
    // Two circles with one centre, apart from all others.
    for _ in 0..<2 {
      scene.shape(.circle(center: .zero, radius: 0.5), to: floating(scene, -60, 40))
    }
    // A circle in line with a segment, nearer to its end than a square of the distance can tell.
    let ledge = scene.body(.static, 0, 60)
    let line = scene.body(.static, 0, 0)
    scene.shape(.segment(Vec2(0, 0), Vec2(0, -3)), to: line)
    scene.shape(.circle(center: .zero, radius: 0.25), to: floating(scene, 0, 0x1p-130))
    // A capsule that is a circle, and a loop whose last corner is its first.
    scene.shape(.capsule(Vec2(0, 1), Vec2(0, 1), radius: 0.5), to: ledge)
    scene.shape(
      .chain(
        [Vec2(-2, 0), Vec2(2, 0), Vec2(0, 0.8), Vec2(-2, 0)], isLoop: true, isTwoSided: true),
      to: ledge)
    // So thin that its sides look away from each other.
    scene.shape(
      .polygon([Vec2(-1, 0), Vec2(1, 0), Vec2(0, 0.02)], radius: 0.05), to: floating(scene, -55, 40)
    )
    // Comes from behind the floor, which holds nobody there; slowly, and fast.
    let diver = scene.body(.dynamic, -12, -0.3)
    scene.shape(.box(halfWidth: 0.4, halfHeight: 0.4), to: diver)
    var rocket = BodyDefinition(type: .dynamic, position: Vec2(-15, -3))
    rocket.linearVelocity = Vec2(0, 200)
    rocket.isBullet = true
    scene.shape(.circle(center: .zero, radius: 0.2), to: scene.body(rocket))
    // Fast, from more and more deep in the floor.
    for index in 0..<8 {
      var bullet = BodyDefinition(
        type: .dynamic, position: Vec2(-2.5 + 0.7 * Float(index), 0.4 + 0.035 * Float(index)))
      bullet.linearVelocity = Vec2(0, -300)
      bullet.isBullet = true
      scene.shape(.circle(center: .zero, radius: 0.25), to: scene.body(bullet))
    }
    // Between anvil and hammer, so deep that its middle touches.
    let anvil = scene.body(.static, 12, 0)
    scene.shape(.box(halfWidth: 2, halfHeight: 0.5), to: anvil)
    for index in 0..<3 {
      let x = 11 + Float(index)
      var pebble = BodyDefinition(type: .dynamic, position: Vec2(x, 0.52 + 0.02 * Float(index)))
      pebble.isBullet = true
      pebble.linearVelocity = Vec2(0, -100)
      scene.shape(.circle(center: .zero, radius: 0.25), to: scene.body(pebble), density: 0.01)
      var hammer = BodyDefinition(
        type: .dynamic, position: Vec2(x, 1.2 - 0.2 * Float(index)))
      hammer.isBullet = true
      hammer.linearVelocity = Vec2(0, -100)
      scene.shape(
        .box(halfWidth: 0.3, halfHeight: 0.2), to: scene.body(hammer), density: 2500)
    }
    // Fast, and with a shape that has no inside.
    var thin = BodyDefinition(type: .dynamic, position: Vec2(-25, 20))
    thin.isBullet = true
    thin.hasFixedRotation = true
    thin.angularVelocity = 3
    thin.linearVelocity = Vec2(30, -200)
    let bullet = scene.body(thin)
    scene.shape(.circle(center: .zero, radius: 0.2), to: bullet)
    scene.shape(.segment(Vec2(-0.4, -0.19), Vec2(0.4, -0.19)), to: bullet)
    // One shape in the other, of a family whose members pass each other, and of one whose do not.
    for index in 0..<4 {
      var family = ShapeDefinition()
      family.filter = CollisionFilter(categories: 2, mask: 1, group: index < 2 ? -3 : 3)
      let x: Float = index < 2 ? -8 : -5
      scene.shape(.box(halfWidth: 0.5, halfHeight: 0.5), family, to: scene.body(.dynamic, x, 1))
    }
    return bullet
  }

  private static func floating(_ scene: SceneWorld, _ x: Float, _ y: Float) -> BodyID {
    var body = BodyDefinition(type: .dynamic, position: Vec2(x, y))
    body.gravityScale = 0
    return scene.body(body)
  }

  package mutating func visitState(_ visitor: inout some StateVisitor) {
    world.visitState(&visitor)
    visitor.field("stepCount", &stepCount, .keyFrame)
  }

  package mutating func step(_ inputs: [NoEvent]) {
    change(Int(stepCount))
    scene.step()
    stepCount += 1
  }

  private func change(_ step: Int) {
    switch step {
    case 14: world.setLinearVelocity(Vec2(0, 0.5), of: lift, wakes: false)
    case 20: changeJoints()
    // They come back one by one, into the middle of those that no colour is left for.
    case 30:
      for (index, box) in row.dropFirst(44).enumerated() {
        let height = 0.2 + 0.2 * Float(index * 5 % 12)
        place(box, world.center(of: box) + Vec2(0, height))
      }
      world.setBullet(false, of: bullet)
    case 50: moveFloor()
    case 110: for body in row { world.removeBody(body) }
    default: break
    }
  }

  private func place(_ body: BodyID, _ position: Vec2) {
    world.setTransform(Transform(position: position, rotation: .identity), of: body)
  }

  private func moveFloor() {
    place(floor, Vec2(1e-4, 0))
    place(floor, Vec2(0, -0.2))
    world.setLinearVelocity(.zero, of: lift)
  }

  // MARK: Joints

  private func changeJoints() {
    world.setLength(world.length(of: joints.rope) - 1, of: joints.rope)
    world.setLength(1.5, of: joints.spring)
    world.setSpringEnabled(false, of: joints.wheel)
    world.setLimits(lower: 0, upper: 0, isEnabled: false, of: joints.wheel)
    world.setTarget(Vec2(20, 30), of: joints.hand)
    world.setTargetAngle(-5, of: joints.hinge)
  }
}
