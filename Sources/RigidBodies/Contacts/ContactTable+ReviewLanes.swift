import DeterministicMath

/// Which contacts have lanes.
extension ContactTable {
  /// Gives every contact of an awake body a lane, and takes those of resting bodies away.
  ///
  /// - Returns: whether some contact may have got a lane or lost it.
  mutating func reviewLanes(_ source: LaneRows, _ log: inout ChangeLog) -> Bool {
    if lanesAreStale {
      refillLanes(source, &log)
      return true
    }
    if !lanesNeedReview { return false }
    lanesNeedReview = false
    var slot = 0
    while slot < rows.count {
      let row = rows.base[slot]
      if row.isUsed && source.bodies.isAnyAwake(row) != (lanes.base[slot] >= 0) {
        if lanes.base[slot] < 0 { addLane(slot, source, &log) } else { removeLane(slot, &log) }
      }
      slot &+= 1
    }
    return true
  }

  /// Fills all lanes from the rows.
  private mutating func refillLanes(_ source: LaneRows, _ log: inout ChangeLog) {
    storeImpulses(&log)
    lanesAreStale = false
    lanesNeedReview = false
    removeAllLanes(&log)
    var slot = 0
    while slot < rows.count {
      let row = rows.base[slot]
      if row.isUsed && source.bodies.isAnyAwake(row) { addLane(slot, source, &log) }
      slot &+= 1
    }
  }

  /// Gives a contact a lane, and fills it.
  mutating func addLane(_ slot: Int, _ source: LaneRows, _ log: inout ChangeLog) {
    let place = addLane(slot, &log)
    if !manifolds.base[slot].isMade { hasOutdatedLanes = true }
    fillLane(slot, place.block, place.lane, source)
  }
}
