import ArgumentParser
import Recording
import Replay
import Simulation

struct PlanCommand: DocumentedCommand {
  static var configuration: CommandConfiguration {
    CommandConfiguration(
      commandName: "plan",
      abstract: "Cut work into units that many machines can run.",
      discussion: """
        A plan is JSON lines: what is run, on which recordings, in which builds, and one line for \
        each unit. `\(toolName) unit` runs units, anywhere and in any order; `\(toolName) merge` makes the \
        report of one machine from their results. The documentation, Clusters, describes both.

        EXAMPLES
          \(toolName) plan verify Recordings/*.mcap --builds all -o plan.jsonl
          \(toolName) unit plan.jsonl --shard 1/4 -o results/1.jsonl
          \(toolName) plan rest plan.jsonl results/*.jsonl -o rest.jsonl
          \(toolName) merge plan.jsonl results/*.jsonl
        """, subcommands: [PlanVerifyCommand.self, PlanRestCommand.self])
  }

  static let documents = Documents(
    "One line of a plan; the line of the kind 'plan' has the version.", PlanLine.self)
}

/// The file of a plan.
struct PlanOutput: ParsableArguments {
  @Option(
    name: .shortAndLong,
    help: ArgumentHelp("The plan to write; default: standard output.", valueName: "file"),
    completion: .lines)
  var output: String?

  @Flag(help: "Replace an existing file.")
  var force = false

  /// The file, which can be written; `nil` for standard output.
  func file(_ inputs: [String]) throws -> Output? {
    let file = output.map { Output(path: $0, kind: .plan, force: force, inputs: inputs) }
    try file?.check()
    return file
  }
}

struct PlanVerifyCommand: ParsableCommand {
  static var configuration: CommandConfiguration {
    CommandConfiguration(
      commandName: "verify",
      abstract: "Plan what `verify` does with these recordings and options.",
      discussion: """
        EXAMPLES
          \(toolName) plan verify Recordings/*.mcap --builds all -o plan.jsonl
          \(toolName) plan verify night.mcap --split --pieces 64 --agents-only --agent \
        arm=./laplace-agent -o plan.jsonl
        """)
  }

  @OptionGroup var options: VerifyOptions

  @Option(help: "With --split: pieces of a recording, at most; as many as machines work.")
  var pieces = 1

  @OptionGroup var output: PlanOutput

  func validate() throws {
    if !(1...10_000).contains(pieces) {
      throw ValidationError("--pieces needs a count from 1 to 10000")
    }
  }

  func run() throws {
    let context = ToolContext.current
    let others = options.others
    let file = try output.file(
      options.recordings + [others.manifest] + others.agents.flatMap(\.words))
    var plan = Plan(PlanLine.Head(options: options.words, pieces: pieces))
    plan.builds = try options.listedBuilds()
    for index in plan.builds.indices { plan.builds[index].stamp(context) }
    var status = ExitStatus.same
    try options.openAll(isAlone: plan.runnable.count == 1, context) { name, recording in
      var line = PlanLine.Recording(name: name)
      switch recording {
      case .failure(let failure):
        context.console.complain(failure)
        status = .graver(status, failure.status)
        (line.failure, line.status) = (failure.message, failure.status.rawValue)
        plan.unreadable.append(line)
      case .success(let file):
        line.simulation = file.header.description.name
        try line.describe(file, plan.recordings.count)
        plan.recordings[plan.recordings.count] = line
      }
    }
    plan.units = UnitMerge(try plan.verification("the plan", context)).remaining.grouped
    plan.seal()
    try plan.write(to: file, context.console)
    if status != .same { throw CommandFailure(status, "") }
  }
}

extension PlanLine.Recording {
  fileprivate mutating func describe(_ file: Recording, _ number: Int) throws {
    let outline = file.outline
    (sha256, bytes) = try SHA256.file(name)
    (recording, steps, keyframes) = (number, outline.stepCount, outline.keyframeSteps)
    (firstKeyframe, cost) = (outline.firstKeyframe, outline.cost)
  }
}

extension [PlannedUnit] {
  /// By recording, so that a machine opens few; long recordings first, so that none is begun last.
  var grouped: [PlannedUnit] {
    var cost: [Int: Int64] = [:]
    for unit in self { cost[unit.recording ?? -1, default: 0] += unit.cost }
    return enumerated().sorted { a, b in
      let (one, other) = (a.element.recording ?? -1, b.element.recording ?? -1)
      if one == other { return a.offset < b.offset }
      if one < 0 || other < 0 { return one < other }
      return (-(cost[one] ?? 0), one) < (-(cost[other] ?? 0), other)
    }.map(\.element)
  }
}

struct PlanRestCommand: ParsableCommand {
  static var configuration: CommandConfiguration {
    CommandConfiguration(
      commandName: "rest",
      abstract:
        "Plan what is still to be run: units without a result, and what follows from results.",
      discussion: """
        A difference is examined by a unit of its own once it was found, so a plan may have a rest \
        although each of its units has a result. A rest without units says that `merge` can work.

        EXAMPLES
          \(toolName) plan rest plan.jsonl results/*.jsonl -o rest.jsonl
          \(toolName) plan rest plan.jsonl results/*.jsonl --failed -o rest.jsonl
        """)
  }

  @Argument(help: "The plan.", completion: .lines)
  var plan: String

  @Argument(help: "The results that there are, in any order.", completion: .lines)
  var results: [String] = []

  @Flag(help: "Run failed units again, too: a machine may have been to blame.")
  var failed = false

  @OptionGroup var output: PlanOutput

  func run() throws {
    let context = ToolContext.current
    let file = try output.file([plan] + results)
    var rest = try Plan.read(plan)
    var merge = UnitMerge(try rest.verification(plan, context))
    merge.forgetsFailures = failed
    try merge.read(results, plan: rest.head.id)
    rest.units = merge.remaining.grouped
    try rest.write(to: file, context.console)
  }
}
