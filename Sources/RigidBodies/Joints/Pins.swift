import DeterministicMath
import Simulation

/// Eight revolute joints at once: the two velocity constraints of a pin are solved together.
@inline(__always)
func fillPin(_ block: LaneColumns, _ lane: Int, _ impulse: JointImpulse) {
  assert(lane >= 0 && lane < LaneColumns.laneCount, "a block has eight lanes")
  let p = impulse[as: PinImpulses.self]
  block.set(PinColumn.impulseX, lane, p.x)
  block.set(PinColumn.impulseY, lane, p.y)
}

/// What every kind has that pins two points: the beginning of its impulses.
struct PinImpulses: JointOverlay {
  var x: Float = 0
  var y: Float = 0

  mutating func visitFields(_ visitor: inout some FieldVisitor) {
    visitor.field("impulseX", &x)
    visitor.field("impulseY", &y)
  }
}

func preparePins(
  _ blocks: LaneBlocks, _ range: BlockRange, _ bodies: JointBodies,
  _ parameters: JointSolverParameters
) {
  blocks.forEach(in: range, PinColumn.count) { block, anchors in
    _ = preparePin(block, anchors, bodies, parameters)
  }
}

/// - Returns: the rotation of B relative to A.
@inline(__always)
func preparePin(
  _ block: LaneColumns, _ anchors: LaneColumns, _ bodies: JointBodies,
  _ parameters: JointSolverParameters
) -> (cosine: Lanes, sine: Lanes) {
  let turn = prepareEnds(block, anchors, bodies)
  let m = JointMasses(block)
  // Impulses and levers that feed each other would otherwise grow without end.
  block[PinColumn.impulseBound] =
    Lanes(all: parameters.maximumBias) * inverseOrZero(m.mA + m.mB)
  return turn
}

/// The inverses of eight matrices that turn impulses into changes of velocity; zero where there is
/// none, as for two immovable bodies.
struct PinMatrix {
  var k11: Lanes
  var k12: Lanes
  var k22: Lanes

  @inline(__always)
  init(_ arms: JointArms, _ m: JointMasses) {
    let mass = m.mA + m.mB
    let xx = arms.ax * arms.ax * m.iA + arms.bx * arms.bx * m.iB
    let yy = arms.ay * arms.ay * m.iA + arms.by * arms.by * m.iB
    let xy = arms.ay * arms.ax * m.iA + arms.by * arms.bx * m.iB
    // The determinant as a sum of what is never negative: nothing cancels, however long the arms.
    let cross = arms.ax * arms.by - arms.ay * arms.bx
    let inverse = inverseOrZero(mass * (mass + (xx + yy)) + m.iA * m.iB * (cross * cross))
    k11 = inverse * (mass + xx)
    k12 = inverse * xy
    k22 = inverse * (mass + yy)
  }

  @inline(__always)
  init(_ block: LaneColumns) {
    k11 = block[PinColumn.inverse11]
    k12 = block[PinColumn.inverse12]
    k22 = block[PinColumn.inverse22]
  }

  @inline(__always)
  func store(in block: LaneColumns) {
    block[PinColumn.inverse11] = k11
    block[PinColumn.inverse12] = k12
    block[PinColumn.inverse22] = k22
  }
}

@inline(__always)
func warmStartPins(
  _ blocks: LaneBlocks, _ range: BlockRange, _ bodies: UnsafeMutableRawPointer,
  isCarried: Bool
) {
  blocks.forEach(in: range, PinColumn.count, bodies) { block, anchors, m, a, b in
    warmStartPin(block, anchors, m, bodies, &a, &b, isCarried: isCarried)
  }
}

/// Turns the arms; the impulse keeps its direction, but has another lever.
@inline(__always)
func warmStartPin(
  _ block: LaneColumns, _ anchors: LaneColumns, _ m: JointMasses,
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
  _ blocks: LaneBlocks, _ range: BlockRange, _ bodies: UnsafeMutableRawPointer,
  _ parameters: JointSolverParameters, useBias: Bool
) {
  let softness = parameters.softness
  let soft = PinSoftness(
    rate: Lanes(all: softness.biasRate), massScale: Lanes(all: softness.massScale),
    impulseScale: Lanes(all: softness.impulseScale))
  let fastest = Lanes(all: parameters.maximumBias)
  blocks.forEach(in: range, PinColumn.count, bodies) { block, anchors, m, a, b in
    solvePin(block, anchors, m, bodies, &a, &b, soft, fastest, useBias: useBias)
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
  _ block: LaneColumns, _ anchors: LaneColumns, _ m: JointMasses,
  _ bodies: UnsafeMutableRawPointer, _ a: inout VelocityLanes, _ b: inout VelocityLanes,
  _ soft: PinSoftness, _ fastest: Lanes, useBias: Bool
) {
  if !useBias {
    relaxPin(block, anchors, m, bodies, &a, &b, scale: Lanes(all: 1))
    return
  }
  let arms = JointArms(block)
  let k = PinMatrix(block)
  let oldX = block[PinColumn.impulseX]
  let oldY = block[PinColumn.impulseY]
  let v = relativeVelocity(arms, a, b)
  let wx = v.x + bounded(soft.rate * block[JointColumn.gapX], fastest)
  let wy = v.y + bounded(soft.rate * block[JointColumn.gapY], fastest)
  let newX = (oldX - soft.massScale * (k.k11 * wx + k.k12 * wy)) - soft.impulseScale * oldX
  let newY = (oldY - soft.massScale * (k.k12 * wx + k.k22 * wy)) - soft.impulseScale * oldY
  pushPin(block, newX, newY, oldX, oldY, arms, m, &a, &b)
}

@inline(__always)
private func pushPin(
  _ block: LaneColumns, _ wantedX: Lanes, _ wantedY: Lanes, _ oldX: Lanes, _ oldY: Lanes,
  _ arms: JointArms, _ m: JointMasses, _ a: inout VelocityLanes, _ b: inout VelocityLanes
) {
  let most = block[PinColumn.impulseBound]
  let newX = bounded(wantedX, most)
  let newY = bounded(wantedY, most)
  block[PinColumn.impulseX] = newX
  block[PinColumn.impulseY] = newY
  applyLinear(newX - oldX, newY - oldY, arms, m, &a, &b)
}

/// Relaxing takes the arms where positions have moved: with those from before, a body that turns
/// 6 rad/s about its pin would lose 6 % of its speed in a second.
///
/// - Parameter scale: 0 where relaxing leaves the joint alone.
@inline(__always)
func relaxPin(
  _ block: LaneColumns, _ anchors: LaneColumns, _ m: JointMasses,
  _ bodies: UnsafeMutableRawPointer, _ a: inout VelocityLanes, _ b: inout VelocityLanes,
  scale: Lanes
) {
  let arms = PresentEnds(block, anchors, bodies).arms
  let k = PinMatrix(arms, m)
  let v = relativeVelocity(arms, a, b)
  let oldX = block[PinColumn.impulseX]
  let oldY = block[PinColumn.impulseY]
  block[PinColumn.carriedX] = oldX
  block[PinColumn.carriedY] = oldY
  let newX = oldX - scale * (k.k11 * v.x + k.k12 * v.y)
  let newY = oldY - scale * (k.k12 * v.x + k.k22 * v.y)
  pushPin(block, newX, newY, oldX, oldY, arms, m, &a, &b)
}

/// Within ±`most`.
@inline(__always)
func bounded(_ x: Lanes, _ most: Lanes) -> Lanes {
  Lanes.smaller(Lanes.larger(x, Lanes(all: 0) - most), most)
}
