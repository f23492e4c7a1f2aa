import Simulation

/// The tables of an animator that are gathered from its objects, as the last visit left them. Pairs
/// that touch and reported contacts lie in the animator as rows already.
struct AnimatorRows {
  var clock: [ClockRow] = []
  var items: [ItemRow] = []
  let behaviors = PackedRows<BehaviorRow>("behaviors", BehaviorRow.layout)
  let values = BehaviorTables()
  let tree = PackedRows<TreeRow>("tree", TreeRow.layout)
  let members = PackedRows<MemberRow>("members", MemberRow.layout)
  let boundaries = PackedRows<BoundaryRow>("boundaries", BoundaryRow.layout)
  /// The tables that describe behaviours, in the order of a visit.
  let ofBehaviors: [PackedTable]

  /// What was known of each behaviour when the rows from ``behaviors`` on were gathered; `nil` when
  /// they must be gathered again, whatever the behaviours say.
  var revisions: [Revision]?
  /// When the rows from ``behaviors`` on last changed.
  var log = GatheringLog()

  init() { ofBehaviors = [behaviors] + values.all + [tree, members, boundaries] }

  /// Hands over the tables that are gathered, and ends their visit.
  ///
  /// - Returns: what to hand over with pairs that touch, and with contacts that were reported.
  @inline(__always)
  mutating func visit(_ visitor: inout some StateVisitor) -> StateChanges {
    clock.visitTable(&visitor, log.always)
    items.visitTable(&visitor, log.everyItem)
    let changes = log.changes
    visitor.tables(.keyFrame, changes: changes) { visitor in
      for table in ofBehaviors { table.visit(&visitor, changes) }
    }
    let contacts = log.contacts
    log.end(&visitor)
    return contacts
  }

  // Table by table in both: see `PackedRows.pack()`.

  /// Removes the rows that describe behaviours.
  func removeBehaviors() {
    behaviors.removeAll()
    values.removeAll()
    tree.removeAll()
    members.removeAll()
    boundaries.removeAll()
  }

  /// Packs the rows that describe behaviours.
  func packBehaviors() {
    behaviors.pack()
    values.pack()
    tree.pack()
    members.pack()
    boundaries.pack()
  }

  /// Whether the rows that describe behaviours are equal.
  func tellSameOfBehaviors(as other: AnimatorRows) -> Bool {
    zip(ofBehaviors, other.ofBehaviors).allSatisfy { $0.isSame(as: $1) }
  }
}

extension AnimatorRows: StateDescribed {
  static var derivedFields: [DerivedField] {
    [DerivedField("revisions", "without them, or where they differ, rows are gathered anew")]
  }
}

extension DynamicAnimator {
  /// The layouts of the rows that are not packed, in the order of a visit. For checks.
  package static var rowLayouts: [RowLayout] {
    [ClockRow.layout, ItemRow.layout, TouchingPair.layout, ActiveContact.layout]
  }
}
