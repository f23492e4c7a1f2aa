import DeterministicMath

/// The outline of a shape, in its body's frame.
public enum ShapeGeometry: Equatable, Sendable {
  /// Corners of the largest polygon.
  public static let maximumVertexCount = 64

  case circle(center: Vec2, radius: Float)
  /// All points closer than `radius` to the segment.
  case capsule(Vec2, Vec2, radius: Float)
  /// The convex hull of the points, grown by a rounding radius.
  case polygon([Vec2], radius: Float)
  /// A thin wall, solid from both sides.
  case segment(Vec2, Vec2)
  /// A row of edges without ghost collisions at inner corners; no mass.
  ///
  /// A one-sided chain is solid on the left of its direction: things on its right, where the
  /// normals (direction turned by −90°) point, collide. A two-sided chain pushes things to
  /// the side on which their centre lies.
  case chain([Vec2], isLoop: Bool, isTwoSided: Bool)

  /// A box with the given half extents.
  public static func box(
    halfWidth: Float, halfHeight: Float, center: Vec2 = Vec2(0, 0),
    rotation: Rotation = .identity, radius: Float = 0
  ) -> ShapeGeometry {
    let corners = [
      Vec2(-halfWidth, -halfHeight), Vec2(halfWidth, -halfHeight),
      Vec2(halfWidth, halfHeight), Vec2(-halfWidth, halfHeight),
    ]
    return .polygon(corners.map { rotation.rotate($0) + center }, radius: radius)
  }
}

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
