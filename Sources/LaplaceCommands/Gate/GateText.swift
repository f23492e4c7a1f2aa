import Replay

/// A gate's report for a person: a line for each recording, its causes, and one line on all.
struct GateText {
  let report: GateReport
  /// Whether a line has to name its build.
  let hasManyBuilds: Bool

  init(report: GateReport) {
    self.report = report
    hasManyBuilds = Set(report.recordings.map(\.build)).count > 1
  }

  /// Words that are listed of many.
  private static let listedMax = 8

  private static func listed(_ words: [String]) -> String {
    let more = words.count - listedMax
    return words.prefix(listedMax).joined(separator: ", ") + (more > 0 ? " and \(more) more" : "")
  }

  var lines: [String] { verdicts + tail }

  /// A line for each recording; where builds disagree on it, one for each of them.
  var verdicts: [String] {
    guard hasManyBuilds else { return report.recordings.map(line) }
    let groups = Dictionary(grouping: report.recordings, by: \.recording)
    return uniqued(report.recordings.map(\.recording)).flatMap { path in
      let entries = groups[path] ?? []
      guard entries.count > 1, entries.allSatisfy({ $0.outcome == .verified }),
        let first = entries.first
      else { return entries.map(line) }
      return ["\(path): \(first.message) in \(entries.count) builds"]
    }
  }

  func line(_ entry: GateReport.Entry) -> String {
    let build = hasManyBuilds ? " [\(entry.build)]" : ""
    let cause =
      report.causes.count > 1 ? entry.cause.map { " (cause \($0 + 1))" } ?? "" : ""
    return "\(entry.recording)\(build): \(entry.message)\(cause)"
  }

  /// Causes, the set's problems, and the sums.
  var tail: [String] {
    var lines: [String] = []
    for (number, cause) in report.causes.enumerated() where cause.recordings.count > 1 {
      let witness = report.recordings[cause.recordings[0]].recording
      lines.append(
        "cause \(number + 1) of \(report.causes.count), \(cause.text): "
          + "\(count(cause.recordings.count, "recording")), the smallest witness is \(witness)")
    }
    lines += report.problems.map(\.text)
    lines += controls
    lines.append(summary)
    lines += notes
    return lines
  }

  /// `31 of 32 verified, 1 differs (1 cause)`.
  var summary: String {
    func number(_ outcome: GateReport.Outcome) -> Int {
      report.recordings.count { $0.outcome == outcome }
    }
    var parts = ["\(number(.verified)) of \(report.recordings.count) verified"]
    func add(_ outcome: GateReport.Outcome, _ one: String, _ many: String, _ more: String = "") {
      let found = number(outcome)
      if found > 0 { parts.append("\(found) \(found == 1 ? one : many)\(more)") }
    }
    let differing = Set(
      report.recordings.filter { $0.outcome == .different }.compactMap(\.cause))
    add(
      .different, "differs", "differ",
      differing.isEmpty ? "" : " (\(count(differing.count, "cause")))")
    add(.crashed, "crashed", "crashed")
    add(.refused, "refused", "refused")
    add(.absent, "that nothing runs", "that nothing runs")
    add(.trouble, "not readable or not started", "not readable or not started")
    add(.replaced, "not the accepted one", "not the accepted ones")
    add(.skipped, "skipped", "skipped")
    let shard = report.shard.map { "shard \($0.index) of \($0.count): " } ?? ""
    return shard + parts.joined(separator: ", ")
  }

  /// Builds that did what they are there for by differing.
  private var controls: [String] {
    (report.builds ?? []).filter { $0.expectation == .different && $0.differing > 0 }.map { build in
      "negative control '\(build.name)' differs on \(count(build.differing, "recording")), as it must"
    }
  }

  /// What was covered and proven, and what not.
  private var notes: [String] {
    var lines: [String] = []
    if report.shard == nil, !report.simulations.isEmpty {
      let (covered, uncovered) = report.coverage
      lines.append(
        "covered: \(covered.count) of \(count(report.simulations.count, "simulation"))"
          + (uncovered.isEmpty ? "" : "; not covered: " + Self.listed(uncovered)))
    }
    for build in report.builds ?? [] {
      guard let reason = build.skipped else { continue }
      let text = "build '\(build.name)' skipped: \(reason)"
      // Where it is a failure, it has been told as one.
      if !report.problems.contains(where: { $0.text == text }) { lines.append(text) }
    }
    let unproven = report.recordings.filter { $0.outcome == .verified && $0.restored == nil }
    if !unproven.isEmpty {
      lines.append(
        "not restored: the key frames of \(count(unproven.count, "recording")), which the budget "
          + "left out")
    }
    return lines
  }
}

extension GateReport.Entry {
  /// The outcome on one line that goes on after the recording's name.
  var message: String {
    let reason = reason ?? ""
    switch outcome {
    case .verified: return "verified, \(count(Int(steps), "step"))"
    case .different: return differing
    case .crashed:
      guard let step else {
        return "crashed\(verifiedSteps == steps ? " when restored at a key frame" : ""): \(reason)"
      }
      if hangs == true { return "hung by step \(max(0, step)): \(reason)" }
      return "crashed \(step < 0 ? "before step 0" : "at step \(step)"): \(reason)"
    case .trouble, .refused: return reason
    case .replaced: return "reproduces, but \(reason)"
    case .absent:
      let runner = build == ListedBuild.ownName ? "this tool" : "'\(build)'"
      return "nothing runs it: \(runner) does not have '\(simulation)'"
    case .skipped: return "skipped: \(reason)"
    }
  }

  private var differing: String {
    guard let difference else { return "differs" }
    let restored = difference.restored.map { "restored at step \($0.step), " } ?? ""
    let place = difference.step < 0 ? "" : "at " + (phase?.name.map { "phase \($0) of " } ?? "")
    let short = DifferenceText(difference, stepCount: steps).short
    return "\(restored)differs \(place)\(short)"
      + (difference.compared == .nothing
        ? "; no state is stored: another build (--against) shows the field" : "")
  }

  /// More of the outcome, a line each.
  var details: [String] {
    let lines = difference.map {
      DifferenceText($0, stepCount: steps, causes: likelyCauses).lines + (phase?.lines ?? [])
    }
    return (lines ?? []).map { $0.hasPrefix("  ") ? String($0.dropFirst(2)) : $0 }
      + (advice.map { ["next: \($0)"] } ?? [])
  }
}
