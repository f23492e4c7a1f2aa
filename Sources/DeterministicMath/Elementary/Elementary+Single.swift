// Single precision: computed in double, rounded once.

extension Elementary {
  /// The sine of `x` radians. Error below 0.501 ULP; see ``sin(_:)-(Double)``.
  public static func sin(_ x: Float) -> Float {
    guard x.isFinite else { return .nan }
    if x == 0 { return x }
    let angle = ReducedAngle(single: Double(x))
    return Float(wave(angle.high, angle.quadrant))
  }

  /// The cosine of `x` radians. Error below 0.501 ULP; see ``cos(_:)-(Double)``.
  public static func cos(_ x: Float) -> Float {
    guard x.isFinite else { return .nan }
    let angle = ReducedAngle(single: Double(x))
    return Float(wave(angle.high, angle.quadrant &+ 1))
  }

  /// The sine of an angle of `quadrant` right angles and `x`.
  ///
  /// Both kernels and a choice without a branch: the quadrant of a varying angle cannot be
  /// predicted.
  @inline(__always)
  private static func wave(_ x: Double, _ quadrant: UInt32) -> Double {
    let s = sineKernel(single: x).bitPattern
    let c = cosineKernel(single: x).bitPattern
    let value = s ^ ((s ^ c) & (0 &- UInt64(quadrant & 1)))
    return Double(bitPattern: value ^ (UInt64(quadrant & 2) << 62))
  }

  /// ``sin(_:)-(Float)`` and ``cos(_:)-(Float)`` of one angle.
  public static func sincos(_ x: Float) -> (sine: Float, cosine: Float) {
    guard x.isFinite else { return (.nan, .nan) }
    let angle = ReducedAngle(single: Double(x))
    let pair = turned(
      sineKernel(single: angle.high), cosineKernel(single: angle.high), angle.quadrant)
    return (x == 0 ? x : Float(pair.sine), Float(pair.cosine))
  }

  /// The sine of `x` in −π/4 … π/4, with a relative error below 2⁻³⁵.
  @inline(__always)
  private static func sineKernel(single x: Double) -> Double {
    let z = x * x
    let low = 0.008333331874699609 * z - 0.16666666663855262
    let high = 2.7249925060603014e-06 * z - 0.00019840086729658896
    return x + (x * z) * (low + (z * z) * high)
  }

  /// The cosine of `x` in −π/4 … π/4, with a relative error below 2⁻³⁹.
  @inline(__always)
  private static func cosineKernel(single x: Double) -> Double {
    let z = x * x
    let low = 0.04166666666432118 - 0.0013888887672007944 * z
    let high = 2.4800600372377813e-05 - 2.730095858422467e-07 * z
    let square = z * z
    return (1 - 0.5 * z) + square * (low + square * high)
  }

  /// The tangent of `x` radians. Error below 0.501 ULP; see ``tan(_:)-(Double)``.
  public static func tan(_ x: Float) -> Float {
    guard x.isFinite else { return .nan }
    if x == 0 { return x }
    let angle = ReducedAngle(single: Double(x))
    let s = sineKernel(single: angle.high)
    let c = cosineKernel(single: angle.high)
    return Float(angle.quadrant & 1 == 0 ? s / c : -(c / s))
  }

  /// The angle whose sine is `x`. Error below 0.501 ULP; see ``asin(_:)-(Double)``.
  public static func asin(_ x: Float) -> Float { Float(asin(Double(x))) }

  /// The angle whose cosine is `x`. Error below 0.501 ULP; see ``acos(_:)-(Double)``.
  public static func acos(_ x: Float) -> Float { Float(acos(Double(x))) }

  /// The angle whose tangent is `x`. Error below 0.501 ULP; see ``atan(_:)-(Double)``.
  public static func atan(_ x: Float) -> Float { Float(atan(Double(x))) }

  /// The angle from the positive x axis to the point (`x`, `y`). Error below 0.501 ULP; see
  /// ``atan2(_:_:)-(Double,_)``.
  public static func atan2(_ y: Float, _ x: Float) -> Float { Float(atan2(Double(y), Double(x))) }

  /// e to the power `x`. Error below 0.501 ULP; see ``exp(_:)-(Double)``.
  public static func exp(_ x: Float) -> Float { Float(exp(Double(x))) }

  /// The natural logarithm of `x`. Error below 0.501 ULP; see ``log(_:)-(Double)``.
  public static func log(_ x: Float) -> Float { Float(log(Double(x))) }

  /// `x` to the power `y`. Error below 0.501 ULP; special cases as for
  /// ``pow(_:_:)-(Double,_)``.
  public static func pow(_ x: Float, _ y: Float) -> Float { Float(pow(Double(x), Double(y))) }
}
