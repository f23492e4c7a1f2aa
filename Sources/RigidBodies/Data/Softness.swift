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

/// What a spring does in a substep of `h` seconds: `v += −(slowing·v + pull·x)`, then `x += h·v`.
///
/// The steps lie on the course of a damped oscillator: their determinant is `e^(−2ζωh)` and their
/// trace `2·e^(−ζωh)·cos(ω√(1 − ζ²)·h)`. Several springs on one body stay stable as long as their
/// `pull·h` make less than 4 together. A weight would hang too high by ζωh of its sag: half of what
/// forces add to the velocity is kept from the slowing. The implicit step, which damps by itself,
/// takes over where a spring alone would come near that limit, and where it is asked for.
package struct SpringStep: Equatable, BitwiseCopyable {
  /// Per second.
  package private(set) var pull: Float
  /// Between 0 and 1.
  package private(set) var slowing: Float

  /// What is left of a velocity; and what the impulse of the substep before, which has been applied
  /// again, must lose.
  package var keeping: Float { 1 - slowing }

  /// Radians in a substep up to which the exact step is taken.
  private static var greatestAngle: Double { 0.35 }

  /// - Parameters:
  ///   - hertz: natural frequency.
  ///   - dampingRatio: 1 is critical damping.
  ///   - substep: duration of a substep, in seconds.
  ///   - isExact: `false`: the implicit step, whatever the frequency.
  package init(hertz: Float, dampingRatio: Float, substep: Float, isExact: Bool = true) {
    let h = Double(substep)
    let angle = 6.283_185_307_179_586 * Double(hertz) * h
    let ratio = Double(dampingRatio)
    if !isExact || angle > SpringStep.greatestAngle {
      let soft = Softness(hertz: hertz, dampingRatio: dampingRatio, substep: substep)
      pull = soft.biasRate * soft.massScale
      slowing = soft.massScale
      return
    }
    // Both roots of the step.
    let product = Elementary.exp(-2 * ratio * angle)
    let sum: Double
    if ratio < 1 {
      let turn = angle * squareRoot(1 - ratio * ratio)
      sum = 2 * Elementary.exp(-ratio * angle) * Elementary.cos(turn)
    } else {
      // The slow root is a quotient where a difference would lose it.
      let fast = ratio + squareRoot(ratio * ratio - 1)
      sum = Elementary.exp(-angle * fast) + Elementary.exp(-angle / fast)
    }
    pull = Float((1 + product - sum) / h)
    slowing = Float(1 - product)
  }
}
