import DeterministicMath

/// Several items that move as one rigid body, in the places that they have to one another when the
/// group is made: a way to outlines with dents.
///
/// Add the group to behaviours, not its members: a member of a group that an animator moves is
/// refused with ``DynamicsError/itemInGroup``. The density of the group counts for every member;
/// the centre of mass is that of the outlines, so it may lie beside ``center``, to which offsets
/// of attachments and pushes stay relative.
public final class DynamicItemGroup: DynamicItem {
  /// In the order given; never changes.
  public let items: [any DynamicItem]

  /// The upright rectangle around the members' outlines when the group was made, in reference
  /// space.
  public let bounds: Rect

  /// At first the centre of ``bounds``. Members follow.
  public var center: Point {
    didSet { placeMembers() }
  }

  /// At first the identity. Its rotation turns the members about ``center``.
  public var transform = AffineTransform2D.identity {
    didSet { placeMembers() }
  }

  struct Place {
    /// From the group's centre, while the group is not turned.
    var offset: Vector
    var transform: AffineTransform2D
  }

  let places: [Place]

  #if hasFeature(Embedded)
    private unowned(unsafe) var animator: DynamicAnimator?
  #else
    private weak var animator: DynamicAnimator?
  #endif

  /// - Parameter items: at least one, none of them a group, each with an outline of its own; what
  ///   is wrong with them is an error when the group is added to an animator.
  public init(items: [any DynamicItem]) {
    self.items = items
    var corners: [Point] = []
    for item in items {
      let turn = item.transform.rotationCosineAndSine
      let outline = try? CollisionShape(of: item)
      let half = Vector(dx: item.bounds.width / 2, dy: item.bounds.height / 2)
      let box =
        outline?.boundingBox(at: item.center, cosine: turn.cosine, sine: turn.sine)
        ?? Rect(origin: item.center - half, size: item.bounds.size)
      corners.append(box.origin)
      corners.append(Point(x: box.maxX, y: box.maxY))
    }
    let bounds = boundingBox(of: corners) ?? .zero
    let center = bounds.center
    self.bounds = bounds
    self.center = center
    places = items.map { Place(offset: $0.center - center, transform: $0.transform) }
  }

  /// A group whose members have these places in it.
  init(
    parts: [(item: any DynamicItem, offset: Vector, transform: AffineTransform2D)], bounds: Rect
  ) {
    items = parts.map { $0.item }
    self.bounds = bounds
    center = bounds.center
    places = parts.map { Place(offset: $0.offset, transform: $0.transform) }
  }

  public var itemGroup: DynamicItemGroup? { self }

  /// Setting it sets the members' too.
  public var registeredAnimator: DynamicAnimator? {
    get { animator }
    set {
      animator = newValue
      for item in items { item.registeredAnimator = newValue }
    }
  }

  /// Members stay where they are while the group is nowhere.
  private func placeMembers() {
    guard center.isFinite, transform.isFinite else { return }
    let turn = transform.rotationCosineAndSine
    let rotation = AffineTransform2D(cosine: turn.cosine, sine: turn.sine)
    let isTurned = turn.sine != 0 || turn.cosine < 0
    for (item, place) in zip(items, places) {
      let end = rotation.apply(to: Point(x: place.offset.dx, y: place.offset.dy))
      item.center = center + (end - .zero)
      item.transform = isTurned ? place.transform.concatenating(rotation) : place.transform
    }
  }

  /// The outlines of all members around the group's centre, as one.
  ///
  /// Area and centre of mass are the members' sums (overlapping parts count twice), inertia follows
  /// by the parallel-axis theorem.
  func outline() throws(DynamicsError) -> CollisionShape {
    guard !items.isEmpty else { throw .groupInvalid }
    var parts: [CollisionShape.Part] = []
    var area = 0.0
    var mx = 0.0
    var my = 0.0
    var moment = 0.0
    for (item, place) in zip(items, places) {
      if item.itemGroup != nil { throw .groupInvalid }
      guard place.offset.isFinite, place.transform.isFinite else {
        throw .itemCenterInvalid(x: item.center.x, y: item.center.y)
      }
      let shape = try CollisionShape(of: item)
      let turn = place.transform.rotationCosineAndSine
      let rotation = AffineTransform2D(cosine: turn.cosine, sine: turn.sine)
      parts.append(shape.part(turnedBy: rotation, movedBy: place.offset))
      let c = rotation.apply(to: shape.centroid) + place.offset
      area += shape.area
      mx += shape.area * c.x
      my += shape.area * c.y
      moment += shape.area * (shape.gyrationSquared + (c.x * c.x + c.y * c.y))
    }
    let centroid = Point(x: mx / area, y: my / area)
    let square = centroid.x * centroid.x + centroid.y * centroid.y
    return CollisionShape(
      outline: .compound(parts), area: area, centroid: centroid,
      gyrationSquared: moment / area - square)
  }
}
