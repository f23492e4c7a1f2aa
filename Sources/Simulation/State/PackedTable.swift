/// A table whose rows change seldom, kept as the columns that a visit hands over.
///
/// `StateVisitor.field` packs rows with optionals, flags and enumerations in every visit. These are
/// packed when they have changed.
@usableFromInline
package class PackedTable {
  @usableFromInline let codec: RowCodec
  /// True if the last visit that could write changed the rows.
  package private(set) final var hasChanged = false

  /// - Parameters:
  ///   - name: of the table.
  ///   - layout: of its rows.
  @usableFromInline
  init(_ name: FieldName, _ layout: RowLayout) { codec = RowCodec(layout, name: name) }

  /// Packs the rows as they are. Slower than ``PackedRows/pack()``: see there.
  func packAgain() {}

  /// Unpacks rows that a visitor has left.
  ///
  /// - Parameter checks: whether the bytes come from elsewhere.
  /// - Returns: `false` when the bytes cannot be what rows left. The rows are then as they were.
  func unpack(checks: Bool) -> Bool { true }

  /// Hands the packed rows over, and unpacks them if the visitor changed them.
  ///
  /// - Parameter changes: the last changes of the rows; `nil` if they are not known.
  package final func visit(_ visitor: inout some StateVisitor, _ changes: StateChanges?) {
    if visitor.access == .reads { return codec.visit(&visitor, changes: changes) }
    let before = codec.twin()
    before.copy(codec)
    codec.visit(&visitor)
    hasChanged = !codec.holdsSameRows(as: before)
    if !hasChanged || unpack(checks: !visitor.restoresOwnImage) { return }
    visitor.refuse()
    packAgain()
    hasChanged = false
  }

  /// True if both hold the same packed rows, to the bit.
  package final func isSame(as other: PackedTable) -> Bool {
    codec.holdsSameRows(as: other.codec)
  }
}

/// A table of rows of one type; see ``PackedTable``.
@usableFromInline
package final class PackedRows<Row: StateFields>: PackedTable {
  /// The rows; call ``pack()`` after a change.
  @exclusivity(unchecked) @usableFromInline
  package var rows: [Row] = []

  /// An empty table of this name, with rows of this layout.
  package override init(_ name: FieldName, _ layout: RowLayout) { super.init(name, layout) }

  /// Removes all rows; call ``pack()`` when the new ones are there.
  @inlinable
  package func removeAll() { rows.removeAll(keepingCapacity: true) }

  /// Packs the rows as they are.
  ///
  /// Not a method of ``PackedTable``: a caller that sees the type of the rows gets code of its own.
  /// A virtual method runs generic code, which costs a step with changed behaviours 15 %.
  @inlinable
  package func pack() {
    let fault = codec.encode(rows: &rows)
    assert(fault == nil, "every row visits the same columns")
  }

  override func packAgain() { pack() }

  @inlinable
  override func unpack(checks: Bool) -> Bool {
    var unpacked = rows
    guard codec.decode(rows: &unpacked, checks: checks) else { return false }
    rows = unpacked
    return true
  }
}

extension PackedTable: StateDescribed {
  /// The properties that follow from the rows.
  @usableFromInline
  package static var derivedFields: [DerivedField] {
    [
      DerivedField("codec", "the rows once more, as columns"),
      DerivedField("hasChanged", "whether the last restore changed the rows"),
    ]
  }
}
