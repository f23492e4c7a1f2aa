extension Elementary {
  /// The angle in −π/2 … π/2 whose sine is `x`. Error below 0.8 ULP.
  ///
  /// `asin(±0) = ±0`; NaN outside −1 … 1.
  public static func asin(_ x: Double) -> Double {
    let a = x.absolute
    guard a <= 1 else { return .nan }
    if a < 7.450580596923828e-09 { return x }
    if a <= 0.5 { return x + x * arcsineSeries(x * x) }
    let half = arcsineOfHalfAngle(a)
    let sum = WideDouble(orderedSum: halfPi.high, -2 * half.high)
    return (sum.high + (sum.low + (halfPi.low - 2 * half.low))).withSign(of: x)
  }

  /// The angle in 0 … π whose cosine is `x`. Error below 0.8 ULP.
  ///
  /// `acos(1) = +0`; NaN outside −1 … 1.
  public static func acos(_ x: Double) -> Double {
    let a = x.absolute
    guard a <= 1 else { return .nan }
    if a <= 0.5 {
      let series = x * arcsineSeries(x * x)
      return halfPi.high - (x - (halfPi.low - series))
    }
    let half = arcsineOfHalfAngle(a)
    if x > 0 { return 2 * (half.high + half.low) }
    return 2 * (halfPi.high - (half.high - (halfPi.low - half.low)))
  }

  /// The angle in −π/2 … π/2 whose tangent is `x`. Error below 0.8 ULP.
  ///
  /// `atan(±0) = ±0`, `atan(±∞) = ±π/2`.
  public static func atan(_ x: Double) -> Double {
    guard !x.isNaN else { return .nan }
    if x.absolute < 7.450580596923828e-09 { return x }
    let angle = arctangent(x.absolute)
    return (angle.high + angle.low).withSign(of: x)
  }

  /// The angle in −π … π from the positive x axis to the point (`x`, `y`). Error below 1.5
  /// ULP.
  ///
  /// As in C99: the sign of `y` is the sign of the result, also for zeros; `atan2(±0, x)` is ±0 for
  /// `x ≥ +0` and ±π for `x ≤ −0`; infinities count as far points on the axes or on the diagonals.
  public static func atan2(_ y: Double, _ x: Double) -> Double {
    guard !x.isNaN, !y.isNaN else { return .nan }
    let ay = y.absolute
    let ax = x.absolute
    var angle: WideDouble
    if ay == 0 {
      angle = WideDouble(0, 0)
    } else if ax == 0 {
      return halfPi.high.withSign(of: y)
    } else if ax == .infinity {
      angle = ay == .infinity ? WideDouble(0.5 * halfPi.high, 0.5 * halfPi.low) : WideDouble(0, 0)
    } else {
      let ratio = ay / ax
      angle = ratio < 7.450580596923828e-09 ? WideDouble(ratio, 0) : arctangent(ratio)
    }
    if x.hasSignBit {
      let rest = angle.high - (2 * halfPi.low - angle.low)
      return (2 * halfPi.high - rest).withSign(of: y)
    }
    return (angle.high + angle.low).withSign(of: y)
  }

  private static var halfPi: WideDouble {
    WideDouble(1.5707963267948966, 6.123233995736766e-17)
  }

  /// asin(√((1 − a)/2)) for `a` in 0.5 … 1: half of acos(a).
  ///
  /// The square root is split into 32 bits and a remainder, so that its rounding does not count.
  @inline(__always)
  private static func arcsineOfHalfAngle(_ a: Double) -> WideDouble {
    let z = (1 - a) * 0.5
    if z == 0 { return WideDouble(0, 0) }
    let s = squareRoot(z)
    let top = Double(bitPattern: s.bitPattern & 0xFFFF_FFFF_0000_0000)
    let rest = (z - top * top) / (s + top)
    return WideDouble(top, s * arcsineSeries(z) + rest)
  }

  /// (asin x − x) / x for z = x² in 0 … 0.25.
  @inline(__always)
  private static func arcsineSeries(_ z: Double) -> Double {
    var p = 0.03071876899539641
    p = p * z - 0.024020544918925895
    p = p * z + 0.02255356363850392
    p = p * z + 0.0003808530331464225
    p = p * z + 0.008795006076533936
    p = p * z + 0.008135829925491733
    p = p * z + 0.009792751320203527
    p = p * z + 0.011549086612987257
    p = p * z + 0.013965009932053619
    p = p * z + 0.017352757477819787
    p = p * z + 0.02237215927967998
    p = p * z + 0.030381944441363808
    p = p * z + 0.0446428571428834
    p = p * z + 0.07499999999999991
    p = p * z + 0.16666666666666666
    return p * z
  }

  /// atan(a) for `a ≥ 0`: the nearest of 0, atan ½, π/4, atan 3/2, π/2, and the series for the
  /// rest.
  ///
  /// The four breakpoints keep the rest within 7/16, as W. J. Cody and W. Waite, "Software Manual
  /// for the Elementary Functions" (1980), reduce by the formula for the difference of two angles.
  @inline(__always)
  private static func arctangent(_ a: Double) -> WideDouble {
    let base: WideDouble
    let t: Double
    if a < 0.4375 {
      base = WideDouble(0, 0)
      t = a
    } else if a < 0.6875 {
      base = WideDouble(0.4636476090008061, 2.2698777452961687e-17)
      t = (2 * a - 1) / (2 + a)
    } else if a < 1.1875 {
      base = WideDouble(0.7853981633974483, 3.061616997868383e-17)
      t = (a - 1) / (a + 1)
    } else if a < 2.4375 {
      base = WideDouble(0.982793723247329, 1.3903311031230998e-17)
      t = (a - 1.5) / (1 + 1.5 * a)
    } else {
      base = halfPi
      t = -1 / a
    }
    let z = t * t
    var p = -0.012516453095622805
    p = p * z + 0.029171962357576103
    p = p * z - 0.0403761588895441
    p = p * z + 0.04701887666735078
    p = p * z - 0.05255135806213642
    p = p * z + 0.05881607126271849
    p = p * z - 0.06666618822057543
    p = p * z + 0.07692305624498978
    p = p * z - 0.09090909033322568
    p = p * z + 0.11111111110153861
    p = p * z - 0.14285714285705997
    p = p * z + 0.1999999999999997
    p = p * z - 0.3333333333333333
    let series = t * (z * p)
    if base.high == 0 { return WideDouble(t, series) }
    return WideDouble(base.high, t + (series + base.low))
  }
}
