/// A 128-bit digest of a state: the sum, lane by lane and modulo 2⁶⁴, of the hashes of its records.
///
/// A sum needs no order: records may be hashed by any worker, in any order, and the hash of a
/// record that did not change may be kept. Not a cryptographic hash: it finds accidents, not
/// forgers.
@frozen
public struct StateDigest: Hashable, Sendable {
  /// The low 64-bit lane.
  public var low: UInt64
  /// The high 64-bit lane.
  public var high: UInt64

  /// Makes a digest of its lanes; without arguments, that of an empty state.
  @inlinable @inline(__always)
  public init(low: UInt64 = 0, high: UInt64 = 0) {
    self.low = low
    self.high = high
  }

  /// Adds the hash of a record, or the digest of another part of the state, modulo 2⁶⁴ in each
  /// lane.
  @inlinable @inline(__always)
  public static func += (a: inout StateDigest, b: StateDigest) {
    a.low &+= b.low
    a.high &+= b.high
  }

  /// Takes a record's hash out of the sum again.
  @inlinable @inline(__always)
  public static func -= (a: inout StateDigest, b: StateDigest) {
    a.low &-= b.low
    a.high &-= b.high
  }
}

extension StateDigest: CustomStringConvertible {
  /// 32 lower-case hexadecimal digits, the high lane first.
  public var description: String { hexadecimal(high) + hexadecimal(low) }

  /// Reads what ``description`` writes; `nil` for anything else.
  public init?(hexadecimal text: some StringProtocol) {
    let digits = Array(text.utf8)
    guard digits.count == 32,
      let high = StateDigest.word(digits[0..<16]), let low = StateDigest.word(digits[16..<32])
    else { return nil }
    self.init(low: low, high: high)
  }

  private static func word(_ digits: ArraySlice<UInt8>) -> UInt64? {
    var value: UInt64 = 0
    for digit in digits {
      switch digit {
      case 48...57: value = value << 4 | UInt64(digit &- 48)
      case 97...102: value = value << 4 | UInt64(digit &- 87)
      default: return nil
      }
    }
    return value
  }
}

/// Sixteen lower-case hexadecimal digits of `value`.
public func hexadecimal(_ value: UInt64) -> String {
  var text = ""
  var shift: UInt64 = 64
  while shift > 0 {
    shift &-= 4
    let digit = UInt8(truncatingIfNeeded: value >> shift) & 15
    text.unicodeScalars.append(Unicode.Scalar(digit < 10 ? 48 &+ digit : 87 &+ digit))
  }
  return text
}

/// The hash of one record (a row of a table): two 64-bit lanes of multiply, rotate and xor-shift.
///
/// Feed a record's words in order, then ``finish()``. Tag and row enter first, so equal contents in
/// different places hash differently.
@frozen
public struct RecordHash: Sendable {
  @usableFromInline var a: UInt64
  @usableFromInline var b: UInt64

  /// - Parameters:
  ///   - tag: which table and which group of columns the record belongs to.
  ///   - row: the record's row in its table.
  @inlinable @inline(__always)
  public init(tag: UInt64, row: UInt64) {
    let seed = (row &+ 1) &* 0x9E37_79B9_7F4A_7C15
    a = seed ^ tag
    b = seed &+ (tag &* 0xC2B2_AE3D_27D4_EB4F)
  }

  /// Mixes the record's next word into both lanes.
  @inlinable @inline(__always)
  public mutating func feed(_ word: UInt64) {
    a = (a ^ word) &* 0x9FB2_1C65_1E98_DF25
    a ^= a >> 32
    b = (b &+ word) &* 0xD6E8_FEB8_6659_FD93
    b = b << 29 | b >> 35
  }

  /// Mixes both lanes a last time: the record's contribution to a ``StateDigest``.
  @inlinable @inline(__always)
  public consuming func finish() -> StateDigest {
    var x = a &+ (b << 32 | b >> 32)
    var y = b ^ (a &* 0x9E37_79B9_7F4A_7C15)
    x ^= x >> 30
    x = x &* 0xBF58_476D_1CE4_E5B9
    x ^= x >> 27
    x = x &* 0x94D0_49BB_1331_11EB
    x ^= x >> 31
    y ^= y >> 33
    y = y &* 0xFF51_AFD7_ED55_8CCD
    y ^= y >> 33
    y = y &* 0xC4CE_B9FE_1A85_EC53
    y ^= y >> 33
    return StateDigest(low: x, high: y)
  }
}
