import DeterministicMath
import Simulation

/// What all readers of one recording share: its bytes, and where everything is in them.
package struct SharedRecording: Sendable {
  let source: ByteSource
  let index: RecordingIndex
}

/// Reads blocks, inputs and key frames; keeps the block that was read last.
struct BlockReader {
  private let source: ByteSource
  let index: RecordingIndex
  private let inputJSON: InputJSON
  private var unpacker = Unpacker()
  private var channels: ChannelMap
  private var contents: (segment: Int, bytes: [UInt8])?
  /// The block that was read last.
  private(set) var last: Block?
  /// The inputs of some steps.
  private var inputs: (steps: Range<Int64>, records: [Int64: [RecordWords]]) = (0..<0, [:])
  /// The inputs of the segment that was read last for them.
  private var lines: (segment: Int, inputs: [(step: Int64, record: RecordWords)])?

  /// The messages of a block.
  struct Block: Sendable {
    var steps: Range<Int64>
    var digests: [StateDigest] = []
    /// Anchor and residuals, each after its size; `nil` without a state track.
    var state: ByteReader?
    var poses: ByteReader?
    /// The value of the hash chain after its last step.
    var link: ByteReader?
    /// The place of its states or poses, for errors.
    var offset: UInt64 = 0
    var isLeftOut = false
  }

  init(_ shared: SharedRecording) {
    (source, index) = (shared.source, shared.index)
    channels = index.channels
    inputJSON = InputJSON(index.header.description.inputs)
  }

  /// The unpacked records of a segment.
  private mutating func contents(of segment: Int) throws(RecordingError) -> [UInt8] {
    if let contents, contents.segment == segment { return contents.bytes }
    let place = index.segments[segment]
    let bytes: [UInt8]
    switch place.form {
    case .messages:
      let (all, range) = try source.read(place.offset, place.length)
      bytes = Array(all[range])
    case .chunk:
      let (all, range) = try source.read(place.offset, place.length)
      var record = ByteReader(all, range)
      guard record.readUInt8() == MCAP.Opcode.chunk.rawValue,
        record.readUInt64() == UInt64(record.remaining)
      else {
        throw RecordingError(
          .damaged("the summary names a chunk where there is none"), offset: place.offset)
      }
      let chunk = try ChunkPlace(record, offset: place.offset, source.compressions)
      bytes = try unpacker.contents(of: chunk, in: all, offset: place.offset)
    case .found(let chunk):
      bytes = try unpacker.contents(of: chunk, in: try source.all(), offset: place.offset)
    }
    contents = (segment, bytes)
    return bytes
  }

  /// Calls `body` with each message of a segment, its steps counted from the recording's first.
  private mutating func forEachMessage(
    in segment: Int, _ body: (RecordedMessage, [UInt8]) throws(RecordingError) -> Void
  ) throws(RecordingError) {
    let bytes = try contents(of: segment)
    let base = index.base
    let (offset, named) = (index.segments[segment].offset, index.segments[segment].named)
    try channels.forEachMessage(in: bytes, offset: offset) { message throws(RecordingError) in
      guard named?.contains(message.channel) ?? true else {
        throw RecordingError(
          .damaged("the summary leaves out \(message.channel.topic)"), offset: offset)
      }
      var message = message
      message.step -= base
      try body(message, bytes)
    }
  }

  /// The block of that index.
  mutating func block(_ number: Int) throws(RecordingError) -> Block {
    let place = index.blocks[number]
    if let last, last.steps == place.steps { return last }
    var found = Block(steps: place.steps)
    if let state = place.state ?? place.view { found.offset = index.segments[state].offset }
    let segments = Set([place.digests, place.state, place.view, place.link].compactMap { $0 })
    for segment in segments.sorted() {
      let offset = index.segments[segment].offset
      try forEachMessage(in: segment) { message, bytes throws(RecordingError) in
        let end = message.channel == .chain ? place.steps.upperBound : place.firstStep
        guard message.step == end, message.count == place.count || message.channel == .chain
        else { return }
        switch message.channel {
        case .digests: found.digests = message.digests(in: bytes)
        case .state:
          (found.state, found.isLeftOut) = (ByteReader(bytes, message.data), message.isLeftOut)
        case .view: found.poses = ByteReader(bytes, message.data)
        case .chain: found.link = ByteReader(bytes, message.data)
        case .keyframes, .inputs, .markers: return
        }
        try message.check(in: bytes, offset: offset)
      }
    }
    guard found.digests.count == Int(place.count), (found.state == nil) == (place.state == nil),
      (found.poses == nil) == (place.view == nil), (found.link == nil) == (place.link == nil)
    else { throw misplaced(place.firstStep) }
    last = found
    return found
  }

  /// What was read is not what the index says.
  private func misplaced(_ step: Int64) -> RecordingError {
    RecordingError(.damaged("the summary names no block of step \(step)"), step: step)
  }

  /// The image of a key frame.
  mutating func keyframe(_ number: Int) throws(RecordingError) -> ByteReader {
    let place = index.keyframes[number]
    let offset = index.segments[place.segment].offset
    var image: ByteReader?
    try forEachMessage(in: place.segment) { message, bytes throws(RecordingError) in
      guard message.channel == .keyframes, message.step == place.step else { return }
      try message.check(in: bytes, offset: offset)
      image = ByteReader(bytes, message.data)
    }
    guard let image else { throw misplaced(place.step) }
    return image
  }

  // MARK: Inputs and markers

  /// The inputs of a step.
  mutating func inputs(at step: Int64) throws(RecordingError) -> [RecordWords] {
    if !inputs.steps.contains(step) {
      let number = try index.blockIndex(of: step)
      let steps = index.blocks[number].steps
      // A summary may leave out inputs: the block itself shows it.
      if !index.isChecked { _ = try block(number) }
      var records: [Int64: [RecordWords]] = [:]
      for segment in index.inputSegments(of: steps) {
        for input in try lines(of: segment) where steps.contains(input.step) {
          records[input.step, default: []].append(input.record)
        }
      }
      inputs = (steps, records)
    }
    return inputs.records[step] ?? []
  }

  private mutating func lines(
    of segment: Int
  ) throws(RecordingError) -> [(step: Int64, record: RecordWords)] {
    if let lines, lines.segment == segment { return lines.inputs }
    let (offset, steps, base) = (
      index.segments[segment].offset, index.segments[segment].inputSteps, index.base
    )
    let json = inputJSON
    var found: [(step: Int64, record: RecordWords)] = []
    var size = 0
    try forEachMessage(in: segment) { message, bytes throws(RecordingError) in
      guard message.channel == .inputs else { return }
      guard let (place, record) = json.read(bytes, message.data) else {
        throw message.channel.damaged(offset)
      }
      let step = place.subtractingReportingOverflow(base)
      guard !step.overflow, steps.contains(step.partialValue) else {
        throw RecordingError(.damaged("an input is outside of its block"), step: place)
      }
      size += message.data.count + 128
      guard size <= IndexBuilder.textSizeMax else {
        throw IndexBuilder.tooLarge("the inputs of a chunk", size)
      }
      found.append((step.partialValue, record))
    }
    lines = (segment, found)
    return found
  }

  /// All markers, in the order of their steps.
  mutating func markers() throws(RecordingError) -> [RecordingMarker] {
    if let markers = index.markers { return markers }
    var markers: [RecordingMarker] = []
    var size = 0
    let base = index.base
    for segment in index.segments.indices where index.segments[segment].holdsMarkers {
      let offset = index.segments[segment].offset
      try forEachMessage(in: segment) { message, bytes throws(RecordingError) in
        guard message.channel == .markers else { return }
        guard var marker = RecordingMarker(bytes, message.data) else {
          throw message.channel.damaged(offset)
        }
        size += message.data.count + 128
        guard size <= IndexBuilder.textSizeMax else {
          throw IndexBuilder.tooLarge("the markers", size)
        }
        marker.step -= base
        markers.append(marker)
      }
    }
    // As many as the summary counts: else it leaves some out.
    guard markers.count == index.markerCount else {
      throw RecordingError(.damaged("the summary's count of markers is wrong"))
    }
    return markers.sorted { $0.step < $1.step }
  }
}
