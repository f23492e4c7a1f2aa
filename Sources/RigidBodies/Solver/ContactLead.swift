import DeterministicMath

/// The predicted motion of the bodies of eight contacts over the lead time, linearised; zero in lanes
/// with a large motion.
///
/// A contact's normal and arms are fixed for a whole step. Those of the step's beginning lag in its
/// later substeps, which feeds oscillations of bodies that are wedged between others. With this motion
/// the solver uses those of a later time: see ``WorldDefinition/contactLead``.
struct ContactLead {
  /// The angles by which A and B turn, in radians.
  var turnA = Lanes(all: 0)
  var turnB = Lanes(all: 0)
  /// The motion of B's centre relative to A's.
  private var x = Lanes(all: 0)
  private var y = Lanes(all: 0)

  /// The greatest angle, and the greatest length as a fraction of the arms, that are linearised.
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

  /// The change of the way from A's point to B's, which have these arms.
  @inline(__always)
  func shiftX(_ ay: Lanes, _ by: Lanes) -> Lanes { x - (turnB * by - turnA * ay) }

  @inline(__always)
  func shiftY(_ ax: Lanes, _ bx: Lanes) -> Lanes { y + (turnB * bx - turnA * ax) }
}
