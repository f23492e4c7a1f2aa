/// What belongs together, found from contacts and joints.
extension Islands {
  /// Unites dynamic bodies that contacts or joints connect. Static and kinematic bodies connect
  /// nothing.
  mutating func uniteAll(
    _ contacts: borrowing Store<ContactRow>, _ joints: borrowing Store<JointRecord>,
    _ bodies: ShapeBodies, bodyCount: Int
  ) {
    separateAll(bodyCount: bodyCount)
    let flags = bodies.flags
    var i = 0
    while i < contacts.count {
      let row = contacts.base[i]
      i &+= 1
      if !row.isUsed { continue }
      let (a, b) = bodies.ends(of: row)
      if flags[a] & flags[b] & BodyFlag.dynamic != 0 { unite(a, b) }
    }
    i = 0
    while i < joints.count {
      let joint = joints.base + i
      i &+= 1
      if joint.pointee.flags & JointFlag.used == 0 { continue }
      let a = Int(joint.pointee.bodyA)
      let b = Int(joint.pointee.bodyB)
      if flags[a] & flags[b] & BodyFlag.dynamic != 0 { unite(a, b) }
    }
  }

  /// Unites the bodies that have been slow for long enough to sleep, and notes which islands may not:
  /// where one of them is connected with a body that has not been, or with a kinematic one that moves.
  ///
  /// An island sleeps as a whole, so bodies that are not ready need not be united themselves. An awake
  /// body has no sleeping neighbours, and all contacts of awake bodies have lanes.
  ///
  /// - Complexity: O(awake bodies and their contacts and joints).
  mutating func uniteReady(
    _ awake: borrowing Store<Int32>, _ contacts: borrowing ContactTable,
    _ activeJoints: borrowing ActiveJoints, _ joints: borrowing Store<JointRecord>,
    _ bodies: ShapeBodies, _ timers: UnsafePointer<Float>, delay: Float, bodyCount: Int
  ) {
    let flags = bodies.flags
    separateReady(awake, flags, timers, delay: delay, bodyCount: bodyCount)
    let dynamic = BodyFlag.dynamic | BodyFlag.awake
    let kinematic = BodyFlag.kinematic | BodyFlag.awake
    @inline(__always)
    func isReady(_ slot: Int) -> Bool { flags[slot] & dynamic == dynamic && timers[slot] >= delay }
    @inline(__always)
    func connect(_ a: Int, _ b: Int) {
      let (isReadyA, isReadyB) = (isReady(a), isReady(b))
      if !isReadyA && !isReadyB { return }
      if isReadyA && isReadyB { return unite(a, b) }
      let other = flags[isReadyA ? b : a]
      if other & dynamic == dynamic || other & kinematic == kinematic {
        keepAwake(isReadyA ? a : b)
      }
    }
    contacts.forEachWithLane(bodies) { connect($0, $1) }
    activeJoints.forEach(joints) { connect($0, $1) }
    passOnKeptAwake()
  }
}

extension ContactTable {
  /// The bodies of every contact that has a lane.
  @inline(__always)
  func forEachWithLane(_ bodies: ShapeBodies, _ visit: (Int, Int) -> Void) {
    forEachBlockOfLanes { _, slots, count in
      var lane = 0
      while lane < count {
        let (a, b) = bodies.ends(of: rows.base[Int(slots[lane])])
        visit(a, b)
        lane &+= 1
      }
    }
  }
}
