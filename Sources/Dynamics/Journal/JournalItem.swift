import Simulation

/// What an animator reads of an item, by value.
package struct JournalItem: StateRow, Sendable {
  /// What pictures call it.
  package var name = ""
  package var pose = JournalPose()
  package var shape = JournalShape()
  /// The members of a group; empty for any other item.
  package var parts: [JournalPart] = []

  package init() {}

  package mutating func visitFields(_ visitor: inout some FieldVisitor) {
    visitor.field("name", &name)
    visitor.field("pose", &pose)
    visitor.field("shape", &shape)
    visitor.field("parts", &parts)
  }
}

/// Where an item is.
package struct JournalPose: StateRow, Sendable {
  package var center = Point.zero
  package var transform = AffineTransform2D.identity

  package init() {}

  package mutating func visitFields(_ visitor: inout some FieldVisitor) {
    visitor.field("x", &center.x)
    visitor.field("y", &center.y)
    visitor.field("a", &transform.a)
    visitor.field("b", &transform.b)
    visitor.field("c", &transform.c)
    visitor.field("d", &transform.d)
    visitor.field("tx", &transform.tx)
    visitor.field("ty", &transform.ty)
  }

  /// Whether both are equal to the bit.
  func isSame(as other: JournalPose) -> Bool { isSame(as: other.center, other.transform) }

  /// See ``isSame(as:)``.
  func isSame(as place: Point, _ u: AffineTransform2D) -> Bool {
    let t = transform
    return center.x.bitPattern == place.x.bitPattern
      && center.y.bitPattern == place.y.bitPattern
      && t.a.bitPattern == u.a.bitPattern && t.b.bitPattern == u.b.bitPattern
      && t.c.bitPattern == u.c.bitPattern && t.d.bitPattern == u.d.bitPattern
      && t.tx.bitPattern == u.tx.bitPattern && t.ty.bitPattern == u.ty.bitPattern
  }
}

/// The outline with which an item collides.
package struct JournalShape: StateRow, Sendable {
  package var width = 0.0
  package var height = 0.0
  /// The raw value of a ``CollisionBoundsType``.
  package var type: UInt8 = 0
  /// The item's path, see `Path2D.numbers`.
  package var path: [Double] = []

  package init() {}

  package mutating func visitFields(_ visitor: inout some FieldVisitor) {
    visitor.field("width", &width)
    visitor.field("height", &height)
    visitor.field("type", &type, in: .between(0, 2))
    visitor.field("path", &path)
  }
}

/// A member of a group, and its place in the group that is not turned.
package struct JournalPart: StateRow, Sendable {
  /// The item's number.
  package var item: Int32 = 0
  package var place = JournalPose()

  package init() {}

  package mutating func visitFields(_ visitor: inout some FieldVisitor) {
    visitor.field("item", &item)
    visitor.field("place", &place)
  }
}

// MARK: Reading

/// A number that a record may hold. What is not finite is refused by the animator wherever it reads
/// it; so is this.
func recordable(_ x: Double) -> Double {
  x.isFinite ? x : (x < 0 ? -.greatestFiniteMagnitude : .greatestFiniteMagnitude)
}

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
    let type = item.collisionBoundsType
    self.type = type.rawValue
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

// MARK: Making

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
    collisionBoundsType = CollisionBoundsType(rawValue: item.shape.type) ?? .rectangle
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
