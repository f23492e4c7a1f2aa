import ArgumentParser
import Recording
import Replay
import Simulation
import WorkerThreads

struct CICommand: DocumentedCommand {
  static var configuration: CommandConfiguration {
    CommandConfiguration(
      commandName: "ci",
      abstract: "Gate a change: verify a set of recordings, and report it to people and machines.",
      discussion: """
        Every recording gets one line; a crash ends that recording and no other. Failures that look \
        alike are one cause, and each leaves a file that `\(toolName) repro` shows again.

        With a budget, the quickest recording of each simulation comes first, then the other ones, \
        then restores. What it leaves out is said, and is status 3 where a recording was not run.

        Reports are \(ReportKind.list); the annotations of github go to standard output, or to \
        github=FILE.

        A build that the build list marks as different is a negative control: it must differ on some \
        recording.

        EXAMPLES
          \(toolName) ci
          \(toolName) ci Recordings/ --budget 120s --report junit=out.xml,github,html=out.html
          \(toolName) ci Recordings/ --agent debug=.build/debug/\(toolName)
          \(toolName) ci Recordings/ --builds quick --require --keyframes
          \(toolName) ci Recordings/ --shard 1/4 --report json=shard1.json
          \(toolName) ci --merge shard*.json --report html=all.html
        """)
  }

  static let documents = Documents(
    "What became of each recording; also what --report json=FILE writes.", GateReport.self)

  @Argument(
    help: "Recordings, and folders of recordings; default: Recordings. With --merge: JSON reports.",
    completion: .recording)
  var recordings: [String] = []

  @OptionGroup var others: OtherBuilds

  @Option(
    help: ArgumentHelp(
      """
      A build that reproduces the recordings: beside it, the phase of a difference is found; default: \
      any that does.
      """, valueName: "[name=]command"))
  var against: AgentCommand?

  @OptionGroup var restore: RestoreOption

  @Option(help: ArgumentHelp("How long to run: 30s, 2m.", valueName: "time"))
  var budget: Budget?

  @Flag(help: "Succeed although the budget left recordings out.")
  var allowSkipped = false

  @Option(help: ArgumentHelp("Run one part of the set.", valueName: "i/n"))
  var shard: ShardArgument?

  @Flag(help: "Merge the JSON reports of all shards into the report of the whole.")
  var merge = false

  @OptionGroup var told: ReportsOption

  @Option(
    help: ArgumentHelp(
      "The lock file whose digests the recordings must have; default: recordings.lock in the folder.",
      valueName: "lock file"), completion: .lockFile)
  var lock: String?

  @OptionGroup var jobs: JobsOption

  @OptionGroup var output: FormatOption

  func validate() throws {
    if merge && recordings.isEmpty {
      throw ValidationError("--merge needs the JSON reports of the shards")
    }
    let runs = shard != nil || budget != nil || against != nil || lock != nil
    if merge && (runs || !others.isEmpty || restore.keyframes != nil) {
      throw ValidationError("--merge runs nothing: leave out what says how to run")
    }
  }

  func run() throws {
    let context = ToolContext.current
    try told.check(inputs(recordings))
    var read = recordings
    var report = try merge ? GateReport.merged(recordings) : judged(context, &read)
    report.conclude(allowsSkipped: allowSkipped)
    if output.format == .json {
      context.console.show(json(report))
    } else {
      for line in GateText(report: report).lines { context.console.result(line) }
    }
    try told.write(report, inputs(read), context.console)
    guard report.status == 0 else {
      throw CommandFailure(
        ExitStatus(rawValue: report.status) ?? .trouble, "", advice: next(report))
    }
  }

  /// All inputs of the run, with `recordings`.
  private func inputs(_ recordings: [String]) -> [String] {
    recordings + [lock, others.manifest].compactMap(\.self) + (against?.words ?? [])
      + others.agents.flatMap(\.words)
  }

  /// - Parameter read: gets the files of the set.
  private func judged(_ context: ToolContext, _ read: inout [String]) throws -> GateReport {
    let began = MonotonicClock.seconds
    let set = try RecordingSet(recordings.isEmpty ? ["Recordings"] : recordings)
    let lock = lock ?? set.lock
    read = set.paths + [lock].compactMap(\.self)
    try told.check(inputs(read))
    var report = GateReport(tool: toolName, simulations: context.catalogue.map(\.name))
    (report.shard, report.budget) = (shard?.shard, budget?.seconds)
    var own = set.paths
    if let shard = shard?.shard {
      let places = shard.places(set.paths.map { (try? openSteps($0).stepCount) ?? 0 })
      own = set.paths.enumerated().filter { places.contains($0.offset) }.map(\.element)
    }
    let listed = try listedBuilds()
    if !others.agentsOnly { try requireSoundArithmetic() }
    var run = GateRun(
      builds: listed.filter { $0.skipped == nil }.map { build in
        build.command == nil ? GateRun.own(context, others.limit) : build.build(context)
      }, jobs: jobs.count)
    run.restores = restore.restores
    run.sound = against?.build(others.limit)
    // Of its own differences, a build knows no more than the file.
    run.reference = run.sound ?? (others.isEmpty ? nil : GateRun.own(context, others.limit))
    run.deadline = budget.map { began + $0.seconds }
    run.budget = budget?.seconds
    let files = try run.judge(own, into: &report, context.console)
    report.tell(listed.filter { $0.skipped != nil }, isFailure: others.require)
    if let lock {
      try Baseline.check(lock, &report, files, paths: set.paths)
    }
    try GateRun.writeRepros(&report, files, to: told.failures, context.console)
    report.seconds = MonotonicClock.seconds - began
    return report
  }

  private func listedBuilds() throws -> [ListedBuild] {
    let own = others.agentsOnly ? [] : [ListedBuild(name: ListedBuild.ownName)]
    let all = try own + others.listed()
    try OtherBuilds.check(all)
    return all
  }

  /// The command that leads on from the most telling failure.
  private func next(_ report: GateReport) -> String? {
    let witnesses = report.causes.compactMap(\.recordings.first).map { report.recordings[$0] }
    if let repro = witnesses.compactMap(\.repro).first {
      var words = ["repro", repro]
      let build = try? merge ? nil : listedBuilds().first { $0.name == witnesses.first?.build }
      if let build, build.command != nil { words += build.agentWords }
      return ([toolName] + words.map(shellWord)).joined(separator: " ")
    }
    if let entry = report.failures.first {
      switch entry.outcome {
      case .replaced, .refused: return "\(toolName) review \(shellWord(entry.recording))"
      case .trouble:
        return entry.advice ?? "\(toolName) info \(shellWord(entry.recording))"
      case .absent: return "\(toolName) list"
      case .crashed, .different, .verified, .skipped: break
      }
    }
    if !report.problems.isEmpty {
      return "\(toolName) accept RECORDINGS… --lock LOCK --prune, if it is meant to be gone"
    }
    return report.recordings.contains { $0.outcome == .skipped }
      ? "give more time with --budget, divide the set with --shard, or accept it with --allow-skipped"
      : nil
  }
}
