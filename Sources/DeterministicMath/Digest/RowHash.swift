/// The hash of a table's row: products of its 32-bit words, each shifted by a key of its place.
///
/// Every step hashes thousands of rows, so the hash has no operation more expensive than a
/// multiplication of two 32-bit numbers, of which every processor does several at a time. It is NH
/// (Black and others, "UMAC: Fast and Secure Message Authentication", 1999) with keys that follow
/// from the place, taken twice. The hashes of all rows of a group are added up, and the sum is
/// mixed once (``RecordHash``).
///
/// A change of one word always changes at least one lane of the sum. Each lane of two different
/// states is equal with a probability of about 2⁻³².
@frozen
public enum RowHash {
  /// Turns the shifted words of a pair before they are multiplied for the high lane.
  @inlinable @inline(__always)
  public static var evenFlip: UInt32 { 0x9E37_79B9 }
  /// Changes the odd word of a pair before it is multiplied for the high lane.
  @inlinable @inline(__always)
  public static var oddFlip: UInt32 { 0x7F4A_7C15 }

  /// The key of a row: the finaliser of MurmurHash3 (Appleby), one to one.
  ///
  /// - Parameter row: of the table, counted from 0, modulo 2³².
  @inlinable @inline(__always)
  public static func key(row: UInt32) -> UInt32 {
    var x = row
    x = (x ^ (x &>> 16)) &* 0x85EB_CA6B
    x = (x ^ (x &>> 13)) &* 0xC2B2_AE35
    return x ^ (x &>> 16)
  }

  /// The key of a word within its row.
  ///
  /// - Parameter word: counted from 0.
  @inlinable @inline(__always)
  public static func key(word: Int) -> UInt32 {
    key(row: UInt32(truncatingIfNeeded: word) | 0x8000_0000)
  }

  /// What odd words are shifted by in place of their row's key.
  @inlinable @inline(__always)
  public static func turned(_ key: UInt32) -> UInt32 { key &<< 16 | key &>> 16 }

  /// Adds the hash of a pair of words to a sum.
  ///
  /// - Parameters:
  ///   - even: a word plus its key plus the row's.
  ///   - odd: the next word plus its key plus the row's, turned.
  ///   - sum: what both lanes of the hash are added to.
  @inlinable @inline(__always)
  public static func add(_ even: UInt32, _ odd: UInt32, to sum: inout StateDigest) {
    sum.low &+= UInt64(even) &* UInt64(odd)
    sum.high &+= UInt64(even ^ evenFlip) &* UInt64(odd ^ oddFlip)
  }
}
