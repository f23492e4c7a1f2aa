/// Stands in for a view whose place belongs to a layout, so that layout and dynamics do not fight.
///
/// The animator moves the proxy. The view's centre, bounds and constraints stay as they are; an
/// action assigns ``viewTransform`` to the view's transform after every step, which puts the view
/// where the proxy is:
///
///     gravity.action = { view.transform = proxy.viewTransform }
///
/// A layout pass in between changes nothing, because it does not touch the transform.
public final class LayoutProxy: DynamicItem {
  public var center: Point
  public let bounds: Rect
  public var transform = AffineTransform2D.identity
  public let collisionBoundsType: CollisionBoundsType
  public let collisionBoundingPath: Path2D?
  /// The view's centre as its layout sets it.
  public let originalCenter: Point
  /// The view's transform before any dynamics.
  public let originalTransform: AffineTransform2D

  #if hasFeature(Embedded)
    public unowned(unsafe) var registeredAnimator: DynamicAnimator?
  #else
    public weak var registeredAnimator: DynamicAnimator?
  #endif

  /// - Parameters:
  ///   - center: the view's centre, in reference space.
  ///   - bounds: the view's bounds.
  ///   - originalTransform: the view's transform; it is kept and applied first. One with numbers
  ///     that are not finite or beyond ±10⁶ counts as the identity.
  ///   - collisionBoundsType: the shape with which the view collides.
  ///   - collisionBoundingPath: that shape, where it is a path; from the view's centre.
  public init(
    center: Point, bounds: Rect, originalTransform: AffineTransform2D = .identity,
    collisionBoundsType: CollisionBoundsType = .rectangle, collisionBoundingPath: Path2D? = nil
  ) {
    self.center = center
    self.bounds = bounds
    self.originalTransform = originalTransform.isUsable ? originalTransform : .identity
    originalCenter = center
    self.collisionBoundsType = collisionBoundsType
    self.collisionBoundingPath = collisionBoundingPath
  }

  /// The transform that shows the view, whose centre has stayed at ``originalCenter``, where the
  /// proxy is: the original one, then the rotation, then the way.
  public var viewTransform: AffineTransform2D {
    let way = center - originalCenter
    return originalTransform.concatenating(transform)
      .concatenating(AffineTransform2D(translationX: way.dx, y: way.dy))
  }
}
