/// Which joints take part in the present step.
extension World {
  /// Whether any joint takes part in another way than before.
  func updateJointActivity() -> Bool {
    let known = jointActivity.count
    jointActivity.setCount(joints.count)
    var hasChanged = known != joints.count
    let flags = bodyFlags.base
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
      if i >= known || jointActivity.base[i] != activity { hasChanged = true }
      jointActivity.base[i] = activity
      i &+= 1
    }
    return hasChanged
  }

  /// The bodies of every joint that takes part in the present step.
  @inline(__always)
  func forEachActiveJoint(_ visit: (Int, Int) -> Void) {
    var i = 0
    while i < jointActivity.count {
      if jointActivity.base[i] != JointActivity.none {
        visit(Int(joints.base[i].bodyA), Int(joints.base[i].bodyB))
      }
      i &+= 1
    }
  }
}
