/// Which joints take part in the present step.
struct ActiveJoints: ~Copyable {
  /// By joint slot: a ``JointActivity``.
  private(set) var activity = Store<UInt8>()
  var isStale = true
  /// A joint was made, removed, changed or restored.
  var jointsChanged = true

  /// Lists the joints again where a body woke or fell asleep, or the joints have changed.
  ///
  /// - Returns: whether the activity of any joint changed.
  mutating func update(
    _ joints: borrowing Store<JointRecord>, flags: UnsafePointer<UInt32>, haveChanged: Bool
  ) -> Bool {
    if !isStale && !haveChanged { return false }
    isStale = false
    let known = activity.count
    activity.setCount(joints.count)
    var hasChanged = known != joints.count
    var i = 0
    while i < joints.count {
      let joint = joints.base + i
      var activity = JointActivity.none
      if joint.pointee.flags & JointFlag.used != 0 {
        let a = flags[Int(joint.pointee.bodyA)]
        let b = flags[Int(joint.pointee.bodyB)]
        if (a | b) & BodyFlag.awake != 0 && (a | b) & BodyFlag.dynamic != 0 {
          activity = JointActivity.active
          if a & BodyFlag.dynamic != 0 { activity |= JointActivity.pushesA }
          if b & BodyFlag.dynamic != 0 { activity |= JointActivity.pushesB }
        }
      }
      if i >= known || self.activity.base[i] != activity { hasChanged = true }
      self.activity.base[i] = activity
      i &+= 1
    }
    return hasChanged
  }

  /// There are no joints.
  mutating func removeAll() { activity.removeAll() }

  /// The bodies of every joint that takes part in the present step.
  @inline(__always)
  func forEach(_ joints: borrowing Store<JointRecord>, _ visit: (Int, Int) -> Void) {
    assert(activity.count <= joints.count, "only joints are active")
    var i = 0
    while i < activity.count {
      if self.activity.base[i] != JointActivity.none {
        visit(Int(joints.base[i].bodyA), Int(joints.base[i].bodyB))
      }
      i &+= 1
    }
  }
}
