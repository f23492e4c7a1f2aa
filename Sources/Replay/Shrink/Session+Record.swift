import DeterministicMath
import Recording
import Sessions
import Simulation

extension Session {
  /// Runs the session on a build and records it.
  ///
  /// - Parameters:
  ///   - stepCount: how many of its steps; a build that ends before gives those that it took.
  ///   - replaces: whether a file of that name gives way.
  /// - Returns: the digest after the last step.
  /// - Throws: `AgentError`, `RecordingError`; no file is left then.
  package func record(
    _ simulation: String, on build: Build, stepCount: Int64, to path: String, replaces: Bool
  ) throws -> StateDigest {
    let agent = try build.launch()
    defer { agent.stop() }
    let run = try AgentRun(agent, simulation: simulation, parameters: parameters, seed: seed)
    var options = RecordingOptions()
    options.replacesFile = replaces
    let recorder = try AnySessionRecorder(run, path: path, options: options)
    do {
      for inputs in inputs(of: 0..<stepCount) { try recorder.step(inputs) }
      try recorder.finish()
    } catch {
      recorder.abandon()
      throw error
    }
    return run.digest()
  }
}
