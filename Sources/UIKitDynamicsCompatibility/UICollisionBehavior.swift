#if !canImport(UIKit)
  import Dynamics
  import Foundation

  #if !canImport(ObjectiveC)
    /// With Objective-C, a text becomes an `NSString` where one is asked for.
    // swift-format-ignore: AvoidRetroactiveConformances
    extension String: @retroactive NSCopying {
      public func copy(with zone: NSZone?) -> Any { self }
    }
  #endif

  extension BoundaryIdentifier {
    /// The identifier that a delegate of UIKit's kind gets: a text.
    var copying: any NSCopying {
      #if canImport(ObjectiveC)
        name as NSString
      #else
        name
      #endif
    }

    init(_ identifier: any NSCopying) {
      if let name = identifier as? String { self.init(name) } else { self.init("\(identifier)") }
    }
  }

  /// UIKit's delegate of a collision behaviour. Identifiers of boundaries are told as texts.
  public protocol UICollisionBehaviorDelegate: CollisionBehaviorDelegate {
    /// Two items begin to touch at `p`.
    func collisionBehavior(
      _ behavior: UICollisionBehavior, beganContactFor item1: any UIDynamicItem,
      with item2: any UIDynamicItem, at p: Point)
    /// Two items no longer touch.
    func collisionBehavior(
      _ behavior: UICollisionBehavior, endedContactFor item1: any UIDynamicItem,
      with item2: any UIDynamicItem)
    /// An item begins to touch a boundary at `p`; `nil` is the reference view's edge.
    func collisionBehavior(
      _ behavior: UICollisionBehavior, beganContactFor item: any UIDynamicItem,
      withBoundaryIdentifier identifier: (any NSCopying)?, at p: Point)
    /// An item no longer touches a boundary.
    func collisionBehavior(
      _ behavior: UICollisionBehavior, endedContactFor item: any UIDynamicItem,
      withBoundaryIdentifier identifier: (any NSCopying)?)
  }

  extension UICollisionBehaviorDelegate {
    public func collisionBehavior(
      _ behavior: UICollisionBehavior, beganContactFor item1: any UIDynamicItem,
      with item2: any UIDynamicItem, at p: Point
    ) {}
    public func collisionBehavior(
      _ behavior: UICollisionBehavior, endedContactFor item1: any UIDynamicItem,
      with item2: any UIDynamicItem
    ) {}
    public func collisionBehavior(
      _ behavior: UICollisionBehavior, beganContactFor item: any UIDynamicItem,
      withBoundaryIdentifier identifier: (any NSCopying)?, at p: Point
    ) {}
    public func collisionBehavior(
      _ behavior: UICollisionBehavior, endedContactFor item: any UIDynamicItem,
      withBoundaryIdentifier identifier: (any NSCopying)?
    ) {}

    // What the animator calls.

    public func collisionBehavior(
      _ behavior: CollisionBehavior, beganContactFor item1: any DynamicItem,
      with item2: any DynamicItem, at point: Point
    ) {
      guard let item1 = item1 as? any UIDynamicItem, let item2 = item2 as? any UIDynamicItem else {
        return
      }
      collisionBehavior(behavior, beganContactFor: item1, with: item2, at: point)
    }
    public func collisionBehavior(
      _ behavior: CollisionBehavior, endedContactFor item1: any DynamicItem,
      with item2: any DynamicItem
    ) {
      guard let item1 = item1 as? any UIDynamicItem, let item2 = item2 as? any UIDynamicItem else {
        return
      }
      collisionBehavior(behavior, endedContactFor: item1, with: item2)
    }
    public func collisionBehavior(
      _ behavior: CollisionBehavior, beganContactFor item: any DynamicItem,
      withBoundaryIdentifier identifier: BoundaryIdentifier?, at point: Point
    ) {
      guard let item = item as? any UIDynamicItem else { return }
      let copying: (any NSCopying)? = identifier?.copying
      collisionBehavior(
        behavior, beganContactFor: item, withBoundaryIdentifier: copying, at: point)
    }
    public func collisionBehavior(
      _ behavior: CollisionBehavior, endedContactFor item: any DynamicItem,
      withBoundaryIdentifier identifier: BoundaryIdentifier?
    ) {
      guard let item = item as? any UIDynamicItem else { return }
      let copying: (any NSCopying)? = identifier?.copying
      collisionBehavior(behavior, endedContactFor: item, withBoundaryIdentifier: copying)
    }
  }

  extension CollisionBehavior {
    /// Adds a boundary along a path; a text names it, of anything else its description.
    public func addBoundary(withIdentifier identifier: any NSCopying, for path: UIBezierPath) {
      addBoundary(withIdentifier: BoundaryIdentifier(identifier), for: path.path)
    }

    /// Adds a straight boundary.
    @_disfavoredOverload
    public func addBoundary(
      withIdentifier identifier: any NSCopying, from start: Point, to end: Point
    ) {
      addBoundary(withIdentifier: BoundaryIdentifier(identifier), from: start, to: end)
    }

    /// `nil` for an unknown identifier.
    @_disfavoredOverload
    public func boundary(withIdentifier identifier: any NSCopying) -> UIBezierPath? {
      boundary(withIdentifier: BoundaryIdentifier(identifier)).map { UIBezierPath(path: $0) }
    }

    /// Removes a boundary. An unknown identifier is ignored.
    @_disfavoredOverload
    public func removeBoundary(withIdentifier identifier: any NSCopying) {
      removeBoundary(withIdentifier: BoundaryIdentifier(identifier))
    }
  }
#endif
