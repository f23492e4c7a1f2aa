import ArgumentParser
import Recording
import Sessions
import Simulation
import WorkerThreads

struct DensifyCommand: ParsableCommand {
  static var configuration: CommandConfiguration {
    CommandConfiguration(
      commandName: "densify",
      abstract: "Rebuild the states that a recording does not hold.",
      discussion: """
        A log (`record --tracks log`) is the small form of a recording: inputs, digests, key frames. \
        A live recording may lack states that its writer had no time for. Both are rebuilt exactly: \
        the parts between key frames are simulated again, several at a time, and every step must \
        give the recorded digest.

        EXAMPLES
          \(toolName) densify session.mcap -o full.mcap
          \(toolName) densify session.mcap --range 3600..7200 -o minute.mcap
          \(toolName) densify robot.mcap --agent "python3 robot.py" -o full.mcap
        """)
  }

  @Argument(
    help: "The recording without some of its states; it is not changed.", completion: .recording)
  var recording: String

  @Option(name: [.short, .long], help: "The recording to write.", completion: .recording)
  var output: String

  @Option(
    help: ArgumentHelp(
      "Rebuild the states after these steps only, both included; '60..' is a range, too.",
      valueName: "a..b"))
  var range: StepRange?

  @Option(
    help: ArgumentHelp(
      "Processors to use: each simulates a part, or several share one where few are left; default: all.",
      valueName: "n"))
  var jobs: Int?

  @Option(
    help: ArgumentHelp(
      "The program that simulates; default: this one.", valueName: "command"))
  var agent: AgentCommand?

  @OptionGroup var limit: AgentTimeout

  @Flag(help: "Replace an existing recording.")
  var force = false

  func validate() throws {
    if let jobs, !(1...1024).contains(jobs) {
      throw ValidationError("--jobs needs a number from 1 to 1024")
    }
  }

  private var inputs: [String] { [recording] + (agent?.words ?? []) }

  func run() throws {
    try requireSoundArithmetic()
    try checkRecordingOutput(output, replaces: force, inputs: inputs, example: "FULL.mcap")
    let file = try open(recording)
    let steps = Range(try (range ?? .all).steps(of: file.stepCount, in: recording))
    let densifier = try densifier(file)
    let missing = try attempt(recording) { try densifier.missingStepCount(in: steps) }
    var options = RecordingOptions()
    options.replacesFile = force
    options.input = FileIdentity(path: recording)
    let bar = ProgressBar(title: "rebuilding", total: file.stepCount)
    do {
      try attempt(recording) {
        try densifier.write(
          to: output, steps: steps, jobs: jobs ?? Processors.usableCount, options: options
        ) { bar.update($0) }
      }
      bar.finish()
    } catch let problem as DensifyProblem {
      bar.finish()
      throw CommandFailure(
        .different, "\(recording): replays differently from step \(problem.step) on",
        advice: "\(toolName) verify \(shellWord(recording))")
    } catch {
      bar.finish()
      throw error
    }
    let bytes = Files.size(output) ?? 0
    if file.header.tracks.samplesEvery != nil {
      ToolContext.current.console.complain(
        "\(output): the view track is left out: \(recording) keeps it"
          + (missing < file.stepCount ? ", also of steps without a state here" : ""))
    }
    reportWritten(
      output,
      "\(file.stepCount) steps, the states of \(missing) rebuilt, every digest as "
        + "recorded; \(bytes) bytes")
    try reportForeignParts(of: file, lackingIn: output)
  }

  private func densifier(_ file: Recording) throws -> Densifier {
    if let agent {
      let (path, limit) = (recording, limit)
      return Densifier(file) { try agent.player(of: $0, in: path, limit) }
    }
    let entry = try ToolContext.current.entry(
      recorded: file.header.description.name, in: recording)
    return Densifier(file) { try Player($0, entry: entry) }
  }
}
