/// A plain item: a place, a size, a rotation and an outline, without a view.
public final class Item: DynamicItem {
  /// For people and tools; no meaning to the engine.
  public let name: String
  // Unchecked: an animator reads and writes them by the hundred in each frame, and no access to one of
  // them runs other code.
  @exclusivity(unchecked) public var center: Point
  @exclusivity(unchecked) public var bounds: Rect
  @exclusivity(unchecked) public var transform: AffineTransform2D
  public let collisionBoundsType: CollisionBoundsType
  public let collisionBoundingPath: Path2D?

  #if hasFeature(Embedded)
    public unowned(unsafe) var registeredAnimator: DynamicAnimator?
  #else
    public weak var registeredAnimator: DynamicAnimator?
  #endif

  private init(
    _ name: String, _ center: Point, _ size: Size, _ type: CollisionBoundsType, _ path: Path2D?
  ) {
    self.name = name
    self.center = center
    bounds = Rect(origin: .zero, size: size)
    transform = .identity
    collisionBoundsType = type
    collisionBoundingPath = path
  }

  /// A rectangle of the given size.
  public convenience init(_ name: String = "", center: Point, size: Size) {
    self.init(name, center, size, .rectangle, nil)
  }

  /// The ellipse inscribed in the given size.
  public convenience init(_ name: String = "", center: Point, ellipse size: Size) {
    self.init(name, center, size, .ellipse, nil)
  }

  /// A disc.
  public convenience init(_ name: String = "", center: Point, radius: Double) {
    self.init(name, center, Size(width: 2 * radius, height: 2 * radius), .ellipse, nil)
  }

  /// A convex outline given around the item's centre. The bounds are the path's bounding box.
  public convenience init(_ name: String = "", center: Point, path: Path2D) {
    self.init(name, center, path.boundingBox?.size ?? .zero, .path, path)
  }

  /// Puts the item where an animator has moved it.
  @inline(__always)
  func move(to center: Point, _ transform: AffineTransform2D) {
    (self.center, self.transform) = (center, transform)
  }

  /// The rotation of ``transform``, in radians, clockwise on screen.
  public var rotation: Double { transform.rotation }
}
