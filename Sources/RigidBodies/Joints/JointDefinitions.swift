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
public struct RevoluteJointDefinition: Equatable, Sendable {
  public var bodyA: BodyID
  public var bodyB: BodyID
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
