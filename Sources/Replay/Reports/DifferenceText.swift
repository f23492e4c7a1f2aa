import Recording
import Sessions
import Simulation

/// A difference for a person.
package struct DifferenceText {
  let difference: Difference
  let stepCount: Int64
  /// The greatest number of fields to list.
  var limit = 6
  /// The causes that are known, a line each.
  var causes: [String] = []

  package init(
    _ difference: Difference, stepCount: Int64, limit: Int = 6, causes: [String] = []
  ) {
    (self.difference, self.stepCount) = (difference, stepCount)
    (self.limit, self.causes) = (limit, causes)
  }

  /// A build's difference from a recording, a line each.
  package var lines: [String] {
    var lines: [String] = []
    if isOfAnotherRun {
      lines.append("  first differing step \(difference.step) of \(stepCount)")
      lines += [repetition]
      lines.append("  a later run, watched step by step, diverges here:")
    }
    lines += fields
    if !isOfAnotherRun { lines.append(repetition) }
    if difference.step < 0, difference.restored == nil {
      lines.append("  the run begins differently: before any step and any input")
    }
    if let restored = difference.restored, difference.runs.agreement == .always {
      lines.append("  " + consequence(of: restored))
    }
    lines += causes.map { "  " + $0 }
    if let growth = difference.growth { lines += GrowthText(growth: growth).lines }
    return lines
  }

  /// The step, its time, the fields that differ, inputs and digests, a line each.
  package var fields: [String] {
    var lines: [String] = []
    let mismatch = difference.mismatch
    if mismatch.step < 0 {
      lines.append("  differs before step 0")
    } else {
      let time = formatted(difference.seconds, "%.4f")
      lines.append("  first differing step \(mismatch.step) of \(stepCount) (t = \(time) s)")
    }
    if difference.compared != .nothing, let step = difference.comparedAfter {
      lines.append(
        "    in columns that are stored at key frames only; the key frame after step \(step) shows:"
      )
    }
    if difference.compared == .nothing {
      lines.append("    the state is not available: \(stateMissing)")
    } else if difference.comparison.count > 0 {
      lines += difference.comparison.lines(limit: limit).map { "    " + $0 }
    } else {
      lines.append(
        difference.compared == .everyStep
          ? "    in columns that are stored at key frames only, and no later key frame differs: "
            + difference.unseen.joined(separator: ", ")
          : "    no field differs: the digests were computed in different ways")
    }
    if mismatch.step >= 0 {
      func list(_ inputs: [String]) -> String {
        inputs.isEmpty ? "none" : inputs.joined(separator: "; ")
      }
      lines.append("  inputs of that step: " + list(difference.inputs))
      if let others = difference.otherInputs {
        lines.append("     and in the second: " + list(others))
      }
    }
    lines.append("  digests \(mismatch.expected) -> \(mismatch.actual)")
    return lines
  }

  /// Step and first field on one line.
  package var short: String {
    let place = difference.comparison.differences.first.map { ": \($0)" } ?? ""
    if isOfAnotherRun { return "step \(difference.step), not the same in a second run\(place)" }
    return difference.step < 0 ? "before step 0\(place)" : "step \(difference.step)\(place)"
  }

  /// The consequence of a restore, as far as it is known.
  private func consequence(of restored: Restored) -> String {
    if let loss = restored.loss { return "restoring does not give back what was saved: \(loss)" }
    let how =
      restored.isKeyframe
      ? "restored from the key frame at step \(restored.step)"
      : "saved at step \(restored.step) and restored there into a fresh run"
    return "\(how), it goes on differently than the run that never stopped"
  }

  /// True if the state compared is of a run that diverged elsewhere than the first.
  private var isOfAnotherRun: Bool { difference.mismatch != difference.runs.first }

  private var stateMissing: String {
    difference.failure == nil && difference.runs.agreement == .always
      ? "recorded without the state track" : "no later run stopped where it diverged"
  }

  private var repetition: String {
    let runs = difference.runs
    let search = "`hunt` finds what it depends on"
    if runs.count > 2 { return "  does not repeat: \(RunTallyText(runs: runs).text); \(search)" }
    if let failure = difference.failure { return "  a second run failed: \(failure)" }
    if runs.agreement == .always {
      return "  the same again in a second run"
        + (difference.sharesProcess ? " of this process" : "")
    }
    guard let step = runs.later.first?.step else {
      return "  does not repeat: the second run does not diverge at all; \(search)"
    }
    let place = step == difference.step ? "the same step in another way" : "step \(step)"
    return "  does not repeat: the second run diverges at \(place); \(search)"
  }
}

extension VerificationReport.BuildResult {
  /// A line if the build's arithmetic is the likely cause of its differences.
  package var likelyCauses: [String] {
    floatingPointFault.map {
      ["likely cause: this build does not compute by the rules of IEEE 754: \($0)"]
    } ?? []
  }
}

/// What several runs of one build did, in words.
package struct RunTallyText {
  let runs: RunTally

  package init(runs: RunTally) { self.runs = runs }

  /// `diverges in 3 of 8 runs, at steps 51 to 59, never twice the same`.
  package var text: String {
    let steps = runs.steps
    let place =
      steps.upperBound < 0
      ? "before step 0"
      : steps.count == 1
        ? "at step \(steps.lowerBound)" : "at steps \(steps.lowerBound) to \(steps.upperBound)"
    let front =
      runs.mismatches.count == runs.count
      ? "diverges in each of \(runs.count) runs, \(place)"
      : "diverges in \(runs.mismatches.count) of \(runs.count) runs, \(place)"
    switch runs.agreement {
    case .always: return "\(front), always the same"
    case .sometimes: return "\(front), \(runs.likeFirstCount) like the first"
    case .never: return "\(front), never twice the same"
    }
  }
}

/// How a difference goes on, as a table.
package struct GrowthText {
  let growth: Growth

  package init(growth: Growth) { self.growth = growth }

  package var lines: [String] {
    var table = TextTable(columns: [
      .init(title: "step", isNumber: true), .init(title: "fields", isNumber: true),
      .init(title: "largest difference", isNumber: true),
      .init(title: "largest ULP", isNumber: true), .init(title: "farthest apart", isNumber: true),
    ])
    for sample in growth.samples {
      table.rows.append([
        "\(sample.step)", "\(sample.fieldCount)",
        sample.differenceMax.map { formatted($0, "%.3g") } ?? "-",
        sample.ulpMax.map { "\($0)" } ?? "-",
        sample.distanceMax.map { formatted($0, "%.3g") } ?? "-",
      ])
    }
    return ["  how the difference goes on:"] + table.lines.map { "    " + $0 } + ["  " + ending]
  }

  private var ending: String {
    guard let healed = growth.healedAt else {
      return "does not heal: differs to the end, step \(growth.lastStep)"
    }
    let again = growth.differing.dropFirst().first.map {
      ", diverges again at step \($0.lowerBound)"
    }
    return "healed at step \(healed)\(again ?? ""); \(growth.stepCount) steps differ in all"
  }
}
