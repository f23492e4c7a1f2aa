/// Contacts of what is removed, or changes its kind.
extension World {
  /// Drops the contacts of a body at once; reports their ends at the next step.
  func removeContacts(ofBody slot: Int) {
    assert(bodyTable.isUsed(slot), "the slot names a body")
    if contactTable.bodyCounts[slot] == 0 { return }
    wakeNeighbours(ofBody: slot)
    removeContacts { Int(self.shapeTable.records.base[$0].body) == slot }
  }

  /// Drops the contacts of shapes that fulfil a condition.
  func removeContacts(_ isGone: (Int) -> Bool) {
    assert(contactTable.lanes.count == contactTable.rows.count, "every contact may have a lane")
    var slot = contactTable.rows.count
    while slot > 0 {
      slot -= 1
      // The table loses its end with its last contact.
      if slot >= contactTable.rows.count { continue }
      let row = contactTable.rows[slot]
      if !row.isUsed || !(isGone(Int(row.shapeA)) || isGone(Int(row.shapeB))) { continue }
      if row.flags & ContactRow.touching != 0 { events.noteRemoved(endedEvent(row)) }
      dropContact(slot)
    }
  }
}
