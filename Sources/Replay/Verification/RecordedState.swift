import AgentProtocol
import DeterministicMath
import Recording
import Sessions
import Simulation

/// The states that can be had of a recorded run, to explain a run that differs from it.
struct RecordedState {
  let recording: Recording
  /// Gives the recorded run's full state where the file holds only every-step columns.
  let reference: (any Agent)?

  /// Explains a mismatch by the state that led to it.
  ///
  /// - Parameters:
  ///   - image: the full state of the run that differs, right after the mismatch's step.
  ///   - goOn: runs to a later step count, and gives the full state there: the next key frames show the
  ///     columns that are stored at key frames only. `nil` ends the search.
  func difference(
    _ mismatch: DigestMismatch, _ image: StateImage,
    goOn: (Int64) throws -> StateImage? = { _ in nil }
  ) throws -> Difference {
    var difference = try Difference(mismatch, from: recording)
    if let (expected, actual) = views(after: mismatch.step, image) {
      difference.note(
        StateComparison(expected: expected, actual: actual), of: expected.selection)
    }
    guard difference.isNameless else { return difference }
    let schema = recording.header.description.state
    var next = recording.keyframeStep(after: mismatch.step + 1)
    while let count = next, let own = try goOn(count) {
      let stored = try recording.keyframe(atOrBefore: count).image
      if difference.compare(stored, own, before: count, schema) { break }
      next = recording.keyframeStep(after: count)
    }
    difference.noteUnseen(schema)
    return difference
  }

  /// The recorded state after a step, as full as it can be had, and the given one.
  func views(after step: Int64, _ image: StateImage) -> (expected: StateView, actual: StateView)? {
    guard let expected = views(after: step).first,
      let actual = StateView(
        schema: recording.header.description.state, selection: .everything, image: image)
    else { return nil }
    return (expected, actual)
  }

  /// The full state where a key frame or a reference that reproduces the digest gives it, and the
  /// recorded every-step columns.
  func views(after step: Int64) -> [StateView] {
    let schema = recording.header.description.state
    let full = (try? fullState(after: step)).flatMap { image in
      StateView(schema: schema, selection: .everything, image: image)
    }
    let stored =
      step < 0
      ? nil
      : (try? recording.state(after: step)).flatMap { image in
        StateView(schema: schema, selection: .everyStep, image: image)
      }
    return [full, stored].compactMap(\.self)
  }

  private func fullState(after step: Int64) throws -> StateImage? {
    if recording.isKeyframe(step + 1) { return try recording.keyframe(atOrBefore: step + 1).image }
    guard let reference else { return nil }
    var runner = SegmentRunner(recording, reference)
    let way = recording.way(to: step + 1, restores: try reference.hello().restores)
    guard try runner.enter(way) ?? runner.runDigests(to: step + 1) == nil else { return nil }
    return try runner.state()
  }
}

extension SegmentRunner {
  /// Explains a mismatch by the state right after its step.
  ///
  /// A run that has moved past the step goes back and comes again. If that gives another digest there,
  /// its state is not the one that differed: nothing is named.
  ///
  /// - Parameter back: brings the agent to where it can run to the step again.
  mutating func explain(
    _ mismatch: DigestMismatch, _ reference: (any Agent)?,
    back: (inout SegmentRunner) throws -> DigestMismatch?
  ) throws -> Difference {
    var again: DigestMismatch? = mismatch
    if stepCount != mismatch.step + 1 {
      again = try back(&self) ?? run(onceMore: mismatch, to: mismatch.step + 1)
    }
    guard again == mismatch else { return try Difference(mismatch, from: recording) }
    return try RecordedState(recording: recording, reference: reference)
      .difference(mismatch, try state()) { try state(before: $0) }
  }
}

extension Recording {
  /// The shortest way to a step: from the last key frame if the agent restores, else from the start.
  func way(to stepCount: Int64, restores: Bool) -> Segment {
    let keyframe = restores ? keyframeStep(atOrBefore: stepCount) : nil
    let isStart = keyframe == 0 && header.firstStep == 0
    return Segment(keyframe: isStart ? nil : keyframe, end: stepCount)
  }
}
