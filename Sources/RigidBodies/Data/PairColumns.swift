/// The outlines of eight shapes, of three or four corners each, in ``LaneColumns``. A triangle's
/// last corner is its first once more, and so is its last normal.
enum QuadColumn {
  /// Four columns each.
  static let x = 0
  static let y = 4
  static let normalX = 8
  static let normalY = 12
  static let radius = 16
  /// 3 or 4.
  static let cornerCount = 17
  static let count = 18
}

/// Eight pairs of shapes, and what was found of them, in ``LaneColumns``.
enum PairColumn {
  // Integers: slots.
  static let shapeA = 0
  static let shapeB = 1
  static let bodyA = 2
  static let bodyB = 3
  // Floats. How body B is turned as body A sees it, the way from A's centre to B's in A's frame,
  // and A's centre there.
  static let turnCosine = 4
  static let turnSine = 5
  static let betweenX = 6
  static let betweenY = 7
  static let centerX = 8
  static let centerY = 9
  /// A ``QuadColumn`` each, in the frame of body A. The last two: only where the lanes differ in
  /// which outline is which.
  static let quadA = 10
  static let quadB = quadA + QuadColumn.count
  static let reference = quadB + QuadColumn.count
  static let incident = reference + QuadColumn.count
  /// A ``FoundColumn``, and what of a ``ContactManifold``, field after field.
  static let found = incident + QuadColumn.count
  static let manifold = found + FoundColumn.count
  static let count = manifold + 12
}

/// Eight manifolds in ``LaneColumns``: the fields of ``Manifold``.
enum FoundColumn {
  static let normalX = 0
  static let normalY = 1
  /// 1 where the normal is that of an edge of B.
  static let isNormalOfB = 2
  static let x0 = 3
  static let y0 = 4
  static let separation0 = 5
  static let feature0 = 6
  /// The second point; a manifold with one point repeats it here, without features.
  static let x1 = 7
  static let y1 = 8
  static let separation1 = 9
  static let feature1 = 10
  static let pointCount = 11
  static let excess = 12
  /// 1 where corners face each other.
  static let isRadial = 13
  static let count = 14
}
