/// Which shapes meet: A and B collide iff each one's category is in the other's mask.
///
/// Two shapes of the same group other than 0 collide always (positive) or never (negative).
@frozen
public struct CollisionFilter: Equatable, Sendable {
  public var categories: UInt64
  public var mask: UInt64
  public var group: Int32

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
  public var filter = CollisionFilter()
  /// Reported in contact events; of no meaning to the world.
  public var tag: UInt32 = 0

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
