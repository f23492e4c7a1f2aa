import Recording
import Sessions
import Simulation

/// Why a report was not written.
public enum FlightReportError: Error, Equatable, CustomStringConvertible {
  /// Without what was removed from the inputs, the run differs from this step on.
  case redactionChangesRun(step: Int64)

  public var description: String {
    switch self {
    case .redactionChangesRun(let step):
      "no report was written: what was taken out of the inputs changes step \(step); "
        + "leave in what the simulation reads"
    }
  }
}

extension FlightLog {
  /// Writes what is held as one file to send: a player's report of a bug, for example.
  ///
  /// The report holds the state after each step. This process computes them again, and their digests
  /// prove that the reader sees what the player saw, to the last bit. The report of a run that does
  /// not repeat itself holds what the ring does, with a note that names the step.
  ///
  /// ```swift
  /// if let log = try? FlightLog(path: "game.flight") {
  ///   try log.report(to: "crash.mcap", of: MyGame.self)
  /// }
  /// ```
  ///
  /// No byte of the file holds what `redact` removes, unless the simulation keeps it in its state or it
  /// is one of the run's parameters. The ring still has it.
  ///
  /// - Parameters:
  ///   - path: of the recording.
  ///   - type: the simulation.
  ///   - replaces: whether a regular file of that name gives way.
  ///   - redact: what the report has in place of an input; `nil` for nothing.
  /// - Returns: the first step of the run that does not repeat itself; `nil` if there is none.
  /// - Throws: ``FlightReportError`` when the run repeats itself, but not with what `redact` leaves;
  ///   `SimulationError` when `redact` gives an input that cannot be recorded: no file is left then.
  ///   `RecordingError` when the file cannot be written; `AgentError` when the simulation is another
  ///   one than the recorded: the file then holds what the ring does.
  /// - Complexity: computes every step that is held once more, and twice if an input was removed.
  @discardableResult
  public func report<S: Simulation>(
    to path: String, of type: S.Type, replaces: Bool = false,
    redacting redact: ((S.Input) throws -> S.Input?)? = nil
  ) throws -> Int64? {
    let entry = CatalogueEntry(S.self, summary: "", defaultStepCount: 1)
    guard let redact else { return try write(to: path, replaces: replaces, statesOf: entry) }
    var isRedacted = false
    let log = try redacting { words in
      let kept = try redact(S.Input(words))?.checkedWords()
      if kept != words { isRedacted = true }
      return kept
    }
    if isRedacted, let step = try log.firstDifference(entry), try firstDifference(entry) == nil {
      throw FlightReportError.redactionChangesRun(step: step)
    }
    return try log.write(to: path, replaces: replaces, statesOf: entry)
  }
}

extension FlightRecorder {
  /// Writes what is held as one file to send: a player's report of a bug, for example.
  ///
  /// ```swift
  /// try recorder.report(to: "report.mcap", note: "the ball stuck in the corner") { input in
  ///   if case .chat = input { return nil }  // private
  ///   return input
  /// }
  /// ```
  ///
  /// - Parameter note: a person's note; the recording marks its last step with it.
  /// - Returns: the first step of the run that does not repeat itself; `nil` if there is none.
  /// - Throws: as `FlightLog.report(to:of:replaces:redacting:)`, which has the other parameters.
  @discardableResult
  public func report(
    to path: String, note: String? = nil, replaces: Bool = false,
    redacting redact: ((S.Input) throws -> S.Input?)? = nil
  ) throws -> Int64? {
    if let note { try mark(note) }
    return try log().report(to: path, of: S.self, replaces: replaces, redacting: redact)
  }
}

extension GameSession {
  /// Writes the last seconds as one file to send: a player's report of a bug, for example.
  ///
  /// - Parameters: as ``FlightRecorder/report(to:note:replaces:redacting:)``.
  /// - Returns: the first step of the run that does not repeat itself; `nil` if there is none.
  /// - Throws: as `FlightLog.report(to:of:replaces:redacting:)`.
  @discardableResult
  public func report(
    to path: String, note: String? = nil, replaces: Bool = false,
    redacting redact: ((S.Input) throws -> S.Input?)? = nil
  ) throws -> Int64? {
    if let note { try mark(note) }
    return try flight.report(to: path, replaces: replaces, redacting: redact)
  }
}
