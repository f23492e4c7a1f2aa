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

  /// Unites awake bodies as ``uniteAll(_:_:_:bodyCount:)`` does. An awake body has no sleeping
  /// neighbours, and all contacts of awake bodies have lanes.
  mutating func uniteAwake(
    _ awake: borrowing Store<Int32>, _ contacts: borrowing ContactTable,
    _ activeJoints: borrowing ActiveJoints, _ joints: borrowing Store<JointRecord>,
    _ bodies: ShapeBodies, bodyCount: Int
  ) {
    separate(awake, bodyCount: bodyCount)
    let wanted = BodyFlag.dynamic | BodyFlag.awake
    contacts.forEachWithLane(bodies) { a, b in
      if bodies.flags[a] & bodies.flags[b] & wanted == wanted { unite(a, b) }
    }
    activeJoints.forEach(joints) { a, b in
      if bodies.flags[a] & bodies.flags[b] & wanted == wanted { unite(a, b) }
    }
  }

  /// How long the body of each island that has been slow for the shortest time has been so, by slot of
  /// the root; zero where the island may not sleep.
  mutating func leastTimers(
    _ awake: borrowing Store<Int32>, _ contacts: borrowing ContactTable,
    _ activeJoints: borrowing ActiveJoints, _ joints: borrowing Store<JointRecord>,
    _ bodies: ShapeBodies, _ timers: UnsafePointer<Float>, bodyCount: Int
  ) -> UnsafePointer<Float> {
    let least = valuesOfRoots(bodyCount: bodyCount)
    var i = 0
    while i < awake.count {
      least[root(Int(awake.base[i]))] = Float.greatestFiniteMagnitude
      i &+= 1
    }
    i = 0
    while i < awake.count {
      let slot = Int(awake.base[i])
      i &+= 1
      let r = root(slot)
      least[r] = smaller(least[r], timers[slot])
    }
    // What touches a moving kinematic body stays awake, and what is tied to one.
    let kinematic = BodyFlag.kinematic | BodyFlag.awake
    let dynamic = BodyFlag.dynamic | BodyFlag.awake
    @inline(__always)
    func keepAwake(_ islands: borrowing Islands, _ a: Int, _ b: Int) {
      let (flagsA, flagsB) = (bodies.flags[a], bodies.flags[b])
      if flagsA & kinematic == kinematic && flagsB & dynamic == dynamic {
        least[islands.root(b)] = 0
      }
      if flagsB & kinematic == kinematic && flagsA & dynamic == dynamic {
        least[islands.root(a)] = 0
      }
    }
    contacts.forEachWithLane(bodies) { keepAwake(self, $0, $1) }
    activeJoints.forEach(joints) { keepAwake(self, $0, $1) }
    return UnsafePointer(least)
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
