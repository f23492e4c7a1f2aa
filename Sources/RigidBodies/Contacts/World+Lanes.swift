import DeterministicMath

extension World {
  /// Colours of contacts between moving bodies, then of contacts with immovable ones. No body that
  /// can be pushed occurs twice in a colour, so its contacts may be solved in any order. Contacts with
  /// immovable bodies come last: the ground has the last word.
  static var colorCount: Int { 64 }
  private static var movingColors: UInt64 { 0x0000_FFFF_FFFF_FFFE }
  private static var fixedColors: UInt64 { 0xFFFF_0000_0000_0000 }
  static var firstFixedColor: Int { 48 }

  // MARK: Contacts come and go

  /// Takes the lowest free slot, and the lowest colour that both bodies have free; what finds none
  /// goes into colour 0, which is solved first and one after the other, by slot.
  func beginContact(_ given: ContactRow, _ manifold: ContactManifold) -> Int {
    let slot = takeContactSlot()
    var row = given
    let a = Int(shapes.base[Int(row.shapeA)].body)
    let b = Int(shapes.base[Int(row.shapeB)].body)
    let isFixed = bodyFlags.base[a] & bodyFlags.base[b] & BodyFlag.dynamic == 0
    var taken: UInt64 = 0
    if bodyFlags.base[a] & BodyFlag.dynamic != 0 { taken |= bodyColors.base[a] }
    if bodyFlags.base[b] & BodyFlag.dynamic != 0 { taken |= bodyColors.base[b] }
    let free = ~taken & (isFixed ? World.fixedColors : World.movingColors)
    let color = free == 0 ? 0 : free.trailingZeroBitCount
    row.flags |= UInt32(truncatingIfNeeded: color) &<< ContactRow.colorShift
    contactRows.base[slot] = row
    contactManifolds.base[slot] = manifold
    changeLog.markContact(slot)
    changeLog.markManifold(slot)
    markBodies(row, isTaken: true)
    addLane(slot)
    return slot
  }

  /// Frees the slot of a contact whose shapes are apart, and reports the end if they had touched.
  func endContact(_ slot: Int) {
    endContact(slot, pair: knownPair(contactRows.base[slot].key))
  }

  /// - Parameter pair: the contact's; `nil` when there is none.
  func endContact(_ slot: Int, pair: UnsafeMutablePointer<ShapePair>?) {
    let row = contactRows.base[slot]
    if row.flags & ContactRow.touching != 0 { events.noteEnded(endedEvent(row)) }
    dropContact(slot, pair: pair)
  }

  /// Frees the slot of a contact.
  func dropContact(_ slot: Int) {
    dropContact(slot, pair: knownPair(contactRows.base[slot].key))
  }

  private func dropContact(_ slot: Int, pair: UnsafeMutablePointer<ShapePair>?) {
    let row = contactRows.base[slot]
    if contactLanes.base[slot] >= 0 { removeLane(slot) } else { changeLog.markResting(slot) }
    markBodies(row, isTaken: false)
    pair?.pointee.contact = -1
    candidatesAreStale = true
    contactRows.base[slot] = ContactRow()
    contactManifolds.base[slot] = ContactManifold()
    changeLog.markContact(slot)
    changeLog.markManifold(slot)
    let word = slot &>> 6
    usedContacts.base[word] &= ~(UInt64(1) &<< UInt64(slot & 63))
    if word < firstFreeContactWord { firstFreeContactWord = word }
    // The last slot is never free: how long the table is depends on what is in it alone.
    var count = contactRows.count
    while count > 0 && !contactRows.base[count &- 1].isUsed {
      count &-= 1
      changeLog.markResting(count)
      changeLog.rowHashes.mark(count)
      changeLog.manifoldHashes.mark(count)
    }
    contactRows.setCount(count)
    contactManifolds.setCount(count)
    contactLanes.setCount(count)
  }

  private func takeContactSlot() -> Int {
    var word = firstFreeContactWord
    while word < usedContacts.count && usedContacts.base[word] == .max { word &+= 1 }
    if word == usedContacts.count { usedContacts.append(0) }
    firstFreeContactWord = word
    let slot = word &* 64 &+ (~usedContacts.base[word]).trailingZeroBitCount
    usedContacts.base[word] |= UInt64(1) &<< UInt64(slot & 63)
    if slot == contactRows.count {
      contactRows.append(ContactRow())
      contactManifolds.append(ContactManifold())
      contactLanes.append(-1)
      changeLog.reserve(contactCount: contactRows.count)
    }
    contactLanes.base[slot] = -1
    changeLog.markResting(slot)
    return slot
  }

  /// Counts a contact with both bodies, and marks its colour with those that can be pushed.
  func markBodies(_ row: ContactRow, isTaken: Bool) {
    let bit: UInt64 = row.color == 0 ? 0 : UInt64(1) &<< UInt64(row.color)
    @inline(__always)
    func mark(_ shape: UInt32) {
      let body = Int(shapes.base[Int(shape)].body)
      contactCounts.base[body] &+= isTaken ? 1 : -1
      if bodyFlags.base[body] & BodyFlag.dynamic == 0 { return }
      if isTaken { bodyColors.base[body] |= bit } else { bodyColors.base[body] &= ~bit }
    }
    mark(row.shapeA)
    mark(row.shapeB)
  }

  // MARK: Lanes

  /// Blocks of all colours.
  var contactBlockCount: Int {
    var sum = 0
    var color = 0
    while color < World.colorCount {
      sum &+= contactColors[color].blockCount
      color &+= 1
    }
    return sum
  }

  /// Gives every contact of an awake body a lane, and takes those of resting bodies away.
  func reviewLanes() {
    if lanesAreStale {
      refillLanes()
      return
    }
    if !lanesNeedReview { return }
    lanesNeedReview = false
    candidatesAreStale = true
    var slot = 0
    while slot < contactRows.count {
      if contactRows.base[slot].isUsed && isSolved(slot) != (contactLanes.base[slot] >= 0) {
        if contactLanes.base[slot] < 0 { addLane(slot) } else { removeLane(slot) }
      }
      slot &+= 1
    }
  }

  private func isSolved(_ slot: Int) -> Bool {
    let row = contactRows.base[slot]
    let a = Int(shapes.base[Int(row.shapeA)].body)
    let b = Int(shapes.base[Int(row.shapeB)].body)
    return (bodyFlags.base[a] | bodyFlags.base[b]) & BodyFlag.awake != 0
  }

  /// Fills all lanes from the rows.
  private func refillLanes() {
    storeImpulses()
    lanesAreStale = false
    lanesNeedReview = false
    candidatesAreStale = true
    for color in 0..<World.colorCount { contactColors[color].removeAll() }
    changeLog.markAllResting()
    var slot = 0
    while slot < contactRows.count {
      contactLanes.base[slot] = -1
      if contactRows.base[slot].isUsed && isSolved(slot) { addLane(slot) }
      slot &+= 1
    }
  }

  private func addLane(_ slot: Int) {
    let color = contactRows.base[slot].color
    let lane: Int
    if color == 0 {
      lane = serialPlace(slot)
      contactColors[0].insert(at: lane)
      contactLanes.base[slot] = Int32(truncatingIfNeeded: lane)
      contactColors[0].detail(lane).set(
        ContactDetail.contact, 0, Int32(truncatingIfNeeded: slot))
      renumberSerial(from: lane &+ 1)
    } else {
      lane = contactColors[color].append()
      contactLanes.base[slot] = Int32(truncatingIfNeeded: lane)
    }
    let place = contactColors[color].place(lane)
    contactColors[color].impulses(place.block).set(
      ContactImpulses.key, place.lane,
      Int32(bitPattern: RowHash.key(row: UInt32(truncatingIfNeeded: slot))))
    fillLane(slot, place.block, place.lane)
    changeLog.markResting(slot)
  }

  /// Takes a contact's lane away; its row gets the impulses.
  private func removeLane(_ slot: Int) {
    storeImpulses(ofContact: slot)
    removeLane(slot, color: contactRows.base[slot].color)
  }

  /// - Parameter color: which the lane is in.
  func removeLane(_ slot: Int, color: Int) {
    let lane = Int(contactLanes.base[slot])
    contactLanes.base[slot] = -1
    changeLog.markResting(slot)
    if color == 0 {
      contactColors[0].remove(at: lane)
      renumberSerial(from: lane)
      return
    }
    contactColors[color].moveLast(to: lane)
    if lane == contactColors[color].laneCount { return }
    let place = contactColors[color].place(lane)
    let moved = contactColors[color].detail(place.block).integer(
      ContactDetail.contact, place.lane)
    contactLanes.base[Int(moved)] = Int32(truncatingIfNeeded: lane)
    contactColors[color].flags.base[place.block] |= ContactBlockFlag.dirty
  }

  /// Where a slot belongs among the contacts that are solved one after the other.
  private func serialPlace(_ slot: Int) -> Int {
    firstPlace(of: contactColors[0].laneCount) {
      contactColors[0].detail($0).integer(ContactDetail.contact, 0) < slot
    }
  }

  private func renumberSerial(from first: Int) {
    var lane = first
    while lane < contactColors[0].laneCount {
      let slot = contactColors[0].detail(lane).integer(ContactDetail.contact, 0)
      contactLanes.base[Int(slot)] = Int32(truncatingIfNeeded: lane)
      lane &+= 1
    }
  }

  /// Idle lanes name the slot behind the last body, where nothing is.
  func nameSpare() {
    let spare = bodies.count
    poses.reserve(spare &+ 1)
    poses.base[spare] = BodyPose(x: 0, y: 0, cosine: 1, sine: 0)
    motions.reserve(spare &+ 1)
    motions.base[spare] = BodyMotion()
    bodyFlags.reserve(spare &+ 1)
    bodyFlags.base[spare] = 0
    masses.reserve(spare &+ 1)
    masses.base[spare] = BodyMass()
    var color = 0
    while color < World.colorCount {
      contactColors[color].nameSpare(Int32(truncatingIfNeeded: spare))
      color &+= 1
    }
  }

  // MARK: Impulses

  /// Puts the impulses of all lanes into the rows.
  func storeImpulses() {
    if !lanesAreAhead { return }
    lanesAreAhead = false
    let first = address(of: &contactRows.base.pointee.normalImpulse0)
    changeLog.reserve(contactCount: contactRows.count)
    let marks = changeLog.impulses.base
    let visit = changeLog.visitCount
    changeLog.markImpulsesStored()
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
    let first = UnsafeRawPointer(address(of: &contactRows.base.pointee.normalImpulse0))
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
    while color < World.colorCount {
      let blockCount = contactColors[color].blockCount
      let laneCount = contactColors[color].laneCount
      var index = 0
      while index < blockCount {
        let rest = laneCount &- index &* 8
        let count = color == 0 ? 1 : (rest < 8 ? rest : 8)
        body(
          contactColors[color].impulses(index),
          contactColors[color].detail(index).slots(ContactDetail.contact), count)
        index &+= 1
      }
      color &+= 1
    }
  }

  /// Puts the impulses of a contact into its row, if its lane knows newer ones.
  func storeImpulses(ofContact slot: Int) {
    if lanesAreAhead && contactLanes.base[slot] >= 0 { copyImpulses(slot) }
  }

  @inline(__always)
  private func copyImpulses(_ slot: Int) {
    let row = contactRows.base + slot
    changeLog.markImpulses(slot)
    let place = contactColors[row.pointee.color].place(Int(contactLanes.base[slot]))
    takeImpulses(&row.pointee, place.block, place.lane)
  }

  /// Gives a row the impulses of its lane, if the lane knows newer ones.
  @inline(__always)
  func takeImpulses(_ row: inout ContactRow, _ index: Int, _ lane: Int) {
    if !lanesAreAhead { return }
    let impulses = contactColors[row.color].impulses(index)
    row.normalImpulse0 = impulses.float(ContactImpulses.normal0, lane)
    row.tangentImpulse0 = impulses.float(ContactImpulses.tangent0, lane)
    row.normalImpulse1 = impulses.float(ContactImpulses.normal1, lane)
    row.tangentImpulse1 = impulses.float(ContactImpulses.tangent1, lane)
  }

  // MARK: Restore

  /// Derives slots, colours and lanes from rows that were just restored.
  func rebuildContacts() {
    let count = contactRows.count
    contactLanes.setCount(count)
    usedContacts.setCount(0)
    usedContacts.setCount((count &+ 63) / 64, filling: 0)
    firstFreeContactWord = 0
    bodyColors.setCount(0)
    bodyColors.setCount(bodies.count, filling: 0)
    contactCounts.setCount(0)
    contactCounts.setCount(bodies.count, filling: 0)
    var slot = 0
    while slot < count {
      contactLanes.base[slot] = -1
      if contactRows.base[slot].isUsed {
        usedContacts.base[slot &>> 6] |= UInt64(1) &<< UInt64(slot & 63)
        markBodies(contactRows.base[slot], isTaken: true)
      }
      slot &+= 1
    }
    lanesAreAhead = false
    lanesAreStale = true
  }
}
