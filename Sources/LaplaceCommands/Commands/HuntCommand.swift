import AgentProtocol
import ArgumentParser
import Recording
import Replay
import Sessions
import Simulation
import WorkerThreads

struct HuntCommand: DocumentedCommand {
  static var configuration: CommandConfiguration {
    CommandConfiguration(
      commandName: "hunt",
      abstract: "Find what a simulation depends on besides parameters, seed and inputs.",
      discussion: """
        Runs the simulation in processes with fixed hashing, addresses, time zone and locale. Then one \
        thing is changed at a time, and each run is compared with the first: the process, the hash \
        seed, the contents of fresh memory, addresses, time zone, locale, working folder, HOME, user's \
        and host's name, number of processors, pauses, a second run in the process, a restore in the \
        middle, a step back, looking at each state, steps one by one, threads; and several of them \
        together. A change that this machine does not allow is listed with the reason. Each run has a \
        process of its own; a crash is a finding. The value of SWIFT_DETERMINISTIC_HASHING has no effect.

        The inputs are those of `record`. Further sessions are drawn from --fuzz-seed, of inputs like \
        those and like those of the recordings that --learn names. The inputs of one that shows \
        something are kept in --findings, for `record --input`.

        --cover looks for something else: inputs that reach functions and branches of the simulation's \
        own sources that neither the given inputs nor the recordings of --learn reach. Sessions that \
        reach more are changed a little and tried again, up to --sessions or --budget; those that \
        reached something first are kept in --findings. It needs a program with counters, as \
        `coverage --build` makes it.

        Status 0: nothing was found; 1: a line for each cause, or each session that reaches more.

        EXAMPLES
          \(toolName) hunt spring
          \(toolName) hunt spring --steps 300 --learn drag.mcap --fuzz 20
          \(toolName) hunt ball --cover --learn drag.mcap --agent ".build-coverage/debug/ball agent"
          \(toolName) hunt skirmish --agent ../game/.build/debug/game
        """)
  }

  static let documents = Documents(
    "What a simulation depends on; with --cover the inputs that reach more.", Result.self,
    HuntCover.Result.self)

  @Argument(help: "The simulation (see `list`).", completion: .simulation)
  var simulation: String

  @OptionGroup var options: RunOptions

  @Option(help: "The number of steps; default: the one that `list` shows, at most 1,200.")
  var steps: Int64?

  @Option(help: "Runs of each change; up to 10 where they do not agree.")
  var repeats = 3

  @Option(help: "Sessions with inputs that are drawn from a seed.")
  var fuzz = 2

  @Option(help: "The seed of those sessions.")
  var fuzzSeed: UInt64 = 1

  @Option(
    help: ArgumentHelp("A recording to learn inputs from; repeat for more.", valueName: "file"),
    completion: .recording)
  var learn: [String] = []

  @Option(
    help: ArgumentHelp("How long to go on with further sessions: 30s, 2m.", valueName: "time"))
  var budget = Budget(seconds: 30)

  @Option(
    help: ArgumentHelp(
      "The folder for the inputs of drawn sessions that show something.", valueName: "folder"),
    completion: .directory)
  var findings = "findings"

  @Flag(help: "Look for inputs that reach what no given or learned ones reach.")
  var cover = false

  @Option(help: "With --cover: sessions at most.")
  var sessions = 100_000

  @Option(
    help: ArgumentHelp(
      "With --cover: a folder of sources that count; repeat for more; default: the package's.",
      valueName: "folder"), completion: .directory)
  var sources: [String] = []

  @OptionGroup var program: AgentOption

  @OptionGroup var output: FormatOption

  func validate() throws {
    if repeats < 1 { throw ValidationError("--repeats needs a number from 1 up") }
    if sessions < 1 { throw ValidationError("--sessions needs a number from 1 up") }
    if fuzz < 0 { throw ValidationError("--fuzz needs a number from 0 up") }
    if let steps, steps < 1 || steps > 1 << 32 {
      throw ValidationError("--steps needs a count of 1 or more")
    }
  }

  struct Result: VersionedDocument {
    var version = documentVersion
    var simulation: String
    var seed: UInt64
    var steps: Int64
    var sessions: Int
    var runs: Int
    var findings: [HuntFinding]
    var changes: [Hunt.Outcome]
    var skipped: [String]
  }

  func run() throws {
    try requireSoundArithmetic()
    let console = ToolContext.current.console
    let work = try HuntWork(self)
    let deadline = MonotonicClock.seconds + budget.seconds
    if cover { return try reachMore(work, until: deadline, console) }
    let hunt = Hunt(
      work.name, program: work.program, means: work.means, repeats: repeats,
      timeout: program.limit.next, firstTimeout: program.limit.first,
      isOver: { MonotonicClock.seconds > deadline })
    let report = try attempt(work.name) {
      defer { console.progress("") }
      return try hunt.run(work.sessions) { console.progress("hunting: \($0)") }
    }
    var result = Result(
      simulation: work.name, seed: work.sessions[0].seed, steps: work.sessions[0].stepCount,
      sessions: report.sessionCount, runs: report.runCount,
      findings: report.findings.map { $0.withInputs(of: work) }, changes: report.outcomes,
      skipped: work.skipped + report.skipped)
    try keepInputs(&result, work)
    if output.format == .json {
      console.show(json(result))
    } else {
      tell(result, console)
    }
    guard let first = result.findings.first else { return }
    throw CommandFailure(.different, "", advice: first.inputs.map { next($0, work) })
  }

  private func reachMore(_ work: HuntWork, until deadline: Double, _ console: any Console) throws {
    guard !work.grammar.isEmpty else {
      throw CommandFailure(
        .trouble, "\(work.name): there are no inputs to learn from",
        advice: "name recordings with --learn, or inputs with --input")
    }
    let hunt = HuntCover(
      simulation: work.name, program: work.program, tools: try CoverageTools(in: nil),
      sources: try CoverageSources(sources), timeout: program.limit.next,
      firstTimeout: program.limit.first)
    let result = try hunt.run(
      work.known, work.grammar, kinds: work.kinds, seed: fuzzSeed, limit: sessions,
      isOver: { MonotonicClock.seconds > deadline }, findings: findings, console)
    if output.format == .json {
      console.show(json(result))
    } else {
      for line in result.lines(next: { next($0, work) }) { console.result(line) }
    }
    if !result.reached.isEmpty { throw CommandFailure(.different, "") }
  }

  /// Writes the inputs of drawn sessions that show something.
  private func keepInputs(_ result: inout Result, _ work: HuntWork) throws {
    for (index, finding) in result.findings.enumerated() where finding.session > 0 {
      let path = "\(findings)/\(work.name)-\(drawnSeed(finding)).jsonl"
      let lines = work.sessions[finding.session].inputs.map {
        InputScript.line($0, kinds: work.kinds) + "\n"
      }
      result.findings[index].inputs = try writeFreely(
        lines.joined(), to: path, advice: "name another folder with --findings")
    }
  }

  private func drawnSeed(_ finding: HuntFinding) -> UInt64 {
    fuzzSeed &+ UInt64(max(0, finding.session - 1))
  }

  /// The command that records the session of a finding.
  private func next(_ inputs: String, _ work: HuntWork) -> String {
    let session = work.sessions[0]
    var words = ["record", work.name, "--input", inputs, "--seed", "\(session.seed)"]
    words += ["--steps", "\(session.stepCount)", "-o", inputs.dropLast(6) + ".mcap"]
    for setting in options.settings { words += ["--set", setting] }
    if let agent = program.agent { words += ["--agent", agent.command] }
    return ([toolName] + words.map(shellWord)).joined(separator: " ")
  }

  private func tell(_ result: Result, _ console: any Console) {
    for finding in result.findings {
      console.complain("\(result.simulation): \(finding.problem); \(finding.advice)")
      let place = finding.step.map { $0 < 0 ? "before step 0" : "from step \($0) on" } ?? ""
      let percent = finding.runs == 0 ? 0 : 100 * finding.differing / finding.runs
      let session =
        finding.session > 0 ? ", with inputs drawn by --fuzz-seed \(drawnSeed(finding))" : ""
      console.result(
        "\(finding.mechanism): \(finding.change): \(finding.differing) of "
          + "\(count(finding.runs, "run")) (\(percent) %) \(place)\(session)")
      for field in finding.fields { console.result("  " + field) }
      if let inputs = finding.inputs { console.result("  inputs: \(inputs)") }
    }
    for words in result.skipped { console.say("\(result.simulation): \(words)") }
    let causes =
      result.findings.isEmpty
      ? "nothing found" : count(result.findings.count, "cause")
    console.result(
      "\(result.simulation): \(causes), \(result.changes.count) changes, "
        + "\(count(result.runs, "run")) of \(count(Int(result.steps), "step")), "
        + "\(count(result.sessions, "session")), seed \(result.seed)")
  }
}

/// What one ``HuntCommand`` runs.
private struct HuntWork {
  let name: String
  let program: [String]
  let kinds: [KindSchema]
  let sessions: [Session]
  /// The given session, and those of the recordings to learn from.
  let known: [Session]
  let grammar: InputGrammar
  let means: HuntMeans
  var skipped: [String]

  init(_ command: HuntCommand) throws {
    let context = ToolContext.current
    let entry = command.program.agent == nil ? try context.entry(named: command.simulation) : nil
    name = entry?.name ?? command.simulation
    if let agent = command.program.agent {
      program = agent.words
    } else if let path = context.program {
      program = [path, "agent"]
    } else {
      throw CommandFailure(
        .trouble, "\(name): this program cannot be started again: name it with --agent")
    }
    means = HuntMeans(workers: entry == nil ? nil : ["--workers", "4"])
    skipped = means.skipped
    let (description, defaults) = try Self.description(name, program, command.program.limit)
    kinds = description.inputs
    let recorded = try command.options.recordedRun()
    let seed = command.options.seed(recorded)
    let parameters = try command.options.parameters(defaults, of: description, recorded)
    let script = try command.options.script(
      gestures: entry?.gestures ?? "", of: description, isListed: entry != nil, recorded)
    let stepCount =
      command.steps ?? recorded?.stepCount
      ?? min(max(entry?.defaultStepCount ?? 600, 1), 1200)
    var scripts = [script]
    var sessions = [
      Session(
        parameters: parameters, seed: seed, inputs: script.filter { $0.step < stepCount },
        stepCount: stepCount)
    ]
    var known = sessions
    for path in command.learn {
      let run = try RecordedRun(path: path)
      try run.check(description)
      let inputs = try run.script()
      scripts.append(inputs)
      known.append(
        Session(
          parameters: run.header.parameters, seed: run.header.seed, inputs: inputs,
          stepCount: run.stepCount))
    }
    let grammar = InputGrammar(learning: scripts, kinds: description.inputs)
    if grammar.isEmpty {
      if command.fuzz > 0, !description.inputs.isEmpty {
        skipped.append(
          "drawn inputs: not tried (there are none to learn from; name recordings with --learn)")
      }
    } else {
      for number in 0..<command.fuzz {
        let drawn = command.fuzzSeed &+ UInt64(number)
        sessions.append(
          Session(
            parameters: parameters, seed: seed,
            inputs: grammar.session(seed: drawn, stepCount: stepCount), stepCount: stepCount))
      }
    }
    (self.sessions, self.known, self.grammar) = (sessions, known, grammar)
  }

  /// The simulation's description and its default parameters.
  private static func description(
    _ name: String, _ program: [String], _ limit: AgentTimeout
  ) throws -> (SimulationDescription, [UInt64]) {
    try attempt(name) {
      let agent = try PipeAgent(name: "agent", arguments: program)
      agent.timeout = limit.first
      defer { agent.stop() }
      do throws(AgentError) {
        let described = try agent.describe(name)
        return (described.description, described.parameters)
      } catch {
        guard case .ending(let ending) = Symptom(error) else { throw error }
        let words = agent.lastWords.map { "; \($0)" } ?? ""
        throw CommandFailure(
          .different, "\(name): starting a run ends the program: \(ending)\(words)",
          advice: "mend init(parameters:seed:), then hunt again")
      }
    }
  }
}

extension HuntFinding {
  /// The finding of a program that ended, with the inputs of that step.
  fileprivate func withInputs(of work: HuntWork) -> HuntFinding {
    guard ending != nil, let step, step >= 0 else { return self }
    var finding = self
    let inputs = work.sessions[session].inputs.filter { $0.step == step }.map {
      describe($0.input, work.kinds)
    }
    finding.fields.append(
      "inputs of that step: \(inputs.isEmpty ? "none" : inputs.joined(separator: "; "))")
    return finding
  }
}
