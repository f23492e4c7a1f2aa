import DeterministicMath

/// How far a plain (not dynamic) spring animation has got: 0 at its start, 1 at its end.
///
/// `x(t) = 1 − e^(−ζωt)·(cos ω_d·t + ((ζω − v₀)/ω_d)·sin ω_d·t)`, with `ω = ln 1000/(ζ·T)`, so that
/// a thousandth is left after the duration `T`, and `ω_d = ω·√(1 − ζ²)`.
struct SpringCurve {
  let dampingRatio: Double
  /// Speed at the start, in whole ways per second.
  let initialVelocity: Double
  /// In seconds.
  let duration: Double

  /// ln 1000.
  private static let decades = 6.907_755_278_982_137

  func progress(at time: Double) -> Double {
    let omega = SpringCurve.decades / (dampingRatio * duration)
    let damped = omega * squareRoot(1 - dampingRatio * dampingRatio)
    let rate = dampingRatio * omega
    let turn = Elementary.sincos(damped * time)
    let swing = turn.cosine + (rate - initialVelocity) / damped * turn.sine
    return 1 - Elementary.exp(-rate * time) * swing
  }

  /// From slow to slow: the cubic with flat ends.
  static func eased(_ u: Double) -> Double {
    let t = u < 0 ? 0 : (u > 1 ? 1 : u)
    return t * t * (3 - 2 * t)
  }
}
