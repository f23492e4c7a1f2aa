import Simulation

/// A behaviour and all that it holds, by value.
package struct JournalBehavior: StateRow, Sendable {
  package var values = AnyBehaviorValues.composite
  package var members: [JournalMember] = []
  /// The numbers of behaviours.
  package var children: [Int32] = []
  package var boundaries: [JournalBoundary] = []

  package init() {}

  package mutating func visitFields(_ visitor: inout some FieldVisitor) {
    visitor.field("values", &values)
    visitor.field("members", &members)
    visitor.field("children", &children)
    visitor.field("boundaries", &boundaries)
  }
}

/// An item of a behaviour.
package struct JournalMember: StateRow, Sendable {
  /// The item's number.
  package var item: Int32 = 0
  package var vector = Vector.zero
  package var angular = 0.0

  package init() {}

  package mutating func visitFields(_ visitor: inout some FieldVisitor) {
    visitor.field("item", &item)
    visitor.field("dx", &vector.dx)
    visitor.field("dy", &vector.dy)
    visitor.field("angular", &angular)
  }
}

/// A boundary of a collision behaviour.
package struct JournalBoundary: StateRow, Sendable {
  package var identifier = ""
  /// See `Path2D.numbers`.
  package var path: [Double] = []

  package init() {}

  package mutating func visitFields(_ visitor: inout some FieldVisitor) {
    visitor.field("identifier", &identifier)
    visitor.field("path", &path)
  }
}
