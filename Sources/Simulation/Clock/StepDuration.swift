import DeterministicMath

extension StepDuration {
  /// The first step that starts at or after `seconds`: where an input with that time stamp belongs.
  ///
  /// - Parameter seconds: a finite time since the start; negative counts as 0.
  public func firstStep(atOrAfter seconds: Double) -> Int64 {
    guard seconds > 0 else { return 0 }
    let ticksPerSecond = FixedStepClock.ticksPerSecond
    let bounded = seconds < 1e9 ? seconds : 1e9
    let ticks = nearestInt64(bounded * Double(ticksPerSecond))
    let unit = Int64(numerator) * ticksPerSecond
    let scaled = ticks.multipliedFullWidth(by: Int64(denominator))
    let (quotient, remainder) = unit.dividingFullWidth(scaled)
    return quotient + (remainder > 0 ? 1 : 0)
  }
}

/// The length of a step as an exact fraction of seconds.
@frozen
public struct StepDuration: Equatable, Sendable {
  /// Seconds that ``denominator`` steps last.
  public var numerator: UInt32
  /// Steps that last ``numerator`` seconds.
  public var denominator: UInt32

  /// - Precondition: both are positive.
  public init(_ numerator: UInt32, _ denominator: UInt32) {
    precondition(
      numerator > 0 && denominator > 0 && denominator <= 1_000_000,
      "a step lasts a positive fraction of a second, with a denominator of at most a million")
    self.numerator = numerator
    self.denominator = denominator
  }

  /// Seconds, rounded once.
  public var seconds: Double { Double(numerator) / Double(denominator) }
}
