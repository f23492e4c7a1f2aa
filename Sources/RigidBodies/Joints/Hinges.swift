import DeterministicMath

/// Eight revolute joints with springs, motors or limits at once. What a joint does not have takes
/// part without mass.
func fillHinge(
  _ joint: UnsafePointer<JointRecord>, _ block: LaneColumns, _ lane: Int, _ p: JointImpulse,
  _ parameters: JointSolverParameters
) {
  fillPin(block, lane, p)
  let soft = parameters.rigidSoftness(joint)
  block.set(HingeColumn.biasRate, lane, soft.biasRate)
  block.set(HingeColumn.massScale, lane, soft.massScale)
  block.set(HingeColumn.impulseScale, lane, soft.impulseScale)
  block.set(HingeColumn.referenceCosine, lane, joint.pointee.referenceCosine)
  block.set(HingeColumn.referenceSine, lane, joint.pointee.referenceSine)
  let flags = joint.pointee.flags
  if flags & JointFlag.motor != 0 {
    block.set(HingeColumn.motorSpeed, lane, joint.pointee.motorSpeed)
    block.set(HingeColumn.motorMaximum, lane, joint.pointee.motorMaximum * parameters.substep)
    block.set(HingeColumn.motorImpulse, lane, p.impulse2)
  }
  if flags & JointFlag.limit != 0 {
    // Beyond any angle; much larger numbers would overflow.
    block.set(HingeColumn.lower, lane, larger(joint.pointee.lower, -1e6))
    block.set(HingeColumn.upper, lane, smaller(joint.pointee.upper, 1e6))
    block.set(HingeColumn.limitScale, lane, Float(1))
    block.set(HingeColumn.limitImpulse, lane, p.impulse3)
  }
  if flags & JointFlag.spring != 0 && joint.pointee.hertz > 0 {
    let spring = parameters.softness(joint.pointee.hertz, joint.pointee.dampingRatio)
    block.set(HingeColumn.target, lane, joint.pointee.rest)
    block.set(HingeColumn.springRate, lane, spring.biasRate)
    block.set(HingeColumn.springMassScale, lane, spring.massScale)
    block.set(HingeColumn.springImpulseScale, lane, spring.impulseScale)
    block.set(HingeColumn.springImpulse, lane, p.impulse4)
  }
}

func prepareHinges(
  _ blocks: borrowing JointBlocks, _ range: BlockRange, _ bodies: JointBodies,
  _ parameters: JointSolverParameters
) {
  var i = range.first
  while i < range.end {
    let block = blocks.block(i)
    let turn = preparePin(block, blocks.anchorBlock(i), bodies, parameters)
    i &+= 1
    let m = JointMasses(block)
    block[HingeColumn.axialMass] = inverseOrZero(m.iA + m.iB)
    let angle = relativeAngles(
      turn, block[HingeColumn.referenceCosine], block[HingeColumn.referenceSine])
    block[HingeColumn.angle] = angle
    block[HingeColumn.springAngle] = unwoundOnce(angle - block[HingeColumn.target])
  }
}

/// Angles of B relative to A, from the reference.
@inline(__always)
func relativeAngles(
  _ turn: (cosine: Lanes, sine: Lanes), _ cosine: Lanes, _ sine: Lanes
) -> Lanes {
  polynomialAngles(
    cosine: cosine * turn.cosine + sine * turn.sine,
    sine: cosine * turn.sine - sine * turn.cosine)
}

@inline(__always)
func warmStartHinges(
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
    let m = JointMasses(block)
    warmStartPin(block, blocks.anchorBlock(i), m, bodies, &a, &b, isCarried: isCarried)
    i &+= 1
    if !isCarried {
      applyAngular(
        (block[HingeColumn.motorImpulse] + block[HingeColumn.limitImpulse])
          + block[HingeColumn.springImpulse], m, &a, &b)
    }
    scatterVelocities(bodies, slotsA, a)
    scatterVelocities(bodies, slotsB, b)
  }
}

/// Spring, motor, limits, then the pin itself.
@inline(__always)
func solveHinges(
  _ blocks: borrowing JointBlocks, _ range: BlockRange, _ bodies: UnsafeMutableRawPointer,
  _ parameters: JointSolverParameters, useBias: Bool
) {
  let zero = Lanes(all: 0)
  let one = Lanes(all: 1)
  let fastest = Lanes(all: parameters.maximumBias)
  let inverseSubstep = Lanes(all: parameters.inverseSubstep)
  var i = range.first
  while i < range.end {
    let block = blocks.block(i)
    let anchors = blocks.anchorBlock(i)
    i &+= 1
    let slotsA = block.slots(JointColumn.bodyA)
    let slotsB = block.slots(JointColumn.bodyB)
    var a = gatherVelocities(bodies, slotsA)
    var b = gatherVelocities(bodies, slotsB)
    let m = JointMasses(block)
    let axialMass = block[HingeColumn.axialMass]
    let fullTurn = Lanes(all: parameters.maximumTurn) * axialMass
    let turned = b.angle - a.angle
    let soft = PinSoftness(
      rate: block[HingeColumn.biasRate], massScale: block[HingeColumn.massScale],
      impulseScale: block[HingeColumn.impulseScale])
    if useBias {
      // Once a substep: a second time, after positions have moved, would damp more than ζ says.
      let bias = block[HingeColumn.springRate] * (block[HingeColumn.springAngle] + turned)
      let old = block[HingeColumn.springImpulse]
      let new = bounded(
        (old - block[HingeColumn.springMassScale] * axialMass * ((b.w - a.w) + bias))
          - block[HingeColumn.springImpulseScale] * old, fullTurn)
      block[HingeColumn.springImpulse] = new
      applyAngular(new - old, m, &a, &b)
    }
    let most = block[HingeColumn.motorMaximum]
    let oldMotor = block[HingeColumn.motorImpulse]
    let motor = bounded(
      oldMotor - axialMass * ((b.w - a.w) - block[HingeColumn.motorSpeed]),
      Lanes.smaller(most, fullTurn))
    block[HingeColumn.motorImpulse] = motor
    applyAngular(motor - oldMotor, m, &a, &b)

    // One impulse serves both limits: of the nearer one.
    let angle = block[HingeColumn.angle] + turned
    let fromLower = angle - block[HingeColumn.lower]
    let fromUpper = block[HingeColumn.upper] - angle
    let sign = Lanes.select(fromUpper, isAbove: fromLower, one, zero - one)
    let excess = Lanes.select(fromUpper, isAbove: fromLower, fromLower, fromUpper)
    let ahead = excess * inverseSubstep
    let limitMass = block[HingeColumn.limitScale] * axialMass
    let oldLimit = sign * block[HingeColumn.limitImpulse]
    let speed = sign * (b.w - a.w)
    let wanted: Lanes
    if useBias {
      let bias = Lanes.select(excess, isAbove: zero, ahead, soft.rate * excess)
      let massScale = Lanes.select(excess, isAbove: zero, one, soft.massScale)
      let impulseScale = Lanes.select(excess, isAbove: zero, zero, soft.impulseScale)
      wanted = (oldLimit - massScale * limitMass * (speed + bias)) - impulseScale * oldLimit
    } else {
      wanted = oldLimit - limitMass * (speed + Lanes.larger(ahead, zero))
    }
    let limit = Lanes.smaller(Lanes.larger(wanted, zero), fullTurn)
    block[HingeColumn.limitImpulse] = sign * limit
    applyAngular(sign * (limit - oldLimit), m, &a, &b)

    solvePin(block, anchors, m, bodies, &a, &b, soft, fastest, useBias: useBias)
    scatterVelocities(bodies, slotsA, a)
    scatterVelocities(bodies, slotsB, b)
  }
}

func storeHinges(
  _ blocks: borrowing JointBlocks, _ range: BlockRange,
  _ impulses: UnsafeMutablePointer<JointImpulse>
) {
  var i = range.first
  while i < range.end {
    let block = blocks.block(i)
    let anchors = blocks.anchorBlock(i)
    i &+= 1
    storePin(block, anchors, impulses)
    let slots = anchors.slots(AnchorColumn.joint)
    var lane = 0
    while lane < LaneColumns.laneCount {
      let slot = Int(slots[lane])
      if slot >= 0 {
        impulses[slot].impulse2 = block.float(HingeColumn.motorImpulse, lane)
        impulses[slot].impulse3 = block.float(HingeColumn.limitImpulse, lane)
        impulses[slot].impulse4 = block.float(HingeColumn.springImpulse, lane)
      }
      lane &+= 1
    }
  }
}
