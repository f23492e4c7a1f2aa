import Simulation

/// The tables of an animator that are gathered from its objects, as the last visit left them. Pairs
/// that touch and reported contacts lie in the animator as rows already.
struct AnimatorRows {
  var clock: [ClockRow] = []
  var items: [ItemRow] = []
  var behaviors: [BehaviorRow] = []
  var parameters: [ParameterRow] = []
  var tree: [TreeRow] = []
  var members: [MemberRow] = []
  var regions: [RegionRow] = []
  var boundaries: [BoundaryRow] = []

  /// What was known of each behaviour when the rows from ``behaviors`` on were gathered; `nil` when
  /// they must be gathered again, whatever the behaviours say.
  var revisions: [Revision]?
  /// When the rows from ``behaviors`` on last changed.
  var log = GatheringLog()

  /// Hands over the tables that are gathered, and ends their visit.
  ///
  /// - Returns: what to hand over with pairs that touch, and with contacts that were reported.
  @inline(__always)
  mutating func visit(_ visitor: inout some StateVisitor) -> StateChanges {
    clock.visitTable(&visitor, log.always)
    items.visitTable(&visitor, log.everyItem)
    let changes = log.changes
    visitor.tables(.keyFrame, changes: changes) { visitor in
      behaviors.visitTable(&visitor, changes)
      parameters.visitTable(&visitor, changes)
      tree.visitTable(&visitor, changes)
      members.visitTable(&visitor, changes)
      regions.visitTable(&visitor, changes)
      boundaries.visitTable(&visitor, changes)
    }
    let contacts = log.contacts
    log.end(&visitor)
    return contacts
  }

  /// Whether the rows that describe behaviours are equal.
  func tellSameOfBehaviors(as other: AnimatorRows) -> Bool {
    behaviors.isSame(as: other.behaviors) && parameters.isSame(as: other.parameters)
      && tree.isSame(as: other.tree) && members.isSame(as: other.members)
      && regions.isSame(as: other.regions) && boundaries.isSame(as: other.boundaries)
  }
}

extension AnimatorRows: StateDescribed {
  static var derivedFields: [DerivedField] {
    [DerivedField("revisions", "without them, or where they differ, rows are gathered anew")]
  }
}

extension DynamicAnimator {
  /// What each table's rows are, in the order of a visit. For checks.
  package static var rowLayouts: [RowLayout] {
    [
      ClockRow.layout, ItemRow.layout, BehaviorRow.layout, ParameterRow.layout, TreeRow.layout,
      MemberRow.layout, RegionRow.layout, BoundaryRow.layout, TouchingPair.layout,
      ActiveContact.layout,
    ]
  }
}
