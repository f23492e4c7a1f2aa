import DeterministicMath

/// What wakes, and when.
extension World {
  /// Wakes every sleeping body whose island holds an awake one.
  func wakeWholeIslands() {
    wakePending = false
    uniteIslands()
    islandTimers.setCount(bodies.count)
    let isAwake = islandTimers.base
    var i = 0
    while i < bodies.count {
      isAwake[i] = 0
      i &+= 1
    }
    i = 0
    let wanted = BodyFlag.dynamic | BodyFlag.awake
    while i < bodies.count {
      if bodyFlags.base[i] & wanted == wanted { isAwake[root(i)] = 1 }
      i &+= 1
    }
    hasSleepers = false
    i = 0
    while i < bodies.count {
      if bodyFlags.base[i] & wanted == BodyFlag.dynamic {
        if isAwake[root(i)] != 0 {
          bodyFlags.base[i] |= BodyFlag.awake
          sleepTimers.base[i] = 0
          awakenessChanged()
        } else {
          hasSleepers = true
        }
      }
      i &+= 1
    }
  }

  /// Wakes sleepers that an awake or moving body has come near, until nobody new wakes.
  func wakeTouchedSleepers() {
    if !hasSleepers { return }
    if wakePending {
      wakeWholeIslands()
      listAwakeBodies()
      takeUpWokenPairs()
    }
    while hasSleepers {
      let wokeDragged = wakeDraggedSleepers()
      if !wakeTouchedByPairs() && !wokeDragged { return }
      awakenessChanged()
      wakeWholeIslands()
      listAwakeBodies()
      takeUpWokenPairs()
    }
  }

  /// A contact of an awake body with a sleeping one lasts no longer than this: as long as none woke
  /// since, only pairs without a contact need a look.
  private func wakeTouchedByPairs() -> Bool {
    var woke = false
    let looksAtAll = lanesNeedReview || candidatesAreStale
    let count = looksAtAll ? pairs.count : candidates.count
    var i = 0
    while i < count {
      let pair = pairs.base[looksAtAll ? i : Int(candidates.base[i])]
      i &+= 1
      let a = Int(pair.key &>> 32)
      let b = Int(pair.key & 0xFFFF_FFFF)
      let bodyA = Int(shapes.base[a].body)
      let bodyB = Int(shapes.base[b].body)
      let flagsA = bodyFlags.base[bodyA]
      let flagsB = bodyFlags.base[bodyB]
      if (flagsA ^ flagsB) & BodyFlag.awake == 0 { continue }
      let sleeper = flagsA & BodyFlag.awake == 0 ? bodyA : bodyB
      if bodyFlags.base[sleeper] & BodyFlag.dynamic == 0 { continue }
      if pair.contact < 0 {
        let slack = pair.slack - approach(bodyA, bodyB)
        if slack > 0.01 * definition.linearSlop
          || manifold(a, b, scratch.pointee.vertices).count == 0
        {
          continue
        }
      }
      bodyFlags.base[sleeper] |= BodyFlag.awake
      sleepTimers.base[sleeper] = 0
      woke = true
    }
    return woke
  }

  /// Wakes sleepers that a joint ties to a moving kinematic body.
  ///
  /// - Complexity: O(kinematic bodies, and joints of those that move).
  private func wakeDraggedSleepers() -> Bool {
    var woke = false
    var i = 0
    while i < kinematicBodies.count {
      let slot = Int(kinematicBodies.base[i])
      i &+= 1
      if bodyFlags.base[slot] & BodyFlag.awake == 0 { continue }
      forEachNeighbour(ofBody: slot) { other, _ in
        let flags = bodyFlags.base[other]
        if flags & BodyFlag.dynamic == 0 || flags & BodyFlag.awake != 0 { return }
        bodyFlags.base[other] = flags | BodyFlag.awake
        sleepTimers.base[other] = 0
        woke = true
      }
    }
    return woke
  }

  // MARK: Waking by hand

  /// Wakes the body and, at the next step, its whole island.
  public func wake(_ id: BodyID) {
    guard let slot = slot(of: id) else { return }
    wakeSlot(slot)
  }

  public func isAwake(_ id: BodyID) -> Bool {
    guard let slot = slot(of: id) else { return false }
    return bodyFlags[slot] & BodyFlag.awake != 0
  }

  /// A body that may not sleep keeps its island awake.
  public func setSleepEnabled(_ isEnabled: Bool, of id: BodyID) {
    guard let slot = slot(of: id) else { return }
    if isEnabled {
      bodyFlags[slot] &= ~BodyFlag.sleepDisabled
    } else {
      bodyFlags[slot] |= BodyFlag.sleepDisabled
      wakeSlot(slot)
    }
  }

  func wakeSlot(_ slot: Int) {
    if bodyFlags[slot] & BodyFlag.typeMask == 0 { return }
    sleepTimers[slot] = 0
    if bodyFlags[slot] & BodyFlag.awake != 0 { return }
    bodyFlags[slot] |= BodyFlag.awake
    wakePending = true
    hasSleepers = true
    awakenessChanged()
  }

  /// Wakes what rests on a body. An awake body has no sleeping neighbours.
  func wakeNeighbours(ofBody slot: Int) {
    let wanted = BodyFlag.dynamic | BodyFlag.awake
    if bodyFlags[slot] & wanted == wanted || contactCounts[slot] == 0 { return }
    for i in 0..<contactRows.count where contactRows[i].isUsed {
      let a = Int(shapes[Int(contactRows[i].shapeA)].body)
      let b = Int(shapes[Int(contactRows[i].shapeB)].body)
      if a == slot { wakeSlot(b) } else if b == slot { wakeSlot(a) }
    }
  }

  /// Wakes sleepers near the shapes of a body that is not dynamic: something was put there.
  ///
  /// By brute force over sleeping bodies, because the trees depend on history.
  ///
  /// - Parameter head: only shapes that belong to this one; `nil` for all.
  func wakeSleepers(near slot: Int, head: UInt32?) {
    if !hasSleepers || isDynamic(slot) { return }
    let transform = originTransform(slot)
    for other in 0..<bodies.count {
      let wanted = BodyFlag.used | BodyFlag.dynamic
      if bodyFlags[other] & (wanted | BodyFlag.awake) != wanted { continue }
      let box = boundingBox(of: bodyID(other)).grown(by: definition.speculativeDistance)
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
