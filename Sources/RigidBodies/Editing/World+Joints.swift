/// Removing joints; what makes one is in the file of its kind.
extension World {
  /// Removes a joint and wakes its bodies. Stale handle: no effect.
  public func removeJoint(_ id: JointID) {
    guard let slot = slot(of: id) else { return }
    removeJoint(slot: slot)
  }

  private func removeJoint(slot: Int) {
    assert(isUsedJoint(slot), "the slot names a joint")
    let a = Int(joints[slot].bodyA)
    let b = Int(joints[slot].bodyB)
    jointLists.unlink(slot, from: a, joints)
    jointLists.unlink(slot, from: b, joints)
    if joints[slot].flags & JointFlag.collideConnected == 0 { rebuildProxies(ofBody: a) }
    joints[slot] = JointRecord(generation: joints[slot].generation, bodyA: freeJoint)
    jointImpulses[slot] = JointImpulse()
    freeJoint = UInt32(slot + 1)
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
        link = jointLists.next(link, of: body, joints)
      }
      removeJoint(slot: Int(lowest - 1))
    }
  }

  /// Whether the joint exists.
  public func isValid(_ id: JointID) -> Bool { slot(of: id) != nil }
}
