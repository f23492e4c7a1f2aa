import DeterministicMath
import RigidBodies
import Scenarios
import Simulation

/// The ragdoll of ``Rain``: eleven bodies and ten joints, feet at the origin.
enum Ragdoll {
  static let bodyCount = 11
  static let jointCount = 10

  /// One part, in the order of creation. Lengths in metres, angles in half turns.
  struct Part {
    /// −1: the hip, which hangs from nothing.
    var parent: Int
    var y: Float
    /// The capsule's ends, along y.
    var low: Float
    var high: Float
    var radius: Float
    var damping: Float = 0
    /// Height of the joint to the parent.
    var pivot: Float = 0
    var lower: Float = 0
    var upper: Float = 0
    /// Rotation against the parent that counts as 0.
    var rest: Float = 0
    /// Strength of the joint's friction.
    var factor: Float = 0
    var hasFoot = false
  }

  static func part(_ index: Int) -> Part {
    switch index {
    case 0: Part(parent: -1, y: 0.95, low: -0.02, high: 0.02, radius: 0.095)
    case 1:
      Part(
        parent: 0, y: 1.2, low: -0.135, high: 0.135, radius: 0.09, pivot: 1, lower: -0.25,
        upper: 0, factor: 0.5)
    case 2:
      Part(
        parent: 1, y: 1.475, low: -0.038, high: 0.039, radius: 0.075, damping: 0.1, pivot: 1.4,
        lower: -0.3, upper: 0.1, factor: 0.25)
    case 3, 5:
      Part(
        parent: 0, y: 0.775, low: -0.125, high: 0.125, radius: 0.06, pivot: 0.9, lower: -0.05,
        upper: 0.4, factor: 1)
    case 4, 6:
      Part(
        parent: index - 1, y: 0.475, low: -0.155, high: 0.125, radius: 0.045, pivot: 0.625,
        lower: -0.5, upper: -0.02, factor: 0.5, hasFoot: true)
    case 7, 9:
      Part(
        parent: 1, y: 1.225, low: -0.125, high: 0.125, radius: 0.035, pivot: 1.35, lower: -0.1,
        upper: 0.8, factor: 0.5)
    default:
      Part(
        parent: index - 1, y: 0.975, low: -0.125, high: 0.125, radius: 0.03, damping: 0.1,
        pivot: 1.1, lower: -0.2, upper: 0.3, rest: 0.25, factor: 0.1)
    }
  }

  /// Appends the bodies and joints of a new ragdoll, in order.
  ///
  /// - Parameter group: negative; bodies of one group never collide.
  static func make(
    in scene: SceneWorld, at origin: Vec2, group: Int32, bodies: inout [BodyID],
    joints: inout [JointID]
  ) {
    let first = bodies.count
    let pi: Float = 3.141_592_7
    for index in 0..<bodyCount {
      let part = part(index)
      var definition = BodyDefinition(
        type: .dynamic, position: Vec2(origin.x, origin.y + part.y))
      definition.linearDamping = part.damping
      let body = scene.body(definition)
      bodies.append(body)
      var skin = ShapeDefinition(friction: 0.2)
      skin.filter = CollisionFilter(categories: 2, mask: 3, group: group)
      scene.shape(
        .capsule(Vec2(0, part.low), Vec2(0, part.high), radius: part.radius), skin, to: body)
      if part.hasFoot {
        var sole = ShapeDefinition(friction: 0.05)
        sole.filter = CollisionFilter(categories: 2, mask: 1, group: group)
        scene.shape(foot, sole, to: body)
      }
      if part.parent < 0 { continue }
      var joint = RevoluteJointDefinition(
        bodyA: bodies[first + part.parent], bodyB: body,
        anchorA: Vec2(0, part.pivot - Ragdoll.part(part.parent).y),
        anchorB: Vec2(0, part.pivot - part.y))
      joint.referenceRotation = Rotation(angle: part.rest * pi)
      joint.isLimitEnabled = true
      joint.lowerAngle = part.lower * pi
      joint.upperAngle = part.upper * pi
      joint.isMotorEnabled = true
      joint.maximumMotorTorque = part.factor * 0.05
      joint.isSpringEnabled = true
      joint.springHertz = 5
      joint.springDampingRatio = 0.5
      joints.append(scene.joint(joint))
    }
  }

  private static var foot: ShapeGeometry {
    .polygon(
      [Vec2(-0.03, -0.185), Vec2(0.11, -0.185), Vec2(0.11, -0.16), Vec2(-0.03, -0.14)],
      radius: 0.015)
  }
}
