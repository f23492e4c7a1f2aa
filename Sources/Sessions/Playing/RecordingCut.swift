import AgentProtocol
import Recording
import Simulation

/// A part of a recording as a recording of its own, which replays and verifies.
///
/// It begins with the full state before its first step: a key frame of the file, or the state that
/// a run gives which follows the recording and reproduces its digests. Inputs, digests, states, key
/// frames and markers are copied.
public struct RecordingCut {
  /// The steps that it holds, as the recording numbers them: they begin before the steps asked for
  /// where only a key frame is known.
  public let steps: ClosedRange<Int64>
  private let recording: Recording
  private let initial: StateImage
  /// What is said of the part, in its file.
  package var notes: [BuildFact] = []

  /// Finds the state to begin with.
  ///
  /// - Parameters:
  ///   - recording: what is cut.
  ///   - steps: those to keep.
  ///   - player: makes a player of the recording; `nil` where no program at hand has its
  ///     simulation: the part then begins at the last key frame before.
  /// - Throws: `RecordingError`; ``RecordedRunDiffers`` when the run does not reproduce the digests;
  ///   what the player throws.
  public init(
    _ recording: Recording, steps: ClosedRange<Int64>, player: (() throws -> Player)?
  ) throws {
    guard steps.lowerBound >= 0, steps.upperBound < recording.stepCount else {
      throw RecordingError(.stepOutOfRange(stepCount: recording.stepCount))
    }
    guard let first = recording.keyframeSteps.first, first <= steps.lowerBound else {
      throw recording.beginsWithoutState
    }
    self.recording = recording
    let keyframe = try recording.keyframe(atOrBefore: steps.lowerBound)
    guard keyframe.stepCount < steps.lowerBound, let player = try player?() else {
      (initial, self.steps) = (keyframe.image, keyframe.stepCount...steps.upperBound)
      return
    }
    self.steps = steps
    try player.seek(to: steps.lowerBound)
    if let step = player.firstDivergence { throw RecordedRunDiffers(step: step) }
    initial = try player.state().image
  }

  /// Writes the part.
  ///
  /// - Parameters:
  ///   - path: of the new recording.
  ///   - source: the name of the recording that is cut; the new one says it.
  ///   - options: how it is packed.
  /// - Throws: `RecordingError`; no file is left then.
  public func write(
    to path: String, source: String, options: RecordingOptions = .init()
  ) throws(RecordingError) {
    var header = recording.header
    header.firstStep += steps.lowerBound
    header.notes.removeAll { old in notes.contains { $0.name == old.name } }
    header.notes += notes
    header.origin =
      "\(source), steps \(steps.lowerBound) to \(steps.upperBound) of \(recording.stepCount)"
    let writer = try RecordingWriter(
      path: path, header: header, initial: initial,
      initialDigest: try recording.digest(after: steps.lowerBound - 1), options: options)
    do throws(RecordingError) {
      try writer.append(steps.lowerBound..<steps.upperBound + 1, of: recording)
      let isEnd = steps.upperBound == recording.stepCount - 1
      try writer.finish(note: isEnd ? recording.endNote : nil)
    } catch {
      writer.abandon()
      throw error
    }
  }
}

/// The run that was to give a state did not reproduce the recording.
public struct RecordedRunDiffers: Error, Equatable {
  /// The first differing step; −1 for the state before step 0.
  public var step: Int64

  /// Names the step.
  public init(step: Int64) { self.step = step }
}
