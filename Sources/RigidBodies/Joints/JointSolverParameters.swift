/// What the joint solver needs beside joints and bodies.
struct JointSolverParameters: Equatable {
  var substep: Float
  var inverseSubstep: Float
  /// Of rigid joints, at most this stiff; and the softness that follows.
  var hertz: Float
  var dampingRatio: Float
  var stiffest: Float
  /// A rod or a taut rope changes the speed of its ends by no more than this in a substep.
  var maximumSpeedChange: Float
  /// Errors are worked off no faster than this.
  var maximumBias: Float

  /// Frequencies and ratios beyond any use would only overflow.
  @inline(__always)
  func softness(_ hertz: Float, _ dampingRatio: Float) -> Softness {
    Softness(
      hertz: smaller(hertz, 1e6), dampingRatio: smaller(dampingRatio, 1e6), substep: substep)
  }

  var softness: Softness { softness(hertz, dampingRatio) }

  /// Of the rigid part of a joint, which may have a softness of its own.
  @inline(__always)
  func rigidSoftness(_ joint: UnsafePointer<JointRecord>) -> Softness {
    let own = joint.pointee.constraintHertz
    let ratio = joint.pointee.constraintDampingRatio
    return softness(
      own < 0 ? hertz : smaller(own, stiffest), ratio < 0 ? dampingRatio : ratio)
  }
}
