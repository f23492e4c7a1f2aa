import AgentProtocol
import Recording
import Replay
import Sessions

extension RecordingComparison {
  /// Compares two files; this tool re-simulates what they do not hold.
  ///
  /// - Throws: `CommandFailure` that names both files.
  static func of(
    _ first: String, _ a: Recording, _ second: String, _ b: Recording, limit: Int
  ) throws -> RecordingComparison {
    let catalogue = ToolContext.current.catalogue
    do {
      return try RecordingComparison(
        a, b, reference: { InProcessAgent(catalogue: catalogue) }, limit: limit)
    } catch AgentError.schemaDiffers(let what) {
      throw CommandFailure(
        .refused, "\(first) and \(second): not recordings of the same simulation: \(what)",
        advice: "\(toolName) info \(shellWord(second))")
    } catch {
      throw failure(error, path: "\(first), \(second)")
    }
  }
}
