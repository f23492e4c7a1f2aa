/// A group of columns that lie together, and how a row in memory holds them.
///
/// A plain value, so that a visit counts no references and takes nothing from the heap. It is good
/// as long as the ``RowLayout`` that it comes from.
public struct RowGroup: BitwiseCopyable, @unchecked Sendable {
  let firstField: UnsafePointer<StateField>
  let fieldCount: Int
  public let cadence: StateCadence
  /// Bytes of a row that are state: the columns, without holes.
  public let rowSize: Int
  /// Bytes from one row in memory to the next, at least ``rowSize``.
  public let stride: Int
  /// Bytes from the start of a row in memory to the group.
  public let place: Int
  /// Whether a visitor that digests looks for NaN in rows that changed.
  let seeksNaN: Bool

  package init(
    _ fields: UnsafePointer<StateField>, count: Int, _ cadence: StateCadence, rowSize: Int,
    stride: Int, place: Int, seeksNaN: Bool
  ) {
    firstField = fields
    fieldCount = count
    self.cadence = cadence
    self.rowSize = rowSize
    self.stride = stride
    self.place = place
    self.seeksNaN = seeksNaN
  }

  /// The columns, in order.
  package var fields: UnsafeBufferPointer<StateField> {
    UnsafeBufferPointer(start: firstField, count: fieldCount)
  }

  /// The same group of other rows: packed, as a buffer of the codec holds them.
  func packed() -> RowGroup {
    RowGroup(
      firstField, count: fieldCount, cadence, rowSize: rowSize, stride: rowSize, place: 0,
      seeksNaN: seeksNaN)
  }

  /// The first column that holds NaN in the row at `row`; `nil` when none does.
  func firstNaN(_ row: UnsafeRawPointer) -> Int? {
    for (index, field) in fields.enumerated() {
      switch field.type {
      case .float32:
        let value = row.loadUnaligned(fromByteOffset: field.offset, as: Float.self)
        if value != value { return index }
      case .float64:
        let value = row.loadUnaligned(fromByteOffset: field.offset, as: Double.self)
        if value != value { return index }
      default: break
      }
    }
    return nil
  }

  /// Whether each column of the row at `row` holds what it may.
  func isSound(_ row: UnsafeRawPointer) -> Bool {
    for field in fields where !field.range.contains(row + field.offset, field.type) {
      return false
    }
    return true
  }
}

extension RowGroup {
  /// Whether each column of the rows holds what its range allows, and none is NaN.
  ///
  /// - Parameters:
  ///   - base: the first row in memory; may be `nil` when there are none.
  ///   - isUsed: whether a row counts, by its index.
  /// - Complexity: O(rows · columns).
  @inlinable
  package func areSound(
    _ base: UnsafeRawPointer?, count: Int, where isUsed: (Int) -> Bool = { _ in true }
  ) -> Bool {
    guard let base else { return count == 0 }
    for row in 0..<count where isUsed(row) && !isSound(at: base + row * stride + place) {
      return false
    }
    return true
  }

  @usableFromInline
  package func isSound(at row: UnsafeRawPointer) -> Bool { isSound(row) }
}
