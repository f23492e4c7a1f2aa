/// Elementary functions that give the same bits on every processor, build and operating system.
///
/// Only `+ − × ÷`, ``squareRoot(_:)-(Double)``, bit operations and exact conversions: no C
/// library, no fused multiply-add, no table that a build could lay out differently. The functions
/// for `Float` compute in `Double` and round once: of 70 million arguments each, one in 40,000
/// (`tan`) to 85,000 (`sin`, `cos`) did not give the nearest `Float`, and none of the others.
///
/// Every function answers NaN, without payload or sign, for a NaN argument
/// (``pow(_:_:)-(Double,_)`` has two exceptions) and for an argument outside its domain; none of
/// them traps. The stated errors are the largest found by `Tests/DeterministicMathTests`, against
/// 60-digit references made by `Reference/generate.py`; one ULP is the gap between neighbouring
/// numbers at the result.
///
/// Polynomials and split constants come from `Reference/coefficients.py` in the same place.
public enum Elementary {}

/// An unevaluated sum `high + low` of two doubles, about 106 bits.
///
/// The building blocks are T. J. Dekker's, "A floating-point technique for extending the available
/// precision", Numerische Mathematik 18 (1971), and D. E. Knuth's TwoSum.
struct WideDouble {
  var high: Double
  var low: Double

  @inline(__always)
  init(_ high: Double, _ low: Double) {
    self.high = high
    self.low = low
  }

  /// `a + b` exactly.
  @inline(__always)
  init(sum a: Double, _ b: Double) {
    let s = a + b
    let t = s - a
    self.init(s, (a - (s - t)) + (b - t))
  }

  /// `a + b` exactly, for `|a| ≥ |b|` or `a = 0`.
  @inline(__always)
  init(orderedSum a: Double, _ b: Double) {
    let s = a + b
    self.init(s, b - (s - a))
  }

  /// `a · b` exactly, for factors below 2⁹⁹⁰ and a product above 2⁻⁹⁰⁰.
  @inline(__always)
  init(product a: Double, _ b: Double) {
    let p = a * b
    let (ah, al) = WideDouble.halves(a)
    let (bh, bl) = WideDouble.halves(b)
    self.init(p, ((ah * bh - p) + ah * bl + al * bh) + al * bl)
  }

  /// Two numbers of at most 26 bits whose sum is `a` (G. W. Veltkamp).
  @inline(__always)
  private static func halves(_ a: Double) -> (Double, Double) {
    let c = 134_217_729 * a
    let high = c - (c - a)
    return (high, a - high)
  }
}

extension Double {
  /// 2 to the power `exponent`, for exponents of normal numbers (−1022 … 1023).
  @inline(__always)
  static func powerOfTwo(_ exponent: Int32) -> Double {
    Double(bitPattern: UInt64(truncatingIfNeeded: Int64(exponent) &+ 1023) &<< 52)
  }

  /// `self · 2^exponent`, rounded at most once, for `self` in 0.5 … 2 and an exponent in −2022 … 2023.
  @inline(__always)
  func scaled(by exponent: Int32) -> Double {
    if exponent > 1022 {
      return self * Double.powerOfTwo(1000) * Double.powerOfTwo(exponent &- 1000)
    }
    if exponent < -1020 {
      return self * Double.powerOfTwo(-1000) * Double.powerOfTwo(exponent &+ 1000)
    }
    return self * Double.powerOfTwo(exponent)
  }

  /// Whether the sign bit is set, also that of zero.
  @inline(__always)
  var hasSignBit: Bool { bitPattern >> 63 == 1 }

  /// `self` with its sign bit cleared.
  @inline(__always)
  var absolute: Double { Double(bitPattern: bitPattern & 0x7FFF_FFFF_FFFF_FFFF) }

  /// The size of `self` with the sign bit of `other`.
  @inline(__always)
  func withSign(of other: Double) -> Double {
    Double(
      bitPattern: bitPattern & 0x7FFF_FFFF_FFFF_FFFF | other.bitPattern & 0x8000_0000_0000_0000)
  }

  /// The nearest whole number, ties to even, as a number and as an integer; for `|self| < 2³⁰`.
  ///
  /// Adding 1.5·2⁵² pushes the fraction out of the significand; the integer is what stays in its
  /// low bits. Rounding functions of the standard library may call the C library.
  @inline(__always)
  var nearestInteger: (number: Double, integer: Int32) {
    let shifted = self + 6_755_399_441_055_744
    return (
      shifted - 6_755_399_441_055_744, Int32(truncatingIfNeeded: shifted.bitPattern)
    )
  }
}

/// The whole number nearest to `x`, ties to even, without a call into the C library.
///
/// - Parameter x: at most 2⁶² in size; larger numbers count as ±2⁶², NaN as 0.
package func nearestInt64(_ x: Double) -> Int64 {
  let limit = 4_611_686_018_427_387_904.0
  guard !x.isNaN else { return 0 }
  guard x < limit else { return Int64(limit) }
  guard x > -limit else { return Int64(-limit) }
  // From 2⁵² on every double is whole.
  let size = x.absolute
  if size >= 4_503_599_627_370_496 { return Int64(x) }
  let whole = (size + 4_503_599_627_370_496) - 4_503_599_627_370_496
  return x < 0 ? -Int64(whole) : Int64(whole)
}
