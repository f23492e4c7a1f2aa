import DeterministicMath

/// A joint that is solved by itself, for one step: prismatic, wheel or target.
///
/// As with the blocks, arms and axis are turned once a substep.
struct SingleJoint: BitwiseCopyable {
  var joint: Int32
  var bodyA: Int32
  var bodyB: Int32
  var kind: JointKind
  var flags: UInt32
  // From the joint's row.
  var localA: Vec2
  var localB: Vec2
  var localAxis: Vec2
  var reference: Rotation
  var rest: Float
  var lower: Float
  var upper: Float
  var motorSpeed: Float
  /// Greatest impulse of motor or pull.
  var motorMaximum: Float
  var rigid: Softness
  var spring: Softness
  var massA = BodyMass()
  var massB = BodyMass()
  // At the start of the step.
  var startA = Vec2(0, 0)
  var startB = Vec2(0, 0)
  var startGap = Vec2(0, 0)
  var startAxis = Vec2(0, 0)
  var angle: Float = 0
  /// The impulse before relaxing.
  var carried = JointImpulse()
  // When the substep began.
  var armA = Vec2(0, 0)
  var armB = Vec2(0, 0)
  var axis = Vec2(0, 0)
  var gap = Vec2(0, 0)
  /// What an impulse along the axis, and one across it, turns: (arm + gap) × axis, arm × axis.
  var axialA: Float = 0
  var axialB: Float = 0
  var acrossA: Float = 0
  var acrossB: Float = 0
  var axialMass: Float = 0
  var angularMass: Float = 0
  /// Effective mass of an impulse across the axis alone; of a target joint, in any direction.
  var acrossMass: Float = 0
  /// Inverse of the matrix of the two constraints that are solved together: across the axis and the
  /// angle (prismatic), or x and y (target). A wheel has only the first.
  var inverse11: Float = 0
  var inverse12: Float = 0
  var inverse22: Float = 0

  init(
    _ slot: Int, _ record: UnsafePointer<JointRecord>, _ parameters: JointSolverParameters
  ) {
    let row = record.pointee
    joint = Int32(truncatingIfNeeded: slot)
    bodyA = Int32(truncatingIfNeeded: row.bodyA)
    bodyB = Int32(truncatingIfNeeded: row.bodyB)
    kind = row.kind
    flags = row.flags
    localA = row.anchorA
    localB = row.anchorB
    localAxis = row.axis
    reference = row.reference
    rest = row.rest
    // Beyond any length; much larger numbers would overflow.
    lower = larger(row.lower, -1e30)
    upper = smaller(row.upper, 1e30)
    motorSpeed = row.motorSpeed
    motorMaximum = row.motorMaximum * parameters.substep
    rigid = parameters.rigidSoftness(record)
    spring = parameters.softness(row.hertz, row.dampingRatio)
    if row.hertz == 0 { flags &= ~JointFlag.spring }
  }

  mutating func prepare(
    _ poses: UnsafePointer<BodyPose>, _ masses: UnsafePointer<BodyMass>
  ) {
    let a = poses[Int(bodyA)]
    let b = poses[Int(bodyB)]
    massA = masses[Int(bodyA)]
    massB = masses[Int(bodyB)]
    startA = a.rotation.rotate(localA - massA.center)
    startB = b.rotation.rotate(localB - massB.center)
    startGap = (b.center - a.center) + (startB - startA)
    startAxis = a.rotation.rotate(localAxis)
    angle = polynomialAngle(reference.inverse * (a.rotation.inverse * b.rotation))
  }

  /// Turns arms and axis to where the bodies are; levers and matrices follow.
  private mutating func turn(_ a: Motion, _ b: Motion) {
    armA = startA + a.pointee.change(of: startA)
    armB = startB + b.pointee.change(of: startB)
    gap = presentGap(a, b)
    axis = startAxis + a.pointee.change(of: startAxis)
    let mass = massA.inverseMass + massB.inverseMass
    let iA = massA.inverseInertia
    let iB = massB.inverseInertia
    angularMass = inverseOrZero(iA + iB)
    if kind == .target {
      let xx = armA.x * armA.x * iA + armB.x * armB.x * iB
      let yy = armA.y * armA.y * iA + armB.y * armB.y * iB
      let xy = armA.y * armA.x * iA + armB.y * armB.x * iB
      let cross = armA.cross(armB)
      acrossMass = inverseOrZero(mass)
      invert(
        mass + yy, -xy, mass + xx,
        determinant: mass * (mass + (xx + yy)) + iA * iB * (cross * cross))
      return
    }
    let lever = armA + gap
    axialA = lever.cross(axis)
    axialB = armB.cross(axis)
    axialMass = inverseOrZero(mass + (iA * axialA * axialA + iB * axialB * axialB))
    let across = axis.leftPerpendicular
    acrossA = lever.cross(across)
    acrossB = armB.cross(across)
    let k11 = mass + (iA * acrossA * acrossA + iB * acrossB * acrossB)
    acrossMass = inverseOrZero(k11)
    if kind == .wheel { return }
    let k22 = iA + iB
    // Bodies that cannot turn need no torque: any number will do.
    let difference = acrossA - acrossB
    invert(
      k11, iA * acrossA + iB * acrossB, k22 == 0 ? 1 : k22,
      determinant: k22 == 0 ? k11 : mass * k22 + iA * iB * (difference * difference))
  }

  /// - Parameter determinant: computed as a sum of what is never negative, so that nothing cancels.
  private mutating func invert(
    _ k11: Float, _ k12: Float, _ k22: Float, determinant: Float
  ) {
    let inverse = inverseOrZero(determinant)
    inverse11 = inverse * k22
    inverse12 = -(inverse * k12)
    inverse22 = inverse * k11
  }

  // MARK: Impulses

  typealias Motion = UnsafeMutablePointer<BodyMotion>

  @inline(__always)
  private func applyLinear(_ p: Vec2, _ a: Motion, _ b: Motion) {
    a.pointee.velocity -= massA.inverseMass * p
    a.pointee.w -= massA.inverseInertia * armA.cross(p)
    b.pointee.velocity += massB.inverseMass * p
    b.pointee.w += massB.inverseInertia * armB.cross(p)
  }

  @inline(__always)
  private func applyAxial(_ impulse: Float, _ a: Motion, _ b: Motion) {
    apply(impulse * axis, impulse * axialA, impulse * axialB, a, b)
  }

  /// Across the axis, and a turning one.
  @inline(__always)
  private func applyAcross(_ impulse: Float, _ turning: Float, _ a: Motion, _ b: Motion) {
    apply(
      impulse * axis.leftPerpendicular, impulse * acrossA + turning,
      impulse * acrossB + turning, a, b)
  }

  @inline(__always)
  private func apply(
    _ p: Vec2, _ turnA: Float, _ turnB: Float, _ a: Motion, _ b: Motion
  ) {
    a.pointee.velocity -= massA.inverseMass * p
    a.pointee.w -= massA.inverseInertia * turnA
    b.pointee.velocity += massB.inverseMass * p
    b.pointee.w += massB.inverseInertia * turnB
  }

  @inline(__always)
  private func axialSpeed(_ a: Motion, _ b: Motion) -> Float {
    axis.dot(b.pointee.velocity - a.pointee.velocity)
      + (axialB * b.pointee.w - axialA * a.pointee.w)
  }

  mutating func warmStart(_ p: JointImpulse, _ a: Motion, _ b: Motion, isCarried: Bool) {
    if !isCarried {
      turn(a, b)
      apply(p, a, b)
      return
    }
    // What relaxing added acted along the present axis.
    apply(carried.opposite, a, b)
    turn(a, b)
    apply(carried, a, b)
  }

  private func apply(_ p: JointImpulse, _ a: Motion, _ b: Motion) {
    switch kind {
    case .target: applyLinear(Vec2(p.impulse0, p.impulse1), a, b)
    case .prismatic:
      applyAxial((p.impulse2 + p.impulse3) + p.impulse4, a, b)
      applyAcross(p.impulse0, p.impulse1, a, b)
    default:
      applyAxial(p.impulse3 + p.impulse4, a, b)
      applyAcross(p.impulse0, p.impulse2, a, b)
    }
  }

  // MARK: Passes

  mutating func solve(
    _ p: UnsafeMutablePointer<JointImpulse>, _ a: Motion, _ b: Motion,
    _ parameters: JointSolverParameters, useBias: Bool
  ) {
    if kind == .target {
      if useBias { solveTarget(p, a, b, parameters) }
      carried = p.pointee
    } else if useBias {
      solveAxis(p, a, b, parameters, useBias: true)
    } else {
      carried = p.pointee
      // Relaxing takes arms and axis where positions have moved, as for pins.
      var moved = self
      moved.turn(a, b)
      moved.solveAxis(p, a, b, parameters, useBias: false)
    }
  }

  private func solveAxis(
    _ p: UnsafeMutablePointer<JointImpulse>, _ a: Motion, _ b: Motion,
    _ parameters: JointSolverParameters, useBias: Bool
  ) {
    let translation = axis.dot(gap)
    if flags & JointFlag.spring != 0 && useBias {
      // Once a substep: a second time, after positions have moved, would damp more than ζ says.
      let old = p.pointee.impulse4
      let bias = bounded(spring.biasRate * (translation - rest), parameters)
      let new = boundedImpulse(
        old - spring.massScale * axialMass * (axialSpeed(a, b) + bias)
          - spring.impulseScale * old, axialMass, parameters)
      p.pointee.impulse4 = new
      applyAxial(new - old, a, b)
    }
    if flags & JointFlag.motor != 0 { solveMotor(p, a, b, parameters) }
    if flags & JointFlag.limit != 0 {
      solveLimit(p, a, b, translation, parameters, useBias: useBias)
    }
    let error = axis.leftPerpendicular.dot(gap)
    if kind == .wheel {
      solveLine(p, a, b, error, parameters, useBias: useBias)
    } else {
      solveGuide(p, a, b, error, parameters, useBias: useBias)
    }
  }

  @inline(__always)
  private func solveMotor(
    _ p: UnsafeMutablePointer<JointImpulse>, _ a: Motion, _ b: Motion,
    _ parameters: JointSolverParameters
  ) {
    let old = p.pointee.impulse2
    let turns = kind == .wheel
    let speed = turns ? b.pointee.w - a.pointee.w : axialSpeed(a, b)
    let mass = turns ? angularMass : axialMass
    let most = smaller(
      motorMaximum, (turns ? parameters.maximumTurn : parameters.maximumBias) * mass)
    let new = clamp(old - mass * (speed - motorSpeed), -most, most)
    p.pointee.impulse2 = new
    if turns {
      a.pointee.w -= massA.inverseInertia * (new - old)
      b.pointee.w += massB.inverseInertia * (new - old)
    } else {
      applyAxial(new - old, a, b)
    }
  }

  /// One impulse serves both limits: of the nearer one.
  @inline(__always)
  private func solveLimit(
    _ p: UnsafeMutablePointer<JointImpulse>, _ a: Motion, _ b: Motion, _ translation: Float,
    _ parameters: JointSolverParameters, useBias: Bool
  ) {
    let fromLower = translation - lower
    let fromUpper = upper - translation
    let isLower = fromLower < fromUpper
    let sign: Float = isLower ? 1 : -1
    let excess = isLower ? fromLower : fromUpper
    var bias: Float = 0
    var massScale: Float = 1
    var impulseScale: Float = 0
    if excess > 0 {
      bias = excess * parameters.inverseSubstep
    } else if useBias {
      bias = bounded(rigid.biasRate * excess, parameters)
      massScale = rigid.massScale
      impulseScale = rigid.impulseScale
    }
    let old = sign * p.pointee.impulse3
    let change =
      -massScale * axialMass * (sign * axialSpeed(a, b) + bias) - impulseScale * old
    let new = boundedImpulse(larger(old + change, 0), axialMass, parameters)
    p.pointee.impulse3 = sign * new
    applyAxial(sign * (new - old), a, b)
  }

  /// Keeps the wheel's hub on its line.
  @inline(__always)
  private func solveLine(
    _ p: UnsafeMutablePointer<JointImpulse>, _ a: Motion, _ b: Motion, _ error: Float,
    _ parameters: JointSolverParameters, useBias: Bool
  ) {
    let speed = acrossSpeed(a, b)
    let old = p.pointee.impulse0
    let wanted: Float
    if useBias {
      let bias = bounded(rigid.biasRate * error, parameters)
      wanted = old - rigid.massScale * acrossMass * (speed + bias) - rigid.impulseScale * old
    } else {
      wanted = old - acrossMass * speed
    }
    let new = boundedImpulse(wanted, acrossMass, parameters)
    p.pointee.impulse0 = new
    applyAcross(new - old, 0, a, b)
  }

  /// Keeps the sliding body on its line and from turning.
  @inline(__always)
  private func solveGuide(
    _ p: UnsafeMutablePointer<JointImpulse>, _ a: Motion, _ b: Motion, _ error: Float,
    _ parameters: JointSolverParameters, useBias: Bool
  ) {
    var wanted = Vec2(acrossSpeed(a, b), b.pointee.w - a.pointee.w)
    var massScale: Float = 1
    var impulseScale: Float = 0
    if useBias {
      let turned = angle + (b.pointee.angle - a.pointee.angle)
      wanted += Vec2(bounded(rigid.biasRate * error, parameters), rigid.biasRate * turned)
      massScale = rigid.massScale
      impulseScale = rigid.impulseScale
    }
    let oldAcross = p.pointee.impulse0
    let oldTurning = p.pointee.impulse1
    let across = boundedImpulse(
      oldAcross - massScale * (inverse11 * wanted.x + inverse12 * wanted.y)
        - impulseScale * oldAcross, acrossMass, parameters)
    let most = parameters.maximumTurn * angularMass
    let turning = clamp(
      oldTurning - massScale * (inverse12 * wanted.x + inverse22 * wanted.y)
        - impulseScale * oldTurning, -most, most)
    p.pointee.impulse0 = across
    p.pointee.impulse1 = turning
    applyAcross(across - oldAcross, turning - oldTurning, a, b)
  }

  @inline(__always)
  private func acrossSpeed(_ a: Motion, _ b: Motion) -> Float {
    axis.leftPerpendicular.dot(b.pointee.velocity - a.pointee.velocity)
      + (acrossB * b.pointee.w - acrossA * a.pointee.w)
  }

  @inline(__always)
  private func presentGap(_ a: Motion, _ b: Motion) -> Vec2 {
    startGap
      + (Vec2(b.pointee.dx - a.pointee.dx, b.pointee.dy - a.pointee.dy)
        + (b.pointee.change(of: startB) - a.pointee.change(of: startA)))
  }

  /// A spring in both directions, of bounded force.
  private func solveTarget(
    _ p: UnsafeMutablePointer<JointImpulse>, _ a: Motion, _ b: Motion,
    _ parameters: JointSolverParameters
  ) {
    let velocity =
      (b.pointee.velocity + armB.crossed(by: b.pointee.w))
      - (a.pointee.velocity + armA.crossed(by: a.pointee.w))
    let wanted =
      velocity
      + Vec2(
        bounded(spring.biasRate * gap.x, parameters),
        bounded(spring.biasRate * gap.y, parameters))
    let old = Vec2(p.pointee.impulse0, p.pointee.impulse1)
    var new = Vec2(
      old.x - spring.massScale * (inverse11 * wanted.x + inverse12 * wanted.y)
        - spring.impulseScale * old.x,
      old.y - spring.massScale * (inverse12 * wanted.x + inverse22 * wanted.y)
        - spring.impulseScale * old.y)
    let length = new.length
    let most = smaller(motorMaximum, parameters.maximumBias * acrossMass)
    if length > most { new = (most / length) * new }
    p.pointee.impulse0 = new.x
    p.pointee.impulse1 = new.y
    applyLinear(new - old, a, b)
  }

  @inline(__always)
  private func bounded(_ bias: Float, _ parameters: JointSolverParameters) -> Float {
    clamp(bias, -parameters.maximumBias, parameters.maximumBias)
  }

  /// No impulse changes a velocity by more than bodies may have. Far out on the axis a lever can
  /// grow faster than impulses shrink: without a bound they would feed each other.
  @inline(__always)
  private func boundedImpulse(
    _ impulse: Float, _ mass: Float, _ parameters: JointSolverParameters
  ) -> Float {
    let most = parameters.maximumBias * mass
    return clamp(impulse, -most, most)
  }
}

/// `1 / k`, or 0 where `k` is not above 0.
@inline(__always)
func inverseOrZero(_ k: Float) -> Float { k > 0 ? 1 / k : 0 }

extension BodyMotion {
  /// How an arm has changed by what the body turned in this step.
  @inline(__always)
  func change(of arm: Vec2) -> Vec2 {
    let c = 0 - versine
    return Vec2(c * arm.x - sine * arm.y, sine * arm.x + c * arm.y)
  }
}
