import DeterministicMath

/// Waking: which sleeping bodies wake, and when.
extension World {
  /// Wakes every sleeping body whose island holds an awake one.
  func wakeWholeIslands() {
    assert(sleepTimers.count == bodies.count, "every body has a timer")
    activity.wakePending = false
    uniteIslands()
    let isAwake = islands.valuesOfRoots(bodyCount: bodies.count)
    var i = 0
    while i < bodies.count {
      isAwake[i] = 0
      i &+= 1
    }
    i = 0
    let wanted = BodyFlag.dynamic | BodyFlag.awake
    while i < bodies.count {
      if bodyFlags.base[i] & wanted == wanted { isAwake[islands.root(i)] = 1 }
      i &+= 1
    }
    activity.hasSleepers = false
    i = 0
    while i < bodies.count {
      if bodyFlags.base[i] & wanted == BodyFlag.dynamic {
        if isAwake[islands.root(i)] != 0 {
          bodyFlags.base[i] |= BodyFlag.awake
          sleepTimers.base[i] = 0
          awakenessChanged()
        } else {
          activity.hasSleepers = true
        }
      }
      i &+= 1
    }
  }

  func wakeSlot(_ slot: Int) {
    assert(isUsedBody(slot), "the slot names a body")
    if bodyFlags[slot] & BodyFlag.typeMask == 0 { return }
    sleepTimers[slot] = 0
    if bodyFlags[slot] & BodyFlag.awake != 0 { return }
    bodyFlags[slot] |= BodyFlag.awake
    activity.wakePending = true
    activity.hasSleepers = true
    awakenessChanged()
  }

  /// Wakes the bodies that rest on a body. An awake body has no sleeping neighbours.
  func wakeNeighbours(ofBody slot: Int) {
    assert(isUsedBody(slot), "the slot names a body")
    let wanted = BodyFlag.dynamic | BodyFlag.awake
    if bodyFlags[slot] & wanted == wanted || contactTable.bodyCounts[slot] == 0 { return }
    for i in 0..<contactTable.rows.count where contactTable.rows[i].isUsed {
      let a = Int(shapes[Int(contactTable.rows[i].shapeA)].body)
      let b = Int(shapes[Int(contactTable.rows[i].shapeB)].body)
      if a == slot { wakeSlot(b) } else if b == slot { wakeSlot(a) }
    }
  }

  /// Wakes sleepers near the shapes of a body that is not dynamic: something was put there.
  ///
  /// By brute force over sleeping bodies, because the trees depend on history.
  ///
  /// - Parameter head: only shapes that belong to this one; `nil` for all.
  func wakeSleepers(near slot: Int, head: UInt32?) {
    assert(isUsedBody(slot), "the slot names a body")
    if !activity.hasSleepers || isDynamic(slot) { return }
    let transform = originTransform(slot)
    for other in 0..<bodies.count {
      let wanted = BodyFlag.used | BodyFlag.dynamic
      if bodyFlags[other] & (wanted | BodyFlag.awake) != wanted { continue }
      let box = boundingBox(ofBody: other).grown(by: definition.speculativeDistance)
      var link = bodies[slot].link
      while link != 0 {
        let shape = Int(link - 1)
        link = shapes[shape].next
        if let head, shapes[shape].head != head { continue }
        if tightBox(shape, transform).overlaps(box) {
          wakeSlot(other)
          break
        }
      }
    }
  }
}
