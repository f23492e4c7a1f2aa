import DeterministicMath

/// Applies last substep's impulses again.
func warmStartContacts(
  _ constraints: UnsafeMutablePointer<ContactConstraint>, _ count: Int,
  _ bodies: UnsafeMutablePointer<BodyMotion>
) {
  var i = 0
  while i < count {
    let c = constraints + i
    let a = bodies + Int(c.pointee.bodyA)
    let b = bodies + Int(c.pointee.bodyB)
    var vA = a.pointee.velocity
    var wA = a.pointee.w
    var vB = b.pointee.velocity
    var wB = b.pointee.w
    let qA = Rotation(cosine: a.pointee.cosine, sine: a.pointee.sine)
    let qB = Rotation(cosine: b.pointee.cosine, sine: b.pointee.sine)
    let normal = c.pointee.normal
    let tangent = normal.rightPerpendicular
    @inline(__always)
    func apply(_ p: ContactConstraintPoint) {
      let rA = qA.rotate(p.anchorA)
      let rB = qB.rotate(p.anchorB)
      let impulse = p.normalImpulse * normal + p.tangentImpulse * tangent
      vA -= c.pointee.inverseMassA * impulse
      wA -= c.pointee.inverseInertiaA * rA.cross(impulse)
      vB += c.pointee.inverseMassB * impulse
      wB += c.pointee.inverseInertiaB * rB.cross(impulse)
    }
    apply(c.pointee.point0)
    if c.pointee.pointCount > 1 { apply(c.pointee.point1) }
    a.pointee.velocity = vA
    a.pointee.w = wA
    b.pointee.velocity = vB
    b.pointee.w = wB
    i &+= 1
  }
}

/// One pass over the contacts, in order.
///
/// - Parameter useBias: push overlapping points apart; without it only velocities are corrected.
@inline(__always)
func solveContacts(
  _ constraints: UnsafeMutablePointer<ContactConstraint>, _ count: Int,
  _ bodies: UnsafeMutablePointer<BodyMotion>, _ parameters: ContactSolverParameters,
  useBias: Bool
) {
  let inverseSubstep = parameters.inverseSubstep
  let maximumPushOut = parameters.maximumPushOutSpeed
  var i = 0
  while i < count {
    let c = constraints + i
    let a = bodies + Int(c.pointee.bodyA)
    let b = bodies + Int(c.pointee.bodyB)
    let mA = c.pointee.inverseMassA
    let iA = c.pointee.inverseInertiaA
    let mB = c.pointee.inverseMassB
    let iB = c.pointee.inverseInertiaB
    var vA = a.pointee.velocity
    var wA = a.pointee.w
    var vB = b.pointee.velocity
    var wB = b.pointee.w
    let shift = Vec2(b.pointee.dx - a.pointee.dx, b.pointee.dy - a.pointee.dy)
    let qA = Rotation(cosine: a.pointee.cosine, sine: a.pointee.sine)
    let qB = Rotation(cosine: b.pointee.cosine, sine: b.pointee.sine)
    let normal = c.pointee.normal
    let tangent = normal.rightPerpendicular
    let softness = c.pointee.isStiff ? parameters.staticSoftness : parameters.softness

    @inline(__always)
    func push(_ p: inout ContactConstraintPoint) {
      let rA = qA.rotate(p.anchorA)
      let rB = qB.rotate(p.anchorB)
      let s = (shift + (rB - rA)).dot(normal) + p.adjustedSeparation
      var bias: Float = 0
      var massScale: Float = 1
      var impulseScale: Float = 0
      if s > 0 {
        bias = s * inverseSubstep
      } else if useBias {
        bias = larger(softness.biasRate * s, -maximumPushOut)
        massScale = softness.massScale
        impulseScale = softness.impulseScale
      }
      let vn = ((vB + rB.crossed(by: wB)) - (vA + rA.crossed(by: wA))).dot(normal)
      let change =
        -p.normalMass * massScale * (vn + bias) - impulseScale * p.normalImpulse
      let new = larger(p.normalImpulse + change, 0)
      let applied = new - p.normalImpulse
      p.normalImpulse = new
      p.greatestImpulse = larger(p.greatestImpulse, new)
      let impulse = applied * normal
      vA -= mA * impulse
      wA -= iA * rA.cross(impulse)
      vB += mB * impulse
      wB += iB * rB.cross(impulse)
    }
    @inline(__always)
    func rub(_ p: inout ContactConstraintPoint) {
      let rA = qA.rotate(p.anchorA)
      let rB = qB.rotate(p.anchorB)
      let vt = ((vB + rB.crossed(by: wB)) - (vA + rA.crossed(by: wA))).dot(tangent)
      let limit = c.pointee.friction * p.normalImpulse
      let new = clamp(p.tangentImpulse - p.tangentMass * vt, -limit, limit)
      let applied = new - p.tangentImpulse
      p.tangentImpulse = new
      let impulse = applied * tangent
      vA -= mA * impulse
      wA -= iA * rA.cross(impulse)
      vB += mB * impulse
      wB += iB * rB.cross(impulse)
    }
    // Relaxing ends with the normals, so that no push-out speed survives.
    if !useBias {
      rub(&c.pointee.point0)
      if c.pointee.pointCount > 1 { rub(&c.pointee.point1) }
    }
    push(&c.pointee.point0)
    if c.pointee.pointCount > 1 { push(&c.pointee.point1) }
    if !useBias && _slowPath(c.pointee.isDeep) {
      // Points, and friction, influence each other: settle them, or a fast push-out leaves speed.
      var round = 0
      while round < 4 {
        rub(&c.pointee.point0)
        if c.pointee.pointCount > 1 { rub(&c.pointee.point1) }
        push(&c.pointee.point0)
        if c.pointee.pointCount > 1 { push(&c.pointee.point1) }
        round &+= 1
      }
    }
    if useBias {
      rub(&c.pointee.point0)
      if c.pointee.pointCount > 1 { rub(&c.pointee.point1) }
    }

    a.pointee.velocity = vA
    a.pointee.w = wA
    b.pointee.velocity = vB
    b.pointee.w = wB
    i &+= 1
  }
}

/// Gives back what a bounce keeps, once per step, for points that were pushed.
///
/// The two points of one contact influence each other; four rounds settle them.
func applyRestitution(
  _ constraints: UnsafeMutablePointer<ContactConstraint>, _ count: Int,
  _ bodies: UnsafeMutablePointer<BodyMotion>, _ parameters: ContactSolverParameters
) {
  let threshold = -parameters.restitutionThreshold
  var i = 0
  while i < count {
    let c = constraints + i
    i &+= 1
    if c.pointee.restitution == 0 { continue }
    let a = bodies + Int(c.pointee.bodyA)
    let b = bodies + Int(c.pointee.bodyB)
    var vA = a.pointee.velocity
    var wA = a.pointee.w
    var vB = b.pointee.velocity
    var wB = b.pointee.w
    let qA = Rotation(cosine: a.pointee.cosine, sine: a.pointee.sine)
    let qB = Rotation(cosine: b.pointee.cosine, sine: b.pointee.sine)
    let normal = c.pointee.normal
    // One point's push slows the other one too: both bounce when either was pushed.
    let wasPushed =
      c.pointee.point0.greatestImpulse > 0
      || (c.pointee.pointCount > 1 && c.pointee.point1.greatestImpulse > 0)
    if !wasPushed { continue }
    @inline(__always)
    func bounce(_ p: inout ContactConstraintPoint) {
      if p.approachVelocity > threshold { return }
      let rA = qA.rotate(p.anchorA)
      let rB = qB.rotate(p.anchorB)
      let vn = ((vB + rB.crossed(by: wB)) - (vA + rA.crossed(by: wA))).dot(normal)
      let change = -p.normalMass * (vn + c.pointee.restitution * p.approachVelocity)
      let new = larger(p.normalImpulse + change, 0)
      let applied = new - p.normalImpulse
      p.normalImpulse = new
      p.greatestImpulse = larger(p.greatestImpulse, new)
      let impulse = applied * normal
      vA -= c.pointee.inverseMassA * impulse
      wA -= c.pointee.inverseInertiaA * rA.cross(impulse)
      vB += c.pointee.inverseMassB * impulse
      wB += c.pointee.inverseInertiaB * rB.cross(impulse)
    }
    var round = 0
    while round < (c.pointee.pointCount > 1 ? 4 : 1) {
      bounce(&c.pointee.point0)
      if c.pointee.pointCount > 1 { bounce(&c.pointee.point1) }
      round &+= 1
    }
    a.pointee.velocity = vA
    a.pointee.w = wA
    b.pointee.velocity = vB
    b.pointee.w = wB
  }
}
