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

  /// The natural logarithm of a positive finite number, with a relative error below 2⁻⁶⁴.
  ///
  /// x = 2ᵏ·m, and a factor c from a table of 64 gives r = m·c − 1 exactly, within 1/120; then
  /// log x = k·ln 2 − log c + r − r²/2 + r³·P(r), where all but the last term have two doubles.
  /// P.-T. P. Tang, "Table-driven implementation of the logarithm function", ACM TOMS 16 (1990).
  @inline(__always)
  private static func logarithm(_ x: Double) -> WideDouble {
    let subnormal = x < .leastNormalMagnitude
    let bits = subnormal ? (x * 18_014_398_509_481_984).bitPattern : x.bitPattern
    let above = bits &- LogarithmStep.first
    let exponent = Int64(bitPattern: above) >> 52
    let m = Double(bitPattern: bits &- (above & 0xFFF0_0000_0000_0000))
    let step = LogarithmStep.slice(above >> 46 & 63)

    // Upper 32 and lower 21 bits of m: both products with a factor of 11 bits are exact.
    let top = Double(bitPattern: m.bitPattern & 0xFFFF_FFFF_FFE0_0000)
    let r = WideDouble(sum: top * step.factor - 1, (m - top) * step.factor)
    let v = r.high
    var p = -0.10001504326673899
    p = p * v + 0.11112752192517347
    p = p * v - 0.12499999915143784
    p = p * v + 0.14285714193144033
    p = p * v - 0.16666666666668198
    p = p * v + 0.20000000000001672
    p = p * v - 0.25
    p = p * v + 0.3333333333333333
    let square = WideDouble(product: v, v)

    let k = Double(exponent &- (subnormal ? 54 : 0))
    let first = WideDouble(orderedSum: k * 0.6931471805582987 + step.high, v)
    let second = WideDouble(orderedSum: first.high, -0.5 * square.high)
    let rest =
      (first.low + second.low) + (r.low - v * r.low - 0.5 * square.low)
      + (k * 1.6465949582897082e-12 + step.low) + (square.high * v) * p
    return WideDouble(orderedSum: second.high, rest)
  }
}
