import DeterministicMath
import Simulation

/// Overlaps that contacts do not push apart: see ``WorldDefinition/overlapTolerance``.
extension World {
  private static var correctionRounds: Int { 8 }

  /// Which contacts the solver takes special care of: deep ones and, where overlaps are corrected,
  /// all of a body that was moved for it.
  func deepContacts() -> OverlapTolerance {
    if definition.overlapTolerance > 0 {
      return overlapTolerance(parting: -2 * definition.speculativeDistance)
    }
    let deep = 4 * definition.linearSlop
    return OverlapTolerance(general: deep, parting: deep, flags: nil)
  }

  /// A soft contact sinks in until its push-out balances the speed that softness lets through.
  func bearableChanges(
    _ softness: (soft: Softness, stiff: Softness)
  ) -> (soft: Float, stiff: Float)? {
    let tolerance = definition.overlapTolerance
    if tolerance == 0 { return nil }
    func change(_ s: Softness) -> Float {
      s.impulseScale > 0
        ? tolerance * s.biasRate * s.massScale / s.impulseScale : Float.greatestFiniteMagnitude
    }
    return (change(softness.soft), change(softness.stiff))
  }

  /// - Parameter parting: the tolerance for bodies that were moved in the last step.
  private func overlapTolerance(parting: Float) -> OverlapTolerance {
    assert(definition.overlapTolerance >= 0, "a tolerance is not negative")
    // Room for the spare body first: making it would move the flags.
    bodyTable.flags.reserve(bodyTable.records.count &+ 1)
    bodyTable.flags.base[bodyTable.records.count] = 0
    return OverlapTolerance(
      general: definition.overlapTolerance, parting: parting,
      flags: isAnyBodyParting ? UnsafePointer(bodyTable.flags.base) : nil)
  }

  private var isAnyBodyParting: Bool {
    var i = 0
    while i < activity.awakeBodies.count {
      if bodyTable.flags.base[Int(activity.awakeBodies.base[i])] & BodyFlag.corrected != 0 {
        return true
      }
      i &+= 1
    }
    return false
  }

  /// Runs after the substeps and before their displacements enter the poses, so that the sweep
  /// covers the correction too, and everything derived from displacements includes it.
  ///
  /// Contacts are corrected in the order of the solver, colour after colour: those with immovable
  /// bodies last, so that they hold.
  func correctOverlaps(_ team: WorkerTeam) {
    if definition.overlapTolerance == 0 { return }
    let tolerance = overlapTolerance(parting: 0.1 * definition.overlapTolerance)
    if isAnyOverlap(team, tolerance) {
      corrections.begin(activity.awakeBodies, bodyTable.motions)
      correctOverlaps(team, tolerance)
      corrections.note(
        activity.awakeBodies, bodyTable.motions, bodyTable.flags, bodyTable.extents,
        tolerance: definition.overlapTolerance)
    } else if tolerance.flags != nil {
      clearCorrections()
    }
  }

  private func correctOverlaps(_ team: WorkerTeam, _ tolerance: OverlapTolerance) {
    assert(tolerance.parting >= 0, "a tolerance is not negative")
    let pass = contactPass
    let correction = OverlapCorrection(
      tolerance: tolerance, rest: 0.5 * tolerance.parting,
      greatest: definition.maximumCorrection)
    var round = 0
    while round < World.correctionRounds {
      workers.share(among: team) { share, scratch in
        scratch.foundOverlap = pass.correctOverlaps(
          correction, from: 0, to: ContactTable.colorCount, &share, turns: true)
      }
      if !takeFoundOverlap(team) { break }
      corrections.limit(activity.awakeBodies, bodyTable.motions, to: definition.maximumCorrection)
      round &+= 1
    }
    workers.share(among: team) { share, scratch in
      scratch.foundOverlap = pass.correctOverlaps(
        correction, from: ContactTable.firstFixedColor, to: ContactTable.colorCount, &share,
        turns: false)
    }
    corrections.limit(activity.awakeBodies, bodyTable.motions, to: definition.maximumCorrection)
  }

  private func isAnyOverlap(_ team: WorkerTeam, _ tolerance: OverlapTolerance) -> Bool {
    let pass = contactPass
    workers.share(among: team) { share, scratch in
      share.divide(contactTable.blockCount)
      scratch.foundOverlap = pass.isAnyOverlap(tolerance, &share)
    }
    return takeFoundOverlap(team)
  }

  private func takeFoundOverlap(_ team: WorkerTeam) -> Bool {
    assert(team.count <= workers.scratchCount, "every worker has its scratch")
    var found = false
    workers.forEachScratch(of: team) { if $0.foundOverlap { found = true } }
    return found
  }

  /// Bodies that travel by being moved out of others are not at rest, whatever their speed. Bodies
  /// without room only tremble, and may rest.
  func keepPartingAwake() {
    assert(sweeps.startPoses.count == bodyTable.records.count, "it is known where bodies were")
    let rest = 4 * definition.overlapTolerance
    if rest == 0 { return }
    var i = 0
    while i < activity.awakeBodies.count {
      let slot = Int(activity.awakeBodies.base[i])
      i &+= 1
      if bodyTable.flags.base[slot] & BodyFlag.corrected == 0 { continue }
      let way = bodyTable.poses.base[slot].center - sweeps.startPoses.base[slot].center
      if way.lengthSquared > rest * rest { bodyTable.sleepTimers.base[slot] = 0 }
    }
  }

  private func clearCorrections() {
    var i = 0
    while i < activity.awakeBodies.count {
      bodyTable.flags.base[Int(activity.awakeBodies.base[i])] &= ~BodyFlag.corrected
      i &+= 1
    }
  }
}
