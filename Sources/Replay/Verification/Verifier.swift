import DeterministicMath
import Recording
import Sessions
import Simulation

/// Replays a recording on one agent and compares the digest after every step.
///
/// ``Verification`` does the same for many builds and recordings side by side.
public struct Verifier {
  /// Where the compared runs begin.
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

  /// What agents are compared with.
  public let recording: Recording
  /// Gives the recorded run's full state where the file holds only every-step columns.
  private let reference: (any Agent)?

  /// - Parameters:
  ///   - recording: what agents are compared with.
  ///   - reference: an agent expected to reproduce the recording, usually in this process.
  public init(_ recording: Recording, reference: (any Agent)? = nil) {
    self.recording = recording
    self.reference = reference
  }

  /// Compares up to the end or the first difference.
  ///
  /// - Parameters:
  ///   - agent: whose run is compared.
  ///   - mode: from the start to the end, from restored states, or both.
  ///   - progress: called with the steps taken so far, after every reply.
  /// - Returns: ``Verdict/same`` or ``Verdict/different(_:)``.
  /// - Throws: `AgentError` or ``AgentFailure`` when the agent fails; `RecordingError` when the
  ///   file does.
  public func verify(
    _ agent: any Agent, mode: Mode = .both, progress: @escaping (Int64) -> Void = { _ in }
  ) throws -> Verdict {
    let mode = try agent.hello().restores ? mode : .wholeRun
    let outline = recording.outline
    let segments =
      (mode == .restores ? [] : [Segment.whole(outline)])
      + (mode == .wholeRun ? [] : Segment.restores(outline))
    var done: Int64 = 0
    for segment in segments {
      var runner = SegmentRunner(recording, agent) { count in
        done += count
        progress(done)
      }
      if let mismatch = try runner.enter(segment) ?? runner.run(to: segment.end) {
        return .different(try runner.explain(mismatch, reference) { try $0.enter(segment) })
      }
    }
    return .same
  }
}
