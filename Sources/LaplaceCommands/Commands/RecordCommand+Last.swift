import DeterministicMath
import Recording
import Sessions
import Simulation

// Recording the last steps only.

extension RecordCommand {
  /// Keeps the last steps in a ring beside the recording, and makes the recording of them in the end.
  ///
  /// - Returns: the digest of the last state.
  func recordLast(_ time: Budget, _ job: Job) throws -> String {
    var keeping = FlightOptions(seconds: time.seconds)
    keeping.tracks = tracks.tracks
    let ring = job.path + ".flight"
    let recorder = try attempt(ring) {
      try AnyFlightRecorder(job.run, path: ring, options: keeping)
    }
    do {
      try takeSteps(of: job) { try recorder.step($0) }
    } catch {
      throw keepLastSteps(of: recorder, after: error, path: job.path)
    }
    try write(recorder, to: job.path, replaces: force, note: nil)
    return job.run.digest().description
  }

  private func write(
    _ recorder: AnyFlightRecorder, to path: String, replaces: Bool, note: String?
  ) throws(CommandFailure) {
    do {
      try recorder.log().write(to: path, replaces: replaces, note: note)
    } catch {
      let problem = failure(error, path: path)
      guard let ring = recorder.path else { throw problem }
      throw CommandFailure(
        problem.status, "\(problem.message); the steps are in \(ring)",
        advice: "\(toolName) recover \(shellWord(ring)) -o KEPT.mcap")
    }
    recorder.finish()
  }

  /// Keeps the steps before the one that failed, and names their file.
  private func keepLastSteps(
    of recorder: AnyFlightRecorder, after problem: CommandFailure, path: String
  ) -> CommandFailure {
    // A refused input is the script's mistake: without it, all is recorded from the start.
    guard problem.status != .refused, let log = try? recorder.log() else {
      recorder.finish()
      return problem
    }
    do {
      try write(recorder, to: path, replaces: false, note: problem.message)
    } catch {
      return CommandFailure(
        problem.status, "\(problem.message); \(error.message)", advice: error.advice)
    }
    ToolContext.current.console.complain(problem)
    return CommandFailure(
      problem.status, "\(path): holds the \(count(log.steps.count, "step")) before",
      advice: problem.advice
        ?? "\(toolName) replay \(shellWord(path)) --at \(log.steps.count - 1)")
  }
}
