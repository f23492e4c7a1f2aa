import DeterministicMath
import Simulation

/// Bits of a shape's flag word.
enum ShapeFlag {
  static let used: UInt32 = 1
  static let inheritsMaterial: UInt32 = 2
  static let oneSided: UInt32 = 4
  static let hasPrevious: UInt32 = 8
  static let hasNext: UInt32 = 16
  static let kindShift: UInt32 = 8

  /// Their names, for people. A shape in use has the name of its kind.
  static let names = CaseName.bits([
    (used | ShapeKind.edge.rawValue << kindShift, "edge"),
    (used | ShapeKind.segment.rawValue << kindShift, "segment"),
    (used | ShapeKind.polygon.rawValue << kindShift, "polygon"),
    (used | ShapeKind.capsule.rawValue << kindShift, "capsule"), (used, "circle"),
    (inheritsMaterial, "inheritsMaterial"), (oneSided, "oneSided"), (hasPrevious, "hasPrevious"),
    (hasNext, "hasNext"),
  ])
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

extension ShapeRecord: StateRow {
  static let layout = RowLayout(ShapeRecord.self, flags: ShapeFlag.names)
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

/// A corner or a normal of a shape with more than eight.
struct SideVertex: BitwiseCopyable, StateRow {
  static let layout = RowLayout(SideVertex.self)
  static let group = layout.groups[0]
  var x: Float = 0
  var y: Float = 0

  mutating func visitFields(_ visitor: inout some FieldVisitor) {
    visitor.field("x", &x, in: .finite)
    visitor.field("y", &y, in: .finite)
  }
}
