import DeterministicMath
import Simulation

extension World {
  /// Advances by `duration` seconds, in `substeps` equal slices.
  ///
  /// Collision runs once; each substep integrates velocities, solves joints and contacts softly,
  /// those with immovable bodies last, integrates positions, and relaxes. Nothing is allocated once
  /// stores have grown to fit.
  ///
  /// - Precondition: `duration` is finite and positive, `substeps` is at least 1.
  /// - Source: E. Catto, "Solver2D" (the *soft step* scheme), 2024.
  public func step(duration: Float, substeps: Int) {
    precondition(
      duration > 0 && duration.isFinite && substeps > 0, "a step lasts a positive, finite time")
    assert(
      proxyTable.places.count == shapeTable.records.count
        && shapeTable.outlines.count == shapeTable.records.count,
      "every shape has an outline, and a proxy or none")
    if StepObservation.isOn { return observeStep(duration: duration, substeps: substeps) }
    begin(.pairs)
    events.beginStep()
    changeLog.contactSums.beginStep(contactCount: contactTable.rows.count)
    listAwakeBodies()
    let team = workers.teamOfStep(
      awake: activity.awakeBodies.count, ties: contactTable.rows.count &+ jointTable.records.count)
    team.expectWork(true)
    updateProxies(team)
    updatePairs(team)
    wakeTouchedSleepers()
    assert(!pairTable.holdRemoved, "every pair names shapes that exist")
    assert(
      contactTable.lanes.count == contactTable.rows.count
        && contactTable.manifolds.count == contactTable.rows.count,
      "every contact has a manifold, and a lane or none")
    begin(.collide)
    updateContacts(
      contactPreparation(duration: duration, rate: Float(substeps) / duration), team)
    assert(
      !contactTable.lanesAreStale && !contactTable.lanesNeedReview,
      "contacts of awake bodies have lanes")
    assert(
      bodyTable.motions.count == bodyTable.records.count
        && bodyTable.masses.count == bodyTable.records.count
        && bodyTable.poses.count == bodyTable.records.count,
      "every body has a pose, a motion and a mass")
    begin(.prepare)
    solve(duration: duration, substeps: substeps, team)
    correctOverlaps(team)
    assert(contactTable.lanesAreAhead, "lanes hold the impulses of the step")
    begin(.finish)
    finishBodies(team)
    reportTouching(team)
    assert(
      sweeps.startPoses.count == bodyTable.records.count
        && sweeps.fastBodies.count <= activity.awakeBodies.count,
      "fast bodies are awake, and it is known where they began")
    begin(.continuous)
    if definition.enableContinuous {
      solveContinuous(team)
      correctSwept(team)
    }
    assert(bodyTable.sleepTimers.count == bodyTable.records.count, "every body has a timer")
    begin(.sleep)
    keepPartingAwake()
    updateSleep(duration)
    countTowardsRenewal()
    team.expectWork(false)
    checkStep()
    begin(.done)
  }

  private func solve(duration: Float, substeps: Int, _ team: WorkerTeam) {
    assert(duration > 0 && substeps > 0, "a step lasts")
    assert(
      activity.awakeBlocks.count <= activity.awakeBodies.count,
      "a listed block holds an awake body")
    let substep = duration / Float(substeps)
    let rate = 1 / substep
    let softness = contactSoftness(rate: rate)
    let contact = ContactSolverParameters(
      softness: softness.soft, staticSoftness: softness.stiff,
      maximumPushOutSpeed: definition.maximumPushOutSpeed,
      correctsOverlaps: definition.overlapTolerance > 0, inverseSubstep: rate,
      restitutionThreshold: definition.restitutionThreshold)
    let joint = JointSolverParameters(
      substep: substep, inverseSubstep: rate,
      hertz: smaller(definition.jointHertz, definition.jointRateFraction * rate),
      dampingRatio: definition.jointDampingRatio,
      stiffest: definition.jointRateFraction * rate,
      maximumSpeedChange: smaller(
        definition.maximumJointSpeedChange, definition.maximumLinearSpeed),
      maximumBias: definition.maximumLinearSpeed, hasExactSprings: definition.hasExactSprings)
    let limits = SpeedLimits(
      linear: definition.maximumLinearSpeed,
      angular: definition.maximumRotationPerStep / duration)
    jointGraph.update(
      jointTable.records, jointTable.impulses, &activeJoints, flags: bodyTable.flags.base,
      bodyCount: bodyTable.records.count, joint)
    if !jointGraph.isEmpty { changeLog.markJointImpulses() }
    integration.fillLastBlock(&bodyTable.motions)
    let rows = JointRows(
      poses: bodyTable.poses.base, masses: bodyTable.masses.base, motions: bodyTable.motions.base,
      impulses: jointTable.impulses.base, contactColors: contactTable.colorsByBody,
      bodies: bodyTable.records.base, bodyCount: bodyTable.records.count,
      gravity: definition.gravity)
    let moved = IntegrationRows(
      motions: bodyTable.motions.base, masses: bodyTable.masses.base,
      bodies: bodyTable.records.base, flags: bodyTable.flags.base,
      bodyCount: bodyTable.records.count, blocks: activity.awakeBlocks.base,
      blockCount: activity.awakeBlocks.count)
    contactTable.lanesAreAhead = true
    workers.share(among: team) { share, scratch in
      jointGraph.prepare(rows, joint, &share)
      integration.prepare(moved, gravity: definition.gravity, substep, &share)
      if share.worker == 0 { begin(.solve) }
      if let passObserver, share.count == 1 {
        for pass in 0..<substeps {
          solve(Passes(pass, pass &+ 1, of: substeps), rows, moved, limits, joint, contact, &share)
          passObserver(pass)
        }
      } else {
        solve(Passes(0, substeps, of: substeps), rows, moved, limits, joint, contact, &share)
      }
      jointGraph.storeImpulses(rows, &share, &scratch.jointImpulses)
    }
    jointGraph.beginSum()
    workers.forEachScratch(of: team) { jointGraph.addToSum($0.jointImpulses) }
  }

  /// Some of a step's substeps.
  private struct Passes {
    let first: Int
    let end: Int
    let count: Int

    init(_ first: Int, _ end: Int, of count: Int) {
      (self.first, self.end, self.count) = (first, end, count)
    }
  }

  private func solve(
    _ passes: Passes, _ rows: JointRows, _ moved: IntegrationRows, _ limits: SpeedLimits,
    _ joint: JointSolverParameters, _ contact: ContactSolverParameters, _ share: inout WorkShare
  ) {
    let substep = joint.substep
    let pass = contactPass
    var i = passes.first
    if definition.passesBlows && i == 0 {
      // And a substep more: the last one ends in looking so far ahead.
      pass.passBlows(
        contact, &share, duration: substep * Float(passes.count &+ 1), rounds: 4)
    }
    while i < passes.end {
      integration.integrateVelocities(moved, limits, &share, isFirst: i == 0)
      jointGraph.warmStart(rows, &share, isCarried: i > 0)
      if i == 0 { pass.warmStart(&share) }
      // Immovable constraints come after all that push against them, so that the ground holds.
      // Contacts before joints: joints correct the effect of a blow before positions move.
      pass.push(contact, &share, areFixed: false)
      jointGraph.push(rows, joint, &share, areFixed: false)
      jointGraph.push(rows, joint, &share, areFixed: true)
      pass.push(contact, &share, areFixed: true)
      integration.integratePositions(moved, limits, substep, &share)
      // Joints before contacts: no speed remains that would press bodies into each other.
      jointGraph.relax(rows, joint, &share, areFixed: false)
      pass.relax(contact, &share, areFixed: false)
      jointGraph.relax(rows, joint, &share, areFixed: true)
      pass.relax(contact, &share, areFixed: true)
      var relaxation = 1
      while relaxation < definition.relaxationCount {
        pass.relax(contact, &share, areFixed: false)
        pass.relax(contact, &share, areFixed: true)
        relaxation &+= 1
      }
      i &+= 1
    }
    if i == passes.count { pass.applyRestitution(contact, &share) }
  }

  /// Softness of contacts between moving bodies, and with immovable ones.
  private func contactSoftness(rate: Float) -> (soft: Softness, stiff: Softness) {
    assert(rate > 0, "a substep ends")
    let hertz = smaller(definition.contactHertz, definition.contactRateFraction * rate)
    let damping = definition.contactDampingRatio
    return (
      Softness(hertz: hertz, dampingRatio: damping, substep: 1 / rate),
      Softness(hertz: 2 * hertz, dampingRatio: damping, substep: 1 / rate)
    )
  }

  private func contactPreparation(
    duration: Float, rate: Float
  ) -> ContactPreparation {
    let push = definition.maximumPushOutSpeed
    return ContactPreparation(
      reach: definition.speculativeDistance,
      deep: deepContacts(), bearable: bearableChanges(contactSoftness(rate: rate)),
      fastApproach: -4 * push,
      checksApproach: isAnySurfaceFaster(than: 2 * push),
      // Twice a step: along the normal of now, what hits in the next one may seem to do so in this.
      foresight: definition.foreseesHits ? 2 * duration : 0,
      lead: definition.contactLead * duration)
  }

  /// Whether some point of an awake body may be faster: two such meet at twice that at most.
  private func isAnySurfaceFaster(than speed: Float) -> Bool {
    assert(bodyTable.extents.count == bodyTable.records.count, "every body has an extent")
    var i = 0
    while i < activity.awakeBodies.count {
      let slot = Int(activity.awakeBodies.base[i])
      i &+= 1
      let motion = bodyTable.motions.base[slot]
      let rest = speed - magnitude(motion.w) * bodyTable.extents.base[slot].outer
      if rest <= 0 || motion.vx * motion.vx + motion.vy * motion.vy > rest * rest { return true }
    }
    return false
  }

  /// Adds the substeps' displacements to the poses; lists fast bodies for the sweep.
  private func finishBodies(_ team: WorkerTeam) {
    assert(!activity.listIsStale, "awake bodies are listed")
    changeLog.reserve(bodyCount: bodyTable.records.count, contactCount: contactTable.rows.count)
    sweeps.reserve(bodyCount: bodyTable.records.count)
    travels.reserve(bodyCount: bodyTable.records.count)
    changeLog.markAwakeBodies(activity.awakeBlocks)
    workers.share(among: team) { share, scratch in
      share.divide((activity.awakeBodies.count &+ 7) &>> 3)
      finishBodies(share.part(activity.awakeBodies.count), &scratch.fastBodies)
      listBegunContacts(share, &scratch.begunContacts)
    }
    sweeps.fastBodies.removeAll()
    workers.forEachScratch(of: team) { sweeps.fastBodies.append(contentsOf: $0.fastBodies) }
    clearForces()
  }

  private func finishBodies(_ range: BlockRange, _ fast: inout Store<Int32>) {
    assert(range.end <= activity.awakeBodies.count, "the bodies are listed")
    assert(sweeps.marks.count >= bodyTable.records.count, "every body can be marked")
    fast.removeAll()
    let list = activity.awakeBodies.base
    let isContinuous = definition.enableContinuous
    var i = range.first
    while i < range.end {
      let slot = Int(list[i])
      i &+= 1
      let motion = bodyTable.motions.base + slot
      let pose = bodyTable.poses.base + slot
      let start = pose.pointee
      sweeps.startPoses.base[slot] = start
      sweeps.stopFractions.base[slot] = 1
      pose.pointee.x += motion.pointee.dx
      pose.pointee.y += motion.pointee.dy
      assert(
        motion.pointee.sine == Turn(motion.pointee.angle).sine, "the sine is that of the angle")
      pose.pointee.rotation = start.rotation.turned(
        byVersine: motion.pointee.versine, sine: motion.pointee.sine)
      if isContinuous && bodyTable.flags.base[slot] & BodyFlag.dynamic != 0
        && (sweeps.marks.base[slot] != 0
          || bodyTable.extents.base[slot].isPassed(
            by: motion.pointee, sweepDistance: definition.sweepDistance))
      {
        fast.append(Int32(truncatingIfNeeded: slot))
      }
      sweeps.marks.base[slot] = 0
      // Rounding included: of the pose, and of the points that follow from it.
      let outer = bodyTable.extents.base[slot].outer
      let way = magnitude(motion.pointee.dx) + magnitude(motion.pointee.dy)
      travels.shifts.base[slot] = Vec2(motion.pointee.dx, motion.pointee.dy)
      travels.margins.base[slot] =
        magnitude(motion.pointee.angle) * outer
        + 1e-6 * (magnitude(start.x) + magnitude(start.y) + way + outer)
      motion.pointee.angle = 0
      motion.pointee.dx = 0
      motion.pointee.dy = 0
      motion.pointee.versine = 0
      motion.pointee.sine = 0
    }
  }

  /// Forces act in one step.
  private func clearForces() {
    if !bodyTable.isAnyForce { return }
    bodyTable.isAnyForce = false
    bodyTable.records.wasModified = true
    var i = 0
    while i < activity.awakeBodies.count {
      let body = bodyTable.records.base + Int(activity.awakeBodies.base[i])
      body.pointee.forceX = 0
      body.pointee.forceY = 0
      body.pointee.torque = 0
      i &+= 1
    }
  }
}
