/// What functions of the kernel assert of contacts, in debug builds.
extension World {
  @inline(__always)
  func isUsedContact(_ slot: Int) -> Bool { contactTable.isUsed(slot) }

  /// Whether a contact has a place among those that are solved.
  @inline(__always)
  func hasLane(_ slot: Int) -> Bool { contactTable.hasLane(slot) }
}

extension ContactTable {
  @inline(__always)
  func isUsed(_ slot: Int) -> Bool { slot >= 0 && slot < rows.count && rows.base[slot].isUsed }

  @inline(__always)
  func hasLane(_ slot: Int) -> Bool {
    isUsed(slot) && slot < lanes.count && lanes.base[slot] >= 0
  }
}
