import DeterministicMath
import Simulation

enum JointFlag {
  static let used: UInt32 = 1
  static let collideConnected: UInt32 = 2
  static let motor: UInt32 = 4
  static let limit: UInt32 = 8
  static let spring: UInt32 = 16
  static let kindShift: UInt32 = 8

  /// Their names, for people. A joint in use has the name of its kind.
  static let names = CaseName.bits([
    (used | JointKind.target.rawValue << kindShift, "target"),
    (used | JointKind.wheel.rawValue << kindShift, "wheel"),
    (used | JointKind.prismatic.rawValue << kindShift, "prismatic"),
    (used | JointKind.weld.rawValue << kindShift, "weld"),
    (used | JointKind.revolute.rawValue << kindShift, "revolute"), (used, "distance"),
    (motor, "motor"), (limit, "limit"), (spring, "spring"),
    (collideConnected, "collideConnected"),
  ])
}

/// A joint of any kind.
struct JointRecord: BitwiseCopyable {
  var generation: UInt32 = 0
  /// ``JointFlag``, and from ``JointFlag/kindShift`` on the kind.
  var flags: UInt32 = 0
  /// Slots; of a free joint, `bodyA` is the next free slot (plus one).
  var bodyA: UInt32 = 0
  var bodyB: UInt32 = 0
  /// Anchors in the bodies' frames.
  var anchorAX: Float = 0
  var anchorAY: Float = 0
  var anchorBX: Float = 0
  var anchorBY: Float = 0
  var settings = JointSettings()
  /// Softness of the rigid part; negative: the world's.
  var constraintHertz: Float = -1
  var constraintDampingRatio: Float = -1

  @inline(__always) var kind: JointKind {
    JointKind(rawValue: flags >> JointFlag.kindShift).unsafelyUnwrapped
  }
  @inline(__always) var anchorA: Vec2 { Vec2(anchorAX, anchorAY) }
  @inline(__always) var anchorB: Vec2 { Vec2(anchorBX, anchorBY) }
  @inline(__always) func has(_ flag: UInt32) -> Bool { flags & flag != 0 }
}

extension JointRecord: StateRow {
  mutating func visitFields(_ visitor: inout some FieldVisitor) {
    visitor.field("generation", &generation)
    visitor.field("flags", &flags)
    visitor.field("bodyA", &bodyA)
    visitor.field("bodyB", &bodyB)
    visitor.field("anchorAX", &anchorAX, in: .finite)
    visitor.field("anchorAY", &anchorAY, in: .finite)
    visitor.field("anchorBX", &anchorBX, in: .finite)
    visitor.field("anchorBY", &anchorBY, in: .finite)
    settings.visitFields(&visitor)
    visitor.field("constraintHertz", &constraintHertz, in: .finite)
    visitor.field("constraintDampingRatio", &constraintDampingRatio, in: .finite)
  }
}

/// What is set of a joint, in the form that all kinds share: a union.
///
/// Each kind reads it as a row of its own, with names that say what the numbers are; see
/// ``JointOverlay``. The general names are for what serves several kinds alike, and for readers of
/// recordings that know no kinds.
struct JointSettings: BitwiseCopyable {
  /// Where the spring, or what is rigid, is at rest.
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
  /// A unit vector in A's frame.
  var axisX: Float = 1
  var axisY: Float = 0
  var angularHertz: Float = 0
  var angularDampingRatio: Float = 0

  @inline(__always) var axis: Vec2 { Vec2(axisX, axisY) }
  @inline(__always) var reference: Rotation {
    Rotation(cosine: referenceCosine, sine: referenceSine)
  }
}

extension JointSettings: StateRow {
  mutating func visitFields(_ visitor: inout some FieldVisitor) {
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
  }
}

/// What a joint exerted in the last substep, for warm starting, in the form that all kinds share: a
/// union, as ``JointSettings`` is. Apart from ``JointRecord``, because it alone is written in every
/// step.
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
  mutating func visitFields(_ visitor: inout some FieldVisitor) {
    visitor.field("impulse0", &impulse0, in: .finite)
    visitor.field("impulse1", &impulse1, in: .finite)
    visitor.field("impulse2", &impulse2, in: .finite)
    visitor.field("impulse3", &impulse3, in: .finite)
    visitor.field("impulse4", &impulse4, in: .finite)
  }
}

/// How one kind of joint reads a union: as a row that begins where the union begins, and is no
/// longer than it.
///
/// The stored properties lie where the union's lie, so that the bytes of states do not depend on
/// names. A property that the kind does not use is not visited. What is visited gives the columns
/// their names in differences and listings: `joints[3].motorImpulse`.
///
/// Why rows over a union, and no table for each kind: tables would change the bytes of states, and
/// so every digest, and handles name a slot in one table. Why rows, and no list of names beside the
/// union: a property and its name are then one line, which the kernel's own code is written
/// against.
protocol JointOverlay: StateRow, BitwiseCopyable {}

extension JointSettings {
  /// The settings as a kind has them.
  subscript<Row: JointOverlay>(as type: Row.Type) -> Row {
    @inline(__always) get { withUnsafeBytes(of: self) { $0.loadUnaligned(as: Row.self) } }
    @inline(__always) set {
      withUnsafeMutableBytes(of: &self) { $0.storeBytes(of: newValue, as: Row.self) }
    }
  }
}

extension JointImpulse {
  /// The impulses as a kind has them.
  subscript<Row: JointOverlay>(as type: Row.Type) -> Row {
    @inline(__always) get { withUnsafeBytes(of: self) { $0.loadUnaligned(as: Row.self) } }
    @inline(__always) set {
      withUnsafeMutableBytes(of: &self) { $0.storeBytes(of: newValue, as: Row.self) }
    }
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
