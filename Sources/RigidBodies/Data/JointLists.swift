/// The list of each body's joints.
struct JointLists: ~Copyable {
  /// By body slot: a joint's slot plus one.
  private(set) var heads = Store<UInt32>()
  /// By joint slot: next joint of body A, next joint of body B (plus one).
  private(set) var nextA = Store<UInt32>()
  private(set) var nextB = Store<UInt32>()

  /// A body came, in a slot behind all others.
  mutating func appendBody() { heads.append(0) }

  /// Notes that the body that a slot has from now on has no joints.
  mutating func clear(body: Int) { heads[body] = 0 }

  /// A joint came, in a slot behind all others.
  mutating func appendJoint() {
    assert(nextA.count == nextB.count, "a joint is in two lists")
    nextA.append(0)
    nextB.append(0)
  }

  mutating func link(_ slot: Int, _ joints: borrowing Store<JointRecord>) {
    assert(slot >= 0 && slot < joints.count, "the joint exists")
    assert(joints[slot].flags & JointFlag.used != 0, "the slot names a joint")
    assert(nextA.count == joints.count && nextB.count == joints.count, "every joint can be listed")
    let a = Int(joints[slot].bodyA)
    let b = Int(joints[slot].bodyB)
    nextA[slot] = heads[a]
    heads[a] = UInt32(slot + 1)
    nextB[slot] = heads[b]
    heads[b] = UInt32(slot + 1)
  }

  mutating func unlink(_ slot: Int, from body: Int, _ joints: borrowing Store<JointRecord>) {
    assert(slot >= 0 && slot < joints.count, "the joint exists")
    assert(body >= 0 && body < heads.count, "the body can list joints")
    assert(joints[slot].flags & JointFlag.used != 0, "the slot names a joint")
    assert(
      Int(joints[slot].bodyA) == body || Int(joints[slot].bodyB) == body,
      "the joint holds the body")
    assert(heads[body] != 0, "the body lists its joints")
    let target = UInt32(slot + 1)
    let following = next(target, of: body, joints)
    if heads[body] == target {
      heads[body] = following
      return
    }
    var link = heads[body]
    while link != 0 {
      let after = next(link, of: body, joints)
      if after == target {
        let s = Int(link - 1)
        if Int(joints[s].bodyA) == body { nextA[s] = following } else { nextB[s] = following }
        return
      }
      link = after
    }
  }

  /// The joint behind another one in a body's list, both plus one.
  func next(_ link: UInt32, of body: Int, _ joints: borrowing Store<JointRecord>) -> UInt32 {
    assert(link != 0, "the list goes on")
    let slot = Int(link - 1)
    return Int(joints[slot].bodyA) == body ? nextA[slot] : nextB[slot]
  }

  /// After a restore: the lists of each body's joints from the joints themselves.
  mutating func rebuild(_ joints: borrowing Store<JointRecord>, bodyCount: Int) {
    assert(bodyCount >= 0, "a count is not negative")
    heads.setCount(0)
    heads.setCount(bodyCount, filling: 0)
    nextA.setCount(0)
    nextA.setCount(joints.count, filling: 0)
    nextB.setCount(0)
    nextB.setCount(joints.count, filling: 0)
    for slot in 0..<joints.count where joints[slot].flags & JointFlag.used != 0 {
      link(slot, joints)
    }
  }
}
