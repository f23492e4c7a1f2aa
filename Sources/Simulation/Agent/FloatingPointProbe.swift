/// Checks at run time that this process computes as IEEE 754 says: the ground of every digest.
public struct FloatingPointProbe: Equatable, Sendable {
  /// Half of the smallest normal number is above zero: nothing flushes subnormals.
  public var keepsSubnormals: Bool
  /// Additions round to nearest, ties to even.
  public var roundsToNearest: Bool
  /// `a · b + c` rounds twice: nothing fuses it.
  public var roundsTwice: Bool

  /// Whether digests of this process can be compared with those of others.
  public var isConforming: Bool { keepsSubnormals && roundsToNearest && roundsTwice }

  /// Probes the calling thread's environment with values that the compiler cannot see.
  public init() {
    let one = opaque(1)
    let tiny = opaque(Float.leastNormalMagnitude)
    keepsSubnormals = tiny * opaque(0.5) > 0
    // 2⁻²⁴ is a tie at 1: to even keeps 1, upwards would not. -1 shows rounding downwards.
    let half = opaque(0x1p-24)
    roundsToNearest =
      one + half == 1 && opaque(-1) - half == -1 && one + opaque(0x1.8p-24) > 1
    // (1+2⁻²³)² = 1 + 2⁻²² + 2⁻⁴⁶: rounded first, the last term is gone; fused, it is left.
    let a = opaque(1 + 0x1p-23)
    roundsTwice = a * a + opaque(-(1 + 0x1p-22)) == 0
  }

  /// One line for people and recordings.
  public var summary: String {
    if isConforming { return "IEEE 754, to nearest, no contraction, subnormals kept" }
    var faults: [String] = []
    if !keepsSubnormals { faults.append("subnormals are flushed to zero") }
    if !roundsToNearest { faults.append("does not round to nearest") }
    if !roundsTwice { faults.append("multiply-add is fused") }
    var line = ""
    for fault in faults { line += line.isEmpty ? fault : ", " + fault }
    return line
  }
}

@inline(never) @_optimize(none)
private func opaque(_ value: Float) -> Float { value }
