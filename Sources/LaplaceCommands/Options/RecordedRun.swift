import Recording
import Replay
import Sessions
import Simulation

/// A recording whose run is taken again: its inputs, its seed, its parameters, its length.
struct RecordedRun {
  let path: String
  let header: RecordingHeader
  let stepCount: Int64
  private let reader: Recording

  /// - Parameter allowsPart: whether the recording may begin later than its run.
  /// - Throws: `CommandFailure` for a file that cannot be read, or that begins later than its run.
  init(path: String, allowsPart: Bool = false) throws {
    let reader = try openSteps(path)
    (self.path, self.reader) = (path, reader)
    (header, stepCount) = (reader.header, reader.stepCount)
    guard allowsPart || header.firstStep == 0 else {
      throw CommandFailure(
        .refused,
        "\(path): begins at step \(header.firstStep) of its run, not where seed and parameters lead",
        advice: "use the recording of the whole run, or the inputs alone: \(toolName) export "
          + "\(shellWord(path)) --inputs -o INPUTS.jsonl")
    }
  }

  /// Refuses a simulation that is another one than the recorded.
  func check(_ description: SimulationDescription) throws {
    let recorded = header.description
    guard recorded.name == description.name else {
      throw CommandFailure(
        .refused, "\(path): records the simulation '\(recorded.name)', not '\(description.name)'",
        advice: "\(toolName) record \(shellWord(recorded.name)) --input \(shellWord(path))")
    }
    let differing =
      !description.readsInputs(of: recorded)
      ? "inputs" : recorded.parameters != description.parameters ? "parameters" : nil
    guard let differing else { return }
    throw CommandFailure(
      .refused, "\(path): this build describes the \(differing) of '\(recorded.name)' differently",
      advice: "use the version that recorded it, or the inputs alone: \(toolName) export "
        + "\(shellWord(path)) --inputs -o INPUTS.jsonl")
  }

  /// Its inputs, in their order.
  func script() throws -> [ScriptedInput] {
    try attempt(path) { try reader.script }
  }
}
