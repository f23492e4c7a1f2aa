import DeterministicMath

extension World {
  /// Advances by `duration` seconds, in `substeps` equal slices.
  ///
  /// Collision runs once; each substep integrates velocities, solves joints and contacts softly,
  /// integrates positions, and relaxes. Nothing is allocated once stores have grown to fit.
  ///
  /// - Precondition: `duration` is finite and positive, `substeps` is at least 1.
  /// - Source: E. Catto, "Solver2D" (the *soft step* scheme), 2024.
  public func step(duration: Float, substeps: Int) {
    precondition(
      duration > 0 && duration.isFinite && substeps > 0, "a step lasts a positive, finite time")
    begin(.pairs)
    takePendingEvents()
    listAwakeBodies()
    updateProxies()
    updatePairs()
    wakeTouchedSleepers()
    begin(.collide)
    updateContacts()
    begin(.prepare)
    solve(duration: duration, substeps: substeps)
    begin(.finish)
    finishBodies(duration: duration)
    storeImpulses()
    begin(.continuous)
    if definition.enableContinuous { solveContinuous() }
    begin(.sleep)
    updateSleep(duration)
    begin(.done)
  }

  private func solve(duration: Float, substeps: Int) {
    let substep = duration / Float(substeps)
    let rate = 1 / substep
    let contactHertz = smaller(definition.contactHertz, definition.contactRateFraction * rate)
    let contact = ContactSolverParameters(
      softness: Softness(
        hertz: contactHertz, dampingRatio: definition.contactDampingRatio, substep: substep),
      staticSoftness: Softness(
        hertz: 2 * contactHertz, dampingRatio: definition.contactDampingRatio, substep: substep),
      maximumPushOutSpeed: definition.maximumPushOutSpeed, inverseSubstep: rate,
      restitutionThreshold: definition.restitutionThreshold)
    let joint = JointSolverParameters(
      substep: substep, inverseSubstep: rate,
      hertz: smaller(definition.jointHertz, definition.jointRateFraction * rate),
      dampingRatio: definition.jointDampingRatio,
      stiffest: definition.jointRateFraction * rate,
      maximumSpeedChange: smaller(
        definition.maximumJointSpeedChange, definition.maximumLinearSpeed),
      maximumBias: definition.maximumLinearSpeed)
    prepareJoints(joint)
    prepareContacts()
    begin(.solve)
    let bodies = UnsafeMutableRawPointer(motions.base)
    let list = UnsafeMutableRawPointer(blocks.base)
    let flags = UnsafePointer(blockFlags.base)
    let count = blockFlags.count
    var i = 0
    while i < substeps {
      integrateVelocities(substep, duration)
      warmStartJoints(isCarried: false)
      warmStartContacts(list, count, bodies)
      solveJoints(joint, useBias: true)
      solveContacts(list, flags, count, bodies, contact, useBias: true)
      integratePositions(substep)
      solveJoints(joint, useBias: false)
      solveContacts(list, flags, count, bodies, contact, useBias: false)
      i &+= 1
    }
    applyRestitution(list, flags, count, bodies, contact)
    storeJointImpulses()
  }

  /// `v = (v + h·a)·1/(1 + h·d)`, and the speed limits.
  private func integrateVelocities(_ h: Float, _ duration: Float) {
    let gravity = definition.gravity
    let fastest = definition.maximumLinearSpeed
    let turn = definition.maximumRotationPerStep / duration
    let list = awakeBodies.base
    let count = awakeBodies.count
    let flags = bodyFlags.base
    var i = 0
    while i < count {
      let slot = Int(list[i])
      i &+= 1
      if flags[slot] & BodyFlag.dynamic == 0 { continue }
      let body = bodies.base + slot
      let motion = motions.base + slot
      let mass = masses.base[slot]
      let scale = body.pointee.gravityScale
      let ax = scale * gravity.x + mass.inverseMass * body.pointee.forceX
      let ay = scale * gravity.y + mass.inverseMass * body.pointee.forceY
      let linear = 1 / (1 + h * body.pointee.linearDamping)
      let angular = 1 / (1 + h * body.pointee.angularDamping)
      var vx = (motion.pointee.vx + h * ax) * linear
      var vy = (motion.pointee.vy + h * ay) * linear
      var w = (motion.pointee.w + h * (mass.inverseInertia * body.pointee.torque)) * angular
      let squared = vx * vx + vy * vy
      if _slowPath(squared > fastest * fastest) {
        let k = fastest / squareRoot(squared)
        vx = vx * k
        vy = vy * k
      }
      if _slowPath(magnitude(w) > turn) { w = w > 0 ? turn : -turn }
      motion.pointee.vx = vx
      motion.pointee.vy = vy
      motion.pointee.w = w
    }
  }

  private func integratePositions(_ h: Float) {
    let list = awakeBodies.base
    let count = awakeBodies.count
    var i = 0
    while i < count {
      let motion = motions.base + Int(list[i])
      i &+= 1
      motion.pointee.dx += h * motion.pointee.vx
      motion.pointee.dy += h * motion.pointee.vy
      let angle = motion.pointee.angle + h * motion.pointee.w
      motion.pointee.angle = angle
      let turned = Rotation.identity.integrated(by: angle)
      motion.pointee.cosine = turned.cosine
      motion.pointee.sine = turned.sine
    }
  }

  /// Adds what the substeps moved to the poses; lists fast bodies for the sweep.
  private func finishBodies(duration: Float) {
    fastBodies.removeAll()
    startPoses.setCount(bodies.count)
    stopFractions.setCount(bodies.count)
    let list = awakeBodies.base
    let count = awakeBodies.count
    let isContinuous = definition.enableContinuous
    var i = 0
    while i < count {
      let slot = Int(list[i])
      i &+= 1
      let motion = motions.base + slot
      let pose = poses.base + slot
      let start = pose.pointee
      startPoses.base[slot] = start
      stopFractions.base[slot] = 1
      pose.pointee.x += motion.pointee.dx
      pose.pointee.y += motion.pointee.dy
      pose.pointee.rotation = start.rotation.integrated(by: motion.pointee.angle)
      if isContinuous && bodyFlags.base[slot] & BodyFlag.dynamic != 0
        && (sweepMarks.base[slot] != 0 || isFast(slot, motion.pointee))
      {
        fastBodies.append(Int32(truncatingIfNeeded: slot))
      }
      sweepMarks.base[slot] = 0
      motion.pointee.angle = 0
      motion.pointee.dx = 0
      motion.pointee.dy = 0
      motion.pointee.cosine = 1
      motion.pointee.sine = 0
      let body = bodies.base + slot
      body.pointee.forceX = 0
      body.pointee.forceY = 0
      body.pointee.torque = 0
    }
  }

  /// Puts the impulses into the contact rows, and reports contacts that began to touch.
  private func storeImpulses() {
    let slop = definition.linearSlop
    var hasBegun = false
    var i = 0
    while i < blockFlags.count {
      let block = ContactBlock(
        UnsafeMutableRawPointer(blocks.base) + i &* ContactBlock.stride)
      i &+= 1
      var lane = 0
      while lane < ContactBlock.laneCount {
        let index = Int(block.integer(ContactBlock.row, lane))
        if index >= 0 {
          let row = rows.base + index
          let point0 = ContactBlock.point0
          let point1 = ContactBlock.point1
          row.pointee.normalImpulse0 = block.float(point0 + ContactBlock.normalImpulse, lane)
          row.pointee.tangentImpulse0 = block.float(point0 + ContactBlock.tangentImpulse, lane)
          row.pointee.normalImpulse1 = block.float(point1 + ContactBlock.normalImpulse, lane)
          row.pointee.tangentImpulse1 = block.float(point1 + ContactBlock.tangentImpulse, lane)
          if row.pointee.flags & ContactRow.touching == 0
            && (block.float(point0 + ContactBlock.greatestImpulse, lane) > 0
              || block.float(point1 + ContactBlock.greatestImpulse, lane) > 0)
          {
            row.pointee.flags |= ContactRow.touching | World.beganMark
            hasBegun = true
          }
        }
        lane &+= 1
      }
    }
    i = 0
    while i < manifolds.count {
      let input = manifolds.base + i
      i &+= 1
      let row = rows.base + Int(input.pointee.row)
      if row.pointee.flags & ContactRow.touching == 0
        && (input.pointee.separation0 <= slop
          || (input.pointee.count > 1 && input.pointee.separation1 <= slop))
      {
        row.pointee.flags |= ContactRow.touching | World.beganMark
        hasBegun = true
      }
    }
    if hasBegun { reportBegun() }
  }

  private static var beganMark: UInt32 { 0x8000_0000 }

  private func reportBegun() {
    var i = 0
    while i < manifolds.count {
      let input = manifolds.base[i]
      i &+= 1
      let row = rows.base + Int(input.row)
      if row.pointee.flags & World.beganMark == 0 { continue }
      row.pointee.flags &= ~World.beganMark
      let anchor =
        input.count > 1 ? 0.5 * (input.anchorA0 + input.anchorA1) : input.anchorA0
      // Where the manifold was made: at the start of the step.
      let a = Int(input.bodyA)
      let isMoving = bodyFlags.base[a] & BodyFlag.awake != 0
      let point = (isMoving ? startPoses.base[a].center : poses.base[a].center) + anchor
      beganEvents.append(event(.began, row.pointee, point: point, normal: input.normal))
    }
  }

  private func takePendingEvents() {
    beganEvents.removeAll()
    endedEvents.removeAll()
    var i = 0
    while i < pendingEvents.count {
      endedEvents.append(pendingEvents[i])
      i += 1
    }
    pendingEvents.removeAll()
  }

  /// What began and ended to touch in the last step, sorted by the shapes' slots, ends first.
  ///
  /// Ends caused by removals since then are reported with the next step. Not state: a restored
  /// world reports none.
  public var contactEvents: [ContactEvent] {
    var events: [ContactEvent] = []
    events.reserveCapacity(endedEvents.count + beganEvents.count)
    for i in 0..<endedEvents.count { events.append(endedEvents[i]) }
    for i in 0..<beganEvents.count { events.append(beganEvents[i]) }
    events.sort { $0.key != $1.key ? $0.key < $1.key : $0.kind.rawValue > $1.kind.rawValue }
    return events
  }
}
