import DeterministicMath
import Recording
import Simulation

/// Names the table, row and field in which a run's state is not the recorded one.
struct Naming {
  let recording: SharedRecording
  /// Gives the recorded run's full state where the file holds only every-step columns.
  let reference: (any Agent)?

  /// - Parameter image: the full state of the run that parted, right after the parting's step.
  func divergence(_ parting: Parting, _ image: StateImage) throws -> Divergence {
    var comparison: StateComparison?
    var everyStepOnly = false
    if let (expected, actual) = views(after: parting.step, image) {
      everyStepOnly = expected.selection == .everyStep
      comparison = StateComparison(expected: expected, actual: actual)
    }
    return Divergence(
      step: parting.step, expectedDigest: recording.digest(after: parting.step),
      actualDigest: parting.digest, comparison: comparison,
      inputs: parting.step >= 0 ? recording.inputs(at: parting.step) : [],
      comparedEveryStepOnly: everyStepOnly)
  }

  /// A parting without the state that was there.
  func unnamed(_ parting: Parting) -> Divergence {
    Divergence(
      step: parting.step, expectedDigest: recording.digest(after: parting.step),
      actualDigest: parting.digest, comparison: nil,
      inputs: parting.step >= 0 ? recording.inputs(at: parting.step) : [],
      comparedEveryStepOnly: false)
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
