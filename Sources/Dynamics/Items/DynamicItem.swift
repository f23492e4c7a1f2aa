/// Anything that an animator can move.
///
/// The animator reads an item once, when the first behaviour that holds it joins (and again on
/// ``DynamicAnimator/updateItem(usingCurrentState:)``), and from then on writes ``center`` and
/// ``transform`` after each logical frame in which the item was awake.
///
/// Getters may ask the animator something, and must not change it or its items: it may be reading
/// its own state.
public protocol DynamicItem: AnyObject {
  /// In reference space, in points.
  var center: Point { get set }

  /// Only the size is used. Sides that are not numbers from 0.001 to 10⁶ points are refused.
  var bounds: Rect { get }

  /// Only the rotation is used; scale and skew survive the write-back. One with numbers that are not
  /// finite or beyond ±10⁶ counts as the identity, with a diagnostic.
  var transform: AffineTransform2D { get set }

  /// The default is ``CollisionBoundsType/rectangle``.
  var collisionBoundsType: CollisionBoundsType { get }

  /// Needed for ``CollisionBoundsType/path``: convex, either winding, its origin is the item's
  /// centre. The default is `nil`.
  var collisionBoundingPath: Path2D? { get }

  /// Where the animator notes that the item is its own.
  ///
  /// An item in two animators is noticed by it. The default is a table of all items; a class that
  /// has a property of its own for it, weak, joins faster. In Embedded Swift, which has no such
  /// table, the default stores nothing, and items of classes without the property go unnoticed.
  var registeredAnimator: DynamicAnimator? { get set }

  /// The group that this item is. The default, right for all other items, is `nil`.
  var itemGroup: DynamicItemGroup? { get }

  /// What pictures call it. The default is empty: the item is called by its number.
  var name: String { get }
}

extension DynamicItem {
  public var collisionBoundsType: CollisionBoundsType { .rectangle }
  public var collisionBoundingPath: Path2D? { nil }
  public var itemGroup: DynamicItemGroup? { nil }
  public var name: String { "" }
  #if hasFeature(Embedded)
    public var registeredAnimator: DynamicAnimator? {
      get { nil }
      set {}
    }
  #else
    public var registeredAnimator: DynamicAnimator? {
      get { ItemRegistry.animator(of: self) }
      set { ItemRegistry.set(newValue, for: self) }
    }
  #endif
}
