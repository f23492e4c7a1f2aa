import DeterministicMath

/// The present vector between the anchors, from A to B.
@inline(__always)
func separationOfAnchors(
  _ c: borrowing JointConstraint, _ a: BodyMotion, _ b: BodyMotion, _ rA: Vec2, _ rB: Vec2
) -> Vec2 {
  Vec2(b.dx - a.dx, b.dy - a.dy) + c.centerDifference + (rB - rA)
}

func warmStartDistance(
  _ c: JointConstraint, _ p: JointImpulse, _ a: UnsafeMutablePointer<BodyMotion>,
  _ b: UnsafeMutablePointer<BodyMotion>
) {
  let rA = Rotation(cosine: a.pointee.cosine, sine: a.pointee.sine).rotate(c.anchorA)
  let rB = Rotation(cosine: b.pointee.cosine, sine: b.pointee.sine).rotate(c.anchorB)
  let axis = separationOfAnchors(c, a.pointee, b.pointee, rA, rB).normalized
  applyJointImpulse(
    c, a, b, rA, rB, ((p.impulse0 + p.impulse1) - p.impulse2) * axis)
}

@inline(__always)
func applyJointImpulse(
  _ c: JointConstraint, _ a: UnsafeMutablePointer<BodyMotion>,
  _ b: UnsafeMutablePointer<BodyMotion>, _ rA: Vec2, _ rB: Vec2, _ impulse: Vec2
) {
  a.pointee.velocity -= c.inverseMassA * impulse
  a.pointee.w -= c.inverseInertiaA * rA.cross(impulse)
  b.pointee.velocity += c.inverseMassB * impulse
  b.pointee.w += c.inverseInertiaB * rB.cross(impulse)
}

/// One pass over a distance joint.
///
/// Spring: with `ω = 2π·hertz`, a unit mass on one end gets
/// `v = (v − hω²C)/(1 + 2ζωh + ω²h²)`, C being the excess length.
/// Rod and limits: as stiff as rigid joints are; limits act speculatively.
func solveDistance(
  _ c: JointConstraint, _ joint: UnsafeMutablePointer<JointRecord>,
  _ p: UnsafeMutablePointer<JointImpulse>,
  _ a: UnsafeMutablePointer<BodyMotion>, _ b: UnsafeMutablePointer<BodyMotion>,
  _ parameters: JointSolverParameters, useBias: Bool
) {
  let rA = Rotation(cosine: a.pointee.cosine, sine: a.pointee.sine).rotate(c.anchorA)
  let rB = Rotation(cosine: b.pointee.cosine, sine: b.pointee.sine).rotate(c.anchorB)
  let d = separationOfAnchors(c, a.pointee, b.pointee, rA, rB)
  let length = d.length
  let axis = d.normalized
  @inline(__always)
  func speed() -> Float {
    ((b.pointee.velocity + rB.crossed(by: b.pointee.w))
      - (a.pointee.velocity + rA.crossed(by: a.pointee.w))).dot(axis)
  }
  let isLimited = joint.pointee.flags & JointFlag.limit != 0
  if joint.pointee.hertz > 0 && !useBias {
    // Once a substep: a second pass, after positions have moved, would damp more than ζ says.
  } else if joint.pointee.hertz > 0 {
    let bias = c.softness.biasRate * (length - joint.pointee.rest)
    let impulse =
      -c.softness.massScale * c.axialMass * (speed() + bias)
      - c.softness.impulseScale * p.pointee.impulse0
    p.pointee.impulse0 += impulse
    applyJointImpulse(c, a, b, rA, rB, impulse * axis)
  } else if !isLimited {
    var bias: Float = 0
    var massScale: Float = 1
    var impulseScale: Float = 0
    if useBias {
      bias = parameters.softness.biasRate * (length - joint.pointee.rest)
      massScale = parameters.softness.massScale
      impulseScale = parameters.softness.impulseScale
    }
    let old = p.pointee.impulse0
    let bound = parameters.maximumSpeedChange * c.axialMass
    let wanted = old - massScale * c.axialMass * (speed() + bias) - impulseScale * old
    let new = larger(smaller(wanted, bound), -bound)
    p.pointee.impulse0 = new
    applyJointImpulse(c, a, b, rA, rB, (new - old) * axis)
  }
  if !isLimited { return }
  @inline(__always)
  func limit(_ excess: Float, _ sign: Float, _ accumulated: inout Float) {
    var bias: Float = 0
    var massScale: Float = 1
    var impulseScale: Float = 0
    if excess > 0 {
      bias = excess * parameters.inverseSubstep
    } else if useBias {
      bias = parameters.softness.biasRate * excess
      massScale = parameters.softness.massScale
      impulseScale = parameters.softness.impulseScale
    }
    let change =
      -massScale * c.axialMass * (sign * speed() + bias) - impulseScale * accumulated
    let bound = parameters.maximumSpeedChange * c.axialMass
    let new = smaller(larger(accumulated + change, 0), bound)
    let applied = new - accumulated
    accumulated = new
    applyJointImpulse(c, a, b, rA, rB, (sign * applied) * axis)
  }
  limit(length - joint.pointee.lower, 1, &p.pointee.impulse1)
  limit(joint.pointee.upper - length, -1, &p.pointee.impulse2)
}
