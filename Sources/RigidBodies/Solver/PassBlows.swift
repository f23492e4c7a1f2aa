import DeterministicMath

extension ContactPass {
  /// Blows between moving bodies, one after the other, before anything else happens in a step: what is
  /// struck strikes in turn. See ``WorldDefinition/passesBlows``.
  ///
  /// - Parameters:
  ///   - duration: what touches within this time strikes.
  ///   - rounds: how often contacts look for blows; a blow passes at least one contact in each.
  func passBlows(
    _ parameters: ContactSolverParameters, _ share: inout WorkShare, duration: Float, rounds: Int
  ) {
    var round = 0
    while round < rounds {
      var color = 0
      while color < ContactTable.firstFixedColor {
        let range = share.begin(colors[color].blockCount, isDivisible: color > 0)
        passBlows(colors[color].allBlocks, range, parameters, duration)
        color &+= 1
      }
      round &+= 1
    }
  }

  private func passBlows(
    _ blocks: ContactBlocks, _ range: BlockRange, _ parameters: ContactSolverParameters,
    _ duration: Float
  ) {
    var i = range.first
    while i < range.end {
      if blocks.flags[i] & ContactBlockFlag.bouncing != 0 {
        strike(blocks[i], blocks.detail(i), bodies, parameters, duration)
      }
      i &+= 1
    }
  }
}

/// What approaches fast enough to bounce, and touches within the step, bounces now.
private func strike(
  _ block: LaneColumns, _ detail: LaneColumns, _ bodies: UnsafeMutableRawPointer,
  _ parameters: ContactSolverParameters, _ duration: Float
) {
  let point0 = ContactBlock.point0
  let point1 = ContactBlock.point1
  let threshold = Lanes(all: -parameters.restitutionThreshold)
  let zero = Lanes(all: 0)
  let time = Lanes(all: duration)
  var contact = ContactVelocities(block, bodies)
  let restitution = detail[ContactDetail.restitution]
  let approach0 = contact.normalVelocity(block, point0)
  let approach1 = contact.normalVelocity(block, point1)
  let end0 = block[point0 &+ ContactBlock.separation] + time * approach0
  let end1 = block[point1 &+ ContactBlock.separation] + time * approach1
  var acts = Lanes.select(
    threshold, isAbove: Lanes.smaller(approach0, approach1), Lanes(all: 1), zero)
  acts = Lanes.select(zero, isAbove: Lanes.smaller(end0, end1), acts, zero)
  acts = Lanes.select(restitution, isAbove: zero, acts, zero)
  if acts.isZero { return }
  let mass = block[ContactBlock.inverseMassA] + block[ContactBlock.inverseMassB]
  var sum0 = zero
  var sum1 = zero
  @inline(__always)
  func bounce(_ point: Int, _ approach: Lanes, _ sum: inout Lanes) {
    let vn = contact.normalVelocity(block, point)
    let normalMass =
      acts
      * Lanes.select(threshold, isAbove: approach, block[point &+ ContactBlock.normalMass], zero)
    let new = Lanes.larger(sum - normalMass * (vn + restitution * approach), zero)
    contact.applyNormal(new - sum, block, point, mass)
    sum = new
  }
  // Two points influence each other.
  var round = 0
  while round < 4 {
    bounce(point0, approach0, &sum0)
    bounce(point1, approach1, &sum1)
    round &+= 1
  }
  @inline(__always)
  func rub(_ point: Int, _ sum: Lanes) {
    let limit = block[ContactBlock.friction] * sum
    let wanted =
      zero - acts * block[point &+ ContactBlock.tangentMass] * contact.tangentVelocity(block, point)
    contact.applyTangent(
      Lanes.smaller(Lanes.larger(wanted, zero - limit), limit), block, point, mass)
  }
  rub(point0, sum0)
  rub(point1, sum1)
  @inline(__always)
  func note(_ greatest: Int, _ sum: Lanes, _ approach: Int) {
    detail[greatest] = Lanes.larger(sum, detail[greatest])
    // It has bounced.
    detail[approach] = Lanes.select(acts, isAbove: zero, zero, detail[approach])
  }
  note(ContactDetail.greatestImpulse0, sum0, ContactDetail.approach0)
  note(ContactDetail.greatestImpulse1, sum1, ContactDetail.approach1)
  contact.store(block, bodies)
}
