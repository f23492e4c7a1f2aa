/// How the bits of a scalar become an integer whose differences are small for close values.
///
/// `order` is a bijection on all bit patterns, so -0 and the payloads of NaN survive.
protocol OrderedWord {
  associatedtype Bits: FixedWidthInteger & UnsignedInteger

  static func order(_ bits: Bits) -> Bits
  static func restore(_ ordered: Bits) -> Bits
  /// Where `last` arrives if it moves on as it moved from `before`. Any bits are answered.
  static func linear(_ last: Bits, _ before: Bits) -> Bits
}

/// Integers and bytes: the bits as they are, differences wrap around.
enum IntegerWord<Bits: FixedWidthInteger & UnsignedInteger>: OrderedWord {
  @inline(__always) static func order(_ bits: Bits) -> Bits { bits }
  @inline(__always) static func restore(_ ordered: Bits) -> Bits { ordered }
  @inline(__always)
  static func linear(_ last: Bits, _ before: Bits) -> Bits { last &+ (last &- before) }
}

enum SingleWord: OrderedWord {
  @inline(__always)
  static func order(_ bits: UInt32) -> UInt32 {
    // All ones for a set sign, the sign bit alone otherwise.
    bits ^ (UInt32(bitPattern: Int32(bitPattern: bits) &>> 31) | 0x8000_0000)
  }

  @inline(__always)
  static func restore(_ ordered: UInt32) -> UInt32 {
    ordered ^ (UInt32(bitPattern: Int32(bitPattern: ~ordered) &>> 31) | 0x8000_0000)
  }

  @inline(__always)
  static func linear(_ last: UInt32, _ before: UInt32) -> UInt32 {
    let value = Float(bitPattern: last)
    return bits(value + (value - Float(bitPattern: before)), else: last)
  }

  /// The bits of `value`; those of a fallback for NaN, whose computed payload depends on the
  /// processor.
  @inline(__always)
  static func bits(_ value: Float, else fallback: UInt32) -> UInt32 {
    value == value ? value.bitPattern : fallback
  }
}

enum DoubleWord: OrderedWord {
  @inline(__always)
  static func order(_ bits: UInt64) -> UInt64 {
    bits ^ (UInt64(bitPattern: Int64(bitPattern: bits) &>> 63) | 0x8000_0000_0000_0000)
  }

  @inline(__always)
  static func restore(_ ordered: UInt64) -> UInt64 {
    ordered ^ (UInt64(bitPattern: Int64(bitPattern: ~ordered) &>> 63) | 0x8000_0000_0000_0000)
  }

  @inline(__always)
  static func linear(_ last: UInt64, _ before: UInt64) -> UInt64 {
    let value = Double(bitPattern: last)
    let next = value + (value - Double(bitPattern: before))
    return next == next ? next.bitPattern : last
  }
}

/// The difference of two ordered words, small magnitudes first: 0, -1, 1, -2, …
@inline(__always)
func residual<Bits: FixedWidthInteger & UnsignedInteger>(_ word: Bits, _ prediction: Bits) -> Bits {
  let difference = word &- prediction
  let sign = difference &>> Bits(truncatingIfNeeded: Bits.bitWidth &- 1)
  return (difference &<< 1) ^ (0 &- sign)
}

/// Undoes ``residual(_:_:)``.
@inline(__always)
func undoResidual<Bits: FixedWidthInteger & UnsignedInteger>(
  _ residual: Bits, _ prediction: Bits
) -> Bits {
  prediction &+ ((residual &>> 1) ^ (0 &- (residual & 1)))
}

/// Bits needed to write a residual: its class.
@inline(__always)
func bitLength<Bits: FixedWidthInteger>(_ residual: Bits) -> Int {
  Bits.bitWidth &- residual.leadingZeroBitCount
}
