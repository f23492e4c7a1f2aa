import AgentProtocol
import Recording
import Simulation

extension FlightLog {
  /// Writes what is held as a recording with the state after each step.
  ///
  /// A log holds states at key frames only. The others are computed again, and digests prove them. If
  /// one digest differs, the recording holds what the ring does and nothing else, with a note that
  /// names the step.
  ///
  /// - Parameters:
  ///   - path: of the recording. It holds what the ring does before the simulation runs: a crash
  ///     loses nothing.
  ///   - replaces: whether a regular file of that name gives way.
  ///   - entry: the simulation.
  ///   - jobs: parts between key frames that are computed at the same time, at least 1.
  /// - Returns: the first step of the run that does not repeat itself; `nil` if there is none.
  /// - Throws: `RecordingError` if nothing can be written; what replaying throws: the recording then
  ///   holds what the ring does.
  package func write(
    to path: String, replaces: Bool, statesOf entry: CatalogueEntry, jobs: Int = 1
  ) throws -> Int64? {
    try write(to: path, replaces: replaces)
    let recording = try Recording(path: path)
    let difference: Int64?
    if recording.header.tracks.state {
      difference = try FlightLog.firstDifference(recording, entry)
    } else {
      do {
        let densifier = Densifier(recording) { try Player($0, entry: entry) }
        try densifier.write(to: path, steps: 0..<recording.stepCount, jobs: jobs)
        return nil
      } catch let problem as DensifyProblem {
        difference = problem.step
      }
    }
    guard let step = difference.map({ $0 + steps.lowerBound }) else { return nil }
    let fact = BuildFact(
      name: "does not repeat",
      value:
        "step \(step) of the run has another digest when it is computed again; see selftest and "
        + "hunt; the states in this file are those that were recorded")
    try write(to: path, replaces: true, note: endNote, facts: [fact])
    return step
  }

  /// The first step of the run whose digest differs when the run is replayed; `nil` if there is none.
  package func firstDifference(_ entry: CatalogueEntry) throws -> Int64? {
    let trial = Files.temporaryName("replayed") + ".mcap"
    defer { Files.remove(trial) }
    try write(to: trial)
    let step = try FlightLog.firstDifference(try Recording(path: trial), entry)
    return step.map { $0 + steps.lowerBound }
  }

  private static func firstDifference(
    _ recording: Recording, _ entry: CatalogueEntry
  ) throws -> Int64? {
    let player = try Player(recording, entry: entry)
    for step in 0..<recording.stepCount {
      if try !player.step() { return step }
    }
    return nil
  }
}
