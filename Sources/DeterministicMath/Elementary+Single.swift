// Single precision: computed in double, rounded once.

extension Elementary {
  /// The sine of `x` radians. Error below 0.501 ULP; see ``sin(_:)-(Double)``.
  public static func sin(_ x: Float) -> Float { sincos(x).sine }

  /// The cosine of `x` radians. Error below 0.501 ULP; see ``cos(_:)-(Double)``.
  public static func cos(_ x: Float) -> Float { sincos(x).cosine }

  /// ``sin(_:)-(Float)`` and ``cos(_:)-(Float)`` of one angle.
  public static func sincos(_ x: Float) -> (sine: Float, cosine: Float) {
    guard x.isFinite else { return (.nan, .nan) }
    let angle = ReducedAngle(single: Double(x))
    let s = sineKernel(angle)
    let c = cosineKernel(angle)
    let pair = turned(s.high + s.low, c.high + c.low, angle.quadrant)
    return (x == 0 ? x : Float(pair.sine), Float(pair.cosine))
  }

  /// The tangent of `x` radians. Error below 0.501 ULP; see ``tan(_:)-(Double)``.
  public static func tan(_ x: Float) -> Float {
    guard x.isFinite else { return .nan }
    if x == 0 { return x }
    let angle = ReducedAngle(single: Double(x))
    let s = sineKernel(angle)
    let c = cosineKernel(angle)
    let pair = (sine: s.high + s.low, cosine: c.high + c.low)
    return Float(
      angle.quadrant & 1 == 0 ? pair.sine / pair.cosine : -(pair.cosine / pair.sine))
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
