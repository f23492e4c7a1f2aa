import Recording

/// The first difference of two runs, for a person.
package enum DivergenceText {
  package static let stateMissing = "the state is not available: recorded without the state track"

  /// What a person reads, one line each.
  package static func lines(
    _ divergence: Divergence, stepCount: Int64, limit: Int = 6,
    stateMissing: String = DivergenceText.stateMissing
  ) -> [String] {
    var lines: [String] = []
    if divergence.step < 0 {
      lines.append("  differs before step 0")
    } else {
      let time = formatted(divergence.seconds, "%.4f")
      lines.append("  first differing step \(divergence.step) of \(stepCount) (t = \(time) s)")
    }
    if divergence.compared != .nothing {
      if let step = divergence.comparedAfter {
        lines.append(
          "    in columns that are stored at key frames only; the key frame after step \(step) shows:"
        )
      }
      let listed = divergence.differences.prefix(limit)
      for difference in listed { lines.append("    \(difference)") }
      let more = divergence.differenceCount - listed.count
      if more > 0 { lines.append("    and \(more) more") }
      if divergence.differenceCount == 0 {
        lines.append(
          divergence.compared == .everyStep
            ? "    in columns that are stored at key frames only, and no later key frame differs: "
              + divergence.unseen.prefix(4).joined(separator: ", ")
              + (divergence.unseen.count > 4 ? " and \(divergence.unseen.count - 4) more" : "")
            : "    no field differs: the digests were computed in different ways")
      }
    } else {
      lines.append("    \(stateMissing)")
    }
    if divergence.step >= 0 {
      func list(_ inputs: [String]) -> String {
        inputs.isEmpty ? "none" : inputs.joined(separator: "; ")
      }
      lines.append("  inputs of that step: " + list(divergence.inputs))
      if let others = divergence.otherInputs {
        lines.append("     and in the second: " + list(others))
      }
    }
    lines.append("  digests \(divergence.expectedDigest) -> \(divergence.actualDigest)")
    return lines
  }
}
