extension Elementary {
  /// The sine of `x` radians. Error below 0.8 ULP, for every finite argument.
  ///
  /// `sin(±0) = ±0`; NaN for infinities.
  public static func sin(_ x: Double) -> Double {
    guard x.isFinite else { return .nan }
    if x.absolute < 7.450580596923828e-09 { return x }
    let angle = ReducedAngle(x)
    let value = angle.quadrant & 1 == 0 ? sineKernel(angle) : cosineKernel(angle)
    let sum = value.high + value.low
    return angle.quadrant & 2 == 0 ? sum : -sum
  }

  /// The cosine of `x` radians. Error below 0.8 ULP, for every finite argument.
  ///
  /// NaN for infinities.
  public static func cos(_ x: Double) -> Double {
    guard x.isFinite else { return .nan }
    let angle = ReducedAngle(x)
    let value = angle.quadrant & 1 == 0 ? cosineKernel(angle) : sineKernel(angle)
    let sum = value.high + value.low
    return (angle.quadrant &+ 1) & 2 == 0 ? sum : -sum
  }

  /// ``sin(_:)-(Double)`` and ``cos(_:)-(Double)`` of one angle, bit for bit, for little more than
  /// the price of one.
  public static func sincos(_ x: Double) -> (sine: Double, cosine: Double) {
    guard x.isFinite else { return (.nan, .nan) }
    let angle = ReducedAngle(x)
    let s = sineKernel(angle)
    let c = cosineKernel(angle)
    let pair = turned(s.high + s.low, c.high + c.low, angle.quadrant)
    return x.absolute < 7.450580596923828e-09 ? (x, pair.cosine) : pair
  }

  /// The tangent of `x` radians. Error below 1.1 ULP, for every finite argument.
  ///
  /// `tan(±0) = ±0`; NaN for infinities. No double is a multiple of π/2, so the result is finite.
  public static func tan(_ x: Double) -> Double {
    guard x.isFinite else { return .nan }
    if x.absolute < 7.450580596923828e-09 { return x }
    let angle = ReducedAngle(x)
    let s = sineKernel(angle)
    let c = cosineKernel(angle)
    return angle.quadrant & 1 == 0 ? quotient(s, c) : -quotient(c, s)
  }

  /// `a / b` with the remainder of the division added back.
  @inline(__always)
  private static func quotient(_ a: WideDouble, _ b: WideDouble) -> Double {
    let top = WideDouble(orderedSum: a.high, a.low)
    let bottom = WideDouble(orderedSum: b.high, b.low)
    let q = top.high / bottom.high
    let back = WideDouble(product: q, bottom.high)
    let remainder = ((top.high - back.high) - back.low) + (top.low - q * bottom.low)
    return q + remainder / bottom.high
  }

  /// Sine and cosine of an angle, from those of the angle less `quadrant` right angles.
  @inline(__always)
  static func turned(_ s: Double, _ c: Double, _ quadrant: UInt32) -> (sine: Double, cosine: Double)
  {
    // Without branches: the quadrant of a varying angle cannot be predicted.
    let swap = 0 &- UInt64(quadrant & 1)
    let difference = (s.bitPattern ^ c.bitPattern) & swap
    let sine = s.bitPattern ^ difference ^ (UInt64(quadrant & 2) << 62)
    let cosine = c.bitPattern ^ difference ^ (UInt64((quadrant &+ 1) & 2) << 62)
    return (Double(bitPattern: sine), Double(bitPattern: cosine))
  }

  /// sin(h + l) = h + (h³·S(h²) + l·cos h); the sum is left to the caller.
  @inline(__always)
  static func sineKernel(_ angle: ReducedAngle) -> WideDouble {
    let x = angle.high
    let z = x * x
    var s = -7.586696971425066e-13
    s = s * z + 1.6058531616504608e-10
    s = s * z - 2.505210623243192e-08
    s = s * z + 2.755731921933912e-06
    s = s * z - 0.00019841269841265065
    s = s * z + 0.008333333333333331
    s = s * z - 0.16666666666666666
    return WideDouble(x, (z * x) * s + angle.low * (1 - 0.5 * z))
  }

  /// cos(h + l) = 1 − h²/2 + (h⁴·C(h²) − l·h), with what `1 − h²/2` rounds off in the low part.
  @inline(__always)
  static func cosineKernel(_ angle: ReducedAngle) -> WideDouble {
    let x = angle.high
    let z = x * x
    var c = 4.7458718207132405e-14
    c = c * z - 1.1470460886230273e-11
    c = c * z + 2.087675579107172e-09
    c = c * z - 2.75573192214028e-07
    c = c * z + 2.4801587301584645e-05
    c = c * z - 0.0013888888888888887
    c = c * z + 0.041666666666666664
    let half = 0.5 * z
    let top = 1 - half
    return WideDouble(top, ((1 - top) - half) + ((z * z) * c - x * angle.low))
  }
}
