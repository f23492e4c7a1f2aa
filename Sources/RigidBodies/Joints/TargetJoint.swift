import DeterministicMath
import Simulation

/// Pulls a point of a body towards a target, with a bounded force: what a pointer drags with.
public struct TargetJointDefinition: Equatable, Sendable {
  /// The body in whose frame the target is given, usually a static one; it feels the reaction.
  public var bodyA: BodyID
  /// The body that is pulled.
  public var bodyB: BodyID
  /// Where the anchor should be, in A's frame.
  public var target: Vec2
  /// The point that is pulled, in B's frame.
  public var anchor: Vec2
  /// Natural frequency of the pull. More than 0.
  public var hertz: Float = 5
  /// 1 is critical damping.
  public var dampingRatio: Float = 0.7
  /// The pull is never stronger: mass × length units per s².
  public var maximumForce: Float = 0
  /// Whether the two bodies still collide with each other.
  public var collideConnected = true

  /// Makes a pull with the default frequency and damping.
  public init(
    bodyA: BodyID, bodyB: BodyID, target: Vec2, anchor: Vec2 = Vec2(0, 0), maximumForce: Float
  ) {
    self.bodyA = bodyA
    self.bodyB = bodyB
    self.target = target
    self.anchor = anchor
    self.maximumForce = maximumForce
  }
}

extension World {
  /// Adds a pull towards a target.
  ///
  /// - Throws: ``WorldError``; the world is then unchanged.
  public func addTargetJoint(_ definition: TargetJointDefinition) throws(WorldError) -> JointID {
    let (a, b) = try slots(definition.bodyA, definition.bodyB)
    guard isPlace(definition.target), isPlace(definition.anchor),
      isSpring(definition.hertz, definition.dampingRatio), definition.hertz > 0,
      isMotor(0, definition.maximumForce)
    else { throw .valueOutOfRange }
    var joint = JointRecord(definition.target, definition.anchor)
    var settings = TargetJoint.Settings()
    settings.hertz = definition.hertz
    settings.dampingRatio = definition.dampingRatio
    settings.maximumForce = definition.maximumForce
    joint.settings[as: TargetJoint.Settings.self] = settings
    return link(joint, .target, 0, a, b, definition.collideConnected)
  }
}

/// What is particular to target joints.
enum TargetJoint: JointType {
  struct Settings: JointOverlay {
    private var unusedLimits = (Float(0), Float(0), Float(0))
    var hertz: Float = 0
    var dampingRatio: Float = 0
    private var unusedSpeed = Float(0)
    var maximumForce: Float = 0

    mutating func visitFields(_ visitor: inout some FieldVisitor) {
      visitor.field("hertz", &hertz)
      visitor.field("dampingRatio", &dampingRatio)
      visitor.field("maximumForce", &maximumForce)
    }
  }

  typealias Impulses = PinImpulses

  static let properties: JointProperties = [.targetPlace]

  static func jointClass(_ joint: UnsafePointer<JointRecord>) -> JointClass { .single }

  static func axis(_ joint: JointView) -> Vec2 { joint.direction }

  static func exerted(_ joint: JointView) -> ExertedImpulses {
    let p = joint.impulse[as: Impulses.self]
    return ExertedImpulses(linear: Vec2(p.x, p.y))
  }

  static func drawing(_ joint: JointView) -> JointDrawing {
    JointDrawing(style: DrawingStyle("pull to a point", .brown, line: .dashed))
  }

  // MARK: Solver

  static func turn(
    _ single: inout SingleJoint, _ a: SingleJoint.Motion, _ b: SingleJoint.Motion
  ) {
    single.turnArms(a, b)
    let armA = single.armA
    let armB = single.armB
    let mass = single.massA.inverseMass + single.massB.inverseMass
    let iA = single.massA.inverseInertia
    let iB = single.massB.inverseInertia
    let xx = armA.x * armA.x * iA + armB.x * armB.x * iB
    let yy = armA.y * armA.y * iA + armB.y * armB.y * iB
    let xy = armA.y * armA.x * iA + armB.y * armB.x * iB
    let cross = armA.cross(armB)
    single.acrossMass = inverseOrZero(mass)
    single.invert(
      mass + yy, -xy, mass + xx,
      determinant: mass * (mass + (xx + yy)) + iA * iB * (cross * cross))
  }

  static func apply(
    _ single: SingleJoint, _ impulse: JointImpulse, _ a: SingleJoint.Motion,
    _ b: SingleJoint.Motion
  ) {
    let p = impulse[as: Impulses.self]
    single.applyLinear(Vec2(p.x, p.y), a, b)
  }

  static func solve(
    _ single: inout SingleJoint, _ p: UnsafeMutablePointer<JointImpulse>,
    _ a: SingleJoint.Motion, _ b: SingleJoint.Motion, _ parameters: JointSolverParameters,
    useBias: Bool
  ) {
    if useBias { pull(single, p, a, b, parameters) }
    single.carried = p.pointee
  }

  /// A spring in both directions, of bounded force.
  private static func pull(
    _ single: SingleJoint, _ p: UnsafeMutablePointer<JointImpulse>,
    _ a: SingleJoint.Motion, _ b: SingleJoint.Motion, _ parameters: JointSolverParameters
  ) {
    let velocity =
      (b.pointee.velocity + single.armB.crossed(by: b.pointee.w))
      - (a.pointee.velocity + single.armA.crossed(by: a.pointee.w))
    let spring = single.spring
    let wanted =
      spring.slowing * velocity
      + Vec2(
        single.bounded(spring.pull * single.gap.x, parameters),
        single.bounded(spring.pull * single.gap.y, parameters))
    let before = p.pointee[as: Impulses.self]
    let old = Vec2(before.x, before.y)
    var new = Vec2(
      old.x - (single.inverse11 * wanted.x + single.inverse12 * wanted.y)
        - spring.keeping * old.x,
      old.y - (single.inverse12 * wanted.x + single.inverse22 * wanted.y)
        - spring.keeping * old.y)
    let length = new.length
    let most = smaller(single.motorMaximum, parameters.maximumBias * single.acrossMass)
    if length > most { new = (most / length) * new }
    p.pointee[as: Impulses.self] = Impulses(x: new.x, y: new.y)
    single.applyLinear(new - old, a, b)
  }
}
