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
    let steps = min(a.stepCount, b.stepCount)
    let result = RecordingDifference(first, second, steps: steps, comparison)
    var lines: [String] = []
    switch comparison.verdict {
    case .different(.length(let one, let other)):
      lines.append(
        "same for \(min(one, other)) steps; then one goes on (\(one) and \(other) steps)")
    case .different(.divergence(let divergence)):
      lines.append("\(first) and \(second) differ")
      lines += DivergenceText.lines(
        divergence, description, stepCount: steps, limit: max(1, limit))
    case .same, .failed, .unreadable, .absent:
      lines.append(same(steps))
    }
    if let motion = comparison.motion {
      lines.append("  and the motion diverges here:")
      lines += DivergenceText.lines(
        motion, description, stepCount: steps, limit: max(1, limit))
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
      context.console.show(json(result))
    } else {
      for line in lines { context.console.result(line) }
    }
    if case .same = comparison.verdict { return }
    throw CommandFailure(.different, "")
  }

  private func same(_ steps: Int64) -> String { "same: \(steps) steps, every digest equal" }
}
