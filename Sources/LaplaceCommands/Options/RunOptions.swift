import ArgumentParser
import Recording
import Simulation

/// How a simulation is run: its inputs, its seed, its parameters.
struct RunOptions: ParsableArguments {
  @Option(
    help: ArgumentHelp(
      """
      The inputs: JSON lines, or a recording, which gives seed, parameters and length as well; 'none' \
      for no inputs; default: those that ship with the simulation.
      """,
      valueName: "file"), completion: .file(extensions: ["jsonl", "mcap"]))
  var input: String?

  @Option(
    name: .customLong("seed"),
    help: ArgumentHelp("The seed of all random numbers; default: 1.", valueName: "seed"))
  var givenSeed: UInt64?

  @Option(
    name: .customLong("set"),
    help: ArgumentHelp("Set a parameter; repeat for more.", valueName: "name=value"))
  var settings: [String] = []

  /// Whether none of them was given.
  var isEmpty: Bool { input == nil && givenSeed == nil && settings.isEmpty }

  /// The recording that `--input` names; `nil` when it names none.
  func recordedRun() throws -> RecordedRun? {
    guard let input, isRecording(input) else { return nil }
    return try RecordedRun(path: input)
  }

  /// The seed of a run: what was given, else what was recorded.
  func seed(_ recorded: RecordedRun?) -> UInt64 { givenSeed ?? recorded?.header.seed ?? 1 }

  /// The parameters of a run.
  ///
  /// - Parameters:
  ///   - defaults: what is neither set nor recorded.
  ///   - recorded: see ``recordedRun()``.
  func parameters(
    _ defaults: [UInt64], of description: SimulationDescription, _ recorded: RecordedRun?
  ) throws -> [UInt64] {
    try recorded?.check(description)
    return try applying(
      settings, to: recorded?.header.parameters ?? defaults, of: description.parameters)
  }

  /// The inputs of a run.
  ///
  /// - Parameters:
  ///   - gestures: those that ship with the simulation.
  ///   - isListed: whether `list` knows the simulation.
  ///   - recorded: see ``recordedRun()``.
  func script(
    gestures: String, of description: SimulationDescription, isListed: Bool,
    _ recorded: RecordedRun?
  ) throws -> [ScriptedInput] {
    if let recorded { return try recorded.script() }
    return try loadScript(input, gestures: gestures, of: description, isListed: isListed)
  }
}
