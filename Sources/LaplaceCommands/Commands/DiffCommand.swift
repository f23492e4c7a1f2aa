import AgentProtocol
import ArgumentParser
import Recording
import Replay
import Sessions
import Simulation

struct DiffCommand: ParsableCommand {
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

  @Argument(help: "The first recording.", completion: .recording)
  var first: String

  @Argument(help: "The second recording.", completion: .recording)
  var second: String

  @Option(help: "The greatest number of differing fields to list.")
  var limit = 6

  @OptionGroup var output: FormatOption

  struct Result: VersionedDocument {
    var version = documentVersion
    var first: String
    var second: String
    var verdict: String
    var steps: Int64
    var seedsDiffer: Bool
    var parametersDiffer: Bool
    var inputsDifferAt: Int64?
    var divergence: DivergenceReport?
    /// Where the motion diverges, when the first difference shows in no motion yet.
    var motion: DivergenceReport?
  }

  func run() throws {
    let context = ToolContext.current
    let (a, b) = (try openSteps(first), try openSteps(second))
    let comparison = try DiffCommand.compare(first, second) { reference in
      try RecordingComparison(a, b, reference: reference, limit: max(1, limit))
    }
    let description = a.header.description
    let steps = min(a.stepCount, b.stepCount)
    let result = Result(first, second, steps: steps, description, comparison)
    var lines: [String] = []
    switch comparison.verdict {
    case .different(.length(let one, let other)):
      lines.append(
        "same for \(min(one, other)) steps; then one goes on (\(one) and \(other) steps)")
    case .different(.divergence(let divergence)):
      lines.append("\(first) and \(second) differ")
      lines += DivergenceReport.lines(
        divergence, description, stepCount: steps, limit: max(1, limit))
    case .same, .failed, .unreadable, .absent:
      lines.append(same(steps))
    }
    if let motion = comparison.motion {
      lines.append("  and the motion diverges here:")
      lines += DivergenceReport.lines(
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

  /// - Parameter body: is given what re-simulates a recorded run.
  /// - Throws: `CommandFailure` that names both files.
  static func compare(
    _ first: String, _ second: String,
    _ body: (_ reference: () -> (any Agent)?) throws -> RecordingComparison
  ) throws -> RecordingComparison {
    let catalogue = ToolContext.current.catalogue
    do {
      return try body { InProcessAgent(catalogue: catalogue) }
    } catch AgentError.schemaDiffers(let what) {
      throw CommandFailure(
        .refused, "\(first) and \(second): not recordings of the same simulation: \(what)",
        advice: "\(toolName) info \(shellWord(second))")
    } catch {
      throw failure(error, path: "\(first), \(second)")
    }
  }

  private func same(_ steps: Int64) -> String { "same: \(steps) steps, every digest equal" }
}

extension DiffCommand.Result {
  init(
    _ first: String, _ second: String, steps: Int64, _ description: SimulationDescription,
    _ comparison: RecordingComparison
  ) {
    self.init(
      first: first, second: second, verdict: "same", steps: steps,
      seedsDiffer: comparison.seedsDiffer, parametersDiffer: comparison.parametersDiffer,
      inputsDifferAt: comparison.inputsDifferAt)
    switch comparison.verdict {
    case .different(.length): verdict = "shorter"
    case .different(.divergence(let first)):
      verdict = comparison.verdict.word
      divergence = DivergenceReport(first, description)
    case .same, .failed, .unreadable, .absent: break
    }
    motion = comparison.motion.map { DivergenceReport($0, description) }
  }
}
