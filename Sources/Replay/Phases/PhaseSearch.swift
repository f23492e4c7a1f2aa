import AgentProtocol
import DeterministicMath
import Recording
import Sessions
import Simulation

/// Finds the phase in which a build leaves the recorded course, by taking the first differing step
/// again with it and with a build that reproduces the recording, and comparing the states at the
/// borders between the step's phases.
public struct PhaseSearch {
  private let recording: Recording
  private let parameters: [UInt64]
  /// Differences that are looked at to see how values differ.
  private let differencesMax = 4096
  /// Steps per request: bounds what one answer holds.
  private let batch: Int64 = 4096

  /// - Parameters:
  ///   - recording: of the run that counts as good.
  ///   - parameters: another parameter set for the build's run; `nil` for the recorded one.
  public init(_ recording: Recording, parameters: [UInt64]? = nil) {
    self.recording = recording
    self.parameters = parameters ?? recording.header.parameters
  }

  /// Takes the step again with both; neither can be used for what it ran before.
  ///
  /// - Parameters:
  ///   - divergence: the first step that differs.
  ///   - good: reproduces the recording.
  ///   - bad: does not.
  /// - Throws: what reading the recording throws; an agent that fails leaves the phase unknown.
  /// - Complexity: O(steps since the last key frame), and O(state) for each border.
  public func search(
    _ divergence: Divergence, good: any Agent, bad: any Agent
  ) throws -> PhaseFinding {
    guard divergence.step >= 0 else {
      return .unknown("the states differ before a step is taken")
    }
    guard divergence.expectedDigest == (try recording.digest(after: divergence.step)) else {
      return .unknown("the divergence is not one from this recording")
    }
    let (expected, actual): (ObservedStep, ObservedStep)
    switch try observe(divergence.step, good, recording.header.parameters) {
    case .failure(let reason): return .unknown(reason.text)
    case .success(let step): expected = step
    }
    guard expected.digest == divergence.expectedDigest else {
      return .unknown("\(good.name) does not reproduce the recording there either")
    }
    switch try observe(divergence.step, bad, parameters) {
    case .failure(let reason): return .unknown(reason.text)
    case .success(let step): actual = step
    }
    guard actual.digest != expected.digest else {
      return .unknown("\(bad.name) gave the recorded state when it took the step again")
    }
    guard var found = firstDifference(expected, actual) else {
      return .unknown("the states agree at all borders of the step")
    }
    found.isSameRun = actual.digest == divergence.actualDigest
    if found.otherBorder == nil { compare(&found, expected, good, bad) }
    return .found(found)
  }

  private struct Reason: Error { var text: String }

  /// Brings an agent to the step and has it observe it.
  private func observe(
    _ step: Int64, _ agent: any Agent, _ parameters: [UInt64]
  ) throws -> Result<ObservedStep, Reason> {
    do {
      try bring(agent, to: step, parameters)
      switch try agent.send(.observe(try recording.inputs(at: step))) {
      case .observed(let step): return .success(step)
      // An agent that was written before steps could be observed.
      case .refused: return .failure(Reason(text: "\(agent.name) cannot show the phases of a step"))
      default: throw AgentError.unexpectedReply
      }
    } catch let error as AgentError {
      return .failure(Reason(text: "\(agent.name) \(error)"))
    }
  }

  private func bring(_ agent: any Agent, to step: Int64, _ parameters: [UInt64]) throws {
    let header = recording.header
    _ = try agent.start(
      simulation: header.description.name, parameters: parameters, seed: header.seed)
    var next: Int64 = 0
    if try agent.hello().restores {
      let keyframe = try recording.keyframe(atOrBefore: step)
      if keyframe.stepCount > 0 || header.firstStep > 0 {
        try agent.restore(keyframe.image, stepCount: keyframe.stepCount)
      }
      next = keyframe.stepCount
    }
    while next < step {
      let end = min(next + batch, step)
      try agent.run((next..<end).map { try recording.inputs(at: $0) })
      next = end
    }
  }

  private func firstDifference(_ good: ObservedStep, _ bad: ObservedStep) -> PhaseDivergence? {
    for index in 0..<max(good.borders.count, bad.borders.count) {
      let previous = index > 0 ? good.borders[index - 1] : nil
      guard index < good.borders.count, index < bad.borders.count else {
        let rest = index < good.borders.count ? good.borders : bad.borders
        return divergence(rest[index], previous, other: rest[index])
      }
      let (one, other) = (good.borders[index], bad.borders[index])
      if !one.isSamePlace(as: other) { return divergence(one, previous, other: other) }
      if one.digest != other.digest { return divergence(one, previous, other: nil) }
    }
    return nil
  }

  private func divergence(
    _ border: StepBorder, _ previous: StepBorder?, other: StepBorder?
  ) -> PhaseDivergence {
    PhaseDivergence(
      border: border, previous: previous, otherBorder: other, comparison: nil, mechanisms: [],
      isSameRun: true)
  }

  /// Says what differs at the border.
  private func compare(
    _ found: inout PhaseDivergence, _ step: ObservedStep, _ good: any Agent, _ bad: any Agent
  ) {
    guard let index = step.borders.firstIndex(of: found.border),
      let expected = view(good, index), let actual = view(bad, index),
      expected.schema == actual.schema
    else { return }
    let comparison = StateComparison(expected: expected, actual: actual, limit: differencesMax)
    found.mechanisms = BitMechanism.all(comparison, expected, actual)
    found.comparison = comparison
  }

  private func view(_ agent: any Agent, _ border: Int) -> StateView? {
    guard case .border(let state) = try? agent.send(.border(border)) else { return nil }
    return StateView(schema: state.schema, selection: .everything, image: state.image)
  }
}
