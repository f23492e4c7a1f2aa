import DeterministicMath

/// Eight contacts while they are made ready for the solver.
struct PreparedContacts {
  /// The columns of a ``ContactBlock`` and of its ``ContactAnchors``.
  let block: LaneColumns
  let anchors: LaneColumns
  let slotsA: UnsafePointer<Int32>
  let slotsB: UnsafePointer<Int32>
  private let a: PoseLanes
  private let b: PoseLanes
  private let isOfB: Lanes
  let isRadial: Lanes
  /// The normal that is fixed to its body.
  private let ownX: Lanes
  private let ownY: Lanes
  /// From A's centre to B's.
  private let apartX: Lanes
  private let apartY: Lanes
  private let mass: Lanes
  private let iA: Lanes
  private let iB: Lanes
  /// The normal that the solver uses.
  private var nx: Lanes
  private var ny: Lanes
  /// The normal along which separations are measured.
  private var nowX: Lanes
  private var nowY: Lanes
  /// Above zero if the normal is that of a hit to come.
  private var isForeseen: Lanes
  private var lead = ContactLead()
  private let radii: Lanes
  private let out: Lanes

  @inline(__always)
  init(_ block: LaneColumns, _ anchors: LaneColumns, _ poses: UnsafeMutablePointer<BodyPose>) {
    let zero = Lanes(all: 0)
    self.block = block
    self.anchors = anchors
    slotsA = block.slots(ContactBlock.bodyA)
    slotsB = block.slots(ContactBlock.bodyB)
    a = gatherPoses(UnsafeMutableRawPointer(poses), slotsA)
    b = gatherPoses(UnsafeMutableRawPointer(poses), slotsB)
    isOfB = anchors[ContactAnchors.isNormalOfB]
    let cosine = Lanes.select(isOfB, isAbove: zero, b.cosine, a.cosine)
    let sine = Lanes.select(isOfB, isAbove: zero, b.sine, a.sine)
    let localX = anchors[ContactAnchors.normalX]
    let localY = anchors[ContactAnchors.normalY]
    ownX = cosine * localX - sine * localY
    ownY = sine * localX + cosine * localY
    apartX = b.x - a.x
    apartY = b.y - a.y
    mass = block[ContactBlock.inverseMassA] + block[ContactBlock.inverseMassB]
    iA = block[ContactBlock.inverseInertiaA]
    iB = block[ContactBlock.inverseInertiaB]
    isRadial = anchors[ContactAnchors.isRadial]
    let radiusA = anchors[ContactAnchors.radiusA]
    let radiusB = anchors[ContactAnchors.radiusB]
    radii = radiusA + radiusB
    out = Lanes.select(isOfB, isAbove: zero, radiusA, zero - radiusB)
    (nx, ny) = (ownX, ownY)
    (nowX, nowY) = (ownX, ownY)
    isForeseen = zero
  }

  /// The cores' points as seen from the centres, and the way from A's to B's.
  private struct Arms {
    var ax: Lanes
    var ay: Lanes
    var bx: Lanes
    var by: Lanes
    var dx: Lanes
    var dy: Lanes
  }

  @inline(__always)
  private func arms(_ anchorA: Int, _ anchorB: Int) -> Arms {
    let axLocal = anchors[anchorA]
    let ayLocal = anchors[anchorA &+ 1]
    let bxLocal = anchors[anchorB]
    let byLocal = anchors[anchorB &+ 1]
    let ax = a.cosine * axLocal - a.sine * ayLocal
    let ay = a.sine * axLocal + a.cosine * ayLocal
    let bx = b.cosine * bxLocal - b.sine * byLocal
    let by = b.sine * bxLocal + b.cosine * byLocal
    return Arms(
      ax: ax, ay: ay, bx: bx, by: by, dx: apartX + (bx - ax), dy: apartY + (by - ay))
  }

  // MARK: Normal

  /// Turns the normal of a radial contact from core to core, and that of a hit that is foreseen to
  /// where the cores will be.
  ///
  /// - Parameter foresight: see ``ContactPreparation/foresight``.
  @inline(__always)
  mutating func followCores(_ motions: UnsafeMutablePointer<BodyMotion>, foresight: Float) {
    let zero = Lanes(all: 0)
    // As long as it leans over by less than 60°: what has got past each other parts the way it came.
    let between = arms(ContactAnchors.anchorA0X, ContactAnchors.anchorB0X)
    let along = between.dx * ownX + between.dy * ownY
    let distance =
      (between.dx * between.dx + between.dy * between.dy).squareRoots
    let follows = Lanes.select(
      isRadial, isAbove: zero, along - Lanes(all: 0.5) * distance, zero)
    let k = Lanes(all: 1) / distance
    nx = Lanes.select(follows, isAbove: zero, k * between.dx, ownX)
    ny = Lanes.select(follows, isAbove: zero, k * between.dy, ownY)
    if foresight > 0 {
      let velocities = UnsafeMutableRawPointer(motions)
      let va = gatherVelocities(velocities, slotsA)
      let vb = gatherVelocities(velocities, slotsB)
      let hit = Hit(
        x: between.dx, y: between.dy, distance: distance,
        vx: (vb.vx - vb.w * between.by) - (va.vx - va.w * between.ay),
        vy: (vb.vy + vb.w * between.bx) - (va.vy + va.w * between.ax),
        radii: anchors[ContactAnchors.radiusA] + anchors[ContactAnchors.radiusB],
        foresight: Lanes(all: foresight), only: follows)
      isForeseen = hit.isForeseen
      nx = Lanes.select(isForeseen, isAbove: zero, hit.normalX, nx)
      ny = Lanes.select(isForeseen, isAbove: zero, hit.normalY, ny)
    }
  }

  /// Keeps the present normal for the separations: the directions that they change in are of a
  /// little later.
  @inline(__always)
  mutating func holdNormal() { (nowX, nowY) = (nx, ny) }

  /// Turns the normal to where the bodies will be after `time` seconds.
  @inline(__always)
  mutating func moveAhead(_ motions: UnsafeMutablePointer<BodyMotion>, by time: Float) {
    let zero = Lanes(all: 0)
    let velocities = UnsafeMutableRawPointer(motions)
    let between = arms(ContactAnchors.anchorA0X, ContactAnchors.anchorB0X)
    lead = ContactLead(
      gatherVelocities(velocities, slotsA), gatherVelocities(velocities, slotsB), time,
      between.ax, between.ay, between.bx, between.by)
    let turn = Lanes.select(isOfB, isAbove: zero, lead.turnB, lead.turnA)
    let x = between.dx + lead.shiftX(between.ay, between.by)
    let y = between.dy + lead.shiftY(between.ax, between.bx)
    let leadX = Lanes.select(isRadial, isAbove: zero, x, nx - turn * ny)
    let leadY = Lanes.select(isRadial, isAbove: zero, y, ny + turn * nx)
    let length = (leadX * leadX + leadY * leadY).squareRoots
    // Only a small change: not of what is foreseen otherwise, nor of what has got past.
    let agrees = Lanes.select(
      isForeseen, isAbove: zero, zero,
      (leadX * nx + leadY * ny) - Lanes(all: 0.9) * length)
    let k = Lanes(all: 1) / length
    nx = Lanes.select(agrees, isAbove: zero, k * leadX, nx)
    ny = Lanes.select(agrees, isAbove: zero, k * leadY, ny)
  }

  @inline(__always)
  func storeNormal() {
    block[ContactBlock.normalX] = nx
    block[ContactBlock.normalY] = ny
    block[ContactBlock.out] = out
  }

  // MARK: Points

  /// Writes a point's columns.
  ///
  /// - Parameters:
  ///   - scale: 1, or 0 for a point that is not there.
  ///   - leads: ``moveAhead(_:by:)`` was called.
  /// - Returns: its separation, and how far it has slid.
  @inline(__always)
  func preparePoint(
    _ point: Int, _ anchorA: Int, _ anchorB: Int, _ scale: Lanes, leads: Bool
  ) -> (separation: Lanes, slide: Lanes) {
    let zero = Lanes(all: 0)
    var r = arms(anchorA, anchorB)
    let s = (r.dx * nowX + r.dy * nowY) - radii
    let slide = r.dx * ownY - r.dy * ownX
    if leads {
      r.dx = r.dx + lead.shiftX(r.ay, r.by)
      r.dy = r.dy + lead.shiftY(r.ax, r.bx)
      (r.ax, r.ay) = (r.ax - lead.turnA * r.ay, r.ay + lead.turnA * r.ax)
      (r.bx, r.by) = (r.bx - lead.turnB * r.by, r.by + lead.turnB * r.bx)
    }
    let gap = r.dx * nx + r.dy * ny
    // Both arms end in the point on the body without the normal.
    // A foreseen normal is not along the gap of now; it will be.
    let skew = Lanes.select(isForeseen, isAbove: zero, zero, r.dx * ny - r.dy * nx)
    let skewA = Lanes.select(isOfB, isAbove: zero, zero, skew)
    let gapA = Lanes.select(isOfB, isAbove: zero, zero, gap)
    let crossA = (r.ax * ny - r.ay * nx) + skewA
    let crossB = (r.bx * ny - r.by * nx) - (skew - skewA)
    let alongA = (r.ax * nx + r.ay * ny) + (gapA + out)
    let alongB = (r.bx * nx + r.by * ny) - ((gap - gapA) - out)
    let kn = mass + (iA * crossA * crossA + iB * crossB * crossB)
    let kt = mass + (iA * alongA * alongA + iB * alongB * alongB)
    block[point &+ ContactBlock.crossA] = crossA
    block[point &+ ContactBlock.alongA] = alongA
    block[point &+ ContactBlock.crossB] = crossB
    block[point &+ ContactBlock.alongB] = alongB
    block[point &+ ContactBlock.separation] = s
    block[point &+ ContactBlock.normalMass] = Lanes.select(kn, isAbove: zero, scale / kn, zero)
    block[point &+ ContactBlock.tangentMass] = Lanes.select(kt, isAbove: zero, scale / kt, zero)
    return (s, slide)
  }

  /// A bit for each lane whose bodies have moved too far against each other to go on with the same
  /// points.
  ///
  /// - Parameter least: the smaller of both separations.
  @inline(__always)
  func lanesMovedTooFar(
    _ first: (separation: Lanes, slide: Lanes), _ second: (separation: Lanes, slide: Lanes),
    _ least: Lanes, reach: Float
  ) -> UInt32 {
    let turnCosine = a.cosine * b.cosine + a.sine * b.sine
    let turnSine = a.cosine * b.sine - a.sine * b.cosine
    let turn =
      turnSine * anchors[ContactAnchors.turnCosine] - turnCosine * anchors[ContactAnchors.turnSine]
    let slide = Lanes.larger(first.slide.magnitude, second.slide.magnitude)
    let most = Lanes.larger(first.separation, second.separation)
    let slideLimit = anchors[ContactAnchors.slideLimit]
    // What is so deep may have been put there, from the other side.
    let deepest = Lanes(all: 0) - (slideLimit + Lanes(all: reach))
    return Lanes.mask(slide, above: slideLimit)
      | Lanes.mask(deepest, above: least)
      | Lanes.mask(turn.magnitude, above: anchors[ContactAnchors.turnLimit])
      | Lanes.mask(most, above: Lanes(all: reach))
  }
}
