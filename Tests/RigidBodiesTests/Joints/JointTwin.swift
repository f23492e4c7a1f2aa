import DeterministicMath
import RigidBodies

/// A world of bodies without shapes whose joints are solved one by one, in the order of colours:
/// what the engine does eight at a time, in plain arithmetic. Every sum is associated as there.
///
/// Distance, revolute and weld joints. No contacts, forces, damping or sleep.
struct TwinWorld {
  struct Body {
    var isDynamic: Bool
    var isMoving: Bool
    var inverseMass: Float
    var inverseInertia: Float
    var localCenter: Vec2
    var center: Vec2
    var rotation: Rotation
    var v: Vec2
    var w: Float
    // Since the step began.
    var d = Vec2(0, 0)
    var angle: Float = 0
    var versine: Float = 0
    var sine: Float = 0
  }

  var bodies: [Body] = []
  /// By slot.
  var joints: [TwinJoint] = []
  var gravity: Vec2
  var definition: WorldDefinition

  init(_ definition: WorldDefinition) {
    self.definition = definition
    gravity = definition.gravity
  }

  mutating func step(duration: Float, substeps: Int) {
    let h = duration / Float(substeps)
    let rate = 1 / h
    let parameters = TwinParameters(
      h: h, rate: rate,
      softness: TwinSoftness(
        definition.jointHertz < definition.jointRateFraction * rate
          ? definition.jointHertz : definition.jointRateFraction * rate,
        definition.jointDampingRatio, h),
      gravity: gravity,
      speedBound: definition.maximumJointSpeedChange < definition.maximumLinearSpeed
        ? definition.maximumJointSpeedChange : definition.maximumLinearSpeed,
      fastest: definition.maximumLinearSpeed)
    let colors = colored()
    for j in joints.indices { joints[j].prepare(bodies, parameters) }
    // By class, then by colour; and by colour, then by class.
    let classes = joints.indices.map { joints[$0].rank }
    let warmOrder = joints.indices.sorted {
      (classes[$0], colors[$0], $0) < (classes[$1], colors[$1], $1)
    }
    let solveOrder = joints.indices.sorted {
      (colors[$0], classes[$0], $0) < (colors[$1], classes[$1], $1)
    }
    var changes: [(v: Vec2, w: Float)] = []
    for substep in 0..<substeps {
      integrateVelocities(h, duration)
      let free = bodies
      // The velocity that a substep's impulses changed is added again in the next substep: joints
      // only turn it then.
      let isCarried = substep > 0
      if isCarried {
        for i in bodies.indices {
          bodies[i].v += changes[i].v
          bodies[i].w += changes[i].w
        }
        limitSpeeds(duration)
      }
      for j in warmOrder { joints[j].warmStart(&bodies, isCarried: isCarried) }
      for j in solveOrder { joints[j].solve(&bodies, parameters, useBias: true) }
      limitSpeeds(duration)
      integratePositions(h)
      for j in solveOrder { joints[j].solve(&bodies, parameters, useBias: false) }
      changes = zip(bodies, free).map { ($0.v - $1.v, $0.w - $1.w) }
    }
    finish()
  }

  /// Greedily by slot: 1…47 between dynamic bodies, 48…63 with others, 0 for what finds none.
  private func colored() -> [Int] {
    var used = [[Bool]](repeating: [Bool](repeating: false, count: 64), count: bodies.count)
    return joints.map { joint in
      let ends = [joint.a, joint.b].filter { bodies[$0].isDynamic }
      for color in ends.count == 2 ? 1..<48 : 48..<64
      where ends.allSatisfy({ !used[$0][color] }) {
        for end in ends { used[end][color] = true }
        return color
      }
      return 0
    }
  }

  private mutating func integrateVelocities(_ h: Float, _ duration: Float) {
    for i in bodies.indices where bodies[i].isDynamic {
      bodies[i].v = Vec2(bodies[i].v.x + h * gravity.x, bodies[i].v.y + h * gravity.y)
    }
    limitSpeeds(duration)
  }

  private mutating func limitSpeeds(_ duration: Float) {
    let turn = definition.maximumRotationPerStep / duration
    let fastest = definition.maximumLinearSpeed
    for i in bodies.indices where bodies[i].isDynamic {
      let v = bodies[i].v
      let squared = v.x * v.x + v.y * v.y
      if squared > fastest * fastest { bodies[i].v = (fastest / squared.squareRoot()) * v }
      let w = bodies[i].w
      if (w < 0 ? -w : w) > turn { bodies[i].w = w > 0 ? turn : -turn }
    }
  }

  private mutating func integratePositions(_ h: Float) {
    for i in bodies.indices where bodies[i].isMoving {
      bodies[i].d = Vec2(bodies[i].d.x + h * bodies[i].v.x, bodies[i].d.y + h * bodies[i].v.y)
      bodies[i].angle += h * bodies[i].w
      let turn = Turn(bodies[i].angle)
      bodies[i].versine = turn.versine
      bodies[i].sine = turn.sine
    }
  }

  private mutating func finish() {
    for i in bodies.indices where bodies[i].isMoving {
      bodies[i].center += bodies[i].d
      bodies[i].rotation = bodies[i].rotation.turned(by: bodies[i].angle)
      bodies[i].d = .zero
      bodies[i].angle = 0
      bodies[i].versine = 0
      bodies[i].sine = 0
    }
  }
}

struct TwinParameters {
  var h: Float
  var rate: Float
  var softness: TwinSoftness
  var gravity: Vec2
  var speedBound: Float
  var fastest: Float
}

/// E. Catto's soft constraint, once more.
struct TwinSoftness {
  var rate: Float = 0
  var mass: Float = 1
  var impulse: Float = 0

  init(_ hertz: Float, _ ratio: Float, _ h: Float) {
    if hertz == 0 { return }
    let omega = 6.283_185_5 * hertz
    let a1 = 2 * ratio + h * omega
    let a2 = h * omega * a1
    impulse = 1 / (1 + a2)
    mass = a2 * impulse
    rate = omega / a1
  }
}

/// One joint. `kind` says which of the fields it uses.
struct TwinJoint {
  enum Kind { case distance, revolute, weld }

  var kind: Kind
  var a: Int
  var b: Int
  var anchorA: Vec2
  var anchorB: Vec2
  var reference = Rotation.identity
  var ownHertz: Float?
  var ownRatio: Float?
  var motor: (speed: Float, torque: Float)?
  /// Angles, or lengths.
  var limits: (lower: Float, upper: Float)?
  /// Spring of a revolute joint (hertz, ratio) with its target in `rest`; of a distance joint; of a
  /// weld's anchors.
  var spring: (hertz: Float, ratio: Float)?
  var angularSpring: (hertz: Float, ratio: Float)?
  var rest: Float = 0

  // Impulses: point; rod or spring; motor, limit, spring; weld's angle; lengths' limits.
  var p = Vec2(0, 0)
  var rod: Float = 0
  var motorImpulse: Float = 0
  var limitImpulse: Float = 0
  var springImpulse: Float = 0
  var angularImpulse: Float = 0
  var lowerImpulse: Float = 0
  var upperImpulse: Float = 0

  private var carriedP = Vec2(0, 0)
  private var carriedRod: Float = 0

  // Where the step and the substep began.
  private var startA = Vec2(0, 0)
  private var startB = Vec2(0, 0)
  private var startGap = Vec2(0, 0)
  private var angle: Float = 0
  private var springAngle: Float = 0
  private var axialMass: Float = 0
  private var arms = Arms()
  private var soft = TwinSoftness(0, 0, 0)
  private var springSoft = TwinSoftness(0, 0, 0)
  private var gain = Vec2(0, 0)
  /// Of a spring, or of a rod.
  private var step: (pull: Float, slowing: Float, keeping: Float) = (0, 0, 0)
  private var angularSoft = TwinSoftness(0, 0, 0)

  struct Arms {
    var a = Vec2(0, 0)
    var b = Vec2(0, 0)
    var gap = Vec2(0, 0)
    // Inverse matrix of a pin.
    var k11: Float = 0
    var k12: Float = 0
    var k22: Float = 0
    // Axis of a distance joint.
    var axis = Vec2(0, 0)
    var crossA: Float = 0
    var crossB: Float = 0
    var mass: Float = 0
  }

  init(_ kind: Kind, _ a: Int, _ b: Int, _ anchorA: Vec2, _ anchorB: Vec2) {
    self.kind = kind
    self.a = a
    self.b = b
    self.anchorA = anchorA
    self.anchorB = anchorB
  }

  /// Plain pins, revolute joints with more, distance joints, welds.
  var rank: Int {
    switch kind {
    case .revolute:
      motor == nil && limits == nil && spring == nil && ownHertz == nil && ownRatio == nil ? 0 : 1
    case .distance: 2
    case .weld: 3
    }
  }

  // MARK: Preparation

  mutating func prepare(_ bodies: [TwinWorld.Body], _ parameters: TwinParameters) {
    let x = bodies[a]
    let y = bodies[b]
    startA = x.rotation.rotate(anchorA - x.localCenter)
    startB = y.rotation.rotate(anchorB - y.localCenter)
    startGap = (y.center - x.center) + (startB - startA)
    let turn = Rotation(
      cosine: x.rotation.cosine * y.rotation.cosine + x.rotation.sine * y.rotation.sine,
      sine: x.rotation.cosine * y.rotation.sine - x.rotation.sine * y.rotation.cosine)
    angle = TwinJoint.angle(
      reference.cosine * turn.cosine + reference.sine * turn.sine,
      reference.cosine * turn.sine - reference.sine * turn.cosine)
    var fromRest = angle - rest
    if fromRest > 3.141_592_7 { fromRest -= 6.283_185_5 }
    if fromRest < -3.141_592_7 { fromRest += 6.283_185_5 }
    springAngle = fromRest
    axialMass = TwinJoint.inverse(x.inverseInertia + y.inverseInertia)
    let h = parameters.h
    soft = parameters.softness
    if ownHertz != nil || ownRatio != nil {
      let stiffest = 0.25 * parameters.rate
      let common: Float = 60 < stiffest ? 60 : stiffest
      let own = ownHertz.map { $0 < stiffest ? $0 : stiffest }
      soft = TwinSoftness(own ?? common, ownRatio ?? 2, h)
    }
    springSoft = spring.map { TwinSoftness($0.hertz, $0.ratio, h) } ?? soft
    step = (soft.mass * soft.rate, soft.mass, soft.impulse)
    gain = .zero
    if spring != nil {
      let still = Vec2(0, 0)
      let fall = Vec2(h * parameters.gravity.x, h * parameters.gravity.y)
      gain = (y.isDynamic ? fall : still) - (x.isDynamic ? fall : still)
    }
    if let spring {
      let exact = SpringStep(hertz: spring.hertz, dampingRatio: spring.ratio, substep: h)
      step = (exact.pull, exact.slowing, exact.keeping)
    }
    angularSoft = angularSpring.map { TwinSoftness($0.hertz, $0.ratio, h) } ?? soft
  }

  private static func inverse(_ x: Float) -> Float { x > 0 ? 1 / x : 0 }

  /// atan2 by polynomial (Abramowitz and Stegun, 4.4.49).
  private static func angle(_ cosine: Float, _ sine: Float) -> Float {
    let x = cosine < 0 ? -cosine : cosine
    let y = sine < 0 ? -sine : sine
    let big = x > y ? x : y
    let t = big > 0 ? (x > y ? y : x) / big : 0
    let z = t * t
    var p: Float = 0.002_866_225_7
    for c: Float in [
      -0.016_165_737, 0.042_909_614, -0.075_289_640, 0.106_562_640, -0.142_088_994, 0.199_935_508,
      -0.333_331_453, 1,
    ] {
      p = p * z + c
    }
    var result = t * p
    if y > x { result = 1.570_796_4 - result }
    if cosine < 0 { result = 3.141_592_7 - result }
    return sine < 0 ? -result : result
  }

  private func present(_ bodies: [TwinWorld.Body]) -> Arms {
    let x = bodies[a]
    let y = bodies[b]
    func change(_ body: TwinWorld.Body, _ arm: Vec2) -> Vec2 {
      let c = 0 - body.versine
      return Vec2(c * arm.x - body.sine * arm.y, body.sine * arm.x + c * arm.y)
    }
    let dA = change(x, startA)
    let dB = change(y, startB)
    var arms = Arms()
    arms.a = startA + dA
    arms.b = startB + dB
    arms.gap = startGap + ((y.d - x.d) + (dB - dA))
    let iA = x.inverseInertia
    let iB = y.inverseInertia
    let mass = x.inverseMass + y.inverseMass
    if kind == .distance {
      let length = (arms.gap.x * arms.gap.x + arms.gap.y * arms.gap.y).squareRoot()
      let scale = length < Float.leastNormalMagnitude ? 0 : 1 / length
      arms.axis = Vec2(scale * arms.gap.x, scale * arms.gap.y)
      arms.crossA = arms.a.x * arms.axis.y - arms.a.y * arms.axis.x
      arms.crossB = arms.b.x * arms.axis.y - arms.b.y * arms.axis.x
      arms.mass = TwinJoint.inverse(
        mass + (iA * arms.crossA * arms.crossA + iB * arms.crossB * arms.crossB))
    } else {
      let xx = arms.a.x * arms.a.x * iA + arms.b.x * arms.b.x * iB
      let yy = arms.a.y * arms.a.y * iA + arms.b.y * arms.b.y * iB
      let xy = arms.a.y * arms.a.x * iA + arms.b.y * arms.b.x * iB
      let cross = arms.a.x * arms.b.y - arms.a.y * arms.b.x
      let inverse = TwinJoint.inverse(
        mass * (mass + (xx + yy)) + iA * iB * (cross * cross))
      arms.k11 = inverse * (mass + xx)
      arms.k12 = inverse * xy
      arms.k22 = inverse * (mass + yy)
    }
    return arms
  }

  // MARK: Impulses

  private func push(_ bodies: inout [TwinWorld.Body], _ p: Vec2, _ arms: Arms) {
    bodies[a].v -= bodies[a].inverseMass * p
    bodies[a].w -= bodies[a].inverseInertia * (arms.a.x * p.y - arms.a.y * p.x)
    bodies[b].v += bodies[b].inverseMass * p
    bodies[b].w += bodies[b].inverseInertia * (arms.b.x * p.y - arms.b.y * p.x)
  }

  private func pull(_ bodies: inout [TwinWorld.Body], _ impulse: Float, _ arms: Arms) {
    let p = Vec2(impulse * arms.axis.x, impulse * arms.axis.y)
    bodies[a].v -= bodies[a].inverseMass * p
    bodies[a].w -= bodies[a].inverseInertia * (arms.crossA * impulse)
    bodies[b].v += bodies[b].inverseMass * p
    bodies[b].w += bodies[b].inverseInertia * (arms.crossB * impulse)
  }

  private func twist(_ bodies: inout [TwinWorld.Body], _ impulse: Float) {
    bodies[a].w -= bodies[a].inverseInertia * impulse
    bodies[b].w += bodies[b].inverseInertia * impulse
  }

  mutating func warmStart(_ bodies: inout [TwinWorld.Body], isCarried: Bool) {
    let old = arms
    arms = present(bodies)
    if isCarried {
      turn(&bodies, from: old)
      return
    }
    switch kind {
    case .distance: pull(&bodies, (rod + lowerImpulse) - upperImpulse, arms)
    case .revolute:
      push(&bodies, p, arms)
      if rank == 1 { twist(&bodies, (motorImpulse + limitImpulse) + springImpulse) }
    case .weld:
      push(&bodies, p, arms)
      twist(&bodies, angularImpulse)
    }
  }

  /// Impulses before relaxing acted at the arms, or along the axis, of the substep before.
  private func turn(_ bodies: inout [TwinWorld.Body], from old: Arms) {
    let iA = bodies[a].inverseInertia
    let iB = bodies[b].inverseInertia
    if kind == .distance {
      let q = Vec2(
        carriedRod * (arms.axis.x - old.axis.x), carriedRod * (arms.axis.y - old.axis.y))
      bodies[a].v -= bodies[a].inverseMass * q
      bodies[a].w -= iA * (carriedRod * (arms.crossA - old.crossA))
      bodies[b].v += bodies[b].inverseMass * q
      bodies[b].w += iB * (carriedRod * (arms.crossB - old.crossB))
    } else {
      let q = carriedP
      bodies[a].w -= iA * ((arms.a.x - old.a.x) * q.y - (arms.a.y - old.a.y) * q.x)
      bodies[b].w += iB * ((arms.b.x - old.b.x) * q.y - (arms.b.y - old.b.y) * q.x)
    }
  }

  mutating func solve(
    _ bodies: inout [TwinWorld.Body], _ parameters: TwinParameters, useBias: Bool
  ) {
    let now = useBias ? arms : present(bodies)
    if !useBias {
      carriedP = p
      carriedRod = (rod + lowerImpulse) - upperImpulse
    }
    switch kind {
    case .distance: solveDistance(&bodies, parameters, now, useBias: useBias)
    case .revolute:
      if rank == 1 { solveHinge(&bodies, parameters, useBias: useBias) }
      solvePin(&bodies, parameters, now, soft, useBias: useBias, relaxes: true)
    case .weld:
      solveAngle(&bodies, parameters, useBias: useBias)
      solvePin(
        &bodies, parameters, now, springSoft, useBias: useBias, relaxes: spring == nil)
    }
  }

  private func bounded(_ x: Float, _ most: Float) -> Float {
    let y = x > 0 - most ? x : 0 - most
    return y > most ? most : y
  }

  private mutating func solvePin(
    _ bodies: inout [TwinWorld.Body], _ parameters: TwinParameters, _ arms: Arms,
    _ soft: TwinSoftness, useBias: Bool, relaxes: Bool
  ) {
    let x = bodies[a]
    let y = bodies[b]
    let vx = (y.v.x - y.w * arms.b.y) - (x.v.x - x.w * arms.a.y)
    let vy = (y.v.y + y.w * arms.b.x) - (x.v.y + x.w * arms.a.x)
    var new: Vec2
    if useBias {
      let wx = vx + bounded(soft.rate * arms.gap.x, parameters.fastest)
      let wy = vy + bounded(soft.rate * arms.gap.y, parameters.fastest)
      new = Vec2(
        (p.x - soft.mass * (arms.k11 * wx + arms.k12 * wy)) - soft.impulse * p.x,
        (p.y - soft.mass * (arms.k12 * wx + arms.k22 * wy)) - soft.impulse * p.y)
    } else if relaxes {
      new = Vec2(
        p.x - (arms.k11 * vx + arms.k12 * vy), p.y - (arms.k12 * vx + arms.k22 * vy))
    } else {
      new = p
    }
    let most = parameters.fastest * TwinJoint.inverse(x.inverseMass + y.inverseMass)
    new = Vec2(bounded(new.x, most), bounded(new.y, most))
    push(&bodies, new - p, arms)
    p = new
  }

  private mutating func solveHinge(
    _ bodies: inout [TwinWorld.Body], _ parameters: TwinParameters, useBias: Bool
  ) {
    let fullTurn = 1.570_796_4 * parameters.rate * axialMass
    let turned = bodies[b].angle - bodies[a].angle
    if useBias && spring != nil {
      let bias = step.pull * (springAngle + turned)
      let new = bounded(
        (springImpulse - axialMass * (step.slowing * (bodies[b].w - bodies[a].w) + bias))
          - step.keeping * springImpulse, fullTurn)
      twist(&bodies, new - springImpulse)
      springImpulse = new
    }
    if let motor {
      let most = motor.torque * parameters.h
      let new = bounded(
        motorImpulse - axialMass * ((bodies[b].w - bodies[a].w) - motor.speed),
        most > fullTurn ? fullTurn : most)
      twist(&bodies, new - motorImpulse)
      motorImpulse = new
    }
    if let limits {
      let angle = self.angle + turned
      let fromLower = angle - limits.lower
      let fromUpper = limits.upper - angle
      let sign: Float = fromUpper > fromLower ? 1 : -1
      let excess = fromUpper > fromLower ? fromLower : fromUpper
      let old = sign * limitImpulse
      let speed = sign * (bodies[b].w - bodies[a].w)
      var wanted: Float
      if excess > 0 {
        wanted = old - axialMass * (speed + excess * parameters.rate)
      } else if useBias {
        wanted = (old - soft.mass * axialMass * (speed + soft.rate * excess)) - soft.impulse * old
      } else {
        wanted = old - axialMass * speed
      }
      if !(wanted > 0) { wanted = 0 }
      if wanted > fullTurn { wanted = fullTurn }
      limitImpulse = sign * wanted
      twist(&bodies, sign * (wanted - old))
    }
  }

  private mutating func solveAngle(
    _ bodies: inout [TwinWorld.Body], _ parameters: TwinParameters, useBias: Bool
  ) {
    let wanted: Float
    if useBias {
      let bias = angularSoft.rate * (angle + (bodies[b].angle - bodies[a].angle))
      wanted =
        (angularImpulse - angularSoft.mass * axialMass * ((bodies[b].w - bodies[a].w) + bias))
        - angularSoft.impulse * angularImpulse
    } else if angularSpring == nil {
      wanted = angularImpulse - axialMass * (bodies[b].w - bodies[a].w)
    } else {
      wanted = angularImpulse
    }
    let new = bounded(wanted, 1.570_796_4 * parameters.rate * axialMass)
    twist(&bodies, new - angularImpulse)
    angularImpulse = new
  }

  private mutating func solveDistance(
    _ bodies: inout [TwinWorld.Body], _ parameters: TwinParameters, _ arms: Arms, useBias: Bool
  ) {
    let length = (arms.gap.x * arms.gap.x + arms.gap.y * arms.gap.y).squareRoot()
    func speed(_ bodies: [TwinWorld.Body]) -> Float {
      let x = bodies[a]
      let y = bodies[b]
      return ((y.v.x - x.v.x) * arms.axis.x + (y.v.y - x.v.y) * arms.axis.y)
        + (arms.crossB * y.w - arms.crossA * x.w)
    }
    if spring != nil || limits == nil {
      let wanted: Float
      if useBias {
        let bias = bounded(step.pull * (length - rest), parameters.fastest)
        wanted =
          (rod - arms.mass
            * (step.slowing
              * (speed(bodies) - 0.5 * (gain.x * arms.axis.x + gain.y * arms.axis.y)) + bias))
          - step.keeping * rod
      } else {
        wanted = spring == nil ? rod - arms.mass * speed(bodies) : rod
      }
      let bound = spring == nil ? parameters.speedBound : parameters.fastest
      let new = bounded(wanted, bound * arms.mass)
      pull(&bodies, new - rod, arms)
      rod = new
    }
    guard let limits else { return }
    func limit(_ excess: Float, _ speed: Float, _ old: Float) -> Float {
      var wanted: Float
      if excess > 0 {
        wanted = old - arms.mass * (speed + excess * parameters.rate)
      } else if useBias {
        let bias = soft.rate * excess
        let back = bias > 0 - parameters.fastest ? bias : 0 - parameters.fastest
        wanted = (old - soft.mass * arms.mass * (speed + back)) - soft.impulse * old
      } else {
        wanted = old - arms.mass * speed
      }
      if !(wanted > 0) { wanted = 0 }
      let most = parameters.speedBound * arms.mass
      return wanted > most ? most : wanted
    }
    let lower = limit(length - limits.lower, speed(bodies), lowerImpulse)
    pull(&bodies, lower - lowerImpulse, arms)
    lowerImpulse = lower
    let upper = limit(limits.upper - length, 0 - speed(bodies), upperImpulse)
    pull(&bodies, upperImpulse - upper, arms)
    upperImpulse = upper
  }
}
