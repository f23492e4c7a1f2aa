import Simulation

/// Gathers where the messages of a recording are.
struct IndexBuilder {
  private typealias Block = RecordingIndex.Block
  private(set) var segments: [RecordingIndex.Segment] = []
  /// Subtracted from the steps of messages.
  private let base: Int64
  private var blocks: [Block] = []
  private var states: [(steps: Range<Int64>, segment: Int)] = []
  private var views: [(steps: Range<Int64>, segment: Int)] = []
  private var links: [(stepCount: Int64, segment: Int)] = []
  private var keyframes: [RecordingIndex.Keyframe] = []
  private var markers: [RecordingMarker] = []
  private var inputCount = 0
  private var leftOutCount: Int64 = 0
  private var entryCount = 0
  /// The chunks that are not read, each with its first step and its channels.
  private var unread: [(step: Int64, held: ChannelSet)] = []
  /// Bytes of markers, and what holding them costs: they are held while the recording is open.
  private var textSize = 0

  /// The blocks, key frames and segments that a file may claim.
  private static let entryMax = 1 << 22
  /// What markers, or the inputs of a segment, may take, in bytes.
  static let textSizeMax = 1 << 26

  static func tooLarge(_ what: String, _ size: Int) -> RecordingError {
    RecordingError(.tooLarge(what: what, size: UInt64(size), limit: UInt64(textSizeMax)))
  }

  init(base: Int64 = 0) { self.base = base }

  /// Begins a segment: the messages that follow are in it.
  mutating func begin(_ segment: RecordingIndex.Segment) throws(RecordingError) {
    try count(segment.offset)
    segments.append(segment)
  }

  /// Adds a record of a message to the last segment where it goes on there, else begins another one.
  mutating func extendMessages(_ record: RecordWalk.Record) throws(RecordingError) {
    if let last = segments.last, case .messages = last.form,
      last.offset + last.length == record.offset, last.length < 1 << 20
    {
      segments[segments.count - 1].length += record.end - record.offset
    } else {
      try begin(
        RecordingIndex.Segment(
          form: .messages, offset: record.offset, length: record.end - record.offset))
    }
  }

  private mutating func count(_ offset: UInt64) throws(RecordingError) {
    entryCount += 1
    guard entryCount <= IndexBuilder.entryMax else {
      throw RecordingError(
        .tooLarge(
          what: "the index", size: UInt64(entryCount), limit: UInt64(IndexBuilder.entryMax)),
        offset: offset)
    }
  }

  /// Adds what `contents` hold, the contents of the last segment.
  mutating func add(
    _ contents: [UInt8], _ channels: inout ChannelMap, _ inputs: InputJSON,
    foreign: (UInt16) -> Void = { _ in }
  ) throws(RecordingError) {
    let offset = segments[segments.count - 1].offset
    try channels.forEachMessage(
      in: contents, offset: offset,
      { message throws(RecordingError) in
        try add(message, in: contents, inputs, offset: offset)
      }, foreign: foreign)
  }

  /// Adds a message of the last segment, and checks it.
  mutating func add(
    _ message: RecordedMessage, in bytes: [UInt8], _ inputs: InputJSON, offset: UInt64
  ) throws(RecordingError) {
    let segment = segments.count - 1
    let step = message.step - base
    let steps = step..<step + message.count
    switch message.channel {
    case .inputs:
      guard let (step, _) = inputs.read(bytes, message.data) else {
        throw message.channel.damaged(offset)
      }
      let (place, overflow) = step.subtractingReportingOverflow(base)
      guard !overflow, place < 1 << 62 else { throw message.channel.damaged(offset) }
      let known = segments[segment].inputSteps
      segments[segment].inputSteps =
        known.isEmpty
        ? place..<place + 1 : min(known.lowerBound, place)..<max(known.upperBound, place + 1)
      inputCount += 1
      return
    case .markers:
      guard var marker = RecordingMarker(bytes, message.data) else {
        throw message.channel.damaged(offset)
      }
      textSize += message.data.count + 128
      guard textSize <= IndexBuilder.textSizeMax else {
        throw IndexBuilder.tooLarge("the markers", textSize)
      }
      marker.step -= base
      markers.append(marker)
      segments[segment].holdsMarkers = true
      return
    case .digests where message.count == 0: break
    case .digests:
      blocks.append(Block(firstStep: step, count: message.count, digests: segment))
    case .keyframes:
      keyframes.append(
        RecordingIndex.Keyframe(step: step, segment: segment, size: message.data.count))
    case .state:
      states.append((steps, segment))
      if message.isLeftOut { leftOutCount += message.count }
    case .view: views.append((steps, segment))
    case .chain: links.append((step, segment))
    }
    try count(offset)
    try message.check(in: bytes, offset: offset)
  }

  /// Adds a chunk that is not read.
  ///
  /// - Parameters:
  ///   - held: the channels that it has messages of.
  ///   - step: the step of its first message.
  mutating func addUnread(
    _ segment: RecordingIndex.Segment, _ held: ChannelSet, step: Int64
  ) throws(RecordingError) {
    try begin(segment)
    segments[segments.count - 1].holdsMarkers = held.contains(.markers)
    segments[segments.count - 1].named = held
    unread.append((step, held))
  }

  /// How many chunks that are not read hold a channel.
  func unreadCount(_ channel: MCAP.Channel) -> UInt64 {
    UInt64(unread.count { $0.held.contains(channel) })
  }

  /// Gives each chunk that is not read its block, which lasts until the next one begins.
  mutating func closeUnread(stepCount: Int64) throws(RecordingError) {
    var end = stepCount
    for (segment, (step, held)) in unread.enumerated().reversed() {
      if held.contains(.keyframes) {
        keyframes.append(RecordingIndex.Keyframe(step: step, segment: segment, size: 0))
      }
      guard held.contains(.digests) ? step < end : !held.contains(.inputs) else {
        throw RecordingError(.damaged("the summary's times do not ascend"), step: step)
      }
      guard held.contains(.digests) else { continue }
      let steps = step..<end
      blocks.append(Block(firstStep: step, count: end - step, digests: segment))
      if held.contains(.state) { states.append((steps, segment)) }
      if held.contains(.view) { views.append((steps, segment)) }
      if held.contains(.chain) { links.append((end, segment)) }
      if held.contains(.inputs) { segments[segment].inputSteps = steps }
      end = step
    }
  }

  /// The steps of the blocks so far, as the file counts, and whether some are missing or there twice.
  var steps: [Range<Int64>] {
    blocks.map { $0.steps }.sorted { $0.lowerBound < $1.lowerBound }
  }

  /// Brings the messages into the order of their steps, and checks that those follow one on the other.
  ///
  /// - Parameters:
  ///   - firstStep: the first step; `nil` for whichever it is.
  ///   - index: what is known of the recording so far.
  /// - Returns: the first step, and the index with all that was added.
  func index(
    from firstStep: Int64?, _ index: RecordingIndex
  ) throws(RecordingError) -> (firstStep: Int64, index: RecordingIndex) {
    let tracks = index.header.tracks
    let states = states.sorted { $0.steps.lowerBound < $1.steps.lowerBound }
    let views = views.sorted { $0.steps.lowerBound < $1.steps.lowerBound }
    let links = links.sorted { $0.stepCount < $1.stepCount }
    var blocks = blocks.sorted { $0.firstStep < $1.firstStep }
    var index = index
    index.keyframes = keyframes.sorted { $0.step < $1.step }
    index.markers = markers.sorted { $0.step < $1.step }
    let firstSteps = [
      firstStep, blocks.first?.firstStep, index.keyframes.first?.step, index.markers?.first?.step,
    ]
    let first: Int64 = firstSteps.compactMap { $0 }.first ?? 0
    var end = first
    for block in blocks {
      guard block.firstStep == end else {
        throw RecordingError(.damaged("digests do not follow those before"), step: end)
      }
      end += block.count
    }
    guard first >= 0, end < 1 << 62 else {
      throw RecordingError(.damaged("digests cannot be read"))
    }
    guard states.count == (tracks.state ? blocks.count : 0),
      zip(states, blocks).allSatisfy({ $0.steps == $1.steps })
    else { throw RecordingError(.damaged("states and digests of a block do not match")) }
    guard views.count == (tracks.samplesEvery == nil ? 0 : blocks.count),
      zip(views, blocks).allSatisfy({ $0.steps == $1.steps })
    else { throw RecordingError(.damaged("poses and digests of a block do not match")) }
    guard links.count == (tracks.chain ? blocks.count : 0),
      zip(links, blocks).allSatisfy({ $0.stepCount == $1.steps.upperBound })
    else { throw RecordingError(.damaged("the hash chain and digests of a block do not match")) }
    for place in blocks.indices {
      if !states.isEmpty { blocks[place].state = states[place].segment }
      if !views.isEmpty { blocks[place].view = views[place].segment }
      if !links.isEmpty { blocks[place].link = links[place].segment }
    }
    var last: Int64 = -1
    for keyframe in index.keyframes {
      let place = blocks.partition { $0.firstStep < keyframe.step }
      guard keyframe.step > last,
        place < blocks.count ? blocks[place].firstStep == keyframe.step : keyframe.step == end
      else { throw RecordingError(.damaged("a key frame is out of order"), step: keyframe.step) }
      last = keyframe.step
    }
    for segment in segments where !segment.inputSteps.isEmpty {
      guard segment.inputSteps.lowerBound >= first, segment.inputSteps.upperBound <= end else {
        throw RecordingError(
          .damaged("an input is outside of its block"),
          step: segment.inputSteps.lowerBound < first
            ? segment.inputSteps.lowerBound : segment.inputSteps.upperBound - 1)
      }
    }
    (index.base, index.blocks, index.segments) = (base, blocks, segments)
    (index.stepCount, index.inputCount, index.leftOutCount) = (end, inputCount, leftOutCount)
    index.markerCount = markers.count
    index.orderInputs()
    return (first, index)
  }
}
