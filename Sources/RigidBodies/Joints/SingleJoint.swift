import DeterministicMath

/// A joint that is solved by itself, for one step: what all such kinds share.
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
  var spring: SpringStep
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
    assert(slot >= 0 && record.pointee.has(JointFlag.used), "the slot names a joint")
    let row = record.pointee
    joint = Int32(truncatingIfNeeded: slot)
    bodyA = Int32(truncatingIfNeeded: row.bodyA)
    bodyB = Int32(truncatingIfNeeded: row.bodyB)
    kind = row.kind
    flags = row.flags
    localA = row.anchorA
    localB = row.anchorB
    localAxis = row.settings.axis
    reference = row.settings.reference
    rest = row.settings.rest
    // Beyond any length; much larger numbers would overflow.
    lower = larger(row.settings.lower, -1e30)
    upper = smaller(row.settings.upper, 1e30)
    motorSpeed = row.settings.motorSpeed
    motorMaximum = row.settings.motorMaximum * parameters.substep
    rigid = parameters.rigidSoftness(record)
    spring = parameters.spring(row.settings.hertz, row.settings.dampingRatio)
    if row.settings.hertz == 0 { flags &= ~JointFlag.spring }
  }

  mutating func prepare(
    _ poses: UnsafePointer<BodyPose>, _ masses: UnsafePointer<BodyMass>
  ) {
    assert(bodyA >= 0 && bodyB >= 0, "the joint names two bodies")
    assert(bodyA != bodyB, "a joint holds two bodies")
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

  /// Turns the arms to where the bodies are.
  mutating func turnArms(_ a: Motion, _ b: Motion) {
    armA = startA + a.pointee.change(of: startA)
    armB = startB + b.pointee.change(of: startB)
    gap = presentGap(a, b)
  }

  /// Turns arms and axis to where the bodies are; levers and masses follow.
  ///
  /// - Returns: what an impulse across the axis changes of the speed across it.
  mutating func turnAxis(_ a: Motion, _ b: Motion) -> Float {
    turnArms(a, b)
    axis = startAxis + a.pointee.change(of: startAxis)
    let mass = massA.inverseMass + massB.inverseMass
    let iA = massA.inverseInertia
    let iB = massB.inverseInertia
    angularMass = inverseOrZero(iA + iB)
    let lever = armA + gap
    axialA = lever.cross(axis)
    axialB = armB.cross(axis)
    axialMass = inverseOrZero(mass + (iA * axialA * axialA + iB * axialB * axialB))
    let across = axis.leftPerpendicular
    acrossA = lever.cross(across)
    acrossB = armB.cross(across)
    let k11 = mass + (iA * acrossA * acrossA + iB * acrossB * acrossB)
    acrossMass = inverseOrZero(k11)
    return k11
  }

  @inline(__always) func has(_ flag: UInt32) -> Bool { flags & flag != 0 }

  /// How far B's anchor is along the axis, and across it.
  @inline(__always) var translation: Float { axis.dot(gap) }
  @inline(__always) var acrossError: Float { axis.leftPerpendicular.dot(gap) }

  /// - Parameter determinant: computed as a sum of what is never negative, so that nothing cancels.
  mutating func invert(
    _ k11: Float, _ k12: Float, _ k22: Float, determinant: Float
  ) {
    assert(determinant >= 0 || determinant.isNaN, "a sum of what is never negative")
    let inverse = inverseOrZero(determinant)
    inverse11 = inverse * k22
    inverse12 = -(inverse * k12)
    inverse22 = inverse * k11
  }

  // MARK: Impulses

  typealias Motion = UnsafeMutablePointer<BodyMotion>

  @inline(__always)
  func applyLinear(_ p: Vec2, _ a: Motion, _ b: Motion) {
    a.pointee.velocity -= massA.inverseMass * p
    a.pointee.w -= massA.inverseInertia * armA.cross(p)
    b.pointee.velocity += massB.inverseMass * p
    b.pointee.w += massB.inverseInertia * armB.cross(p)
  }

  @inline(__always)
  func applyAxial(_ impulse: Float, _ a: Motion, _ b: Motion) {
    apply(impulse * axis, impulse * axialA, impulse * axialB, a, b)
  }

  /// Across the axis, and a turning one.
  @inline(__always)
  func applyAcross(_ impulse: Float, _ turning: Float, _ a: Motion, _ b: Motion) {
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
  func axialSpeed(_ a: Motion, _ b: Motion) -> Float {
    axis.dot(b.pointee.velocity - a.pointee.velocity)
      + (axialB * b.pointee.w - axialA * a.pointee.w)
  }

  // MARK: Parts of passes that several kinds share

  /// A spring along the axis.
  @inline(__always)
  func solveSpring(
    _ impulse: inout Float, _ a: Motion, _ b: Motion, _ parameters: JointSolverParameters
  ) {
    let old = impulse
    let bias = bounded(spring.pull * (translation - rest), parameters)
    let new = boundedImpulse(
      old - axialMass * (spring.slowing * axialSpeed(a, b) + bias)
        - spring.keeping * old, axialMass, parameters)
    impulse = new
    applyAxial(new - old, a, b)
  }

  /// One impulse serves both limits: of the nearer one.
  @inline(__always)
  func solveLimit(
    _ impulse: inout Float, _ a: Motion, _ b: Motion, _ parameters: JointSolverParameters,
    useBias: Bool
  ) {
    assert(lower <= upper, "limits are a range")
    let translation = translation
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
    let old = sign * impulse
    let change =
      -massScale * axialMass * (sign * axialSpeed(a, b) + bias) - impulseScale * old
    let new = boundedImpulse(larger(old + change, 0), axialMass, parameters)
    impulse = sign * new
    applyAxial(sign * (new - old), a, b)
  }

  @inline(__always)
  func acrossSpeed(_ a: Motion, _ b: Motion) -> Float {
    axis.leftPerpendicular.dot(b.pointee.velocity - a.pointee.velocity)
      + (acrossB * b.pointee.w - acrossA * a.pointee.w)
  }

  @inline(__always)
  func presentGap(_ a: Motion, _ b: Motion) -> Vec2 {
    startGap
      + (Vec2(b.pointee.dx - a.pointee.dx, b.pointee.dy - a.pointee.dy)
        + (b.pointee.change(of: startB) - a.pointee.change(of: startA)))
  }

  @inline(__always)
  func bounded(_ bias: Float, _ parameters: JointSolverParameters) -> Float {
    assert(parameters.maximumBias > 0, "a greatest speed is positive")
    return clamp(bias, -parameters.maximumBias, parameters.maximumBias)
  }

  /// No impulse changes a velocity by more than bodies may have. Far out on the axis a lever can
  /// grow faster than impulses shrink: without a bound they would feed each other.
  @inline(__always)
  func boundedImpulse(
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
