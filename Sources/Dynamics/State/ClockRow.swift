import Simulation

/// The one row of the table `animator`: time, counters and bounds. An animator keeps them in it.
struct ClockRow: TableRow {
  var substepCount: Int64 = 0
  var pendingTicks: Int64 = 0
  var timeScale = 1.0
  var isRunning: UInt64 = 0
  var isSuspended: UInt64 = 0
  var nextSerial: UInt64 = 1
  var nextFieldOrdinal: UInt64 = 0
  var hasReferenceBounds: UInt64 = 0
  /// Not read without reference bounds: an animator writes zero then, and keeps what a file says.
  var bounds = Rect.zero
  var collisionClasses: UInt64 = 0

  static var title: FieldName { "animator" }
  static let layout = RowLayout(ClockRow.self)
  static let group = layout.groups[0]

  mutating func visitFields(_ visitor: inout some FieldVisitor) {
    visitor.field("substepCount", &substepCount)
    visitor.field("pendingTicks", &pendingTicks, in: .between(0, ClockRow.pendingTicksMax))
    visitor.field("timeScale", &timeScale, in: .between(0, 1000))
    visitor.flag("isRunning", &isRunning)
    visitor.flag("isSuspended", &isSuspended)
    visitor.field("nextSerial", &nextSerial, in: .bits(UInt64(UInt32.max)))
    visitor.field("nextFieldOrdinal", &nextFieldOrdinal)
    visitor.flag("hasReferenceBounds", &hasReferenceBounds)
    visitor.field("referenceBounds.x", &bounds.origin.x)
    visitor.field("referenceBounds.y", &bounds.origin.y)
    visitor.field("referenceBounds.width", &bounds.size.width)
    visitor.field("referenceBounds.height", &bounds.size.height)
    visitor.field("collisionClasses", &collisionClasses, in: .bits(UInt64(UInt32.max)))
  }

  /// The hour that one advance may bring.
  static let pendingTicksMax = 864_000_000_000.0

  /// The row with another value of a number; `nil`: the number's range does not contain it.
  func setting(_ property: AnimatorProperty, to value: Double) -> ClockRow? {
    var row = self
    var setter = PropertySetter(property.rawValue, value)
    row.visitFields(&setter)
    return setter.isAllowed ? row : nil
  }
}

/// A number of an animator that an app sets, by its field in ``ClockRow``: append only.
package enum AnimatorProperty: FieldName, CaseIterable, StateEnum, Sendable {
  case timeScale, isSuspended
}

extension DynamicAnimator {
  func set(_ property: AnimatorProperty, _ value: Double) {
    guard clock.setting(property, to: value) != nil else { return note(Diagnostic(.valueIgnored)) }
    perform(.setProperty(property, value: value))
  }

  var substepCount: Int64 {
    get { clock.substepCount }
    set { clock.substepCount = newValue }
  }

  var pendingTicks: Int64 {
    get { clock.pendingTicks }
    set { clock.pendingTicks = newValue }
  }

  var isSuspended: Bool { clock.isSuspended != 0 }

  /// Bit k: class k belongs to a collision behaviour.
  var collisionClasses: UInt32 {
    get { UInt32(truncatingIfNeeded: clock.collisionClasses) }
    set { clock.collisionClasses = UInt64(newValue) }
  }

  var referenceBoundsStore: Rect? {
    get { clock.hasReferenceBounds != 0 ? clock.bounds : nil }
    set {
      clock.hasReferenceBounds = UInt64(newValue != nil)
      clock.bounds = newValue ?? .zero
    }
  }

  /// A number that no item and no boundary of this animator has had.
  func takeSerial() -> UInt64 {
    defer { clock.nextSerial = UInt64(UInt32(truncatingIfNeeded: clock.nextSerial) &+ 1) }
    return clock.nextSerial
  }

  /// True if an animator may keep the restored numbers: a file may hold any.
  var isClockSound: Bool {
    rows.clock.count == 1
      && rows.clock.withUnsafeBytes { ClockRow.group.areSound($0.baseAddress, count: 1) }
  }

  func scatterClock() {
    guard isClockSound else { return note(Diagnostic(.objectUnknown)) }
    clock = rows.clock[0]
  }
}
