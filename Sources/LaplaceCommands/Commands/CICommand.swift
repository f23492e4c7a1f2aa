import ArgumentParser
import Foundation
import Recording
import Replay
import Simulation

struct CICommand: ParsableCommand {
  static var configuration: CommandConfiguration {
    CommandConfiguration(
      commandName: "ci",
      abstract: "Gate a change: verify a set of recordings, and report it to people and machines.",
      discussion: """
        Every recording gets one line; a crash ends that recording and no other. Failures that look \
        alike are one cause, and each leaves a file that `\(toolName) repro` shows again.

        With a budget, the quickest recording of each simulation comes first, then the other ones, \
        then restores. What it leaves out is said, and is status 3 where a recording was not run.

        Reports are junit=FILE, sarif=FILE, tap=FILE, html=FILE, json=FILE, and github, whose \
        annotations go to standard output, or to github=FILE.

        EXAMPLES
          \(toolName) ci
          \(toolName) ci Recordings/ --budget 120s --report junit=out.xml,github,html=out.html
          \(toolName) ci Recordings/ --agent debug=.build/debug/\(toolName)
          \(toolName) ci Recordings/ --shard 1/4 --report json=shard1.json
          \(toolName) ci --merge shard*.json --report html=all.html
        """)
  }

  @Argument(
    help: "Recordings, and folders of recordings; default: Recordings. With --merge: JSON reports.",
    completion: .recording)
  var recordings: [String] = []

  @Option(
    name: .customLong("agent"),
    help: ArgumentHelp(
      "Another build to run: a name, and the command that starts it or the path of its tool.",
      valueName: "name=command"))
  var agents: [AgentArgument] = []

  @Option(
    help: ArgumentHelp(
      "A build that reproduces the recordings: beside it, the phase of a difference is found.",
      valueName: "name=command"))
  var against: AgentArgument?

  @Option(help: ArgumentHelp("How long to run: 30s, 2m.", valueName: "time"))
  var budget: Budget?

  @Flag(help: "Succeed although the budget left recordings out.")
  var allowSkipped = false

  @Option(help: ArgumentHelp("Run one part of the set.", valueName: "i/n"))
  var shard: ShardArgument?

  @Flag(help: "Merge the JSON reports of all shards into the report of the whole.")
  var merge = false

  @Option(
    help: ArgumentHelp(
      "Reports to write, separated by commas: junit=FILE, sarif=FILE, tap=FILE, github, html=FILE, "
        + "json=FILE.", valueName: "kind=file"), completion: .list(ReportList.beginnings))
  var report: [ReportList] = []

  @Option(
    help: ArgumentHelp("The folder for the files of failures.", valueName: "folder"),
    completion: .directory)
  var failures = "failures"

  @Option(
    help: ArgumentHelp(
      "The lock file whose digests the recordings must have; default: recordings.lock in the folder.",
      valueName: "lock file"), completion: .lockFile)
  var lock: String?

  @Option(help: "Parallel jobs; default: one for each processor.")
  var jobs: Int?

  @OptionGroup var limit: AgentTimeout

  @OptionGroup var output: FormatOption

  func validate() throws {
    if let jobs, jobs < 1 { throw ValidationError("--jobs needs a count of 1 or more") }
    if merge && recordings.isEmpty {
      throw ValidationError("--merge needs the JSON reports of the shards")
    }
    if merge && (shard != nil || budget != nil || !agents.isEmpty || against != nil || lock != nil)
    {
      throw ValidationError("--merge runs nothing: leave out what says how to run")
    }
  }

  private var reports: [ReportOption] { report.flatMap(\.reports) }

  func run() throws {
    let context = ToolContext.current
    for report in reports { try report.check(merge ? recordings : []) }
    var report = try merge ? GateReport.merged(recordings) : judged(context)
    report.conclude(allowsSkipped: allowSkipped)
    if output.format == .json {
      context.console.result(json(report))
    } else {
      for line in GateText(report: report).lines { context.console.result(line) }
    }
    for option in reports { try option.write(report, context.console) }
    guard report.status == 0 else {
      throw CommandFailure(
        ExitStatus(rawValue: report.status) ?? .trouble, "", advice: next(report))
    }
  }

  private func judged(_ context: ToolContext) throws -> GateReport {
    let began = Date()
    let set = try RecordingSet(recordings.isEmpty ? ["Recordings"] : recordings)
    for path in set.paths { for report in reports { try report.check([path]) } }
    var report = GateReport(tool: toolName, simulations: context.catalogue.map(\.name))
    (report.shard, report.budget) = (shard?.shard, budget?.seconds)
    var own = set.paths
    if let shard = shard?.shard {
      let places = shard.places(set.paths.map { (try? StepReader(path: $0).stepCount) ?? 0 })
      own = set.paths.enumerated().filter { places.contains($0.offset) }.map(\.element)
    }
    try requireSoundArithmetic()
    var run = GateRun(
      builds: try GateRun.builds(agents, context, limit),
      jobs: jobs ?? ProcessInfo.processInfo.activeProcessorCount)
    if let against {
      run.sound = .program(
        name: against.name, command: against.command, timeout: limit.timeout ?? 120,
        firstTimeout: limit.timeout ?? 300)
    }
    // Of its own differences, a build knows no more than the file.
    run.reference = run.sound ?? (agents.isEmpty ? nil : run.builds[0])
    run.deadline = budget.map { began.addingTimeInterval($0.seconds) }
    run.budget = budget?.seconds
    let files = try run.judge(own, into: &report, context.console).files
    if let lock = lock ?? set.lock {
      try Baseline.check(lock, &report, files, paths: set.paths)
    }
    try GateRun.writeRepros(&report, files, to: failures, context.console)
    report.seconds = -began.timeIntervalSinceNow
    return report
  }

  /// The command that leads on from the most telling failure.
  private func next(_ report: GateReport) -> String? {
    let witnesses = report.causes.compactMap(\.recordings.first).map { report.recordings[$0] }
    let agent = (witnesses.first?.build).flatMap { name in agents.first { $0.name == name } }
    if let repro = witnesses.compactMap(\.repro).first {
      var words = ["repro", repro]
      if let agent { words += ["--agent", "\(agent.name)=\(agent.command)"] }
      return ([toolName] + words.map(shellWord)).joined(separator: " ")
    }
    if let entry = report.failures.first {
      switch entry.outcome {
      case .replaced, .refused: return "\(toolName) review \(shellWord(entry.recording))"
      case .trouble:
        return entry.details.first { $0.hasPrefix("next: ") }.map { String($0.dropFirst(6)) }
          ?? "\(toolName) info \(shellWord(entry.recording))"
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
