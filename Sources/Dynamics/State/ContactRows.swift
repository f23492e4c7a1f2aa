import Simulation

/// Two tags whose shapes touch, and in how many pairs of shapes: a row of the table `touching`.
struct TouchingPair: TableRow {
  var a: UInt64 = 0
  var b: UInt64 = 0
  var count: Int64 = 0
  var point = Point.zero

  static var title: FieldName { "touching" }
  static let layout = RowLayout(TouchingPair.self)
  static let group = layout.groups[0]

  mutating func visitFields(_ visitor: inout some FieldVisitor) {
    visitor.field("a", &a, role: .key)
    visitor.field("b", &b, role: .key)
    visitor.field("count", &count)
    visitor.field("point.x", &point.x)
    visitor.field("point.y", &point.y)
  }
}

/// A contact as one behaviour sees it: a row of the table `reportedContacts`.
struct ActiveContact: TableRow {
  var a: UInt64 = 0
  var b: UInt64 = 0
  /// The behaviour's ordinal.
  var behavior: Int64 = 0

  static var title: FieldName { "reportedContacts" }
  static let layout = RowLayout(ActiveContact.self)
  static let group = layout.groups[0]

  mutating func visitFields(_ visitor: inout some FieldVisitor) {
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
