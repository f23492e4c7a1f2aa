import Simulation

/// A recording whose steps are read when they are asked for.
///
/// A finished recording is a ``RecordingFile``: memory does not depend on its length. What has no
/// summary to go by, because another tool rewrote it, is read as a whole.
package final class StepReader {
  /// What does not change while the run goes on.
  package let header: RecordingHeader
  /// How many steps were recorded; they are numbered from 0.
  package let stepCount: Int64
  /// Whether the recorder left no state out.
  package let holdsEveryState: Bool
  private let path: String
  /// The file that is read in pieces; `nil` for one that is read as a whole.
  package let file: RecordingFile?
  private var whole: Recording?

  /// Opens the file at `path`.
  ///
  /// - Throws: ``RecordingError``: what strict reading finds in a file that cannot be read in pieces.
  package init(path: String) throws(RecordingError) {
    self.path = path
    let opened: RecordingFile?
    do throws(RecordingError) { opened = try RecordingFile(path: path) } catch { opened = nil }
    file = opened
    if let opened {
      (header, stepCount) = (opened.header, opened.stepCount)
      holdsEveryState = opened.holdsEveryState
    } else {
      let recording = try Recording(path: path)
      (header, stepCount, whole) = (recording.header, recording.stepCount, recording)
      holdsEveryState = recording.leftOutSteps.isEmpty
    }
  }

  /// All of it, with every byte checked.
  ///
  /// - Complexity: O(file) at the first call, in time and memory.
  package func recording() throws(RecordingError) -> Recording {
    if let whole { return whole }
    let recording = try Recording(path: path)
    whole = recording
    return recording
  }

  /// The recording, of which at least `steps` are held, with the key frame before them and one that
  /// follows on them.
  ///
  /// - Throws: ``RecordingError``; what strict reading finds where the steps do not lie where the
  ///   summary says.
  package func recording(holding steps: ClosedRange<Int64>) throws(RecordingError) -> Recording {
    // A piece of a run begins with its first key frame.
    if whole == nil, header.firstStep == 0, let file,
      let part = try? file.recording(holding: steps)
    {
      return part
    }
    return try recording()
  }

  /// The steps that are stored with `step`.
  package func block(at step: Int64) throws(RecordingError) -> RecordingFile.Block {
    if let whole { return RecordingFile.Block(recording: whole, firstStep: 0) }
    guard let file else { throw RecordingError(.stepOutOfRange(stepCount: stepCount)) }
    return try file.block(at: step)
  }

  /// The every-step state after `step`; `nil` when the recording has no state track, or the recorder
  /// left this state out.
  ///
  /// - Complexity: each block is read once while steps ascend.
  package func state(after step: Int64) throws(RecordingError) -> StateImage? {
    let block = try block(at: step)
    return try block.recording.state(after: step - block.firstStep)
  }

  /// The inputs of a step, in order.
  package func inputs(at step: Int64) throws(RecordingError) -> [RecordWords] {
    let block = try block(at: step)
    return block.recording.inputs(at: step - block.firstStep)
  }
}
