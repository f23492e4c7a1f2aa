import DeterministicMath
import Recording
import Simulation

extension Recording {
  /// What planning a verification needs to know.
  package var outline: RecordingOutline {
    RecordingOutline(
      stepCount: stepCount, keyframeSteps: keyframeSteps,
      firstKeyframe: header.firstStep > 0 ? keyframeSteps.first ?? 0 : nil,
      cost: RecordingOutline.cost(stepCount: stepCount, stateSize: meanStateSize))
  }

  /// The mismatch of a digest that a run has after a step; `nil` for the recorded one.
  func mismatch(
    _ actual: StateDigest, after step: Int64
  ) throws(RecordingError) -> DigestMismatch? {
    let expected = try digest(after: step)
    return actual == expected
      ? nil : DigestMismatch(step: step, expected: expected, actual: actual)
  }

  /// The inputs of each of some steps.
  func inputs(from: Int64, to: Int64) throws(RecordingError) -> [[RecordWords]] {
    var inputs: [[RecordWords]] = []
    for step in from..<to { inputs.append(try self.inputs(at: step)) }
    return inputs
  }
}
