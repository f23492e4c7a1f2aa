import DeterministicMath

/// Lanes: where the solver has the contacts of awake bodies, eight at a time.
extension ContactTable {
  /// Blocks of all colours.
  var blockCount: Int {
    var sum = 0
    var color = 0
    while color < ContactTable.colorCount {
      sum &+= colors[color].blockCount
      color &+= 1
    }
    return sum
  }

  /// Gives a contact a lane, which holds only its slot so far.
  mutating func addLane(_ slot: Int, _ log: inout ChangeLog) -> (block: Int, lane: Int) {
    assert(isUsed(slot), "the slot names a contact")
    assert(lanes.base[slot] < 0, "the contact has no lane yet")
    assert(rows.base[slot].color < ContactTable.colorCount, "the colour exists")
    let color = rows.base[slot].color
    let lane: Int
    if color == 0 {
      lane = serialPlace(slot)
      colors[0].insert(at: lane)
      lanes.base[slot] = Int32(truncatingIfNeeded: lane)
      colors[0].detail(lane).set(ContactDetail.contact, 0, Int32(truncatingIfNeeded: slot))
      renumberSerial(from: lane &+ 1)
    } else {
      lane = colors[color].append()
      lanes.base[slot] = Int32(truncatingIfNeeded: lane)
    }
    let place = colors[color].place(lane)
    colors[color].impulses(place.block).set(
      ContactImpulses.key, place.lane,
      Int32(bitPattern: RowHash.key(row: UInt32(truncatingIfNeeded: slot))))
    log.markResting(slot)
    return place
  }

  /// No contact has a lane.
  mutating func removeAllLanes(_ log: inout ChangeLog) {
    assert(!lanesAreAhead, "the rows know the impulses")
    for color in 0..<ContactTable.colorCount { colors[color].removeAll() }
    log.markAllResting()
    var slot = 0
    while slot < rows.count {
      lanes.base[slot] = -1
      slot &+= 1
    }
  }

  /// Takes a contact's lane away; its row gets the impulses.
  mutating func removeLane(_ slot: Int, _ log: inout ChangeLog) {
    assert(isUsed(slot), "the slot names a contact")
    storeImpulses(ofContact: slot, &log)
    removeLane(slot, color: rows.base[slot].color, &log)
  }

  /// - Parameter color: which the lane is in.
  mutating func removeLane(_ slot: Int, color: Int, _ log: inout ChangeLog) {
    assert(lanes.base[slot] >= 0, "the contact has a lane")
    assert(Int(lanes.base[slot]) < colors[color].laneCount, "it lies in its colour")
    let lane = Int(lanes.base[slot])
    lanes.base[slot] = -1
    log.markResting(slot)
    if color == 0 {
      colors[0].remove(at: lane)
      renumberSerial(from: lane)
      return
    }
    colors[color].moveLast(to: lane)
    if lane == colors[color].laneCount { return }
    let place = colors[color].place(lane)
    let moved = colors[color].detail(place.block).integer(
      ContactDetail.contact, place.lane)
    lanes.base[Int(moved)] = Int32(truncatingIfNeeded: lane)
    colors[color].flags.base[place.block] |= ContactBlockFlag.dirty
  }

  /// Where a slot belongs among the contacts that are solved one after the other.
  private func serialPlace(_ slot: Int) -> Int {
    assert(isUsed(slot), "the slot names a contact")
    assert(rows.base[slot].color == 0, "only colour 0 has an order")
    return firstPlace(of: colors[0].laneCount) {
      colors[0].detail($0).integer(ContactDetail.contact, 0) < slot
    }
  }

  private func renumberSerial(from first: Int) {
    assert(first <= colors[0].laneCount, "numbering begins in the colour")
    var lane = first
    while lane < colors[0].laneCount {
      let slot = colors[0].detail(lane).integer(ContactDetail.contact, 0)
      lanes.base[Int(slot)] = Int32(truncatingIfNeeded: lane)
      lane &+= 1
    }
  }

  /// Idle lanes name this slot, where no body is.
  func nameSpare(_ spare: Int) {
    assert(spare == bodyCounts.count, "the spare slot is behind the last body")
    var color = 0
    while color < ContactTable.colorCount {
      colors[color].nameSpare(Int32(truncatingIfNeeded: spare))
      color &+= 1
    }
  }

  // MARK: Impulses

  /// Puts the impulses of all lanes into the rows.
  mutating func storeImpulses(_ log: inout ChangeLog) {
    if !lanesAreAhead { return }
    lanesAreAhead = false
    let first = address(of: &rows.base.pointee.normalImpulse0)
    log.reserve(contactCount: rows.count)
    let marks = log.impulses.base
    let visit = log.visitCount
    log.markImpulsesStored()
    forEachBlockOfLanes { impulses, slots, count in
      let normal0 = impulses[ContactImpulses.normal0]
      let normal1 = impulses[ContactImpulses.normal1]
      let tangent0 = impulses[ContactImpulses.tangent0]
      let tangent1 = impulses[ContactImpulses.tangent1]
      @inline(__always)
      func storeHalf(
        _ lane: Int, _ a: SIMD4<Float>, _ b: SIMD4<Float>, _ c: SIMD4<Float>, _ d: SIMD4<Float>
      ) {
        let (r0, r1, r2, r3) = Quad.transposed(a, b, c, d)
        @inline(__always)
        func store(_ lane: Int, _ row: ContactRow.Impulses) {
          if lane >= count { return }
          marks[Int(slots[lane]) &>> 6] = visit
          first.storeBytes(
            of: row, toByteOffset: Int(slots[lane]) &* MemoryLayout<ContactRow>.stride,
            as: ContactRow.Impulses.self)
        }
        store(lane, r0)
        store(lane &+ 1, r1)
        store(lane &+ 2, r2)
        store(lane &+ 3, r3)
      }
      storeHalf(0, normal0.low, normal1.low, tangent0.low, tangent1.low)
      if count > 4 {
        storeHalf(4, normal0.high, normal1.high, tangent0.high, tangent1.high)
      }
    }
  }

  /// Puts the impulses of the rows into all lanes.
  func loadImpulses() {
    let first = UnsafeRawPointer(address(of: &rows.base.pointee.normalImpulse0))
    forEachBlockOfLanes { impulses, slots, count in
      @inline(__always)
      func row(_ lane: Int) -> ContactRow.Impulses {
        if lane >= count { return ContactRow.Impulses(repeating: 0) }
        return first.load(
          fromByteOffset: Int(slots[lane]) &* MemoryLayout<ContactRow>.stride,
          as: ContactRow.Impulses.self)
      }
      let columns = Lanes.columns(
        row(0), row(1), row(2), row(3), row(4), row(5), row(6), row(7))
      impulses[ContactImpulses.normal0] = columns.0
      impulses[ContactImpulses.normal1] = columns.1
      impulses[ContactImpulses.tangent0] = columns.2
      impulses[ContactImpulses.tangent1] = columns.3
    }
  }

  /// Calls `body` with the impulses of each block, the contacts' slots of its lanes, and how many
  /// lanes are taken.
  @inline(__always)
  func forEachBlockOfLanes(
    _ body: (LaneColumns, UnsafePointer<Int32>, Int) -> Void
  ) {
    var color = 0
    while color < ContactTable.colorCount {
      let blockCount = colors[color].blockCount
      let laneCount = colors[color].laneCount
      var index = 0
      while index < blockCount {
        let rest = laneCount &- index &* 8
        let count = color == 0 ? 1 : (rest < 8 ? rest : 8)
        body(
          colors[color].impulses(index),
          colors[color].detail(index).slots(ContactDetail.contact), count)
        index &+= 1
      }
      color &+= 1
    }
  }

  /// Puts the impulses of a contact into its row, if those of its lane are newer.
  mutating func storeImpulses(ofContact slot: Int, _ log: inout ChangeLog) {
    assert(isUsed(slot), "the slot names a contact")
    if lanesAreAhead && lanes.base[slot] >= 0 { copyImpulses(slot, &log) }
  }

  @inline(__always)
  private func copyImpulses(_ slot: Int, _ log: inout ChangeLog) {
    assert(lanes.base[slot] >= 0, "the lane knows the impulses")
    let row = rows.base + slot
    log.markImpulses(slot)
    let place = colors[row.pointee.color].place(Int(lanes.base[slot]))
    takeImpulses(&row.pointee, place.block, place.lane)
  }

  /// Gives a row the impulses of its lane, if those are newer.
  @inline(__always)
  func takeImpulses(_ row: inout ContactRow, _ index: Int, _ lane: Int) {
    assert(index < colors[row.color].blockCount, "the block exists")
    assert(lane >= 0 && lane < LaneColumns.laneCount, "a block has eight lanes")
    if !lanesAreAhead { return }
    let impulses = colors[row.color].impulses(index)
    row.normalImpulse0 = impulses.float(ContactImpulses.normal0, lane)
    row.tangentImpulse0 = impulses.float(ContactImpulses.tangent0, lane)
    row.normalImpulse1 = impulses.float(ContactImpulses.normal1, lane)
    row.tangentImpulse1 = impulses.float(ContactImpulses.tangent1, lane)
  }
}
