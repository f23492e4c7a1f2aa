import Simulation

/// Two tags whose shapes touch, and in how many pairs of shapes: a row of the table `touching`.
package struct TouchingPair: TableRow {
  var a: UInt64 = 0
  var b: UInt64 = 0
  var count: Int64 = 0
  var point = Point.zero

  package init() {}

  init(a: UInt64, b: UInt64, count: Int64, point: Point) {
    self.a = a
    self.b = b
    self.count = count
    self.point = point
  }

  package static var title: FieldName { "touching" }
  package static let layout = RowLayout(TouchingPair.self)
  package static let group = layout.groups[0]

  package mutating func visitFields(_ visitor: inout some FieldVisitor) {
    visitor.field("a", &a, role: .key)
    visitor.field("b", &b, role: .key)
    visitor.field("count", &count)
    visitor.field("x", &point.x)
    visitor.field("y", &point.y)
  }
}

/// A contact as one behaviour sees it: a row of the table `reportedContacts`.
package struct ActiveContact: TableRow {
  var a: UInt64 = 0
  var b: UInt64 = 0
  /// The behaviour's ordinal.
  var behavior: Int64 = 0

  package init() {}

  init(a: UInt64, b: UInt64, behavior: Int64) {
    self.a = a
    self.b = b
    self.behavior = behavior
  }

  package static var title: FieldName { "reportedContacts" }
  package static let layout = RowLayout(ActiveContact.self)
  package static let group = layout.groups[0]

  package mutating func visitFields(_ visitor: inout some FieldVisitor) {
    visitor.field("a", &a, role: .key)
    visitor.field("b", &b, role: .key)
    visitor.field("behavior", &behavior, role: .key)
  }

  static func < (x: ActiveContact, y: ActiveContact) -> Bool {
    if x.a != y.a { return x.a < y.a }
    if x.b != y.b { return x.b < y.b }
    return x.behavior < y.behavior
  }

  func isSame(as other: ActiveContact) -> Bool {
    a == other.a && b == other.b && behavior == other.behavior
  }
}
