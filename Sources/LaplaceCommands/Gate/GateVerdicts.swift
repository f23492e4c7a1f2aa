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
  var phase: (_ difference: Difference, _ recording: Int, _ build: Build) throws -> PhaseFinding? =
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
    case .absent: about.name != ListedBuild.ownName || pairs.allSatisfy { $0.verdict == .absent }
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
    var entry = GateReport.Entry(
      recording: report.recordings[place].name, simulation: report.recordings[place].simulation,
      build: result.build.name, steps: report.recordings[place].steps,
      verifiedSteps: pair.stepCount, outcome: .verified, seconds: pair.seconds)
    entry.restored = pair.keyframeCount + pair.restartCount > 0
    switch pair.verdict {
    case .same: break
    case .absent: entry.outcome = .absent
    case .unreadable(let error):
      (entry.outcome, entry.reason) = (.trouble, firstSentence("\(error)"))
    case .failed(let failure): fail(&entry, failure, place, result.build)
    case .different(let difference):
      (entry.outcome, entry.difference) = (.different, difference)
      (entry.step, entry.likelyCauses) = (difference.step, result.likelyCauses)
      entry.verifiedSteps = max(0, difference.step)
      if difference.restored == nil, difference.runs.agreement == .always {
        entry.phase = try phase(difference, place, result.build)
      }
    }
    return entry
  }

  private func fail(
    _ entry: inout GateReport.Entry, _ failure: AgentFailure, _ place: Int, _ build: Build
  ) {
    entry.reason = "'\(build.name)' \(failure)"
    switch failure.kind {
    case .leftOut where entry.verifiedSteps == entry.steps:
      (entry.restored, entry.reason) = (nil, nil)
    case .leftOut:
      entry.outcome = .skipped
      entry.reason = "the budget of \(formatted(budget ?? 0, "%g")) s was at its end"
    case .notStarted: entry.outcome = .trouble
    case .incompatible: entry.outcome = .refused
    case .broken:
      (entry.outcome, entry.reason) = (.crashed, failure.message)
      guard let end = ending(place, build) else {
        entry.ending = failure.message
        return
      }
      entry.step = end.step
      if case .ending(let words) = end.symptom {
        entry.ending = words
      } else {
        // One that gives no answer is not made to wait again for each step.
        (entry.hangs, entry.ending) = (true, "gives no answer in time")
      }
    }
  }
}
