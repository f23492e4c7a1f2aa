import DeterministicMath

/// How a body moves.
public enum BodyType: UInt8, Sendable {
  /// Never moves; acts on others as if infinitely heavy.
  case `static` = 0
  /// Moves as its velocity says, whatever it meets.
  case kinematic = 1
  /// Moved by forces, contacts and joints.
  case dynamic = 2
}

/// What a body is made with.
public struct BodyDefinition: Equatable, Sendable {
  public var type: BodyType
  /// Where the body's origin is.
  public var position: Vec2
  public var rotation: Rotation
  /// Velocity of the centre of mass, per second.
  public var linearVelocity = Vec2(0, 0)
  /// Radians per second.
  public var angularVelocity: Float = 0
  /// Damping rate `d`, per second: each substep multiplies the velocity by `1 / (1 + h·d)`.
  public var linearDamping: Float = 0
  public var angularDamping: Float = 0
  public var gravityScale: Float = 1
  public var hasFixedRotation = false
  public var isSleepEnabled = true
  public var isAwake = true
  /// Sweep this body against moving bodies too when it is fast.
  public var isBullet = false

  public init(
    type: BodyType = .dynamic, position: Vec2 = Vec2(0, 0), rotation: Rotation = .identity
  ) {
    self.type = type
    self.position = position
    self.rotation = rotation
  }

  var isValid: Bool {
    let turn = rotation.cosine * rotation.cosine + rotation.sine * rotation.sine
    return position.isFinite && linearVelocity.isFinite && angularVelocity.isFinite
      && turn > 0.9 && turn < 1.1
      && linearDamping.isFinite && linearDamping >= 0
      && angularDamping.isFinite && angularDamping >= 0 && gravityScale.isFinite
  }
}

/// Mass, and how it lies about the body's origin.
@frozen
public struct MassData: Equatable, Sendable {
  public var mass: Float
  /// About the centre of mass.
  public var inertia: Float
  /// The centre of mass, in the body's frame.
  public var localCenter: Vec2

  @inlinable
  public init(mass: Float, inertia: Float, localCenter: Vec2) {
    self.mass = mass
    self.inertia = inertia
    self.localCenter = localCenter
  }
}
