import AgentProtocol
import DeterministicMath
import Recording
import Replay
import Sessions
import Simulation
import WorkerThreads

/// Judges recordings for `ci`, `repro` and `review`: each gets a verdict, whatever the others do.
struct GateRun {
  var builds: [Build]
  /// Gives the recorded state where a file holds only some columns, and never the tool's own end.
  var reference: Build?
  /// A build that reproduces the recordings, to name phases with; `nil` for whichever does.
  var sound: Build?
  var jobs: Int
  var restores = Verification.Restores.oneBuild
  var keepsGoing = false
  /// When nothing more is begun, in seconds of the ``MonotonicClock``.
  var deadline: Double?
  var budget: Double?

  typealias Item = (path: String, recording: Recording)

  /// Judges all of them.
  func judge(_ items: [Item], _ console: any Console) throws -> GateVerdicts.Judgement {
    var options = Verification.Options(jobs: jobs)
    options.restores = restores
    options.keepsGoing = keepsGoing
    options.givesUp = false
    if let deadline {
      options.keepsOrder = true
      options.isOver = { MonotonicClock.seconds > deadline }
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
    var verdicts = GateVerdicts(report: report, budget: budget)
    verdicts.phase = { difference, place, build in
      // Any build will do that gives the recording's bits.
      let other = builds.indices.first {
        builds[$0].expectation == .same && report.recordings[place].runs[$0].verdict == .same
      }
      guard let good = sound ?? other.map({ builds[$0] }) else { return nil }
      return try phase(difference, items[order[place]].recording, build, good)
    }
    verdicts.ending = { place, build in
      Self.ending(items[order[place]].recording, build, deadline: deadline)
    }
    var judgement = try verdicts.judgement()
    let found = judgement.findings
    for (place, index) in order.enumerated() { judgement.findings[index] = found[place] }
    return judgement
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

  // MARK: More of a failure

  /// Where the build ends, found by running the recording's inputs again.
  static func ending(_ recording: Recording, _ build: Build, deadline: Double? = nil) -> Sighting? {
    guard build.isSeparateProcess, recording.header.firstStep == 0 else { return nil }
    let name = recording.header.description.name
    let trial = AgentTrial(
      name, tested: build, reference: nil, target: .fault, keepsPrefixes: false)
    let isOver = { deadline.map { MonotonicClock.seconds > $0 } ?? false }
    return (try? trial.run(try Session(recording), isOver: isOver)) ?? nil
  }

  private func phase(
    _ difference: Difference, _ recording: Recording, _ build: Build, _ sound: Build
  ) throws -> PhaseFinding {
    let bad: any Agent
    let good: any Agent
    do throws(AgentError) {
      (bad, good) = (try build.launch(), try sound.launch())
    } catch {
      return PhaseFinding(unknown: "\(sound.name) \(error)")
    }
    defer {
      bad.stop()
      good.stop()
    }
    return try PhaseSearch(recording).search(difference, good: good, bad: bad)
  }
}

// MARK: Builds

extension GateRun {
  /// This tool as a build.
  static func own(_ context: ToolContext, _ limit: AgentTimeout) -> Build {
    .own(context, timeout: limit.next, firstTimeout: limit.first)
  }
}
