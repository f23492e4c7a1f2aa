import DeterministicMath
import Simulation

/// What a recording holds, in numbers.
package struct RecordingOverview {
  package let header: RecordingHeader
  package let stepCount: Int64
  package let inputCount: Int
  package let keyframeCount: Int
  package let markers: [Recording.Marker]
  /// Why the recording ended early.
  package let endNote: String?
  package let statistics: RecordingStatistics
  /// After the last step.
  package let lastDigest: StateDigest
  /// The last value of the hash chain, which nobody has checked; `nil` where there is none.
  package let lastChainValue: String?
  /// Steps whose states the recorder left out.
  package let leftOutCount: Int64
  /// In how many places they lie; `nil` where that was not looked for.
  package let leftOutPlaceCount: Int?

  /// What the ends of a file say of it, with its markers and its last block.
  ///
  /// Checked is what is read: header, description and summary with their checksums, that the summary
  /// names everything between the first chunk and the end, and the blocks that are read.
  ///
  /// - Complexity: O(blocks), and one block to decompress; one more for each with a marker.
  /// - Throws: ``RecordingError``.
  package init(_ file: RecordingFile) throws(RecordingError) {
    header = file.header
    stepCount = file.stepCount
    inputCount = Int(clamping: file.messageCounts[.inputs] ?? 0)
    keyframeCount = Int(clamping: file.messageCounts[.keyframes] ?? 0)
    var markers: [Recording.Marker] = []
    for (index, chunk) in file.chunks.enumerated() where chunk.holdsMarkers {
      markers += try file.messages(of: index..<index + 1).messages.markers
    }
    // As many as the summary counts: else it leaves some out.
    guard markers.count == Int(clamping: file.messageCounts[.markers] ?? 0) else {
      throw RecordingError(.damaged("the summary counts other markers than there are"))
    }
    self.markers = markers
    endNote = file.whole.endNote
    statistics = file.whole.statistics
    if file.stepCount > 0 {
      let block = try file.block(at: file.stepCount - 1)
      guard block.firstStep + block.recording.stepCount == file.stepCount else {
        throw RecordingError(.damaged("the steps do not add up"))
      }
      lastDigest = block.recording.digest(after: block.recording.stepCount - 1)
      lastChainValue = block.recording.lastChainValue
    } else {
      (lastDigest, lastChainValue) = (file.whole.initialDigest, nil)
    }
    leftOutCount = file.leftOutCount
    leftOutPlaceCount = nil
  }

  /// What a recording holds of which every byte was read and checked.
  package init(_ recording: Recording) {
    header = recording.header
    stepCount = recording.stepCount
    inputCount = recording.inputCount
    keyframeCount = recording.keyframeSteps.count
    markers = recording.markers
    endNote = recording.endNote
    statistics = recording.statistics
    lastDigest = recording.digest(after: recording.stepCount - 1)
    lastChainValue = recording.lastChainValue
    leftOutCount = recording.leftOutSteps.reduce(0) { $0 + Int64($1.count) }
    leftOutPlaceCount = recording.leftOutSteps.count
  }
}
