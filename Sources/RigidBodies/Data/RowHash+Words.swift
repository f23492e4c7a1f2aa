import DeterministicMath

extension RowHash {
  /// The key of a row, and the same turned.
  @inline(__always)
  static func keys(row: Int) -> SIMD2<UInt32> {
    let key = key(row: UInt32(truncatingIfNeeded: row))
    return SIMD2(key, turned(key))
  }

  /// Four words of a row, from `word` on, with their keys added.
  @inline(__always)
  static func words(
    _ row: UnsafeRawPointer, _ word: Int, _ keys: SIMD4<UInt32>
  ) -> SIMD4<UInt32> {
    let places = SIMD4(
      RowHash.key(word: word), RowHash.key(word: word &+ 1), RowHash.key(word: word &+ 2),
      RowHash.key(word: word &+ 3))
    return row.loadUnaligned(fromByteOffset: word &* 4, as: SIMD4<UInt32>.self) &+ (keys &+ places)
  }

  /// The hash of a row of as many words as `type` has.
  @inline(__always)
  static func ofRow<Row: BitwiseCopyable>(
    _ type: Row.Type, _ base: UnsafeRawPointer, row: Int
  ) -> StateDigest {
    let count = MemoryLayout<Row>.size / 4
    let pair = keys(row: row)
    var word = 0
    #if DEBUG
      var sum = StateDigest()
    #else
      let keys = SIMD4(lowHalf: pair, highHalf: pair)
      var quads = RowSum()
      while word &+ 4 <= count {
        quads.add(pairs: words(base, word, keys))
        word &+= 4
      }
      var sum = quads.digest
    #endif
    while word < count {
      let even = base.loadUnaligned(fromByteOffset: word &* 4, as: UInt32.self)
      let odd =
        word &+ 1 < count
        ? base.loadUnaligned(fromByteOffset: word &* 4 &+ 4, as: UInt32.self) : 0
      RowHash.add(
        even &+ RowHash.key(word: word) &+ pair.x, odd &+ RowHash.key(word: word &+ 1) &+ pair.y,
        to: &sum)
      word &+= 2
    }
    return sum
  }
}
