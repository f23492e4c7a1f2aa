import ArgumentParser
import Recording
import Sessions
import Simulation
import WorkerThreads

struct RecoverCommand: ParsableCommand {
  static var configuration: CommandConfiguration {
    CommandConfiguration(
      commandName: "recover",
      abstract: "Copy the complete steps of a damaged or unfinished recording to a new one.",
      discussion: """
        Every whole block is kept, wherever it lies in the file. Steps that are lost between others \
        are taken again where the simulation is at hand and the recorded digests prove them; where \
        they are not, the steps behind them go to a recording of their own, KEPT-2048.mcap.

        A recording whose writer was killed is left as NAME.mcap.partial. Of what a flight recorder \
        keeps, the last seconds become a recording, also while its process runs; a tool that has the \
        simulation adds the states between key frames.

        EXAMPLES
          \(toolName) recover session.mcap.partial -o session.mcap
          \(toolName) recover game.flight -o crash.mcap
        """)
  }

  @Argument(
    help: "The damaged or unfinished recording, or the ring; it is not changed.",
    completion: .recording)
  var recording: String

  @Option(name: [.short, .long], help: "The recording to write.", completion: .recording)
  var output: String

  @Flag(help: "Replace an existing recording.")
  var force = false

  func run() throws {
    let console = ToolContext.current.console
    try checkRecordingOutput(output, replaces: force, inputs: [recording], example: "KEPT.mcap")
    let source = try readable(recording)
    if FlightLog.isRing(path: source) { return try keepLastSteps(source) }
    let rescue = try attempt(recording) { try Rescue(path: source) }
    let rebuilder = rebuilder(rescue)
    let written = try attempt(output) {
      try rescue.write(to: output, replaces: force) { before, after in
        rebuilder?.gap(between: before, and: after)
      }
    }
    for file in written { reportWritten(file.path, contents(of: file)) }
    if rescue.recording.header.tracks.chain {
      console.complain("\(output): its hash chain is computed anew from what was kept")
    }
    guard let damage = rescue.damage else {
      return try reportForeignParts(of: rescue.recording, lackingIn: output)
    }
    throw CommandFailure(
      .loss, "\(recording): \(losses(rescue, written)): \(firstSentence("\(damage)"))")
  }

  /// Makes a recording of a flight recorder's ring.
  private func keepLastSteps(_ source: String) throws {
    let log = try attempt(recording) { try FlightLog(path: source) }
    try attempt(output) { try log.write(to: output, replaces: force) }
    let console = ToolContext.current.console
    if let problem = addStates(log) { console.complain("\(output): \(problem)") }
    let from = log.steps.lowerBound > 0 ? "from step \(log.steps.lowerBound) on: " : ""
    reportWritten(
      output,
      "\(from)\(log.steps.count) complete steps kept; \(log.ending)")
  }

  /// Adds the states between key frames, if this tool has the simulation.
  ///
  /// - Returns: why the recording is without them; `nil` if it has them.
  private func addStates(_ log: FlightLog) -> String? {
    if log.header.tracks.state || Files.isStream(output) { return nil }
    let name = log.header.description.name
    guard let entry = ToolContext.current.catalogue.first(where: { $0.name == name }) else {
      return "without the states between key frames: this tool has no simulation '\(name)'; the "
        + "tool of the game adds them: densify \(shellWord(output)) -o FULL.mcap"
    }
    do {
      let step = try log.write(
        to: output, replaces: true, statesOf: entry, jobs: Processors.usableCount)
      return step.map {
        "without the states between key frames: the run does not repeat itself at step \($0); see "
          + "\(toolName) selftest and hunt"
      }
    } catch {
      return "without the states between key frames: \(firstSentence("\(error)"))"
    }
  }

  /// What runs the steps of a gap again; `nil` when this tool does not have the simulation.
  private func rebuilder(_ rescue: Rescue) -> GapRebuilder? {
    let header = rescue.recording.header
    let entry = ToolContext.current.catalogue.first { $0.name == header.description.name }
    return entry.map { entry in
      GapRebuilder(rescue) { try entry.start(parameters: header.parameters, seed: header.seed) }
    }
  }

  private func contents(of file: Rescue.Written) -> String {
    let kept = file.steps.count - file.rebuilt.reduce(0) { $0 + $1.count }
    var text = "\(kept) complete steps kept"
    if !file.rebuilt.isEmpty {
      text += ", rebuilt and proven: " + file.rebuilt.map(words).joined(separator: ", ")
    }
    return file.steps.lowerBound == 0 ? text : "from step \(file.steps.lowerBound) on: " + text
  }

  /// The steps that are in none of the files.
  private func losses(_ rescue: Rescue, _ written: [Rescue.Written]) -> String {
    var lost: [String] = []
    var end: Int64 = 0
    for file in written {
      if file.steps.lowerBound > end { lost.append(words(end..<file.steps.lowerBound)) }
      end = file.steps.upperBound
    }
    if let count = rescue.stepCount {
      if count > end { lost.append(words(end..<count)) }
    } else {
      lost.append("all steps from \(end) on, if there were any")
    }
    return lost.isEmpty ? "no step is lost" : "lost: " + lost.joined(separator: ", ")
  }

  private func words(_ steps: Range<Int64>) -> String {
    steps.count == 1
      ? "step \(steps.lowerBound)" : "steps \(steps.lowerBound) to \(steps.upperBound - 1)"
  }
}
