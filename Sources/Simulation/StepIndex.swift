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
