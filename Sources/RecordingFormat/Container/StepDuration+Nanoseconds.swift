import Simulation

extension StepDuration {
  /// Nanoseconds at the start of `step`, rounded down.
  package func nanoseconds(atStep step: Int64) -> UInt64 {
    let unit = UInt64(numerator) * 1_000_000_000
    let product = UInt64(max(step, 0)).multipliedFullWidth(by: unit)
    guard product.high < UInt64(denominator) else { return .max }
    return UInt64(denominator).dividingFullWidth(product).quotient
  }
}
