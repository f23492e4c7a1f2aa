import Simulation

/// The parts of an item that an animator reads, by value.
package struct JournalItem: StateRow, Sendable {
  /// The name in pictures.
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

/// The pose of an item.
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

  /// True if both are equal to the bit.
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
  package var type = CollisionBoundsType.rectangle
  /// The item's path, see `Path2D.numbers`.
  package var path: [Double] = []

  package init() {}

  package mutating func visitFields(_ visitor: inout some FieldVisitor) {
    visitor.field("width", &width)
    visitor.field("height", &height)
    visitor.field("type", &type)
    visitor.field("path", &path)
  }
}

/// A member of a group, and its place in the unturned group.
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

/// A rectangle, in points.
package struct JournalRect: StateRow, Sendable {
  package var rect = Rect.zero

  package init() {}

  init(_ rect: Rect) { self.rect = rect }

  package mutating func visitFields(_ visitor: inout some FieldVisitor) {
    visitor.field("x", &rect.origin.x)
    visitor.field("y", &rect.origin.y)
    visitor.field("width", &rect.size.width)
    visitor.field("height", &rect.size.height)
  }
}

/// A number that a record can hold. The animator refuses a number that is not finite wherever it
/// reads one, and refuses this one, too.
func recordable(_ x: Double) -> Double {
  x.isFinite ? x : (x < 0 ? -.greatestFiniteMagnitude : .greatestFiniteMagnitude)
}
