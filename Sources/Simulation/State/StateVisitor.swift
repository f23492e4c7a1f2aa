import DeterministicMath

/// Walks a state: tables of named columns, handed over as whole buffers.
///
/// A simulation names its fields: `field(name, &value)`. A table is opened with its row count,
/// then its columns follow in groups; a group is one buffer of rows whose fields lie at fixed
/// places.
public protocol StateVisitor {
  /// Opens the table `name`. A restoring visitor replaces `rowCount` by the stored one.
  mutating func table(_ name: FieldName, rowCount: inout Int)

  /// Rows of the open table.
  var rowCount: Int { get }

  /// Hands over one group of columns of the open table.
  ///
  /// - Parameters:
  ///   - group: what the columns are, and how they lie in a row.
  ///   - base: the group in the first row; may be `nil` when the table is empty.
  ///   - changes: what the simulation knows about when its rows changed.
  mutating func columns(_ group: RowGroup, base: UnsafeMutableRawPointer?, changes: StateChanges?)

  /// Hands over one column of the open table that lies by itself, packed.
  ///
  /// No visitor needs one of its own: this calls ``columns(_:base:changes:)``, in the visitor's own
  /// code, where what calls it does not know which visitor it is.
  ///
  /// - Parameters:
  ///   - name: of the column; empty for a single value.
  ///   - content: of the table.
  ///   - type: how the numbers' bits are read.
  ///   - cadence: when they are stored.
  ///   - role: what they mean to tools.
  ///   - range: a restored state with another number is refused.
  ///   - base: the first number; may be `nil` when there are none.
  ///   - count: how many there are.
  mutating func numbers(
    _ name: FieldName, _ content: TableContent, _ type: ScalarType, _ cadence: StateCadence,
    _ role: FieldRole, _ range: FieldRange, base: UnsafeMutableRawPointer?, count: Int)

  /// Hands over tables that change together and seldom: a visitor that knows them as they are may
  /// pass over them.
  ///
  /// - Parameters:
  ///   - cadence: of all their groups.
  ///   - changes: when any of their rows changed last, or how many there are.
  ///   - visit: hands them over: the same tables, with the same groups, every time, and none of them by
  ///     this function. Debug builds call it in any case, and stop where the tables have changed.
  mutating func tables(
    _ cadence: StateCadence, changes: StateChanges, _ visit: (inout Self) -> Void)

  /// A field of the simulation is next, and lies there. Its tables and columns follow.
  mutating func enter<Value: StateValue>(_ name: FieldName, _ value: inout Value)

  /// A restored value cannot be what it says: the whole restore is refused.
  mutating func refuse()

  /// The layouts that the run keeps; `nil` for a visitor on its own.
  var layouts: StateLayouts? { get }

  /// Whether what is restored was saved from the same run, and needs no look.
  var restoresOwnImage: Bool { get }

  /// What the visitor does with the rows.
  var access: StateAccess { get }

  /// Asks a restoring visitor for the rows of the group that would be handed over next, for a
  /// simulation that wants to see what changes and writes them into its store itself.
  ///
  /// - Parameters:
  ///   - group: what would be handed over.
  ///   - changes: when the rows as they are have changed.
  ///   - take: called with the rows as they will be; valid during the call.
  /// - Returns: whether `take` was called, and the group is done; otherwise hand it over with
  ///   ``columns(_:base:changes:)`` as ever.
  mutating func takeRows(
    _ group: RowGroup, changes: StateChanges, _ take: (RestoredRows) -> Void
  ) -> Bool

  /// Asks a digesting visitor whether the group that would be handed over next may be hashed by the
  /// simulation, which has the rows in another form.
  ///
  /// - Parameters:
  ///   - group: what would be handed over.
  ///   - sum: the sum of the hashes (`RowHash`) of all rows.
  /// - Returns: whether the sum was taken, and the group is done; otherwise hand it over with
  ///   ``columns(_:base:changes:)`` as ever.
  mutating func takeSum(_ group: RowGroup, _ sum: () -> StateDigest) -> Bool

  /// Whether the visitor looks at groups of this cadence. Others may be handed over as they are,
  /// even when the simulation would have to bring their rows up to date first.
  func wants(_ cadence: StateCadence) -> Bool

  /// Asks a restoring visitor for the visit in which the rows to be restored were saved from
  /// `source`; `nil` when they come from elsewhere, or it is not known. The visitor leaves rows as
  /// they are that have not changed since then by ``StateChanges``.
  func visitOfSaving(_ source: StateSource) -> UInt64?
}

extension StateVisitor {
  public var access: StateAccess { .unknown }

  public mutating func takeRows(
    _ group: RowGroup, changes: StateChanges, _ take: (RestoredRows) -> Void
  ) -> Bool { false }

  public mutating func takeSum(_ group: RowGroup, _ sum: () -> StateDigest) -> Bool { false }

  @inlinable
  public mutating func tables(
    _ cadence: StateCadence, changes: StateChanges, _ visit: (inout Self) -> Void
  ) {
    visit(&self)
  }

  public func wants(_ cadence: StateCadence) -> Bool { true }

  public func visitOfSaving(_ source: StateSource) -> UInt64? { nil }

  public mutating func refuse() {}

  @inlinable @inline(__always)
  public mutating func enter<Value: StateValue>(_ name: FieldName, _ value: inout Value) {}

  public var layouts: StateLayouts? { nil }

  public var restoresOwnImage: Bool { false }

  /// Hands over one group of rows in memory.
  ///
  /// - Parameter rows: the first row.
  @inlinable @inline(__always)
  package mutating func group(
    _ group: RowGroup, of rows: UnsafeMutableRawPointer?, _ changes: StateChanges? = nil
  ) {
    columns(group, base: rows.map { $0 + group.place }, changes: changes)
  }

  /// Hands over one group of rows in memory; restored ones are left to `take`, which writes them.
  @inlinable @inline(__always)
  package mutating func group(
    _ group: RowGroup, of rows: UnsafeMutableRawPointer?, _ changes: StateChanges,
    take: (RestoredRows) -> Void
  ) {
    if takeRows(group, changes: changes, take) { return }
    columns(group, base: rows.map { $0 + group.place }, changes: changes)
  }

  /// One column held in an array of its own, with one element for each row of the open table.
  ///
  /// A restore gives the array the table's row count.
  ///
  /// - Precondition: but in a restore, the array has the table's row count.
  public mutating func column<Value: StateScalar>(
    _ name: StaticString, _ array: inout [Value], _ cadence: StateCadence = .keyFrame,
    role: FieldRole = .none, in range: FieldRange = .any
  ) {
    enter(FieldName(name), &array)
    if access == .reads {
      precondition(array.count == rowCount, "a column has as many elements as its table has rows")
    } else {
      array.resize(to: rowCount)
    }
    let count = rowCount
    array.withUnsafeMutableBufferPointer { buffer in
      self.numbers(
        FieldName(name), .rows, Value.scalarType, cadence, role, range,
        base: UnsafeMutableRawPointer(buffer.baseAddress), count: count)
    }
  }

  /// A single number: a table of one row with one unnamed column.
  @inlinable
  public mutating func field<Value: StateScalar>(
    _ name: StaticString, _ value: inout Value, _ cadence: StateCadence = .keyFrame,
    role: FieldRole = .none, in range: FieldRange = .any
  ) {
    enter(FieldName(name), &value)
    var one = 1
    table(FieldName(name), rowCount: &one)
    withUnsafeMutablePointer(to: &value) { pointer in
      numbers(
        "", .value, Value.scalarType, cadence, role, range,
        base: UnsafeMutableRawPointer(pointer), count: 1)
    }
  }

  public mutating func numbers(
    _ name: FieldName, _ content: TableContent, _ type: ScalarType, _ cadence: StateCadence,
    _ role: FieldRole, _ range: FieldRange, base: UnsafeMutableRawPointer?, count: Int
  ) {
    var field = StateField(name, type, offset: 0, role: role, range: range)
    withUnsafePointer(to: &field) { field in
      let group = RowGroup(
        field, count: 1, content, cadence, rowSize: type.size, stride: type.size, place: 0,
        seeksNaN: true)
      columns(group, base: base, changes: nil)
      if access != .reads && !restoresOwnImage && !group.areSound(base, count: count) { refuse() }
    }
  }
}
