/// Removing joints; what makes one is in the file of its kind.
extension World {
  /// Removes a joint and wakes its bodies. Stale handle: no effect.
  public func removeJoint(_ id: JointID) {
    guard let slot = slot(of: id) else { return }
    removeJoint(slot: slot)
  }

  private func removeJoint(slot: Int) {
    assert(jointTable.isUsed(slot), "the slot names a joint")
    let joint = jointTable.records[slot]
    let a = Int(joint.bodyA)
    let b = Int(joint.bodyB)
    jointTable.remove(slot)
    if joint.flags & JointFlag.collideConnected == 0 { rebuildProxies(ofBody: a) }
    activeJoints.jointsChanged = true
    wakeSlot(a)
    wakeSlot(b)
  }

  /// By ascending slot: the order of the list depends on history, the free list is state.
  func removeJoints(ofBody body: Int) {
    assert(bodyTable.isUsed(body), "the slot names a body")
    while let slot = jointTable.lowestJoint(ofBody: body) { removeJoint(slot: slot) }
  }

  /// Whether the joint exists.
  public func isValid(_ id: JointID) -> Bool { slot(of: id) != nil }
}
