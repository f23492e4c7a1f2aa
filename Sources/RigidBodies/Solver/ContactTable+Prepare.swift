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
    var contacts = PreparedContacts(
      color.pointee.block(index), color.pointee.anchors(index), bodies.poses)
    if Lanes.isAny(contacts.isRadial, above: Lanes(all: 0)) {
      contacts.followCores(bodies.motions, foresight: parameters.foresight)
    }
    contacts.holdNormal()
    if parameters.lead > 0 { contacts.moveAhead(bodies.motions, by: parameters.lead) }
    contacts.storeNormal()
    let first = contacts.preparePoint(
      ContactBlock.point0, ContactAnchors.anchorA0X, ContactAnchors.anchorB0X, Lanes(all: 1),
      leads: parameters.lead > 0)
    let second = contacts.preparePoint(
      ContactBlock.point1, ContactAnchors.anchorA1X, ContactAnchors.anchorB1X,
      contacts.anchors[ContactAnchors.hasSecond], leads: parameters.lead > 0)

    let least = Lanes.smaller(first.separation, second.separation)
    var flags = color.pointee.flags.base[index] & ContactBlockFlag.lasting
    if flags & (ContactBlockFlag.bouncing | ContactBlockFlag.watched) != 0
      || parameters.checksApproach
    {
      flags |= prepareDetail(
        color, index, contacts.slotsA, contacts.slotsB, bodies.motions, parameters)
    }
    flags |= markDeep(color, index, contacts, flags, least, parameters)
    if flags & ContactBlockFlag.stiff != 0 {
      let sweeps = Lanes.mask(contacts.anchors[ContactAnchors.sweepDepth], above: least)
      if sweeps != 0 { markForSweep(sweeps, contacts.slotsA, contacts.slotsB, bodies) }
    }
    color.pointee.flags.base[index] = flags
    return contacts.lanesMovedTooFar(first, second, least, reach: parameters.reach)
  }

  /// Marks the lanes that the solver treats with special care.
  ///
  /// - Returns: ``ContactBlockFlag/deep`` if there is such a lane, otherwise 0.
  @inline(__always)
  private func markDeep(
    _ color: UnsafeMutablePointer<ContactColor>, _ index: Int, _ contacts: PreparedContacts,
    _ flags: UInt8, _ least: Lanes, _ parameters: ContactPreparation
  ) -> UInt8 {
    let zero = Lanes(all: 0)
    var care = parameters.deep.least(contacts.slotsA, contacts.slotsB) - least
    if let bearable = parameters.bearable {
      let change = Lanes(
        all: flags & ContactBlockFlag.stiff != 0 ? bearable.stiff : bearable.soft)
      let impulses = color.pointee.impulses(index)
      care = Lanes.larger(
        care, excessImpulse(contacts.block, impulses, ContactBlock.point0, change))
      care = Lanes.larger(
        care, excessImpulse(contacts.block, impulses, ContactBlock.point1, change))
    }
    if !Lanes.isAny(care, above: zero) { return 0 }
    color.pointee.detail(index)[ContactDetail.isDeep] = Lanes.select(
      care, isAbove: zero, Lanes(all: 1), zero)
    return ContactBlockFlag.deep
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
