/// A rigid motion of the plane: a rotation, then a translation.
@frozen
public struct Transform: Equatable, Sendable {
  /// Where the local origin comes to lie.
  public var position: Vec2
  /// The rotation about the local origin, applied before the translation.
  public var rotation: Rotation

  /// Makes the motion that rotates first and then translates.
  @inlinable @_transparent
  public init(position: Vec2, rotation: Rotation) {
    self.position = position
    self.rotation = rotation
  }

  /// The motion that leaves every point where it is.
  @inlinable @_transparent
  public static var identity: Transform { Transform(position: .zero, rotation: .identity) }

  /// The world point of the local point `p`.
  @inlinable @_transparent
  public func apply(_ p: Vec2) -> Vec2 { rotation.rotate(p) + position }

  /// The local point of the world point `p`.
  @inlinable @_transparent
  public func applyInverse(_ p: Vec2) -> Vec2 { rotation.inverseRotate(p - position) }
}
