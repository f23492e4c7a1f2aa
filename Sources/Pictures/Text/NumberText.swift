import Recording
import Simulation

/// A number with `digits` decimals.
package func rounded(_ value: Double, _ digits: Int) -> String {
  guard value.isFinite, value.magnitude < 1e15 else { return "\(value)" }
  var scale = 1.0
  for _ in 0..<digits { scale *= 10 }
  let scaled = (value.magnitude * scale).rounded()
  let whole = Int64(scaled / scale)
  let rest = Int64(scaled - Double(whole) * scale)
  let fraction = String(rest)
  let sign = value < 0 && scaled > 0 ? "-" : ""
  if digits == 0 { return "\(sign)\(whole)" }
  return "\(sign)\(whole)." + String(repeating: "0", count: digits - fraction.count) + fraction
}

/// Seconds at which a step begins.
package func seconds(_ step: Int64, _ duration: StepDuration) -> String {
  formatted(Double(step) * duration.seconds, "%.4f")
}
