/// A block that is ready to be written, wherever it comes to lie in the file.
package struct BuiltBlock: Sendable {
  /// The chunk and its message indexes.
  var bytes: [UInt8]
  /// The chunk's entry in the index, as if it lay at the start of a file.
  var entry: ChunkEntry
  /// What each channel takes after compression.
  var sizes: [MCAP.Channel: Int]
  var messageCounts: [MCAP.Channel: UInt64]
  /// The steps that it tells of.
  var steps: Range<Int64>
  var activeRowSteps: Int
  /// Steps whose states are left out.
  var leftOutSteps: Int
  /// Rows of the samples of the view track, and samples that it lacks.
  var rowSamples = 0
  var leftOutSamples = 0

  var holdsKeyframe: Bool { sizes[.keyframes] != nil }
}
