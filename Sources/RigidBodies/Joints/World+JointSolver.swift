import DeterministicMath

extension World {
  /// Brings the blocks up to date: arms, gaps and matrices at the start of the step. Impulses stay
  /// where the last step left them.
  func prepareJoints(_ parameters: JointSolverParameters) {
    updateJointGraph(parameters)
    if usedJointColors.count == 0 { return }
    // Idle lanes name the slot behind the last body, as those of contacts do: `nameSpare()`.
    let bodies = JointBodies(
      poses: UnsafeMutableRawPointer(poses.base), masses: UnsafeMutableRawPointer(masses.base))
    preparePins(pinBlocks, bodies, parameters)
    prepareHinges(hingeBlocks, bodies, parameters)
    prepareEnds(distanceBlocks, bodies)
    prepareWelds(weldBlocks, bodies, parameters)
    var i = 0
    while i < singleJoints.count {
      let single = singleJoints.base + i
      single.pointee.prepare(poses.base, masses.base)
      i &+= 1
    }
  }

  /// Turns arms, axes and matrices to where the bodies are, once a substep, and gives the bodies
  /// the impulses of the substep before (in the first one: of the step before).
  ///
  /// - Parameter isCarried: the bodies have been given the velocities that the substep before
  ///   changed; then they only lack what the impulses turned with the arms and axes.
  @inline(__always)
  func warmStartJoints(isCarried: Bool) {
    let bodies = UnsafeMutableRawPointer(motions.base)
    warmStartPins(pinBlocks, bodies, isCarried: isCarried)
    warmStartHinges(hingeBlocks, bodies, isCarried: isCarried)
    warmStartDistances(distanceBlocks, bodies, isCarried: isCarried)
    warmStartWelds(weldBlocks, bodies, isCarried: isCarried)
    var i = 0
    while i < singleJoints.count {
      let single = singleJoints.base + i
      i &+= 1
      single.pointee.warmStart(
        jointImpulses.base[Int(single.pointee.joint)],
        motions.base + Int(single.pointee.bodyA), motions.base + Int(single.pointee.bodyB),
        isCarried: isCarried)
    }
  }

  /// One pass over all joints, colour after colour.
  ///
  /// - Parameter useBias: work off errors of position; without it only velocities are corrected.
  @inline(__always)
  func solveJoints(_ parameters: JointSolverParameters, useBias: Bool) {
    let bodies = UnsafeMutableRawPointer(motions.base)
    var i = 0
    while i < usedJointColors.count {
      let color = Int(usedJointColors.base[i])
      i &+= 1
      solvePins(pinBlocks, color, bodies, parameters, useBias: useBias)
      solveHinges(hingeBlocks, color, bodies, parameters, useBias: useBias)
      solveDistances(distanceBlocks, color, bodies, parameters, useBias: useBias)
      solveWelds(weldBlocks, color, bodies, parameters, useBias: useBias)
      var k = Int(singleStarts.base[color])
      let end = Int(singleStarts.base[color &+ 1])
      while k < end {
        let single = singleJoints.base + k
        k &+= 1
        single.pointee.solve(
          jointImpulses.base + Int(single.pointee.joint),
          motions.base + Int(single.pointee.bodyA), motions.base + Int(single.pointee.bodyB),
          parameters, useBias: useBias)
      }
    }
  }

  /// Puts the impulses into the joints' rows.
  func storeJointImpulses() {
    storePins(pinBlocks, jointImpulses.base)
    storeHinges(hingeBlocks, jointImpulses.base)
    storeDistances(distanceBlocks, jointImpulses.base)
    storeWelds(weldBlocks, jointImpulses.base)
  }
}
