import Recording
import Sessions
import Simulation

/// Why a report was not written.
public enum FlightReportError: Error, Equatable, CustomStringConvertible {
  /// Without what was taken out, the run does something else from a step of it on: the report would
  /// prove nothing.
  case redactionChangesRun(step: Int64)
  /// It does not give the recorded digests again, although nothing was taken out.
  case doesNotReplay(step: Int64)

  public var description: String {
    switch self {
    case .redactionChangesRun(let step):
      "no report was written: what was taken out of the inputs changes step \(step); "
        + "leave in what the simulation reads"
    case .doesNotReplay(let step):
      "no report was written: the run does not repeat itself at step \(step); "
        + "`laplace selftest` and `laplace hunt` say why"
    }
  }
}

extension FlightRecorder {
  /// Writes what is held as one file for somebody else, a player's report of a bug, say.
  ///
  /// The report is replayed in this process before it appears: whoever gets it sees what the player
  /// saw, to the last bit. Its size is bounded by that of the ring.
  ///
  /// ```swift
  /// try recorder.report(to: "report.mcap", note: "the ball stuck in the corner") { input in
  ///   if case .chat = input { return nil }  // nobody else's business
  ///   return input
  /// }
  /// ```
  ///
  /// What `redact` takes out is in no byte of the file, unless the simulation keeps it in its state
  /// or it is one of the run's parameters. The ring itself still has it.
  ///
  /// - Parameters:
  ///   - path: of the recording; it appears there when it is complete.
  ///   - note: what a person says of it; the recording marks its last step with it.
  ///   - replaces: whether a regular file of that name gives way.
  ///   - redact: what the report has in place of an input; `nil` for nothing.
  /// - Throws: ``FlightReportError`` where the report would not replay; `RecordingError`;
  ///   `SimulationError` when `redact` gives an input that cannot be recorded. No file is left then.
  /// - Complexity: takes every step that is held once more.
  public func report(
    to path: String, note: String? = nil, replaces: Bool = false,
    redacting redact: ((S.Input) -> S.Input?)? = nil
  ) throws {
    if let note { try mark(note) }
    var isRedacted = false
    var log = try log()
    if let redact {
      log = try log.redacting { words in
        let kept = try redact(S.Input(words))?.checkedWords()
        if kept != words { isRedacted = true }
        return kept
      }
    }
    let trial = Files.temporaryName("report") + ".mcap"
    defer { Files.remove(trial) }
    try log.write(to: trial)
    let entry = CatalogueEntry(S.self, summary: "", defaultStepCount: 1)
    let verdict = try Verifier(try Recording(path: trial)).verify(
      InProcessAgent(catalogue: [entry]), mode: .wholeRun)
    if case .different(let divergence) = verdict {
      let step = log.steps.lowerBound + divergence.step
      throw isRedacted
        ? FlightReportError.redactionChangesRun(step: step)
        : FlightReportError.doesNotReplay(step: step)
    }
    try log.write(to: path, replaces: replaces)
  }
}
