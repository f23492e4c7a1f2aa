/// Joints, by slot, and the list of each body's joints.
struct JointTable: ~Copyable {
  var records = Store<JointRecord>()
  var impulses = Store<JointImpulse>()
  /// First free slot, plus one.
  var firstFree: UInt32 = 0
  /// Derived from the records.
  var lists = JointLists()

  func slot(of id: JointID) -> Int? {
    let index = id.index
    guard index < records.count, records[index].generation == id.generation,
      records[index].flags & JointFlag.used != 0
    else { return nil }
    return index
  }

  func id(of slot: Int) -> JointID {
    JointID(slot: UInt32(slot), generation: records[slot].generation)
  }

  /// Sets how many slots there are; new ones are blank. The lists follow from the records.
  mutating func setCount(_ count: Int) {
    records.setCount(count, filling: JointRecord())
    impulses.setCount(count, filling: JointImpulse())
  }

  /// Puts a joint into the first free slot, or a new one behind all others, and into the lists of its
  /// bodies.
  ///
  /// - Parameter given: all but its generation.
  mutating func add(_ given: JointRecord) -> Int {
    assert(lists.nextA.count == records.count, "every joint can be listed")
    assert(impulses.count == records.count, "every joint has impulses")
    assert(given.bodyA != given.bodyB, "a joint holds two bodies")
    assert(Int(firstFree) <= records.count, "the first free slot exists")
    let slot: Int
    if firstFree != 0 {
      slot = Int(firstFree - 1)
      firstFree = records[slot].bodyA
    } else {
      slot = records.count
      setCount(slot + 1)
      lists.appendJoint()
    }
    var joint = given
    joint.generation = records[slot].generation &+ 1
    records[slot] = joint
    impulses[slot] = JointImpulse()
    lists.link(slot, records)
    return slot
  }

  /// Gives a slot back; the next joint gets it.
  mutating func remove(_ slot: Int) {
    assert(isUsed(slot), "the slot names a joint")
    lists.unlink(slot, from: Int(records[slot].bodyA), records)
    lists.unlink(slot, from: Int(records[slot].bodyB), records)
    records[slot] = JointRecord(generation: records[slot].generation, bodyA: firstFree)
    impulses[slot] = JointImpulse()
    firstFree = UInt32(slot + 1)
  }

  /// The joint of a body that has the lowest slot; `nil` when it has none. The order of the lists depends
  /// on history.
  func lowestJoint(ofBody body: Int) -> Int? {
    assert(body >= 0 && body < lists.heads.count, "the body can list joints")
    var link = lists.heads[body]
    if link == 0 { return nil }
    var lowest = link
    while link != 0 {
      if link < lowest { lowest = link }
      link = lists.next(link, of: body, records)
    }
    return Int(lowest - 1)
  }

  /// After a restore: the lists of each body's joints from the joints themselves.
  mutating func rebuildLists(bodyCount: Int) { lists.rebuild(records, bodyCount: bodyCount) }

  // MARK: Slots in use

  @inline(__always)
  func isUsed(_ slot: Int) -> Bool {
    slot >= 0 && slot < records.count && records.base[slot].flags & JointFlag.used != 0
  }
}
