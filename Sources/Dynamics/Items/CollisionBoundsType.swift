import Simulation

/// The outline with which an item takes part in collisions.
public enum CollisionBoundsType: UInt8, CaseIterable, StateEnum, Sendable {
  /// The item's bounds.
  case rectangle = 0
  /// The ellipse inscribed in the bounds: a true circle when both sides agree to 1e-9 of the
  /// larger one, otherwise 32 corners on the ellipse.
  case ellipse = 1
  /// ``DynamicItem/collisionBoundingPath``.
  case path = 2
}
