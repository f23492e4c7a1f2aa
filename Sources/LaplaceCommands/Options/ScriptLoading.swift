import Recording
import Replay
import Simulation

/// The inputs of a run: of a file, or those that ship with the simulation.
///
/// - Parameters:
///   - path: a file of JSON lines, `none` for no inputs, `nil` for `gestures`.
///   - isListed: whether `laplace list` knows the simulation.
func loadScript(
  _ path: String?, gestures: String, of description: SimulationDescription, isListed: Bool
) throws -> [ScriptedInput] {
  if path == "none" { return [] }
  var text = gestures
  if let path {
    do {
      text = try Files.text(try readable(path))
    } catch let error as RecordingError {
      throw CommandFailure(.trouble, "\(path): cannot be read as text: \(plain(error))")
    }
  }
  do {
    return try InputScript.parse(
      text, kinds: description.inputs, stepDuration: description.stepDuration)
  } catch {
    throw CommandFailure(
      .trouble, "\(path ?? "gestures of \(description.name)"): \(error)",
      advice: isListed ? "\(toolName) list \(description.name)" : nil)
  }
}
