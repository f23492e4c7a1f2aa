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

  static let documents = Documents("Where two recordings diverge.", RecordingDifference.self)

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
    let comparison = try RecordingDifference.compare(first, second) { reference in
      try RecordingComparison(a, b, reference: reference, limit: max(1, limit))
    }
    let description = a.header.description
    let steps = comparison.sharedStepCount
    var lines: [String] = []
    if let divergence = comparison.divergence {
      lines.append("\(first) and \(second) differ")
      lines += DivergenceText.lines(divergence, stepCount: steps, limit: max(1, limit))
    } else if comparison.isSame {
      lines.append("same: \(steps) steps, every digest equal")
    } else {
      lines.append(
        "same for \(steps) steps; then one goes on (\(comparison.stepCounts.first) and "
          + "\(comparison.stepCounts.second) steps)")
    }
    if let motion = comparison.motion {
      lines.append("  and the motion diverges here:")
      lines += DivergenceText.lines(
        motion, stepCount: steps, limit: max(1, limit))
    }
    if comparison.seedsDiffer { lines.append("  seeds: \(a.header.seed) and \(b.header.seed)") }
    if comparison.parametersDiffer {
      lines.append(
        "  parameters: \(describe(parameters: a.header.parameters, description.parameters))")
      lines.append(
        "         and: \(describe(parameters: b.header.parameters, description.parameters))")
    }
    if let step = comparison.inputsDifferAt { lines.append("  inputs differ from step \(step) on") }
    if output.format == .json {
      context.console.show(json(RecordingDifference(first, second, comparison)))
    } else {
      for line in lines { context.console.result(line) }
    }
    if !comparison.isSame { throw CommandFailure(.different, "") }
  }
}
