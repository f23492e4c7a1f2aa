import DeterministicMath

/// What preparing contacts needs beside them.
struct ContactPreparation {
  var reach: Float
  var deep: OverlapTolerance
  /// The change of speed in a substep that soft contacts, and those with something immovable, bear
  /// without giving way by more than an overlap may be; `nil` where overlaps are not corrected.
  var bearable: (soft: Float, stiff: Float)?
  var fastApproach: Float
  /// Some body is so fast that a contact might close by ``fastApproach``.
  var checksApproach: Bool
  /// How far ahead and back hits are foreseen, in seconds: see ``WorldDefinition/foreseesHits``.
  var foresight: Float
  /// Of which later time normals and arms are, in seconds: see ``WorldDefinition/contactLead``.
  var lead: Float
}

/// What of bodies preparing contacts reads and marks; valid until a body comes.
struct PreparationRows {
  var poses: UnsafeMutablePointer<BodyPose>
  var motions: UnsafeMutablePointer<BodyMotion>
  var flags: UnsafePointer<UInt32>
  /// See ``Sweeps/marks``.
  var sweepMarks: UnsafeMutablePointer<UInt8>
}

extension World {
  @inline(__always)
  var preparationRows: PreparationRows {
    PreparationRows(
      poses: bodyTable.poses.base, motions: bodyTable.motions.base, flags: bodyTable.flags.base,
      sweepMarks: sweeps.marks.base)
  }
}

/// Contacts made ready for the solver.
extension ContactTable {
  /// Computes all that the solver needs of a worker's contacts, eight at a time, and lists those
  /// whose bodies have moved too far against each other to go on with the same points.
  func prepare(
    _ bodies: PreparationRows, _ parameters: ContactPreparation, _ share: WorkShare,
    _ remakes: inout Store<Int32>
  ) {
    assert(manifolds.count == rows.count, "every contact has a manifold")
    assert(parameters.reach >= 0, "a reach is not negative")
    remakes.removeAll()
    var color = 0
    while color < ContactTable.colorCount {
      let range = share.part(colors[color].blockCount)
      var index = range.first
      while index < range.end {
        let mask = prepareBlock(colors + color, index, bodies, parameters)
        if mask != 0 { list(mask, colors[color].detail(index), &remakes) }
        index &+= 1
      }
      color &+= 1
    }
  }

  private func list(_ given: UInt32, _ detail: LaneColumns, _ remakes: inout Store<Int32>) {
    assert(given != 0 && given & ~0xFF == 0, "some of eight lanes are listed")
    var mask = given
    while mask != 0 {
      let slot = detail.integer(ContactDetail.contact, mask.trailingZeroBitCount)
      if slot >= 0 { remakes.append(slot) }
      mask &= mask &- 1
    }
  }

  /// Prepares blocks with a lane that was filled or moved since.
  func prepareDirty(
    _ bodies: PreparationRows, _ parameters: ContactPreparation, _ share: WorkShare
  ) {
    var color = 0
    while color < ContactTable.colorCount {
      let range = share.part(colors[color].blockCount)
      let flags = colors[color].flags.base
      var index = range.first
      while index < range.end {
        if flags[index] & ContactBlockFlag.dirty != 0 {
          _ = prepareBlock(colors + color, index, bodies, parameters)
        }
        index &+= 1
      }
      color &+= 1
    }
  }

  /// - Returns: a bit for each lane whose shapes must be collided again.
  @inline(__always)
  private func prepareBlock(
    _ color: UnsafeMutablePointer<ContactColor>, _ index: Int, _ bodies: PreparationRows,
    _ parameters: ContactPreparation
  ) -> UInt32 {
    assert(index >= 0 && index < color.pointee.blockCount, "the block exists")
    let block = color.pointee.block(index)
    let anchors = color.pointee.anchors(index)
    let zero = Lanes(all: 0)
    let slotsA = block.slots(ContactBlock.bodyA)
    let slotsB = block.slots(ContactBlock.bodyB)
    let a = gatherPoses(UnsafeMutableRawPointer(bodies.poses), slotsA)
    let b = gatherPoses(UnsafeMutableRawPointer(bodies.poses), slotsB)
    let isOfB = anchors[ContactAnchors.isNormalOfB]
    let cosine = Lanes.select(isOfB, isAbove: zero, b.cosine, a.cosine)
    let sine = Lanes.select(isOfB, isAbove: zero, b.sine, a.sine)
    let localX = anchors[ContactAnchors.normalX]
    let localY = anchors[ContactAnchors.normalY]
    let ownX = cosine * localX - sine * localY
    let ownY = sine * localX + cosine * localY
    let apartX = b.x - a.x
    let apartY = b.y - a.y
    let mass = block[ContactBlock.inverseMassA] + block[ContactBlock.inverseMassB]
    let iA = block[ContactBlock.inverseInertiaA]
    let iB = block[ContactBlock.inverseInertiaB]

    /// Where the cores' points are from the centres, and the way from A's to B's.
    @inline(__always)
    func arms(
      _ anchorA: Int, _ anchorB: Int
    ) -> (ax: Lanes, ay: Lanes, bx: Lanes, by: Lanes, dx: Lanes, dy: Lanes) {
      let axLocal = anchors[anchorA]
      let ayLocal = anchors[anchorA &+ 1]
      let bxLocal = anchors[anchorB]
      let byLocal = anchors[anchorB &+ 1]
      let ax = a.cosine * axLocal - a.sine * ayLocal
      let ay = a.sine * axLocal + a.cosine * ayLocal
      let bx = b.cosine * bxLocal - b.sine * byLocal
      let by = b.sine * bxLocal + b.cosine * byLocal
      return (ax, ay, bx, by, apartX + (bx - ax), apartY + (by - ay))
    }

    let isRadial = anchors[ContactAnchors.isRadial]
    var nx = ownX
    var ny = ownY
    var isForeseen = zero
    if Lanes.isAny(isRadial, above: zero) {
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
      if parameters.foresight > 0 {
        let velocities = UnsafeMutableRawPointer(bodies.motions)
        let va = gatherVelocities(velocities, slotsA)
        let vb = gatherVelocities(velocities, slotsB)
        let hit = Hit(
          x: between.dx, y: between.dy, distance: distance,
          vx: (vb.vx - vb.w * between.by) - (va.vx - va.w * between.ay),
          vy: (vb.vy + vb.w * between.bx) - (va.vy + va.w * between.ax),
          radii: anchors[ContactAnchors.radiusA] + anchors[ContactAnchors.radiusB],
          foresight: Lanes(all: parameters.foresight), only: follows)
        isForeseen = hit.isForeseen
        nx = Lanes.select(isForeseen, isAbove: zero, hit.normalX, nx)
        ny = Lanes.select(isForeseen, isAbove: zero, hit.normalY, ny)
      }
    }
    // Separations are those of now; the directions that they change in are of a little later.
    let nowX = nx
    let nowY = ny
    var lead = ContactLead()
    if parameters.lead > 0 {
      let velocities = UnsafeMutableRawPointer(bodies.motions)
      let between = arms(ContactAnchors.anchorA0X, ContactAnchors.anchorB0X)
      lead = ContactLead(
        gatherVelocities(velocities, slotsA), gatherVelocities(velocities, slotsB), parameters.lead,
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
    block[ContactBlock.normalX] = nx
    block[ContactBlock.normalY] = ny
    let radiusA = anchors[ContactAnchors.radiusA]
    let radiusB = anchors[ContactAnchors.radiusB]
    let radii = radiusA + radiusB
    let out = Lanes.select(isOfB, isAbove: zero, radiusA, zero - radiusB)
    block[ContactBlock.out] = out

    /// Writes a point's columns; returns its separation, and how far it has slid.
    @inline(__always)
    func preparePoint(
      _ point: Int, _ anchorA: Int, _ anchorB: Int, _ scale: Lanes
    ) -> (separation: Lanes, slide: Lanes) {
      var (ax, ay, bx, by, dx, dy) = arms(anchorA, anchorB)
      let s = (dx * nowX + dy * nowY) - radii
      let slide = dx * ownY - dy * ownX
      if parameters.lead > 0 {
        dx = dx + lead.shiftX(ay, by)
        dy = dy + lead.shiftY(ax, bx)
        (ax, ay) = (ax - lead.turnA * ay, ay + lead.turnA * ax)
        (bx, by) = (bx - lead.turnB * by, by + lead.turnB * bx)
      }
      let gap = dx * nx + dy * ny
      // Both arms end in the point on the body without the normal.
      // A foreseen normal is not along the gap of now; it will be.
      let skew = Lanes.select(isForeseen, isAbove: zero, zero, dx * ny - dy * nx)
      let skewA = Lanes.select(isOfB, isAbove: zero, zero, skew)
      let gapA = Lanes.select(isOfB, isAbove: zero, zero, gap)
      let crossA = (ax * ny - ay * nx) + skewA
      let crossB = (bx * ny - by * nx) - (skew - skewA)
      let alongA = (ax * nx + ay * ny) + (gapA + out)
      let alongB = (bx * nx + by * ny) - ((gap - gapA) - out)
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
    let first = preparePoint(
      ContactBlock.point0, ContactAnchors.anchorA0X, ContactAnchors.anchorB0X, Lanes(all: 1))
    let second = preparePoint(
      ContactBlock.point1, ContactAnchors.anchorA1X, ContactAnchors.anchorB1X,
      anchors[ContactAnchors.hasSecond])

    let least = Lanes.smaller(first.separation, second.separation)
    var flags = color.pointee.flags.base[index] & ContactBlockFlag.lasting
    if flags & (ContactBlockFlag.bouncing | ContactBlockFlag.watched) != 0
      || parameters.checksApproach
    {
      flags |= prepareDetail(color, index, slotsA, slotsB, bodies.motions, parameters)
    }
    // Above zero in lanes that the solver takes special care of.
    var care = parameters.deep.least(slotsA, slotsB) - least
    if let bearable = parameters.bearable {
      let change = Lanes(
        all: flags & ContactBlockFlag.stiff != 0 ? bearable.stiff : bearable.soft)
      care = Lanes.larger(
        care, excessImpulse(block, color.pointee.impulses(index), ContactBlock.point0, change))
      care = Lanes.larger(
        care, excessImpulse(block, color.pointee.impulses(index), ContactBlock.point1, change))
    }
    if Lanes.isAny(care, above: zero) {
      color.pointee.detail(index)[ContactDetail.isDeep] = Lanes.select(
        care, isAbove: zero, Lanes(all: 1), zero)
      flags |= ContactBlockFlag.deep
    }
    if flags & ContactBlockFlag.stiff != 0 {
      let sweeps = Lanes.mask(anchors[ContactAnchors.sweepDepth], above: least)
      if sweeps != 0 { markForSweep(sweeps, slotsA, slotsB, bodies) }
    }
    color.pointee.flags.base[index] = flags

    let turnCosine = a.cosine * b.cosine + a.sine * b.sine
    let turnSine = a.cosine * b.sine - a.sine * b.cosine
    let turn =
      turnSine * anchors[ContactAnchors.turnCosine] - turnCosine * anchors[ContactAnchors.turnSine]
    let slide = Lanes.larger(first.slide.magnitude, second.slide.magnitude)
    let most = Lanes.larger(first.separation, second.separation)
    let slideLimit = anchors[ContactAnchors.slideLimit]
    // What is so deep may have been put there, from the other side.
    let deepest = zero - (slideLimit + Lanes(all: parameters.reach))
    return Lanes.mask(slide, above: slideLimit)
      | Lanes.mask(deepest, above: least)
      | Lanes.mask(turn.magnitude, above: anchors[ContactAnchors.turnLimit])
      | Lanes.mask(most, above: Lanes(all: parameters.reach))
  }

  /// The excess of a point's impulse over that which changes its speed by `change`.
  @inline(__always)
  private func excessImpulse(
    _ block: LaneColumns, _ impulses: LaneColumns, _ point: Int, _ change: Lanes
  ) -> Lanes {
    impulses[ContactImpulses.normal(point)] - change * block[point &+ ContactBlock.normalMass]
  }

  /// How fast points close, and a fresh start for the greatest impulses.
  @inline(never)
  private func prepareDetail(
    _ color: UnsafeMutablePointer<ContactColor>, _ index: Int, _ slotsA: UnsafePointer<Int32>,
    _ slotsB: UnsafePointer<Int32>, _ motions: UnsafeMutablePointer<BodyMotion>,
    _ parameters: ContactPreparation
  ) -> UInt8 {
    assert(index >= 0 && index < color.pointee.blockCount, "the block exists")
    let block = color.pointee.block(index)
    let detail = color.pointee.detail(index)
    let bodies = UnsafeMutableRawPointer(motions)
    let a = gatherVelocities(bodies, slotsA)
    let b = gatherVelocities(bodies, slotsB)
    let vn =
      (b.vx - a.vx) * block[ContactBlock.normalX] + (b.vy - a.vy) * block[ContactBlock.normalY]
    @inline(__always)
    func approach(_ point: Int) -> Lanes {
      vn
        + (b.w * block[point &+ ContactBlock.crossB] - a.w * block[point &+ ContactBlock.crossA])
    }
    let approach0 = approach(ContactBlock.point0)
    let approach1 = approach(ContactBlock.point1)
    detail[ContactDetail.approach0] = approach0
    detail[ContactDetail.approach1] = approach1
    detail[ContactDetail.greatestImpulse0] = Lanes(all: 0)
    detail[ContactDetail.greatestImpulse1] = Lanes(all: 0)
    if !parameters.checksApproach { return 0 }
    let fast = Lanes(all: parameters.fastApproach)
    let least = Lanes.smaller(approach0, approach1)
    if !Lanes.isAny(fast, above: least) { return 0 }
    detail[ContactDetail.isFast] = Lanes.select(
      fast, isAbove: least, Lanes(all: 1), Lanes(all: 0))
    return ContactBlockFlag.fast
  }

  /// A wall that has come near a body's middle: the sweep must watch even a slow motion.
  @inline(never)
  private func markForSweep(
    _ given: UInt32, _ slotsA: UnsafePointer<Int32>, _ slotsB: UnsafePointer<Int32>,
    _ bodies: PreparationRows
  ) {
    assert(given & ~0xFF == 0, "a block has eight lanes")
    var mask = given
    while mask != 0 {
      let lane = mask.trailingZeroBitCount
      mask &= mask &- 1
      let a = Int(slotsA[lane])
      let b = Int(slotsB[lane])
      bodies.sweepMarks[bodies.flags[a] & BodyFlag.dynamic != 0 ? a : b] = 1
    }
  }
}
