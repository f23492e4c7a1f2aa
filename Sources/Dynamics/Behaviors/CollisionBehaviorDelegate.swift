/// Told when items of a collision behaviour begin and end to touch.
///
/// Calls come after the logical frame's last substep, in the order in which things happened.
///
/// Each of the four events has two spellings: UIKit's (`…ContactFor:`, `withBoundaryIdentifier:`),
/// which the animator calls, and a shorter one. A delegate implements either: the default of
/// UIKit's spelling calls the shorter one, whose default does nothing.
public protocol CollisionBehaviorDelegate: AnyObject {
  /// Two items begin to touch. `item1` was registered before `item2`; `point` is the middle of the
  /// contact. The default calls ``collisionBehavior(_:beganContact:with:at:)``.
  func collisionBehavior(
    _ behavior: CollisionBehavior, beganContactFor item1: any DynamicItem,
    with item2: any DynamicItem, at point: Point)
  /// Two items no longer touch. The default calls ``collisionBehavior(_:endedContact:with:)``.
  func collisionBehavior(
    _ behavior: CollisionBehavior, endedContactFor item1: any DynamicItem,
    with item2: any DynamicItem)
  /// An item begins to touch a boundary. `identifier` is `nil` for the reference bounds; `point`
  /// lies on the boundary. The default calls
  /// ``collisionBehavior(_:beganContact:withBoundary:at:)``.
  func collisionBehavior(
    _ behavior: CollisionBehavior, beganContactFor item: any DynamicItem,
    withBoundaryIdentifier identifier: BoundaryIdentifier?, at point: Point)
  /// An item no longer touches a boundary. The default calls
  /// ``collisionBehavior(_:endedContact:withBoundary:)``.
  func collisionBehavior(
    _ behavior: CollisionBehavior, endedContactFor item: any DynamicItem,
    withBoundaryIdentifier identifier: BoundaryIdentifier?)

  /// The shorter spelling of ``collisionBehavior(_:beganContactFor:with:at:)``.
  func collisionBehavior(
    _ behavior: CollisionBehavior, beganContact item1: any DynamicItem,
    with item2: any DynamicItem, at point: Point)
  /// The shorter spelling of ``collisionBehavior(_:endedContactFor:with:)``.
  func collisionBehavior(
    _ behavior: CollisionBehavior, endedContact item1: any DynamicItem,
    with item2: any DynamicItem)
  /// The shorter spelling of
  /// ``collisionBehavior(_:beganContactFor:withBoundaryIdentifier:at:)``.
  func collisionBehavior(
    _ behavior: CollisionBehavior, beganContact item: any DynamicItem,
    withBoundary identifier: BoundaryIdentifier?, at point: Point)
  /// The shorter spelling of ``collisionBehavior(_:endedContactFor:withBoundaryIdentifier:)``.
  func collisionBehavior(
    _ behavior: CollisionBehavior, endedContact item: any DynamicItem,
    withBoundary identifier: BoundaryIdentifier?)
}

extension CollisionBehaviorDelegate {
  public func collisionBehavior(
    _ behavior: CollisionBehavior, beganContactFor item1: any DynamicItem,
    with item2: any DynamicItem, at point: Point
  ) { collisionBehavior(behavior, beganContact: item1, with: item2, at: point) }
  public func collisionBehavior(
    _ behavior: CollisionBehavior, endedContactFor item1: any DynamicItem,
    with item2: any DynamicItem
  ) { collisionBehavior(behavior, endedContact: item1, with: item2) }
  public func collisionBehavior(
    _ behavior: CollisionBehavior, beganContactFor item: any DynamicItem,
    withBoundaryIdentifier identifier: BoundaryIdentifier?, at point: Point
  ) { collisionBehavior(behavior, beganContact: item, withBoundary: identifier, at: point) }
  public func collisionBehavior(
    _ behavior: CollisionBehavior, endedContactFor item: any DynamicItem,
    withBoundaryIdentifier identifier: BoundaryIdentifier?
  ) { collisionBehavior(behavior, endedContact: item, withBoundary: identifier) }

  public func collisionBehavior(
    _ behavior: CollisionBehavior, beganContact item1: any DynamicItem,
    with item2: any DynamicItem, at point: Point
  ) {}
  public func collisionBehavior(
    _ behavior: CollisionBehavior, endedContact item1: any DynamicItem,
    with item2: any DynamicItem
  ) {}
  public func collisionBehavior(
    _ behavior: CollisionBehavior, beganContact item: any DynamicItem,
    withBoundary identifier: BoundaryIdentifier?, at point: Point
  ) {}
  public func collisionBehavior(
    _ behavior: CollisionBehavior, endedContact item: any DynamicItem,
    withBoundary identifier: BoundaryIdentifier?
  ) {}
}
