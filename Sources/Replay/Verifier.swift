import DeterministicMath
import Recording
import Simulation

/// Replays a recording on one agent and compares the digest after every step.
///
/// ``Verification`` does the same for many builds and recordings side by side.
public struct Verifier {
  public enum Mode: Sendable {
    /// From the start to the end.
    case wholeRun
    /// From every key frame to the next, and restarted in between: proves that a restored run goes
    /// on like the one that never stopped. An agent that says that it cannot restore runs from the
    /// start.
    case restores
    /// One after the other.
    case both
  }

  public enum Verdict: Equatable, Sendable {
    case same(stepCount: Int64)
    case different(Divergence)
  }

  public let recording: Recording
  private let shared: SharedRecording
  /// Gives the recorded run's full state where the file holds only every-step columns.
  private let reference: (any Agent)?

  /// - Parameters:
  ///   - recording: what agents are compared with.
  ///   - reference: an agent expected to reproduce the recording, usually in this process.
  public init(_ recording: Recording, reference: (any Agent)? = nil) {
    self.recording = recording
    shared = SharedRecording(recording)
    self.reference = reference
  }

  /// Compares up to the end or the first difference.
  ///
  /// - Parameters:
  ///   - agent: whose run is compared.
  ///   - mode: from the start to the end, from restored states, or both.
  ///   - progress: called with the steps taken so far, after every reply.
  /// - Throws: `AgentError` or ``AgentFailure`` when the agent fails; `RecordingError` when the
  ///   file does.
  public func verify(
    _ agent: any Agent, mode: Mode = .both, progress: @escaping (Int64) -> Void = { _ in }
  ) throws -> Verdict {
    let mode = try agent.hello().restores ? mode : .wholeRun
    let legs =
      (mode == .restores ? [] : [Leg.whole(shared)])
      + (mode == .wholeRun ? [] : Leg.restores(shared))
    var done: Int64 = 0
    for leg in legs {
      var runner = LegRunner(shared, agent) { count in
        done += count
        progress(done)
      }
      if let parting = try runner.start() ?? runner.begin(leg) ?? runner.run(to: leg.end) {
        return .different(try divergence(parting, leg, runner))
      }
    }
    return .same(stepCount: recording.stepCount)
  }

  /// Names what differs; the agent runs the leg again where it has moved past the step. When that
  /// gives another digest there, its state is not the one that differed, and nothing is named.
  private func divergence(
    _ parting: Parting, _ leg: Leg, _ moved: LegRunner
  ) throws -> Divergence {
    var runner = moved
    var again: Parting? = parting
    if runner.stepCount != parting.step + 1 {
      again = try runner.start()
      if again == nil { again = try runner.begin(leg) }
      for end in [parting.step, parting.step + 1] where again == nil {
        again = try runner.run(to: end)
      }
    }
    let naming = Naming(recording: shared, reference: reference)
    guard again == parting else { return naming.unnamed(parting) }
    return try naming.divergence(parting, try runner.state())
  }
}
