import DeterministicMath

extension StateVisitor {
  #if hasFeature(Embedded)
    /// Hands the visitor to `visit`, which visits a state with it, behind the one type of all visitors.
    ///
    /// All machine code lies in the program, and each simulation's visit would be in it once for each
    /// visitor, which a page has to load.
    package mutating func walk(_ visit: (inout ErasedStateVisitor) -> Void) {
      withUnsafeMutablePointer(to: &self) { place in
        var erased = ErasedStateVisitor(place)
        visit(&erased)
      }
    }
  #else
    /// Hands the visitor to `visit`, which visits a state with it.
    @inline(__always)
    package mutating func walk(_ visit: (inout Self) -> Void) { visit(&self) }
  #endif
}

/// Any state visitor, without its type: hands on to one that lies elsewhere all that visitors of Embedded
/// builds need. That is all but ``StateVisitor/enter(_:_:)``, which only a self-test's visitor has.
package struct ErasedStateVisitor: StateVisitor {
  private let target: VisitorReference

  /// - Parameter place: where the visitor lies, as long as this one is used. Nobody else uses it meanwhile.
  package init(_ place: UnsafeMutablePointer<some StateVisitor>) { target = PlacedVisitor(place) }

  package mutating func table(_ name: FieldName, rowCount: inout Int) {
    target.table(name, rowCount: &rowCount)
  }

  package var rowCount: Int { target.rowCount }

  package mutating func columns(
    _ group: RowGroup, base: UnsafeMutableRawPointer?, changes: StateChanges?
  ) {
    target.columns(group, base: base, changes: changes)
  }

  package mutating func tables(
    _ cadence: StateCadence, changes: StateChanges, _ visit: (inout ErasedStateVisitor) -> Void
  ) {
    target.tables(cadence, changes: changes, visit)
  }

  package mutating func refuse() { target.refuse() }

  package var layouts: StateLayouts? { target.layouts }
  package var restoresOwnImage: Bool { target.restoresOwnImage }
  package var access: StateAccess { target.access }

  package mutating func takeRows(
    _ group: RowGroup, changes: StateChanges, _ take: (RestoredRows) -> Void
  ) -> Bool {
    target.takeRows(group, changes: changes, take)
  }

  package mutating func takeSum(_ group: RowGroup, _ sum: () -> StateDigest) -> Bool {
    target.takeSum(group, sum)
  }

  package func wants(_ cadence: StateCadence) -> Bool { target.wants(cadence) }

  package func visitOfSaving(_ source: StateSource) -> UInt64? { target.visitOfSaving(source) }
}

/// What an ``ErasedStateVisitor`` calls. A class, because an Embedded build has no other type whose
/// functions are looked up while it runs.
private class VisitorReference {
  func table(_ name: FieldName, rowCount: inout Int) { abstract() }
  var rowCount: Int { abstract() }
  func columns(_ group: RowGroup, base: UnsafeMutableRawPointer?, changes: StateChanges?) {
    abstract()
  }
  func tables(
    _ cadence: StateCadence, changes: StateChanges, _ visit: (inout ErasedStateVisitor) -> Void
  ) { abstract() }
  func refuse() { abstract() }
  var layouts: StateLayouts? { abstract() }
  var restoresOwnImage: Bool { abstract() }
  var access: StateAccess { abstract() }
  func takeRows(
    _ group: RowGroup, changes: StateChanges, _ take: (RestoredRows) -> Void
  ) -> Bool { abstract() }
  func takeSum(_ group: RowGroup, _ sum: () -> StateDigest) -> Bool { abstract() }
  func wants(_ cadence: StateCadence) -> Bool { abstract() }
  func visitOfSaving(_ source: StateSource) -> UInt64? { abstract() }
}

private final class PlacedVisitor<Visitor: StateVisitor>: VisitorReference {
  private let place: UnsafeMutablePointer<Visitor>

  init(_ place: UnsafeMutablePointer<Visitor>) { self.place = place }

  override func table(_ name: FieldName, rowCount: inout Int) {
    place.pointee.table(name, rowCount: &rowCount)
  }

  override var rowCount: Int { place.pointee.rowCount }

  override func columns(
    _ group: RowGroup, base: UnsafeMutableRawPointer?, changes: StateChanges?
  ) {
    place.pointee.columns(group, base: base, changes: changes)
  }

  override func tables(
    _ cadence: StateCadence, changes: StateChanges, _ visit: (inout ErasedStateVisitor) -> Void
  ) {
    place.pointee.tables(cadence, changes: changes) { inner in
      // It may be a copy.
      withUnsafeMutablePointer(to: &inner) { place in
        var erased = ErasedStateVisitor(place)
        visit(&erased)
      }
    }
  }

  override func refuse() { place.pointee.refuse() }

  override var layouts: StateLayouts? { place.pointee.layouts }
  override var restoresOwnImage: Bool { place.pointee.restoresOwnImage }
  override var access: StateAccess { place.pointee.access }

  override func takeRows(
    _ group: RowGroup, changes: StateChanges, _ take: (RestoredRows) -> Void
  ) -> Bool {
    place.pointee.takeRows(group, changes: changes, take)
  }

  override func takeSum(_ group: RowGroup, _ sum: () -> StateDigest) -> Bool {
    place.pointee.takeSum(group, sum)
  }

  override func wants(_ cadence: StateCadence) -> Bool { place.pointee.wants(cadence) }

  override func visitOfSaving(_ source: StateSource) -> UInt64? {
    place.pointee.visitOfSaving(source)
  }
}

/// In place of a function that every subclass has.
func abstract() -> Never { preconditionFailure("every subclass has this function") }
