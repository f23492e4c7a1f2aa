import AgentProtocol
import ArgumentParser
import Recording
import Replay
import Sessions
import Simulation

struct DiffCommand: DocumentedCommand {
  static var configuration: CommandConfiguration {
    CommandConfiguration(
      commandName: "diff",
      abstract: "Find the first step, object and field in which two recordings differ.",
      discussion: """
        EXAMPLES
          \(toolName) diff before.mcap after.mcap
          \(toolName) diff seed1.mcap seed2.mcap --format json
        """)
  }

  static let documents = Documents("Where two recordings diverge.", Result.self)

  struct Result: VersionedDocument {
    var version = documentVersion
    var first: String
    var second: String
    var comparison: RecordingComparison
  }

  @Argument(help: "The first recording.", completion: .recording)
  var first: String

  @Argument(help: "The second recording.", completion: .recording)
  var second: String

  @Option(help: "The greatest number of differing fields to list.")
  var limit = 6

  @OptionGroup var output: FormatOption

  func run() throws {
    let context = ToolContext.current
    let (a, b) = (try openSteps(first), try openSteps(second))
    let comparison = try RecordingComparison.of(first, a, second, b, limit: max(1, limit))
    if output.format == .json {
      context.console.show(json(Result(first: first, second: second, comparison: comparison)))
    } else {
      for line in lines(comparison, a, b) { context.console.result(line) }
    }
    if comparison.verdict != .same { throw CommandFailure(.different, "") }
  }

  private func lines(_ comparison: RecordingComparison, _ a: Recording, _ b: Recording) -> [String]
  {
    let (steps, description) = (comparison.steps, a.header.description)
    func fields(_ difference: Difference) -> [String] {
      DifferenceText(difference, stepCount: steps, limit: max(1, limit)).fields
    }
    var lines: [String] = []
    if let difference = comparison.difference {
      lines += ["\(first) and \(second) differ"] + fields(difference)
    } else if comparison.verdict == .same {
      lines.append("same: \(steps) steps, every digest equal")
    } else {
      lines.append(
        "same for \(steps) steps; then one goes on (\(a.stepCount) and \(b.stepCount) steps)")
    }
    if let motion = comparison.motion {
      lines += ["  and the motion diverges here:"] + fields(motion)
    }
    if comparison.seedsDiffer { lines.append("  seeds: \(a.header.seed) and \(b.header.seed)") }
    if comparison.parametersDiffer {
      lines.append(
        "  parameters: \(describe(parameters: a.header.parameters, description.parameters))")
      lines.append(
        "         and: \(describe(parameters: b.header.parameters, description.parameters))")
    }
    if let step = comparison.inputsDifferAt { lines.append("  inputs differ from step \(step) on") }
    return lines
  }
}
