import DeterministicMath

/// Waking: which sleeping bodies wake, and when.
extension World {
  /// Wakes every sleeping body whose island holds an awake one.
  func wakeWholeIslands() {
    assert(bodyTable.sleepTimers.count == bodyTable.records.count, "every body has a timer")
    activity.wakePending = false
    islands.uniteAll(
      contactTable.rows, jointTable.records, shapeBodies, bodyCount: bodyTable.records.count)
    let isAwake = islands.valuesOfRoots(bodyCount: bodyTable.records.count)
    var i = 0
    while i < bodyTable.records.count {
      isAwake[i] = 0
      i &+= 1
    }
    i = 0
    let wanted = BodyFlag.dynamic | BodyFlag.awake
    while i < bodyTable.records.count {
      if bodyTable.flags.base[i] & wanted == wanted { isAwake[islands.root(i)] = 1 }
      i &+= 1
    }
    activity.hasSleepers = false
    i = 0
    while i < bodyTable.records.count {
      if bodyTable.flags.base[i] & wanted == BodyFlag.dynamic {
        if isAwake[islands.root(i)] != 0 {
          bodyTable.flags.base[i] |= BodyFlag.awake
          bodyTable.sleepTimers.base[i] = 0
          awakenessChanged()
        } else {
          activity.hasSleepers = true
        }
      }
      i &+= 1
    }
  }

  func wakeSlot(_ slot: Int) {
    assert(bodyTable.isUsed(slot), "the slot names a body")
    if bodyTable.flags[slot] & BodyFlag.typeMask == 0 { return }
    bodyTable.sleepTimers[slot] = 0
    if bodyTable.flags[slot] & BodyFlag.awake != 0 { return }
    bodyTable.flags[slot] |= BodyFlag.awake
    activity.wakePending = true
    activity.hasSleepers = true
    awakenessChanged()
  }

  /// Wakes the bodies that rest on a body. An awake body has no sleeping neighbours.
  func wakeNeighbours(ofBody slot: Int) {
    assert(bodyTable.isUsed(slot), "the slot names a body")
    let wanted = BodyFlag.dynamic | BodyFlag.awake
    if bodyTable.flags[slot] & wanted == wanted || contactTable.bodyCounts[slot] == 0 { return }
    for i in 0..<contactTable.rows.count where contactTable.rows[i].isUsed {
      let a = Int(shapeTable.records[Int(contactTable.rows[i].shapeA)].body)
      let b = Int(shapeTable.records[Int(contactTable.rows[i].shapeB)].body)
      if a == slot { wakeSlot(b) } else if b == slot { wakeSlot(a) }
    }
  }

  /// Wakes sleepers near the shapes of a body that is not dynamic: something was put there.
  ///
  /// By brute force over sleeping bodies, because the trees depend on history.
  ///
  /// - Parameter head: only shapes that belong to this one; `nil` for all.
  func wakeSleepers(near slot: Int, head: UInt32?) {
    assert(bodyTable.isUsed(slot), "the slot names a body")
    if !activity.hasSleepers || bodyTable.isDynamic(slot) { return }
    let transform = bodyTable.originTransform(slot)
    for other in 0..<bodyTable.records.count {
      let wanted = BodyFlag.used | BodyFlag.dynamic
      if bodyTable.flags[other] & (wanted | BodyFlag.awake) != wanted { continue }
      let box = shapeTable.boundingBox(
        from: bodyTable.records[other].link, bodyTable.originTransform(other)
      ).grown(by: definition.speculativeDistance)
      var link = bodyTable.records[slot].link
      while link != 0 {
        let shape = Int(link - 1)
        link = shapeTable.records[shape].next
        if let head, shapeTable.records[shape].head != head { continue }
        if shapeTable.tightBox(shape, transform).overlaps(box) {
          wakeSlot(other)
          break
        }
      }
    }
  }
}
