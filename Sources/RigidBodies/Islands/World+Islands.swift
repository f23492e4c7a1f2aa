import DeterministicMath

/// Islands: which bodies are connected, which are awake, and which fall asleep.
extension World {
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
    assert(bodyTable.isUsed(slot), "the slot names a body")
    travels.noteRested(slot)
    pairTable.restedBodyCount &+= 1
    awakenessChanged(hasWoken: false)
  }

  /// Counts how long each body has been slow, and puts whole islands to sleep.
  func updateSleep(_ duration: Float) {
    assert(bodyTable.isAligned, "rows of bodies are as many")
    assert(duration > 0, "a step lasts")
    assert(bodyTable.sleepTimers.count == bodyTable.records.count, "every body has a timer")
    if !definition.enableSleep { return }
    let limits = SleepLimits(definition)
    if bodyTable.countSlow(activity.awakeBodies, duration, limits) { sleepIslands(limits.delay) }
  }

  private func sleepIslands(_ delay: Float) {
    assert(delay >= 0, "a delay is not negative")
    let bodies = shapeBodies
    islands.uniteReady(
      activity.awakeBodies, contactTable, activeJoints, jointTable.records, bodies,
      bodyTable.sleepTimers.base, delay: delay, bodyCount: bodyTable.records.count)
    var i = 0
    while i < islands.ready.count {
      let slot = Int(islands.ready.base[i])
      i &+= 1
      if islands.isKeptAwake(slot) { continue }
      bodyTable.flags.base[slot] &= ~BodyFlag.awake
      bodyTable.motions.base[slot] = BodyMotion()
      // What it travelled in this step still counts against gaps in the next one.
      cameToRest(slot)
      activity.hasSleepers = true
    }
  }
}

/// How slow a body must be to fall asleep, and for how long.
struct SleepLimits {
  /// The square of the speed.
  var squaredSpeed: Float
  var angularSpeed: Float
  var delay: Float

  init(_ definition: WorldDefinition) {
    squaredSpeed = definition.sleepLinearThreshold * definition.sleepLinearThreshold
    angularSpeed = definition.sleepAngularThreshold
    delay = definition.sleepDelay
  }
}

extension BodyTable {
  /// Counts how long each of the dynamic ones of some bodies has been slow.
  ///
  /// - Returns: whether one has been for long enough to sleep.
  func countSlow(
    _ awake: borrowing Store<Int32>, _ duration: Float, _ limits: SleepLimits
  ) -> Bool {
    var isAnyReady = false
    var i = 0
    while i < awake.count {
      let slot = Int(awake.base[i])
      i &+= 1
      if flags.base[slot] & BodyFlag.dynamic == 0 { continue }
      let motion = motions.base[slot]
      if motion.vx * motion.vx + motion.vy * motion.vy > limits.squaredSpeed
        || magnitude(motion.w) > limits.angularSpeed
        || flags.base[slot] & BodyFlag.sleepDisabled != 0
      {
        sleepTimers.base[slot] = 0
      } else {
        let timer = sleepTimers.base[slot] + duration
        sleepTimers.base[slot] = timer
        if timer >= limits.delay { isAnyReady = true }
      }
    }
    return isAnyReady
  }
}
