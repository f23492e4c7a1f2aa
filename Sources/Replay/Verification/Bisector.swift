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
  /// Where the agent diverges, and what finding it cost.
  public struct Report: Equatable, Sendable {
    /// `nil` when the agent reproduces the recording to its end.
    public var divergence: Divergence?
    /// How many times the agent was sent on its way.
    public var probeCount: Int
    /// How many steps the agent took in all.
    public var stepCount: Int64
  }

  private let recording: Recording
  private let describer: DivergenceDescriber
  private let parameters: [UInt64]
  /// Steps per request: bounds what one answer holds.
  private let batch: Int64 = 4096

  /// - Parameters:
  ///   - recording: of the run that counts as good.
  ///   - reference: an agent expected to reproduce the recording, usually in this process.
  ///   - parameters: another parameter set for the agent's run; `nil` for the recorded one.
  public init(_ recording: Recording, reference: (any Agent)? = nil, parameters: [UInt64]? = nil) {
    self.recording = recording
    self.parameters = parameters ?? recording.header.parameters
    describer = DivergenceDescriber(recording: recording, reference: reference)
  }

  /// - Parameters:
  ///   - agent: whose run is compared with the recording.
  ///   - progress: called with the interval that still may hold the first bad step.
  public func bisect(
    _ agent: any Agent, progress: (ClosedRange<Int64>) -> Void = { _ in }
  ) throws -> Report {
    var report = Report(divergence: nil, probeCount: 0, stepCount: 0)
    let header = recording.header
    let started = try agent.start(
      simulation: header.description.name, parameters: parameters, seed: header.seed)
    if let difference = schemaDifference(header.description, started.description) {
      throw AgentError.schemaDiffers(difference)
    }
    if header.firstStep > 0 {
      guard recording.keyframeSteps.first == 0 else { throw recording.beginsWithoutState }
      try agent.restore(try recording.keyframe(atOrBefore: 0).image, stepCount: 0)
    }
    var good = Position(stepCount: 0, image: try agent.state(.everything))
    if header.firstStep == 0, started.digest != (try recording.digest(after: -1)) {
      report.divergence = try describer.divergence(
        DigestMismatch(step: -1, digest: started.digest), good.image)
      return report
    }
    // Halving gains nothing where every way back leads over the start.
    let restores = try agent.hello().restores
    var ends =
      restores ? recording.keyframeSteps.filter { $0 > 0 && $0 < recording.stepCount } : []
    if recording.stepCount > 0 { ends.append(recording.stepCount) }
    while !ends.isEmpty {
      progress(good.stepCount...recording.stepCount)
      let end = ends[(ends.count - 1) / 2]
      report.probeCount += 1
      if let (step, digest) = try probe(from: good, to: end, agent, &report) {
        report.divergence = try name(
          step, digest, from: restores ? good : nil, agent, &report)
        return report
      }
      ends.removeAll { $0 <= end }
      good = Position(stepCount: end, image: try agent.state(.everything))
    }
    return report
  }

  /// Runs a build again that diverged, more often where it does not do the same.
  ///
  /// - Parameters:
  ///   - divergence: of the first run.
  ///   - launch: gives a new agent of that build; each run has one of its own.
  /// - Returns: what all runs did, and the first divergence whose state is known.
  public func `repeat`(
    _ divergence: Divergence, launch: () throws -> any Agent
  ) throws -> (runs: RunTally, shown: Divergence) {
    var (runs, shown) = (RunTally(divergence.mismatch), divergence)
    while runs.wantsMore {
      let agent = try launch()
      defer { agent.stop() }
      let again = try bisect(agent).divergence
      runs.note(again?.mismatch)
      if shown.compared == .nothing, let again, again.compared != .nothing { shown = again }
    }
    return (runs, shown)
  }

  private struct Position {
    var stepCount: Int64
    var image: StateImage
  }

  /// Runs from the last good position up to `end`; the first step whose digest is not the recorded
  /// one, with the digest that the agent had.
  private func probe(
    from good: Position, to end: Int64, _ agent: any Agent, _ report: inout Report
  ) throws -> (step: Int64, digest: StateDigest)? {
    var next = good.stepCount
    while next < end {
      let stop = min(next + batch, end)
      let digests = try agent.run(try recording.inputs(from: next, to: stop))
      report.stepCount += stop - next
      for (offset, digest) in digests.enumerated() {
        let step = next + Int64(offset)
        if digest != (try recording.digest(after: step)) { return (step, digest) }
      }
      next = stop
    }
    return nil
  }

  /// Goes back to the last good position, or to the start, and forward to just after the bad step.
  private func name(
    _ step: Int64, _ digest: StateDigest, from good: Position?, _ agent: any Agent,
    _ report: inout Report
  ) throws -> Divergence {
    let header = recording.header
    if let good {
      try agent.restore(good.image, stepCount: good.stepCount)
    } else {
      _ = try agent.start(
        simulation: header.description.name, parameters: parameters, seed: header.seed)
    }
    var next = good?.stepCount ?? 0
    var again: StateDigest?
    while next <= step {
      let stop = min(next + batch, step + 1)
      again = try agent.run(try recording.inputs(from: next, to: stop)).last
      report.stepCount += stop - next
      next = stop
    }
    let mismatch = DigestMismatch(step: step, digest: digest)
    // A state with another digest is not the one that differed: nothing is named by it.
    guard again == digest else { return try Divergence(mismatch, from: recording) }
    return try describer.divergence(mismatch, try agent.state(.everything)) { count in
      while next < count {
        let stop = min(next + batch, count)
        try agent.run(try recording.inputs(from: next, to: stop))
        report.stepCount += stop - next
        next = stop
      }
      return try agent.state(.everything)
    }
  }
}
