extension Elementary {
  /// e to the power `x`. Error below 0.8 ULP.
  ///
  /// `exp(+∞) = +∞`, `exp(−∞) = 0`; +∞ above 709.78, 0 below −745.13.
  public static func exp(_ x: Double) -> Double {
    guard !x.isNaN else { return .nan }
    if x > 709.782712893384 { return .infinity }
    if x < -745.1332191019412 { return 0 }
    return exponential(WideDouble(x, 0))
  }

  /// The natural logarithm of `x`. Error below 0.501 ULP.
  ///
  /// `log(±0) = −∞`, `log(+∞) = +∞`, `log(1) = +0`; NaN for negative arguments.
  public static func log(_ x: Double) -> Double {
    if x == 0 { return -.infinity }
    guard x > 0 else { return .nan }
    if x == .infinity { return x }
    let value = logarithm(x)
    return value.high + value.low
  }

  /// `x` to the power `y`. Error below 0.8 ULP.
  ///
  /// The special cases are those of C99 (annex F.9.4.4):
  /// - 1 for `y = ±0` and for `x = 1`, even when the other one is NaN; otherwise NaN for NaN.
  /// - `x < 0`: NaN unless `y` is a whole number; negative when it is odd.
  /// - `x = ±0`: ±0 for odd `y > 0`, ±∞ for odd `y < 0`, else +0 or +∞.
  /// - `x = ±∞`: as 1 / (±0)^y, which is ±∞ for odd `y > 0`, and so on.
  /// - `y = ±∞`: 1 for `x = −1`; +∞ or +0 else.
  public static func pow(_ x: Double, _ y: Double) -> Double {
    if y == 0 || x == 1 { return 1 }
    guard !x.isNaN, !y.isNaN else { return .nan }
    let ax = x.absolute
    if y.absolute == .infinity {
      if ax == 1 { return 1 }
      return (ax > 1) == (y > 0) ? .infinity : 0
    }
    let parity = WholeParity(y)
    let sign: Double = x.hasSignBit && parity == .odd ? -1 : 1
    if ax == 0 || ax == .infinity {
      return sign * ((ax == 0) == (y > 0) ? 0 : .infinity)
    }
    if x < 0 && parity == .none { return .nan }
    if ax == 1 { return sign }
    // Beyond 2⁶⁵ even the doubles next to 1 overflow or vanish.
    if y.absolute > 36_893_488_147_419_103_232 {
      return sign * ((ax > 1) == (y > 0) ? .infinity : 0)
    }
    let logarithm = logarithm(ax)
    let estimate = y * logarithm.high
    if estimate > 709.79 { return sign * .infinity }
    if estimate < -745.14 { return sign * 0 }
    if estimate.absolute < 8.673617379884035e-19 { return sign }
    let product = WideDouble(product: y, logarithm.high)
    return sign * exponential(WideDouble(product.high, product.low + y * logarithm.low))
  }

  private enum WholeParity {
    case none, even, odd

    /// Whether `y`, finite and not zero, is a whole number, and if so of which kind.
    init(_ y: Double) {
      let exponent = Int32(truncatingIfNeeded: y.bitPattern >> 52 & 0x7FF) &- 1075
      if exponent > 0 {
        self = .even
      } else if exponent < -52 {
        self = .none
      } else {
        let m = y.bitPattern & 0x000F_FFFF_FFFF_FFFF | 0x0010_0000_0000_0000
        let fraction = UInt64(truncatingIfNeeded: 0 &- exponent)
        if m & ((1 &<< fraction) &- 1) != 0 {
          self = .none
        } else {
          self = m &>> fraction & 1 == 1 ? .odd : .even
        }
      }
    }
  }

  /// e to the power `x.high + x.low`, for sums within −745.2 … 709.8.
  ///
  /// x = n·ln 2 + r with |r| ≤ ln 2 / 2 (Cody–Waite, ln 2 = 38 + 53 bits), then
  /// eʳ = 1 + r + r²·Q(r), where `1 + r` keeps what it rounds off.
  private static func exponential(_ x: WideDouble) -> Double {
    let (n, exponent) = (x.high * 1.4426950408889634).nearestInteger
    let r = WideDouble(
      sum: x.high - n * 0.6931471805582987, x.low - n * 1.6465949582897082e-12)
    var q = 2.091467958547083e-09
    q = q * r.high + 2.510520666647184e-08
    q = q * r.high + 2.755727366084684e-07
    q = q * r.high + 2.7557255425043745e-06
    q = q * r.high + 2.480158732553376e-05
    q = q * r.high + 0.00019841269874801046
    q = q * r.high + 0.0013888888888883752
    q = q * r.high + 0.008333333333326141
    q = q * r.high + 0.04166666666666667
    q = q * r.high + 0.1666666666666667
    q = q * r.high + 0.5
    let one = WideDouble(orderedSum: 1, r.high)
    let rest = (r.high * r.high) * q + (r.low + r.low * r.high)
    return (one.high + (one.low + rest)).scaled(by: exponent)
  }

  /// The natural logarithm of a positive finite number, with a relative error below 2⁻⁶⁸.
  ///
  /// x = 2ᵏ·m with m in √½ … √2; log m = 2·atanh(s), s = (m − 1)/(m + 1), with the first terms of
  /// the series in two doubles.
  private static func logarithm(_ x: Double) -> WideDouble {
    let subnormal = x < .leastNormalMagnitude
    let bits = subnormal ? (x * 18_014_398_509_481_984).bitPattern : x.bitPattern
    var k = Int32(truncatingIfNeeded: bits >> 52) &- (subnormal ? 1077 : 1023)
    var m = Double(bitPattern: bits & 0x000F_FFFF_FFFF_FFFF | 0x3FF0_0000_0000_0000)
    if m > 1.4142135623730951 {
      m *= 0.5
      k &+= 1
    }
    let f = m - 1
    let divisor = WideDouble(sum: m, 1)
    let quotient = f / divisor.high
    let back = WideDouble(product: quotient, divisor.high)
    let remainder = ((f - back.high) - back.low) - quotient * divisor.low
    let s = WideDouble(orderedSum: quotient, remainder / divisor.high)
    let z = s * s

    let v = z.high
    var p = 0.04313334289069252
    p = p * v + 0.03956153162975308
    p = p * v + 0.04349582695042828
    p = p * v + 0.04761861316601862
    p = p * v + 0.05263158582946697
    p = p * v + 0.058823529341875284
    p = p * v + 0.06666666666710862
    p = p * v + 0.07692307692307529
    p = p * v + 0.09090909090909091
    p = p * v + 0.1111111111111111
    p = p * v + 0.14285714285714285
    let fifth = WideDouble(0.2, -1.1102230246251566e-17)
    let third = WideDouble(0.3333333333333333, 1.850371707708594e-17)
    let inner = WideDouble(orderedSum: fifth, WideDouble(v * p, 0))
    let outer = WideDouble(orderedSum: third, z * inner)
    let series = WideDouble(orderedSum: s, s * (z * outer))
    if k == 0 { return WideDouble(2 * series.high, 2 * series.low) }

    let n = Double(k)
    let sum = WideDouble(orderedSum: n * 0.6931471805582987, 2 * series.high)
    return WideDouble(
      orderedSum: sum.high, sum.low + (2 * series.low + n * 1.6465949582897082e-12))
  }
}
