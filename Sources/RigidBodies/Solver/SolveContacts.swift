import DeterministicMath

/// Applies the last substep's impulses again.
func warmStartContacts(
  _ blocks: UnsafeMutableRawPointer, _ count: Int, _ bodies: UnsafeMutableRawPointer
) {
  var i = 0
  while i < count {
    let block = ContactBlock(blocks + i &* ContactBlock.stride)
    i &+= 1
    let slotsA = block.slots(ContactBlock.bodyA)
    let slotsB = block.slots(ContactBlock.bodyB)
    var a = gatherVelocities(bodies, slotsA)
    var b = gatherVelocities(bodies, slotsB)
    let turnA = gatherDisplacements(bodies, slotsA)
    let turnB = gatherDisplacements(bodies, slotsB)
    let nx = block[ContactBlock.normalX]
    let ny = block[ContactBlock.normalY]
    let mA = block[ContactBlock.inverseMassA]
    let mB = block[ContactBlock.inverseMassB]
    let iA = block[ContactBlock.inverseInertiaA]
    let iB = block[ContactBlock.inverseInertiaB]
    @inline(__always)
    func apply(_ point: Int) {
      let arm = Arms(block, point, turnA, turnB)
      let ni = block[point &+ ContactBlock.normalImpulse]
      let ti = block[point &+ ContactBlock.tangentImpulse]
      // The tangent is the normal's right perpendicular: (ny, −nx).
      let px = ni * nx + ti * ny
      let py = ni * ny - ti * nx
      a.vx = a.vx - mA * px
      a.vy = a.vy - mA * py
      a.w = a.w - iA * (arm.ax * py - arm.ay * px)
      b.vx = b.vx + mB * px
      b.vy = b.vy + mB * py
      b.w = b.w + iB * (arm.bx * py - arm.by * px)
    }
    apply(ContactBlock.point0)
    apply(ContactBlock.point1)
    scatterVelocities(bodies, slotsA, a)
    scatterVelocities(bodies, slotsB, b)
  }
}

/// From the centres to a point, turned as far as the bodies have turned in this step.
private struct Arms {
  var ax: Lanes
  var ay: Lanes
  var bx: Lanes
  var by: Lanes

  @inline(__always)
  init(_ block: ContactBlock, _ point: Int, _ a: DisplacementLanes, _ b: DisplacementLanes) {
    let x0 = block[point &+ ContactBlock.anchorAX]
    let y0 = block[point &+ ContactBlock.anchorAY]
    let x1 = block[point &+ ContactBlock.anchorBX]
    let y1 = block[point &+ ContactBlock.anchorBY]
    ax = a.cosine * x0 - a.sine * y0
    ay = a.sine * x0 + a.cosine * y0
    bx = b.cosine * x1 - b.sine * y1
    by = b.sine * x1 + b.cosine * y1
  }
}

/// One pass over the contacts, block after block; the contacts of a block share no moving body.
///
/// - Parameter useBias: push overlapping points apart; without it only velocities are corrected.
@inline(__always)
func solveContacts(
  _ blocks: UnsafeMutableRawPointer, _ flags: UnsafePointer<UInt8>, _ count: Int,
  _ bodies: UnsafeMutableRawPointer, _ parameters: ContactSolverParameters, useBias: Bool
) {
  let inverseSubstep = Lanes(all: parameters.inverseSubstep)
  let slowest = Lanes(all: -parameters.maximumPushOutSpeed)
  let zero = Lanes(all: 0)
  let one = Lanes(all: 1)
  var i = 0
  while i < count {
    let block = ContactBlock(blocks + i &* ContactBlock.stride)
    let flag = flags[i]
    i &+= 1
    let slotsA = block.slots(ContactBlock.bodyA)
    let slotsB = block.slots(ContactBlock.bodyB)
    var a = gatherVelocities(bodies, slotsA)
    var b = gatherVelocities(bodies, slotsB)
    let turnA = gatherDisplacements(bodies, slotsA)
    let turnB = gatherDisplacements(bodies, slotsB)
    let dx = turnB.dx - turnA.dx
    let dy = turnB.dy - turnA.dy
    let nx = block[ContactBlock.normalX]
    let ny = block[ContactBlock.normalY]
    let mA = block[ContactBlock.inverseMassA]
    let mB = block[ContactBlock.inverseMassB]
    let iA = block[ContactBlock.inverseInertiaA]
    let iB = block[ContactBlock.inverseInertiaB]
    let friction = block[ContactBlock.friction]
    var softness =
      flag & ContactBlockFlag.stiff != 0 ? parameters.staticSoftness : parameters.softness
    if _slowPath(flag & ContactBlockFlag.fast != 0) {
      // Softness, too, lets some per cent through.
      softness.massScale = 1
      softness.impulseScale = 0
    }
    let biasRate = Lanes(all: softness.biasRate)
    let softMass = Lanes(all: softness.massScale)
    let softImpulse = Lanes(all: softness.impulseScale)
    let arm0 = Arms(block, ContactBlock.point0, turnA, turnB)
    let arm1 = Arms(block, ContactBlock.point1, turnA, turnB)

    @inline(__always)
    func push(_ point: Int, _ arm: Arms) {
      let s =
        ((dx + (arm.bx - arm.ax)) * nx + (dy + (arm.by - arm.ay)) * ny)
        + block[point &+ ContactBlock.separation]
      let vx = (b.vx - b.w * arm.by) - (a.vx - a.w * arm.ay)
      let vy = (b.vy + b.w * arm.bx) - (a.vy + a.w * arm.ax)
      let vn = vx * nx + vy * ny
      let mass = block[point &+ ContactBlock.normalMass]
      let old = block[point &+ ContactBlock.normalImpulse]
      // Apart: may approach as far as the gap in one substep.
      let ahead = s * inverseSubstep
      let new: Lanes
      if useBias {
        let back = Lanes.larger(biasRate * s, slowest)
        let bias = Lanes.select(s, isAbove: zero, ahead, back)
        let massScale = Lanes.select(s, isAbove: zero, one, softMass)
        let impulseScale = Lanes.select(s, isAbove: zero, zero, softImpulse)
        new = Lanes.larger((old - mass * massScale * (vn + bias)) - impulseScale * old, zero)
      } else {
        let bias = Lanes.larger(ahead, zero)
        new = Lanes.larger(old - mass * (vn + bias), zero)
      }
      // In both passes: a gap may close exactly, and the first push come while relaxing.
      let greatest = block[point &+ ContactBlock.greatestImpulse]
      block[point &+ ContactBlock.greatestImpulse] = Lanes.larger(new, greatest)
      block[point &+ ContactBlock.normalImpulse] = new
      let applied = new - old
      let px = applied * nx
      let py = applied * ny
      a.vx = a.vx - mA * px
      a.vy = a.vy - mA * py
      a.w = a.w - iA * (arm.ax * py - arm.ay * px)
      b.vx = b.vx + mB * px
      b.vy = b.vy + mB * py
      b.w = b.w + iB * (arm.bx * py - arm.by * px)
    }
    @inline(__always)
    func rub(_ point: Int, _ arm: Arms) {
      let vx = (b.vx - b.w * arm.by) - (a.vx - a.w * arm.ay)
      let vy = (b.vy + b.w * arm.bx) - (a.vy + a.w * arm.ax)
      let vt = vx * ny - vy * nx
      let limit = friction * block[point &+ ContactBlock.normalImpulse]
      let old = block[point &+ ContactBlock.tangentImpulse]
      let wanted = old - block[point &+ ContactBlock.tangentMass] * vt
      let new = Lanes.smaller(Lanes.larger(wanted, zero - limit), limit)
      block[point &+ ContactBlock.tangentImpulse] = new
      let applied = new - old
      let px = applied * ny
      let py = zero - applied * nx
      a.vx = a.vx - mA * px
      a.vy = a.vy - mA * py
      a.w = a.w - iA * (arm.ax * py - arm.ay * px)
      b.vx = b.vx + mB * px
      b.vy = b.vy + mB * py
      b.w = b.w + iB * (arm.bx * py - arm.by * px)
    }
    // Relaxing ends with the normals, so that no push-out speed survives.
    if !useBias {
      rub(ContactBlock.point0, arm0)
      rub(ContactBlock.point1, arm1)
    }
    push(ContactBlock.point0, arm0)
    push(ContactBlock.point1, arm1)
    if useBias {
      if _slowPath(flag & ContactBlockFlag.fast != 0) {
        // One round leaves some per cent of the approach: of 48,000 pt/s, many points in a step.
        var round = 0
        while round < 4 {
          push(ContactBlock.point0, arm0)
          push(ContactBlock.point1, arm1)
          round &+= 1
        }
      }
      rub(ContactBlock.point0, arm0)
      rub(ContactBlock.point1, arm1)
    } else if _slowPath(flag & ContactBlockFlag.deep != 0) {
      // Points, and friction, influence each other: settle them, or a fast push-out leaves speed.
      var round = 0
      while round < 4 {
        rub(ContactBlock.point0, arm0)
        rub(ContactBlock.point1, arm1)
        push(ContactBlock.point0, arm0)
        push(ContactBlock.point1, arm1)
        round &+= 1
      }
    }
    scatterVelocities(bodies, slotsA, a)
    scatterVelocities(bodies, slotsB, b)
  }
}

/// Gives back what a bounce keeps, once per step, for contacts that were pushed.
///
/// The two points of one contact influence each other; four rounds settle them, and both bounce when
/// either was pushed, because one point's push slows the other one too.
func applyRestitution(
  _ blocks: UnsafeMutableRawPointer, _ flags: UnsafePointer<UInt8>, _ count: Int,
  _ bodies: UnsafeMutableRawPointer, _ parameters: ContactSolverParameters
) {
  let threshold = Lanes(all: -parameters.restitutionThreshold)
  let zero = Lanes(all: 0)
  let one = Lanes(all: 1)
  var i = 0
  while i < count {
    let block = ContactBlock(blocks + i &* ContactBlock.stride)
    let flag = flags[i]
    i &+= 1
    if flag & ContactBlockFlag.bouncing == 0 { continue }
    let restitution = block[ContactBlock.restitution]
    let pushed = Lanes.larger(
      block[ContactBlock.point0 + ContactBlock.greatestImpulse],
      block[ContactBlock.point1 + ContactBlock.greatestImpulse])
    // Most contacts only rest: no lane of theirs came in fast enough to bounce.
    let approach0 = block[ContactBlock.approach0]
    let approach1 = block[ContactBlock.approach1]
    let fastest = Lanes.smaller(approach0, approach1)
    var acts = Lanes.select(fastest, isAbove: threshold, zero, one)
    acts = Lanes.select(pushed, isAbove: zero, acts, zero)
    acts = Lanes.select(restitution, isAbove: zero, acts, zero)
    if acts.isZero { continue }
    let slotsA = block.slots(ContactBlock.bodyA)
    let slotsB = block.slots(ContactBlock.bodyB)
    var a = gatherVelocities(bodies, slotsA)
    var b = gatherVelocities(bodies, slotsB)
    let turnA = gatherDisplacements(bodies, slotsA)
    let turnB = gatherDisplacements(bodies, slotsB)
    let nx = block[ContactBlock.normalX]
    let ny = block[ContactBlock.normalY]
    let mA = block[ContactBlock.inverseMassA]
    let mB = block[ContactBlock.inverseMassB]
    let iA = block[ContactBlock.inverseInertiaA]
    let iB = block[ContactBlock.inverseInertiaB]
    @inline(__always)
    func bounce(_ point: Int, _ approach: Lanes) {
      let arm = Arms(block, point, turnA, turnB)
      let vx = (b.vx - b.w * arm.by) - (a.vx - a.w * arm.ay)
      let vy = (b.vy + b.w * arm.bx) - (a.vy + a.w * arm.ax)
      let vn = vx * nx + vy * ny
      var mass = block[point &+ ContactBlock.normalMass]
      mass = Lanes.select(approach, isAbove: threshold, zero, mass)
      mass = Lanes.select(pushed, isAbove: zero, mass, zero)
      mass = Lanes.select(restitution, isAbove: zero, mass, zero)
      let old = block[point &+ ContactBlock.normalImpulse]
      let new = Lanes.larger(old - mass * (vn + restitution * approach), zero)
      block[point &+ ContactBlock.normalImpulse] = new
      let applied = new - old
      let px = applied * nx
      let py = applied * ny
      a.vx = a.vx - mA * px
      a.vy = a.vy - mA * py
      a.w = a.w - iA * (arm.ax * py - arm.ay * px)
      b.vx = b.vx + mB * px
      b.vy = b.vy + mB * py
      b.w = b.w + iB * (arm.bx * py - arm.by * px)
    }
    var round = 0
    while round < 4 {
      bounce(ContactBlock.point0, approach0)
      bounce(ContactBlock.point1, approach1)
      round &+= 1
    }
    scatterVelocities(bodies, slotsA, a)
    scatterVelocities(bodies, slotsB, b)
  }
}
