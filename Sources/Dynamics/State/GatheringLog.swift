import Simulation

/// When the rows of tables that are gathered from objects last changed, counted in visits: readers
/// that know them from an earlier visit need not compare them.
struct GatheringLog: StateDescribed {
  private let source = StateSource()
  /// The next visit, or the one that is going on.
  private var visit: UInt64 = 1
  /// The last visit before which rows changed.
  private var lastChange: UInt64 = 1

  static var derivedFields: [DerivedField] {
    let reason: StaticString = "counts visits, not steps; a restore counts as a change"
    return [
      DerivedField("source", reason), DerivedField("visit", reason),
      DerivedField("lastChange", reason),
    ]
  }

  /// Rows were gathered anew, or may have been.
  mutating func noteChange() { lastChange = visit }

  /// Begins a visit of the tables.
  ///
  /// - Returns: what to hand over with the rows; `nil` for a visitor that may write to them.
  @inline(__always)
  func begin(_ visitor: inout some StateVisitor) -> StateChanges? {
    guard visitor.access == .reads else { return nil }
    return StateChanges(
      source: source, visit: visit, anywhere: lastChange, everywhere: lastChange)
  }

  /// What to hand over with rows that are gathered in every visit, and mostly differ from those of
  /// the last one: comparing them costs more than hashing them.
  @inline(__always)
  var everyRow: StateChanges {
    StateChanges(
      source: source, visit: visit, anywhere: visit, everywhere: visit, isDense: true)
  }

  /// Ends a visit: what changes from now on has changed after it.
  @inline(__always)
  mutating func end(_ visitor: inout some StateVisitor) {
    visit &+= 1
    if visitor.access != .reads { noteChange() }
  }
}
