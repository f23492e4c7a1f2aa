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
      jointNextA.append(0)
      jointNextB.append(0)
    }
    var joint = record
    joint.generation = joints[slot].generation &+ 1
    joint.bodyA = UInt32(a)
    joint.bodyB = UInt32(b)
    joint.flags = flags | JointFlag.used | (kind.rawValue << JointFlag.kindShift)
    if collideConnected { joint.flags |= JointFlag.collideConnected }
    joints[slot] = joint
    jointImpulses[slot] = JointImpulse()
    linkAdjacency(slot)
    jointsChanged = true
    wakeSlot(a)
    wakeSlot(b)
    if !collideConnected {
      rebuildProxies(ofBody: a)
    }
    return JointID(slot: UInt32(slot), generation: joint.generation)
  }

  private func linkAdjacency(_ slot: Int) {
    let a = Int(joints[slot].bodyA)
    let b = Int(joints[slot].bodyB)
    jointNextA[slot] = jointHeads[a]
    jointHeads[a] = UInt32(slot + 1)
    jointNextB[slot] = jointHeads[b]
    jointHeads[b] = UInt32(slot + 1)
  }

  /// After a restore: the lists of each body's joints from the joints themselves.
  func rebuildJointAdjacency() {
    jointHeads.setCount(0)
    jointHeads.setCount(bodies.count, filling: 0)
    jointNextA.setCount(0)
    jointNextA.setCount(joints.count, filling: 0)
    jointNextB.setCount(0)
    jointNextB.setCount(joints.count, filling: 0)
    for slot in 0..<joints.count where joints[slot].flags & JointFlag.used != 0 {
      linkAdjacency(slot)
    }
  }

  /// Whether a joint forbids two bodies to collide.
  func areJoined(_ a: Int, _ b: Int) -> Bool {
    var areJoined = false
    forEachNeighbour(ofBody: a) { other, joint in
      if other == b && joints.base[joint].flags & JointFlag.collideConnected == 0 {
        areJoined = true
      }
    }
    return areJoined
  }

  /// Calls `visit` with the other body of each of a body's joints, and the joint's slot.
  @inline(__always)
  func forEachNeighbour(ofBody slot: Int, _ visit: (_ other: Int, _ joint: Int) -> Void) {
    var link = jointHeads.base[slot]
    while link != 0 {
      let place = Int(link &- 1)
      let joint = joints.base + place
      let isA = Int(joint.pointee.bodyA) == slot
      visit(Int(isA ? joint.pointee.bodyB : joint.pointee.bodyA), place)
      link = isA ? jointNextA.base[place] : jointNextB.base[place]
    }
  }

  /// Removes a joint and wakes its bodies. Stale handle: no effect.
  public func removeJoint(_ id: JointID) {
    guard let slot = slot(of: id) else { return }
    removeJoint(slot: slot)
  }

  private func removeJoint(slot: Int) {
    let a = Int(joints[slot].bodyA)
    let b = Int(joints[slot].bodyB)
    unlinkAdjacency(slot, from: a)
    unlinkAdjacency(slot, from: b)
    if joints[slot].flags & JointFlag.collideConnected == 0 { rebuildProxies(ofBody: a) }
    joints[slot] = JointRecord(generation: joints[slot].generation, bodyA: freeJoint)
    jointImpulses[slot] = JointImpulse()
    freeJoint = UInt32(slot + 1)
    jointsChanged = true
    wakeSlot(a)
    wakeSlot(b)
  }

  private func unlinkAdjacency(_ slot: Int, from body: Int) {
    let target = UInt32(slot + 1)
    func next(_ link: UInt32) -> UInt32 {
      let s = Int(link - 1)
      return Int(joints[s].bodyA) == body ? jointNextA[s] : jointNextB[s]
    }
    if jointHeads[body] == target {
      jointHeads[body] = next(target)
      return
    }
    var link = jointHeads[body]
    while link != 0 {
      let following = next(link)
      if following == target {
        let s = Int(link - 1)
        if Int(joints[s].bodyA) == body {
          jointNextA[s] = next(target)
        } else {
          jointNextB[s] = next(target)
        }
        return
      }
      link = following
    }
  }

  /// By ascending slot: the order of the list depends on history, the free list is state.
  func removeJoints(ofBody body: Int) {
    while jointHeads[body] != 0 {
      var lowest = jointHeads[body]
      var link = lowest
      while link != 0 {
        if link < lowest { lowest = link }
        let slot = Int(link - 1)
        link = Int(joints[slot].bodyA) == body ? jointNextA[slot] : jointNextB[slot]
      }
      removeJoint(slot: Int(lowest - 1))
    }
  }

  /// Whether the joint exists.
  public func isValid(_ id: JointID) -> Bool { slot(of: id) != nil }

  func slot(of id: JointID) -> Int? {
    let index = id.index
    guard index < joints.count, joints[index].generation == id.generation,
      joints[index].flags & JointFlag.used != 0
    else { return nil }
    return index
  }
}
