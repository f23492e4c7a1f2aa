import DeterministicMath
import Simulation

// What of each row is state: the one description from which saving, restoring, digests, soundness and
// the columns of a recording derive. Ranges hold for used rows; free ones are not looked at.

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

/// Only the velocity is state; the rest is zero between steps.
extension BodyMotion: StateRow {
  static let layout = RowLayout(BodyMotion.self)
  static let group = layout.groups[0]

  mutating func visitFields(_ visitor: inout some FieldVisitor) {
    visitor.field("velocityX", &vx, .everyStep, role: .velocityX, in: .finite)
    visitor.field("velocityY", &vy, .everyStep, role: .velocityY, in: .finite)
    visitor.field("angularVelocity", &w, .everyStep, role: .angularVelocity, in: .finite)
  }
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

/// The flags of a body: see ``BodyFlag``.
struct BodyFlags: BitwiseCopyable, StateRow {
  static let layout = RowLayout(BodyFlags.self)
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

extension ShapeRecord: StateRow {
  static let layout = RowLayout(ShapeRecord.self)
  static let columns = layout.groups[0]

  mutating func visitFields(_ visitor: inout some FieldVisitor) {
    visitor.field("categories", &categories)
    visitor.field("mask", &mask)
    visitor.field("generation", &generation)
    visitor.field("flags", &flags)
    visitor.field("body", &body)
    visitor.field("next", &next)
    visitor.field("head", &head)
    visitor.field("tag", &tag)
    visitor.field("group", &group)
    visitor.field("density", &density, in: .finiteNotNegative)
    visitor.field("friction", &friction, in: .finiteNotNegative)
    visitor.field("restitution", &restitution, in: .finiteNotNegative)
  }
}

extension ShapeOutline: StateRow {
  static let layout = RowLayout(ShapeOutline.self)
  static let group = layout.groups[0]

  mutating func visitFields(_ visitor: inout some FieldVisitor) {
    visitor.field("x0", &vertices.v0.x)
    visitor.field("y0", &vertices.v0.y)
    visitor.field("x1", &vertices.v1.x)
    visitor.field("y1", &vertices.v1.y)
    visitor.field("x2", &vertices.v2.x)
    visitor.field("y2", &vertices.v2.y)
    visitor.field("x3", &vertices.v3.x)
    visitor.field("y3", &vertices.v3.y)
    visitor.field("x4", &vertices.v4.x)
    visitor.field("y4", &vertices.v4.y)
    visitor.field("x5", &vertices.v5.x)
    visitor.field("y5", &vertices.v5.y)
    visitor.field("x6", &vertices.v6.x)
    visitor.field("y6", &vertices.v6.y)
    visitor.field("x7", &vertices.v7.x)
    visitor.field("y7", &vertices.v7.y)
    visitor.field("normalX0", &normals.v0.x)
    visitor.field("normalY0", &normals.v0.y)
    visitor.field("normalX1", &normals.v1.x)
    visitor.field("normalY1", &normals.v1.y)
    visitor.field("normalX2", &normals.v2.x)
    visitor.field("normalY2", &normals.v2.y)
    visitor.field("normalX3", &normals.v3.x)
    visitor.field("normalY3", &normals.v3.y)
    visitor.field("normalX4", &normals.v4.x)
    visitor.field("normalY4", &normals.v4.y)
    visitor.field("normalX5", &normals.v5.x)
    visitor.field("normalY5", &normals.v5.y)
    visitor.field("normalX6", &normals.v6.x)
    visitor.field("normalY6", &normals.v6.y)
    visitor.field("normalX7", &normals.v7.x)
    visitor.field("normalY7", &normals.v7.y)
    visitor.field("centroidX", &centroidX, in: .finite)
    visitor.field("centroidY", &centroidY, in: .finite)
    visitor.field("radius", &radius, in: .finiteNotNegative)
    visitor.field("extent", &extent, in: .finiteNotNegative)
    visitor.field("inner", &inner)
    visitor.field("count", &count)
    visitor.field("sideOffset", &sideOffset)
  }
}

/// A corner or a normal of a shape with more than eight.
struct SideVertex: BitwiseCopyable, StateRow {
  static let layout = RowLayout(SideVertex.self)
  static let group = layout.groups[0]
  var x: Float = 0
  var y: Float = 0

  mutating func visitFields(_ visitor: inout some FieldVisitor) {
    visitor.field("x", &x)
    visitor.field("y", &y)
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
    visitor.field("angularHertz", &angularHertz)
    visitor.field("angularDampingRatio", &angularDampingRatio)
    visitor.field("constraintHertz", &constraintHertz, in: .finite)
    visitor.field("constraintDampingRatio", &constraintDampingRatio, in: .finite)
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

/// Two groups, because the world knows the hashes of one and its lanes hold the other.
extension ContactRow: StateRow {
  static let layout = RowLayout(ContactRow.self)
  static let group = layout.groups[0]
  static let impulses = layout.groups[1]

  mutating func visitFields(_ visitor: inout some FieldVisitor) {
    visitor.field("shapeA", &shapeA, role: .key)
    visitor.field("shapeB", &shapeB, role: .key)
    visitor.field("features", &features)
    visitor.field("flags", &flags)
    visitor.nextGroup()
    visitor.field("normalImpulse0", &normalImpulse0, in: .finite)
    visitor.field("normalImpulse1", &normalImpulse1, in: .finite)
    visitor.field("tangentImpulse0", &tangentImpulse0, in: .finite)
    visitor.field("tangentImpulse1", &tangentImpulse1, in: .finite)
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
    visitor.field("separation0", &separation0, in: .finite)
    visitor.field("separation1", &separation1, in: .finite)
    visitor.field("turnCosine", &turnCosine)
    visitor.field("turnSine", &turnSine)
  }
}

extension BodyID: StateFields {
  public static var blank: BodyID { BodyID(slot: 0, generation: 0) }

  public mutating func visitFields(_ visitor: inout some FieldVisitor) {
    visitor.field("slot", &slot)
    visitor.field("generation", &generation)
  }
}

extension ShapeID: StateFields {
  public static var blank: ShapeID { ShapeID(slot: 0, generation: 0) }

  public mutating func visitFields(_ visitor: inout some FieldVisitor) {
    visitor.field("slot", &slot)
    visitor.field("generation", &generation)
  }
}

extension JointID: StateFields {
  public static var blank: JointID { JointID(slot: 0, generation: 0) }

  public mutating func visitFields(_ visitor: inout some FieldVisitor) {
    visitor.field("slot", &slot)
    visitor.field("generation", &generation)
  }
}
