import AgentProtocol
import Recording
import Replay
import Sessions
import Simulation

/// Where two recordings differ, as `diff` and pages write it.
struct RecordingDifference: VersionedDocument {
  var version = documentVersion
  var first: String
  var second: String
  var verdict: String
  var steps: Int64
  var seedsDiffer: Bool
  var parametersDiffer: Bool
  var inputsDifferAt: Int64?
  var divergence: Divergence?
  /// Where the motion diverges, when the first difference shows in no motion yet.
  var motion: Divergence?
}

extension RecordingDifference {
  init(
    _ first: String, _ second: String, _ comparison: RecordingComparison
  ) {
    self.init(
      first: first, second: second, verdict: "same",
      steps: comparison.sharedStepCount,
      seedsDiffer: comparison.seedsDiffer, parametersDiffer: comparison.parametersDiffer,
      inputsDifferAt: comparison.inputsDifferAt)
    if !comparison.isSame { verdict = comparison.divergence == nil ? "shorter" : "different" }
    divergence = comparison.divergence
    motion = comparison.motion
  }

  /// Compares two files.
  ///
  /// - Parameter body: gets what re-simulates a recorded run.
  /// - Throws: `CommandFailure` that names both files.
  static func compare(
    _ first: String, _ second: String,
    _ body: (_ reference: () -> (any Agent)?) throws -> RecordingComparison
  ) throws -> RecordingComparison {
    let catalogue = ToolContext.current.catalogue
    do {
      return try body { InProcessAgent(catalogue: catalogue) }
    } catch AgentError.schemaDiffers(let what) {
      throw CommandFailure(
        .refused, "\(first) and \(second): not recordings of the same simulation: \(what)",
        advice: "\(toolName) info \(shellWord(second))")
    } catch {
      throw failure(error, path: "\(first), \(second)")
    }
  }
}
