import DeterministicMath

/// What the bodies of eight contacts will have moved a little later, to first order; nothing where that
/// is much.
struct ContactLead {
  /// What A and B turn by.
  var turnA = Lanes(all: 0)
  var turnB = Lanes(all: 0)
  /// What B's centre moves from A's.
  private var x = Lanes(all: 0)
  private var y = Lanes(all: 0)

  /// Radians, and lengths in terms of the arms, up to which the first order will do.
  private static var greatest: Float { 0.1 }

  init() {}

  /// - Parameter time: how much later, in seconds.
  @inline(__always)
  init(
    _ a: VelocityLanes, _ b: VelocityLanes, _ time: Float, _ ax: Lanes, _ ay: Lanes, _ bx: Lanes,
    _ by: Lanes
  ) {
    let zero = Lanes(all: 0)
    let h = Lanes(all: time)
    let greatest = Lanes(all: ContactLead.greatest)
    let turnA = h * a.w
    let turnB = h * b.w
    let x = h * (b.vx - a.vx)
    let y = h * (b.vy - a.vy)
    let arms = (ax * ax + ay * ay) + (bx * bx + by * by)
    var isSmall = greatest * greatest * arms - (x * x + y * y)
    isSmall = Lanes.select(greatest, isAbove: turnA.magnitude, isSmall, zero)
    isSmall = Lanes.select(greatest, isAbove: turnB.magnitude, isSmall, zero)
    self.turnA = Lanes.select(isSmall, isAbove: zero, turnA, zero)
    self.turnB = Lanes.select(isSmall, isAbove: zero, turnB, zero)
    self.x = Lanes.select(isSmall, isAbove: zero, x, zero)
    self.y = Lanes.select(isSmall, isAbove: zero, y, zero)
  }

  /// What the way from A's point to B's changes by, the points being so far from the centres.
  @inline(__always)
  func shiftX(_ ay: Lanes, _ by: Lanes) -> Lanes { x - (turnB * by - turnA * ay) }

  @inline(__always)
  func shiftY(_ ax: Lanes, _ bx: Lanes) -> Lanes { y + (turnB * bx - turnA * ax) }
}
