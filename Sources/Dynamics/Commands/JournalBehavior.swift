import Simulation

/// A behaviour and all that it holds, by value.
package struct JournalBehavior: StateRow, Sendable {
  /// The raw value of a ``BehaviorKind``.
  package var kind: UInt8 = 0
  /// Attachment: its form and its type. Push: its mode. Field: its kind.
  package var variant: UInt8 = 0
  package var secondVariant: UInt8 = 0
  /// Attachment: the place at which its items are joined, and the axis along which they move.
  package var place = Point.zero
  package var axis = Vector.zero
  package var parameters: [Double] = []
  package var members: [JournalMember] = []
  /// The numbers of behaviours.
  package var children: [Int32] = []
  package var boundaries: [JournalBoundary] = []
  package var region: [Region.Node] = []
  package var seed: UInt64?

  package init() {}

  package mutating func visitFields(_ visitor: inout some FieldVisitor) {
    visitor.field("kind", &kind, in: .between(0, 7))
    visitor.field("variant", &variant)
    visitor.field("secondVariant", &secondVariant)
    visitor.field("placeX", &place.x)
    visitor.field("placeY", &place.y)
    visitor.field("axisX", &axis.dx)
    visitor.field("axisY", &axis.dy)
    visitor.field("parameters", &parameters)
    visitor.field("members", &members)
    visitor.field("children", &children)
    visitor.field("boundaries", &boundaries)
    visitor.field("region", &region)
    visitor.field("seed", &seed)
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

/// An operation of the program of a field's region.
extension Region.Node: StateRow {
  package init() { self.init(operation: .empty) }

  package mutating func visitFields(_ visitor: inout some FieldVisitor) {
    var number = operation.rawValue
    visitor.field("operation", &number, in: .between(0, 7))
    operation = Region.Operation(rawValue: number) ?? .empty
    visitor.field("a", &a)
    visitor.field("b", &b)
  }
}
