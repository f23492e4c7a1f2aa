import AgentProtocol
import DeterministicMath
import Recording
import Sessions
import Simulation

/// Finds the first step after which an agent diverges from a recording, by halving over key frames.
///
/// Known at any time: a step count up to which the agent's run equals the recording, with the state
/// that the agent had there. A probe goes on from that state to the middle one of the key frames
/// that are left; half of what is left is settled by each, and no step is simulated twice but the
/// few before the divergence itself. The digests of a probe are compared one by one (they cost
/// nothing next to the steps), so that a run that diverges and then agrees again is caught.
///
/// An agent that cannot restore runs once from the start, and once more to the step that was found.
public struct Bisector {
  /// The first difference, and what finding it cost.
  public struct Report: Equatable, Sendable {
    /// `nil` when the agent reproduces the recording to its end.
    public var difference: Difference?
    /// How many times the agent was sent on its way.
    public var probeCount: Int
    /// How many steps the agent took in all.
    public var stepCount: Int64
  }

  private let recording: Recording
  private let reference: (any Agent)?
  private let parameters: [UInt64]

  /// - Parameters:
  ///   - recording: of the run that counts as good.
  ///   - reference: an agent expected to reproduce the recording, usually in this process.
  ///   - parameters: another parameter set for the agent's run; `nil` for the recorded one.
  public init(_ recording: Recording, reference: (any Agent)? = nil, parameters: [UInt64]? = nil) {
    (self.recording, self.reference) = (recording, reference)
    self.parameters = parameters ?? recording.header.parameters
  }

  /// - Parameters:
  ///   - agent: whose run is compared with the recording.
  ///   - progress: called with the interval that still may hold the first bad step.
  public func bisect(
    _ agent: any Agent, progress: (ClosedRange<Int64>) -> Void = { _ in }
  ) throws -> Report {
    var (probeCount, stepCount) = (0, Int64(0))
    func report(_ difference: Difference?) -> Report {
      Report(difference: difference, probeCount: probeCount, stepCount: stepCount)
    }
    if recording.header.firstStep > 0, recording.keyframeSteps.first != 0 {
      throw recording.beginsWithoutState
    }
    var runner = SegmentRunner(recording, agent, parameters: parameters) { stepCount += $0 }
    runner.pace = Pace(fixed: 4096)
    let whole = Segment.whole(recording.outline)
    if let mismatch = try runner.enter(whole) {
      return report(try runner.explain(mismatch, reference) { _ in mismatch })
    }
    // Halving gains nothing where every way back leads over the start.
    let restores = try agent.hello().restores
    var ends =
      restores ? recording.keyframeSteps.filter { $0 > 0 && $0 < recording.stepCount } : []
    if recording.stepCount > 0 { ends.append(recording.stepCount) }
    var good = (stepCount: Int64(0), image: try runner.state())
    while !ends.isEmpty {
      progress(good.stepCount...recording.stepCount)
      let end = ends[(ends.count - 1) / 2]
      probeCount += 1
      if let mismatch = try runner.runDigests(to: end) {
        let difference = try runner.explain(mismatch, reference) { runner in
          guard restores else { return try runner.enter(whole) }
          try runner.resume(good.image, stepCount: good.stepCount)
          return nil
        }
        return report(difference)
      }
      ends.removeAll { $0 <= end }
      good = (end, try runner.state())
    }
    return report(nil)
  }

  /// Runs a build again that diverged, more often where it does not do the same.
  ///
  /// - Parameters:
  ///   - first: of the first run.
  ///   - launch: gives a new agent of that build; each run has one of its own.
  /// - Returns: the first difference whose state is known, with what all runs did.
  public func `repeat`(
    _ first: Difference, launch: () throws -> any Agent
  ) throws -> Difference {
    var (runs, shown) = (RunTally(first.mismatch), first)
    while runs.wantsMore {
      let agent = try launch()
      defer { agent.stop() }
      let again = try bisect(agent).difference
      runs.note(again?.mismatch)
      if shown.compared == .nothing, let again, again.compared != .nothing { shown = again }
    }
    shown.runs = runs
    return shown
  }
}
