import DeterministicMath
import Recording
import Sessions
import Simulation

/// Describes a mismatch of digests: the table, row and field in which the run's state is not the
/// recorded one.
struct DivergenceDescriber {
  let recording: Recording
  /// Gives the recorded run's full state where the file holds only every-step columns.
  let reference: (any Agent)?

  /// Describes a mismatch by the state that led to it.
  ///
  /// - Parameters:
  ///   - image: the full state of the run that diverged, right after the mismatch's step.
  ///   - goOn: runs to a later step count, and gives the full state there: the next key frames show the
  ///     columns that are stored at key frames only. `nil` ends the search.
  func divergence(
    _ mismatch: DigestMismatch, _ image: StateImage,
    goOn: (Int64) throws -> StateImage? = { _ in nil }
  ) throws -> Divergence {
    var divergence = try Divergence(mismatch, from: recording)
    if let (expected, actual) = views(after: mismatch.step, image) {
      divergence.note(
        StateComparison(expected: expected, actual: actual), of: expected.selection)
    }
    guard divergence.isNameless else { return divergence }
    var next = recording.keyframeStep(after: mismatch.step + 1)
    while let count = next, let own = try goOn(count) {
      let stored = try recording.keyframe(atOrBefore: count).image
      let schema = recording.header.description.state
      if divergence.compare(stored, own, before: count, schema) { break }
      next = recording.keyframeStep(after: count)
    }
    divergence.noteUnseen(recording.header.description.state)
    return divergence
  }

  /// The recorded state after a step, as full as it can be had, beside the one given.
  func views(after step: Int64, _ image: StateImage) -> (expected: StateView, actual: StateView)? {
    let recorded = RecordedState(recording, reference: reference)
    guard let expected = recorded.views(after: step).first,
      let actual = StateView(
        schema: recording.header.description.state, selection: .everything, image: image)
    else { return nil }
    return (expected, actual)
  }
}
