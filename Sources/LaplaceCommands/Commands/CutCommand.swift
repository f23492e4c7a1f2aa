import ArgumentParser
import Recording
import Sessions
import Simulation

struct CutCommand: ParsableCommand {
  static var configuration: CommandConfiguration {
    CommandConfiguration(
      commandName: "cut",
      abstract: "Make a shorter recording that replays and verifies like the whole one.",
      discussion: """
        The new recording begins with the full state before the first step of the range: a key frame \
        of the file, or the state that replaying gives. Without the simulation, it begins at the last \
        key frame before. Its steps are numbered from 0; `info` shows what it was cut from.

        EXAMPLE
          \(toolName) cut session.mcap --range 4000..4600 -o fault.mcap
        """)
  }

  @Argument(help: "The recording to cut; it is not changed.", completion: .recording)
  var recording: String

  @Option(
    help: ArgumentHelp(
      "The steps to keep, both included; '60..' and '..180' are ranges, too.",
      valueName: "first..last"))
  var range: StepRange

  @Option(name: [.short, .long], help: "The recording to write.", completion: .recording)
  var output: String

  @Flag(help: "Replace an existing recording.")
  var force = false

  @Option(
    help: ArgumentHelp(
      "The program that runs the simulation; default: this one.", valueName: "command"))
  var agent: AgentCommand?

  @OptionGroup var timeLimit: AgentTimeout

  private var inputs: [String] { [recording] + (agent?.words ?? []) }

  func run() throws {
    try requireSoundArithmetic()
    let context = ToolContext.current
    try checkRecordingOutput(output, replaces: force, inputs: inputs, example: "PART.mcap")
    let file = try openSteps(recording)
    let steps = try range.steps(of: file.stepCount, in: recording)
    let name = file.header.description.name
    let entry = context.catalogue.first { $0.name == name }
    let cut = try attempt(recording) {
      try RecordingCut(file, steps: steps, player: player(of: file, entry))
    }
    var options = RecordingOptions()
    options.replacesFile = force
    options.input = FileIdentity(path: recording)
    let source = recording.pathName
    try attempt(output) { try cut.write(to: output, source: source, options: options) }
    reportWritten(
      output,
      "steps \(cut.steps.lowerBound) to \(cut.steps.upperBound) of \(recording), "
        + "\(count(cut.steps.count, "step"))")
    if file.header.tracks.chain {
      context.console.complain("\(output): its hash chain is a new one, of these steps alone")
    }
    if cut.steps.lowerBound < steps.lowerBound {
      context.console.complain(
        "\(output): begins at the key frame before step \(cut.steps.lowerBound): this tool does not "
          + "have '\(name)'; name a program that runs it with --agent")
    }
    try reportForeignParts(of: file, lackingIn: output)
  }

  /// What runs the recording; `nil` where nothing at hand does.
  private func player(of file: Recording, _ entry: CatalogueEntry?) -> (() throws -> Player)? {
    if let agent { return { try agent.player(of: file, in: recording, timeLimit) } }
    return entry.map { entry in { try Player(file, entry: entry) } }
  }
}
