import DeterministicMath

/// Where the preparation reads bodies: rows of 16 bytes.
struct JointBodies {
  var poses: UnsafeMutableRawPointer
  var masses: UnsafeMutableRawPointer
}

/// Eight poses, or eight rows of masses and local centres.
struct RowLanes {
  var x: Lanes
  var y: Lanes
  var z: Lanes
  var w: Lanes
}

@inline(__always)
func gatherRows(_ base: UnsafeMutableRawPointer, _ slots: UnsafePointer<Int32>) -> RowLanes {
  @_transparent
  func row(_ lane: Int) -> SIMD4<Float> {
    (base + Int(slots[lane]) &* 16).assumingMemoryBound(to: SIMD4<Float>.self).pointee
  }
  let c = Lanes.columns(row(0), row(1), row(2), row(3), row(4), row(5), row(6), row(7))
  return RowLanes(x: c.0, y: c.1, z: c.2, w: c.3)
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
  let a = gatherRows(bodies.poses, slotsA)
  let b = gatherRows(bodies.poses, slotsB)
  let massA = gatherRows(bodies.masses, slotsA)
  let massB = gatherRows(bodies.masses, slotsB)
  block[JointColumn.inverseMassA] = massA.x
  block[JointColumn.inverseMassB] = massB.x
  block[JointColumn.inverseInertiaA] = massA.y
  block[JointColumn.inverseInertiaB] = massB.y
  let lax = anchors[AnchorColumn.localAX] - massA.z
  let lay = anchors[AnchorColumn.localAY] - massA.w
  let lbx = anchors[AnchorColumn.localBX] - massB.z
  let lby = anchors[AnchorColumn.localBY] - massB.w
  let ax = a.z * lax - a.w * lay
  let ay = a.w * lax + a.z * lay
  let bx = b.z * lbx - b.w * lby
  let by = b.w * lbx + b.z * lby
  anchors[AnchorColumn.armAX] = ax
  anchors[AnchorColumn.armAY] = ay
  anchors[AnchorColumn.armBX] = bx
  anchors[AnchorColumn.armBY] = by
  anchors[AnchorColumn.gapX] = (b.x - a.x) + (bx - ax)
  anchors[AnchorColumn.gapY] = (b.y - a.y) + (by - ay)
  return (a.z * b.z + a.w * b.w, a.z * b.w - a.w * b.z)
}

func prepareEnds(_ blocks: borrowing JointBlocks, _ range: BlockRange, _ bodies: JointBodies) {
  var i = range.first
  while i < range.end {
    _ = prepareEnds(blocks.block(i), blocks.anchorBlock(i), bodies)
    i &+= 1
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
