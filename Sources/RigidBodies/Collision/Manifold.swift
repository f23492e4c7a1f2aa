import DeterministicMath

/// One point of a ``Manifold``.
struct ManifoldPoint: BitwiseCopyable {
  /// Midway between both surfaces, in the frame of shape A's body.
  var point = Vec2(0, 0)
  /// Negative when the shapes overlap.
  var separation: Float = 0
  /// Which features meet: (feature of A, feature of B), eight bits each.
  var feature: UInt32 = 0
}

/// Where two shapes touch, in the frame of shape A's body (origin and rotation).
struct Manifold: BitwiseCopyable {
  /// From A to B.
  var normal = Vec2(0, 0)
  var point0 = ManifoldPoint()
  var point1 = ManifoldPoint()
  var count: Int32 = 0
  /// The normal is that of an edge of B: it turns with B.
  var isNormalOfB = false
  /// The normal runs from a corner or a centre to another one: it follows from where they are.
  var isRadial = false
  /// Without points: a lower bound of the shapes' separation, less the distance that was asked for.
  var excess: Float = 0

  /// No points, and the shapes' surfaces are at least `excess` farther apart than asked for.
  @inline(__always)
  static func apart(by excess: Float) -> Manifold {
    var manifold = Manifold()
    manifold.excess = excess
    return manifold
  }

  @inline(__always)
  mutating func append(_ point: ManifoldPoint) {
    assert(count < 2, "a manifold has two points at most")
    if count == 0 { point0 = point } else { point1 = point }
    count &+= 1
  }

  /// Whether some point is as close as `separation`.
  func reaches(_ separation: Float) -> Bool {
    (count > 0 && point0.separation <= separation)
      || (count > 1 && point1.separation <= separation)
  }

  @inline(__always)
  static func feature(_ a: Int, _ b: Int) -> UInt32 {
    assert(a >= 0 && b >= 0 && a < 256 && b < 256, "features are bytes")
    return UInt32(truncatingIfNeeded: ((a & 255) &<< 8) | (b & 255))
  }

  /// This contact seen from B, in an unchanged frame.
  var flipped: Manifold {
    var result = self
    result.normal = -normal
    result.isNormalOfB = !isNormalOfB
    result.point0.feature = Manifold.swap(point0.feature)
    result.point1.feature = Manifold.swap(point1.feature)
    return result
  }

  @inline(__always)
  private static func swap(_ feature: UInt32) -> UInt32 {
    ((feature & 255) &<< 8) | (feature &>> 8)
  }
}
