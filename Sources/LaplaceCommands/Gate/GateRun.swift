import DeterministicMath
import Foundation
import Recording
import Replay
import Simulation

/// Judges recordings for `ci`, `repro` and `review`: each gets a verdict, whatever the others do.
struct GateRun {
  var builds: [Build]
  /// Gives the recorded state where a file holds only some columns, and never the tool's own end.
  var reference: Build?
  /// A build that reproduces the recordings, to name phases with.
  var sound: Build?
  var jobs: Int
  var restores = Verification.Restores.oneBuild
  var keepsGoing = false
  /// When nothing more is begun.
  var deadline: Date?
  var budget: Double?

  /// A recording to be judged, and what is known of it before.
  struct Item {
    var path: String
    var recording: Recording
  }

  /// What was found of one recording in one build: for reports, and what a verb needs besides.
  struct Finding {
    var entry: GateReport.Entry
    var difference: Difference?
  }

  struct Judgement {
    /// By recording, then by build.
    var findings: [[Finding]]
    /// What is wrong with the builds.
    var problems: [GateReport.Problem]
  }

  /// Judges all of them.
  func judge(_ items: [Item], _ console: any Console) throws -> Judgement {
    var options = Verification.Options(jobs: jobs)
    options.restores = restores
    options.keepsGoing = keepsGoing
    options.givesUp = false
    if let deadline {
      options.keepsOrder = true
      options.isOver = { Date() > deadline }
    }
    // The quickest of each simulation first, then the others: a short budget sees the most.
    let order = deadline == nil ? Array(items.indices) : tiers(items)
    let verification = Verification(
      order.map { (name: items[$0].path, recording: items[$0].recording) }, builds: builds,
      options: options, reference: reference)
    let title = count(items.count, "recording")
    let report = verification.run { done, total in
      ProgressBar(title: title, total: total).update(done)
    }
    console.progress("")
    var findings: [[Finding]] = Array(repeating: [], count: items.count)
    for (place, index) in order.enumerated() {
      findings[index] = try builds.indices.map { build in
        try finding(items[index], report, place, build)
      }
    }
    let problems = report.builds.compactMap { result -> GateReport.Problem? in
      result.floatingPointFault.map { fault in
        GateReport.Problem(
          text: "build '\(result.build.name)' does not compute by the rules of IEEE 754: \(fault)",
          status: ExitStatus.refused.rawValue)
      }
    }
    return Judgement(findings: findings, problems: problems)
  }

  /// The order in which a budget is spent.
  private func tiers(_ items: [Item]) -> [Int] {
    var seen: Set<String> = []
    let quickest = items.indices.sorted {
      (items[$0].recording.stepCount, $0) < (items[$1].recording.stepCount, $1)
    }
    let first = quickest.filter {
      seen.insert(items[$0].recording.header.description.name).inserted
    }
    let isFirst = Set(first)
    return first + quickest.filter { !isFirst.contains($0) }
  }

  // MARK: One verdict

  private func finding(
    _ item: Item, _ report: VerificationReport, _ place: Int, _ build: Int
  ) throws -> Finding {
    let (pair, result) = (report.pairs[place][build], report.builds[build])
    let description = item.recording.header.description
    var entry = GateReport.Entry(
      recording: item.path, simulation: description.name, build: result.build.name,
      steps: item.recording.stepCount, verifiedSteps: pair.stepCount, outcome: .verified,
      message: "verified, \(count(Int(item.recording.stepCount), "step"))", seconds: pair.seconds)
    entry.restored = pair.keyframeCount + pair.restartCount > 0
    switch pair.verdict {
    case .same: break
    case .absent:
      entry.outcome = .absent
      entry.message = "nothing runs it: \(words(result.build)) does not have '\(description.name)'"
    case .unreadable(let error):
      entry.outcome = .trouble
      entry.message = firstSentence("\(error)")
    case .failed(let failure): fail(&entry, failure, item, result.build)
    case .different(let difference):
      try differ(&entry, difference, item, result)
      return Finding(entry: entry, difference: difference)
    }
    return Finding(entry: entry)
  }

  private func words(_ build: Build) -> String {
    build.name == Self.ownName ? "this tool" : "'\(build.name)'"
  }

  static let ownName = "this build"

  private func fail(
    _ entry: inout GateReport.Entry, _ failure: AgentFailure, _ item: Item, _ build: Build
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
      guard let end = ending(item, build) else {
        entry.mechanism = failure.message
        let isRestored = entry.verifiedSteps == entry.steps
        entry.message =
          "crashed\(isRestored ? " when restored at a key frame" : ""): \(failure)"
        return
      }
      entry.step = end.step
      let place = end.step < 0 ? "before step 0" : "at step \(end.step)"
      if case .ending(let words) = end.symptom {
        entry.mechanism = words
        entry.message = "crashed \(place): \(failure)"
      } else {
        entry.mechanism = "gives no answer in time"
        // One that gives no answer is not made to wait again for each step.
        entry.message = "hung by step \(max(0, end.step)): \(failure)"
      }
    }
  }

  static func text(_ seconds: Double) -> String {
    String(format: "%g s", seconds)
  }

  /// Where the build ends, found by running the recording's inputs again.
  private func ending(_ item: Item, _ build: Build) -> Sighting? {
    guard build.isSeparateProcess, item.recording.header.firstStep == 0 else { return nil }
    let name = item.recording.header.description.name
    let trial = AgentTrial(
      name, tested: build, reference: nil, target: .fault, keepsPrefixes: false)
    let isOver = { deadline.map { Date() > $0 } ?? false }
    return (try? trial.run(Session(item.recording), isOver: isOver)) ?? nil
  }

  private func differ(
    _ entry: inout GateReport.Entry, _ difference: Difference, _ item: Item,
    _ result: VerificationReport.BuildResult
  ) throws {
    let description = item.recording.header.description
    let text = DifferenceText(
      difference: difference, description: description, stepCount: item.recording.stepCount,
      result: result
    ) { describe($0, description.inputs) }
    let symptom = DifferenceSymptom(0, difference)
    entry.outcome = .different
    entry.step = difference.step
    entry.verifiedSteps = max(0, difference.step)
    entry.field = difference.divergence.comparison?.differences.first?.place
    entry.mechanism = symptom.signature.mechanism.rawValue
    (entry.fields, entry.differenceCount) = (symptom.signature.fields, symptom.count)
    entry.rank = symptom.rank
    entry.details = text.lines.map { $0.hasPrefix("  ") ? String($0.dropFirst(2)) : $0 }
    var place = difference.step < 0 ? "" : "at "
    if let sound, difference.restored == nil, difference.runs.agreement == .always {
      let finding = try phase(difference.divergence, item, result.build, sound)
      if case .found(let found) = finding {
        entry.phase = found.border.phase
        place += "phase \(found.border.phase) of "
      }
      entry.details += PhaseText.lines(finding).map { String($0.dropFirst(2)) }
    }
    let restored = difference.restored.map { "restored at step \($0.step), " } ?? ""
    entry.message = "\(restored)differs \(place)\(text.short)"
    if difference.divergence.comparison == nil {
      entry.message += "; no state is stored: a build beside it (--against) shows the field"
    }
  }

  private func phase(
    _ divergence: Divergence, _ item: Item, _ build: Build, _ sound: Build
  ) throws -> PhaseFinding {
    let bad: any Agent
    let good: any Agent
    do throws(AgentError) {
      (bad, good) = (try build.launch(), try sound.launch())
    } catch {
      return .unknown("\(sound.name) \(error)")
    }
    defer {
      bad.stop()
      good.stop()
    }
    return try PhaseSearch(item.recording).search(divergence, good: good, bad: bad)
  }
}

// MARK: Builds

extension GateRun {
  /// This tool as a build: a process of its own where that can be, which may end without the tool.
  static func own(_ context: ToolContext, _ limit: AgentTimeout) -> Build {
    guard let program = context.program else {
      return .inProcess(name: ownName, catalogue: context.catalogue)
    }
    return .faultyProgram(
      name: ownName, arguments: [program, "agent"], timeout: limit.timeout ?? 120,
      firstTimeout: limit.timeout ?? 300, isOwn: true)
  }

  /// This tool and the programs that were named, by names that differ.
  static func builds(
    _ agents: [AgentArgument], _ context: ToolContext, _ limit: AgentTimeout
  ) throws -> [Build] {
    let own = own(context, limit)
    let others = agents.map { agent in
      Build.faultyProgram(
        name: agent.name, command: agent.command, timeout: limit.timeout ?? 120,
        firstTimeout: limit.timeout ?? 300)
    }
    let names = ([own] + others).map(\.name)
    if let name = names.first(where: { name in names.filter { $0 == name }.count > 1 }) {
      throw CommandFailure(.trouble, "two builds have the name '\(name)'")
    }
    return [own] + others
  }
}
