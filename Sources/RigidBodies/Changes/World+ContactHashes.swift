/// Which contacts' parts of the digest must be worked out anew.
extension World {
  /// The contact's row changed, or its slot came or went.
  @inline(__always)
  func markRowHash(_ slot: Int) { rowHashes.mark(slot) }

  /// The contact's manifold changed.
  @inline(__always)
  func markManifoldHash(_ slot: Int) { manifoldHashes.mark(slot) }

  /// Nothing is known of any contact.
  func forgetContactHashes() {
    rowHashes.forget()
    manifoldHashes.forget()
  }

  /// Whether the contact of a slot has a lane, or what its row holds without one, has changed.
  @inline(__always)
  func markResting(_ slot: Int) {
    restingMarks.base[slot &>> 6] = 1
    isAnyRestingMarked = true
  }

  func markAllResting() {
    isAnyRestingMarked = true
    restingMarks.setCount(0)
    restingMarks.setCount(contactChanges.count, filling: 1)
  }
}
