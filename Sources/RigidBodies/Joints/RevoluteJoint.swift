import DeterministicMath
import Simulation

/// Pins two points together; the bodies turn about them.
///
/// The angle is B's rotation relative to A's, less the reference, within −π…π.
public struct RevoluteJointDefinition: Equatable, Sendable {
  /// The first body; joints act on both alike.
  public var bodyA: BodyID
  /// The second body, another than bodyA.
  public var bodyB: BodyID
  /// Anchors in the bodies' frames.
  public var anchorA: Vec2
  /// The anchor in B's frame; see anchorA.
  public var anchorB: Vec2
  /// Rotation of B relative to A that counts as angle 0. `nil`: the present one.
  public var referenceRotation: Rotation?
  /// Turns B against A at this rate (rad/s), with no more than `maximumMotorTorque`.
  public var motorSpeed: Float = 0
  /// The motor's greatest torque: mass × length units² per s².
  public var maximumMotorTorque: Float = 0
  /// Whether the motor acts.
  public var isMotorEnabled = false
  /// Limits of the angle in radians, within −π…π.
  public var lowerAngle: Float = 0
  /// The upper limit of the angle; see ``lowerAngle``.
  public var upperAngle: Float = 0
  /// Whether the limits of the angle act.
  public var isLimitEnabled = false
  /// A spring turns the joint towards `targetAngle`.
  public var isSpringEnabled = false
  /// Natural frequency of the spring. 0: no spring.
  public var springHertz: Float = 0
  /// 1 is critical damping.
  public var springDampingRatio: Float = 0
  /// Where the spring is at rest, in radians; taken within −π…π.
  public var targetAngle: Float = 0
  /// Softness of pin and limits, in hertz. `nil`: the world's ``WorldDefinition/jointHertz``.
  public var constraintHertz: Float?
  /// `nil`: the world's ``WorldDefinition/jointDampingRatio``.
  public var constraintDampingRatio: Float?
  /// Whether the two bodies still collide with each other.
  public var collideConnected = false

  /// Makes a pin that turns freely.
  public init(
    bodyA: BodyID, bodyB: BodyID, anchorA: Vec2 = Vec2(0, 0), anchorB: Vec2 = Vec2(0, 0)
  ) {
    self.bodyA = bodyA
    self.bodyB = bodyB
    self.anchorA = anchorA
    self.anchorB = anchorB
  }

  /// Dry friction of the joint: it holds still until a greater torque acts on it.
  ///
  /// Friction is a motor of speed 0 that has this much torque, so a joint has one or the other:
  /// setting this sets the three motor properties; 0 switches the motor off.
  public var frictionTorque: Float {
    get { isMotorEnabled && motorSpeed == 0 ? maximumMotorTorque : 0 }
    set {
      isMotorEnabled = newValue != 0
      motorSpeed = 0
      maximumMotorTorque = newValue
    }
  }
}

extension World {
  /// Adds a pin, about which the bodies turn.
  ///
  /// - Throws: ``WorldError``; the world is then unchanged.
  public func addRevoluteJoint(
    _ definition: RevoluteJointDefinition
  ) throws(WorldError) -> JointID {
    let (a, b) = try slots(definition.bodyA, definition.bodyB)
    guard isPlace(definition.anchorA), isPlace(definition.anchorB),
      isMotor(definition.motorSpeed, definition.maximumMotorTorque),
      isRange(definition.lowerAngle, definition.upperAngle),
      isSpring(definition.springHertz, definition.springDampingRatio),
      definition.targetAngle.isFinite,
      isSoftness(definition.constraintHertz, definition.constraintDampingRatio),
      isTurn(definition.referenceRotation ?? .identity)
    else { throw .valueOutOfRange }
    var joint = JointRecord(definition.anchorA, definition.anchorB)
    joint.settings[as: RevoluteJoint.Settings.self] = RevoluteJoint.Settings(
      targetAngle: unwound(definition.targetAngle), lowerAngle: definition.lowerAngle,
      upperAngle: definition.upperAngle, springHertz: definition.springHertz,
      springDampingRatio: definition.springDampingRatio, motorSpeed: definition.motorSpeed,
      maximumMotorTorque: definition.maximumMotorTorque)
    joint.settings.setReference(definition.referenceRotation ?? relativeRotation(a, b))
    joint.setSoftness(definition.constraintHertz, definition.constraintDampingRatio)
    let flags = JointFlag.word(
      motor: definition.isMotorEnabled, limit: definition.isLimitEnabled,
      spring: definition.isSpringEnabled)
    return link(joint, .revolute, flags, a, b, definition.collideConnected)
  }
}

/// What is particular to revolute joints.
enum RevoluteJoint: JointType {
  struct Settings: JointOverlay {
    var targetAngle: Float = 0
    var lowerAngle: Float = 0
    var upperAngle: Float = 0
    var springHertz: Float = 0
    var springDampingRatio: Float = 0
    var motorSpeed: Float = 0
    var maximumMotorTorque: Float = 0
    /// Turn of B relative to A that counts as angle 0.
    var referenceCosine: Float = 1
    var referenceSine: Float = 0

    mutating func visitFields(_ visitor: inout some FieldVisitor) {
      visitor.field("targetAngle", &targetAngle)
      visitor.field("lowerAngle", &lowerAngle)
      visitor.field("upperAngle", &upperAngle)
      visitor.field("springHertz", &springHertz)
      visitor.field("springDampingRatio", &springDampingRatio)
      visitor.field("motorSpeed", &motorSpeed)
      visitor.field("maximumMotorTorque", &maximumMotorTorque)
      visitor.field("referenceCosine", &referenceCosine)
      visitor.field("referenceSine", &referenceSine)
    }
  }

  struct Impulses: JointOverlay {
    var impulseX: Float = 0
    var impulseY: Float = 0
    var motorImpulse: Float = 0
    var limitImpulse: Float = 0
    var springImpulse: Float = 0

    mutating func visitFields(_ visitor: inout some FieldVisitor) {
      visitor.field("impulseX", &impulseX)
      visitor.field("impulseY", &impulseY)
      visitor.field("motorImpulse", &motorImpulse)
      visitor.field("limitImpulse", &limitImpulse)
      visitor.field("springImpulse", &springImpulse)
    }
  }

  static let properties: JointProperties = [
    .switchedSpring, .targetAngle, .motorTorque, .friction, .limits,
  ]

  @inline(__always)
  static func jointClass(_ joint: UnsafePointer<JointRecord>) -> JointClass {
    let extras = JointFlag.motor | JointFlag.limit | JointFlag.spring
    let isPlain =
      joint.pointee.flags & extras == 0 && joint.pointee.constraintHertz < 0
      && joint.pointee.constraintDampingRatio < 0
    return isPlain ? .pin : .hinge
  }

  static func axis(_ joint: JointView) -> Vec2 { .zero }

  static func exerted(_ joint: JointView) -> ExertedImpulses {
    let p = joint.impulse[as: Impulses.self]
    return ExertedImpulses(
      linear: Vec2(p.impulseX, p.impulseY),
      angular: (p.motorImpulse + p.limitImpulse) + p.springImpulse,
      motor: p.motorImpulse, limit: p.limitImpulse, spring: p.springImpulse)
  }

  static func drawing(_ joint: JointView) -> JointDrawing {
    JointDrawing(style: DrawingStyle("pin", .brown, line: .none, symbol: .ring))
  }
}

/// Columns of hinges beside those of ``PinColumn``.
enum HingeColumn {
  static let biasRate = 20
  static let massScale = 21
  static let impulseScale = 22
  static let axialMass = 23
  /// Angle when the step began; from the spring's rest.
  static let angle = 24
  static let springAngle = 25
  static let motorSpeed = 26
  /// Greatest impulse of the motor.
  static let motorMaximum = 27
  static let motorImpulse = 28
  static let lower = 29
  static let upper = 30
  /// 1 with limits, 0 without.
  static let limitScale = 31
  static let limitImpulse = 32
  static let target = 33
  static let springPull = 34
  static let springMassScale = 35
  static let springImpulseScale = 36
  static let springImpulse = 37
  static let referenceCosine = 38
  static let referenceSine = 39
  static let count = 40

  /// What a joint's row gets.
  @inline(__always)
  static var impulses: ImpulseColumns {
    ImpulseColumns(
      PinColumn.impulseX, PinColumn.impulseY, motorImpulse, limitImpulse, springImpulse)
  }
}

// MARK: Solver

/// Eight revolute joints with springs, motors or limits at once. What a joint does not have takes
/// part without mass.
func fillHinge(
  _ joint: UnsafePointer<JointRecord>, _ block: LaneColumns, _ lane: Int,
  _ impulse: JointImpulse, _ parameters: JointSolverParameters
) {
  assert(lane >= 0 && lane < LaneColumns.laneCount, "a block has eight lanes")
  assert(joint.pointee.kind == .revolute, "the joint is one of this kind")
  let settings = joint.pointee.settings[as: RevoluteJoint.Settings.self]
  let p = impulse[as: RevoluteJoint.Impulses.self]
  fillPin(block, lane, impulse)
  let soft = parameters.rigidSoftness(joint)
  block.set(HingeColumn.biasRate, lane, soft.biasRate)
  block.set(HingeColumn.massScale, lane, soft.massScale)
  block.set(HingeColumn.impulseScale, lane, soft.impulseScale)
  block.set(HingeColumn.referenceCosine, lane, settings.referenceCosine)
  block.set(HingeColumn.referenceSine, lane, settings.referenceSine)
  let flags = joint.pointee.flags
  if flags & JointFlag.motor != 0 {
    block.set(HingeColumn.motorSpeed, lane, settings.motorSpeed)
    block.set(HingeColumn.motorMaximum, lane, settings.maximumMotorTorque * parameters.substep)
    block.set(HingeColumn.motorImpulse, lane, p.motorImpulse)
  }
  if flags & JointFlag.limit != 0 {
    // Beyond any angle; much larger numbers would overflow.
    block.set(HingeColumn.lower, lane, larger(settings.lowerAngle, -1e6))
    block.set(HingeColumn.upper, lane, smaller(settings.upperAngle, 1e6))
    block.set(HingeColumn.limitScale, lane, Float(1))
    block.set(HingeColumn.limitImpulse, lane, p.limitImpulse)
  }
  if flags & JointFlag.spring != 0 && settings.springHertz > 0 {
    let spring = parameters.spring(settings.springHertz, settings.springDampingRatio)
    block.set(HingeColumn.target, lane, settings.targetAngle)
    block.set(HingeColumn.springPull, lane, spring.pull)
    block.set(HingeColumn.springMassScale, lane, spring.slowing)
    block.set(HingeColumn.springImpulseScale, lane, spring.keeping)
    block.set(HingeColumn.springImpulse, lane, p.springImpulse)
  }
}

// Not inlined: pins would lose their registers.
@inline(never)
func prepareHinges(
  _ blocks: LaneBlocks, _ range: BlockRange, _ bodies: JointBodies,
  _ parameters: JointSolverParameters
) {
  blocks.forEach(in: range, HingeColumn.count) { block, anchors in
    let turn = preparePin(block, anchors, bodies, parameters)
    let m = JointMasses(block)
    block[HingeColumn.axialMass] = inverseOrZero(m.iA + m.iB)
    let angle = relativeAngles(
      turn, block[HingeColumn.referenceCosine], block[HingeColumn.referenceSine])
    block[HingeColumn.angle] = angle
    block[HingeColumn.springAngle] = unwoundOnce(angle - block[HingeColumn.target])
  }
}

/// Angles of B relative to A, from the reference.
@inline(__always)
func relativeAngles(
  _ turn: (cosine: Lanes, sine: Lanes), _ cosine: Lanes, _ sine: Lanes
) -> Lanes {
  polynomialAngles(
    cosine: cosine * turn.cosine + sine * turn.sine,
    sine: cosine * turn.sine - sine * turn.cosine)
}

@inline(__always)
func warmStartHinges(
  _ blocks: LaneBlocks, _ range: BlockRange, _ bodies: UnsafeMutableRawPointer,
  isCarried: Bool
) {
  blocks.forEach(in: range, HingeColumn.count, bodies) { block, anchors, m, a, b in
    warmStartPin(block, anchors, m, bodies, &a, &b, isCarried: isCarried)
    if !isCarried {
      applyAngular(
        (block[HingeColumn.motorImpulse] + block[HingeColumn.limitImpulse])
          + block[HingeColumn.springImpulse], m, &a, &b)
    }
  }
}

/// Spring, motor, limits, then the pin itself.
@inline(__always)
func solveHinges(
  _ blocks: LaneBlocks, _ range: BlockRange, _ bodies: UnsafeMutableRawPointer,
  _ parameters: JointSolverParameters, useBias: Bool
) {
  let zero = Lanes(all: 0)
  let one = Lanes(all: 1)
  let fastest = Lanes(all: parameters.maximumBias)
  let inverseSubstep = Lanes(all: parameters.inverseSubstep)
  blocks.forEach(in: range, HingeColumn.count, bodies) { block, anchors, m, a, b in
    let axialMass = block[HingeColumn.axialMass]
    let fullTurn = Lanes(all: parameters.maximumTurn) * axialMass
    let turned = b.angle - a.angle
    let soft = PinSoftness(
      rate: block[HingeColumn.biasRate], massScale: block[HingeColumn.massScale],
      impulseScale: block[HingeColumn.impulseScale])
    if useBias {
      // Once a substep: a second time, after positions have moved, would damp more than ζ says.
      let bias = block[HingeColumn.springPull] * (block[HingeColumn.springAngle] + turned)
      let old = block[HingeColumn.springImpulse]
      let new = bounded(
        (old - axialMass * (block[HingeColumn.springMassScale] * (b.w - a.w) + bias))
          - block[HingeColumn.springImpulseScale] * old, fullTurn)
      block[HingeColumn.springImpulse] = new
      applyAngular(new - old, m, &a, &b)
    }
    let most = block[HingeColumn.motorMaximum]
    let oldMotor = block[HingeColumn.motorImpulse]
    let motor = bounded(
      oldMotor - axialMass * ((b.w - a.w) - block[HingeColumn.motorSpeed]),
      Lanes.smaller(most, fullTurn))
    block[HingeColumn.motorImpulse] = motor
    applyAngular(motor - oldMotor, m, &a, &b)

    // One impulse serves both limits: of the nearer one.
    let angle = block[HingeColumn.angle] + turned
    let fromLower = angle - block[HingeColumn.lower]
    let fromUpper = block[HingeColumn.upper] - angle
    let sign = Lanes.select(fromUpper, isAbove: fromLower, one, zero - one)
    let excess = Lanes.select(fromUpper, isAbove: fromLower, fromLower, fromUpper)
    let ahead = excess * inverseSubstep
    let limitMass = block[HingeColumn.limitScale] * axialMass
    let oldLimit = sign * block[HingeColumn.limitImpulse]
    let speed = sign * (b.w - a.w)
    let wanted: Lanes
    if useBias {
      let bias = Lanes.select(excess, isAbove: zero, ahead, soft.rate * excess)
      let massScale = Lanes.select(excess, isAbove: zero, one, soft.massScale)
      let impulseScale = Lanes.select(excess, isAbove: zero, zero, soft.impulseScale)
      wanted = (oldLimit - massScale * limitMass * (speed + bias)) - impulseScale * oldLimit
    } else {
      wanted = oldLimit - limitMass * (speed + Lanes.larger(ahead, zero))
    }
    let limit = Lanes.smaller(Lanes.larger(wanted, zero), fullTurn)
    block[HingeColumn.limitImpulse] = sign * limit
    applyAngular(sign * (limit - oldLimit), m, &a, &b)

    solvePin(block, anchors, m, bodies, &a, &b, soft, fastest, useBias: useBias)
  }
}
