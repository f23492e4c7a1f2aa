import DeterministicMath
import Simulation

// What of a row is state is said beside its fields: the one description from which saving,
// restoring, digests, soundness and the columns of a recording derive. Ranges hold for used rows;
// free ones are not looked at.

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

extension BodyPose: StateFields {
  static let layout = RowLayout(BodyPose.self)
  static let group = layout.groups[0]
  static var blank: BodyPose { BodyPose(x: 0, y: 0, cosine: 1, sine: 0) }

  mutating func visitFields(_ visitor: inout some FieldVisitor) {
    visitor.field("positionX", &x, .everyStep, role: .positionX, in: .finite)
    visitor.field("positionY", &y, .everyStep, role: .positionY, in: .finite)
    visitor.field("cosine", &cosine, .everyStep, role: .rotationCosine, in: .finite)
    visitor.field("sine", &sine, .everyStep, role: .rotationSine, in: .finite)
  }
}

extension Transform {
  /// Where a body's origin is.
  ///
  /// - Parameter center: of mass, in the body's frame.
  @inline(__always)
  init(_ pose: BodyPose, center: Vec2) {
    let rotation = pose.rotation
    self.init(position: pose.center - rotation.rotate(center), rotation: rotation)
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
  /// One less the cosine of ``angle``, and its sine: zero for a body that has not moved, and exact
  /// for one that has hardly turned.
  var versine: Float = 0
  var sine: Float = 0

  @inline(__always) var velocity: Vec2 {
    get { Vec2(vx, vy) }
    set {
      vx = newValue.x
      vy = newValue.y
    }
  }
}

extension BodyMotion: StateRow {
  static let layout = RowLayout(BodyMotion.self)
  static let group = layout.groups[0]

  mutating func visitFields(_ visitor: inout some FieldVisitor) {
    visitor.field("velocityX", &vx, .everyStep, role: .velocityX, in: .finite)
    visitor.field("velocityY", &vy, .everyStep, role: .velocityY, in: .finite)
    visitor.field("angularVelocity", &w, .everyStep, role: .angularVelocity, in: .finite)
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

extension BodyMass: StateRow {
  static let layout = RowLayout(BodyMass.self)
  static let group = layout.groups[0]

  mutating func visitFields(_ visitor: inout some FieldVisitor) {
    visitor.field("inverseMass", &inverseMass, in: .finiteNotNegative)
    visitor.field("inverseInertia", &inverseInertia, in: .finiteNotNegative)
    visitor.field("localCenterX", &centerX, in: .finite)
    visitor.field("localCenterY", &centerY, in: .finite)
  }
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

extension BodyRecord: StateRow {
  static let layout = RowLayout(BodyRecord.self)
  static let group = layout.groups[0]

  mutating func visitFields(_ visitor: inout some FieldVisitor) {
    visitor.field("generation", &generation)
    visitor.field("link", &link)
    visitor.field("mass", &mass, in: .finiteNotNegative)
    visitor.field("inertia", &inertia, in: .finiteNotNegative)
    visitor.field("linearDamping", &linearDamping, in: .notNegative)
    visitor.field("angularDamping", &angularDamping, in: .notNegative)
    visitor.field("gravityScale", &gravityScale, in: .finite)
    visitor.field("forceX", &forceX, in: .finite)
    visitor.field("forceY", &forceY, in: .finite)
    visitor.field("torque", &torque, in: .finite)
  }
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

  /// Their names, for people. A body in use has the name of its type.
  static let names = CaseName.bits([
    (used | dynamic, "dynamic"), (used | kinematic, "kinematic"), (used, "static"),
    (awake, "awake"), (fixedRotation, "fixedRotation"), (sleepDisabled, "sleepDisabled"),
    (bullet, "bullet"), (massOverridden, "massOverridden"), (corrected, "corrected"),
  ])
}

/// The flags of a body: see ``BodyFlag``.
struct BodyFlags: BitwiseCopyable, StateRow {
  static let layout = RowLayout(BodyFlags.self, flags: BodyFlag.names)
  static let group = layout.groups[0]
  var flags: UInt32 = 0

  mutating func visitFields(_ visitor: inout some FieldVisitor) {
    visitor.field("flags", &flags, .everyStep, in: .bits(UInt64(BodyFlag.all)))
  }
}

/// How long a body has been at rest, in seconds.
struct SleepTimer: BitwiseCopyable, StateRow {
  static let layout = RowLayout(SleepTimer.self)
  static let group = layout.groups[0]
  var sleepTimer: Float = 0

  mutating func visitFields(_ visitor: inout some FieldVisitor) {
    visitor.field("sleepTimer", &sleepTimer, in: .notNegative)
  }
}

/// How big a body is, seen from its centre of mass. Derived from its shapes.
struct BodyExtent: BitwiseCopyable {
  /// Half the thickness of the thinnest shape; infinite for a body without thick shapes.
  var inner: Float = .greatestFiniteMagnitude
  /// No part is farther from the centre of mass.
  var outer: Float = 0
}
