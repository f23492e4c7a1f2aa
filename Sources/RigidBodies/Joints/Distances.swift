import DeterministicMath

/// Eight distance joints at once: rod or spring, then the least and the greatest length.
///
/// Spring: with `ω = 2π·hertz`, a unit mass on one end gets
/// `v = (v − hω²C)/(1 + 2ζωh + ω²h²)`, C being the excess length.
/// Rod and limits: as stiff as rigid joints are; limits act speculatively.
func fillDistance(
  _ joint: UnsafePointer<JointRecord>, _ block: LaneColumns, _ lane: Int, _ p: JointImpulse,
  _ parameters: JointSolverParameters
) {
  let rigid = parameters.rigidSoftness(joint)
  let isSpring = joint.pointee.hertz > 0
  let isLimited = joint.pointee.flags & JointFlag.limit != 0
  block.set(DistanceColumn.rest, lane, joint.pointee.rest)
  if isSpring || !isLimited {
    let soft =
      isSpring ? parameters.softness(joint.pointee.hertz, joint.pointee.dampingRatio) : rigid
    block.set(DistanceColumn.biasRate, lane, soft.biasRate)
    block.set(DistanceColumn.massScale, lane, soft.massScale)
    block.set(DistanceColumn.impulseScale, lane, soft.impulseScale)
    // Springs act once a substep: twice would damp more than ζ says.
    block.set(DistanceColumn.relaxScale, lane, Float(isSpring ? 0 : 1))
    block.set(DistanceColumn.impulse, lane, p.impulse0)
  }
  block.set(
    DistanceColumn.speedBound, lane,
    isSpring ? parameters.maximumBias : parameters.maximumSpeedChange)
  if isLimited {
    // Beyond any length; much larger numbers would overflow.
    block.set(DistanceColumn.lower, lane, smaller(joint.pointee.lower, 1e30))
    block.set(DistanceColumn.upper, lane, smaller(joint.pointee.upper, 1e30))
    block.set(DistanceColumn.limitScale, lane, Float(1))
    block.set(DistanceColumn.limitRate, lane, rigid.biasRate)
    block.set(DistanceColumn.limitMassScale, lane, rigid.massScale)
    block.set(DistanceColumn.limitImpulseScale, lane, rigid.impulseScale)
    block.set(DistanceColumn.lowerImpulse, lane, p.impulse1)
    block.set(DistanceColumn.upperImpulse, lane, p.impulse2)
  }
}

/// `1 / length` of vectors, or 0 where they are too short to have a direction.
@inline(__always)
private func inverseLengthOrZero(_ length: Lanes) -> Lanes {
  let one = Lanes(all: 1)
  return Lanes.select(
    Lanes(all: Float.leastNormalMagnitude), isAbove: length, Lanes(all: 0), one / length)
}

/// Eight impulses along the axes.
private struct Axial {
  var x: Lanes
  var y: Lanes
  var crossA: Lanes
  var crossB: Lanes
  var m: JointMasses

  var axialMass: Lanes

  @inline(__always)
  init(_ block: LaneColumns) {
    x = block[DistanceColumn.axisX]
    y = block[DistanceColumn.axisY]
    crossA = block[DistanceColumn.crossA]
    crossB = block[DistanceColumn.crossB]
    axialMass = block[DistanceColumn.axialMass]
    m = JointMasses(block)
  }

  /// Axes along the gaps.
  @inline(__always)
  init(_ gapX: Lanes, _ gapY: Lanes, _ arms: JointArms, _ m: JointMasses) {
    let scale = inverseLengthOrZero((gapX * gapX + gapY * gapY).squareRoots)
    x = scale * gapX
    y = scale * gapY
    crossA = arms.ax * y - arms.ay * x
    crossB = arms.bx * y - arms.by * x
    axialMass = inverseOrZero(
      (m.mA + m.mB) + (m.iA * crossA * crossA + m.iB * crossB * crossB))
    self.m = m
  }

  @inline(__always)
  func store(in block: LaneColumns) {
    block[DistanceColumn.axisX] = x
    block[DistanceColumn.axisY] = y
    block[DistanceColumn.crossA] = crossA
    block[DistanceColumn.crossB] = crossB
    block[DistanceColumn.axialMass] = axialMass
  }

  /// The bodies carry an impulse along the axes of the pass before: turns it to these.
  @inline(__always)
  func turn(
    _ impulse: Lanes, from old: Axial, _ a: inout VelocityLanes, _ b: inout VelocityLanes
  ) {
    let px = impulse * (x - old.x)
    let py = impulse * (y - old.y)
    a.vx = a.vx - m.mA * px
    a.vy = a.vy - m.mA * py
    a.w = a.w - m.iA * (impulse * (crossA - old.crossA))
    b.vx = b.vx + m.mB * px
    b.vy = b.vy + m.mB * py
    b.w = b.w + m.iB * (impulse * (crossB - old.crossB))
  }

  /// How fast the anchors part.
  @inline(__always)
  func speed(_ a: VelocityLanes, _ b: VelocityLanes) -> Lanes {
    ((b.vx - a.vx) * x + (b.vy - a.vy) * y) + (crossB * b.w - crossA * a.w)
  }

  @inline(__always)
  func apply(_ impulse: Lanes, _ a: inout VelocityLanes, _ b: inout VelocityLanes) {
    let px = impulse * x
    let py = impulse * y
    a.vx = a.vx - m.mA * px
    a.vy = a.vy - m.mA * py
    a.w = a.w - m.iA * (crossA * impulse)
    b.vx = b.vx + m.mB * px
    b.vy = b.vy + m.mB * py
    b.w = b.w + m.iB * (crossB * impulse)
  }
}

@inline(__always)
private func axialImpulse(_ block: LaneColumns) -> Lanes {
  (block[DistanceColumn.impulse] + block[DistanceColumn.lowerImpulse])
    - block[DistanceColumn.upperImpulse]
}

@inline(__always)
func warmStartDistances(
  _ blocks: borrowing JointBlocks, _ range: BlockRange, _ bodies: UnsafeMutableRawPointer,
  isCarried: Bool
) {
  var i = range.first
  while i < range.end {
    let block = blocks.block(i)
    let slotsA = block.slots(JointColumn.bodyA)
    let slotsB = block.slots(JointColumn.bodyB)
    var a = gatherVelocities(bodies, slotsA)
    var b = gatherVelocities(bodies, slotsB)
    let present = PresentEnds(block, blocks.anchorBlock(i), bodies)
    i &+= 1
    let axial = Axial(present.gapX, present.gapY, present.arms, JointMasses(block))
    if isCarried {
      // What relaxing added acted along the present axes.
      axial.turn(block[DistanceColumn.carriedImpulse], from: Axial(block), &a, &b)
    } else {
      axial.apply(axialImpulse(block), &a, &b)
    }
    present.store(in: block)
    axial.store(in: block)
    scatterVelocities(bodies, slotsA, a)
    scatterVelocities(bodies, slotsB, b)
  }
}

@inline(__always)
func solveDistances(
  _ blocks: borrowing JointBlocks, _ range: BlockRange, _ bodies: UnsafeMutableRawPointer,
  _ parameters: JointSolverParameters, useBias: Bool
) {
  let zero = Lanes(all: 0)
  let one = Lanes(all: 1)
  let fastest = Lanes(all: parameters.maximumBias)
  let inverseSubstep = Lanes(all: parameters.inverseSubstep)
  let fullBound = Lanes(all: parameters.maximumSpeedChange)
  var i = range.first
  while i < range.end {
    let block = blocks.block(i)
    let slotsA = block.slots(JointColumn.bodyA)
    let slotsB = block.slots(JointColumn.bodyB)
    var a = gatherVelocities(bodies, slotsA)
    var b = gatherVelocities(bodies, slotsB)
    let limitScale = block[DistanceColumn.limitScale]
    let isLimited = !limitScale.isZero
    let length: Lanes
    let axial: Axial
    if useBias {
      let gapX = block[JointColumn.gapX]
      let gapY = block[JointColumn.gapY]
      length = (gapX * gapX + gapY * gapY).squareRoots
      axial = Axial(block)
    } else {
      // Relaxing takes the axis where positions have moved, as for pins; and limits that are not
      // reached must not be overrun in the next substep.
      let present = PresentEnds(block, blocks.anchorBlock(i), bodies)
      length = (present.gapX * present.gapX + present.gapY * present.gapY).squareRoots
      axial = Axial(present.gapX, present.gapY, present.arms, JointMasses(block))
      block[DistanceColumn.carriedImpulse] = axialImpulse(block)
    }
    i &+= 1
    let axialMass = axial.axialMass
    let old = block[DistanceColumn.impulse]
    let wanted: Lanes
    if useBias {
      let bias = bounded(
        block[DistanceColumn.biasRate] * (length - block[DistanceColumn.rest]), fastest)
      wanted =
        (old - block[DistanceColumn.massScale] * axialMass * (axial.speed(a, b) + bias))
        - block[DistanceColumn.impulseScale] * old
    } else {
      wanted = old - block[DistanceColumn.relaxScale] * axialMass * axial.speed(a, b)
    }
    let new = bounded(wanted, block[DistanceColumn.speedBound] * axialMass)
    block[DistanceColumn.impulse] = new
    axial.apply(new - old, &a, &b)

    if !isLimited {
      scatterVelocities(bodies, slotsA, a)
      scatterVelocities(bodies, slotsB, b)
      continue
    }
    let limitMass = limitScale * axialMass
    let most = fullBound * axialMass
    @inline(__always)
    func limit(_ excess: Lanes, _ speed: Lanes, _ old: Lanes) -> Lanes {
      let ahead = excess * inverseSubstep
      let wanted: Lanes
      if useBias {
        let back = Lanes.larger(block[DistanceColumn.limitRate] * excess, zero - fastest)
        let bias = Lanes.select(excess, isAbove: zero, ahead, back)
        let massScale = Lanes.select(
          excess, isAbove: zero, one, block[DistanceColumn.limitMassScale])
        let impulseScale = Lanes.select(
          excess, isAbove: zero, zero, block[DistanceColumn.limitImpulseScale])
        wanted = (old - massScale * limitMass * (speed + bias)) - impulseScale * old
      } else {
        wanted = old - limitMass * (speed + Lanes.larger(ahead, zero))
      }
      return Lanes.smaller(Lanes.larger(wanted, zero), most)
    }
    let oldLower = block[DistanceColumn.lowerImpulse]
    let newLower = limit(
      length - block[DistanceColumn.lower], axial.speed(a, b), oldLower)
    block[DistanceColumn.lowerImpulse] = newLower
    axial.apply(newLower - oldLower, &a, &b)
    let oldUpper = block[DistanceColumn.upperImpulse]
    let newUpper = limit(
      block[DistanceColumn.upper] - length, zero - axial.speed(a, b), oldUpper)
    block[DistanceColumn.upperImpulse] = newUpper
    axial.apply(oldUpper - newUpper, &a, &b)
    scatterVelocities(bodies, slotsA, a)
    scatterVelocities(bodies, slotsB, b)
  }
}

func storeDistances(
  _ blocks: borrowing JointBlocks, _ range: BlockRange,
  _ impulses: UnsafeMutablePointer<JointImpulse>
) {
  var i = range.first
  while i < range.end {
    let block = blocks.block(i)
    let slots = blocks.anchorBlock(i).slots(AnchorColumn.joint)
    i &+= 1
    var lane = 0
    while lane < LaneColumns.laneCount {
      let slot = Int(slots[lane])
      if slot >= 0 {
        impulses[slot].impulse0 = block.float(DistanceColumn.impulse, lane)
        impulses[slot].impulse1 = block.float(DistanceColumn.lowerImpulse, lane)
        impulses[slot].impulse2 = block.float(DistanceColumn.upperImpulse, lane)
      }
      lane &+= 1
    }
  }
}
