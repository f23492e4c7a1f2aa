import ArgumentParser
import Recording
import Replay
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

  @Argument(help: "The first recording.")
  var first: String

  @Argument(help: "The second recording.")
  var second: String

  @Option(help: "The greatest number of differing fields to list.")
  var limit = 6

  @OptionGroup var output: FormatOption

  struct Result: Encodable {
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
    // Equal bytes need no reading, however long the files are.
    if let steps = EqualRecordings.stepCount(first, second) {
      let result = Result(
        first: first, second: second, verdict: "same", steps: steps, seedsDiffer: false,
        parametersDiffer: false, inputsDifferAt: nil)
      let text = output.format == .json ? json(result) : same(steps)
      return context.console.result(text)
    }
    let (a, b) = (try open(first), try open(second))
    let comparison = try DiffCommand.compare((first, a), (second, b), limit: max(1, limit))
    let description = a.header.description
    let steps = min(a.stepCount, b.stepCount)
    let result = Result(first, second, a, b, comparison)
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
      context.console.result(json(result))
    } else {
      for line in lines { context.console.result(line) }
    }
    if case .same = comparison.verdict { return }
    throw CommandFailure(.different, "")
  }

  /// - Throws: `CommandFailure` that names both files.
  static func compare(
    _ first: (path: String, file: Recording), _ second: (path: String, file: Recording), limit: Int
  ) throws -> RecordingComparison {
    let catalogue = ToolContext.current.catalogue
    do {
      return try RecordingComparison(
        first.file, second.file, reference: { InProcessAgent(catalogue: catalogue) }, limit: limit)
    } catch AgentError.schemaDiffers(let what) {
      throw CommandFailure(
        .refused,
        "\(first.path) and \(second.path): not recordings of the same simulation: \(what)",
        advice: "\(toolName) info \(shellWord(second.path))")
    } catch {
      throw failure(error, path: "\(first.path), \(second.path)")
    }
  }

  private func same(_ steps: Int64) -> String { "same: \(steps) steps, every digest equal" }
}

extension DiffCommand.Result {
  init(
    _ first: String, _ second: String, _ a: Recording, _ b: Recording,
    _ comparison: RecordingComparison
  ) {
    self.init(
      first: first, second: second, verdict: "same", steps: min(a.stepCount, b.stepCount),
      seedsDiffer: comparison.seedsDiffer, parametersDiffer: comparison.parametersDiffer,
      inputsDifferAt: comparison.inputsDifferAt)
    let description = a.header.description
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
