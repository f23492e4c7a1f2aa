import DeterministicMath
import Recording
import Simulation
import WorkerThreads

/// A recording that several threads read.
///
/// Unchecked, because: a ``Recording`` does not change after it was opened, but for the caches that
/// it decodes key frames and states into. Those two go through the lock; nothing else does, so that
/// a digest costs no more than its look-up.
package final class SharedRecording: @unchecked Sendable {
  package let header: RecordingHeader
  package let outline: RecordingOutline
  private let recording: Recording
  private let lock = Condition()

  package init(_ recording: Recording) {
    self.recording = recording
    header = recording.header
    outline = RecordingOutline(
      stepCount: recording.stepCount, keyframeSteps: recording.keyframeSteps,
      firstKeyframe: recording.header.firstStep > 0 ? recording.keyframeSteps.first ?? 0 : nil,
      cost: RecordingOutline.cost(
        stepCount: recording.stepCount, stateSize: recording.meanStateSize))
  }

  var stepCount: Int64 { outline.stepCount }
  var keyframeSteps: [Int64] { outline.keyframeSteps }

  /// Whether the full state before `step` is stored.
  func isKeyframe(_ step: Int64) -> Bool { keyframe(after: step - 1) == step }

  /// The first step behind `step` whose full state before it is stored.
  func keyframe(after step: Int64) -> Int64? {
    var (low, high) = (0, keyframeSteps.count)
    while low < high {
      let middle = (low + high) / 2
      if keyframeSteps[middle] <= step { low = middle + 1 } else { high = middle }
    }
    return low < keyframeSteps.count ? keyframeSteps[low] : nil
  }

  func digest(after step: Int64) -> StateDigest { recording.digest(after: step) }

  func inputs(at step: Int64) -> [RecordWords] { recording.inputs(at: step) }

  func inputs(from: Int64, to: Int64) -> [[RecordWords]] {
    (from..<to).map { recording.inputs(at: $0) }
  }

  func keyframe(
    atOrBefore stepCount: Int64
  ) throws(RecordingError) -> (stepCount: Int64, image: StateImage) {
    lock.lock()
    defer { lock.unlock() }
    return try recording.keyframe(atOrBefore: stepCount)
  }

  func state(after step: Int64) throws(RecordingError) -> StateImage? {
    lock.lock()
    defer { lock.unlock() }
    return try recording.state(after: step)
  }

  /// See `Recording.states(aroundStep:)`.
  func states(
    aroundStep step: Int64
  ) throws(RecordingError) -> (firstStep: Int64, count: Int, images: [StateImage])? {
    try recording.states(aroundStep: step)
  }

  /// See `Recording.poses(aroundStep:)`.
  func poses(
    aroundStep step: Int64
  ) throws(RecordingError) -> (steps: Range<Int64>, samples: [Int64: StateImage]) {
    try recording.poses(aroundStep: step)
  }
}
