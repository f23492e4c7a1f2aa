import AgentProtocol
import Pictures
import Recording
import Replay
import Simulation
import WorkerThreads

/// Recordings that this build no longer reproduces, with what changed, and what a person says of it.
struct Review {
  let set: RecordingSet
  private(set) var report: GateReport
  /// Recordings that are not as they were.
  private(set) var changes: [GateReport.Entry] = []
  /// Recordings that nothing runs or names, and lines of the lock without a recording.
  private(set) var unused: [String] = []

  /// Judges the set.
  init(
    _ set: RecordingSet, lock: String?, against: AgentCommand?, limit: AgentTimeout, jobs: Int,
    _ context: ToolContext
  ) throws {
    self.set = set
    var report = GateReport(tool: toolName, simulations: context.catalogue.map(\.name))
    var run = GateRun(
      builds: [GateRun.own(context, limit)],
      jobs: jobs)
    (run.restores, run.keepsGoing) = (.noBuild, true)
    run.sound = against?.build(limit)
    run.reference = run.sound
    let began = MonotonicClock.seconds
    let files = try run.judge(set.paths, into: &report, context.console)
    report.seconds = MonotonicClock.seconds - began
    if let lock, Files.exists(lock) {
      try Baseline.check(lock, &report, files, paths: set.paths)
    }
    report.conclude(allowsSkipped: false)
    self.report = report
    for entry in report.failures {
      switch entry.outcome {
      case .absent: unused.append("\(entry.recording): \(entry.message)")
      default: changes.append(entry)
      }
    }
    unused += report.problems.map(\.text)
    unused += Self.unnamed(set.paths)
  }

  /// Recordings of tests that no test file beside them names.
  private static func unnamed(_ paths: [String]) -> [String] {
    paths.compactMap { path in
      let folder = path.pathFolder
      guard folder.pathName == "__Recordings__" else { return nil }
      let tests = folder.pathFolder.isEmpty ? "." : folder.pathFolder
      let name = path.pathStem
      let sources = Files.names(in: tests).filter { $0.hasSuffix(".swift") }
      let isNamed = sources.contains { source in
        let text = (try? Files.text("\(tests)/\(source)")) ?? ""
        return text.contains("\(name)(") || text.contains("\"\(name)\"")
      }
      return isNamed ? nil : "\(path): no test beside it names it"
    }
  }

  /// A change for a person.
  func lines(_ change: GateReport.Entry) -> [String] {
    var lines = [GateText(report: report).line(change)]
    if let reach = change.reach { lines.append("  \(reach)") }
    if let obstacle = change.obstacle { lines.append("  cannot be accepted: \(obstacle)") }
    if let verdict = (try? ReviewLedger(besides: change.recording))?.line(of: change.recording) {
      let isOld = verdict.change != change.signature
      lines.append(
        "  \(verdict.verdict)\(isOld ? " when it changed in another way" : ""): \(verdict.because)")
    }
    return lines
  }

  /// `65 of 74 recordings changed (1 cause)`.
  var summary: String {
    let causes = report.causes.isEmpty ? "" : " (\(count(report.causes.count, "cause")))"
    let verified = report.recordings.count { $0.outcome == .verified }
    return "\(verified) of \(count(report.recordings.count, "recording")) verified, "
      + "\(changes.count) changed\(causes)"
  }
}

extension GateReport.Entry {
  /// The reason why the change cannot be accepted; `nil` if it can.
  var obstacle: String? {
    switch outcome {
    case .crashed: "the simulation crashes"
    case .trouble: "it cannot be read"
    default:
      difference.flatMap { difference in
        difference.runs.agreement == .always
          ? nil : "its runs do not agree with each other; see \(toolName) hunt \(simulation)"
      }
    }
  }

  /// The change as the ledger knows it.
  var signature: String {
    difference.map { "\($0.runs.first.actual) at step \($0.step)" } ?? message
  }

  /// How far a change reaches in one recording, on one line; `nil` if it was not followed.
  var reach: String? {
    guard let growth = difference?.growth else { return nil }
    func number(_ value: Double) -> String { formatted(value, "%.3g") }
    var parts = [
      "\(growth.stepCount) of \(count(Int(steps), "step")) differ, "
        + (growth.healedAt.map { "healed at step \($0)" } ?? "to the end")
    ]
    let widest = growth.samples.map(\.rows).max { $0.differing < $1.differing }
    if let widest, widest.total > 0 {
      let share = Int((100 * Double(widest.differing) / Double(widest.total)).rounded())
      parts.append("\(widest.differing) of \(count(widest.total, "row")) (\(share) %)")
    }
    if let first = growth.samples.first?.differenceMax,
      let most = growth.samples.compactMap(\.differenceMax).max()
    {
      parts.append(
        "largest difference \(number(first))" + (most > first ? ", later \(number(most))" : ""))
    }
    if let apart = growth.samples.compactMap(\.distanceMax).max() {
      parts.append("farthest apart \(number(apart))")
    }
    return parts.joined(separator: "; ")
  }
}

// MARK: Accepting

extension Review {
  /// Records a changed recording anew, and puts it into the lock.
  ///
  /// - Throws: `CommandFailure`; the old recording is then as it was.
  func accept(_ change: GateReport.Entry, because: String, lock: String?) throws {
    let path = change.recording
    if let obstacle = change.obstacle {
      throw CommandFailure(
        change.outcome == .crashed ? .crashed : .refused,
        "\(path): not accepted: \(obstacle)")
    }
    // The run is right, and only the lock has another one.
    if change.outcome != .replaced {
      let old = try open(path)
      let last = try old.digest(after: old.stepCount - 1)
      try NewRecording(path).write(
        to: path,
        notes: [
          BuildFact(name: "accepted", value: because),
          BuildFact(name: "accepted.replaces", value: "last digest \(last)"),
        ])
    }
    if let lock { try Baseline.update(lock, [path], drops: []) }
    var ledger = try ReviewLedger(besides: path)
    ledger.drop(path)
    try ledger.save()
  }

  /// Keeps a reason for what was not accepted.
  func keep(_ change: GateReport.Entry, _ verdict: String, because: String) throws {
    var ledger = try ReviewLedger(besides: change.recording)
    ledger.note(
      change.recording, verdict, because: because, change: change.signature)
    try ledger.save()
  }
}

// MARK: Pictures

extension Review {
  /// The set as a page, with a picture of the last step of each changed run as it was and as it is.
  func page() -> GatePage {
    var page = GatePage(report: report)
    guard let folder = try? makeTemporaryFolder("review") else { return page }
    defer { Files.remove(folder) }
    // A cause's smallest witness stands for it.
    for cause in report.causes.prefix(8) {
      let entry = report.recordings[cause.recordings[0]]
      guard entry.outcome == .different else { continue }
      let copy = folder + "/after.mcap"
      guard (try? NewRecording(entry.recording).write(to: copy, notes: [])) != nil,
        let before = Self.picture(entry.recording, entry), let after = Self.picture(copy, entry)
      else { continue }
      page.pictures[entry.recording] = (before, after)
    }
    return page
  }

  /// The stored state after the last step, drawn by its positions; `nil` where it has none.
  private static func picture(_ path: String, _ entry: GateReport.Entry) -> String? {
    var context = ToolContext.current
    // What the file holds, not what a run gives.
    context.catalogue = []
    context.console = SilentConsole()
    return ToolContext.$current.withValue(context) {
      guard let source = try? RenderSource(recording: path, agent: nil, AgentTimeout()),
        let frames = try? source.frames([entry.steps - 1], DrawingRequest(), isYUp: false),
        !frames.isEmpty
      else { return nil }
      return PictureSheet(
        title: "\(source.name), step \(entry.steps - 1)", frames: frames, content: .everything,
        theme: .light, size: 360
      ).svg
    }
  }
}

/// Takes what nobody is to read.
private final class SilentConsole: Console {
  let isInteractive = false
  func write(result lines: String) {}
  func write(word line: String) {}
  func progress(_ text: String) {}
}
