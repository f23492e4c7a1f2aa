import ArgumentParser
import Recording
import Simulation

/// How a simulation is run: its inputs, its seed, its parameters.
struct RunOptions: ParsableArguments {
  @Option(
    help: ArgumentHelp(
      "The inputs, as JSON lines; 'none' for no inputs; default: those that ship with the simulation.",
      valueName: "file"))
  var input: String?

  @Option(
    name: .customLong("seed"),
    help: ArgumentHelp("The seed of all random numbers; default: 1.", valueName: "seed"))
  var givenSeed: UInt64?

  @Option(
    name: .customLong("set"),
    help: ArgumentHelp("Set a parameter; repeat for more.", valueName: "name=value"))
  var settings: [String] = []

  var seed: UInt64 { givenSeed ?? 1 }

  /// Whether none of them was given.
  var isEmpty: Bool { input == nil && givenSeed == nil && settings.isEmpty }

  /// The parameters of a run.
  ///
  /// - Parameter defaults: what is not set.
  func parameters(
    _ defaults: [UInt64], of description: SimulationDescription
  ) throws -> [UInt64] {
    try applying(settings, to: defaults, of: description.parameters)
  }

  /// The inputs of a run.
  ///
  /// - Parameters:
  ///   - gestures: those that ship with the simulation.
  ///   - isListed: whether `list` knows the simulation.
  func script(
    gestures: String, of description: SimulationDescription, isListed: Bool
  ) throws -> [ScriptedInput] {
    try loadScript(input, gestures: gestures, of: description, isListed: isListed)
  }
}
