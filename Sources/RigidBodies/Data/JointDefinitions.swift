import DeterministicMath

/// Keeps two points at a distance: a rod, a spring or a rope.
public struct DistanceJointDefinition: Equatable, Sendable {
  public var bodyA: BodyID
  public var bodyB: BodyID
  /// Anchors in the bodies' frames.
  public var anchorA: Vec2
  public var anchorB: Vec2
  /// Rest length. `nil`: the distance of the anchors when the joint is made.
  public var length: Float?
  /// 0 gives a rigid rod (or, with `minimumLength` < `maximumLength`, only the limits); more a
  /// spring of this natural frequency.
  public var hertz: Float = 0
  /// 1 is critical damping.
  public var dampingRatio: Float = 0
  /// Limits of the length. Equal limits, or none given, and `hertz` 0 make a rod.
  public var minimumLength: Float?
  public var maximumLength: Float?
  /// Softness of rod and limits, in hertz. `nil`: the world's ``WorldDefinition/jointHertz``.
  public var constraintHertz: Float?
  /// `nil`: the world's ``WorldDefinition/jointDampingRatio``.
  public var constraintDampingRatio: Float?
  public var collideConnected = false

  public init(
    bodyA: BodyID, bodyB: BodyID, anchorA: Vec2 = Vec2(0, 0), anchorB: Vec2 = Vec2(0, 0),
    length: Float? = nil
  ) {
    self.bodyA = bodyA
    self.bodyB = bodyB
    self.anchorA = anchorA
    self.anchorB = anchorB
    self.length = length
  }
}

/// Pins two points together; the bodies turn about them.
///
/// The angle is B's rotation relative to A's, less the reference, within −π…π.
public struct RevoluteJointDefinition: Equatable, Sendable {
  public var bodyA: BodyID
  public var bodyB: BodyID
  /// Anchors in the bodies' frames.
  public var anchorA: Vec2
  public var anchorB: Vec2
  /// Rotation of B relative to A that counts as angle 0. `nil`: the present one.
  public var referenceRotation: Rotation?
  /// Turns B against A at this rate (rad/s), with no more than `maximumMotorTorque`.
  public var motorSpeed: Float = 0
  public var maximumMotorTorque: Float = 0
  public var isMotorEnabled = false
  /// Limits of the angle in radians, within −π…π.
  public var lowerAngle: Float = 0
  public var upperAngle: Float = 0
  public var isLimitEnabled = false
  /// A spring turns the joint towards `targetAngle`.
  public var isSpringEnabled = false
  /// Natural frequency of the spring. 0: no spring.
  public var springHertz: Float = 0
  /// 1 is critical damping. Springs are integrated implicitly, which adds π · hertz · substep.
  public var springDampingRatio: Float = 0
  /// Where the spring is at rest, in radians; taken within −π…π.
  public var targetAngle: Float = 0
  /// Softness of pin and limits, in hertz. `nil`: the world's ``WorldDefinition/jointHertz``.
  public var constraintHertz: Float?
  /// `nil`: the world's ``WorldDefinition/jointDampingRatio``.
  public var constraintDampingRatio: Float?
  public var collideConnected = false

  public init(
    bodyA: BodyID, bodyB: BodyID, anchorA: Vec2 = Vec2(0, 0), anchorB: Vec2 = Vec2(0, 0)
  ) {
    self.bodyA = bodyA
    self.bodyB = bodyB
    self.anchorA = anchorA
    self.anchorB = anchorB
  }

  /// Dry friction of the joint: a torque that holds it still until more is asked of it.
  ///
  /// Friction is a motor of speed 0 that has this much torque, so a joint has one or the other:
  /// setting this sets the three motor properties; 0 switches the motor off.
  public var frictionTorque: Float {
    get { isMotorEnabled && motorSpeed == 0 ? maximumMotorTorque : 0 }
    set {
      isMotorEnabled = newValue != 0
      motorSpeed = 0
      maximumMotorTorque = newValue
    }
  }
}

/// Glues two bodies together, rigidly or with some give.
public struct WeldJointDefinition: Equatable, Sendable {
  public var bodyA: BodyID
  public var bodyB: BodyID
  /// Anchors in the bodies' frames.
  public var anchorA: Vec2
  public var anchorB: Vec2
  /// Rotation of B relative to A that is kept. `nil`: the present one.
  public var referenceRotation: Rotation?
  /// 0 holds the anchors together rigidly; more makes a spring of this frequency of it.
  public var linearHertz: Float = 0
  /// 1 is critical damping.
  public var linearDampingRatio: Float = 1
  /// 0 holds the angle rigidly; more makes a spring of this frequency of it.
  public var angularHertz: Float = 0
  /// 1 is critical damping.
  public var angularDampingRatio: Float = 1
  /// Softness of what is rigid, in hertz. `nil`: the world's ``WorldDefinition/jointHertz``.
  public var constraintHertz: Float?
  /// `nil`: the world's ``WorldDefinition/jointDampingRatio``.
  public var constraintDampingRatio: Float?
  public var collideConnected = false

  public init(
    bodyA: BodyID, bodyB: BodyID, anchorA: Vec2 = Vec2(0, 0), anchorB: Vec2 = Vec2(0, 0)
  ) {
    self.bodyA = bodyA
    self.bodyB = bodyB
    self.anchorA = anchorA
    self.anchorB = anchorB
  }
}

/// Pulls a point of a body towards a target, with a bounded force: what a pointer drags with.
public struct TargetJointDefinition: Equatable, Sendable {
  /// The body in whose frame the target is given, usually a static one; it feels the reaction.
  public var bodyA: BodyID
  /// The body that is pulled.
  public var bodyB: BodyID
  /// Where the anchor should be, in A's frame.
  public var target: Vec2
  /// The point that is pulled, in B's frame.
  public var anchor: Vec2
  /// Natural frequency of the pull. More than 0.
  public var hertz: Float = 5
  /// 1 is critical damping.
  public var dampingRatio: Float = 0.7
  /// The pull is never stronger: mass × length units per s².
  public var maximumForce: Float = 0
  public var collideConnected = true

  public init(
    bodyA: BodyID, bodyB: BodyID, target: Vec2, anchor: Vec2 = Vec2(0, 0), maximumForce: Float
  ) {
    self.bodyA = bodyA
    self.bodyB = bodyB
    self.target = target
    self.anchor = anchor
    self.maximumForce = maximumForce
  }
}
