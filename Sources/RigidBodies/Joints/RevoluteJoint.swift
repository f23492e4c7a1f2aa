import DeterministicMath

func warmStartRevolute(
  _ c: JointConstraint, _ p: JointImpulse, _ a: UnsafeMutablePointer<BodyMotion>,
  _ b: UnsafeMutablePointer<BodyMotion>
) {
  let rA = Rotation(cosine: a.pointee.cosine, sine: a.pointee.sine).rotate(c.anchorA)
  let rB = Rotation(cosine: b.pointee.cosine, sine: b.pointee.sine).rotate(c.anchorB)
  applyJointImpulse(c, a, b, rA, rB, Vec2(p.impulse0, p.impulse1))
  let axial = p.impulse2 + p.impulse3
  a.pointee.w -= c.inverseInertiaA * axial
  b.pointee.w += c.inverseInertiaB * axial
}

/// One pass over a revolute joint: motor, limit, then the pin itself.
func solveRevolute(
  _ c: JointConstraint, _ joint: UnsafeMutablePointer<JointRecord>,
  _ p: UnsafeMutablePointer<JointImpulse>,
  _ a: UnsafeMutablePointer<BodyMotion>, _ b: UnsafeMutablePointer<BodyMotion>,
  _ parameters: JointSolverParameters, useBias: Bool
) {
  let flags = joint.pointee.flags
  if flags & JointFlag.motor != 0 {
    let error = b.pointee.w - a.pointee.w - joint.pointee.motorSpeed
    let most = joint.pointee.motorMaximum * parameters.substep
    let new = clamp(p.pointee.impulse2 - c.axialMass * error, -most, most)
    let applied = new - p.pointee.impulse2
    p.pointee.impulse2 = new
    a.pointee.w -= c.inverseInertiaA * applied
    b.pointee.w += c.inverseInertiaB * applied
  }
  if flags & JointFlag.limit != 0 {
    let angle = c.angle + (b.pointee.angle - a.pointee.angle)
    // One accumulated impulse serves both limits: positive pushes up from the lower one.
    let fromLower = angle - joint.pointee.lower
    let fromUpper = joint.pointee.upper - angle
    let isLower = fromLower < fromUpper
    let sign: Float = isLower ? 1 : -1
    let excess = isLower ? fromLower : fromUpper
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
    let accumulated = sign * p.pointee.impulse3
    let speed = sign * (b.pointee.w - a.pointee.w)
    let change = -massScale * c.axialMass * (speed + bias) - impulseScale * accumulated
    let new = larger(accumulated + change, 0)
    let applied = sign * (new - accumulated)
    p.pointee.impulse3 = sign * new
    a.pointee.w -= c.inverseInertiaA * applied
    b.pointee.w += c.inverseInertiaB * applied
  }
  let rA = Rotation(cosine: a.pointee.cosine, sine: a.pointee.sine).rotate(c.anchorA)
  let rB = Rotation(cosine: b.pointee.cosine, sine: b.pointee.sine).rotate(c.anchorB)
  let velocity =
    (b.pointee.velocity + rB.crossed(by: b.pointee.w))
    - (a.pointee.velocity + rA.crossed(by: a.pointee.w))
  var bias = Vec2(0, 0)
  var massScale: Float = 1
  var impulseScale: Float = 0
  if useBias {
    let gap = separationOfAnchors(c, a.pointee, b.pointee, rA, rB)
    bias = parameters.softness.biasRate * gap
    massScale = parameters.softness.massScale
    impulseScale = parameters.softness.impulseScale
  }
  let mass = c.inverseMassA + c.inverseMassB
  let iA = c.inverseInertiaA
  let iB = c.inverseInertiaB
  let k11 = mass + (rA.y * rA.y * iA + rB.y * rB.y * iB)
  let k12 = -(rA.y * rA.x * iA + rB.y * rB.x * iB)
  let k22 = mass + (rA.x * rA.x * iA + rB.x * rB.x * iB)
  let determinant = k11 * k22 - k12 * k12
  let inverse = determinant != 0 ? 1 / determinant : 0
  let wanted = velocity + bias
  let solved = Vec2(
    inverse * (k22 * wanted.x - k12 * wanted.y), inverse * (k11 * wanted.y - k12 * wanted.x))
  let impulse = Vec2(
    -massScale * solved.x - impulseScale * p.pointee.impulse0,
    -massScale * solved.y - impulseScale * p.pointee.impulse1)
  p.pointee.impulse0 += impulse.x
  p.pointee.impulse1 += impulse.y
  applyJointImpulse(c, a, b, rA, rB, impulse)
}

/// The angle of a rotation in −π…π, to about 2e-6 rad.
///
/// A polynomial for atan on 0…1 (Abramowitz and Stegun, 4.4.49), then octants.
func polynomialAngle(_ rotation: Rotation) -> Float {
  let x = magnitude(rotation.cosine)
  let y = magnitude(rotation.sine)
  let big = larger(x, y)
  if big == 0 { return 0 }
  let t = smaller(x, y) / big
  let z = t * t
  var p: Float = 0.002_866_225_7
  p = p * z - 0.016_165_737
  p = p * z + 0.042_909_614
  p = p * z - 0.075_289_640
  p = p * z + 0.106_562_640
  p = p * z - 0.142_088_994
  p = p * z + 0.199_935_508
  p = p * z - 0.333_331_453
  p = p * z + 1
  var result = t * p
  if y > x { result = 1.570_796_4 - result }
  if rotation.cosine < 0 { result = 3.141_592_7 - result }
  return rotation.sine < 0 ? -result : result
}
