import DeterministicMath

extension World {
  /// Puts a dynamic body to sleep at once, and takes its velocity.
  ///
  /// It wakes at the next step when an awake body touches it or is tied to it. A body that was made
  /// asleep is woken by its first shape; this puts it back.
  public func sleep(_ id: BodyID) {
    guard let slot = slot(of: id), isDynamic(slot),
      bodyFlags[slot] & BodyFlag.sleepDisabled == 0
    else { return }
    bodyFlags[slot] &= ~BodyFlag.awake
    motions[slot] = BodyMotion()
    bodies[slot].forceX = 0
    bodies[slot].forceY = 0
    bodies[slot].torque = 0
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
}
