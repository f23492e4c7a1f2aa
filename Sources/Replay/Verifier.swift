import DeterministicMath
import Recording
import Simulation

/// Replays a recording on an agent and compares the digest after every step.
public struct Verifier {
  public enum Mode: Sendable {
    /// From the start to the end.
    case wholeRun
    /// From every key frame to the next: proves that a restored run goes on like the one that
    /// never stopped.
    case everyKeyframe
  }

  public enum Verdict: Equatable, Sendable {
    case same(stepCount: Int64)
    case different(Divergence)
  }

  public let recording: Recording
  /// Gives the recorded run's full state where the file holds only every-step columns.
  private let reference: (any Agent)?
  /// Steps per request: large enough to hide a pipe's latency, small enough for progress.
  private let batch: Int64 = 512

  /// - Parameter reference: an agent expected to reproduce the recording, usually in this process.
  public init(_ recording: Recording, reference: (any Agent)? = nil) {
    self.recording = recording
    self.reference = reference
  }

  /// Compares up to the end or the first difference.
  ///
  /// - Throws: ``AgentError`` when the agent fails; ``RecordingError`` when the file does.
  public func verify(
    _ agent: any Agent, mode: Mode = .wholeRun, progress: (Int64) -> Void = { _ in }
  ) throws -> Verdict {
    if let divergence = try start(agent) { return .different(divergence) }
    switch mode {
    case .wholeRun:
      if let divergence = try run(agent, from: 0, to: recording.stepCount, progress: progress) {
        return .different(divergence)
      }
    case .everyKeyframe:
      let starts = recording.keyframeSteps
      for (index, start) in starts.enumerated() where start < recording.stepCount {
        let end = index + 1 < starts.count ? starts[index + 1] : recording.stepCount
        let keyframe = try recording.keyframe(atOrBefore: start)
        try agent.restore(keyframe.image, stepCount: keyframe.stepCount)
        if let divergence = try run(agent, from: start, to: end, progress: progress) {
          return .different(divergence)
        }
      }
    }
    return .same(stepCount: recording.stepCount)
  }

  /// Starts the agent on the recording's simulation and compares the state before step 0.
  func start(_ agent: any Agent) throws -> Divergence? {
    let header = recording.header
    let started = try agent.start(
      simulation: header.description.name, parameters: header.parameters, seed: header.seed)
    if let difference = schemaDifference(header.description, started.description) {
      throw AgentError.schemaDiffers(difference)
    }
    return started.digest == recording.digest(after: -1)
      ? nil : try divergence(after: -1, agent, actual: started.digest)
  }

  /// Runs steps `from..<to` and compares; the agent stands before step `from`.
  private func run(
    _ agent: any Agent, from: Int64, to: Int64, progress: (Int64) -> Void
  ) throws -> Divergence? {
    var next = from
    while next < to {
      let end = min(next + batch, to)
      let digests = try agent.run(inputs(from: next, to: end))
      for (offset, digest) in digests.enumerated() {
        let step = next + Int64(offset)
        if digest != recording.digest(after: step) {
          return try divergence(after: step, agent, actual: digest)
        }
      }
      next = end
      progress(next)
    }
    return nil
  }

  func inputs(from: Int64, to: Int64) -> [[RecordWords]] {
    (from..<to).map { recording.inputs(at: $0) }
  }

  /// Names what differs after `step`, the first step whose digests differ.
  func divergence(
    after step: Int64, _ agent: any Agent, actual: StateDigest
  ) throws -> Divergence {
    try position(agent, after: step)
    return try divergence(after: step, actualImage: try agent.state(.everything), actual: actual)
  }

  /// Compares the full state `actualImage` with the recorded one after `step`.
  func divergence(
    after step: Int64, actualImage: StateImage, actual: StateDigest
  ) throws -> Divergence {
    let schema = recording.header.description.state
    var comparison: StateComparison?
    var everyStepOnly = false
    let recorded = RecordedState(recording, reference: reference)
    if let expected = recorded.views(after: step).first,
      let actualView = StateView(schema: schema, selection: .everything, image: actualImage)
    {
      everyStepOnly = expected.selection == .everyStep
      comparison = StateComparison(expected: expected, actual: actualView)
    }
    return Divergence(
      step: step, expectedDigest: recording.digest(after: step), actualDigest: actual,
      comparison: comparison, inputs: step >= 0 ? recording.inputs(at: step) : [],
      comparedEveryStepOnly: everyStepOnly)
  }

  /// Brings the agent to the state after `step`. Up to the step before, its run is the recorded
  /// one, so the nearest key frame serves as the start.
  private func position(_ agent: any Agent, after step: Int64) throws {
    if step < 0 {
      _ = try agent.start(
        simulation: recording.header.description.name, parameters: recording.header.parameters,
        seed: recording.header.seed)
      return
    }
    let keyframe = try recording.keyframe(atOrBefore: step)
    try agent.restore(keyframe.image, stepCount: keyframe.stepCount)
    try agent.run(inputs(from: keyframe.stepCount, to: step + 1))
  }
}
