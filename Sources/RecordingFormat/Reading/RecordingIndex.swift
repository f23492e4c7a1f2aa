import DeterministicMath
import Simulation

/// What a recording holds, and where: all that is known of it without its steps.
///
/// Messages are in segments: chunks, and runs of messages that are in no chunk. A block's messages may be
/// in several of them, and several blocks in one.
struct RecordingIndex: Sendable {
  var header: RecordingHeader
  var initialDigest: StateDigest
  /// The step, as the messages count, that is step 0 of the recording; all other steps here count from it.
  var base: Int64 = 0
  var stepCount: Int64 = 0
  var endNote: String?
  var statistics = RecordingStatistics()
  var inputCount = 0
  /// States that the recorder left out.
  var leftOutCount: Int64 = 0
  /// In the order of their steps; `nil`: they are in the segments that hold markers, unread.
  var markers: [RecordingMarker]?
  /// How many markers there are.
  var markerCount = 0
  var channels = ChannelMap.assumed
  var segments: [Segment] = []
  /// The segments with inputs, by the first step that has one, and the greatest end of steps so far.
  private var inputOrder: [(segment: Int, reach: Int64)] = []
  /// In the order of their steps, without a gap.
  var blocks: [Block] = []
  /// In the order of their steps.
  var keyframes: [Keyframe] = []
  var layout = RecordingLayout()
  /// True when every byte was read and checked.
  var isChecked = false

  init(header: RecordingHeader, initialDigest: StateDigest) {
    (self.header, self.initialDigest) = (header, initialDigest)
  }

  /// A part of the file with messages.
  struct Segment: Sendable {
    enum Form: Sendable {
      /// The record of a chunk.
      case chunk
      /// Records of messages, one after the other.
      case messages
      /// A chunk of a damaged file, whose record may lie.
      case found(ChunkPlace)
    }

    var form: Form
    /// The place of its first record, and the bytes of its records.
    var offset: UInt64
    var length: UInt64
    /// The least range that has the steps of all its inputs.
    var inputSteps: Range<Int64> = 0..<0
    var holdsMarkers = false
    /// The channels of which the summary names messages here; `nil`: it was read.
    var named: ChannelSet?
  }

  /// Steps that are stored together, and the segments of their messages.
  struct Block: Sendable {
    var firstStep: Int64
    var count: Int64
    var digests: Int
    var state: Int?
    var view: Int?
    var link: Int?

    var steps: Range<Int64> { firstStep..<firstStep + count }
  }

  /// A full state before a step.
  struct Keyframe: Sendable {
    var step: Int64
    var segment: Int
    /// Bytes that the image takes; 0 for unknown.
    var size: Int
  }

  /// The block that holds a step.
  ///
  /// - Throws: ``RecordingError`` when there is no such step.
  func blockIndex(of step: Int64) throws(RecordingError) -> Int {
    let index = blocks.partition { $0.firstStep <= step } - 1
    guard step >= 0, step < stepCount, index >= 0 else {
      throw RecordingError(.stepOutOfRange(stepCount: stepCount))
    }
    return index
  }

  /// Sorts the segments with inputs, once they are known.
  mutating func orderInputs() {
    let order = segments.indices.filter { !segments[$0].inputSteps.isEmpty }.sorted {
      segments[$0].inputSteps.lowerBound < segments[$1].inputSteps.lowerBound
    }
    var reach = Int64.min
    for segment in order {
      reach = max(reach, segments[segment].inputSteps.upperBound)
      inputOrder.append((segment, reach))
    }
  }

  /// The segments with inputs of some steps, in the order of the file.
  func inputSegments(of steps: Range<Int64>) -> [Int] {
    var place = inputOrder.partition {
      segments[$0.segment].inputSteps.lowerBound < steps.upperBound
    }
    var found: [Int] = []
    while place > 0, inputOrder[place - 1].reach > steps.lowerBound {
      place -= 1
      let segment = inputOrder[place].segment
      if segments[segment].inputSteps.overlaps(steps) { found.append(segment) }
    }
    return found.sorted()
  }

  /// The last key frame at or before so many steps.
  func keyframeIndex(atOrBefore stepCount: Int64) -> Int? {
    let index = keyframes.partition { $0.step <= stepCount }
    return index > 0 ? index - 1 : nil
  }
}

extension Array {
  /// How many elements at the beginning satisfy `isBefore`, which no element does after the first that
  /// does not.
  func partition(_ isBefore: (Element) -> Bool) -> Int {
    var (low, high) = (0, count)
    while low < high {
      let middle = (low + high) / 2
      if isBefore(self[middle]) { low = middle + 1 } else { high = middle }
    }
    return low
  }
}

/// How a file is built, apart from what was recorded.
package struct RecordingLayout: Equatable, Sendable {
  /// A thing of another program, and how many there are.
  package struct Foreign: Equatable, Sendable {
    /// The topic of a channel, the name of an attachment or of metadata.
    package var name: String
    /// The schema of a channel, the type of an attachment.
    package var type = ""
    /// Messages of a channel.
    package var messageCount: UInt64 = 0
  }

  /// The program that wrote the file.
  package var library = ""
  /// False in a file without a summary: it is read from its first byte to its last.
  package var hasSummary = true
  package var hasDataChecksum = true
  package var hasSummaryChecksum = true
  package var chunkCount = 0
  package var chunksWithoutChecksum = 0
  package var uncompressedChunks = 0
  /// Messages of ours that are in no chunk.
  package var looseMessages = 0
  /// Records of kinds that other programs define.
  package var privateRecords = 0
  package var channels: [Foreign] = []
  package var attachments: [Foreign] = []
  package var metadata: [Foreign] = []

  /// The things of other programs, each in words; empty for a file without any.
  package var listed: [String] {
    var words = channels.map { channel in
      let type = channel.type.isEmpty ? "" : " (\(channel.type))"
      let s = channel.messageCount == 1 ? "" : "s"
      return "the channel \(channel.name)\(type), \(channel.messageCount) message\(s)"
    }
    words += attachments.map { "the attachment \($0.name) (\($0.type))" }
    words += metadata.map { "the metadata \($0.name)" }
    if privateRecords > 0 {
      words.append("\(privateRecords) private record" + (privateRecords == 1 ? "" : "s"))
    }
    return words
  }

  /// What the file lacks of a recording of this project's writer, in words.
  package var missing: [String] {
    var words: [String] = []
    if !hasSummary { words.append("no index") }
    if chunksWithoutChecksum > 0 { words.append("no checksums of chunks") }
    if !hasDataChecksum { words.append("no checksum of the data") }
    if hasSummary && !hasSummaryChecksum { words.append("no checksum of the summary") }
    if looseMessages > 0 { words.append("messages outside of chunks") }
    if uncompressedChunks > 0 { words.append("chunks that are not compressed") }
    return words
  }
}
