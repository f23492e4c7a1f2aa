/// An item that stands for an app's own while a journal is replayed.
package final class JournaledItem: DynamicItem {
  package var name = ""
  package var center = Point.zero
  package var transform = AffineTransform2D.identity
  package var bounds = Rect.zero
  package var collisionBoundsType = CollisionBoundsType.rectangle
  package var collisionBoundingPath: Path2D?
  package var itemGroup: DynamicItemGroup?

  #if hasFeature(Embedded)
    private unowned(unsafe) var animator: DynamicAnimator?
  #else
    private weak var animator: DynamicAnimator?
  #endif

  package var registeredAnimator: DynamicAnimator? {
    get { animator }
    set {
      animator = newValue
      for part in itemGroup?.items ?? [] { part.registeredAnimator = newValue }
    }
  }

  /// - Parameter part: the member of a group with this number; members that are missing are left
  ///   out.
  init(_ item: JournalItem, part: (Int32) -> (any DynamicItem)?) { become(item, part: part) }

  /// See ``init(_:part:)``.
  func become(_ item: JournalItem, part: (Int32) -> (any DynamicItem)?) {
    name = item.name
    become(item.pose)
    bounds = Rect(
      origin: .zero, size: Size(width: item.shape.width, height: item.shape.height))
    collisionBoundsType = item.shape.type
    collisionBoundingPath = item.shape.outline
    itemGroup = nil
    if item.parts.isEmpty { return }
    itemGroup = DynamicItemGroup(
      parts: item.parts.compactMap { row in
        part(row.item).map { ($0, row.place.center - .zero, row.place.transform) }
      }, bounds: bounds)
  }

  func become(_ pose: JournalPose) {
    center = pose.center
    transform = pose.transform
  }
}

// MARK: Reading

extension JournalPose {
  init(_ center: Point, _ transform: AffineTransform2D) {
    self.center = Point(x: recordable(center.x), y: recordable(center.y))
    self.transform = AffineTransform2D(
      a: recordable(transform.a), b: recordable(transform.b), c: recordable(transform.c),
      d: recordable(transform.d), tx: recordable(transform.tx), ty: recordable(transform.ty))
  }
}

extension JournalShape {
  init(of item: any DynamicItem) {
    let size = item.bounds.size
    width = recordable(size.width)
    height = recordable(size.height)
    type = item.collisionBoundsType
    if type == .path { path = item.collisionBoundingPath?.numbers.map(recordable) ?? [] }
  }

  var outline: Path2D? { path.isEmpty ? nil : Path2D(numbers: path) }
}

extension JournalItem {
  /// Reads an item.
  ///
  /// - Parameter part: the number of a group's member.
  init(_ item: any DynamicItem, part: (any DynamicItem) -> Int32) {
    name = item.name
    pose = JournalPose(item.center, item.transform)
    shape = JournalShape(of: item)
    guard let group = item.itemGroup else { return }
    for (member, place) in zip(group.items, group.places) {
      var row = JournalPart()
      row.item = part(member)
      row.place = JournalPose(.zero + place.offset, place.transform)
      parts.append(row)
    }
  }
}
