import DeterministicMath

/// Two shapes began or ended to touch in the last step.
public struct ContactEvent: Equatable, BitwiseCopyable, Sendable {
  public enum Kind: UInt8, BitwiseCopyable, Sendable {
    /// A point came closer than the linear slop, or was pushed.
    case began = 0
    /// No point is near any more, or one of the shapes was removed or filtered out.
    case ended = 1
  }

  public var kind: Kind
  /// The shape of the lower slot. Edges of a chain are shapes of their own here:
  /// ``World/wholeShape(of:)`` gives the chain, and the tag is the chain's.
  public var shapeA: ShapeID
  public var shapeB: ShapeID
  public var tagA: UInt32
  public var tagB: UInt32
  public var bodyA: BodyID
  public var bodyB: BodyID
  /// Where, in the world: the mean of the contact's points; zero in `ended` events.
  public var point: Vec2
  /// From A to B; zero in `ended` events.
  public var normal: Vec2

  @inline(__always) var key: UInt64 { (UInt64(shapeA.slot) &<< 32) | UInt64(shapeB.slot) }
}
