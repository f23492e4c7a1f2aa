import Simulation

/// Names a body, a shape or a joint: a slot, and how often that slot had been given out.
///
/// A handle whose object was removed is *stale*: queries answer with zeros, setters do nothing, and
/// it never names the object that uses the slot next.
@frozen
public struct Handle<Object>: Equatable, Comparable, BitwiseCopyable, Sendable {
  /// Index in the world's table of such objects; given out again after a removal.
  public var slot: UInt32
  /// How often the slot had been given out before, so that old handles turn stale.
  public var generation: UInt32

  /// Makes a handle of its parts, as read from a recording; it is stale unless the world has both.
  @inlinable
  public init(slot: UInt32, generation: UInt32) {
    self.slot = slot
    self.generation = generation
  }

  @inlinable
  public static func == (a: Handle, b: Handle) -> Bool {
    a.slot == b.slot && a.generation == b.generation
  }

  @inlinable
  public static func < (a: Handle, b: Handle) -> Bool {
    a.slot != b.slot ? a.slot < b.slot : a.generation < b.generation
  }

  @inline(__always) var index: Int { Int(slot) }
}

extension Handle: StateFields {
  @inlinable
  public static var blank: Handle { Handle(slot: 0, generation: 0) }

  @inlinable
  public mutating func visitFields(_ visitor: inout some FieldVisitor) {
    visitor.field("slot", &slot)
    visitor.field("generation", &generation)
  }
}

extension World {
  /// The object of a ``BodyID``.
  public enum Body {}
  /// The object of a ``ShapeID``.
  public enum Shape {}
  /// The object of a ``JointID``.
  public enum Joint {}
}

/// Names a body.
public typealias BodyID = Handle<World.Body>
/// Names a shape; for a chain, its first edge.
public typealias ShapeID = Handle<World.Shape>
/// Names a joint.
public typealias JointID = Handle<World.Joint>

/// Why the world refused to make something.
public enum WorldError: Error, Equatable, Sendable {
  /// A number that must be finite is not, or one that must not be negative is.
  case valueOutOfRange
  /// A handle whose body, shape or joint was removed.
  case staleHandle
  /// A shape without extent: equal points, a polygon without area.
  case degenerateShape
  /// A polygon whose convex hull has more than ``ShapeGeometry/maximumVertexCount`` corners.
  case tooManyVertices
  /// A joint between a body and itself.
  case jointNeedsTwoBodies
}

extension WorldError: CustomStringConvertible {
  public var description: String {
    switch self {
    case .valueOutOfRange: "a value is not finite or out of its range"
    case .staleHandle: "the body, shape or joint was removed"
    case .degenerateShape: "the shape has no extent"
    case .tooManyVertices: "the polygon has more than 64 corners"
    case .jointNeedsTwoBodies: "a joint needs two different bodies"
    }
  }
}
