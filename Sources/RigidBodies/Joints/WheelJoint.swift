import DeterministicMath
import Simulation

/// A wheel B on a sprung axle that slides along an axis of A; the wheel turns freely or is driven.
public struct WheelJointDefinition: Equatable, Sendable {
  /// The first body; joints act on both alike.
  public var bodyA: BodyID
  /// The second body, another than bodyA.
  public var bodyB: BodyID
  /// Anchors in the bodies' frames: B's is the hub.
  public var anchorA: Vec2
  /// The anchor in B's frame; see anchorA.
  public var anchorB: Vec2
  /// Direction of the suspension in A's frame, of any length but 0.
  public var axis: Vec2
  /// Turns B against A at this rate (rad/s), with no more than `maximumMotorTorque`.
  public var motorSpeed: Float = 0
  /// The motor's greatest torque: mass × length units² per s².
  public var maximumMotorTorque: Float = 0
  /// Whether the motor acts.
  public var isMotorEnabled = false
  /// Limits of the travel along the axis.
  public var lowerTranslation: Float = 0
  /// The upper limit of the travel, in length units.
  public var upperTranslation: Float = 0
  /// Whether the limits of the travel act.
  public var isLimitEnabled = false
  /// The suspension's spring towards `targetTranslation`.
  public var isSpringEnabled = true
  /// Natural frequency of the spring. 0: no spring.
  public var springHertz: Float = 2
  /// 1 is critical damping.
  public var springDampingRatio: Float = 0.7
  /// Where the spring is at rest.
  public var targetTranslation: Float = 0
  /// Softness of guide and limits, in hertz. `nil`: the world's ``WorldDefinition/jointHertz``.
  public var constraintHertz: Float?
  /// `nil`: the world's ``WorldDefinition/jointDampingRatio``.
  public var constraintDampingRatio: Float?
  /// Whether the two bodies still collide with each other.
  public var collideConnected = false

  /// Makes a wheel on its default spring, without motor and limits.
  public init(
    bodyA: BodyID, bodyB: BodyID, anchorA: Vec2 = Vec2(0, 0), anchorB: Vec2 = Vec2(0, 0),
    axis: Vec2 = Vec2(0, 1)
  ) {
    self.bodyA = bodyA
    self.bodyB = bodyB
    self.anchorA = anchorA
    self.anchorB = anchorB
    self.axis = axis
  }
}

extension World {
  /// Adds a wheel on a sprung axle.
  ///
  /// - Throws: ``WorldError``; the world is then unchanged.
  public func addWheelJoint(
    _ definition: WheelJointDefinition
  ) throws(WorldError) -> JointID {
    let (a, b) = try slots(definition.bodyA, definition.bodyB)
    guard isPlace(definition.anchorA), isPlace(definition.anchorB), isAxis(definition.axis),
      isMotor(definition.motorSpeed, definition.maximumMotorTorque),
      isRange(definition.lowerTranslation, definition.upperTranslation),
      isSpring(definition.springHertz, definition.springDampingRatio),
      definition.targetTranslation.isFinite,
      isSoftness(definition.constraintHertz, definition.constraintDampingRatio)
    else { throw .valueOutOfRange }
    var joint = JointRecord(definition.anchorA, definition.anchorB)
    joint.settings[as: WheelJoint.Settings.self] = WheelJoint.Settings(
      targetTranslation: definition.targetTranslation,
      lowerTranslation: definition.lowerTranslation,
      upperTranslation: definition.upperTranslation, springHertz: definition.springHertz,
      springDampingRatio: definition.springDampingRatio, motorSpeed: definition.motorSpeed,
      maximumMotorTorque: definition.maximumMotorTorque)
    joint.settings.setReference(relativeRotation(a, b))
    joint.settings.setAxis(definition.axis)
    joint.setSoftness(definition.constraintHertz, definition.constraintDampingRatio)
    let flags = JointFlag.word(
      motor: definition.isMotorEnabled, limit: definition.isLimitEnabled,
      spring: definition.isSpringEnabled)
    return link(joint, .wheel, flags, a, b, definition.collideConnected)
  }
}

/// What is particular to wheels.
enum WheelJoint: JointType {
  struct Settings: JointOverlay {
    var targetTranslation: Float = 0
    var lowerTranslation: Float = 0
    var upperTranslation: Float = 0
    var springHertz: Float = 0
    var springDampingRatio: Float = 0
    var motorSpeed: Float = 0
    var maximumMotorTorque: Float = 0
    /// Turn of B relative to A that counts as angle 0.
    var referenceCosine: Float = 1
    var referenceSine: Float = 0
    /// A unit vector in A's frame.
    var axisX: Float = 1
    var axisY: Float = 0

    mutating func visitFields(_ visitor: inout some FieldVisitor) {
      visitor.field("targetTranslation", &targetTranslation)
      visitor.field("lowerTranslation", &lowerTranslation)
      visitor.field("upperTranslation", &upperTranslation)
      visitor.field("springHertz", &springHertz)
      visitor.field("springDampingRatio", &springDampingRatio)
      visitor.field("motorSpeed", &motorSpeed)
      visitor.field("maximumMotorTorque", &maximumMotorTorque)
      visitor.field("referenceCosine", &referenceCosine)
      visitor.field("referenceSine", &referenceSine)
      visitor.field("axisX", &axisX)
      visitor.field("axisY", &axisY)
    }
  }

  struct Impulses: JointOverlay {
    /// Across the axis.
    var acrossImpulse: Float = 0
    private var unused = Float(0)
    var motorImpulse: Float = 0
    var limitImpulse: Float = 0
    var springImpulse: Float = 0

    mutating func visitFields(_ visitor: inout some FieldVisitor) {
      visitor.field("acrossImpulse", &acrossImpulse)
      visitor.field("motorImpulse", &motorImpulse)
      visitor.field("limitImpulse", &limitImpulse)
      visitor.field("springImpulse", &springImpulse)
    }
  }

  static let properties: JointProperties = [
    .switchedSpring, .targetTranslation, .motorTorque, .limits,
  ]

  static func jointClass(_ joint: UnsafePointer<JointRecord>) -> JointClass { .single }

  static func axis(_ joint: JointView) -> Vec2 { joint.settingsAxis }

  static func exerted(_ joint: JointView) -> ExertedImpulses {
    let p = joint.impulse[as: Impulses.self]
    let axis = axis(joint)
    return ExertedImpulses(
      linear: p.acrossImpulse * axis.leftPerpendicular
        + (p.limitImpulse + p.springImpulse) * axis,
      angular: p.motorImpulse, motor: p.motorImpulse, limit: p.limitImpulse,
      spring: p.springImpulse)
  }

  static func drawing(_ joint: JointView) -> JointDrawing {
    JointDrawing(style: DrawingStyle("wheel", .brown, width: 1.4), showsAxis: true)
  }

  // MARK: Solver

  static func turn(
    _ single: inout SingleJoint, _ a: SingleJoint.Motion, _ b: SingleJoint.Motion
  ) {
    _ = single.turnAxis(a, b)
  }

  static func apply(
    _ single: SingleJoint, _ impulse: JointImpulse, _ a: SingleJoint.Motion,
    _ b: SingleJoint.Motion
  ) {
    let p = impulse[as: Impulses.self]
    single.applyAxial(p.limitImpulse + p.springImpulse, a, b)
    single.applyAcross(p.acrossImpulse, p.motorImpulse, a, b)
  }

  static func solve(
    _ single: inout SingleJoint, _ p: UnsafeMutablePointer<JointImpulse>,
    _ a: SingleJoint.Motion, _ b: SingleJoint.Motion, _ parameters: JointSolverParameters,
    useBias: Bool
  ) {
    if useBias {
      pass(single, p, a, b, parameters, useBias: true)
      return
    }
    single.carried = p.pointee
    // Relaxing takes arms and axis where positions have moved, as for pins.
    var moved = single
    turn(&moved, a, b)
    pass(moved, p, a, b, parameters, useBias: false)
  }

  private static func pass(
    _ single: SingleJoint, _ p: UnsafeMutablePointer<JointImpulse>,
    _ a: SingleJoint.Motion, _ b: SingleJoint.Motion, _ parameters: JointSolverParameters,
    useBias: Bool
  ) {
    var impulses = p.pointee[as: Impulses.self]
    defer { p.pointee[as: Impulses.self] = impulses }
    // Once a substep: a second time, after positions have moved, would damp more than ζ says.
    if single.has(JointFlag.spring) && useBias {
      single.solveSpring(&impulses.springImpulse, a, b, parameters)
    }
    if single.has(JointFlag.motor) { solveMotor(single, &impulses, a, b, parameters) }
    if single.has(JointFlag.limit) {
      single.solveLimit(&impulses.limitImpulse, a, b, parameters, useBias: useBias)
    }
    solveLine(single, &impulses, a, b, parameters, useBias: useBias)
  }

  @inline(__always)
  private static func solveMotor(
    _ single: SingleJoint, _ p: inout Impulses, _ a: SingleJoint.Motion,
    _ b: SingleJoint.Motion, _ parameters: JointSolverParameters
  ) {
    let old = p.motorImpulse
    let most = smaller(single.motorMaximum, parameters.maximumTurn * single.angularMass)
    let new = clamp(
      old - single.angularMass * ((b.pointee.w - a.pointee.w) - single.motorSpeed), -most, most)
    p.motorImpulse = new
    a.pointee.w -= single.massA.inverseInertia * (new - old)
    b.pointee.w += single.massB.inverseInertia * (new - old)
  }

  /// Keeps the wheel's hub on its line.
  @inline(__always)
  private static func solveLine(
    _ single: SingleJoint, _ p: inout Impulses, _ a: SingleJoint.Motion,
    _ b: SingleJoint.Motion, _ parameters: JointSolverParameters, useBias: Bool
  ) {
    let speed = single.acrossSpeed(a, b)
    let old = p.acrossImpulse
    let rigid = single.rigid
    let wanted: Float
    if useBias {
      let bias = single.bounded(rigid.biasRate * single.acrossError, parameters)
      wanted = old - rigid.massScale * single.acrossMass * (speed + bias) - rigid.impulseScale * old
    } else {
      wanted = old - single.acrossMass * speed
    }
    let new = single.boundedImpulse(wanted, single.acrossMass, parameters)
    p.acrossImpulse = new
    single.applyAcross(new - old, 0, a, b)
  }
}
