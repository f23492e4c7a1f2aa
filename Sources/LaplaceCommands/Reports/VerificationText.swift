import Replay
import Simulation

/// A verification for a person: trouble first, then differences, the builds, and one line on all.
struct VerificationText {
  let report: VerificationReport
  let skipped: [BuildManifest.Entry]
  let isMarkdown: Bool
  /// The command that goes on from a build's difference from one recording.
  let next: (VerificationReport.RecordingResult, _ difference: Difference, _ build: Build) -> String
  /// How many causes of one build's differences are shown in full.
  private static let fullCountMax = 3

  /// What went wrong, one line each.
  func sayTrouble(_ console: any Console) {
    for entry in skipped {
      console.complain("build '\(entry.name)' skipped: \(entry.skipped ?? "no command")")
    }
    for (index, result) in report.builds.enumerated() {
      let name = result.build.name
      if result.hasContradiction, let given = result.build.instructionSet {
        console.complain(
          "build '\(name)' is listed as \(given), but runs on \(result.instructionSet)")
      }
      if let fault = result.floatingPointFault, result.build.expectation == .same {
        console.complain("build '\(name)' does not compute by the rules of IEEE 754: \(fault)")
      }
      sayFailures(index, result, console)
      sayControl(index, result, console)
    }
  }

  /// A failure that several recordings have in common is said once.
  private func sayFailures(
    _ build: Int, _ result: VerificationReport.BuildResult, _ console: any Console
  ) {
    let name = result.build.name
    let subject = result.build.isOther ? "agent '\(name)'" : name
    if let failure = result.givenUp { console.complain("\(subject) \(failure)") }
    var places: [(what: String, recordings: [Int])] = []
    for (recording, pair) in report.pairs(of: build).enumerated() {
      let what: String
      switch pair.verdict {
      case .failed(let failure) where failure != result.givenUp: what = "\(subject) \(failure)"
      case .unreadable(let error): what = "\(error)"
      case .absent: what = "\(subject) does not have the recorded simulation"
      default: continue
      }
      if let index = places.firstIndex(where: { $0.what == what }) {
        places[index].recordings.append(recording)
      } else {
        places.append((what, [recording]))
      }
    }
    for (what, recordings) in places {
      let more = recordings.count > 1 ? " and \(recordings.count - 1) more" : ""
      console.complain("\(report.recordings[recordings[0]].name)\(more): \(what)")
    }
  }

  private func sayControl(
    _ build: Int, _ result: VerificationReport.BuildResult, _ console: any Console
  ) {
    let pairs = report.pairs(of: build)
    guard result.build.expectation == .different, pairs.allSatisfy({ $0.verdict == .same }) else {
      return
    }
    let steps = pairs.reduce(0) { $0 + $1.stepCount }
    console.complain(
      "negative control '\(result.build.name)' agrees with the recording"
        + "\(pairs.count == 1 ? "" : "s") over \(steps) steps: the comparison missed a"
        + " difference that it must find")
  }

  func writeResults(_ console: any Console) {
    for build in report.builds.indices { writeDifferences(build, console) }
    if report.builds.count + skipped.count > 1 {
      let table = VerificationTable(report: report, skipped: skipped, isWide: isMarkdown).table
      for line in isMarkdown ? table.markdownLines : table.lines { console.result(line) }
    }
    for line in summary { console.result(line) }
    if !isOfOne { for line in resimulations { console.result(line) } }
  }

  /// One build on one recording: one line says it all.
  private var isOfOne: Bool {
    report.builds.count == 1 && skipped.isEmpty && report.recordings.count == 1
  }

  private static let resimulation =
    "verified by re-simulation; its key frames were not restored"

  /// Builds whose key frames prove nothing.
  private var resimulations: [String] {
    report.builds.indices.filter { !report.builds[$0].restores && report.isSame($0) }
      .map { "build '\(report.builds[$0].build.name)': \(Self.resimulation)" }
  }

  private func writeDifferences(_ build: Int, _ console: any Console) {
    let result = report.builds[build]
    let causes = report.causes(of: build)
    let recordingCount = causes.reduce(0) { $0 + $1.recordings.count }
    if result.build.expectation == .different {
      let first = causes.flatMap(\.recordings).min()
      if let first, let difference = report.recordings[first].runs[build].verdict.difference {
        let text = DifferenceText(difference, stepCount: report.recordings[first].steps)
        console.result(
          "negative control '\(result.build.name)' differs as it must: "
            + "\(report.recordings[first].name): \(text.short)")
      }
      return
    }
    if recordingCount > 1 {
      console.complain(
        "\(result.build.name) differs: \(count(causes.count, "cause")) for "
          + count(recordingCount, "recording"))
    }
    for (number, cause) in causes.enumerated() {
      for recording in cause.recordings {
        guard let difference = report.recordings[recording].runs[build].verdict.difference else {
          continue
        }
        let isFull = recording == cause.recordings[0] && number < Self.fullCountMax
        write(difference, recording, result, isFull: isFull, console)
      }
      if cause.recordings.count > 1 {
        let fields = cause.fields
        let listed = fields.prefix(3).joined(separator: ", ")
        let more = fields.count > 3 ? " and \(fields.count - 3) more" : ""
        console.result(
          "  cause \(number + 1) of \(causes.count), \(cause.mechanism)"
            + (fields.isEmpty ? "" : " of \(listed)\(more)")
            + ": \(count(cause.recordings.count, "recording"))")
      }
    }
  }

  /// One recording's difference: in full for the smallest witness of a cause, else on one line.
  private func write(
    _ difference: Difference, _ recording: Int, _ result: VerificationReport.BuildResult,
    isFull: Bool, _ console: any Console
  ) {
    let path = report.recordings[recording].name
    let causes = isFull ? CauseReport.lines(path, difference, result.build) : []
    let text = DifferenceText(
      difference, stepCount: report.recordings[recording].steps,
      causes: causes.map { "cause: \($0)" } + result.likelyCauses)
    console.complain(
      "\(path): \(result.build.name) differs from the recording (\(mode(difference)))")
    guard isFull else {
      console.result("  \(text.short)")
      return
    }
    for line in text.lines { console.result(line) }
    console.say("  next: \(next(report.recordings[recording], difference, result.build))")
  }

  private func mode(_ difference: Difference) -> String {
    guard let restored = difference.restored else { return "whole run" }
    return restored.isKeyframe ? "from a key frame" : "restored at step \(restored.step)"
  }
}

// MARK: The last lines

extension VerificationText {
  /// One line on all of it; with several classes, one line for each.
  var summary: [String] {
    let classes = report.classes
    let members = classes.flatMap(\.members)
    guard !members.isEmpty else { return [] }
    let steps = report.comparedStepCount(of: members)
    let sets = Set(members.map { report.builds[$0].instructionSet }).count
    if isOfOne {
      guard classes[0].isAsRecorded else { return [] }
      let front = "\(report.recordings[0].name): bit-exact over \(report.recordings[0].steps) steps"
      if !report.builds[0].restores { return ["\(front), \(Self.resimulation)"] }
      let proof = RestoreProof(report)
      return [
        "\(front); \(proof.place.map { "goes on the same when \($0)" } ?? RestoreProof.missing)"
      ]
    }
    let head =
      "\(count(members.count, "build")) over \(count(sets, "instruction set")), "
      + "\(classes.count) class\(classes.count == 1 ? "" : "es")"
    if classes.count == 1, classes[0].isAsRecorded {
      return [
        RestoreProof(report).line,
        "\(head): bit-exact over \(report.recordings.reduce(0) { $0 + $1.steps }) steps of "
          + "\(count(report.recordings.count, "recording")) (\(steps) build-steps in all)\(rest)",
      ]
    }
    return ["\(head)\(rest):"] + classes.map { "  " + line(for: $0) }
  }

  private func line(for group: VerificationReport.Class) -> String {
    let names = group.members.map { report.builds[$0].build.name }.joined(separator: ", ")
    guard let recording = group.firstRecording, let step = group.firstStep else {
      return "class \(group.name), as recorded: \(names)"
    }
    let place = step < 0 ? "before step 0" : "at step \(step)"
    return
      "class \(group.name): \(names): diverges \(place) of \(report.recordings[recording].name)"
  }

  /// What is not in the classes.
  private var rest: String {
    let failed = report.builds.indices.count { build in
      report.pairs(of: build).contains { $0.verdict.failure != nil }
    }
    let controls = report.builds.indices.count { build in
      report.builds[build].build.expectation == .different
        && report.pairs(of: build).contains { $0.verdict.difference != nil }
    }
    let wavering = report.builds.indices.count { report.wavers($0) }
    var words: [String] = []
    if wavering > 0 { words.append("\(wavering) in no class: not the same when run again") }
    if controls > 0 {
      words.append("\(count(controls, "negative control")) differ\(controls == 1 ? "s" : "")")
    }
    if failed > 0 { words.append("\(failed) failed") }
    if !skipped.isEmpty { words.append("\(skipped.count) skipped") }
    return words.isEmpty ? "" : "; " + words.joined(separator: ", ")
  }
}
