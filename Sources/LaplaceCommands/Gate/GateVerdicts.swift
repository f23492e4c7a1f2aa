import Recording
import Replay
import Sessions
import Simulation

/// Makes a gate's verdicts of a verification, which ran here or on many machines.
struct GateVerdicts {
  let report: VerificationReport
  /// Seconds that the verification might take.
  var budget: Double?
  /// Finds the phase of a difference; `nil` where nothing can.
  var phase: (_ divergence: Divergence, _ recording: Int, _ build: Build) throws -> PhaseFinding? =
    { _, _, _ in nil }
  /// Finds where a build that broke off does so.
  var ending: (_ recording: Int, _ build: Build) -> Sighting? = { _, _ in nil }

  struct Judgement {
    /// By recording, then by build; without those of negative controls that did their work.
    var findings: [[GateReport.Entry]]
    var builds: [GateReport.BuildEntry]
    /// What is wrong with the builds.
    var problems: [GateReport.Problem]
  }

  func judgement() throws -> Judgement {
    let builds = report.builds.indices
    return Judgement(
      findings: try report.recordings.indices.map { place in
        try builds.filter { isTold(report.recordings[place].runs, $0) }.map {
          try finding(place, $0)
        }
      }, builds: builds.map(sum),
      problems: report.builds.compactMap { result in
        let fault = result.build.expectation == .same ? result.floatingPointFault : nil
        return fault.map { fault in
          GateReport.Problem(
            text: "build '\(result.build.name)' does not compute by the rules of IEEE 754: "
              + fault, status: ExitStatus.refused.rawValue)
        }
      })
  }

  /// Whether what a build made of a recording is a result by itself.
  private func isTold(_ pairs: [VerificationReport.Pair], _ build: Int) -> Bool {
    let about = report.builds[build].build
    return switch pairs[build].verdict {
    // A negative control is judged over all recordings.
    case .same, .different: about.expectation == .same
    // The tool need not have what another build runs.
    case .absent: about.name != GateRun.ownName || pairs.allSatisfy { $0.verdict == .absent }
    case .unreadable, .failed: true
    }
  }

  private func sum(_ build: Int) -> GateReport.BuildEntry {
    let result = report.builds[build]
    var entry = GateReport.BuildEntry(
      name: result.build.name, instructionSet: result.instructionSet,
      description: result.build.summary,
      expectation: result.build.expectation)
    for pair in report.pairs(of: build) {
      switch pair.verdict {
      case .same: entry.recordings += 1
      case .different:
        entry.recordings += 1
        entry.differing += 1
      case .failed, .unreadable, .absent: break
      }
      entry.steps += pair.stepCount
      entry.seconds += pair.seconds
    }
    return entry
  }

  // MARK: One verdict

  private func finding(_ place: Int, _ build: Int) throws -> GateReport.Entry {
    let (pair, result) = (report.recordings[place].runs[build], report.builds[build])
    let (name, steps) = (report.recordings[place].simulation, report.recordings[place].steps)
    var entry = GateReport.Entry(
      recording: report.recordings[place].name, simulation: name, build: result.build.name,
      steps: steps, verifiedSteps: pair.stepCount, outcome: .verified,
      message: "verified, \(count(Int(steps), "step"))", seconds: pair.seconds)
    entry.restored = pair.keyframeCount + pair.restartCount > 0
    switch pair.verdict {
    case .same: break
    case .absent:
      entry.outcome = .absent
      entry.message = "nothing runs it: \(words(result.build)) does not have '\(name)'"
    case .unreadable(let error):
      entry.outcome = .trouble
      entry.message = firstSentence("\(error)")
    case .failed(let failure): fail(&entry, failure, place, result.build)
    case .different(let difference): try differ(&entry, difference, place, result)
    }
    return entry
  }

  private func words(_ build: Build) -> String {
    build.name == GateRun.ownName ? "this tool" : "'\(build.name)'"
  }

  private func fail(
    _ entry: inout GateReport.Entry, _ failure: AgentFailure, _ place: Int, _ build: Build
  ) {
    switch failure.kind {
    case .leftOut where entry.verifiedSteps == entry.steps: entry.restored = nil
    case .leftOut:
      entry.outcome = .skipped
      entry.message = "skipped: the budget of \(Self.text(budget ?? 0)) was at its end"
    case .notStarted:
      entry.outcome = .trouble
      entry.message = "'\(build.name)' \(failure)"
    case .incompatible:
      entry.outcome = .refused
      entry.message = "'\(build.name)' \(failure)"
    case .broken:
      entry.outcome = .crashed
      guard let end = ending(place, build) else {
        entry.ending = failure.message
        let isRestored = entry.verifiedSteps == entry.steps
        entry.message =
          "crashed\(isRestored ? " when restored at a key frame" : ""): \(failure)"
        return
      }
      entry.step = end.step
      let step = end.step < 0 ? "before step 0" : "at step \(end.step)"
      if case .ending(let words) = end.symptom {
        entry.ending = words
        entry.message = "crashed \(step): \(failure)"
      } else {
        entry.ending = "gives no answer in time"
        // One that gives no answer is not made to wait again for each step.
        entry.message = "hung by step \(max(0, end.step)): \(failure)"
      }
    }
  }

  static func text(_ seconds: Double) -> String {
    "\(formatted(seconds, "%g")) s"
  }

  private func differ(
    _ entry: inout GateReport.Entry, _ difference: Difference, _ recording: Int,
    _ result: VerificationReport.BuildResult
  ) throws {
    let text = DifferenceText(
      difference: difference, stepCount: report.recordings[recording].steps, result: result)
    entry.outcome = .different
    entry.step = difference.step
    entry.verifiedSteps = max(0, difference.step)
    entry.difference = difference
    entry.details = text.lines.map { $0.hasPrefix("  ") ? String($0.dropFirst(2)) : $0 }
    var place = difference.step < 0 ? "" : "at "
    if difference.restored == nil, difference.runs.agreement == .always,
      let finding = try phase(difference.divergence, recording, result.build)
    {
      if case .found(let found) = finding {
        entry.phase = found.border.phase
        place += "phase \(found.border.phase) of "
      }
      entry.details += PhaseText.lines(finding).map { String($0.dropFirst(2)) }
    }
    let restored = difference.restored.map { "restored at step \($0.step), " } ?? ""
    entry.message = "\(restored)differs \(place)\(text.short)"
    if difference.divergence.compared == .nothing {
      entry.message += "; no state is stored: a build beside it (--against) shows the field"
    }
  }
}
