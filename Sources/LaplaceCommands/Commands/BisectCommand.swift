import AgentProtocol
import ArgumentParser
import Recording
import Replay
import Sessions
import Simulation

struct BisectCommand: DocumentedCommand {
  static var configuration: CommandConfiguration {
    CommandConfiguration(
      commandName: "bisect",
      abstract: "Find the first step at which a build, or a run with other parameters, diverges.",
      discussion: """
        Searches by halving, from key frame to key frame; each probe starts in the last state that \
        agreed with the recording. A build that diverges is run again, several times where it does \
        not do the same: it diverges always, in some of the runs, or never twice the same.

        The first differing step is then taken again by the build and by one that reproduces the \
        recording: this one, or --against. Their states are compared where the phases of the step end, \
        so that the phase is named, and what differs there before anything follows from it. A \
        simulation of your own names its phases with mark("forces") in its step.

        `git bisect run` understands the exit status: 0 is good, 1 is bad, and 125, which stands for \
        a build that cannot be started, crashes or has another description of its state, is skipped.

        With --commits, every commit of a range is built and run, and compared with its parent: all \
        that change what the build does are listed, with their effects. Each distinct source tree is \
        built once, in a folder of the cache; the repository is not touched. Status 1: some do.

        With --flag or --modules, the source stays the same: builds are made in which some flags or \
        object files are those of a bad build and the others those of a good one, until it is known \
        which make the difference, this very difference and no other.

        EXAMPLES
          \(toolName) bisect orbit.mcap --commits v1.0..HEAD
          \(toolName) bisect orbit.mcap --commits v1.0..HEAD --build make --product robot
          \(toolName) bisect orbit.mcap --build 'cc {flags} robot.c -o {out}' --flag -O3 \
        --flag -ffast-math --flag '-ffp-contract=off => -ffp-contract=fast'
          \(toolName) bisect orbit.mcap --build 'c++ {modules} -o {out}' --modules 'good => bad'
          \(toolName) bisect orbit.mcap --agent old=../before/.build/release/\(toolName)
          \(toolName) bisect orbit.mcap --against old=../before/.build/release/\(toolName)
          \(toolName) bisect orbit.mcap --set density=2
          git bisect run sh -c "swift build || exit 125; .build/debug/\(toolName) bisect orbit.mcap"
        """)
  }

  static let documents = Documents(
    "The first differing step; all changes of a range; or the parts that make a difference.",
    Result.self, BisectCommits.Result.self, BisectExchanges.Result.self)

  @Argument(help: "The recording to compare with.", completion: .recording)
  var recording: String

  @Option(
    help: ArgumentHelp(
      "The build to test; default: this one. Where builds are made, {} stands for the product.",
      valueName: "[name=]command"))
  var agent: AgentCommand?

  @OptionGroup var limit: AgentTimeout

  @Option(
    help: ArgumentHelp(
      "A build that reproduces the recording, to find the differing phase; default: this one.",
      valueName: "[name=]command"))
  var against: AgentCommand?

  @Option(
    name: .customLong("set"),
    help: ArgumentHelp(
      "Run with another value of a parameter; repeat for more.", valueName: "name=value"))
  var settings: [String] = []

  @OptionGroup var commits: CommitOptions

  @OptionGroup var exchanges: ExchangeOptions

  @OptionGroup var output: FormatOption

  func validate() throws {
    if commits.range != nil, !settings.isEmpty {
      throw ValidationError("--commits compares builds: leave out --set")
    }
    if commits.range != nil, against != nil {
      throw ValidationError("--commits compares each commit with its parent: leave out --against")
    }
    if !exchanges.isEmpty {
      if commits.range != nil { throw ValidationError("--commits or parts of a build, not both") }
      if commits.build == nil {
        throw ValidationError("--flag and --modules need --build: the command that makes a build")
      }
      if !settings.isEmpty || against != nil {
        throw ValidationError("--flag and --modules compare builds: leave out --set and --against")
      }
    }
    if commits.range == nil, let option = commits.given(withParts: !exchanges.isEmpty) {
      throw ValidationError("\(option) needs --commits")
    }
  }

  struct Result: VersionedDocument {
    var version = documentVersion
    var recording: String
    var agent: String
    var verdict: String
    var probes: Int
    var stepsTaken: Int64
    /// The difference, with what all runs did.
    var difference: Difference?
    var phase: PhaseFinding?
    /// The evidence for a cause.
    var causes: [CauseReport]?
  }

  func run() throws {
    try requireSoundArithmetic()
    let context = ToolContext.current
    let file = try open(recording)
    if let range = commits.range {
      return try BisectCommits(
        path: recording, file: file, options: commits, range: range, agent: agent, limit: limit,
        format: output.format
      ).run()
    }
    if !exchanges.isEmpty {
      return try BisectExchanges(
        path: recording, file: file, exchanges: try exchanges.exchanges(),
        builds: try ExchangeBuilds(command: commits.build ?? "", product: commits.product),
        launcher: ProductLauncher(agent, limit), format: output.format
      ).run()
    }
    let description = file.header.description
    let parameters = try applying(
      settings, to: file.header.parameters, of: description.parameters)
    let name = agent?.name ?? "this build"
    let found: Result
    do {
      found = try search(file, parameters, name, context)
    } catch let failure as CommandFailure where failure.status != .trouble || agent != nil {
      // No verdict on the build: for `git bisect run` that is neither good nor bad.
      var untestable = failure
      untestable.status = .untestable
      throw untestable
    }
    if output.format == .json { context.console.show(json(found)) }
    let cost = "\(count(found.probes, "probe")), \(found.stepsTaken) steps taken"
    guard let difference = found.difference else {
      if output.format == .text {
        context.console.result(
          "\(recording): \(name) reproduces all \(file.stepCount) steps (\(cost))")
      }
      return
    }
    if output.format == .text {
      context.console.result("\(recording): \(name) diverges from the recording (\(cost))")
      context.console.result("  \(RunTallyText(runs: difference.runs).text)")
      let lines = DifferenceText(difference, stepCount: file.stepCount).fields
      for line in lines + (found.phase?.lines ?? []) { context.console.result(line) }
      for cause in found.causes ?? [] { context.console.result("  cause: \(cause.text)") }
    }
    throw CommandFailure(.different, "", advice: commandAgain)
  }

  /// Bisects, runs a build again that diverged, and finds the phase.
  private func search(
    _ file: Recording, _ parameters: [UInt64], _ name: String, _ context: ToolContext
  ) throws -> Result {
    func launch() throws -> any Agent {
      if let agent { return try limit.start(name: agent.name, command: agent.command) }
      return InProcessAgent(catalogue: context.catalogue)
    }
    let bisector = Bisector(
      file, reference: InProcessAgent(catalogue: context.catalogue), parameters: parameters)
    let candidate = try attempt(recording) { try launch() }
    defer { candidate.stop() }
    return try attempt(recording, agent: candidate) {
      let report = try bisector.bisect(candidate) { left in
        context.console.progress(
          "bisecting: \(left.upperBound - left.lowerBound) steps left (\(left.lowerBound) to "
            + "\(left.upperBound))")
      }
      context.console.progress("")
      var found = Result(
        recording: recording, agent: name, verdict: "same", probes: report.probeCount,
        stepsTaken: report.stepCount)
      guard let first = report.difference else { return found }
      let difference = try bisector.repeat(first, launch: launch)
      (found.verdict, found.difference) = ("different", difference)
      found.phase = try phase(of: difference, file, parameters, candidate, context)
      found.causes = causes(found, candidate)
      return found
    }
  }

  /// Finds the phase; whatever keeps it from that is told, and leaves the verdict as it is.
  private func phase(
    of difference: Difference, _ file: Recording, _ parameters: [UInt64],
    _ candidate: any Agent, _ context: ToolContext
  ) throws -> PhaseFinding {
    let isOwn = agent == nil && settings.isEmpty
    if against == nil, isOwn {
      return PhaseFinding(
        unknown: "give a build that reproduces the recording: --against name=command")
    }
    let reference: any Agent
    do throws(AgentError) {
      reference =
        if let against {
          try limit.start(name: against.name, command: against.command)
        } else {
          InProcessAgent(catalogue: context.catalogue)
        }
    } catch {
      return PhaseFinding(unknown: "\(against?.name ?? "this build") \(error)")
    }
    defer { reference.stop() }
    return try PhaseSearch(file, parameters: parameters)
      .search(difference, good: reference, bad: candidate)
  }

  /// What speaks for a cause: bits, repeats, arithmetic, calls.
  private func causes(_ found: Result, _ candidate: any Agent) -> [CauseReport] {
    var causes = CauseReport.all(
      phase: found.phase, runs: found.difference?.runs, hello: try? candidate.hello())
    guard agent != nil || against != nil, settings.isEmpty else { return causes }
    func program(_ agent: AgentCommand?) -> String? {
      if let agent { return UndefinedSymbols.program(ofCommand: agent.command) }
      return Files.program
    }
    if let calls = CauseReport.calls(
      bad: program(agent), good: program(against), goodName: against?.name ?? "this build")
    {
      causes.append(calls)
    }
    return causes
  }

  /// The command that follows the difference to the end; none for other parameters, which no build
  /// reproduces.
  private var commandAgain: String? {
    guard settings.isEmpty else { return nil }
    var words = ["verify", recording]
    if let agent { words += ["--agent", "\(agent.name)=\(agent.command)"] }
    return ([toolName] + (words + ["--keep-going"]).map(shellWord)).joined(separator: " ")
  }
}
