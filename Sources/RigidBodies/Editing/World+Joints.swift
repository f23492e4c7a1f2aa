import DeterministicMath

/// Slots, lists and handles of joints; what makes one is in `World+AddJoints.swift`.
extension World {
  func link(
    _ record: JointRecord, _ kind: JointKind, _ flags: UInt32, _ a: Int, _ b: Int,
    _ collideConnected: Bool
  ) -> JointID {
    let slot: Int
    if freeJoint != 0 {
      slot = Int(freeJoint - 1)
      freeJoint = joints[slot].bodyA
    } else {
      slot = joints.count
      joints.append(JointRecord())
      jointImpulses.append(JointImpulse())
      jointLists.appendJoint()
    }
    var joint = record
    joint.generation = joints[slot].generation &+ 1
    joint.bodyA = UInt32(a)
    joint.bodyB = UInt32(b)
    joint.flags = flags | JointFlag.used | (kind.rawValue << JointFlag.kindShift)
    if collideConnected { joint.flags |= JointFlag.collideConnected }
    joints[slot] = joint
    jointImpulses[slot] = JointImpulse()
    jointLists.link(slot, joints)
    jointGraph.jointsChanged = true
    wakeSlot(a)
    wakeSlot(b)
    if !collideConnected {
      rebuildProxies(ofBody: a)
    }
    return JointID(slot: UInt32(slot), generation: joint.generation)
  }

  /// Removes a joint and wakes its bodies. Stale handle: no effect.
  public func removeJoint(_ id: JointID) {
    guard let slot = slot(of: id) else { return }
    removeJoint(slot: slot)
  }

  private func removeJoint(slot: Int) {
    let a = Int(joints[slot].bodyA)
    let b = Int(joints[slot].bodyB)
    jointLists.unlink(slot, from: a, joints)
    jointLists.unlink(slot, from: b, joints)
    if joints[slot].flags & JointFlag.collideConnected == 0 { rebuildProxies(ofBody: a) }
    joints[slot] = JointRecord(generation: joints[slot].generation, bodyA: freeJoint)
    jointImpulses[slot] = JointImpulse()
    freeJoint = UInt32(slot + 1)
    jointGraph.jointsChanged = true
    wakeSlot(a)
    wakeSlot(b)
  }

  /// By ascending slot: the order of the list depends on history, the free list is state.
  func removeJoints(ofBody body: Int) {
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
