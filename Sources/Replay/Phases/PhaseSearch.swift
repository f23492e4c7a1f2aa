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
  ///   - difference: of the first step that differs.
  ///   - good: reproduces the recording.
  ///   - bad: does not.
  /// - Throws: what reading the recording throws; an agent that fails leaves the phase unknown.
  /// - Complexity: O(steps since the last key frame), and O(state) for each border.
  public func search(
    _ difference: Difference, good: any Agent, bad: any Agent
  ) throws -> PhaseFinding {
    let mismatch = difference.mismatch
    guard mismatch.step >= 0 else {
      return PhaseFinding(unknown: "the states differ before step 0")
    }
    guard mismatch.expected == (try recording.digest(after: mismatch.step)) else {
      return PhaseFinding(unknown: "the difference is not one from this recording")
    }
    let (expected, actual): (ObservedStep, ObservedStep)
    do {
      expected = try observe(mismatch.step, good, recording.header.parameters)
      guard expected.digest == mismatch.expected else {
        throw Reason(text: "\(good.name) does not reproduce the recording there either")
      }
      actual = try observe(mismatch.step, bad, parameters)
    } catch let reason as Reason {
      return PhaseFinding(unknown: reason.text)
    }
    guard actual.digest != expected.digest else {
      return PhaseFinding(
        unknown: "\(bad.name) gave the recorded state when it ran the step again")
    }
    guard var (index, found) = firstDifference(expected, actual) else {
      return PhaseFinding(unknown: "the states agree at all borders of the step")
    }
    found.isSameRun = actual.digest == mismatch.actual
    if found.tookInstead == nil { compare(&found, border: index, good, bad) }
    return found
  }

  private struct Reason: Error { var text: String }

  /// Brings an agent to the step and has it observe it.
  private func observe(
    _ step: Int64, _ agent: any Agent, _ parameters: [UInt64]
  ) throws -> ObservedStep {
    do {
      var runner = SegmentRunner(recording, agent, parameters: parameters)
      _ = try runner.enter(recording.way(to: step, restores: try agent.hello().restores))
      try runner.run(to: step) { _, _ in true }
      switch try agent.send(.observe(try recording.inputs(at: step))) {
      case .observed(let step): return step
      // An agent that was written before steps could be observed.
      case .refused: throw Reason(text: "\(agent.name) cannot show the phases of a step")
      default: throw AgentError.unexpectedReply
      }
    } catch let error as AgentFailure {
      throw Reason(text: "\(agent.name) \(error)")
    } catch let error as AgentError {
      throw Reason(text: "\(agent.name) \(error)")
    }
  }

  private func firstDifference(
    _ good: ObservedStep, _ bad: ObservedStep
  ) -> (border: Int, finding: PhaseFinding)? {
    for index in 0..<max(good.borders.count, bad.borders.count) {
      let previous = index > 0 ? good.borders[index - 1] : nil
      guard index < good.borders.count, index < bad.borders.count else {
        let rest = index < good.borders.count ? good.borders : bad.borders
        return (index, PhaseFinding(rest[index], after: previous, other: rest[index]))
      }
      let (one, other) = (good.borders[index], bad.borders[index])
      if !one.isSamePlace(as: other) {
        return (index, PhaseFinding(one, after: previous, other: other))
      }
      if one.digest != other.digest {
        return (index, PhaseFinding(one, after: previous, other: nil))
      }
    }
    return nil
  }

  /// Names what differs at the border.
  private func compare(
    _ found: inout PhaseFinding, border: Int, _ good: any Agent, _ bad: any Agent
  ) {
    guard let expected = view(good, border), let actual = view(bad, border),
      expected.schema == actual.schema
    else { return }
    var comparison = StateComparison(expected: expected, actual: actual, limit: differencesMax)
    found.mechanisms = BitMechanism.all(comparison, expected, actual)
    comparison.differences.removeLast(max(0, comparison.differences.count - 16))
    found.comparison = comparison
  }

  private func view(_ agent: any Agent, _ border: Int) -> StateView? {
    guard case .border(let state) = try? agent.send(.border(border)) else { return nil }
    return StateView(schema: state.schema, selection: .everything, image: state.image)
  }
}
