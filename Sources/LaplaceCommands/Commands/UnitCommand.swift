import ArgumentParser
import Recording
import Replay
import Simulation
import WorkerThreads

struct UnitCommand: DocumentedCommand {
  static var configuration: CommandConfiguration {
    CommandConfiguration(
      commandName: "unit",
      abstract: "Run units of a plan, and write what each came to as a line of JSON.",
      discussion: """
        Agents and the last recordings are kept from unit to unit. A file of results that is there \
        already is gone on with: units that it has results of are not run again.

        The plan `-` is read from standard input, line by line, and each unit is answered before the \
        next is read: so a scheduler hands out units one by one to a process that stays.

        Status 0 says that the units were run, whatever they came to: the verdict is `merge`'s.

        EXAMPLES
          \(toolName) unit plan.jsonl -o results.jsonl
          \(toolName) unit plan.jsonl --shard 3/16 --jobs 4 -o results/3.jsonl
          \(toolName) unit - <plan.jsonl >results.jsonl
        """)
  }

  static let documents = Documents(
    "One line of results; the line of the kind 'results' has the version.", ResultLine.self)

  @Argument(help: "The plan, or - for standard input.", completion: .lines)
  var plan: String

  @Option(
    name: .shortAndLong,
    help: ArgumentHelp("The results to write or to go on with.", valueName: "file"),
    completion: .lines)
  var output: String?

  @Option(help: ArgumentHelp("Run one part of the units.", valueName: "i/n"))
  var shard: ShardArgument?

  @Option(help: "Units at work at a time.")
  var jobs = 1

  @Option(help: ArgumentHelp("Begin no unit after this time: 30s, 2m.", valueName: "time"))
  var budget: Budget?

  func validate() throws {
    if !(1...1024).contains(jobs) { throw ValidationError("--jobs needs a count from 1 to 1024") }
    if plan == "-" && (shard != nil || jobs != 1) {
      throw ValidationError(
        "a plan from standard input is run in its order: leave out --shard, --jobs")
    }
  }

  func run() throws {
    let context = ToolContext.current
    try requireSoundArithmetic()
    let deadline = budget.map { MonotonicClock.seconds + $0.seconds }
    if plan == "-" { return try UnitStream(output, context).run(deadline) }
    let planned = try Plan.read(plan)
    let sink = try ResultSink(output, plan: planned.head.id, context.console)
    let left = own(planned.units).filter { !sink.done.contains($0.unit) }
    let batch = try UnitBatch(planned, context, jobs: jobs)
    let run = batch.run(left, sink, deadline)
    try sink.finish()
    if let output {
      context.console.say(
        "\(output): \(count(run.done, "unit")) run, \(own(planned.units).count - left.count) had a result"
      )
    }
    if run.troubled > 0 {
      throw CommandFailure(.trouble, "\(count(run.troubled, "unit")) could not be run here")
    }
    if run.done < left.count {
      throw CommandFailure(
        .loss, "\(count(left.count - run.done, "unit")) left out: the time was over",
        advice: "type the command again to go on")
    }
  }

  /// The units of this shard.
  private func own(_ units: [PlannedUnit]) -> [PlannedUnit] {
    guard let shard = shard?.shard else { return units }
    let places = shard.places(units.map(\.cost))
    return units.enumerated().filter { places.contains($0.offset) }.map(\.element)
  }
}
