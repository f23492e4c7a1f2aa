import DeterministicMath

/// Islands: which bodies are connected, which are awake, and which fall asleep.
extension World {
  /// Unites dynamic bodies that contacts or joints connect. Static and kinematic bodies connect
  /// nothing.
  func uniteIslands() {
    assert(bodyTable.flags.count == bodyTable.records.count, "every body has flags")
    islands.separateAll(bodyCount: bodyTable.records.count)
    let flags = bodyTable.flags.base
    var i = 0
    while i < contactTable.rows.count {
      let row = contactTable.rows.base[i]
      i &+= 1
      if !row.isUsed { continue }
      let a = Int(shapeTable.records.base[Int(row.shapeA)].body)
      let b = Int(shapeTable.records.base[Int(row.shapeB)].body)
      if flags[a] & flags[b] & BodyFlag.dynamic != 0 { islands.unite(a, b) }
    }
    i = 0
    while i < jointTable.records.count {
      let joint = jointTable.records.base + i
      i &+= 1
      if joint.pointee.flags & JointFlag.used == 0 { continue }
      let a = Int(joint.pointee.bodyA)
      let b = Int(joint.pointee.bodyB)
      if flags[a] & flags[b] & BodyFlag.dynamic != 0 { islands.unite(a, b) }
    }
  }

  /// Lists all bodies that move, by slot, and the blocks of eight slots that hold one. A kinematic
  /// body is awake while it has a velocity.
  ///
  /// - Complexity: O(kinematic bodies) while none wakes, sleeps, comes or goes.
  func listAwakeBodies() {
    assert(
      bodyTable.flags.count == bodyTable.records.count
        && bodyTable.motions.count == bodyTable.records.count,
      "rows of bodies are as many")
    if activity.listIsStale {
      activity.listKinematic(bodyTable.flags.base, bodyCount: bodyTable.records.count)
    }
    var i = 0
    while i < activity.kinematicBodies.count {
      let slot = Int(activity.kinematicBodies.base[i])
      i &+= 1
      let motion = bodyTable.motions.base[slot]
      let moves = motion.vx != 0 || motion.vy != 0 || motion.w != 0
      if moves != (bodyTable.flags.base[slot] & BodyFlag.awake != 0) {
        bodyTable.flags.base[slot] ^= BodyFlag.awake
        // It may be at rest when the step ends, and is not marked then.
        bodyTable.flags.wasModified = true
        // Where it stopped it stays: what it travelled last counts once more.
        if moves { awakenessChanged() } else { cameToRest(slot) }
      }
    }
    if !activity.listIsStale { return }
    activity.list(bodyTable.flags.base, bodyCount: bodyTable.records.count)
  }

  /// Some body woke or fell asleep, came or went: lists of what is awake must be made again.
  func awakenessChanged(hasWoken: Bool = true) {
    activity.listIsStale = true
    contactTable.lanesNeedReview = true
    activeJoints.isStale = true
    if hasWoken { pairTable.restingAreStale = true }
  }

  /// A body fell asleep or stopped: what it travelled counts once more, and its pairs may rest.
  func cameToRest(_ slot: Int) {
    assert(isUsedBody(slot), "the slot names a body")
    travels.noteRested(slot)
    pairTable.restedBodyCount &+= 1
    awakenessChanged(hasWoken: false)
  }

  /// Counts how long each body has been slow, and puts whole islands to sleep.
  func updateSleep(_ duration: Float) {
    assert(duration > 0, "a step lasts")
    assert(bodyTable.sleepTimers.count == bodyTable.records.count, "every body has a timer")
    if !definition.enableSleep { return }
    let linear = definition.sleepLinearThreshold * definition.sleepLinearThreshold
    let angular = definition.sleepAngularThreshold
    let delay = definition.sleepDelay
    var isAnyReady = false
    var i = 0
    while i < activity.awakeBodies.count {
      let slot = Int(activity.awakeBodies.base[i])
      i &+= 1
      if bodyTable.flags.base[slot] & BodyFlag.dynamic == 0 { continue }
      let motion = bodyTable.motions.base[slot]
      if motion.vx * motion.vx + motion.vy * motion.vy > linear || magnitude(motion.w) > angular
        || bodyTable.flags.base[slot] & BodyFlag.sleepDisabled != 0
      {
        bodyTable.sleepTimers.base[slot] = 0
      } else {
        let timer = bodyTable.sleepTimers.base[slot] + duration
        bodyTable.sleepTimers.base[slot] = timer
        if timer >= delay { isAnyReady = true }
      }
    }
    if isAnyReady { sleepIslands(delay) }
  }

  /// Unites awake bodies as ``uniteIslands()`` does. An awake body has no sleeping neighbours, and
  /// all contacts of awake bodies have lanes.
  private func uniteAwakeIslands() {
    islands.separate(activity.awakeBodies, bodyCount: bodyTable.records.count)
    let wanted = BodyFlag.dynamic | BodyFlag.awake
    forEachContactWithLane { a, b in
      if bodyTable.flags.base[a] & bodyTable.flags.base[b] & wanted == wanted {
        islands.unite(a, b)
      }
    }
    activeJoints.forEach(jointTable.records) { a, b in
      if bodyTable.flags.base[a] & bodyTable.flags.base[b] & wanted == wanted {
        islands.unite(a, b)
      }
    }
  }

  /// The bodies of every contact that has a lane.
  @inline(__always)
  private func forEachContactWithLane(_ visit: (Int, Int) -> Void) {
    contactTable.forEachBlockOfLanes { _, slots, count in
      var lane = 0
      while lane < count {
        let row = contactTable.rows.base[Int(slots[lane])]
        visit(
          Int(shapeTable.records.base[Int(row.shapeA)].body),
          Int(shapeTable.records.base[Int(row.shapeB)].body))
        lane &+= 1
      }
    }
  }

  private func sleepIslands(_ delay: Float) {
    assert(delay >= 0, "a delay is not negative")
    uniteAwakeIslands()
    let least = islands.valuesOfRoots(bodyCount: bodyTable.records.count)
    var i = 0
    while i < activity.awakeBodies.count {
      least[islands.root(Int(activity.awakeBodies.base[i]))] = Float.greatestFiniteMagnitude
      i &+= 1
    }
    i = 0
    while i < activity.awakeBodies.count {
      let slot = Int(activity.awakeBodies.base[i])
      i &+= 1
      let r = islands.root(slot)
      least[r] = smaller(least[r], bodyTable.sleepTimers.base[slot])
    }
    // Bodies that touch a moving kinematic body, or are tied to one, stay awake.
    let kinematic = BodyFlag.kinematic | BodyFlag.awake
    let dynamic = BodyFlag.dynamic | BodyFlag.awake
    @inline(__always)
    func keepAwake(_ a: Int, _ b: Int) {
      let (flagsA, flagsB) = (bodyTable.flags.base[a], bodyTable.flags.base[b])
      if flagsA & kinematic == kinematic && flagsB & dynamic == dynamic {
        least[islands.root(b)] = 0
      }
      if flagsB & kinematic == kinematic && flagsA & dynamic == dynamic {
        least[islands.root(a)] = 0
      }
    }
    forEachContactWithLane { keepAwake($0, $1) }
    activeJoints.forEach(jointTable.records) { keepAwake($0, $1) }
    i = 0
    while i < activity.awakeBodies.count {
      let slot = Int(activity.awakeBodies.base[i])
      i &+= 1
      if bodyTable.flags.base[slot] & BodyFlag.dynamic == 0 || least[islands.root(slot)] < delay {
        continue
      }
      bodyTable.flags.base[slot] &= ~BodyFlag.awake
      bodyTable.motions.base[slot] = BodyMotion()
      // What it travelled in this step still counts against gaps in the next one.
      cameToRest(slot)
      activity.hasSleepers = true
    }
  }
}
