/// Which shapes meet: A and B collide iff each one's category is in the other's mask.
///
/// Two shapes of the same group other than 0 collide always (positive) or never (negative).
@frozen
public struct CollisionFilter: Equatable, Sendable {
  /// The bits that others' masks are compared with.
  public var categories: UInt64
  /// The categories that this shape collides with.
  public var mask: UInt64
  /// The shape's group; 0, the default, leaves the decision to categories and masks.
  public var group: Int32

  /// Makes a filter; without arguments, one that collides with everything.
  @inlinable
  public init(categories: UInt64 = 1, mask: UInt64 = .max, group: Int32 = 0) {
    self.categories = categories
    self.mask = mask
    self.group = group
  }
}

/// What a shape is made of.
public struct ShapeDefinition: Equatable, Sendable {
  /// Mass per area.
  public var density: Float
  /// Coulomb coefficient; a pair uses √(a·b).
  public var friction: Float
  /// A pair uses the larger of both.
  public var restitution: Float
  /// Use the other shape's friction and restitution for the pair: boundaries.
  public var inheritsMaterial = false
  /// Which shapes this one collides with.
  public var filter = CollisionFilter()
  /// Reported in contact events; of no meaning to the world.
  public var tag: UInt32 = 0

  /// Makes a definition with the default filter; numbers must be finite and not negative.
  public init(density: Float = 1, friction: Float = 0.6, restitution: Float = 0) {
    self.density = density
    self.friction = friction
    self.restitution = restitution
  }

  var isValid: Bool {
    density.isFinite && density >= 0 && friction.isFinite && friction >= 0
      && restitution.isFinite && restitution >= 0
  }
}
