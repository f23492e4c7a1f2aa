import DeterministicMath

/// Eight revolute joints at once: the two velocity constraints of a pin are solved together.
extension World {
  @inline(__always)
  func fillPin(_ block: JointBlock, _ lane: Int, _ p: JointImpulse) {
    block.set(PinColumn.impulseX, lane, p.impulse0)
    block.set(PinColumn.impulseY, lane, p.impulse1)
  }
}

/// The inverses of eight matrices that turn impulses into changes of velocity; zero where there is
/// none, as for two immovable bodies.
struct PinMatrix {
  var k11: Lanes
  var k12: Lanes
  var k22: Lanes

  @inline(__always)
  init(_ arms: JointArms, _ m: JointMasses) {
    let zero = Lanes(all: 0)
    let mass = m.mA + m.mB
    let q11 = mass + (arms.ay * arms.ay * m.iA + arms.by * arms.by * m.iB)
    let q12 = zero - (arms.ay * arms.ax * m.iA + arms.by * arms.bx * m.iB)
    let q22 = mass + (arms.ax * arms.ax * m.iA + arms.bx * arms.bx * m.iB)
    let inverse = inverseOrZero(q11 * q22 - q12 * q12)
    k11 = inverse * q22
    k12 = zero - inverse * q12
    k22 = inverse * q11
  }

  @inline(__always)
  init(_ block: JointBlock) {
    k11 = block[PinColumn.inverse11]
    k12 = block[PinColumn.inverse12]
    k22 = block[PinColumn.inverse22]
  }

  @inline(__always)
  func store(in block: JointBlock) {
    block[PinColumn.inverse11] = k11
    block[PinColumn.inverse12] = k12
    block[PinColumn.inverse22] = k22
  }
}

@inline(__always)
func warmStartPins(
  _ blocks: borrowing JointBlocks, _ bodies: UnsafeMutableRawPointer, isCarried: Bool
) {
  var i = 0
  let count = blocks.count
  while i < count {
    let block = blocks.block(i)
    let slotsA = block.slots(JointColumn.bodyA)
    let slotsB = block.slots(JointColumn.bodyB)
    var a = gatherVelocities(bodies, slotsA)
    var b = gatherVelocities(bodies, slotsB)
    warmStartPin(
      block, blocks.anchorBlock(i), JointMasses(block), bodies, &a, &b, isCarried: isCarried)
    i &+= 1
    scatterVelocities(bodies, slotsA, a)
    scatterVelocities(bodies, slotsB, b)
  }
}

/// Turns the arms; the impulse keeps its direction, but has another lever.
@inline(__always)
func warmStartPin(
  _ block: JointBlock, _ anchors: JointBlock, _ m: JointMasses,
  _ bodies: UnsafeMutableRawPointer, _ a: inout VelocityLanes, _ b: inout VelocityLanes,
  isCarried: Bool
) {
  let present = PresentEnds(block, anchors, bodies)
  let arms = present.arms
  if isCarried {
    // What relaxing added acted at the present arms.
    let px = block[PinColumn.carriedX]
    let py = block[PinColumn.carriedY]
    let old = JointArms(block)
    a.w = a.w - m.iA * ((arms.ax - old.ax) * py - (arms.ay - old.ay) * px)
    b.w = b.w + m.iB * ((arms.bx - old.bx) * py - (arms.by - old.by) * px)
  } else {
    applyLinear(block[PinColumn.impulseX], block[PinColumn.impulseY], arms, m, &a, &b)
  }
  present.store(in: block)
  PinMatrix(arms, m).store(in: block)
}

@inline(__always)
func solvePins(
  _ blocks: borrowing JointBlocks, _ color: Int, _ bodies: UnsafeMutableRawPointer,
  _ parameters: JointSolverParameters, useBias: Bool
) {
  let softness = parameters.softness
  let soft = PinSoftness(
    rate: Lanes(all: softness.biasRate), massScale: Lanes(all: softness.massScale),
    impulseScale: Lanes(all: softness.impulseScale))
  let fastest = Lanes(all: parameters.maximumBias)
  var i = Int(blocks.starts.base[color])
  let end = Int(blocks.starts.base[color &+ 1])
  while i < end {
    let block = blocks.block(i)
    let slotsA = block.slots(JointColumn.bodyA)
    let slotsB = block.slots(JointColumn.bodyB)
    var a = gatherVelocities(bodies, slotsA)
    var b = gatherVelocities(bodies, slotsB)
    solvePin(
      block, blocks.anchorBlock(i), JointMasses(block), bodies, &a, &b, soft, fastest,
      useBias: useBias)
    i &+= 1
    scatterVelocities(bodies, slotsA, a)
    scatterVelocities(bodies, slotsB, b)
  }
}

struct PinSoftness {
  var rate: Lanes
  var massScale: Lanes
  var impulseScale: Lanes
}

/// One pass over the pins of a block.
@inline(__always)
func solvePin(
  _ block: JointBlock, _ anchors: JointBlock, _ m: JointMasses,
  _ bodies: UnsafeMutableRawPointer, _ a: inout VelocityLanes, _ b: inout VelocityLanes,
  _ soft: PinSoftness, _ fastest: Lanes, useBias: Bool
) {
  if !useBias {
    relaxPin(block, anchors, m, bodies, &a, &b, scale: Lanes(all: 1))
    return
  }
  let zero = Lanes(all: 0)
  let arms = JointArms(block)
  let k = PinMatrix(block)
  let oldX = block[PinColumn.impulseX]
  let oldY = block[PinColumn.impulseY]
  let v = relativeVelocity(arms, a, b)
  let wx = v.x + bounded(soft.rate * block[JointColumn.gapX], fastest)
  let wy = v.y + bounded(soft.rate * block[JointColumn.gapY], fastest)
  let px = (zero - soft.massScale * (k.k11 * wx + k.k12 * wy)) - soft.impulseScale * oldX
  let py = (zero - soft.massScale * (k.k12 * wx + k.k22 * wy)) - soft.impulseScale * oldY
  block[PinColumn.impulseX] = oldX + px
  block[PinColumn.impulseY] = oldY + py
  applyLinear(px, py, arms, m, &a, &b)
}

/// Relaxing takes the arms where positions have moved: with those from before, a body that turns
/// 6 rad/s about its pin would lose 6 % of its speed in a second.
///
/// - Parameter scale: 0 where relaxing leaves the joint alone.
@inline(__always)
func relaxPin(
  _ block: JointBlock, _ anchors: JointBlock, _ m: JointMasses,
  _ bodies: UnsafeMutableRawPointer, _ a: inout VelocityLanes, _ b: inout VelocityLanes,
  scale: Lanes
) {
  let zero = Lanes(all: 0)
  let arms = PresentEnds(block, anchors, bodies).arms
  let k = PinMatrix(arms, m)
  let v = relativeVelocity(arms, a, b)
  let px = zero - scale * (k.k11 * v.x + k.k12 * v.y)
  let py = zero - scale * (k.k12 * v.x + k.k22 * v.y)
  let oldX = block[PinColumn.impulseX]
  let oldY = block[PinColumn.impulseY]
  block[PinColumn.carriedX] = oldX
  block[PinColumn.carriedY] = oldY
  block[PinColumn.impulseX] = oldX + px
  block[PinColumn.impulseY] = oldY + py
  applyLinear(px, py, arms, m, &a, &b)
}

/// Within ±`most`.
@inline(__always)
func bounded(_ x: Lanes, _ most: Lanes) -> Lanes {
  Lanes.smaller(Lanes.larger(x, Lanes(all: 0) - most), most)
}

func storePins(_ blocks: borrowing JointBlocks, _ impulses: UnsafeMutablePointer<JointImpulse>) {
  var i = 0
  let count = blocks.count
  while i < count {
    storePin(blocks.block(i), blocks.anchorBlock(i), impulses)
    i &+= 1
  }
}

@inline(__always)
func storePin(
  _ block: JointBlock, _ anchors: JointBlock, _ impulses: UnsafeMutablePointer<JointImpulse>
) {
  let slots = anchors.slots(AnchorColumn.joint)
  var lane = 0
  while lane < JointBlock.laneCount {
    let slot = Int(slots[lane])
    if slot >= 0 {
      impulses[slot].impulse0 = block.float(PinColumn.impulseX, lane)
      impulses[slot].impulse1 = block.float(PinColumn.impulseY, lane)
    }
    lane &+= 1
  }
}
