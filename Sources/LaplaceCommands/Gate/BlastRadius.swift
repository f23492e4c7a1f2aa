import Recording
import Replay

/// How far a change reaches in one recording.
struct BlastRadius: Codable {
  var firstStep: Int64
  var phase: String?
  var steps: Int64
  var differingSteps: Int64
  var healedAt: Int64?
  /// Rows that differ where most do, and how many there are.
  var differingRows: Int
  var rows: Int
  /// The largest difference of two numbers, at first and at all.
  var differenceFirst: Double?
  var differenceMax: Double?
  /// The largest distance of two positions.
  var distanceMax: Double?

  init?(_ entry: GateReport.Entry) {
    guard let growth = entry.difference?.growth, let step = entry.step else { return nil }
    (firstStep, phase, steps) = (step, entry.phase, entry.steps)
    (differingSteps, healedAt) = (growth.stepCount, growth.healedAt)
    let widest = growth.samples.map(\.rows).max { $0.differing < $1.differing }
    (differingRows, rows) = (widest?.differing ?? 0, widest?.total ?? 0)
    differenceFirst = growth.samples.first?.differenceMax
    differenceMax = growth.samples.compactMap(\.differenceMax).max()
    distanceMax = growth.samples.compactMap(\.distanceMax).max()
  }

  /// For a person, on one line.
  var text: String {
    func number(_ value: Double) -> String { formatted(value, "%.3g") }
    var parts = [
      "\(differingSteps) of \(count(Int(steps), "step")) differ, "
        + (healedAt.map { "healed at step \($0)" } ?? "to the end")
    ]
    if rows > 0 {
      let share = Int((100 * Double(differingRows) / Double(rows)).rounded())
      parts.append("\(differingRows) of \(count(rows, "row")) (\(share) %)")
    }
    if let differenceFirst, let differenceMax {
      parts.append(
        "largest difference \(number(differenceFirst))"
          + (differenceMax > differenceFirst ? ", later \(number(differenceMax))" : ""))
    }
    if let distanceMax { parts.append("farthest apart \(number(distanceMax))") }
    return parts.joined(separator: "; ")
  }
}
