import DeterministicMath
import Simulation

/// What a joint does.
public enum JointKind: UInt32, BitwiseCopyable, Sendable {
  case distance = 0
  case revolute = 1
  case weld = 2
  case prismatic = 3
  case wheel = 4
  case target = 5
}

enum JointFlag {
  static let used: UInt32 = 1
  static let collideConnected: UInt32 = 2
  static let motor: UInt32 = 4
  static let limit: UInt32 = 8
  static let spring: UInt32 = 16
  static let kindShift: UInt32 = 8
}

/// A joint of any kind. What the general fields mean depends on the kind:
///
/// | field | distance | revolute | weld | prismatic, wheel | target |
/// | --- | --- | --- | --- | --- | --- |
/// | `rest` | rest length | target angle | – | target translation | – |
/// | `lower`, `upper` | lengths | angles | – | translations | – |
/// | `hertz`, `dampingRatio` | spring | spring | linear spring | spring | pull |
/// | `angularHertz`, `angularDampingRatio` | – | – | angular spring | – | – |
/// | `motorSpeed` | – | rad/s | – | speed; rad/s | – |
/// | `motorMaximum` | – | torque | – | force; torque | force |
/// | `axisX`, `axisY` | – | – | – | unit axis in A's frame | – |
struct JointRecord: BitwiseCopyable {
  var generation: UInt32 = 0
  var flags: UInt32 = 0
  /// Slots; of a free joint, `bodyA` is the next free slot (plus one).
  var bodyA: UInt32 = 0
  var bodyB: UInt32 = 0
  /// Anchors in the bodies' frames.
  var anchorAX: Float = 0
  var anchorAY: Float = 0
  var anchorBX: Float = 0
  var anchorBY: Float = 0
  var rest: Float = 0
  var lower: Float = 0
  var upper: Float = 0
  var hertz: Float = 0
  var dampingRatio: Float = 0
  var motorSpeed: Float = 0
  var motorMaximum: Float = 0
  /// Turn of B relative to A that counts as angle 0.
  var referenceCosine: Float = 1
  var referenceSine: Float = 0
  var axisX: Float = 1
  var axisY: Float = 0
  var angularHertz: Float = 0
  var angularDampingRatio: Float = 0
  /// Softness of the rigid part; negative: the world's.
  var constraintHertz: Float = -1
  var constraintDampingRatio: Float = -1

  @inline(__always) var kind: JointKind {
    JointKind(rawValue: flags >> JointFlag.kindShift).unsafelyUnwrapped
  }
  @inline(__always) var anchorA: Vec2 { Vec2(anchorAX, anchorAY) }
  @inline(__always) var anchorB: Vec2 { Vec2(anchorBX, anchorBY) }
  @inline(__always) var axis: Vec2 { Vec2(axisX, axisY) }
  @inline(__always) var reference: Rotation {
    Rotation(cosine: referenceCosine, sine: referenceSine)
  }
}

extension JointRecord: StateRow {
  static let layout = RowLayout(JointRecord.self)
  static let group = layout.groups[0]

  mutating func visitFields(_ visitor: inout some FieldVisitor) {
    visitor.field("generation", &generation)
    visitor.field("flags", &flags)
    visitor.field("bodyA", &bodyA)
    visitor.field("bodyB", &bodyB)
    visitor.field("anchorAX", &anchorAX, in: .finite)
    visitor.field("anchorAY", &anchorAY, in: .finite)
    visitor.field("anchorBX", &anchorBX, in: .finite)
    visitor.field("anchorBY", &anchorBY, in: .finite)
    visitor.field("rest", &rest, in: .finite)
    visitor.field("lower", &lower)
    visitor.field("upper", &upper)
    visitor.field("hertz", &hertz, in: .finiteNotNegative)
    visitor.field("dampingRatio", &dampingRatio, in: .finiteNotNegative)
    visitor.field("motorSpeed", &motorSpeed, in: .finite)
    visitor.field("motorMaximum", &motorMaximum, in: .notNegative)
    visitor.field("referenceCosine", &referenceCosine)
    visitor.field("referenceSine", &referenceSine)
    visitor.field("axisX", &axisX)
    visitor.field("axisY", &axisY)
    visitor.field("angularHertz", &angularHertz, in: .finiteNotNegative)
    visitor.field("angularDampingRatio", &angularDampingRatio, in: .finiteNotNegative)
    visitor.field("constraintHertz", &constraintHertz, in: .finite)
    visitor.field("constraintDampingRatio", &constraintDampingRatio, in: .finite)
  }
}

/// What a joint exerted in the last substep, for warm starting. Apart from ``JointRecord``, because
/// it alone is written in every step.
///
/// | kind | 0 | 1 | 2 | 3 | 4 |
/// | --- | --- | --- | --- | --- | --- |
/// | distance | rod or spring | from the least length | from the greatest | – | – |
/// | revolute | x | y | motor | limit | spring |
/// | weld | x | y | angular | – | – |
/// | prismatic | across the axis | angular | motor | limit | spring |
/// | wheel | across the axis | – | motor | limit | spring |
/// | target | x | y | – | – | – |
///
/// A limit's impulse is positive from the lower limit and negative from the upper one.
struct JointImpulse: BitwiseCopyable {
  var impulse0: Float = 0
  var impulse1: Float = 0
  var impulse2: Float = 0
  var impulse3: Float = 0
  var impulse4: Float = 0

  var opposite: JointImpulse {
    JointImpulse(
      impulse0: -impulse0, impulse1: -impulse1, impulse2: -impulse2, impulse3: -impulse3,
      impulse4: -impulse4)
  }

  var isFinite: Bool {
    impulse0.isFinite && impulse1.isFinite && impulse2.isFinite && impulse3.isFinite
      && impulse4.isFinite
  }
}

extension JointImpulse: StateRow {
  static let layout = RowLayout(JointImpulse.self)
  static let group = layout.groups[0]

  mutating func visitFields(_ visitor: inout some FieldVisitor) {
    visitor.field("impulse0", &impulse0, in: .finite)
    visitor.field("impulse1", &impulse1, in: .finite)
    visitor.field("impulse2", &impulse2, in: .finite)
    visitor.field("impulse3", &impulse3, in: .finite)
    visitor.field("impulse4", &impulse4, in: .finite)
  }
}

/// How a joint takes part in a step.
enum JointActivity {
  /// Both bodies rest, or neither can be pushed.
  static let none: UInt8 = 0
  static let pushesA: UInt8 = 1
  static let pushesB: UInt8 = 2
  static let active: UInt8 = 4
}
