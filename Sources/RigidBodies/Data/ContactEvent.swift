import DeterministicMath

/// Two shapes began or ended to touch in the last step.
public struct ContactEvent: Equatable, BitwiseCopyable, Sendable {
  /// What happened to a contact.
  public enum Kind: UInt8, BitwiseCopyable, Sendable {
    /// A point came closer than the linear slop, or was pushed.
    case began = 0
    /// No point is near any more, or one of the shapes was removed or filtered out.
    case ended = 1
  }

  /// Whether the shapes began or ended to touch.
  public var kind: Kind
  /// The shape of the lower slot. Edges of a chain are shapes of their own here:
  /// ``World/wholeShape(of:)`` gives the chain, and the tag is the chain's.
  public var shapeA: ShapeID
  /// The shape of the higher slot; see ``shapeA``.
  public var shapeB: ShapeID
  /// The tag of ``shapeA``, from ``ShapeDefinition/tag``.
  public var tagA: UInt32
  /// The tag of ``shapeB``, from ``ShapeDefinition/tag``.
  public var tagB: UInt32
  /// The body of ``shapeA``; its handle may be stale in `ended` events.
  public var bodyA: BodyID
  /// The body of ``shapeB``; its handle may be stale in `ended` events.
  public var bodyB: BodyID
  /// Where, in the world: the mean of the contact's points; zero in `ended` events.
  public var point: Vec2
  /// From A to B; zero in `ended` events.
  public var normal: Vec2

  @inline(__always) var key: UInt64 { (UInt64(shapeA.slot) &<< 32) | UInt64(shapeB.slot) }
}
