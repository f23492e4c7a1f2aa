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
  /// Whether the body moves, and what moves it.
  public var type: BodyType
  /// Where the body's origin is.
  public var position: Vec2
  /// How the body's frame is turned in the world.
  public var rotation: Rotation
  /// Velocity of the centre of mass, per second.
  public var linearVelocity = Vec2(0, 0)
  /// Radians per second.
  public var angularVelocity: Float = 0
  /// Damping rate `d`, per second: each substep multiplies the velocity by `1 / (1 + h·d)`.
  public var linearDamping: Float = 0
  /// Damping rate of the angular velocity, per second, as ``linearDamping``.
  public var angularDamping: Float = 0
  /// Factor of the world's gravity for this body; 0 makes it float.
  public var gravityScale: Float = 1
  /// Whether contacts and joints leave the body's angular velocity alone: its inertia is infinite.
  public var hasFixedRotation = false
  /// Whether the body may fall asleep when it rests.
  public var isSleepEnabled = true
  /// Whether the body is simulated from the start; otherwise it sleeps until something wakes it.
  public var isAwake = true
  /// Sweep this body against moving bodies too when it is fast.
  public var isBullet = false

  /// Makes a definition of a body at rest; set the other properties afterwards.
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
  /// Total mass, in the units of density × area.
  public var mass: Float
  /// About the centre of mass.
  public var inertia: Float
  /// The centre of mass, in the body's frame.
  public var localCenter: Vec2

  /// Makes mass data; the inertia is that about the centre of mass.
  @inlinable
  public init(mass: Float, inertia: Float, localCenter: Vec2) {
    self.mass = mass
    self.inertia = inertia
    self.localCenter = localCenter
  }
}
