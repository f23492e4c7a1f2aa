import DeterministicMath

extension World {
  /// Puts a dynamic body to sleep at once, and takes its velocity.
  ///
  /// It wakes at the next step when an awake body touches it or is tied to it. A body that was made
  /// asleep is woken by its first shape; this puts it back.
  public func sleep(_ id: BodyID) {
    guard let slot = slot(of: id), bodyTable.isDynamic(slot),
      bodyTable.flags[slot] & BodyFlag.sleepDisabled == 0
    else { return }
    bodyTable.flags[slot] &= ~BodyFlag.awake
    bodyTable.motions[slot] = BodyMotion()
    bodyTable.records[slot].forceX = 0
    bodyTable.records[slot].forceY = 0
    bodyTable.records[slot].torque = 0
    activity.wakePending = true
    activity.hasSleepers = true
    cameToRest(slot)
  }

  /// Wakes the body and, at the next step, its whole island.
  public func wake(_ id: BodyID) {
    guard let slot = slot(of: id) else { return }
    wakeSlot(slot)
  }

  /// Whether the body is simulated in the next step; `false` for a stale handle.
  public func isAwake(_ id: BodyID) -> Bool {
    guard let slot = slot(of: id) else { return false }
    return bodyTable.flags[slot] & BodyFlag.awake != 0
  }

  /// A body that may not sleep keeps its island awake.
  public func setSleepEnabled(_ isEnabled: Bool, of id: BodyID) {
    guard let slot = slot(of: id) else { return }
    if isEnabled {
      bodyTable.flags[slot] &= ~BodyFlag.sleepDisabled
    } else {
      bodyTable.flags[slot] |= BodyFlag.sleepDisabled
      wakeSlot(slot)
    }
  }
}
