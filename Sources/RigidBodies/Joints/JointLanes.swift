import DeterministicMath

/// Where the preparation reads bodies: rows of 16 bytes.
struct JointBodies {
  var poses: UnsafeMutableRawPointer
  var masses: UnsafeMutableRawPointer
  /// By body slot: the colours of the contacts that push it.
  var contactColors: UnsafePointer<UInt64>
  var rows: UnsafePointer<BodyRecord>
  /// Of these only; behind them is the spare one.
  var count: Int
  var gravity: Vec2

  /// What gravity and forces add to a body's velocity in `h` seconds.
  func gain(_ slot: Int, _ h: Float) -> Vec2 {
    let mass = masses.assumingMemoryBound(to: BodyMass.self)
    if slot >= count || mass[slot].inverseMass == 0 { return .zero }
    let k = mass[slot].inverseMass
    let row = rows + slot
    return Vec2(
      h * (row.pointee.gravityScale * gravity.x + k * row.pointee.forceX),
      h * (row.pointee.gravityScale * gravity.y + k * row.pointee.forceY))
  }
}

/// Arms of eight joints.
struct JointArms {
  var ax: Lanes
  var ay: Lanes
  var bx: Lanes
  var by: Lanes

  @inline(__always)
  init(_ block: LaneColumns) {
    ax = block[JointColumn.armAX]
    ay = block[JointColumn.armAY]
    bx = block[JointColumn.armBX]
    by = block[JointColumn.armBY]
  }

  @inline(__always)
  init(_ ax: Lanes, _ ay: Lanes, _ bx: Lanes, _ by: Lanes) {
    self.ax = ax
    self.ay = ay
    self.bx = bx
    self.by = by
  }

  @inline(__always)
  func store(in block: LaneColumns) {
    block[JointColumn.armAX] = ax
    block[JointColumn.armAY] = ay
    block[JointColumn.armBX] = bx
    block[JointColumn.armBY] = by
  }
}

/// Inverse masses of eight pairs.
struct JointMasses {
  var mA: Lanes
  var mB: Lanes
  var iA: Lanes
  var iB: Lanes

  @inline(__always)
  init(_ block: LaneColumns) {
    mA = block[JointColumn.inverseMassA]
    mB = block[JointColumn.inverseMassB]
    iA = block[JointColumn.inverseInertiaA]
    iB = block[JointColumn.inverseInertiaB]
  }
}

/// Masses, arms and gaps of a block, and the rotation of B relative to A (cosine, sine).
@inline(__always)
func prepareEnds(
  _ block: LaneColumns, _ anchors: LaneColumns, _ bodies: JointBodies
) -> (cosine: Lanes, sine: Lanes) {
  let slotsA = block.slots(JointColumn.bodyA)
  let slotsB = block.slots(JointColumn.bodyB)
  let a = gatherPoses(bodies.poses, slotsA)
  let b = gatherPoses(bodies.poses, slotsB)
  let massA = gatherMasses(bodies.masses, slotsA)
  let massB = gatherMasses(bodies.masses, slotsB)
  block[JointColumn.inverseMassA] = massA.inverseMass
  block[JointColumn.inverseMassB] = massB.inverseMass
  block[JointColumn.inverseInertiaA] = massA.inverseInertia
  block[JointColumn.inverseInertiaB] = massB.inverseInertia
  let lax = anchors[AnchorColumn.localAX] - massA.centerX
  let lay = anchors[AnchorColumn.localAY] - massA.centerY
  let lbx = anchors[AnchorColumn.localBX] - massB.centerX
  let lby = anchors[AnchorColumn.localBY] - massB.centerY
  let ax = a.cosine * lax - a.sine * lay
  let ay = a.sine * lax + a.cosine * lay
  let bx = b.cosine * lbx - b.sine * lby
  let by = b.sine * lbx + b.cosine * lby
  anchors[AnchorColumn.armAX] = ax
  anchors[AnchorColumn.armAY] = ay
  anchors[AnchorColumn.armBX] = bx
  anchors[AnchorColumn.armBY] = by
  anchors[AnchorColumn.gapX] = (b.x - a.x) + (bx - ax)
  anchors[AnchorColumn.gapY] = (b.y - a.y) + (by - ay)
  return (a.cosine * b.cosine + a.sine * b.sine, a.cosine * b.sine - a.sine * b.cosine)
}

extension LaneBlocks {
  /// Passes each block of a range, with its anchors.
  ///
  /// - Parameter columnCount: of the class that the blocks are of, or begin like.
  @inline(__always)
  func forEach(
    in range: BlockRange, _ columnCount: Int, _ body: (LaneColumns, LaneColumns) -> Void
  ) {
    assert(range.first >= 0 && range.first <= range.end, "a range begins before it ends")
    assert(stride >= columnCount &* LaneColumns.columnSize, "the blocks are of this class")
    var i = range.first
    while i < range.end {
      let (block, anchors) = (block(i), anchorBlock(i))
      i &+= 1
      body(block, anchors)
    }
  }

  /// Passes each block of a range with the masses and velocities of its bodies, and writes the
  /// velocities back.
  @inline(__always)
  func forEach(
    in range: BlockRange, _ columnCount: Int, _ bodies: UnsafeMutableRawPointer,
    _ body: (LaneColumns, LaneColumns, JointMasses, inout VelocityLanes, inout VelocityLanes) ->
      Void
  ) {
    forEach(in: range, columnCount) { block, anchors in
      let slotsA = block.slots(JointColumn.bodyA)
      let slotsB = block.slots(JointColumn.bodyB)
      var a = gatherVelocities(bodies, slotsA)
      var b = gatherVelocities(bodies, slotsB)
      body(block, anchors, JointMasses(block), &a, &b)
      scatterVelocities(bodies, slotsA, a)
      scatterVelocities(bodies, slotsB, b)
    }
  }
}

/// `1 / k`, or 0 where `k` is not above 0.
@inline(__always)
func inverseOrZero(_ k: Lanes) -> Lanes {
  let zero = Lanes(all: 0)
  return Lanes.select(k, isAbove: zero, Lanes(all: 1) / k, zero)
}

/// Where eight joints are now: arms turned as far as the bodies have turned since the step began,
/// and the way from A's anchor to B's.
struct PresentEnds {
  var arms: JointArms
  var gapX: Lanes
  var gapY: Lanes

  @inline(__always)
  init(_ block: LaneColumns, _ anchors: LaneColumns, _ bodies: UnsafeMutableRawPointer) {
    let a = gatherDisplacements(bodies, block.slots(JointColumn.bodyA))
    let b = gatherDisplacements(bodies, block.slots(JointColumn.bodyB))
    let ax = anchors[AnchorColumn.armAX]
    let ay = anchors[AnchorColumn.armAY]
    let bx = anchors[AnchorColumn.armBX]
    let by = anchors[AnchorColumn.armBY]
    let ca = a.cosineLessOne
    let cb = b.cosineLessOne
    // The arms' changes: exact for small turns, where the arms themselves would round.
    let dax = ca * ax - a.sine * ay
    let day = a.sine * ax + ca * ay
    let dbx = cb * bx - b.sine * by
    let dby = b.sine * bx + cb * by
    arms = JointArms(ax + dax, ay + day, bx + dbx, by + dby)
    gapX = anchors[AnchorColumn.gapX] + ((b.dx - a.dx) + (dbx - dax))
    gapY = anchors[AnchorColumn.gapY] + ((b.dy - a.dy) + (dby - day))
  }

  @inline(__always)
  func store(in block: LaneColumns) {
    arms.store(in: block)
    block[JointColumn.gapX] = gapX
    block[JointColumn.gapY] = gapY
  }
}

extension DisplacementLanes {
  @inline(__always)
  var cosineLessOne: Lanes { Lanes(all: 0) - versine }
}

/// The velocity of B's anchor less that of A's.
@inline(__always)
func relativeVelocity(
  _ arms: JointArms, _ a: VelocityLanes, _ b: VelocityLanes
) -> (x: Lanes, y: Lanes) {
  (
    (b.vx - b.w * arms.by) - (a.vx - a.w * arms.ay),
    (b.vy + b.w * arms.bx) - (a.vy + a.w * arms.ax)
  )
}

@inline(__always)
func applyLinear(
  _ px: Lanes, _ py: Lanes, _ arms: JointArms, _ m: JointMasses, _ a: inout VelocityLanes,
  _ b: inout VelocityLanes
) {
  a.vx = a.vx - m.mA * px
  a.vy = a.vy - m.mA * py
  a.w = a.w - m.iA * (arms.ax * py - arms.ay * px)
  b.vx = b.vx + m.mB * px
  b.vy = b.vy + m.mB * py
  b.w = b.w + m.iB * (arms.bx * py - arms.by * px)
}

@inline(__always)
func applyAngular(
  _ impulse: Lanes, _ m: JointMasses, _ a: inout VelocityLanes, _ b: inout VelocityLanes
) {
  a.w = a.w - m.iA * impulse
  b.w = b.w + m.iB * impulse
}

/// Puts the impulses of all lanes that have a joint into the joints' rows.
///
/// - Parameters:
///   - columns: where the impulses are.
///   - sum: gets the sum of their hashes, where it is wanted.
@inline(__always)
func storeImpulses(
  _ blocks: LaneBlocks, _ range: BlockRange, _ impulses: UnsafeMutablePointer<JointImpulse>,
  _ columns: ImpulseColumns, _ sum: inout ImpulseSum
) {
  blocks.forEach(in: range, 0) { block, anchors in
    let slots = anchors.slots(AnchorColumn.joint)
    if sum.isWanted { sum.add(block, anchors, columns) }
    var lane = 0
    while lane < LaneColumns.laneCount {
      let slot = Int(slots[lane])
      if slot >= 0 {
        let row = UnsafeMutableRawPointer(impulses + slot)
        var word = 0
        while word < columns.count {
          row.storeBytes(
            of: block.float(columns[word], lane), toByteOffset: word &* MemoryLayout<Float>.size,
            as: Float.self)
          word &+= 1
        }
      }
      lane &+= 1
    }
  }
}
