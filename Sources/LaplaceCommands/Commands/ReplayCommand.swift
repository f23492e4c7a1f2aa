import ArgumentParser
import DeterministicMath
import Pictures
import Recording
import Sessions
import Simulation
import WorkerThreads

struct ReplayCommand: DocumentedCommand {
  static var configuration: CommandConfiguration {
    CommandConfiguration(
      commandName: "replay",
      abstract: "Replay a recording: all of it, up to a step, or a range of steps.",
      discussion: """
        Without --at, --from and --to, all steps are replayed and every digest is compared.
        The state of a step is the state after it. Steps of a simulation that this tool does not \
        have are printed as they were recorded, unless --agent names a program that replays them.

        EXAMPLES
          \(toolName) replay orbit.mcap
          \(toolName) replay orbit.mcap --at 120 --print state --table bodies
          \(toolName) replay push.mcap --from 60 --to 180 --print events
          \(toolName) replay robot.mcap --agent "python3 robot.py"
        """)
  }

  static let documents = Documents(
    "The replay of all steps; of a range, one line for each step.", Result.self, StepState.self,
    StepRecords.self)

  @Argument(help: "The recording to replay.", completion: .recording)
  var recording: String

  @Option(help: "The step to print.")
  var at: Int64?

  @Option(help: "The first step of a range to print.")
  var from: Int64?

  @Option(help: "The last step of a range to print.")
  var to: Int64?

  @Option(name: .customLong("print"), help: "What to print for each step: state, inputs or events.")
  var what: What?

  @Option(help: "Print only this table of the state.")
  var table: String?

  @OptionGroup var program: AgentOption

  @OptionGroup var threads: WorkersOption

  @OptionGroup var output: FormatOption

  enum What: String, ExpressibleByArgument, CaseIterable {
    case state
    case inputs
    case events
  }

  struct Result: VersionedDocument {
    var version = documentVersion
    var recording: String
    var simulation: String
    var steps: Int64
    var firstDifferingStep: Int64?
    var lastDigest: String
    var wallSeconds: Double
    var timesRealTime: Double
  }

  func validate() throws {
    try validateWorkers(threads.workers, hasAgent: program.agent != nil)
    if at != nil && (from != nil || to != nil) {
      throw ValidationError("--at names one step, --from and --to a range: use one of them")
    }
  }

  func run() throws {
    try requireSoundArithmetic()
    let context = ToolContext.current.shared(among: threads.workers)
    let isWhole = at == nil && from == nil && to == nil && what == nil
    let file = try isWhole ? open(recording) : openSteps(recording)
    let name = file.header.description.name
    let isKnown = program.agent != nil || context.catalogue.contains { $0.name == name }
    if !isKnown && !isWhole && what != .events {
      return try attempt(recording) { try listStored(file, context.console) }
    }
    let player = try player(file, context)
    try attempt(recording, agent: player.agent) {
      if isWhole {
        try whole(player, context.console)
      } else {
        try range(player, context.console)
      }
    }
  }

  private func player(_ file: Recording, _ context: ToolContext) throws -> Player {
    if let agent = program.agent {
      return try agent.player(of: file, in: recording, program.limit)
    }
    let name = file.header.description.name
    let entry = try context.entry(recorded: name, in: recording)
    return try attempt(recording) { try Player(file, entry: entry) }
  }

  /// Prints recorded steps of a simulation that this tool cannot run.
  private func listStored(_ file: Recording, _ console: any Console) throws {
    let (first, last) = try range(of: file.stepCount)
    let stored = StoredStates(file)
    let name = file.header.description.name
    let isPartial = what != .inputs && !file.keyframeSteps.contains(first + 1)
    console.say(
      "\(toolName): \(recording): as recorded; nothing is replayed, this tool does not have '\(name)'"
        + (isPartial ? ", and what is stored at key frames only is not shown" : ""))
    for step in first...last {
      if what == .inputs {
        printRecords(step, try file.inputs(at: step), file.header.description.inputs, console)
        continue
      }
      guard let view = try stored.view(after: step) else {
        throw CommandFailure(
          .trouble, "\(recording): does not hold the state after step \(step)",
          advice: "name a program that runs '\(name)' with --agent")
      }
      try printState(step, view, try file.digest(after: step), console)
    }
  }

  private func range(of total: Int64) throws -> (first: Int64, last: Int64) {
    let first = at ?? from ?? 0
    let last = at ?? to ?? total - 1
    guard first >= 0, last < total, first <= last else {
      throw CommandFailure(
        .trouble, "\(recording): has steps 0 to \(total - 1), not \(first) to \(last)")
    }
    return (first, last)
  }

  /// The command that says more of a difference, with the same program.
  private var verifyAgain: String {
    var words = ["verify", recording]
    if let agent = program.agent { words += ["--agent", "\(agent.name)=\(agent.command)"] }
    if let workers = threads.workers { words += ["--workers", "\(workers)"] }
    return ([toolName] + words.map(shellWord)).joined(separator: " ")
  }

  private func whole(_ player: Player, _ console: any Console) throws {
    let total = player.recording.stepCount
    let bar = ProgressBar(title: "replaying", total: total)
    let start = MonotonicClock.seconds
    while player.run.stepCount < total, player.firstDivergence == nil {
      try player.prepare(512)
      try player.step()
      if player.run.stepCount & 63 == 0 { bar.update(player.run.stepCount) }
    }
    bar.finish()
    let wall = MonotonicClock.seconds - start
    let simulated = Double(total) * player.run.description.stepDuration.seconds
    let speed = wall > 0 ? simulated / wall : 0
    let name = player.run.description.name
    if output.format == .json {
      console.show(
        json(
          Result(
            recording: recording, simulation: name, steps: player.run.stepCount,
            firstDifferingStep: player.firstDivergence,
            lastDigest: player.run.digest().description, wallSeconds: wall, timesRealTime: speed)))
    }
    if let step = player.firstDivergence {
      throw CommandFailure(
        .different, "\(recording): replays differently from step \(step) on",
        advice: verifyAgain)
    }
    if output.format == .text {
      console.result(
        "\(recording): \(total) steps of \(name) replayed, every digest as recorded; "
          + "\(rounded(simulated, 1)) s in \(rounded(wall, 3)) s (\(rounded(speed, 0)) x real time)"
      )
    }
  }

  private func range(_ player: Player, _ console: any Console) throws {
    let (first, last) = try range(of: player.recording.stepCount)
    let what = what ?? .state
    try player.seek(to: first)
    for step in first...last {
      try player.step()
      switch what {
      case .state:
        try printState(step, try player.state(), player.run.digest(), console)
      case .inputs:
        printRecords(
          step, try player.recording.inputs(at: step), player.run.description.inputs, console)
      case .events:
        printRecords(step, try player.run.events(), player.run.description.events, console)
      }
      if let bad = player.firstDivergence {
        throw CommandFailure(
          .different, "\(recording): replays differently from step \(bad) on",
          advice: verifyAgain)
      }
    }
  }

  struct StepRecords: VersionedDocument {
    var version = documentVersion
    var step: Int64
    var records: [String]
  }

  private func printRecords(
    _ step: Int64, _ records: [RecordWords], _ kinds: [KindSchema], _ console: any Console
  ) {
    let lines = records.map { describe($0, kinds) }
    if output.format == .json {
      if !lines.isEmpty { console.result(compactJSON(StepRecords(step: step, records: lines))) }
      return
    }
    for line in lines { console.result("step \(step)  \(line)") }
  }

  struct StepState: VersionedDocument {
    var version = documentVersion
    var step: Int64
    var digest: String
    var tables: [String: [StateListing.Row]]
  }

  private func printState(
    _ step: Int64, _ view: StateView, _ digest: StateDigest, _ console: any Console
  ) throws {
    let listing = StateListing(view)
    let tables = try listing.tables(table)
    if output.format == .json {
      var rows: [String: [StateListing.Row]] = [:]
      for index in tables { rows[view.schema.tables[index].name] = listing.rows(index) }
      console.result(
        compactJSON(StepState(step: step, digest: digest.description, tables: rows)))
      return
    }
    console.result("step \(step)  digest \(digest)")
    for index in tables {
      for line in listing.lines(index, isAsked: table != nil) { console.result(line) }
    }
  }
}
