import DeterministicMath

/// The contacts of a worker's world, and the bodies whose motions a pass of the solver changes.
struct ContactPass {
  /// ``ContactTable/colorCount`` colours.
  let colors: UnsafeMutablePointer<ContactColor>
  /// The rows of ``BodyMotion``.
  let bodies: UnsafeMutableRawPointer
}

extension World {
  /// Valid until a body or a contact comes.
  @inline(__always)
  var contactPass: ContactPass {
    ContactPass(
      colors: contactTable.colors, bodies: UnsafeMutableRawPointer(bodyTable.motions.base))
  }
}

extension ContactPass {
  /// Applies the impulses of the step before, once per step.
  ///
  /// Later substeps start from what the velocities gained in the one before: see
  /// ``World/integrateVelocities(_:isFirst:)``.
  func warmStart(_ share: inout WorkShare) {
    var color = 0
    while color < ContactTable.colorCount {
      let range = share.begin(colors[color].blockCount, isDivisible: color > 0)
      warmStart(colors[color].allBlocks, range)
      color &+= 1
    }
  }

  private func warmStart(_ blocks: ContactBlocks, _ range: BlockRange) {
    assert(range.first >= 0 && range.first <= range.end, "a range of blocks")
    var i = range.first
    while i < range.end {
      let block = blocks[i]
      let impulses = blocks.impulses(i)
      i &+= 1
      var contact = ContactVelocities(block, bodies)
      contact.normalImpulse =
        impulses[ContactImpulses.normal0]
        + impulses[ContactImpulses.normal1]
      contact.tangentImpulse =
        impulses[ContactImpulses.tangent0]
        + impulses[ContactImpulses.tangent1]
      contact.turn(block, impulses, ContactBlock.point0)
      contact.turn(block, impulses, ContactBlock.point1)
      contact.store(block, bodies)
    }
  }
}

/// The velocities of eight pairs of bodies, relative to each other and in the contacts' own frames,
/// while their impulses are worked out.
///
/// The linear velocities of the bodies are touched twice only, on the way in and on the way out:
/// in between an impulse changes one number for each direction.
struct ContactVelocities {
  var a: VelocityLanes
  var b: VelocityLanes
  /// Velocity of B's centre relative to A's, along the normal and the tangent.
  var normal: Lanes
  var tangent: Lanes
  /// Sums of the impulses applied.
  var normalImpulse: Lanes
  var tangentImpulse: Lanes

  @inline(__always)
  init(_ block: LaneColumns, _ bodies: UnsafeMutableRawPointer) {
    a = gatherVelocities(bodies, block.slots(ContactBlock.bodyA))
    b = gatherVelocities(bodies, block.slots(ContactBlock.bodyB))
    let nx = block[ContactBlock.normalX]
    let ny = block[ContactBlock.normalY]
    let vx = b.vx - a.vx
    let vy = b.vy - a.vy
    normal = vx * nx + vy * ny
    tangent = vx * ny - vy * nx
    normalImpulse = Lanes(all: 0)
    tangentImpulse = Lanes(all: 0)
  }

  /// Closing velocity of a point, negative when the bodies approach.
  @inline(__always)
  func normalVelocity(_ block: LaneColumns, _ point: Int) -> Lanes {
    normal + (b.w * block[point &+ ContactBlock.crossB] - a.w * block[point &+ ContactBlock.crossA])
  }

  @inline(__always)
  func tangentVelocity(_ block: LaneColumns, _ point: Int) -> Lanes {
    tangent
      - (b.w * block[point &+ ContactBlock.alongB] - a.w * block[point &+ ContactBlock.alongA])
  }

  @inline(__always)
  mutating func applyNormal(_ impulse: Lanes, _ block: LaneColumns, _ point: Int, _ mass: Lanes) {
    normalImpulse = normalImpulse + impulse
    normal = normal + mass * impulse
    a.w =
      a.w - block[ContactBlock.inverseInertiaA] * (block[point &+ ContactBlock.crossA] * impulse)
    b.w =
      b.w + block[ContactBlock.inverseInertiaB] * (block[point &+ ContactBlock.crossB] * impulse)
  }

  @inline(__always)
  mutating func applyTangent(_ impulse: Lanes, _ block: LaneColumns, _ point: Int, _ mass: Lanes) {
    tangentImpulse = tangentImpulse + impulse
    tangent = tangent + mass * impulse
    a.w =
      a.w + block[ContactBlock.inverseInertiaA] * (block[point &+ ContactBlock.alongA] * impulse)
    b.w =
      b.w - block[ContactBlock.inverseInertiaB] * (block[point &+ ContactBlock.alongB] * impulse)
  }

  /// Turns both bodies by a point's accumulated impulses.
  @inline(__always)
  mutating func turn(_ block: LaneColumns, _ impulses: LaneColumns, _ point: Int) {
    let normal = impulses[ContactImpulses.normal(point)]
    let tangent = impulses[ContactImpulses.tangent(point)]
    a.w =
      a.w
      - block[ContactBlock.inverseInertiaA]
      * (block[point &+ ContactBlock.crossA] * normal - block[point &+ ContactBlock.alongA]
        * tangent)
    b.w =
      b.w
      + block[ContactBlock.inverseInertiaB]
      * (block[point &+ ContactBlock.crossB] * normal - block[point &+ ContactBlock.alongB]
        * tangent)
  }

  /// Gives the sums of the impulses to the linear velocities, and writes all velocities back.
  @inline(__always)
  mutating func store(_ block: LaneColumns, _ bodies: UnsafeMutableRawPointer) {
    let nx = block[ContactBlock.normalX]
    let ny = block[ContactBlock.normalY]
    let px = normalImpulse * nx + tangentImpulse * ny
    let py = normalImpulse * ny - tangentImpulse * nx
    let mA = block[ContactBlock.inverseMassA]
    let mB = block[ContactBlock.inverseMassB]
    a.vx = a.vx - mA * px
    a.vy = a.vy - mA * py
    b.vx = b.vx + mB * px
    b.vy = b.vy + mB * py
    scatterVelocities(bodies, block.slots(ContactBlock.bodyA), a)
    scatterVelocities(bodies, block.slots(ContactBlock.bodyB), b)
  }
}

extension ContactPass {
  // A function for each pass, so that none holds in registers what another needs.

  /// One pass over the contacts between moving bodies, or over those with immovable ones, that also
  /// pushes overlapping points apart.
  ///
  /// Block after block; the contacts of a block share no moving body.
  @inline(__always)
  func push(_ parameters: ContactSolverParameters, _ share: inout WorkShare, areFixed: Bool) {
    if parameters.correctsOverlaps {
      pushCorrected(parameters, &share, areFixed: areFixed)
    } else {
      pushPlain(parameters, &share, areFixed: areFixed)
    }
  }

  /// Solves contacts without pushing out: only velocities are corrected.
  @inline(never)
  func relax(_ parameters: ContactSolverParameters, _ share: inout WorkShare, areFixed: Bool) {
    solve(parameters, &share, areFixed: areFixed, useBias: false, correctsOverlaps: false)
  }

  @inline(never)
  private func pushPlain(
    _ parameters: ContactSolverParameters, _ share: inout WorkShare, areFixed: Bool
  ) {
    solve(parameters, &share, areFixed: areFixed, useBias: true, correctsOverlaps: false)
  }

  @inline(never)
  private func pushCorrected(
    _ parameters: ContactSolverParameters, _ share: inout WorkShare, areFixed: Bool
  ) {
    solve(parameters, &share, areFixed: areFixed, useBias: true, correctsOverlaps: true)
  }

  @inline(__always)
  private func solve(
    _ parameters: ContactSolverParameters, _ share: inout WorkShare, areFixed: Bool,
    useBias: Bool, correctsOverlaps: Bool
  ) {
    var color = areFixed ? ContactTable.firstFixedColor : 0
    let end = areFixed ? ContactTable.colorCount : ContactTable.firstFixedColor
    while color < end {
      let range = share.begin(colors[color].blockCount, isDivisible: color > 0)
      solve(
        colors[color].allBlocks, range, parameters, useBias: useBias,
        correctsOverlaps: correctsOverlaps)
      color &+= 1
    }
  }

  @inline(__always)
  private func solve(
    _ blocks: ContactBlocks, _ range: BlockRange, _ parameters: ContactSolverParameters,
    useBias: Bool, correctsOverlaps: Bool
  ) {
    assert(range.first >= 0 && range.first <= range.end, "a range begins before it ends")
    let inverseSubstep = Lanes(all: parameters.inverseSubstep)
    var i = range.first
    while i < range.end {
      let detail = blocks.detail(i)
      let flag = blocks.flags[i]
      var contacts = SolvedContacts(
        blocks[i], blocks.impulses(i), bodies, flag, inverseSubstep: inverseSubstep,
        useBias: useBias)
      i &+= 1
      var softness = SoftnessLanes(parameters, isStiff: flag & ContactBlockFlag.stiff != 0)
      if _slowPath(useBias && correctsOverlaps && flag & ContactBlockFlag.deep != 0) {
        softness.harden(detail[ContactDetail.isDeep])
        softness.endPushOut(detail[ContactDetail.isDeep])
      }
      if _slowPath(flag & ContactBlockFlag.fast != 0) {
        softness.harden(detail[ContactDetail.isFast])
      }
      // Relaxing ends with the normals, so that no push-out speed survives.
      if !useBias { contacts.rub() }
      contacts.push(softness)
      if useBias {
        if _slowPath(flag & ContactBlockFlag.fast != 0) {
          // One round leaves some per cent of the approach: of 48,000 pt/s, many points in a step.
          let fast = detail[ContactDetail.isFast]
          contacts.repeatRounds { $0.push(softness, only: fast) }
        }
        if _slowPath(correctsOverlaps && flag & ContactBlockFlag.deep != 0) {
          // Warm starting with a hard blow's impulses: one round would leave some per cent of it.
          let deep = detail[ContactDetail.isDeep]
          contacts.repeatRounds { $0.push(softness, only: deep) }
        }
        contacts.rub()
      } else if _slowPath(flag & ContactBlockFlag.deep != 0) {
        // Points, and friction, influence each other: settle them, or a fast push-out leaves speed.
        let deep = detail[ContactDetail.isDeep]
        contacts.repeatRounds {
          $0.rub(only: deep)
          $0.push(softness, only: deep)
        }
      }
      if flag & ContactBlockFlag.watched != 0 { contacts.noteImpulses(in: detail) }
      contacts.velocities.store(contacts.block, bodies)
    }
  }
}

/// The push-out of eight contacts.
private struct SoftnessLanes {
  let biasRate: Lanes
  var massScale: Lanes
  var impulseScale: Lanes
  /// The greatest speed of the push-out, negative.
  var slowest: Lanes

  @inline(__always)
  init(_ parameters: ContactSolverParameters, isStiff: Bool) {
    let softness = isStiff ? parameters.staticSoftness : parameters.softness
    biasRate = Lanes(all: softness.biasRate)
    massScale = Lanes(all: softness.massScale)
    impulseScale = Lanes(all: softness.impulseScale)
    slowest = Lanes(all: -parameters.maximumPushOutSpeed)
  }

  /// Makes the contacts in lanes above zero rigid: softness lets some per cent through.
  @inline(__always)
  mutating func harden(_ lanes: Lanes) {
    massScale = Lanes.select(lanes, isAbove: Lanes(all: 0), Lanes(all: 1), massScale)
    impulseScale = Lanes.select(lanes, isAbove: Lanes(all: 0), Lanes(all: 0), impulseScale)
  }

  /// Ends the push-out in lanes above zero: their positions are corrected without any speed.
  @inline(__always)
  mutating func endPushOut(_ lanes: Lanes) {
    slowest = Lanes.select(lanes, isAbove: Lanes(all: 0), Lanes(all: 0), slowest)
  }
}

/// Eight contacts while a pass works out their impulses.
private struct SolvedContacts {
  let block: LaneColumns
  private let impulses: LaneColumns
  var velocities: ContactVelocities
  private let movedA: DisplacementLanes
  private let movedB: DisplacementLanes
  private let mass: Lanes
  /// The change of the gap by the bodies' shifts since the step began.
  private let apart: Lanes
  private let inverseSubstep: Lanes
  private let useBias: Bool

  /// - Parameter useBias: ``push(_:only:)`` also pushes overlapping points apart.
  @inline(__always)
  init(
    _ block: LaneColumns, _ impulses: LaneColumns, _ bodies: UnsafeMutableRawPointer,
    _ flag: UInt8, inverseSubstep: Lanes, useBias: Bool
  ) {
    self.block = block
    self.impulses = impulses
    velocities = ContactVelocities(block, bodies)
    movedA = gatherDisplacements(bodies, block.slots(ContactBlock.bodyA))
    movedB = gatherDisplacements(bodies, block.slots(ContactBlock.bodyB))
    mass = block[ContactBlock.inverseMassA] + block[ContactBlock.inverseMassB]
    let shift =
      (movedB.dx - movedA.dx) * block[ContactBlock.normalX]
      + (movedB.dy - movedA.dy) * block[ContactBlock.normalY]
    // The arms of a rounded outline's gap end on the core.
    apart =
      flag & ContactBlockFlag.rounded != 0
      ? shift + (movedB.versine - movedA.versine) * block[ContactBlock.out] : shift
    self.inverseSubstep = inverseSubstep
    self.useBias = useBias
  }

  /// Four further rounds: points, and friction, influence each other.
  @inline(__always)
  mutating func repeatRounds(_ body: (inout SolvedContacts) -> Void) {
    var round = 0
    while round < 4 {
      body(&self)
      round &+= 1
    }
  }

  /// Solves the normals of both points.
  ///
  /// A further round acts on the lanes that `only` names: the others keep even an impulse that
  /// a round would bring within its limits, or what shares their block would show in them.
  @inline(__always)
  mutating func push(_ softness: SoftnessLanes, only: Lanes? = nil) {
    push(ContactBlock.point0, softness, only: only)
    push(ContactBlock.point1, softness, only: only)
  }

  @inline(__always)
  private mutating func push(_ point: Int, _ softness: SoftnessLanes, only: Lanes?) {
    let zero = Lanes(all: 0)
    let one = Lanes(all: 1)
    let crossA = block[point &+ ContactBlock.crossA]
    let alongA = block[point &+ ContactBlock.alongA]
    let crossB = block[point &+ ContactBlock.crossB]
    let alongB = block[point &+ ContactBlock.alongB]
    let normalMass = block[point &+ ContactBlock.normalMass]
    let turned =
      (movedB.sine * crossB - movedB.versine * alongB)
      - (movedA.sine * crossA - movedA.versine * alongA)
    let s = (apart + turned) + block[point &+ ContactBlock.separation]
    let vn = velocities.normalVelocity(block, point)
    let old = impulses[ContactImpulses.normal(point)]
    // Apart: may approach as far as the gap in one substep.
    let ahead = s * inverseSubstep
    var new: Lanes
    if useBias {
      let back = Lanes.larger(softness.biasRate * s, softness.slowest)
      let bias = Lanes.select(s, isAbove: zero, ahead, back)
      let massScale = Lanes.select(s, isAbove: zero, one, softness.massScale)
      let impulseScale = Lanes.select(s, isAbove: zero, zero, softness.impulseScale)
      new = Lanes.larger(
        (old - normalMass * massScale * (vn + bias)) - impulseScale * old, zero)
    } else {
      let bias = Lanes.larger(ahead, zero)
      new = Lanes.larger(old - normalMass * (vn + bias), zero)
    }
    if let only { new = Lanes.select(only, isAbove: zero, new, old) }
    impulses[ContactImpulses.normal(point)] = new
    velocities.applyNormal(new - old, block, point, mass)
  }

  /// Solves the friction of both points; see ``push(_:only:)``.
  @inline(__always)
  mutating func rub(only: Lanes? = nil) {
    rub(ContactBlock.point0, only: only)
    rub(ContactBlock.point1, only: only)
  }

  @inline(__always)
  private mutating func rub(_ point: Int, only: Lanes?) {
    let zero = Lanes(all: 0)
    let vt = velocities.tangentVelocity(block, point)
    let limit = block[ContactBlock.friction] * impulses[ContactImpulses.normal(point)]
    let old = impulses[ContactImpulses.tangent(point)]
    let wanted = old - block[point &+ ContactBlock.tangentMass] * vt
    var new = Lanes.smaller(Lanes.larger(wanted, zero - limit), limit)
    if let only { new = Lanes.select(only, isAbove: zero, new, old) }
    impulses[ContactImpulses.tangent(point)] = new
    velocities.applyTangent(new - old, block, point, mass)
  }

  /// Keeps the greatest impulses: in both passes, since a gap may close exactly, and the first push
  /// come while relaxing.
  @inline(__always)
  func noteImpulses(in detail: LaneColumns) {
    detail[ContactDetail.greatestImpulse0] = Lanes.larger(
      impulses[ContactImpulses.normal0], detail[ContactDetail.greatestImpulse0])
    detail[ContactDetail.greatestImpulse1] = Lanes.larger(
      impulses[ContactImpulses.normal1], detail[ContactDetail.greatestImpulse1])
  }
}

extension ContactPass {
  /// Gives back what a bounce keeps, once per step, for contacts that were pushed.
  ///
  /// The two points of one contact influence each other; four rounds settle them, and both bounce
  /// when either was pushed, because one point's push slows the other one too.
  func applyRestitution(_ parameters: ContactSolverParameters, _ share: inout WorkShare) {
    var color = 0
    while color < ContactTable.colorCount {
      let range = share.begin(colors[color].blockCount, isDivisible: color > 0)
      applyRestitution(colors[color].allBlocks, range, parameters)
      color &+= 1
    }
  }

  private func applyRestitution(
    _ blocks: ContactBlocks, _ range: BlockRange, _ parameters: ContactSolverParameters
  ) {
    assert(range.first >= 0 && range.first <= range.end, "a range begins before it ends")
    assert(parameters.restitutionThreshold >= 0, "a speed is not negative")
    let threshold = Lanes(all: -parameters.restitutionThreshold)
    let zero = Lanes(all: 0)
    let one = Lanes(all: 1)
    var i = range.first
    while i < range.end {
      let block = blocks[i]
      let impulses = blocks.impulses(i)
      let detail = blocks.detail(i)
      let flag = blocks.flags[i]
      i &+= 1
      if flag & ContactBlockFlag.bouncing == 0 { continue }
      let restitution = detail[ContactDetail.restitution]
      let pushed = Lanes.larger(
        detail[ContactDetail.greatestImpulse0], detail[ContactDetail.greatestImpulse1])
      // Most contacts only rest: no lane of theirs came in fast enough to bounce.
      let approach0 = detail[ContactDetail.approach0]
      let approach1 = detail[ContactDetail.approach1]
      let fastest = Lanes.smaller(approach0, approach1)
      var acts = Lanes.select(fastest, isAbove: threshold, zero, one)
      acts = Lanes.select(pushed, isAbove: zero, acts, zero)
      acts = Lanes.select(restitution, isAbove: zero, acts, zero)
      if acts.isZero { continue }
      var contact = ContactVelocities(block, bodies)
      let mass = block[ContactBlock.inverseMassA] + block[ContactBlock.inverseMassB]
      @inline(__always)
      func bounce(_ point: Int, _ approach: Lanes) {
        let vn = contact.normalVelocity(block, point)
        let normalMass =
          acts
          * Lanes.select(
            approach, isAbove: threshold, zero, block[point &+ ContactBlock.normalMass])
        let old = impulses[ContactImpulses.normal(point)]
        let new = Lanes.select(
          normalMass, isAbove: zero,
          Lanes.larger(old - normalMass * (vn + restitution * approach), zero), old)
        impulses[ContactImpulses.normal(point)] = new
        contact.applyNormal(new - old, block, point, mass)
      }
      var round = 0
      while round < 4 {
        bounce(ContactBlock.point0, approach0)
        bounce(ContactBlock.point1, approach1)
        round &+= 1
      }
      contact.store(block, bodies)
    }
  }
}
