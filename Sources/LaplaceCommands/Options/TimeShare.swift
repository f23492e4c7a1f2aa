import ArgumentParser
import Pictures

/// A share of a step's time: `2%` or `0.02`.
struct TimeShare: ExpressibleByArgument {
  /// Above 0, at most 1.
  let value: Double

  init?(argument: String) {
    let isPercent = argument.hasSuffix("%")
    guard let number = Double(isPercent ? String(argument.dropLast()) : argument) else {
      return nil
    }
    value = isPercent ? number / 100 : number
    guard value > 0, value <= 1 else { return nil }
  }

  /// `2 %`.
  static func text(_ value: Double) -> String {
    let percent = 100 * value
    return percent == percent.rounded() ? "\(rounded(percent, 0)) %" : "\(rounded(percent, 2)) %"
  }
}
