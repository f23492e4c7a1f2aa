/// Columns of eight floats, or integers, in raw memory: 32 bytes each, aligned to as many.
struct LaneColumns {
  static let columnSize = 32

  let base: UnsafeMutableRawPointer

  @_transparent
  init(_ base: UnsafeMutableRawPointer) { self.base = base }

  // Typed pointers and transparent functions: what is not optimised must not crawl either.

  /// The columns from one of them on.
  @_transparent
  func from(_ column: Int) -> LaneColumns {
    LaneColumns(base + column &* LaneColumns.columnSize)
  }

  subscript(column: Int) -> Lanes {
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

  @_transparent
  func integers(_ column: Int) -> UnsafeMutablePointer<Int32> {
    (base + column &* LaneColumns.columnSize).assumingMemoryBound(to: Int32.self)
  }

  @_transparent
  func float(_ column: Int, _ lane: Int) -> Float {
    (base + (column &* LaneColumns.columnSize &+ lane &* 4))
      .assumingMemoryBound(to: Float.self).pointee
  }
}
