import DeterministicMath

/// When and where eight pairs of rounded corners or centres touch that move as they do now.
struct Hit {
  var normalX: Lanes
  var normalY: Lanes
  /// Above zero in lanes that touch within the time asked for, and move so fast that their normal
  /// turns until then.
  var isForeseen: Lanes

  /// The least time for which `|d + t·v|` is `radii`.
  ///
  /// - Parameters:
  ///   - x: of d, the way from A's corner to B's, which is `distance` long.
  ///   - vx: of v, the velocity of B's corner relative to A's.
  ///   - foresight: how far ahead and back, in seconds.
  ///   - only: above zero in lanes that matter.
  @inline(__always)
  init(
    x: Lanes, y: Lanes, distance: Lanes, vx: Lanes, vy: Lanes, radii: Lanes, foresight: Lanes,
    only: Lanes
  ) {
    let zero = Lanes(all: 0)
    let squaredSpeed = vx * vx + vy * vy
    let closing = zero - (x * vx + y * vy)
    let excess = (distance + radii) * (distance - radii)
    let root = closing * closing - squaredSpeed * excess
    // The quotient in which nothing cancels.
    let t = excess / (closing + Lanes.larger(root, zero).squareRoots)
    // A hundredth of the radii turns a normal by as little.
    let way = squaredSpeed * foresight * foresight
    var isForeseen = Lanes.select(way, isAbove: Lanes(all: 1e-4) * radii * radii, only, zero)
    isForeseen = Lanes.select(root, isAbove: zero, isForeseen, zero)
    isForeseen = Lanes.select(closing, isAbove: zero, isForeseen, zero)
    isForeseen = Lanes.select(foresight, isAbove: t.magnitude, isForeseen, zero)
    isForeseen = Lanes.select(radii, isAbove: zero, isForeseen, zero)
    let k = Lanes(all: 1) / radii
    normalX = k * (x + t * vx)
    normalY = k * (y + t * vy)
    self.isForeseen = isForeseen
  }
}
