/// A group of columns that lie together, and how a row in memory holds them.
///
/// A plain value, so that a visit counts no references and takes nothing from the heap. It is good
/// as long as the ``RowLayout`` that it comes from.
public struct RowGroup: BitwiseCopyable, @unchecked Sendable {
  let firstField: UnsafePointer<StateField>
  let fieldCount: Int
  /// The content of the group's table.
  let content: TableContent
  /// When the group is stored in a recording.
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
    _ fields: UnsafePointer<StateField>, count: Int, _ content: TableContent,
    _ cadence: StateCadence, rowSize: Int, stride: Int, place: Int, seeksNaN: Bool
  ) {
    firstField = fields
    fieldCount = count
    self.content = content
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

  /// This group in packed rows, as a buffer of the codec holds them.
  func packed() -> RowGroup {
    RowGroup(
      firstField, count: fieldCount, content, cadence, rowSize: rowSize, stride: rowSize, place: 0,
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
    var row = firstUnsound(base, from: 0, count: count)
    while row < count {
      if isUsed(row) { return false }
      row = firstUnsound(base, from: row + 1, count: count)
    }
    return true
  }

  /// The first row from `start` on in which some column holds what it may not; `count` when there
  /// is none.
  @usableFromInline
  package func firstUnsound(_ base: UnsafeRawPointer, from start: Int, count: Int) -> Int {
    // Column by column, so that each type and range is looked up once for many rows, and in
    // stretches that stay in the first cache.
    var first = start
    while first < count {
      let end = first + 64 < count ? first + 64 : count
      var found = end
      var index = 0
      #if !DEBUG
        // Columns just before this one that are `Float`s.
        var floats = 0
      #endif
      while index < fieldCount {
        let field = firstField + index
        let column = base + place + field.pointee.offset
        #if !DEBUG
          // The last columns, where they are fewer than four, together with some that were looked
          // at.
          let left = fieldCount - index
          let again = left < 4 && floats >= 4 - left ? 4 - left : 0
          if areFourSound(
            field - again, count: left + again, column - again * MemoryLayout<Float>.size,
            from: first, to: found)
          {
            index += 4 - again
            floats += 4 - again
            continue
          }
          floats = 0
        #endif
        found = field.pointee.firstUnsound(column, stride: stride, from: first, to: found)
        index += 1
      }
      if found < end { return found }
      first = end
    }
    return count
  }
}

#if !DEBUG
  extension RowGroup {
    /// Whether this column and the three behind it are `Float`s side by side, all of them in their
    /// ranges.
    @inline(__always)
    private func areFourSound(
      _ field: UnsafePointer<StateField>, count: Int, _ column: UnsafeRawPointer, from start: Int,
      to end: Int
    ) -> Bool {
      guard count >= 4, field[0].type == .float32, field[1].type == .float32,
        field[2].type == .float32, field[3].type == .float32
      else { return false }
      // Columns of a group lie without holes.
      let lower = SIMD4(
        field[0].range.leastFloat, field[1].range.leastFloat, field[2].range.leastFloat,
        field[3].range.leastFloat)
      let upper = SIMD4(
        field[0].range.greatestFloat, field[1].range.greatestFloat, field[2].range.greatestFloat,
        field[3].range.greatestFloat)
      var areSound = SIMDMask<SIMD4<Int32>>(repeating: true)
      var row = column + start * stride
      for _ in start..<end {
        let numbers = row.loadUnaligned(as: SIMD4<Float>.self)
        // Comparisons are false for NaN.
        areSound .&= (numbers .>= lower) .& (numbers .<= upper)
        row += stride
      }
      return areSound[0] && areSound[1] && areSound[2] && areSound[3]
    }
  }

  extension FieldRange {
    /// The least `Float` that is not below the range.
    @inline(__always)
    fileprivate var leastFloat: Float {
      let nearest = Float(lower)
      return Double(nearest) < lower ? nearest.nextUp : nearest
    }

    /// The greatest `Float` that is not above the range.
    @inline(__always)
    fileprivate var greatestFloat: Float {
      let nearest = Float(upper)
      return Double(nearest) > upper ? nearest.nextDown : nearest
    }
  }
#endif

extension StateField {
  /// The first row from `start` on in which the column holds what it may not; `end` when there is
  /// none.
  ///
  /// - Parameter column: of row 0.
  fileprivate func firstUnsound(
    _ column: UnsafeRawPointer, stride: Int, from start: Int, to end: Int
  ) -> Int {
    switch type {
    case .float32:
      return firstOutside(column, stride, start, end) { Double($0.loadUnaligned(as: Float.self)) }
    case .float64:
      return firstOutside(column, stride, start, end) { $0.loadUnaligned(as: Double.self) }
    default:
      if range == .any { return end }
      if type == .uint32 && range.isAnyNumber {
        let forbidden = UInt32(truncatingIfNeeded: ~range.mask)
        var row = start
        while row < end
          && (column + row * stride).loadUnaligned(as: UInt32.self) & forbidden == 0
        {
          row += 1
        }
        return row
      }
      var row = start
      while row < end && range.contains(column + row * stride, type) { row += 1 }
      return row
    }
  }

  @inline(__always)
  private func firstOutside(
    _ column: UnsafeRawPointer, _ stride: Int, _ start: Int, _ end: Int,
    _ number: (UnsafeRawPointer) -> Double
  ) -> Int {
    let (lower, upper) = (range.lower, range.upper)
    var place = column + start * stride
    var row = start
    while row < end {
      let value = number(place)
      // Comparisons are false for NaN.
      if !(value >= lower && value <= upper) { return row }
      place += stride
      row += 1
    }
    return end
  }
}

/// One named column of a group.
package struct StateField: BitwiseCopyable {
  /// The name within the owner.
  package var label: FieldName
  package var type: ScalarType
  /// Bytes from the start of the group's row.
  package var offset: Int
  /// ``FieldForm/count(table:)`` has the distance from the column's own table.
  var form: FieldForm
  var owner: FieldOwner?
  var role: FieldRole
  var range: FieldRange
  /// What people call its numbers, where they stand for cases; kept by the ``RowLayout``.
  var cases: UnsafeBufferPointer<CaseName>
  /// What people call it in rows of some kinds; kept by the ``RowLayout``.
  var kindNames: UnsafePointer<KindNames>?
  /// Names of its bits; the ``RowLayout`` keeps them.
  var bitNames: UnsafeBufferPointer<CaseName>

  package init(
    _ label: FieldName, _ type: ScalarType, offset: Int, form: FieldForm = .number,
    owner: FieldOwner? = nil, role: FieldRole = .none, range: FieldRange = .any,
    cases: UnsafeBufferPointer<CaseName> = UnsafeBufferPointer(start: nil, count: 0),
    kindNames: UnsafePointer<KindNames>? = nil,
    bitNames: UnsafeBufferPointer<CaseName> = UnsafeBufferPointer(start: nil, count: 0)
  ) {
    self.label = label
    self.type = type
    self.offset = offset
    self.form = form
    self.owner = owner
    self.role = role
    self.range = range
    self.cases = cases
    self.kindNames = kindNames
    self.bitNames = bitNames
  }
}
