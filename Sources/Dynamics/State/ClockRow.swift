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
    visitor.field("pendingTicks", &pendingTicks)
    visitor.field("timeScale", &timeScale)
    visitor.flag("isRunning", &isRunning)
    visitor.flag("isSuspended", &isSuspended)
    visitor.field("nextSerial", &nextSerial)
    visitor.field("nextFieldOrdinal", &nextFieldOrdinal)
    visitor.flag("hasReferenceBounds", &hasReferenceBounds)
    visitor.field("referenceBounds.x", &bounds.origin.x)
    visitor.field("referenceBounds.y", &bounds.origin.y)
    visitor.field("referenceBounds.width", &bounds.size.width)
    visitor.field("referenceBounds.height", &bounds.size.height)
    visitor.field("collisionClasses", &collisionClasses)
  }

  /// The hour that one advance may bring.
  static let pendingTicksMax: Int64 = 864_000_000_000

  /// The row as an animator may keep it: a file may say anything.
  var usable: ClockRow {
    var row = self
    // A damaged state must not ask for more.
    if pendingTicks < 0 || pendingTicks > ClockRow.pendingTicksMax { row.pendingTicks = 0 }
    row.isRunning = UInt64(isRunning != 0)
    row.isSuspended = UInt64(isSuspended != 0)
    row.nextSerial = UInt64(UInt32(truncatingIfNeeded: nextSerial))
    row.hasReferenceBounds = UInt64(hasReferenceBounds != 0)
    row.collisionClasses = UInt64(UInt32(truncatingIfNeeded: collisionClasses))
    return row
  }
}

extension DynamicAnimator {
  var substepCount: Int64 {
    get { clock.substepCount }
    set { clock.substepCount = newValue }
  }

  var pendingTicks: Int64 {
    get { clock.pendingTicks }
    set { clock.pendingTicks = newValue }
  }

  var isSuspended: Bool {
    get { clock.isSuspended != 0 }
    set { clock.isSuspended = UInt64(newValue) }
  }

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

  func scatterClock() {
    guard rows.clock.count == 1 else { return note(Diagnostic(.objectUnknown)) }
    clock = rows.clock[0].usable
  }
}
