import DeterministicMath
import Simulation

/// A contact that lasts from step to step: what warm starting and events need. All zero in a free
/// slot.
///
/// Two groups, because the world keeps the sum of the hashes of one, and lanes hold the other.
struct ContactRow: BitwiseCopyable {
  /// Slots of the shapes, the lower one first.
  var shapeA: UInt32 = 0
  var shapeB: UInt32 = 0
  /// Feature ids of both points, 16 bits each.
  var features: UInt32 = 0
  var flags: UInt32 = 0
  var normalImpulse0: Float = 0
  var normalImpulse1: Float = 0
  var tangentImpulse0: Float = 0
  var tangentImpulse1: Float = 0

  /// Each of the groups as one vector, for code that moves it as a whole.
  typealias Head = SIMD4<UInt32>
  typealias Impulses = SIMD4<Float>

  static let pointCountMask: UInt32 = 3
  static let touching: UInt32 = 4
  static let used: UInt32 = 8
  /// The normal belongs to body B's side.
  static let normalOfB: UInt32 = 16
  /// See ``Manifold/isRadial``.
  static let radial: UInt32 = 32
  static let flagMask: UInt32 = 63
  static let colorShift: UInt32 = 8
  /// Flags, and a colour of any number.
  static let allFlags: UInt32 = flagMask | ~0 << colorShift
  /// Names of the flags, for people. The colour, which only the solver reads, has none.
  static let flagNames = CaseName.bits([
    (used | 2, "twoPoints"), (used | 1, "onePoint"), (used, "noPoint"), (touching, "touching"),
    (normalOfB, "normalOfB"), (radial, "radial"),
  ])

  @inline(__always) var key: UInt64 { (UInt64(shapeA) &<< 32) | UInt64(shapeB) }
  @inline(__always) var pointCount: UInt32 { flags & ContactRow.pointCountMask }
  @inline(__always) var isUsed: Bool { flags & ContactRow.used != 0 }
  /// Which ``ContactColor`` it is solved in; it keeps it as long as it lasts.
  @inline(__always) var color: Int { Int(flags &>> ContactRow.colorShift) }
}

extension ContactRow: StateRow {
  static let layout = RowLayout(ContactRow.self, flags: flagNames)
  static let head = layout.groups[0]
  static let impulses = layout.groups[1]

  mutating func visitFields(_ visitor: inout some FieldVisitor) {
    visitor.field("shapeA", &shapeA, role: .key)
    visitor.field("shapeB", &shapeB, role: .key)
    visitor.field("features", &features)
    visitor.field("flags", &flags, in: .bits(UInt64(ContactRow.allFlags)))
    visitor.nextGroup()
    visitor.field("normalImpulse0", &normalImpulse0, in: .finite)
    visitor.field("normalImpulse1", &normalImpulse1, in: .finite)
    visitor.field("tangentImpulse0", &tangentImpulse0, in: .finite)
    visitor.field("tangentImpulse1", &tangentImpulse1, in: .finite)
  }
}

/// A contact's points as they were when the shapes were last collided, fixed to both bodies: on the
/// cores of the outlines, without what rounds them. See ``ContactAnchors``.
///
/// All zero in a contact that is outdated: the next step that solves it collides its shapes first.
struct ContactManifold: BitwiseCopyable {
  var normal = Vec2(0, 0)
  var anchorA0 = Vec2(0, 0)
  var anchorB0 = Vec2(0, 0)
  var anchorA1 = Vec2(0, 0)
  var anchorB1 = Vec2(0, 0)
  var turnCosine: Float = 0
  var turnSine: Float = 0

  /// Whether it was made since the contact was last outdated: a rotation is never zero.
  @inline(__always) var isMade: Bool { turnCosine != 0 || turnSine != 0 }

  /// Whether nothing is left of it.
  var isDropped: Bool {
    !isMade && normal == .zero && anchorA0 == .zero && anchorB0 == .zero && anchorA1 == .zero
      && anchorB1 == .zero
  }
}

extension ContactManifold: StateRow {
  static let layout = RowLayout(ContactManifold.self)
  static let group = layout.groups[0]

  mutating func visitFields(_ visitor: inout some FieldVisitor) {
    visitor.field("normalX", &normal.x, in: .finite)
    visitor.field("normalY", &normal.y, in: .finite)
    visitor.field("anchorA0X", &anchorA0.x, in: .finite)
    visitor.field("anchorA0Y", &anchorA0.y, in: .finite)
    visitor.field("anchorB0X", &anchorB0.x, in: .finite)
    visitor.field("anchorB0Y", &anchorB0.y, in: .finite)
    visitor.field("anchorA1X", &anchorA1.x, in: .finite)
    visitor.field("anchorA1Y", &anchorA1.y, in: .finite)
    visitor.field("anchorB1X", &anchorB1.x, in: .finite)
    visitor.field("anchorB1Y", &anchorB1.y, in: .finite)
    visitor.field("turnCosine", &turnCosine)
    visitor.field("turnSine", &turnSine)
  }
}

/// Two shapes that may touch.
struct ShapePair: BitwiseCopyable {
  /// Slots of the shapes, the lower one in the upper half.
  var key: UInt64
  /// Slot of their contact; −1 when they have none.
  var contact: Int32 = -1
  /// As long as this is positive they cannot touch: what is left of the gap that was measured when
  /// they were last collided, after the farthest that their bodies can have closed it since.
  var slack: Float = 0
}
