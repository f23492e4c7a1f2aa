import DeterministicMath

/// The rows that the solver's passes read and write.
struct JointRows {
  let poses: UnsafeMutablePointer<BodyPose>
  let masses: UnsafeMutablePointer<BodyMass>
  let motions: UnsafeMutablePointer<BodyMotion>
  let impulses: UnsafeMutablePointer<JointImpulse>
  /// By body slot: the colours of the contacts that push it.
  let contactColors: UnsafePointer<UInt64>
  let bodies: UnsafePointer<BodyRecord>
  let bodyCount: Int
  let gravity: Vec2
}

extension JointGraph {
  /// Brings the blocks up to date: arms, gaps and matrices at the start of the step. Impulses stay
  /// where the last step left them.
  ///
  /// Must follow ``update(_:_:_:flags:bodyCount:_:)``. Idle lanes name the slot behind the last body, as those of
  /// contacts do: ``BodyTable/fillSpare()``.
  func prepare(
    _ rows: JointRows, _ parameters: JointSolverParameters, _ share: inout WorkShare
  ) {
    if usedColors.count == 0 { return }
    assert(singleStarts.count == JointBlocks.colorCount + 1, "every colour has a place")
    let bodies = JointBodies(
      poses: UnsafeMutableRawPointer(rows.poses), masses: UnsafeMutableRawPointer(rows.masses),
      contactColors: rows.contactColors, rows: rows.bodies, count: rows.bodyCount,
      gravity: rows.gravity)
    share.divide(blockCount)
    JointGraph.forEachLaneClass { _, kind in
      let blocks = blocks(of: kind)
      kind.prepare(blocks.pointee.rows, share.part(blocks.pointee.count), bodies, parameters)
    }
    let range = share.part(singles.count)
    var i = range.first
    while i < range.end {
      let single = singles.base + i
      single.pointee.prepare(rows.poses, rows.masses)
      i &+= 1
    }
  }

  /// Blocks of all classes; eight single joints count as one.
  var blockCount: Int {
    var sum = (singles.count &+ 7) / 8
    JointGraph.forEachLaneClass { _, kind in sum &+= blocks(of: kind).pointee.count }
    return sum
  }

  /// Turns arms, axes and matrices to where the bodies are, once a substep, and gives the bodies
  /// the impulses of the substep before (in the first one: of the step before).
  ///
  /// - Parameter isCarried: the bodies have been given the velocities that the substep before
  ///   changed; then they only lack what the impulses turned with the arms and axes.
  @inline(__always)
  func warmStart(_ rows: JointRows, _ share: inout WorkShare, isCarried: Bool) {
    let bodies = UnsafeMutableRawPointer(rows.motions)
    let isSerial = share.count == 1
    JointGraph.forEachLaneClass { _, kind in
      let blocks = blocks(of: kind)
      let rows = blocks.pointee.rows
      forEachColor(blocks.pointee, isSerial, &share) {
        kind.warmStart(rows, $0, bodies, isCarried: isCarried)
      }
    }
    var k = 0
    while k < usedColors.count {
      let color = Int(usedColors.base[k])
      k &+= 1
      let start = Int(singleStarts.base[color])
      let count = Int(singleStarts.base[color &+ 1]) &- start
      if count == 0 { continue }
      let range = share.begin(count, isDivisible: color > 0)
      warmStartSingles(rows, range.moved(by: start), isCarried: isCarried)
    }
  }

  @inline(never)
  private func warmStartSingles(_ rows: JointRows, _ range: BlockRange, isCarried: Bool) {
    assert(range.first >= 0 && range.end <= singles.count, "the joints exist")
    var i = range.first
    while i < range.end {
      let single = singles.base + i
      i &+= 1
      single.pointee.warmStart(
        rows.impulses[Int(single.pointee.joint)],
        rows.motions + Int(single.pointee.bodyA), rows.motions + Int(single.pointee.bodyB),
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
    while i < usedColors.count {
      let color = Int(usedColors.base[i])
      i &+= 1
      let count = blocks.count(of: color)
      if count == 0 { continue }
      let range = share.begin(count, isDivisible: color > 0)
      body(range.moved(by: Int(blocks.starts.base[color])))
    }
  }

  /// One pass over the joints between moving bodies, or over those with immovable ones, colour
  /// after colour, that also works off errors of position.
  @inline(never)
  func push(
    _ rows: JointRows, _ parameters: JointSolverParameters, _ share: inout WorkShare, areFixed: Bool
  ) {
    solve(rows, parameters, &share, areFixed: areFixed, useBias: true)
  }

  /// One pass that corrects velocities and leaves errors of position as they are.
  @inline(never)
  func relax(
    _ rows: JointRows, _ parameters: JointSolverParameters, _ share: inout WorkShare, areFixed: Bool
  ) {
    solve(rows, parameters, &share, areFixed: areFixed, useBias: false)
  }

  // Inlined into both callers: to ask for the bias in every block would slow the smallest steps. Embedded
  // builds have one copy, since a page loads all code.
  #if hasFeature(Embedded)
    @inline(never)
  #else
    @inline(__always)
  #endif
  private func solve(
    _ rows: JointRows, _ parameters: JointSolverParameters, _ share: inout WorkShare,
    areFixed: Bool, useBias: Bool
  ) {
    let bodies = UnsafeMutableRawPointer(rows.motions)
    var i = areFixed ? movingColorCount : 0
    let end = areFixed ? usedColors.count : movingColorCount
    while i < end {
      let color = Int(usedColors.base[i])
      i &+= 1
      let start = Int(singleStarts.base[color])
      let singleCount = Int(singleStarts.base[color &+ 1]) &- start
      var sum = (singleCount &+ 7) / 8
      JointGraph.forEachLaneClass { _, kind in
        sum &+= blocks(of: kind).pointee.count(of: color)
      }
      share.divide(sum, isDivisible: color > 0)
      // The classes of a colour share no body that can be pushed, either.
      JointGraph.forEachLaneClass { _, kind in
        let blocks = blocks(of: kind)
        let count = blocks.pointee.count(of: color)
        let range = share.part(count).moved(by: Int(blocks.pointee.starts.base[color]))
        kind.solve(blocks.pointee.rows, range, bodies, parameters, useBias: useBias)
      }
      if singleCount > 0 {
        solveSingles(rows, share.part(singleCount).moved(by: start), parameters, useBias: useBias)
      }
    }
  }

  @inline(never)
  private func solveSingles(
    _ rows: JointRows, _ range: BlockRange, _ parameters: JointSolverParameters, useBias: Bool
  ) {
    assert(range.first >= 0 && range.end <= singles.count, "the joints exist")
    var i = range.first
    while i < range.end {
      let single = singles.base + i
      i &+= 1
      single.pointee.solve(
        rows.impulses + Int(single.pointee.joint),
        rows.motions + Int(single.pointee.bodyA), rows.motions + Int(single.pointee.bodyB),
        parameters, useBias: useBias)
    }
  }

  /// Puts the impulses into the joints' rows.
  ///
  /// - Parameter sum: gets the worker's part of the sum of their hashes, where it is wanted.
  func storeImpulses(_ rows: JointRows, _ share: inout WorkShare, _ sum: inout ImpulseSum) {
    sum = ImpulseSum(isWanted: isSumWanted)
    if isEmpty { return }
    share.divide(blockCount)
    JointGraph.forEachLaneClass { _, kind in
      let blocks = blocks(of: kind)
      kind.store(blocks.pointee.rows, share.part(blocks.pointee.count), rows.impulses, &sum)
    }
  }
}
