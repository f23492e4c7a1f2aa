/// One field's class tokens and raw bits, written for eight rows at a time.
///
/// The streams are those of an ``EncodingLane``. The caller makes the buffers large enough.
struct WideStream {
  /// Each token, and above it its context.
  var tokens: UnsafeMutablePointer<UInt16>
  /// The next whole byte of bits.
  var bits: UnsafeMutablePointer<UInt8>
  /// Bits that do not fill a byte yet.
  var pending: UInt64 = 0
  var pendingCount: UInt64 = 0

  /// Elements that ``put(_:isSigned:_:_:_:)`` may write beyond the end of either stream.
  static var slack: Int { 16 }

  /// Appends the residuals of the rows whose bit of `mask` is set.
  ///
  /// - Parameters:
  ///   - isSigned: whether tokens say where a prediction is negated.
  ///   - contexts: a ``TokenContext`` for each row.
  ///   - room: 16 words to work with.
  @inline(__always)
  mutating func put(
    _ signed: SignedResiduals, isSigned: Bool, _ contexts: CostLanes, _ mask: UInt32,
    _ room: UnsafeMutableRawPointer
  ) {
    let residuals = signed.values
    let lengths = residuals.lengths
    let raw = lengths - WordLanes(all: 1)
    room.storeBytes(of: residuals.simd, as: SIMD8<UInt32>.self)
    room.storeBytes(of: (raw & ~raw.sign).simd, toByteOffset: 32, as: SIMD8<UInt32>.self)
    let values = room.assumingMemoryBound(to: UInt32.self)
    let counts = values + 8
    let classes = CostLanes(
      isSigned ? lengths | (signed.negated & WordLanes(all: UInt32(negatedToken))) : lengths
    ).below(contexts)
    if mask == 0xFF {
      UnsafeMutableRawPointer(tokens).storeBytes(of: classes, as: SIMD8<UInt16>.self)
      tokens += 8
      put(values[0], counts[0], values[1], counts[1])
      put(values[2], counts[2], values[3], counts[3])
      put(values[4], counts[4], values[5], counts[5])
      put(values[6], counts[6], values[7], counts[7])
      return
    }
    var rest = mask
    while rest != 0 {
      let row = rest.trailingZeroBitCount
      rest &= rest &- 1
      tokens.pointee = classes[row]
      tokens += 1
      put(values[row], counts[row], 0, 0)
    }
  }

  /// Appends the lowest bits of two words, at most 31 of each.
  @inline(__always)
  private mutating func put(_ a: UInt32, _ aCount: UInt32, _ b: UInt32, _ bCount: UInt32) {
    let aCount = UInt64(aCount)
    let bCount = UInt64(bCount)
    let low =
      UInt64(a) & ((1 &<< aCount) &- 1) | (UInt64(b) & ((1 &<< bCount) &- 1)) &<< aCount
    var word = pending | low &<< pendingCount
    UnsafeMutableRawPointer(bits).storeBytes(of: word.littleEndian, as: UInt64.self)
    var count = pendingCount &+ aCount &+ bCount
    if count >= 64 {
      bits += 8
      // At most 7 bits were pending: what did not fit is less than a word.
      word = pendingCount > 0 ? low &>> (64 &- pendingCount) : 0
      count &-= 64
      UnsafeMutableRawPointer(bits).storeBytes(of: word.littleEndian, as: UInt64.self)
    }
    let whole = count &>> 3
    bits += Int(truncatingIfNeeded: whole)
    pending = word &>> (whole &<< 3)
    pendingCount = count & 7
  }
}
