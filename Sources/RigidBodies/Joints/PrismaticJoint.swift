import DeterministicMath
import Simulation

/// Lets B slide along an axis of A, without turning.
///
/// The translation is the way from A's anchor to B's, along the axis.
public struct PrismaticJointDefinition: Equatable, Sendable {
  /// The first body; joints act on both alike.
  public var bodyA: BodyID
  /// The second body, another than bodyA.
  public var bodyB: BodyID
  /// Anchors in the bodies' frames.
  public var anchorA: Vec2
  /// The anchor in B's frame; see anchorA.
  public var anchorB: Vec2
  /// Direction of sliding in A's frame, of any length but 0.
  public var axis: Vec2
  /// Rotation of B relative to A that is kept. `nil`: the present one.
  public var referenceRotation: Rotation?
  /// Moves B along the axis at this speed, with no more than `maximumMotorForce`.
  public var motorSpeed: Float = 0
  /// The motor's greatest force: mass × length units per s².
  public var maximumMotorForce: Float = 0
  /// Whether the motor acts.
  public var isMotorEnabled = false
  /// Limits of the translation.
  public var lowerTranslation: Float = 0
  /// The upper limit of the translation, in length units.
  public var upperTranslation: Float = 0
  /// Whether the limits of the translation act.
  public var isLimitEnabled = false
  /// A spring pulls the joint towards `targetTranslation`.
  public var isSpringEnabled = false
  /// Natural frequency of the spring. 0: no spring.
  public var springHertz: Float = 0
  /// 1 is critical damping.
  public var springDampingRatio: Float = 0
  /// Where the spring is at rest.
  public var targetTranslation: Float = 0
  /// Softness of guide and limits, in hertz. `nil`: the world's ``WorldDefinition/jointHertz``.
  public var constraintHertz: Float?
  /// `nil`: the world's ``WorldDefinition/jointDampingRatio``.
  public var constraintDampingRatio: Float?
  /// Whether the two bodies still collide with each other.
  public var collideConnected = false

  /// Makes a slider that slides freely.
  public init(
    bodyA: BodyID, bodyB: BodyID, anchorA: Vec2 = Vec2(0, 0), anchorB: Vec2 = Vec2(0, 0),
    axis: Vec2 = Vec2(1, 0)
  ) {
    self.bodyA = bodyA
    self.bodyB = bodyB
    self.anchorA = anchorA
    self.anchorB = anchorB
    self.axis = axis
  }
}

extension World {
  /// Adds a slider.
  ///
  /// - Throws: ``WorldError``; the world is then unchanged.
  public func addPrismaticJoint(
    _ definition: PrismaticJointDefinition
  ) throws(WorldError) -> JointID {
    let (a, b) = try slots(definition.bodyA, definition.bodyB)
    guard isPlace(definition.anchorA), isPlace(definition.anchorB), isAxis(definition.axis),
      isMotor(definition.motorSpeed, definition.maximumMotorForce),
      isRange(definition.lowerTranslation, definition.upperTranslation),
      isSpring(definition.springHertz, definition.springDampingRatio),
      definition.targetTranslation.isFinite,
      isSoftness(definition.constraintHertz, definition.constraintDampingRatio),
      isTurn(definition.referenceRotation ?? .identity)
    else { throw .valueOutOfRange }
    var joint = JointRecord(definition.anchorA, definition.anchorB)
    joint.settings[as: PrismaticJoint.Settings.self] = PrismaticJoint.Settings(
      targetTranslation: definition.targetTranslation,
      lowerTranslation: definition.lowerTranslation,
      upperTranslation: definition.upperTranslation, springHertz: definition.springHertz,
      springDampingRatio: definition.springDampingRatio, motorSpeed: definition.motorSpeed,
      motorMaximum: definition.maximumMotorForce)
    joint.settings.setReference(definition.referenceRotation ?? relativeRotation(a, b))
    joint.settings.setAxis(definition.axis)
    joint.setSoftness(definition.constraintHertz, definition.constraintDampingRatio)
    let flags = JointFlag.word(
      motor: definition.isMotorEnabled, limit: definition.isLimitEnabled,
      spring: definition.isSpringEnabled)
    return link(joint, .prismatic, flags, a, b, definition.collideConnected)
  }
}

/// What is particular to prismatic joints.
enum PrismaticJoint: SliderJoint {
  static let motorMaximum: StaticString = "maximumMotorForce"
  static let holdsAngle = true

  static let properties: JointProperties = [
    .switchedSpring, .targetTranslation, .motorForce, .limits,
  ]

  static func exerted(_ joint: JointView) -> ExertedImpulses {
    let p = joint.impulse[as: Impulses.self]
    let axis = axis(joint)
    return ExertedImpulses(
      linear: p.acrossImpulse * axis.leftPerpendicular
        + ((p.motorImpulse + p.limitImpulse) + p.springImpulse) * axis,
      angular: p.angularImpulse, motor: p.motorImpulse, limit: p.limitImpulse,
      spring: p.springImpulse)
  }

  static func drawing(_ joint: JointView) -> JointDrawing {
    JointDrawing(style: DrawingStyle("slider", .brown, width: 1.4), showsAxis: true)
  }

  // MARK: Solver

  static func turn(
    _ single: inout SingleJoint, _ a: SingleJoint.Motion, _ b: SingleJoint.Motion
  ) {
    let k11 = single.turnAxis(a, b)
    let mass = single.massA.inverseMass + single.massB.inverseMass
    let iA = single.massA.inverseInertia
    let iB = single.massB.inverseInertia
    let k22 = iA + iB
    // Bodies that cannot turn need no torque: any number will do.
    let difference = single.acrossA - single.acrossB
    single.invert(
      k11, iA * single.acrossA + iB * single.acrossB, k22 == 0 ? 1 : k22,
      determinant: k22 == 0 ? k11 : mass * k22 + iA * iB * (difference * difference))
  }

  static func apply(
    _ single: SingleJoint, _ impulse: JointImpulse, _ a: SingleJoint.Motion,
    _ b: SingleJoint.Motion
  ) {
    let p = impulse[as: Impulses.self]
    single.applyAxial((p.motorImpulse + p.limitImpulse) + p.springImpulse, a, b)
    single.applyAcross(p.acrossImpulse, p.angularImpulse, a, b)
  }

  @inline(__always)
  static func solveMotor(
    _ single: SingleJoint, _ p: inout Impulses, _ a: SingleJoint.Motion,
    _ b: SingleJoint.Motion, _ parameters: JointSolverParameters
  ) {
    let old = p.motorImpulse
    let most = smaller(single.motorMaximum, parameters.maximumBias * single.axialMass)
    let new = clamp(
      old - single.axialMass * (single.axialSpeed(a, b) - single.motorSpeed), -most, most)
    p.motorImpulse = new
    single.applyAxial(new - old, a, b)
  }

  /// Keeps the sliding body on its line and from turning.
  @inline(__always)
  static func solveLine(
    _ single: SingleJoint, _ p: inout Impulses, _ a: SingleJoint.Motion,
    _ b: SingleJoint.Motion, _ parameters: JointSolverParameters, useBias: Bool
  ) {
    var wanted = Vec2(single.acrossSpeed(a, b), b.pointee.w - a.pointee.w)
    var massScale: Float = 1
    var impulseScale: Float = 0
    let rigid = single.rigid
    if useBias {
      let turned = single.angle + (b.pointee.angle - a.pointee.angle)
      wanted += Vec2(
        single.bounded(rigid.biasRate * single.acrossError, parameters), rigid.biasRate * turned)
      massScale = rigid.massScale
      impulseScale = rigid.impulseScale
    }
    let oldAcross = p.acrossImpulse
    let oldTurning = p.angularImpulse
    let across = single.boundedImpulse(
      oldAcross - massScale * (single.inverse11 * wanted.x + single.inverse12 * wanted.y)
        - impulseScale * oldAcross, single.acrossMass, parameters)
    let most = parameters.maximumTurn * single.angularMass
    let turning = clamp(
      oldTurning - massScale * (single.inverse12 * wanted.x + single.inverse22 * wanted.y)
        - impulseScale * oldTurning, -most, most)
    p.acrossImpulse = across
    p.angularImpulse = turning
    single.applyAcross(across - oldAcross, turning - oldTurning, a, b)
  }
}
