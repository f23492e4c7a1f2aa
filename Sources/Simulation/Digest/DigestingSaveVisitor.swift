import DeterministicMath

#if !hasFeature(Embedded)
  /// Digests a state and copies it in one visit, as ``ChangeDigestVisitor`` and ``SaveVisitor`` do in two:
  /// of a small state, a visit costs more than what is done in it.
  ///
  /// It wants groups of every cadence, whatever is copied: the digest is that of all.
  public struct DigestingSaveVisitor: StateVisitor {
    private(set) var digesting: ChangeDigestVisitor
    private var saving: SaveVisitor
    private let selection: StateSelection

    /// - Parameters:
    ///   - memory: what the run's earlier digests left.
    ///   - selection: which columns are copied.
    ///   - image: what it holds of the state already is not copied again. It is empty until
    ///     ``finish(into:)``.
    ///   - layouts: what the run keeps; `nil` for a visitor on its own.
    init(
      _ memory: DigestMemory, _ selection: StateSelection, overwriting image: inout StateImage,
      _ layouts: StateLayouts? = nil
    ) {
      digesting = ChangeDigestVisitor(memory, layouts)
      saving = SaveVisitor(selection, overwriting: &image)
      self.selection = selection
    }

    public var access: StateAccess { .reads }
    public var rowCount: Int { digesting.rowCount }
    public var layouts: StateLayouts? { digesting.layouts }

    public mutating func table(_ name: FieldName, rowCount: inout Int) {
      digesting.table(name, rowCount: &rowCount)
      saving.table(name, rowCount: &rowCount)
    }

    public mutating func tables(
      _ cadence: StateCadence, changes: StateChanges,
      _ visit: (inout DigestingSaveVisitor) -> Void
    ) {
      // Of rows that are not copied, an image has the number only.
      if !selection.includes(cadence), let known = digesting.knownTables(changes) {
        #if DEBUG
          var twin = self
          visit(&twin)
          digesting.checkTables(known, twin.digesting)
        #endif
        digesting.passOver(known)
        for table in known { saving.openTable(digesting.rowCount(ofKnown: table)) }
        return
      }
      let start = digesting.beginTables()
      visit(&self)
      digesting.noteTables(since: start, changes)
    }

    public mutating func columns(
      _ group: RowGroup, base: UnsafeMutableRawPointer?, changes: StateChanges?
    ) {
      digesting.columns(group, base: base, changes: changes)
      saving.columns(group, base: base, changes: changes)
    }

    public mutating func takeSum(_ group: RowGroup, _ sum: () -> StateDigest) -> Bool {
      // The rows are wanted, to be copied: their sum alone is not enough.
      if selection.includes(group.cadence) { return false }
      return digesting.takeSum(group, sum)
    }

    /// Gives the finished copy to `image`; the visitor is of no use afterwards.
    mutating func finish(into image: inout StateImage) { saving.finish(into: &image) }
  }
#endif
