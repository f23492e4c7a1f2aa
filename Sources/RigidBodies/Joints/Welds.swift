import DeterministicMath

/// Eight welds at once: the angle first, then the anchors.
func fillWeld(
  _ joint: UnsafePointer<JointRecord>, _ block: LaneColumns, _ lane: Int, _ p: JointImpulse,
  _ parameters: JointSolverParameters
) {
  fillPin(block, lane, p)
  block.set(WeldColumn.angularImpulse, lane, p.impulse2)
  block.set(WeldColumn.referenceCosine, lane, joint.pointee.referenceCosine)
  block.set(WeldColumn.referenceSine, lane, joint.pointee.referenceSine)
  let rigid = parameters.rigidSoftness(joint)
  let isFirm = joint.pointee.hertz == 0
  let linear =
    isFirm ? rigid : parameters.softness(joint.pointee.hertz, joint.pointee.dampingRatio)
  block.set(WeldColumn.biasRate, lane, linear.biasRate)
  block.set(WeldColumn.massScale, lane, linear.massScale)
  block.set(WeldColumn.impulseScale, lane, linear.impulseScale)
  block.set(WeldColumn.relaxScale, lane, Float(isFirm ? 1 : 0))
  let isStraight = joint.pointee.angularHertz == 0
  let angular =
    isStraight
    ? rigid
    : parameters.softness(joint.pointee.angularHertz, joint.pointee.angularDampingRatio)
  block.set(WeldColumn.angularRate, lane, angular.biasRate)
  block.set(WeldColumn.angularMassScale, lane, angular.massScale)
  block.set(WeldColumn.angularImpulseScale, lane, angular.impulseScale)
  block.set(WeldColumn.angularRelaxScale, lane, Float(isStraight ? 1 : 0))
}

func prepareWelds(
  _ blocks: borrowing JointBlocks, _ range: BlockRange, _ bodies: JointBodies,
  _ parameters: JointSolverParameters
) {
  var i = range.first
  while i < range.end {
    let block = blocks.block(i)
    let turn = preparePin(block, blocks.anchorBlock(i), bodies, parameters)
    i &+= 1
    let m = JointMasses(block)
    block[WeldColumn.axialMass] = inverseOrZero(m.iA + m.iB)
    block[WeldColumn.angle] = relativeAngles(
      turn, block[WeldColumn.referenceCosine], block[WeldColumn.referenceSine])
  }
}

@inline(__always)
func warmStartWelds(
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
    if !isCarried { applyAngular(block[WeldColumn.angularImpulse], m, &a, &b) }
    scatterVelocities(bodies, slotsA, a)
    scatterVelocities(bodies, slotsB, b)
  }
}

@inline(__always)
func solveWelds(
  _ blocks: borrowing JointBlocks, _ range: BlockRange, _ bodies: UnsafeMutableRawPointer,
  _ parameters: JointSolverParameters, useBias: Bool
) {
  let fastest = Lanes(all: parameters.maximumBias)
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
    let old = block[WeldColumn.angularImpulse]
    let axialMass = block[WeldColumn.axialMass]
    let wanted: Lanes
    if useBias {
      let bias =
        block[WeldColumn.angularRate] * (block[WeldColumn.angle] + (b.angle - a.angle))
      wanted =
        (old - block[WeldColumn.angularMassScale] * axialMass * ((b.w - a.w) + bias))
        - block[WeldColumn.angularImpulseScale] * old
    } else {
      wanted = old - block[WeldColumn.angularRelaxScale] * axialMass * (b.w - a.w)
    }
    let new = bounded(wanted, Lanes(all: parameters.maximumTurn) * axialMass)
    block[WeldColumn.angularImpulse] = new
    applyAngular(new - old, m, &a, &b)
    if useBias {
      let soft = PinSoftness(
        rate: block[WeldColumn.biasRate], massScale: block[WeldColumn.massScale],
        impulseScale: block[WeldColumn.impulseScale])
      solvePin(block, anchors, m, bodies, &a, &b, soft, fastest, useBias: true)
    } else {
      relaxPin(block, anchors, m, bodies, &a, &b, scale: block[WeldColumn.relaxScale])
    }
    scatterVelocities(bodies, slotsA, a)
    scatterVelocities(bodies, slotsB, b)
  }
}

func storeWelds(
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
      if slot >= 0 { impulses[slot].impulse2 = block.float(WeldColumn.angularImpulse, lane) }
      lane &+= 1
    }
  }
}
