import DeterministicMath
import Simulation

/// The differences between the rows of joints that slide.
protocol SliderNames {
  /// The motor's greatest force or torque.
  static var motorMaximum: StaticString { get }
  /// Whether the joint keeps its bodies from turning, too.
  static var holdsAngle: Bool { get }
}

/// A joint whose B slides along an axis of A: the rows and the passes that all such kinds share.
protocol SliderJoint: JointType, SliderNames
where Settings == SliderSettings<Self>, Impulses == SliderImpulses<Self> {
  /// Turns arms and axis to where the bodies are; levers and matrices follow.
  static func turn(_ single: inout SingleJoint, _ a: SingleJoint.Motion, _ b: SingleJoint.Motion)

  static func solveMotor(
    _ single: SingleJoint, _ p: inout Impulses, _ a: SingleJoint.Motion,
    _ b: SingleJoint.Motion, _ parameters: JointSolverParameters)

  /// Keeps B on its line.
  static func solveLine(
    _ single: SingleJoint, _ p: inout Impulses, _ a: SingleJoint.Motion,
    _ b: SingleJoint.Motion, _ parameters: JointSolverParameters, useBias: Bool)
}

struct SliderSettings<Kind: SliderNames>: JointOverlay {
  var targetTranslation: Float = 0
  var lowerTranslation: Float = 0
  var upperTranslation: Float = 0
  var springHertz: Float = 0
  var springDampingRatio: Float = 0
  var motorSpeed: Float = 0
  var motorMaximum: Float = 0
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
    visitor.field(Kind.motorMaximum, &motorMaximum)
    visitor.field("referenceCosine", &referenceCosine)
    visitor.field("referenceSine", &referenceSine)
    visitor.field("axisX", &axisX)
    visitor.field("axisY", &axisY)
  }
}

struct SliderImpulses<Kind: SliderNames>: JointOverlay {
  /// Across the axis.
  var acrossImpulse: Float = 0
  var angularImpulse: Float = 0
  var motorImpulse: Float = 0
  var limitImpulse: Float = 0
  var springImpulse: Float = 0

  mutating func visitFields(_ visitor: inout some FieldVisitor) {
    visitor.field("acrossImpulse", &acrossImpulse)
    if Kind.holdsAngle { visitor.field("angularImpulse", &angularImpulse) }
    visitor.field("motorImpulse", &motorImpulse)
    visitor.field("limitImpulse", &limitImpulse)
    visitor.field("springImpulse", &springImpulse)
  }
}

extension SliderJoint {
  static func jointClass(_ joint: UnsafePointer<JointRecord>) -> JointClass { .single }

  static func axis(_ joint: JointView) -> Vec2 { joint.settingsAxis }

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
}
