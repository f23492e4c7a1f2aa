import DeterministicMath

/// Coefficients of a soft constraint for one substep.
///
/// Integrated implicitly, so that no frequency is too stiff for the substep.
///
/// - Source: E. Catto, "Soft Constraints", GDC 2011, and "Solver2D", 2024.
struct Softness: Equatable, BitwiseCopyable {
  var biasRate: Float
  var massScale: Float
  var impulseScale: Float

  static var rigid: Softness { Softness(biasRate: 0, massScale: 1, impulseScale: 0) }

  /// - Parameters:
  ///   - hertz: natural frequency; 0 gives a rigid constraint.
  ///   - dampingRatio: 1 is critical damping.
  ///   - substep: duration of a substep, in seconds.
  init(hertz: Float, dampingRatio: Float, substep: Float) {
    if hertz == 0 {
      self = .rigid
      return
    }
    let omega = 6.283_185_5 * hertz
    let a1 = 2 * dampingRatio + substep * omega
    let a2 = substep * omega * a1
    let a3 = 1 / (1 + a2)
    self.init(biasRate: omega / a1, massScale: a2 * a3, impulseScale: a3)
  }

  init(biasRate: Float, massScale: Float, impulseScale: Float) {
    self.biasRate = biasRate
    self.massScale = massScale
    self.impulseScale = impulseScale
  }
}
