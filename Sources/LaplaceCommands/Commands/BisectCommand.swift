import ArgumentParser
import Recording
import Replay
import Simulation

struct BisectCommand: ParsableCommand {
  static var configuration: CommandConfiguration {
    CommandConfiguration(
      commandName: "bisect",
      abstract: "Find the first step at which a build, or a run with other parameters, diverges.",
      discussion: """
        Searches by halving, from key frame to key frame; each probe starts in the last state that \
        agreed with the recording.

        EXAMPLES
          \(toolName) bisect orbit.mcap --agent old=../before/.build/release/\(toolName)
          \(toolName) bisect orbit.mcap --set density=2
        """)
  }

  @Argument(help: "The recording to compare with.")
  var recording: String

  @Option(
    help: ArgumentHelp("The build to test; default: this one.", valueName: "name=command"))
  var agent: AgentArgument?

  @OptionGroup var limit: AgentTimeout

  @Option(
    name: .customLong("set"),
    help: ArgumentHelp(
      "Run with another value of a parameter; repeat for more.", valueName: "name=value"))
  var settings: [String] = []

  @OptionGroup var output: FormatOption

  struct Result: Encodable {
    var recording: String
    var agent: String
    var verdict: String
    var probes: Int
    var stepsTaken: Int64
    var divergence: DivergenceReport?
  }

  func run() throws {
    try requireSoundArithmetic()
    let context = ToolContext.current
    let file = try open(recording)
    let description = file.header.description
    let parameters = try applying(
      settings, to: file.header.parameters, of: description.parameters)
    let name = agent?.name ?? "this build"
    let candidate: any Agent = try attempt(recording) {
      if let agent { return try limit.start(name: agent.name, command: agent.command) }
      return InProcessAgent(catalogue: context.catalogue)
    }
    let report = try attempt(recording, agent: candidate) {
      let bisector = Bisector(
        file, reference: InProcessAgent(catalogue: context.catalogue), parameters: parameters)
      let report = try bisector.bisect(candidate) { left in
        context.console.progress(
          "bisecting: \(left.upperBound - left.lowerBound) steps left (\(left.lowerBound) to "
            + "\(left.upperBound))")
      }
      context.console.progress("")
      return report
    }
    if output.format == .json {
      context.console.result(
        json(
          Result(
            recording: recording, agent: name,
            verdict: report.divergence == nil ? "same" : "different", probes: report.probeCount,
            stepsTaken: report.stepCount,
            divergence: report.divergence.map { DivergenceReport($0, description) })))
    }
    let cost = "\(count(report.probeCount, "probe")), \(report.stepCount) steps taken"
    guard let divergence = report.divergence else {
      if output.format == .text {
        context.console.result(
          "\(recording): \(name) reproduces all \(file.stepCount) steps (\(cost))")
      }
      return
    }
    if output.format == .text {
      context.console.result("\(recording): \(name) diverges from the recording (\(cost))")
      let lines = DivergenceReport.lines(divergence, description, stepCount: file.stepCount)
      for line in lines { context.console.result(line) }
    }
    throw CommandFailure(.different, "")
  }
}
