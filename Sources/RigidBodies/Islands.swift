import DeterministicMath

extension World {
  /// Unites dynamic bodies that contacts or joints connect. Static and kinematic bodies connect
  /// nothing.
  private func uniteIslands() {
    let count = bodies.count
    islandParents.setCount(count)
    let parents = islandParents.base
    var i = 0
    while i < count {
      parents[i] = Int32(truncatingIfNeeded: i)
      i &+= 1
    }
    let flags = bodyFlags.base
    i = 0
    while i < contactRows.count {
      let row = contactRows.base[i]
      i &+= 1
      if !row.isUsed { continue }
      let a = Int(shapes.base[Int(row.shapeA)].body)
      let b = Int(shapes.base[Int(row.shapeB)].body)
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

  @inline(__always)
  private func root(_ body: Int) -> Int {
    let parents = islandParents.base
    var i = body
    while Int(parents[i]) != i {
      parents[i] = parents[Int(parents[i])]
      i = Int(parents[i])
    }
    return i
  }

  /// The lower slot becomes the root.
  @inline(__always)
  private func unite(_ a: Int, _ b: Int) {
    let ra = root(a)
    let rb = root(b)
    if ra < rb {
      islandParents.base[rb] = Int32(truncatingIfNeeded: ra)
    } else {
      islandParents.base[ra] = Int32(truncatingIfNeeded: rb)
    }
  }

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
    }
    while hasSleepers {
      let wokeDragged = wakeDraggedSleepers()
      if !wakeTouchedByPairs() && !wokeDragged { return }
      awakenessChanged()
      wakeWholeIslands()
      listAwakeBodies()
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
  private func wakeDraggedSleepers() -> Bool {
    var woke = false
    let awakeKinematic = BodyFlag.kinematic | BodyFlag.awake
    var i = 0
    while i < joints.count {
      let joint = joints.base + i
      i &+= 1
      if joint.pointee.flags & JointFlag.used == 0 { continue }
      let a = Int(joint.pointee.bodyA)
      let b = Int(joint.pointee.bodyB)
      let sleeper: Int
      if bodyFlags.base[a] & awakeKinematic == awakeKinematic {
        sleeper = b
      } else if bodyFlags.base[b] & awakeKinematic == awakeKinematic {
        sleeper = a
      } else {
        continue
      }
      let flags = bodyFlags.base[sleeper]
      if flags & BodyFlag.dynamic == 0 || flags & BodyFlag.awake != 0 { continue }
      bodyFlags.base[sleeper] = flags | BodyFlag.awake
      sleepTimers.base[sleeper] = 0
      woke = true
    }
    return woke
  }

  /// Lists all bodies that move, by slot, and the blocks of eight slots that hold one. A kinematic
  /// body is awake while it has a velocity.
  ///
  /// - Complexity: O(kinematic bodies) while none wakes, sleeps, comes or goes.
  func listAwakeBodies() {
    if awakeListIsStale { listKinematicBodies() }
    var i = 0
    while i < kinematicBodies.count {
      let slot = Int(kinematicBodies.base[i])
      i &+= 1
      let motion = motions.base[slot]
      let moves = motion.vx != 0 || motion.vy != 0 || motion.w != 0
      if moves != (bodyFlags.base[slot] & BodyFlag.awake != 0) {
        bodyFlags.base[slot] ^= BodyFlag.awake
        // It may be at rest when the step ends, and is not marked then.
        bodyFlags.wasModified = true
        // Where it stopped it stays: what it travelled last counts once more.
        if !moves { restedBodies.append(UInt32(truncatingIfNeeded: slot)) }
        awakenessChanged()
      }
    }
    if !awakeListIsStale { return }
    awakeListIsStale = false
    awakeBodies.removeAll()
    awakeBodies.reserve(bodies.count)
    integrationBlocks.removeAll()
    integrationBlocks.reserve(bodies.count / 8 &+ 1)
    let flags = bodyFlags.base
    let count = bodies.count
    var last = -1
    i = 0
    while i < count {
      if flags[i] & BodyFlag.awake != 0 {
        awakeBodies.append(Int32(truncatingIfNeeded: i))
        if i &>> 3 != last { integrationBlocks.append(Int32(truncatingIfNeeded: i &>> 3)) }
        last = i &>> 3
      }
      i &+= 1
    }
  }

  private func listKinematicBodies() {
    kinematicBodies.removeAll()
    var i = 0
    while i < bodies.count {
      if bodyFlags.base[i] & (BodyFlag.kinematic | BodyFlag.used)
        == BodyFlag.kinematic | BodyFlag.used
      {
        kinematicBodies.append(Int32(truncatingIfNeeded: i))
      }
      i &+= 1
    }
  }

  /// Some body woke or fell asleep, came or went: lists of what is awake must be made anew.
  func awakenessChanged() {
    awakeListIsStale = true
    lanesNeedReview = true
  }

  /// Counts how long each body has been slow, and puts whole islands to sleep.
  func updateSleep(_ duration: Float) {
    if !definition.enableSleep { return }
    let linear = definition.sleepLinearThreshold * definition.sleepLinearThreshold
    let angular = definition.sleepAngularThreshold
    let delay = definition.sleepDelay
    var isAnyReady = false
    var i = 0
    while i < awakeBodies.count {
      let slot = Int(awakeBodies.base[i])
      i &+= 1
      if bodyFlags.base[slot] & BodyFlag.dynamic == 0 { continue }
      let motion = motions.base[slot]
      if motion.vx * motion.vx + motion.vy * motion.vy > linear || magnitude(motion.w) > angular
        || bodyFlags.base[slot] & BodyFlag.sleepDisabled != 0
      {
        sleepTimers.base[slot] = 0
      } else {
        let timer = sleepTimers.base[slot] + duration
        sleepTimers.base[slot] = timer
        if timer >= delay { isAnyReady = true }
      }
    }
    if isAnyReady { sleepIslands(delay) }
  }

  private func sleepIslands(_ delay: Float) {
    uniteIslands()
    islandTimers.setCount(bodies.count)
    let least = islandTimers.base
    var i = 0
    while i < awakeBodies.count {
      least[root(Int(awakeBodies.base[i]))] = Float.greatestFiniteMagnitude
      i &+= 1
    }
    i = 0
    while i < awakeBodies.count {
      let slot = Int(awakeBodies.base[i])
      i &+= 1
      let r = root(slot)
      least[r] = smaller(least[r], sleepTimers.base[slot])
    }
    // What touches a moving kinematic body stays awake.
    i = 0
    while i < contactRows.count {
      let row = contactRows.base[i]
      i &+= 1
      if !row.isUsed { continue }
      let a = Int(shapes.base[Int(row.shapeA)].body)
      let b = Int(shapes.base[Int(row.shapeB)].body)
      let both = bodyFlags.base[a] | bodyFlags.base[b]
      if both & BodyFlag.kinematic == 0 { continue }
      let kinematic = bodyFlags.base[a] & BodyFlag.kinematic != 0 ? a : b
      if bodyFlags.base[kinematic] & BodyFlag.awake == 0 { continue }
      least[root(kinematic == a ? b : a)] = 0
    }
    i = 0
    while i < joints.count {
      let joint = joints.base + i
      i &+= 1
      if joint.pointee.flags & JointFlag.used == 0 { continue }
      let a = Int(joint.pointee.bodyA)
      let b = Int(joint.pointee.bodyB)
      let awakeKinematic = BodyFlag.kinematic | BodyFlag.awake
      if bodyFlags.base[a] & awakeKinematic == awakeKinematic { least[root(b)] = 0 }
      if bodyFlags.base[b] & awakeKinematic == awakeKinematic { least[root(a)] = 0 }
    }
    i = 0
    while i < awakeBodies.count {
      let slot = Int(awakeBodies.base[i])
      i &+= 1
      if bodyFlags.base[slot] & BodyFlag.dynamic == 0 || least[root(slot)] < delay { continue }
      bodyFlags.base[slot] &= ~BodyFlag.awake
      motions.base[slot] = BodyMotion()
      // What it travelled in this step still counts against gaps in the next one.
      restedBodies.append(UInt32(truncatingIfNeeded: slot))
      hasSleepers = true
      awakenessChanged()
    }
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

  /// Drops the contacts of a body at once; reports their ends at the next step.
  func removeContacts(ofBody slot: Int) {
    if contactCounts[slot] == 0 { return }
    wakeNeighbours(ofBody: slot)
    removeContacts { Int(self.shapes.base[$0].body) == slot }
  }

  /// Drops the contacts of shapes that fulfil a condition.
  func removeContacts(_ isGone: (Int) -> Bool) {
    var slot = contactRows.count
    while slot > 0 {
      slot -= 1
      // The table loses its end with its last contact.
      if slot >= contactRows.count { continue }
      let row = contactRows[slot]
      if !row.isUsed || !(isGone(Int(row.shapeA)) || isGone(Int(row.shapeB))) { continue }
      if row.flags & ContactRow.touching != 0 { pendingEvents.append(endedEvent(row)) }
      dropContact(slot)
    }
  }
}
