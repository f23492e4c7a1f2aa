/// Plain values of the tables that say the same in a restored world: reflection, which finds such
/// values elsewhere, does not see into tables. All others say what is to be done again, or are
/// derived.
extension World {
  /// Calls `visit` with each of them, by the names of its table and its property.
  package func forEachPlainValue(_ visit: (_ name: StaticString, _ value: UInt64) -> Void) {
    contactTable.forEachPlainValue(visit)
    restoreNotes.forEachPlainValue(visit)
  }
}

extension ContactTable {
  fileprivate func forEachPlainValue(_ visit: (StaticString, UInt64) -> Void) {
    visit("contactTable.lanesAreAhead", lanesAreAhead ? 1 : 0)
    visit("contactTable.usedCount", UInt64(usedCount))
    visit("contactTable.rows.count", UInt64(rows.count))
    visit("contactTable.manifolds.count", UInt64(manifolds.count))
    visit("contactTable.lanes.count", UInt64(lanes.count))
  }
}

extension RestoreNotes {
  fileprivate func forEachPlainValue(_ visit: (StaticString, UInt64) -> Void) {
    visit("restoreNotes.findings.wasSeen", findings.wasSeen ? 1 : 0)
    visit("restoreNotes.findings.structureChanged", findings.structureChanged ? 1 : 0)
    visit("restoreNotes.findings.activityChanged", findings.activityChanged ? 1 : 0)
    visit("restoreNotes.exchanged.count", UInt64(exchanged.count))
  }
}
