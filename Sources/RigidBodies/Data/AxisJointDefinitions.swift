import DeterministicMath

/// Lets B slide along an axis of A, without turning.
///
/// The translation is the way from A's anchor to B's, along the axis.
public struct PrismaticJointDefinition: Equatable, Sendable {
  public var bodyA: BodyID
  public var bodyB: BodyID
  /// Anchors in the bodies' frames.
  public var anchorA: Vec2
  public var anchorB: Vec2
  /// Direction of sliding in A's frame, of any length but 0.
  public var axis: Vec2
  /// Rotation of B relative to A that is kept. `nil`: the present one.
  public var referenceRotation: Rotation?
  /// Moves B along the axis at this speed, with no more than `maximumMotorForce`.
  public var motorSpeed: Float = 0
  public var maximumMotorForce: Float = 0
  public var isMotorEnabled = false
  /// Limits of the translation.
  public var lowerTranslation: Float = 0
  public var upperTranslation: Float = 0
  public var isLimitEnabled = false
  /// A spring pulls the joint towards `targetTranslation`.
  public var isSpringEnabled = false
  /// Natural frequency of the spring. 0: no spring.
  public var springHertz: Float = 0
  /// 1 is critical damping.
  public var springDampingRatio: Float = 0
  /// Where the spring is at rest.
  public var targetTranslation: Float = 0
  /// Softness of guide and limits, in hertz. `nil`: the world's ``WorldDefinition/jointHertz``.
  public var constraintHertz: Float?
  /// `nil`: the world's ``WorldDefinition/jointDampingRatio``.
  public var constraintDampingRatio: Float?
  public var collideConnected = false

  public init(
    bodyA: BodyID, bodyB: BodyID, anchorA: Vec2 = Vec2(0, 0), anchorB: Vec2 = Vec2(0, 0),
    axis: Vec2 = Vec2(1, 0)
  ) {
    self.bodyA = bodyA
    self.bodyB = bodyB
    self.anchorA = anchorA
    self.anchorB = anchorB
    self.axis = axis
  }
}

/// A wheel B on a sprung axle that slides along an axis of A; the wheel turns freely or is driven.
public struct WheelJointDefinition: Equatable, Sendable {
  public var bodyA: BodyID
  public var bodyB: BodyID
  /// Anchors in the bodies' frames: B's is the hub.
  public var anchorA: Vec2
  public var anchorB: Vec2
  /// Direction of the suspension in A's frame, of any length but 0.
  public var axis: Vec2
  /// Turns B against A at this rate (rad/s), with no more than `maximumMotorTorque`.
  public var motorSpeed: Float = 0
  public var maximumMotorTorque: Float = 0
  public var isMotorEnabled = false
  /// Limits of the travel along the axis.
  public var lowerTranslation: Float = 0
  public var upperTranslation: Float = 0
  public var isLimitEnabled = false
  /// The suspension's spring towards `targetTranslation`.
  public var isSpringEnabled = true
  /// Natural frequency of the spring. 0: no spring.
  public var springHertz: Float = 2
  /// 1 is critical damping.
  public var springDampingRatio: Float = 0.7
  /// Where the spring is at rest.
  public var targetTranslation: Float = 0
  /// Softness of guide and limits, in hertz. `nil`: the world's ``WorldDefinition/jointHertz``.
  public var constraintHertz: Float?
  /// `nil`: the world's ``WorldDefinition/jointDampingRatio``.
  public var constraintDampingRatio: Float?
  public var collideConnected = false

  public init(
    bodyA: BodyID, bodyB: BodyID, anchorA: Vec2 = Vec2(0, 0), anchorB: Vec2 = Vec2(0, 0),
    axis: Vec2 = Vec2(0, 1)
  ) {
    self.bodyA = bodyA
    self.bodyB = bodyB
    self.anchorA = anchorA
    self.anchorB = anchorB
    self.axis = axis
  }
}
