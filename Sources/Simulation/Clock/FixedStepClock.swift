import DeterministicMath

/// Turns real time into whole steps: any slicing of the same time gives the same steps.
///
/// Time is counted in ticks of 1/240,000,000 s; each slice is rounded to ticks once (half to
/// even), the remainder is kept, nothing is clamped.
public struct FixedStepClock: Equatable, Sendable {
  /// Resolution of the clock: 240 million ticks a second, a whole number for the usual frame rates.
  public static let ticksPerSecond: Int64 = 240_000_000

  /// How long one step lasts.
  public let stepDuration: StepDuration
  /// Real time seen so far, in ticks.
  public private(set) var elapsedTicks: Int64 = 0
  /// Steps handed out so far.
  public private(set) var stepCount: Int64 = 0

  /// Makes a clock that has seen no time.
  public init(stepDuration: StepDuration) { self.stepDuration = stepDuration }

  /// Adds a slice of real time.
  ///
  /// - Parameter seconds: finite; zero, negative and not-a-number slices add nothing, and slices
  ///   above 10⁹ s count as 10⁹ s.
  /// - Returns: how many steps to run now.
  public mutating func advance(by seconds: Double) -> Int64 {
    guard seconds > 0 else { return 0 }
    let bounded = seconds < 1e9 ? seconds : 1e9
    let ticks = nearestInt64(bounded * Double(Self.ticksPerSecond))
    let (sum, overflow) = elapsedTicks.addingReportingOverflow(ticks)
    elapsedTicks = overflow ? Int64.max : sum
    let due = stepsDue
    defer { stepCount = due }
    return due - stepCount
  }

  /// Where between the last step (0) and the next one (1) the present lies, for drawing.
  public var interpolation: Double {
    let perStep =
      Double(stepDuration.numerator) * Double(Self.ticksPerSecond)
      / Double(stepDuration.denominator)
    let factor = (Double(elapsedTicks) - Double(stepCount) * perStep) / perStep
    return factor < 0 ? 0 : (factor > 1 ? 1 : factor)
  }

  /// Whole steps in the elapsed time: floor(ticks · denominator / (numerator · ticksPerSecond)).
  private var stepsDue: Int64 {
    let scaled = elapsedTicks.multipliedFullWidth(by: Int64(stepDuration.denominator))
    let unit = Int64(stepDuration.numerator) * Self.ticksPerSecond
    return unit.dividingFullWidth(scaled).quotient
  }
}
