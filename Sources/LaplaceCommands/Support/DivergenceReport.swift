import DeterministicMath
import Replay
import Simulation

/// A divergence as text lines and as JSON.
struct DivergenceReport: Encodable {
  struct Place: Encodable {
    var table: String
    var row: Int
    var key: [UInt64]
    var field: String
    var place: String
    var expected: String?
    var expectedBits: String?
    var actual: String?
    var actualBits: String?
    var ulpDistance: UInt64?
    var problem: String
  }

  var step: Int64
  var seconds: Double
  var expectedDigest: String
  var actualDigest: String
  var differenceCount: Int
  var differences: [Place]
  var inputs: [String]

  init(_ divergence: Divergence, _ description: SimulationDescription) {
    step = divergence.step
    seconds = Double(divergence.step) * description.stepDuration.seconds
    expectedDigest = divergence.expectedDigest.description
    actualDigest = divergence.actualDigest.description
    differenceCount = divergence.comparison?.count ?? 0
    differences = (divergence.comparison?.differences ?? []).map { difference in
      var place = Place(
        table: difference.table, row: difference.row, key: difference.key,
        field: difference.field, place: difference.place, problem: "")
      switch difference.values {
      case .field(let expected, let actual):
        place.expected = expected.decimal
        place.expectedBits = expected.hexadecimal
        place.actual = actual.decimal
        place.actualBits = actual.hexadecimal
        place.ulpDistance = expected.ulpDistance(to: actual)
        place.problem = "value"
      case .rowMissing: place.problem = "row missing"
      case .rowSurplus: place.problem = "row surplus"
      case .rowMoved(let other): place.problem = "row moved to \(other)"
      }
      return place
    }
    inputs = divergence.inputs.map { describe($0, description.inputs) }
  }

  /// What a person reads, one line each.
  static func lines(
    _ divergence: Divergence, _ description: SimulationDescription, stepCount: Int64,
    limit: Int = 6, stateMissing: String = "no state at hand: recorded without the state track"
  ) -> [String] {
    var lines: [String] = []
    if divergence.step < 0 {
      lines.append("  differs before step 0")
    } else {
      let time = LaplaceCommands.seconds(divergence.step, description.stepDuration)
      lines.append("  first differing step \(divergence.step) of \(stepCount) (t = \(time) s)")
    }
    if let comparison = divergence.comparison {
      let listed = comparison.differences.prefix(limit)
      for difference in listed { lines.append("    \(difference)") }
      let more = comparison.count - listed.count
      if more > 0 { lines.append("    and \(more) more") }
      if comparison.count == 0 {
        lines.append(
          divergence.comparedEveryStepOnly
            ? "    in columns that are stored at key frames only; every-step columns agree"
            : "    no field differs: the digests were computed in different ways")
      }
    } else {
      lines.append("    \(stateMissing)")
    }
    if divergence.step >= 0 {
      let inputs = divergence.inputs.map { describe($0, description.inputs) }
      lines.append(
        "  inputs of that step: " + (inputs.isEmpty ? "none" : inputs.joined(separator: "; ")))
    }
    lines.append("  digests \(divergence.expectedDigest) -> \(divergence.actualDigest)")
    return lines
  }
}
