/// Which bodies joints tie together; valid until a body or a joint comes.
struct JointNeighbours {
  var heads: UnsafePointer<UInt32>
  var nextA: UnsafePointer<UInt32>
  var nextB: UnsafePointer<UInt32>
  var joints: UnsafePointer<JointRecord>

  /// Whether a joint forbids two bodies to collide.
  @inline(__always)
  func areJoined(_ a: Int, _ b: Int) -> Bool { heads[a] != 0 && isNeighbour(a, b) }

  @inline(never)
  private func isNeighbour(_ a: Int, _ b: Int) -> Bool {
    var areJoined = false
    forEach(ofBody: a) { other, joint in
      if other == b && joints[joint].flags & JointFlag.collideConnected == 0 { areJoined = true }
    }
    return areJoined
  }

  /// Calls `visit` with the other body of each of a body's joints, and the joint's slot.
  @inline(__always)
  func forEach(ofBody slot: Int, _ visit: (_ other: Int, _ joint: Int) -> Void) {
    var link = heads[slot]
    while link != 0 {
      let place = Int(link &- 1)
      let joint = joints + place
      let isA = Int(joint.pointee.bodyA) == slot
      visit(Int(isA ? joint.pointee.bodyB : joint.pointee.bodyA), place)
      link = isA ? nextA[place] : nextB[place]
    }
  }
}

extension JointTable {
  @inline(__always)
  var neighbours: JointNeighbours {
    JointNeighbours(
      heads: lists.heads.base, nextA: lists.nextA.base, nextB: lists.nextB.base,
      joints: records.base)
  }
}
