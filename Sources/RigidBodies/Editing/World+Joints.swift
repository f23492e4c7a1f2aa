/// Removing joints; what makes one is in the file of its kind.
extension World {
  /// Removes a joint and wakes its bodies. Stale handle: no effect.
  public func removeJoint(_ id: JointID) {
    guard let slot = slot(of: id) else { return }
    removeJoint(slot: slot)
  }

  private func removeJoint(slot: Int) {
    assert(isUsedJoint(slot), "the slot names a joint")
    let a = Int(jointTable.records[slot].bodyA)
    let b = Int(jointTable.records[slot].bodyB)
    jointLists.unlink(slot, from: a, jointTable.records)
    jointLists.unlink(slot, from: b, jointTable.records)
    if jointTable.records[slot].flags & JointFlag.collideConnected == 0 {
      rebuildProxies(ofBody: a)
    }
    jointTable.records[slot] = JointRecord(
      generation: jointTable.records[slot].generation, bodyA: jointTable.firstFree)
    jointTable.impulses[slot] = JointImpulse()
    jointTable.firstFree = UInt32(slot + 1)
    activeJoints.jointsChanged = true
    wakeSlot(a)
    wakeSlot(b)
  }

  /// By ascending slot: the order of the list depends on history, the free list is state.
  func removeJoints(ofBody body: Int) {
    assert(isUsedBody(body), "the slot names a body")
    while jointLists.heads[body] != 0 {
      var lowest = jointLists.heads[body]
      var link = lowest
      while link != 0 {
        if link < lowest { lowest = link }
        link = jointLists.next(link, of: body, jointTable.records)
      }
      removeJoint(slot: Int(lowest - 1))
    }
  }

  /// Whether the joint exists.
  public func isValid(_ id: JointID) -> Bool { slot(of: id) != nil }
}
