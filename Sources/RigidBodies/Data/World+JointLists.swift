/// The list of each body's joints.
extension World {
  func linkAdjacency(_ slot: Int) {
    let a = Int(joints[slot].bodyA)
    let b = Int(joints[slot].bodyB)
    jointNextA[slot] = jointHeads[a]
    jointHeads[a] = UInt32(slot + 1)
    jointNextB[slot] = jointHeads[b]
    jointHeads[b] = UInt32(slot + 1)
  }

  func unlinkAdjacency(_ slot: Int, from body: Int) {
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
}
