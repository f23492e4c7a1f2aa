import DeterministicMath

/// Joints of awake bodies, coloured: no moving body occurs twice in a colour, so its joints may be
/// solved at once.
///
/// The graph is a function of the joints and of which bodies are awake and dynamic; it is kept
/// while those stay the same.
struct JointGraph: ~Copyable {
  /// Joints between moving bodies, then those with immovable ones, as contacts have them: what is
  /// held fast has the last word. Colour 0: what found no colour; solved first, one by one.
  private static var movingColors: UInt64 { 0x0000_FFFF_FFFF_FFFE }
  private static var fixedColors: UInt64 { 0xFFFF_0000_0000_0000 }

  /// The blocks of each class that is solved in lanes.
  private let laneBlocks = UnsafeMutablePointer<JointBlocks>.allocate(
    capacity: JointClass.laneCount)
  var singles = Store<SingleJoint>()
  /// First of ``singles`` of each colour, and the count of all.
  var singleStarts = Store<Int32>()
  private(set) var usedColors = Store<Int32>()
  /// How many of them hold joints between moving bodies; they come first.
  private(set) var movingColorCount = 0
  /// By kind and colour, while the graph is made.
  private var counts = Store<Int32>()
  /// By joint slot.
  private(set) var colors = Store<UInt8>()
  /// By body slot.
  private var bodyColors = Store<UInt64>()
  private(set) var bodyCount = -1
  private var parameters: JointSolverParameters?
  // See `JointGraph+Sum.swift`.
  var restOfSum = RestOfSum.unasked
  var sumOfLanes: StateDigest?
  var isSumWanted = false

  init() {
    JointGraph.forEachLaneClass { index, kind in
      (laneBlocks + index).initialize(to: JointBlocks(columnCount: kind.columnCount))
    }
  }

  deinit {
    laneBlocks.deinitialize(count: JointClass.laneCount)
    laneBlocks.deallocate()
  }

  /// Whether no joint is active.
  @inline(__always) var isEmpty: Bool { usedColors.count == 0 }

  /// The blocks of a class that is solved in lanes.
  @inline(__always)
  func blocks(of kind: JointClass) -> UnsafeMutablePointer<JointBlocks> {
    laneBlocks + kind.rawValue
  }

  /// Calls `body` with each class that is solved in lanes, and its number.
  @inline(__always)
  static func forEachLaneClass(_ body: (Int, JointClass) -> Void) {
    var index = 0
    while index < JointClass.laneCount {
      body(index, JointClass(rawValue: index).unsafelyUnwrapped)
      index &+= 1
    }
  }

  /// Makes the blocks again when something that they depend on has changed.
  mutating func update(
    _ joints: borrowing Store<JointRecord>, _ impulses: borrowing Store<JointImpulse>,
    _ active: inout ActiveJoints, flags: UnsafePointer<UInt32>, bodyCount: Int,
    _ parameters: JointSolverParameters
  ) {
    assert(impulses.count == joints.count, "every joint has impulses")
    if joints.count == 0 && isEmpty {
      active.removeAll()
      return
    }
    let isStale =
      active.jointsChanged || self.bodyCount != bodyCount || self.parameters != parameters
    let isActivityOther = active.update(joints, flags: flags, haveChanged: isStale)
    if !isStale && !isActivityOther { return }
    active.jointsChanged = false
    self.bodyCount = bodyCount
    self.parameters = parameters
    build(joints, impulses, active.activity.base, parameters)
  }

  private mutating func build(
    _ joints: borrowing Store<JointRecord>, _ impulses: borrowing Store<JointImpulse>,
    _ activity: UnsafePointer<UInt8>, _ parameters: JointSolverParameters
  ) {
    restOfSum = .unasked
    colors.setCount(joints.count)
    bodyColors.setCount(bodyCount)
    var i = 0
    while i < bodyCount {
      bodyColors.base[i] = 0
      i &+= 1
    }
    let colorCount = JointBlocks.colorCount
    let capacity = 2 * JointClass.count * colorCount
    counts.setCount(capacity)
    let counts = counts.base
    do {
      var c = 0
      while c < capacity {
        counts[c] = 0
        c &+= 1
      }
      colorJoints(joints, activity, counts)
      let places = counts + JointClass.count * colorCount
      let spare = Int32(truncatingIfNeeded: bodyCount)
      JointGraph.forEachLaneClass { index, kind in
        let offset = index &* colorCount
        laneBlocks[index].layOut(counts + offset, places: places + offset, spareBody: spare)
      }
      let singleOffset = JointClass.single.rawValue &* colorCount
      layOutSingles(counts + singleOffset, places: places + singleOffset)
      findUsedColors(counts)
      fillBlocks(joints, impulses, activity, places, parameters)
    }
  }

  /// Greedily by slot.
  private func colorJoints(
    _ joints: borrowing Store<JointRecord>, _ activity: UnsafePointer<UInt8>,
    _ counts: UnsafeMutablePointer<Int32>
  ) {
    let used = bodyColors.base
    var i = 0
    while i < joints.count {
      let slot = i
      i &+= 1
      let activity = activity[slot]
      if activity == JointActivity.none { continue }
      let joint = joints.base + slot
      let a = Int(joint.pointee.bodyA)
      let b = Int(joint.pointee.bodyB)
      let pushesA = activity & JointActivity.pushesA != 0
      let pushesB = activity & JointActivity.pushesB != 0
      let taken = (pushesA ? used[a] : 0) | (pushesB ? used[b] : 0)
      let free = ~taken & (pushesA && pushesB ? JointGraph.movingColors : JointGraph.fixedColors)
      let color = free == 0 ? 0 : free.trailingZeroBitCount
      if free != 0 {
        let bit = UInt64(1) &<< UInt64(color)
        if pushesA { used[a] |= bit }
        if pushesB { used[b] |= bit }
      }
      colors.base[slot] = UInt8(truncatingIfNeeded: color)
      let kind = JointKind.jointClass(joint).rawValue
      counts[kind &* JointBlocks.colorCount &+ color] &+= 1
    }
  }

  private mutating func layOutSingles(
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
    singles.setCount(Int(sum))
  }

  /// Lists the colours that hold joints, so that passes skip the others.
  private mutating func findUsedColors(_ counts: UnsafePointer<Int32>) {
    usedColors.removeAll()
    movingColorCount = 0
    var color = 0
    while color < JointBlocks.colorCount {
      var sum: Int32 = 0
      var kind = 0
      while kind < JointClass.count {
        sum &+= counts[kind &* JointBlocks.colorCount &+ color]
        kind &+= 1
      }
      if sum != 0 {
        usedColors.append(Int32(truncatingIfNeeded: color))
        if color < ContactTable.firstFixedColor { movingColorCount &+= 1 }
      }
      color &+= 1
    }
  }

  private func fillBlocks(
    _ joints: borrowing Store<JointRecord>, _ impulses: borrowing Store<JointImpulse>,
    _ activity: UnsafePointer<UInt8>, _ places: UnsafeMutablePointer<Int32>,
    _ parameters: JointSolverParameters
  ) {
    var i = 0
    while i < joints.count {
      let slot = i
      i &+= 1
      if activity[slot] == JointActivity.none { continue }
      let joint = UnsafePointer(joints.base + slot)
      let color = Int(colors.base[slot])
      let kind = JointKind.jointClass(joint)
      let next = places + (kind.rawValue &* JointBlocks.colorCount &+ color)
      let place = Int(next.pointee)
      next.pointee &+=
        color == 0 && kind != .single ? Int32(LaneColumns.laneCount) : 1
      let index = place / LaneColumns.laneCount
      let lane = place & (LaneColumns.laneCount &- 1)
      if kind == .single {
        singles.base[place] = SingleJoint(slot, joint, parameters)
        continue
      }
      let rows = laneBlocks[kind.rawValue].rows
      let block = rows.block(index)
      JointGraph.fillEnds(joint, slot, block, rows.anchorBlock(index), lane)
      kind.fill(joint, block, lane, impulses.base[slot], parameters)
      JointGraph.clearWords(behind: kind.impulseColumns.count, of: impulses.base + slot)
    }
  }

  /// Words that the class does not have are zero: those of a motor that the joint once had are forgotten,
  /// and what a restored state may say. Sums of lanes rely on it.
  private static func clearWords(behind count: Int, of impulse: UnsafeMutablePointer<JointImpulse>)
  {
    let words = UnsafeMutableRawPointer(impulse)
    for word in count..<MemoryLayout<JointImpulse>.size / 4 {
      words.storeBytes(of: 0, toByteOffset: 4 &* word, as: UInt32.self)
    }
  }

  @inline(__always)
  private static func fillEnds(
    _ joint: UnsafePointer<JointRecord>, _ slot: Int, _ block: LaneColumns, _ anchors: LaneColumns,
    _ lane: Int
  ) {
    assert(slot >= 0 && joint.pointee.flags & JointFlag.used != 0, "the slot names a joint")
    assert(lane >= 0 && lane < LaneColumns.laneCount, "a block has eight lanes")
    assert(joint.pointee.bodyA != joint.pointee.bodyB, "a joint holds two bodies")
    block.set(JointColumn.bodyA, lane, Int32(truncatingIfNeeded: joint.pointee.bodyA))
    block.set(JointColumn.bodyB, lane, Int32(truncatingIfNeeded: joint.pointee.bodyB))
    anchors.set(AnchorColumn.joint, lane, Int32(truncatingIfNeeded: slot))
    let key = RowHash.key(row: UInt32(truncatingIfNeeded: slot))
    anchors.set(AnchorColumn.key, lane, Int32(bitPattern: key))
    anchors.set(AnchorColumn.localAX, lane, joint.pointee.anchorAX)
    anchors.set(AnchorColumn.localAY, lane, joint.pointee.anchorAY)
    anchors.set(AnchorColumn.localBX, lane, joint.pointee.anchorBX)
    anchors.set(AnchorColumn.localBY, lane, joint.pointee.anchorBY)
  }
}
