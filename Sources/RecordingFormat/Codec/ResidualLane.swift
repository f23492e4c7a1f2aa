/// One field's stream of residuals: a class token each, and the bits below the leading one.
///
/// Predictors are written once against this protocol and run on both sides, so they cannot differ.
protocol ResidualLane {
  /// Passes one ordered word through the lane.
  ///
  /// An encoder writes `word` and returns it; a decoder ignores it and returns the word read.
  ///
  /// - Parameter context: which of the streams of class tokens: see ``TokenContext``.
  mutating func code<Bits: FixedWidthInteger & UnsignedInteger>(
    _ word: Bits, prediction: Bits, context: Int
  ) -> Bits

  /// Passes the ordered word of a float, whose prediction is negated where it has the other sign.
  mutating func codeSigned<Bits: FixedWidthInteger & UnsignedInteger>(
    _ word: Bits, prediction: Bits, context: Int
  ) -> Bits
}

extension ResidualLane {
  /// Passes an ordered word, whose prediction may be negated where it is `isSigned`.
  @inline(__always)
  mutating func code<Bits: FixedWidthInteger & UnsignedInteger>(
    _ word: Bits, prediction: Bits, isSigned: Bool, context: Int
  ) -> Bits {
    isSigned
      ? codeSigned(word, prediction: prediction, context: context)
      : code(word, prediction: prediction, context: context)
  }
}

/// Added to the token of a residual whose prediction is negated. Numbers that differ in sign alone are far
/// apart as ordered words, and small ones that swing about 0 change it often.
var negatedToken: UInt8 { 0x80 }

/// Writes tokens and bits to buffers that the caller has made large enough.
struct EncodingLane: ResidualLane {
  var tokens: UnsafeMutablePointer<UInt8>
  /// The context of each token.
  var contexts: UnsafeMutablePointer<UInt8>
  /// The next whole byte of bits.
  var bits: UnsafeMutablePointer<UInt8>
  /// Bits below ``bits`` that do not fill a byte yet.
  var pending: UInt64
  var pendingCount: UInt64

  @inline(__always)
  mutating func code<Bits: FixedWidthInteger & UnsignedInteger>(
    _ word: Bits, prediction: Bits, context: Int
  ) -> Bits {
    put(residual(word, prediction), token: 0, context)
    return word
  }

  @inline(__always)
  mutating func codeSigned<Bits: FixedWidthInteger & UnsignedInteger>(
    _ word: Bits, prediction: Bits, context: Int
  ) -> Bits {
    if (word ^ prediction).leadingZeroBitCount > 0 {
      return code(word, prediction: prediction, context: context)
    }
    put(residual(word, ~prediction), token: negatedToken, context)
    return word
  }

  @inline(__always)
  private mutating func put<Bits: FixedWidthInteger & UnsignedInteger>(
    _ value: Bits, token: UInt8, _ context: Int
  ) {
    let length = bitLength(value)
    tokens.pointee = UInt8(truncatingIfNeeded: length) | token
    tokens += 1
    contexts.pointee = UInt8(truncatingIfNeeded: context)
    contexts += 1
    guard length > 1 else { return }
    let count = UInt64(truncatingIfNeeded: length &- 1)
    let low = UInt64(truncatingIfNeeded: value) & ((1 &<< count) &- 1)
    if Bits.bitWidth <= 32 || count <= 32 {
      put(low, count)
    } else {
      put(low & 0xFFFF_FFFF, 32)
      put(low &>> 32, count &- 32)
    }
  }

  /// Up to 32 bits.
  @inline(__always)
  private mutating func put(_ value: UInt64, _ count: UInt64) {
    pending |= value &<< pendingCount
    pendingCount &+= count
    UnsafeMutableRawPointer(bits).storeBytes(of: pending.littleEndian, as: UInt64.self)
    let whole = pendingCount &>> 3
    bits += Int(truncatingIfNeeded: whole)
    pending &>>= whole &<< 3
    pendingCount &= 7
  }
}

/// Where the next class token of a context lies in a block, and where they end.
struct TokenPlace {
  var next: Int
  var end: Int
}

/// Where the words of one lane are read, row by row.
protocol LaneSource {
  /// - Parameters:
  ///   - bytes: the block; ``WideSource/slack`` readable bytes follow it.
  ///   - tokens: a place for each context.
  ///   - contextMask: 0 where one stream, the first, has the tokens of all contexts, else all ones.
  init(
    bytes: UnsafePointer<UInt8>, tokens: UnsafeMutablePointer<TokenPlace>, contextMask: Int,
    bitPosition: Int, bitEnd: Int, isDamaged: Bool)
  /// The next bit that will be read.
  var bitPosition: Int { get }
  /// The stream is malformed.
  var isDamaged: Bool { get }
}

/// Reads tokens and bits; a stream that is malformed sets ``isDamaged`` and gives any words.
struct DecodingLane: ResidualLane, LaneSource {
  var bytes: UnsafePointer<UInt8>
  var tokens: UnsafeMutablePointer<TokenPlace>
  var contextMask: Int
  var bitPosition: Int
  var bitEnd: Int
  var isDamaged = false

  @inline(__always)
  mutating func code<Bits: FixedWidthInteger & UnsignedInteger>(
    _ word: Bits, prediction: Bits, context: Int
  ) -> Bits {
    read(Int(token(context)), prediction)
  }

  @inline(__always)
  mutating func codeSigned<Bits: FixedWidthInteger & UnsignedInteger>(
    _ word: Bits, prediction: Bits, context: Int
  ) -> Bits {
    let token = token(context)
    return read(
      Int(token & ~negatedToken), token & negatedToken == 0 ? prediction : ~prediction)
  }

  @inline(__always)
  private mutating func token(_ context: Int) -> UInt8 {
    let context = context & contextMask
    let place = tokens[context]
    guard place.next < place.end else {
      isDamaged = true
      return 0
    }
    tokens[context].next = place.next &+ 1
    return bytes[place.next]
  }

  /// The word with a residual of that many bits.
  @inline(__always)
  private mutating func read<Bits: FixedWidthInteger & UnsignedInteger>(
    _ length: Int, _ prediction: Bits
  ) -> Bits {
    if length == 0 { return prediction }
    let count = length &- 1
    guard length <= Bits.bitWidth, count <= bitEnd &- bitPosition else {
      isDamaged = true
      return prediction
    }
    var low: UInt64
    if Bits.bitWidth <= 32 || count <= 32 {
      low = take(count)
    } else {
      low = take(32)
      low |= take(count &- 32) &<< 32
    }
    let value = Bits(truncatingIfNeeded: low | 1 &<< UInt64(truncatingIfNeeded: count))
    return undoResidual(value, prediction)
  }

  @inline(__always)
  private mutating func take(_ count: Int) -> UInt64 {
    let raw = UnsafeRawPointer(bytes + bitPosition &>> 3)
    let word = UInt64(littleEndian: raw.loadUnaligned(as: UInt64.self))
    let shifted = word &>> UInt64(truncatingIfNeeded: bitPosition & 7)
    bitPosition &+= count
    return shifted & ((1 &<< UInt64(truncatingIfNeeded: count)) &- 1)
  }
}
