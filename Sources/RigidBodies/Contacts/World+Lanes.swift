import DeterministicMath

/// Contacts and their lanes, filled from shapes and bodies.
extension World {
  // MARK: Contacts come and go

  /// Takes a slot and a colour for a contact, and gives it a lane.
  func beginContact(_ row: ContactRow, _ manifold: ContactManifold) -> Int {
    assert(isUsedShape(Int(row.shapeA)), "the slot names a shape")
    assert(isUsedShape(Int(row.shapeB)), "the slot names a shape")
    let slot = contactTable.begin(row, manifold, shapeBodies, &changeLog)
    addLane(slot)
    return slot
  }

  /// Frees the slot of a contact whose shapes are apart, and reports the end if they had touched.
  func endContact(_ slot: Int) {
    assert(isUsedContact(slot), "the slot names a contact")
    endContact(slot, pair: pairTable.pair(contactTable.rows.base[slot].key))
  }

  /// - Parameter pair: the contact's; `nil` when there is none.
  func endContact(_ slot: Int, pair: UnsafeMutablePointer<ShapePair>?) {
    assert(isUsedContact(slot), "the slot names a contact")
    assert(pair == nil || pair!.pointee.contact == slot, "the pair is the contact's")
    let row = contactTable.rows.base[slot]
    if row.flags & ContactRow.touching != 0 { events.noteEnded(endedEvent(row)) }
    dropContact(slot, pair: pair)
  }

  /// Frees the slot of a contact.
  func dropContact(_ slot: Int) {
    assert(isUsedContact(slot), "the slot names a contact")
    dropContact(slot, pair: pairTable.pair(contactTable.rows.base[slot].key))
  }

  private func dropContact(_ slot: Int, pair: UnsafeMutablePointer<ShapePair>?) {
    assert(isUsedContact(slot), "the slot names a contact")
    contactTable.drop(slot, shapeBodies, &changeLog)
    pair?.pointee.contact = -1
    pairTable.candidatesAreStale = true
  }

  // MARK: Lanes

  /// Gives every contact of an awake body a lane, and takes those of resting bodies away.
  func reviewLanes() {
    assert(contactTable.lanes.count == contactTable.rows.count, "every contact may have a lane")
    if contactTable.lanesAreStale {
      refillLanes()
      return
    }
    if !contactTable.lanesNeedReview { return }
    contactTable.lanesNeedReview = false
    pairTable.candidatesAreStale = true
    let bodies = shapeBodies
    var slot = 0
    while slot < contactTable.rows.count {
      let row = contactTable.rows.base[slot]
      if row.isUsed && bodies.isAnyAwake(row) != (contactTable.lanes.base[slot] >= 0) {
        if contactTable.lanes.base[slot] < 0 {
          addLane(slot)
        } else {
          contactTable.removeLane(slot, &changeLog)
        }
      }
      slot &+= 1
    }
  }

  /// Fills all lanes from the rows.
  private func refillLanes() {
    assert(contactTable.lanes.count == contactTable.rows.count, "every contact may have a lane")
    contactTable.storeImpulses(&changeLog)
    contactTable.lanesAreStale = false
    contactTable.lanesNeedReview = false
    pairTable.candidatesAreStale = true
    contactTable.removeAllLanes(&changeLog)
    let bodies = shapeBodies
    var slot = 0
    while slot < contactTable.rows.count {
      let row = contactTable.rows.base[slot]
      if row.isUsed && bodies.isAnyAwake(row) { addLane(slot) }
      slot &+= 1
    }
  }

  private func addLane(_ slot: Int) {
    assert(isUsedContact(slot), "the slot names a contact")
    assert(!hasLane(slot), "the contact has no lane yet")
    assert(contactTable.rows.base[slot].color < ContactTable.colorCount, "the colour exists")
    let place = contactTable.addLane(slot, &changeLog)
    fillLane(slot, place.block, place.lane)
  }

  /// Idle lanes name the slot behind the last body, where nothing is.
  func nameSpare() {
    assert(
      bodyTable.poses.count == bodyTable.records.count
        && bodyTable.motions.count == bodyTable.records.count, "rows of bodies are as many")
    let spare = bodyTable.records.count
    bodyTable.poses.reserve(spare &+ 1)
    bodyTable.poses.base[spare] = BodyPose(x: 0, y: 0, cosine: 1, sine: 0)
    bodyTable.motions.reserve(spare &+ 1)
    bodyTable.motions.base[spare] = BodyMotion()
    bodyTable.flags.reserve(spare &+ 1)
    bodyTable.flags.base[spare] = 0
    bodyTable.masses.reserve(spare &+ 1)
    bodyTable.masses.base[spare] = BodyMass()
    contactTable.nameSpare(spare)
  }
}
