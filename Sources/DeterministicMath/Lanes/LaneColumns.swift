/// Columns of eight floats, or integers, in raw memory: 32 bytes each, aligned to as many.
///
/// Typed pointers, whose alignment the compiler knows, and functions that are transparent beyond
/// their module: without optimisation, calls would cost several times what they do.
@frozen @usableFromInline
package struct LaneColumns {
  @inlinable @_transparent
  package static var laneCount: Int { 8 }

  /// In bytes.
  @inlinable @_transparent
  package static var columnSize: Int { 32 }

  @usableFromInline package let base: UnsafeMutableRawPointer

  @inlinable @_transparent
  package init(_ base: UnsafeMutableRawPointer) { self.base = base }

  /// The columns from one of them on.
  @inlinable @_transparent
  package func from(_ column: Int) -> LaneColumns {
    LaneColumns(base + column &* LaneColumns.columnSize)
  }

  @inlinable
  package subscript(column: Int) -> Lanes {
    @_transparent
    get {
      Lanes(
        (base + column &* LaneColumns.columnSize)
          .assumingMemoryBound(to: SIMD8<Float>.self).pointee)
    }
    @_transparent
    nonmutating set {
      (base + column &* LaneColumns.columnSize)
        .assumingMemoryBound(to: SIMD8<Float>.self).pointee = newValue.simd
    }
  }

  @inlinable @_transparent
  package func integers(_ column: Int) -> UnsafeMutablePointer<Int32> {
    (base + column &* LaneColumns.columnSize).assumingMemoryBound(to: Int32.self)
  }

  /// A column of slots.
  @inlinable @_transparent
  package func slots(_ column: Int) -> UnsafePointer<Int32> { UnsafePointer(integers(column)) }

  @inlinable @_transparent
  package func set(_ column: Int, _ lane: Int, _ value: Float) {
    (base + (column &* LaneColumns.columnSize &+ lane &* 4))
      .assumingMemoryBound(to: Float.self).pointee = value
  }

  @inlinable @_transparent
  package func set(_ column: Int, _ lane: Int, _ value: Int32) {
    (base + (column &* LaneColumns.columnSize &+ lane &* 4))
      .assumingMemoryBound(to: Int32.self).pointee = value
  }

  @inlinable @_transparent
  package func float(_ column: Int, _ lane: Int) -> Float {
    (base + (column &* LaneColumns.columnSize &+ lane &* 4))
      .assumingMemoryBound(to: Float.self).pointee
  }

  @inlinable @_transparent
  package func integer(_ column: Int, _ lane: Int) -> Int32 {
    (base + (column &* LaneColumns.columnSize &+ lane &* 4))
      .assumingMemoryBound(to: Int32.self).pointee
  }
}
