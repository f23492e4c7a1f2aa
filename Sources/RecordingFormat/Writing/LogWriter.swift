import DeterministicMath
import Simulation

/// Writes the log of a run as a recording in memory, without a library that compresses: inputs, digests
/// and key frames.
package final class LogWriter {
  private var pipeline: BlockPipeline
  private let file: BlockWriter<ByteBuffer>

  /// Steps between two key frames.
  private static let keyframeInterval: Int64 = 1024

  /// - Parameters:
  ///   - header: what is recorded; its tracks are those of a log.
  ///   - initial: the full state before the first step.
  ///   - initialDigest: its digest.
  /// - Throws: ``RecordingError`` for what does not fit.
  package init(
    _ header: RecordingHeader, initial: StateImage, initialDigest: StateDigest
  ) throws(RecordingError) {
    pipeline = try BlockPipeline(header, .stored, TrackCoder())
    file = try BlockWriter(ByteBuffer(), header: header, initialDigest: initialDigest, .stored)
    _ = try pipeline.append(keyframe: initial)
  }

  /// Steps so far.
  package var stepCount: Int64 { pipeline.stepCount }

  /// True when the full state is to be appended now.
  package var keyframeDue: Bool {
    stepCount > 0 && stepCount % LogWriter.keyframeInterval == 0
  }

  /// Appends the next step: what it was given, and the digest after it.
  package func append(
    inputs: [RecordWords], digest: StateDigest
  ) throws(RecordingError) {
    try write(try pipeline.append(inputs: inputs, digest: digest, state: nil))
  }

  /// Appends the full state as it is after the steps so far.
  package func append(keyframe image: StateImage) throws(RecordingError) {
    try write(try pipeline.append(keyframe: image))
  }

  /// Notes a text at the present step.
  package func addMarker(_ text: String) { pipeline.addMarker(text) }

  private func write(_ block: FinishedBlock?) throws(RecordingError) {
    if let block { try file.append(block) }
  }

  /// The whole file.
  package func finish() throws(RecordingError) -> [UInt8] {
    try write(pipeline.close())
    try file.complete(note: nil)
    return file.output.bytes
  }
}
