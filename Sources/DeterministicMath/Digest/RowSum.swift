/// A sum of rows' hashes (``RowHash``) that is added up several words at a time: the same bits.
@frozen
public struct RowSum: Sendable {
  @usableFromInline var low = SIMD2<UInt64>()
  @usableFromInline var high = SIMD2<UInt64>()

  /// Makes the empty sum.
  @inlinable @inline(__always)
  public init() {}

  /// Both lanes' halves together.
  @inlinable @inline(__always)
  public var digest: StateDigest {
    StateDigest(low: low.x &+ low.y, high: high.x &+ high.y)
  }

  /// Two pairs of one row, or of two: even word, odd word, even word, odd word, with their keys
  /// added.
  @inlinable @inline(__always)
  public mutating func add(pairs words: SIMD4<UInt32>) {
    let flip = SIMD4(RowHash.evenFlip, RowHash.oddFlip, RowHash.evenFlip, RowHash.oddFlip)
    low &+= RowSum.productsOfPairs(words)
    high &+= RowSum.productsOfPairs(words ^ flip)
  }

  /// One pair each of four rows.
  @inlinable @inline(__always)
  public mutating func add(even: SIMD4<UInt32>, odd: SIMD4<UInt32>) {
    low &+= RowSum.products(even, odd)
    high &+= RowSum.products(even ^ RowHash.evenFlip, odd ^ RowHash.oddFlip)
  }

  /// ``RowHash/turned(_:)`` of four keys. Shifts of pairs: of words they would be taken for a
  /// rotation, which is done word by word where there is none for four.
  @inlinable @inline(__always)
  public static func turned(_ keys: SIMD4<UInt32>) -> SIMD4<UInt32> {
    let pairs = unsafeBitCast(keys, to: SIMD2<UInt64>.self)
    let half: UInt64 = 0x0000_FFFF_0000_FFFF
    return unsafeBitCast((pairs & half) &<< 16 | (pairs &>> 16) & half, to: SIMD4<UInt32>.self)
  }

  // A multiplication of two 32-bit numbers takes every other lane of a register.

  @inlinable @inline(__always)
  static func lower(_ words: SIMD4<UInt32>) -> SIMD2<UInt64> {
    unsafeBitCast(words, to: SIMD2<UInt64>.self) & 0xFFFF_FFFF
  }

  @inlinable @inline(__always)
  static func upper(_ words: SIMD4<UInt32>) -> SIMD2<UInt64> {
    unsafeBitCast(words, to: SIMD2<UInt64>.self) &>> 32
  }

  @inlinable @inline(__always)
  static func productsOfPairs(_ words: SIMD4<UInt32>) -> SIMD2<UInt64> {
    lower(words) &* upper(words)
  }

  @inlinable @inline(__always)
  static func products(_ a: SIMD4<UInt32>, _ b: SIMD4<UInt32>) -> SIMD2<UInt64> {
    lower(a) &* lower(b) &+ upper(a) &* upper(b)
  }
}
