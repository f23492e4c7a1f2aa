import DeterministicMath

/// Where a body is: the centre of mass, and the rotation.
struct BodyPose: BitwiseCopyable {
  var x: Float
  var y: Float
  var cosine: Float
  var sine: Float

  @inline(__always) var center: Vec2 {
    get { Vec2(x, y) }
    set {
      x = newValue.x
      y = newValue.y
    }
  }
  @inline(__always) var rotation: Rotation {
    get { Rotation(cosine: cosine, sine: sine) }
    set {
      cosine = newValue.cosine
      sine = newValue.sine
    }
  }
}

/// All of a body that the solver's inner loops touch: 32 bytes.
///
/// The solver works on what changed since the start of the step, which keeps precision far from the
/// origin. Only the velocity is state; the rest is zero between steps.
struct BodyMotion: BitwiseCopyable {
  var vx: Float = 0
  var vy: Float = 0
  var w: Float = 0
  /// Angle turned in this step: the sum of h·w.
  var angle: Float = 0
  /// Displacement in this step.
  var dx: Float = 0
  var dy: Float = 0
  /// Of ``angle``: 1 − cosine, and sine. All zero for a body that has not moved, and exact for one
  /// that has hardly turned.
  var versine: Float = 0
  var sine: Float = 0

  /// The rotation by ``angle``.
  @inline(__always) var rotation: Rotation { Rotation(cosine: 1 - versine, sine: sine) }

  @inline(__always) var velocity: Vec2 {
    get { Vec2(vx, vy) }
    set {
      vx = newValue.x
      vy = newValue.y
    }
  }
}

/// Inverse masses and the centre of mass in the body's frame.
struct BodyMass: BitwiseCopyable {
  var inverseMass: Float = 0
  var inverseInertia: Float = 0
  var centerX: Float = 0
  var centerY: Float = 0

  @inline(__always) var center: Vec2 { Vec2(centerX, centerY) }
}

/// The part of a body that changes rarely.
struct BodyRecord: BitwiseCopyable {
  var generation: UInt32 = 0
  /// Next free slot (plus one) of a free slot; first shape (plus one) of a used one.
  var link: UInt32 = 0
  var mass: Float = 0
  var inertia: Float = 0
  var linearDamping: Float = 0
  var angularDamping: Float = 0
  var gravityScale: Float = 1
  var forceX: Float = 0
  var forceY: Float = 0
  var torque: Float = 0
}

/// Bits of a body's flag word.
enum BodyFlag {
  static let typeMask: UInt32 = 3
  static let dynamic: UInt32 = 2
  static let kinematic: UInt32 = 1
  static let awake: UInt32 = 4
  static let fixedRotation: UInt32 = 8
  static let sleepDisabled: UInt32 = 16
  static let bullet: UInt32 = 32
  static let used: UInt32 = 64
  static let massOverridden: UInt32 = 128
  /// Overlaps moved it in the last step: see `World+CorrectOverlaps.swift`.
  static let corrected: UInt32 = 256
  static let all: UInt32 = 511
}

enum ShapeKind: UInt32 {
  case circle = 0
  case capsule = 1
  case polygon = 2
  case segment = 3
  /// An edge of a chain, with the neighbouring corners as ghosts.
  case edge = 4
}

/// Bits of a shape's flag word.
enum ShapeFlag {
  static let used: UInt32 = 1
  static let inheritsMaterial: UInt32 = 2
  static let oneSided: UInt32 = 4
  static let hasPrevious: UInt32 = 8
  static let hasNext: UInt32 = 16
  static let kindShift: UInt32 = 8
}

/// A shape without its geometry.
struct ShapeRecord: BitwiseCopyable {
  var categories: UInt64 = 0
  var mask: UInt64 = 0
  var generation: UInt32 = 0
  var flags: UInt32 = 0
  /// Slot of the body.
  var body: UInt32 = 0
  /// Next shape of the body (plus one) of a used slot; next free slot (plus one) of a free one.
  var next: UInt32 = 0
  /// Slot of the first edge of a chain; the shape itself otherwise.
  var head: UInt32 = 0
  var tag: UInt32 = 0
  var group: Int32 = 0
  var density: Float = 0
  var friction: Float = 0
  var restitution: Float = 0

  @inline(__always) var kind: ShapeKind {
    ShapeKind(rawValue: flags >> ShapeFlag.kindShift).unsafelyUnwrapped
  }
}

/// The outline of a shape: up to eight corners inline, more in a side store.
///
/// Circle: one corner. Capsule and segment: two. Edge: two, then the ghosts before and after.
struct ShapeOutline: BitwiseCopyable {
  static let inlineVertexCount = 8

  var vertices = Vec2x8()
  var normals = Vec2x8()
  var centroidX: Float = 0
  var centroidY: Float = 0
  var radius: Float = 0
  /// Greatest distance from the centroid to the surface.
  var extent: Float = 0
  /// Least distance from the centroid to the surface.
  var inner: Float = 0
  var count: Int32 = 0
  /// Where corners, then normals, lie in the side store; −1 when inline.
  var sideOffset: Int32 = -1

  @inline(__always) var centroid: Vec2 { Vec2(centroidX, centroidY) }
}

/// How big a body is, seen from its centre of mass. Derived from its shapes.
struct BodyExtent: BitwiseCopyable {
  /// Half the thickness of the thinnest shape; infinite for a body without thick shapes.
  var inner: Float = .greatestFiniteMagnitude
  /// No part is farther from the centre of mass.
  var outer: Float = 0
}

/// Eight vectors in a row.
struct Vec2x8: BitwiseCopyable {
  var v0 = Vec2(0, 0)
  var v1 = Vec2(0, 0)
  var v2 = Vec2(0, 0)
  var v3 = Vec2(0, 0)
  var v4 = Vec2(0, 0)
  var v5 = Vec2(0, 0)
  var v6 = Vec2(0, 0)
  var v7 = Vec2(0, 0)
}

/// A contact that lasts from step to step: what warm starting and events need. All zero in a free
/// slot.
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

  static let pointCountMask: UInt32 = 3
  static let touching: UInt32 = 4
  static let used: UInt32 = 8
  /// The normal belongs to body B's side.
  static let normalOfB: UInt32 = 16
  /// The manifold must be made anew before it is used: an anchor lost its body's centre.
  static let outdated: UInt32 = 32
  static let flagMask: UInt32 = 63
  static let colorShift: UInt32 = 8

  @inline(__always) var key: UInt64 { (UInt64(shapeA) &<< 32) | UInt64(shapeB) }
  @inline(__always) var pointCount: UInt32 { flags & ContactRow.pointCountMask }
  @inline(__always) var isUsed: Bool { flags & ContactRow.used != 0 }
  /// Which ``ContactColor`` it is solved in; it keeps it as long as it lasts.
  @inline(__always) var color: Int { Int(flags &>> ContactRow.colorShift) }
}

/// A contact's points as they were when the shapes were last collided, each fixed to both bodies:
/// see ``ContactAnchors``.
struct ContactManifold: BitwiseCopyable {
  var normal = Vec2(0, 0)
  var anchorA0 = Vec2(0, 0)
  var anchorB0 = Vec2(0, 0)
  var anchorA1 = Vec2(0, 0)
  var anchorB1 = Vec2(0, 0)
  var separation0: Float = 0
  var separation1: Float = 0
  var turnCosine: Float = 0
  var turnSine: Float = 0
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
