import DeterministicMath

/// Joints of awake bodies, coloured: no moving body occurs twice in a colour, so its joints may be
/// solved at once.
///
/// The graph is a function of the joints and of which bodies are awake and dynamic; it is kept
/// while those stay the same.
extension World {
  /// Joints between moving bodies, then those with immovable ones, as contacts have them: what is held
  /// fast has the last word. Colour 0: what found no colour; solved first, one by one.
  private static var movingColors: UInt64 { 0x0000_FFFF_FFFF_FFFE }
  private static var fixedColors: UInt64 { 0xFFFF_0000_0000_0000 }

  /// Makes the blocks anew when something that they depend on has changed.
  func updateJointGraph(_ parameters: JointSolverParameters) {
    if joints.count == 0 && usedJointColors.count == 0 {
      jointActivity.removeAll()
      return
    }
    var isStale =
      jointsChanged || jointGraphBodyCount != bodies.count
      || jointGraphParameters != parameters
    if jointActivityIsStale || isStale {
      jointActivityIsStale = false
      if updateJointActivity() { isStale = true }
    }
    if !isStale { return }
    jointsChanged = false
    jointGraphBodyCount = bodies.count
    jointGraphParameters = parameters
    buildJointGraph(parameters)
  }

  private func buildJointGraph(_ parameters: JointSolverParameters) {
    jointColors.setCount(joints.count)
    jointBodyColors.setCount(bodies.count)
    var i = 0
    while i < bodies.count {
      jointBodyColors.base[i] = 0
      i &+= 1
    }
    let colors = JointBlocks.colorCount
    let capacity = 2 * JointClass.count * colors
    jointCounts.setCount(capacity)
    let counts = jointCounts.base
    do {
      var c = 0
      while c < capacity {
        counts[c] = 0
        c &+= 1
      }
      colorJoints(counts)
      let places = counts + JointClass.count * colors
      let spare = Int32(truncatingIfNeeded: bodies.count)
      pinBlocks.layOut(counts, places: places, spareBody: spare)
      hingeBlocks.layOut(counts + colors, places: places + colors, spareBody: spare)
      distanceBlocks.layOut(counts + 2 * colors, places: places + 2 * colors, spareBody: spare)
      weldBlocks.layOut(counts + 3 * colors, places: places + 3 * colors, spareBody: spare)
      layOutSingles(counts + 4 * colors, places: places + 4 * colors)
      findUsedColors(counts)
      fillJointBlocks(places, parameters)
    }
  }

  /// Greedily by slot.
  private func colorJoints(_ counts: UnsafeMutablePointer<Int32>) {
    let used = jointBodyColors.base
    var i = 0
    while i < joints.count {
      let slot = i
      i &+= 1
      let activity = jointActivity.base[slot]
      if activity == JointActivity.none { continue }
      let joint = joints.base + slot
      let a = Int(joint.pointee.bodyA)
      let b = Int(joint.pointee.bodyB)
      let pushesA = activity & JointActivity.pushesA != 0
      let pushesB = activity & JointActivity.pushesB != 0
      let taken = (pushesA ? used[a] : 0) | (pushesB ? used[b] : 0)
      let free = ~taken & (pushesA && pushesB ? World.movingColors : World.fixedColors)
      let color = free == 0 ? 0 : free.trailingZeroBitCount
      if free != 0 {
        let bit = UInt64(1) &<< UInt64(color)
        if pushesA { used[a] |= bit }
        if pushesB { used[b] |= bit }
      }
      jointColors.base[slot] = UInt8(truncatingIfNeeded: color)
      let kind = World.jointClass(joint).rawValue
      counts[kind &* JointBlocks.colorCount &+ color] &+= 1
    }
  }

  @inline(__always)
  static func jointClass(_ joint: UnsafePointer<JointRecord>) -> JointClass {
    switch joint.pointee.kind {
    case .distance: return .distance
    case .weld: return .weld
    case .prismatic, .wheel, .target: return .single
    case .revolute:
      let extras = JointFlag.motor | JointFlag.limit | JointFlag.spring
      let isPlain =
        joint.pointee.flags & extras == 0 && joint.pointee.constraintHertz < 0
        && joint.pointee.constraintDampingRatio < 0
      return isPlain ? .pin : .hinge
    }
  }

  private func layOutSingles(
    _ counts: UnsafePointer<Int32>, places: UnsafeMutablePointer<Int32>
  ) {
    singleStarts.setCount(JointBlocks.colorCount + 1, filling: 0)
    var sum: Int32 = 0
    var color = 0
    while color < JointBlocks.colorCount {
      singleStarts.base[color] = sum
      places[color] = sum
      sum &+= counts[color]
      color &+= 1
    }
    singleStarts.base[JointBlocks.colorCount] = sum
    singleJoints.setCount(Int(sum))
  }

  /// Lists the colours that hold joints, so that passes skip the others.
  private func findUsedColors(_ counts: UnsafePointer<Int32>) {
    usedJointColors.removeAll()
    movingJointColorCount = 0
    var color = 0
    while color < JointBlocks.colorCount {
      var sum: Int32 = 0
      var kind = 0
      while kind < JointClass.count {
        sum &+= counts[kind &* JointBlocks.colorCount &+ color]
        kind &+= 1
      }
      if sum != 0 {
        usedJointColors.append(Int32(truncatingIfNeeded: color))
        if color < World.firstFixedColor { movingJointColorCount &+= 1 }
      }
      color &+= 1
    }
  }

  private func fillJointBlocks(
    _ places: UnsafeMutablePointer<Int32>, _ parameters: JointSolverParameters
  ) {
    var i = 0
    while i < joints.count {
      let slot = i
      i &+= 1
      if jointActivity.base[slot] == JointActivity.none { continue }
      let joint = UnsafePointer(joints.base + slot)
      let color = Int(jointColors.base[slot])
      let kind = World.jointClass(joint)
      let next = places + (kind.rawValue &* JointBlocks.colorCount &+ color)
      let place = Int(next.pointee)
      next.pointee &+=
        color == 0 && kind != .single ? Int32(LaneColumns.laneCount) : 1
      let index = place / LaneColumns.laneCount
      let lane = place & (LaneColumns.laneCount &- 1)
      let p = jointImpulses.base[slot]
      switch kind {
      case .pin:
        fillEnds(slot, pinBlocks.block(index), pinBlocks.anchorBlock(index), lane)
        fillPin(pinBlocks.block(index), lane, p)
        // Forgets the impulses of a motor or the like that it once had.
        jointImpulses.base[slot] = JointImpulse(impulse0: p.impulse0, impulse1: p.impulse1)
      case .hinge:
        fillEnds(slot, hingeBlocks.block(index), hingeBlocks.anchorBlock(index), lane)
        fillHinge(joint, hingeBlocks.block(index), lane, p, parameters)
      case .distance:
        fillEnds(slot, distanceBlocks.block(index), distanceBlocks.anchorBlock(index), lane)
        fillDistance(joint, distanceBlocks.block(index), lane, p, parameters)
      case .weld:
        fillEnds(slot, weldBlocks.block(index), weldBlocks.anchorBlock(index), lane)
        fillWeld(joint, weldBlocks.block(index), lane, p, parameters)
      case .single:
        singleJoints.base[place] = SingleJoint(slot, joint, parameters)
      }
    }
  }

  @inline(__always)
  private func fillEnds(_ slot: Int, _ block: LaneColumns, _ anchors: LaneColumns, _ lane: Int) {
    let joint = joints.base + slot
    block.set(JointColumn.bodyA, lane, Int32(truncatingIfNeeded: joint.pointee.bodyA))
    block.set(JointColumn.bodyB, lane, Int32(truncatingIfNeeded: joint.pointee.bodyB))
    anchors.set(AnchorColumn.joint, lane, Int32(truncatingIfNeeded: slot))
    anchors.set(AnchorColumn.localAX, lane, joint.pointee.anchorAX)
    anchors.set(AnchorColumn.localAY, lane, joint.pointee.anchorAY)
    anchors.set(AnchorColumn.localBX, lane, joint.pointee.anchorBX)
    anchors.set(AnchorColumn.localBY, lane, joint.pointee.anchorBY)
  }
}
