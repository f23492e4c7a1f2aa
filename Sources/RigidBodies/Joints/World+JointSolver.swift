import DeterministicMath

extension World {
  /// Brings the blocks up to date: arms, gaps and matrices at the start of the step. Impulses stay
  /// where the last step left them.
  ///
  /// Must follow ``updateJointGraph(_:)``. Idle lanes name the slot behind the last body, as those of
  /// contacts do: ``nameSpare()``.
  func prepareJoints(_ parameters: JointSolverParameters, _ share: inout WorkShare) {
    if usedJointColors.count == 0 { return }
    let bodies = JointBodies(
      poses: UnsafeMutableRawPointer(poses.base), masses: UnsafeMutableRawPointer(masses.base))
    share.divide(jointBlockCount)
    preparePins(pinBlocks, share.part(pinBlocks.count), bodies, parameters)
    prepareHinges(hingeBlocks, share.part(hingeBlocks.count), bodies, parameters)
    prepareEnds(distanceBlocks, share.part(distanceBlocks.count), bodies)
    prepareWelds(weldBlocks, share.part(weldBlocks.count), bodies, parameters)
    let range = share.part(singleJoints.count)
    var i = range.first
    while i < range.end {
      let single = singleJoints.base + i
      single.pointee.prepare(poses.base, masses.base)
      i &+= 1
    }
  }

  /// Blocks of all classes; eight single joints count as one.
  var jointBlockCount: Int {
    (pinBlocks.count &+ hingeBlocks.count) &+ (distanceBlocks.count &+ weldBlocks.count)
      &+ (singleJoints.count &+ 7) / 8
  }

  /// Turns arms, axes and matrices to where the bodies are, once a substep, and gives the bodies
  /// the impulses of the substep before (in the first one: of the step before).
  ///
  /// - Parameter isCarried: the bodies have been given the velocities that the substep before
  ///   changed; then they only lack what the impulses turned with the arms and axes.
  @inline(__always)
  func warmStartJoints(_ share: inout WorkShare, isCarried: Bool) {
    let bodies = UnsafeMutableRawPointer(motions.base)
    let isSerial = share.count == 1
    forEachColor(pinBlocks, isSerial, &share) {
      warmStartPins(pinBlocks, $0, bodies, isCarried: isCarried)
    }
    forEachColor(hingeBlocks, isSerial, &share) {
      warmStartHinges(hingeBlocks, $0, bodies, isCarried: isCarried)
    }
    forEachColor(distanceBlocks, isSerial, &share) {
      warmStartDistances(distanceBlocks, $0, bodies, isCarried: isCarried)
    }
    forEachColor(weldBlocks, isSerial, &share) {
      warmStartWelds(weldBlocks, $0, bodies, isCarried: isCarried)
    }
    var k = 0
    while k < usedJointColors.count {
      let color = Int(usedJointColors.base[k])
      k &+= 1
      let start = Int(singleStarts.base[color])
      let count = Int(singleStarts.base[color &+ 1]) &- start
      if count == 0 { continue }
      let range = share.begin(count, isDivisible: color > 0)
      warmStartSingles(range.moved(by: start), isCarried: isCarried)
    }
  }

  @inline(never)
  private func warmStartSingles(_ range: BlockRange, isCarried: Bool) {
    var i = range.first
    while i < range.end {
      let single = singleJoints.base + i
      i &+= 1
      single.pointee.warmStart(
        jointImpulses.base[Int(single.pointee.joint)],
        motions.base + Int(single.pointee.bodyA), motions.base + Int(single.pointee.bodyB),
        isCarried: isCarried)
    }
  }

  /// Calls `body` with the worker's blocks of each colour, or with all blocks, when there is one
  /// worker: they lie colour after colour.
  @inline(__always)
  private func forEachColor(
    _ blocks: borrowing JointBlocks, _ isSerial: Bool, _ share: inout WorkShare,
    _ body: (BlockRange) -> Void
  ) {
    if blocks.count == 0 { return }
    if isSerial {
      body(BlockRange(first: 0, end: blocks.count))
      return
    }
    var i = 0
    while i < usedJointColors.count {
      let color = Int(usedJointColors.base[i])
      i &+= 1
      let count = blocks.count(of: color)
      if count == 0 { continue }
      let range = share.begin(count, isDivisible: color > 0)
      body(range.moved(by: Int(blocks.starts.base[color])))
    }
  }

  /// One pass over the joints between moving bodies, or over those with immovable ones, colour after
  /// colour, that also works off errors of position.
  @inline(never)
  func pushJoints(_ parameters: JointSolverParameters, _ share: inout WorkShare, areFixed: Bool) {
    solveJoints(parameters, &share, areFixed: areFixed, useBias: true)
  }

  /// One pass that corrects velocities and leaves errors of position as they are.
  @inline(never)
  func relaxJoints(_ parameters: JointSolverParameters, _ share: inout WorkShare, areFixed: Bool) {
    solveJoints(parameters, &share, areFixed: areFixed, useBias: false)
  }

  @inline(__always)
  private func solveJoints(
    _ parameters: JointSolverParameters, _ share: inout WorkShare, areFixed: Bool, useBias: Bool
  ) {
    let bodies = UnsafeMutableRawPointer(motions.base)
    var i = areFixed ? movingJointColorCount : 0
    let end = areFixed ? usedJointColors.count : movingJointColorCount
    while i < end {
      let color = Int(usedJointColors.base[i])
      i &+= 1
      let pins = pinBlocks.count(of: color)
      let hinges = hingeBlocks.count(of: color)
      let distances = distanceBlocks.count(of: color)
      let welds = weldBlocks.count(of: color)
      let start = Int(singleStarts.base[color])
      let singles = Int(singleStarts.base[color &+ 1]) &- start
      share.divide(
        (pins &+ hinges) &+ (distances &+ welds) &+ (singles &+ 7) / 8, isDivisible: color > 0)
      // The classes of a colour share no body that can be pushed, either.
      solvePins(
        pinBlocks, share.part(pins).moved(by: Int(pinBlocks.starts.base[color])), bodies,
        parameters, useBias: useBias)
      solveHinges(
        hingeBlocks, share.part(hinges).moved(by: Int(hingeBlocks.starts.base[color])), bodies,
        parameters, useBias: useBias)
      solveDistances(
        distanceBlocks, share.part(distances).moved(by: Int(distanceBlocks.starts.base[color])),
        bodies, parameters, useBias: useBias)
      solveWelds(
        weldBlocks, share.part(welds).moved(by: Int(weldBlocks.starts.base[color])), bodies,
        parameters, useBias: useBias)
      if singles > 0 {
        solveSingles(share.part(singles).moved(by: start), parameters, useBias: useBias)
      }
    }
  }

  @inline(never)
  private func solveSingles(
    _ range: BlockRange, _ parameters: JointSolverParameters, useBias: Bool
  ) {
    var i = range.first
    while i < range.end {
      let single = singleJoints.base + i
      i &+= 1
      single.pointee.solve(
        jointImpulses.base + Int(single.pointee.joint),
        motions.base + Int(single.pointee.bodyA), motions.base + Int(single.pointee.bodyB),
        parameters, useBias: useBias)
    }
  }

  /// Puts the impulses into the joints' rows.
  func storeJointImpulses(_ share: inout WorkShare) {
    if usedJointColors.count == 0 { return }
    share.divide(jointBlockCount)
    storePins(pinBlocks, share.part(pinBlocks.count), jointImpulses.base)
    storeHinges(hingeBlocks, share.part(hingeBlocks.count), jointImpulses.base)
    storeDistances(distanceBlocks, share.part(distanceBlocks.count), jointImpulses.base)
    storeWelds(weldBlocks, share.part(weldBlocks.count), jointImpulses.base)
  }
}
