import DeterministicMath

/// Contacts come and go.
extension World {
  /// Takes a slot and a colour for a contact, and gives it a lane.
  func beginContact(_ row: ContactRow, _ manifold: ContactManifold) -> Int {
    assert(shapeTable.isUsed(Int(row.shapeA)), "the slot names a shape")
    assert(shapeTable.isUsed(Int(row.shapeB)), "the slot names a shape")
    assert(row.shapeA < row.shapeB, "contacts name the lower shape first")
    let source = laneRows
    let slot = contactTable.begin(row, manifold, source.bodies, &changeLog)
    contactTable.addLane(slot, source, &changeLog)
    return slot
  }

  /// Frees the slot of a contact whose shapes are apart, and reports the end if they had touched.
  func endContact(_ slot: Int) {
    endContact(slot, pair: pairTable.pair(contactTable.rows.base[slot].key))
  }

  /// - Parameter pair: the contact's; `nil` when there is none.
  func endContact(_ slot: Int, pair: UnsafeMutablePointer<ShapePair>?) {
    assert(contactTable.isUsed(slot), "the slot names a contact")
    assert(pair == nil || Int(pair!.pointee.contact) == slot, "the pair is the contact's")
    let row = contactTable.rows.base[slot]
    if row.flags & ContactRow.touching != 0 { events.noteEnded(endedEvent(row)) }
    dropContact(slot, pair: pair)
  }

  /// Frees the slot of a contact.
  func dropContact(_ slot: Int) {
    dropContact(slot, pair: pairTable.pair(contactTable.rows.base[slot].key))
  }

  private func dropContact(_ slot: Int, pair: UnsafeMutablePointer<ShapePair>?) {
    assert(contactTable.isUsed(slot), "the slot names a contact")
    contactTable.drop(slot, shapeBodies, &changeLog)
    pair?.pointee.contact = -1
    pairTable.candidatesAreStale = true
  }

  /// Gives every contact of an awake body a lane, and takes those of resting bodies away.
  func reviewLanes() {
    assert(contactTable.lanes.count == contactTable.rows.count, "every contact may have a lane")
    if contactTable.reviewLanes(laneRows, &changeLog) { pairTable.candidatesAreStale = true }
  }
}
