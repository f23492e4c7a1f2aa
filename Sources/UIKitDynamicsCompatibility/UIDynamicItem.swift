#if !canImport(UIKit)
  import Dynamics

  /// What ``UIDynamicItem`` asks for beside the engine's protocol.
  public protocol UIDynamicItemOutline: AnyObject {
    /// The outline of items whose collision bounds type is `path`, around their centre: convex. The
    /// default is empty.
    var collisionBoundingPath: UIBezierPath { get }
  }

  extension UIDynamicItemOutline {
    public var collisionBoundingPath: UIBezierPath { UIBezierPath() }
  }

  /// Anything that an animator can move, with UIKit's requirements.
  public protocol UIDynamicItem: DynamicItem, UIDynamicItemOutline {}

  extension UIDynamicItem {
    /// The outline for the engine.
    public var collisionBoundingPath: Path2D? {
      let outline: UIBezierPath = collisionBoundingPath
      return outline.isEmpty ? nil : outline.path
    }
  }

  extension Item: UIDynamicItem {}
  extension DynamicItemGroup: UIDynamicItem {}
  extension LayoutElement: UIDynamicItem {}
  extension LayoutProxy: UIDynamicItem {}

  // UIKit gives velocities as points.
  extension ItemBehavior {
    /// Adds to an item's velocity, in pt/s.
    public func addLinearVelocity(_ velocity: Point, for item: any UIDynamicItem) {
      addLinearVelocity(Vector(dx: velocity.x, dy: velocity.y), for: item as any DynamicItem)
    }

    /// In pt/s; zero for an item that is unknown or does not move under an animator.
    public func linearVelocity(for item: any UIDynamicItem) -> Point {
      let velocity: Vector = linearVelocity(for: item as any DynamicItem)
      return Point(x: velocity.dx, y: velocity.dy)
    }
  }
#endif
