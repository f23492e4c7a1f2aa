import DeterministicMath

/// Waking by touch, at the beginning of a step.
extension World {
  /// Wakes sleepers that an awake or moving body has come near, until no further body wakes.
  func wakeTouchedSleepers() {
    if !activity.hasSleepers { return }
    if activity.wakePending {
      wakeWholeIslands()
      listAwakeBodies()
      pairTable.activateWoken(shapeBodies)
    }
    while activity.hasSleepers {
      let wokeDragged = wakeDraggedSleepers()
      if !wakeTouchedByPairs() && !wokeDragged { return }
      awakenessChanged()
      wakeWholeIslands()
      listAwakeBodies()
      pairTable.activateWoken(shapeBodies)
    }
  }

  /// Contacts between awake and sleeping bodies end here: until a body wakes, only pairs without a
  /// contact must be checked.
  private func wakeTouchedByPairs() -> Bool {
    assert(!pairTable.holdRemoved, "every pair names shapes")
    var woke = false
    let looksAtAll = contactTable.lanesNeedReview || pairTable.candidatesAreStale
    let count = looksAtAll ? pairTable.active.count : pairTable.candidates.count
    var i = 0
    while i < count {
      let pair = pairTable.active.base[looksAtAll ? i : Int(pairTable.candidates.base[i])]
      i &+= 1
      let a = Int(pair.key &>> 32)
      let b = Int(pair.key & 0xFFFF_FFFF)
      let bodyA = Int(shapeTable.records.base[a].body)
      let bodyB = Int(shapeTable.records.base[b].body)
      let flagsA = bodyTable.flags.base[bodyA]
      let flagsB = bodyTable.flags.base[bodyB]
      if (flagsA ^ flagsB) & BodyFlag.awake == 0 { continue }
      let sleeper = flagsA & BodyFlag.awake == 0 ? bodyA : bodyB
      if bodyTable.flags.base[sleeper] & BodyFlag.dynamic == 0 { continue }
      if pair.contact < 0 {
        let slack = pair.slack - travels.approach(bodyA, bodyB)
        if slack > 0.01 * definition.linearSlop
          || collisionRows.manifold(a, b, workers.scratch.pointee.vertices).count == 0
        {
          continue
        }
      }
      bodyTable.flags.base[sleeper] |= BodyFlag.awake
      bodyTable.sleepTimers.base[sleeper] = 0
      woke = true
    }
    return woke
  }

  /// Wakes sleepers that a joint ties to a moving kinematic body.
  ///
  /// - Complexity: O(kinematic bodies, and joints of those that move).
  private func wakeDraggedSleepers() -> Bool {
    assert(jointTable.lists.heads.count == bodyTable.records.count, "every body can list joints")
    var woke = false
    var i = 0
    while i < activity.kinematicBodies.count {
      let slot = Int(activity.kinematicBodies.base[i])
      i &+= 1
      if bodyTable.flags.base[slot] & BodyFlag.awake == 0 { continue }
      jointTable.neighbours.forEach(ofBody: slot) { other, _ in
        let flags = bodyTable.flags.base[other]
        if flags & BodyFlag.dynamic == 0 || flags & BodyFlag.awake != 0 { return }
        bodyTable.flags.base[other] = flags | BodyFlag.awake
        bodyTable.sleepTimers.base[other] = 0
        woke = true
      }
    }
    return woke
  }
}
