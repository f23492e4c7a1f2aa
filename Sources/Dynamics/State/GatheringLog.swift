import Simulation

/// When the rows of tables that are gathered from objects last changed, counted in visits: readers
/// that know them from an earlier visit need not compare them.
struct GatheringLog: StateDescribed {
  private let source = StateSource()
  /// The next visit, or the one that is going on.
  private var visit: UInt64 = 1
  /// The last visit before which rows changed.
  private var lastChange: UInt64 = 1
  /// The last visit before which what a slot keeps of an item changed.
  private var lastKept: UInt64 = 1
  /// The last visit before which pairs that touch, or contacts that were reported, changed.
  private var lastContact: UInt64 = 1

  static var derivedFields: [DerivedField] {
    let reason: StaticString = "counts visits, not steps; a restore counts as a change"
    return [
      DerivedField("source", reason), DerivedField("visit", reason),
      DerivedField("lastChange", reason), DerivedField("lastKept", reason),
      DerivedField("lastContact", reason),
    ]
  }

  /// Rows were gathered anew, or may have been.
  mutating func noteChange() { lastChange = visit }

  /// What a slot keeps of its item was gathered anew.
  mutating func noteKept() { lastKept = visit }

  /// Pairs that touch have changed, or contacts that were reported, or may have.
  mutating func noteContact() { lastContact = visit }

  /// What to hand over with the rows that ``noteChange()`` is told of.
  @inline(__always)
  var changes: StateChanges { changes(before: lastChange) }

  /// What to hand over with pairs that touch, and with contacts that were reported.
  @inline(__always)
  var contacts: StateChanges { changes(before: lastContact) }

  @inline(__always)
  private func changes(before last: UInt64) -> StateChanges {
    StateChanges(source: source, visit: visit, anywhere: last, everywhere: last)
  }

  /// What to hand over with the rows of items: where an item is, is read in every visit, and mostly
  /// differs from the last one. Comparing costs more than hashing.
  @inline(__always)
  var everyItem: StateChanges { always.of(ItemRow.poseBytes, otherBytes: lastKept) }

  /// What to hand over with rows that mostly differ from the last visit, and are few: comparing costs
  /// more than hashing.
  @inline(__always)
  var always: StateChanges {
    StateChanges(source: source, visit: visit, anywhere: visit, everywhere: visit, isDense: true)
  }

  /// Ends a visit: what changes from now on has changed after it.
  @inline(__always)
  mutating func end(_ visitor: inout some StateVisitor) {
    visit &+= 1
    if visitor.access != .reads {
      noteChange()
      noteKept()
      noteContact()
    }
  }
}
