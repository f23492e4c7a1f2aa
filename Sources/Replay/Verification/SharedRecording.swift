import DeterministicMath
import Foundation
import Recording
import Simulation

/// A recording that several threads read.
///
/// Unchecked, because: a ``Recording`` does not change after it was opened, but for the caches that
/// it decodes key frames and states into. Those two go through the lock; nothing else does, so that
/// a digest costs no more than its look-up.
final class SharedRecording: @unchecked Sendable {
  let header: RecordingHeader
  let stepCount: Int64
  let keyframeSteps: [Int64]
  private let recording: Recording
  private let lock = NSLock()

  init(_ recording: Recording) {
    self.recording = recording
    header = recording.header
    stepCount = recording.stepCount
    keyframeSteps = recording.keyframeSteps
  }

  /// Where a run begins that cannot be started: a piece of a damaged recording; `nil` for others.
  var firstKeyframe: Int64? { header.firstStep > 0 ? keyframeSteps.first ?? 0 : nil }

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

  /// How much work a run is, for ordering: rows that change, and steps.
  var cost: Int64 { stepCount + Int64(recording.statistics.activeRowSteps) }

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
}
