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
      motorMaximum: definition.maximumMotorTorque)
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
enum WheelJoint: SliderJoint {
  static let motorMaximum: StaticString = "maximumMotorTorque"
  static let holdsAngle = false

  static let properties: JointProperties = [
    .switchedSpring, .targetTranslation, .motorTorque, .limits,
  ]

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

  @inline(__always)
  static func solveMotor(
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
  static func solveLine(
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
