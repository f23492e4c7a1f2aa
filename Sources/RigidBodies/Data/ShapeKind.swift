import DeterministicMath

/// The outline of a shape, in its body's frame.
public enum ShapeGeometry: Equatable, Sendable {
  /// Corners of the largest polygon.
  public static let maximumVertexCount = 64

  /// A disc; the radius must be positive.
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

/// What a shape is, as the world stores it.
///
/// All that differs between kinds is in the exhaustive switches of `Geometry/ShapeKinds.swift`.
/// Numbers are part of recorded states: append, never reorder.
enum ShapeKind: UInt32, CaseIterable {
  case circle = 0
  case capsule = 1
  case polygon = 2
  case segment = 3
  /// An edge of a chain, with the neighbouring corners as ghosts.
  case edge = 4

  /// Without an inside: two such shapes do not collide.
  @inline(__always) var isThin: Bool {
    switch self {
    case .circle, .capsule, .polygon: false
    case .segment, .edge: true
    }
  }
}
