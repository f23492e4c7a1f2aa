/// What the joint solver needs beside joints and bodies.
struct JointSolverParameters: Equatable {
  let substep: Float
  let inverseSubstep: Float
  /// Frequency of rigid joints, which are at most this stiff, and the softness that follows.
  let hertz: Float
  let dampingRatio: Float
  let stiffest: Float
  private(set) var softness = Softness.rigid
  /// A rod or a taut rope changes the speed of its ends by no more than this in a substep.
  let maximumSpeedChange: Float
  /// Errors are worked off no faster than this; the greatest speed of bodies.
  let maximumBias: Float
  /// See ``WorldDefinition/hasExactSprings``.
  let hasExactSprings: Bool
  /// A quarter turn in a substep.
  var maximumTurn: Float { 1.570_796_4 * inverseSubstep }

  init(
    substep: Float, inverseSubstep: Float, hertz: Float, dampingRatio: Float, stiffest: Float,
    maximumSpeedChange: Float, maximumBias: Float, hasExactSprings: Bool
  ) {
    self.substep = substep
    self.inverseSubstep = inverseSubstep
    self.hertz = hertz
    self.dampingRatio = dampingRatio
    self.stiffest = stiffest
    self.maximumSpeedChange = maximumSpeedChange
    self.maximumBias = maximumBias
    self.hasExactSprings = hasExactSprings
    // Once a step: every pass over every colour asks for it.
    softness = softness(hertz, dampingRatio)
  }

  /// Frequencies and ratios beyond any use would only overflow.
  @inline(__always)
  func softness(_ hertz: Float, _ dampingRatio: Float) -> Softness {
    assert(hertz >= 0 && dampingRatio >= 0, "springs do not push apart")
    return Softness(
      hertz: smaller(hertz, 1e6), dampingRatio: smaller(dampingRatio, 1e6), substep: substep)
  }

  @inline(__always)
  func spring(_ hertz: Float, _ dampingRatio: Float) -> SpringStep {
    SpringStep(
      hertz: smaller(hertz, 1e6), dampingRatio: smaller(dampingRatio, 1e6), substep: substep,
      isExact: hasExactSprings)
  }

  /// Softness of a joint's rigid part, which may have one of its own.
  @inline(__always)
  func rigidSoftness(_ joint: UnsafePointer<JointRecord>) -> Softness {
    let own = joint.pointee.constraintHertz
    let ratio = joint.pointee.constraintDampingRatio
    return softness(
      own < 0 ? hertz : smaller(own, stiffest), ratio < 0 ? dampingRatio : ratio)
  }
}
