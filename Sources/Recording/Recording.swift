import DeterministicMath
import Simulation

/// A recording, read and checked.
///
/// Opening reads the whole file and checks every byte: both magics, every length, the checksums of
/// the data, of the summary, of every chunk and of every message, and that the messages tell one
/// gapless story. States are decoded when they are asked for.
///
/// Hostile bytes give an error, never a trap; no chunk may claim to hold more than 256 MiB.
public final class Recording {
  /// What does not change while the run goes on: simulation, parameters, seed, build.
  public private(set) var header: RecordingHeader
  /// The step, as the chunks count, that is step 0 here.
  private let base: Int64
  /// How many steps were recorded; they are numbered from 0.
  public private(set) var stepCount: Int64 = 0
  /// The step counts at which the full state is stored, ascending; the first is 0.
  public private(set) var keyframeSteps: [Int64] = []
  /// The notes of a person, in the order of their steps.
  public private(set) var markers: [Marker] = []
  /// How many inputs there are in all steps.
  public private(set) var inputCount = 0
  /// Why the recording ended before its run did, in the words of its writer; `nil` when it was
  /// finished as planned.
  public let endNote: String?
  /// Whether a checksum covers all of the file. Recordings that another tool rewrote may lack it:
  /// what they say has checksums of its own, but not where it lies.
  public let isFullyChecked: Bool
  /// What each track costs.
  public private(set) var statistics = RecordingStatistics()

  /// A person's note.
  public struct Marker: Equatable, Sendable {
    /// Steps taken when it was made.
    public var step: Int64
    /// What the person noted.
    public var text: String
  }

  let bytes: [UInt8]
  private var inputs: [Int64: [RecordWords]] = [:]
  private let initialDigest: StateDigest
  /// The digest of the state before the first step that is held, then of that after each one.
  private var digests: [StateDigest]
  /// The steps that are held: all, but in a recording that was opened for some of them.
  package private(set) var heldSteps: Range<Int64> = 0..<0
  private var keyframes: [MessagePlace] = []
  private var blocks: [Block] = []
  var views: [(firstStep: Int64, count: Int, place: MessagePlace)] = []
  /// Values of the hash chain, one behind each block.
  private(set) var links: [(stepCount: Int64, value: [UInt8])] = []
  lazy var viewLayout = ViewLayout(header.description.state)
  var cachedView: (index: Int, samples: [Int64: StateImage])?
  let chunks: ChunkCache
  private var cachedBlock: (index: Int, images: [StateImage])?
  /// The block that was asked for one step so far, and that step's state.
  private var cachedState: (index: Int, step: Int64, image: StateImage)?

  private struct Block {
    var firstStep: Int64
    var count: Int
    var isLeftOut: Bool
    var place: MessagePlace
  }

  /// Makes another reader of a recording, for another thread: what was read is shared, what is decoded
  /// is not.
  package init(sharing other: Recording) {
    header = other.header
    base = other.base
    stepCount = other.stepCount
    keyframeSteps = other.keyframeSteps
    markers = other.markers
    inputCount = other.inputCount
    endNote = other.endNote
    isFullyChecked = other.isFullyChecked
    statistics = other.statistics
    bytes = other.bytes
    inputs = other.inputs
    initialDigest = other.initialDigest
    digests = other.digests
    heldSteps = other.heldSteps
    keyframes = other.keyframes
    blocks = other.blocks
    views = other.views
    links = other.links
    chunks = ChunkCache(other.bytes)
  }

  /// Reads the file at `path`.
  ///
  /// - Throws: ``RecordingError``.
  public convenience init(path: String) throws(RecordingError) {
    try self.init(bytes: try readFile(path))
  }

  /// Reads a recording that is in memory.
  ///
  /// - Throws: ``RecordingError``.
  public convenience init(bytes: [UInt8]) throws(RecordingError) {
    try self.init(scan: try RecordingScan(bytes))
  }

  init(scan: RecordingScan) throws(RecordingError) {
    let initial: StateDigest
    (header, initial) = try scan.preamble.header()
    bytes = scan.bytes
    endNote = scan.endNote
    isFullyChecked = scan.isFullyChecked
    base = 0
    initialDigest = initial
    digests = [initial]
    chunks = ChunkCache(scan.bytes)
    try take(scan.chunks, ChunkReader(header, channels: scan.channels), from: 0)
    stepCount = heldSteps.upperBound
    guard keyframeSteps.first == 0 || header.firstStep > 0 else {
      throw RecordingError(.damaged("the state before step 0 is missing"))
    }
    guard scan.statistics["steps"] == "\(stepCount)" else {
      throw RecordingError(.damaged("the steps do not add up"))
    }
    statistics = RecordingStatistics(fileSize: bytes.count, scan.statistics)
  }

  /// A piece of a damaged recording: the steps of `chunks`, which follow one on the other.
  ///
  /// - Parameters:
  ///   - header: of the whole; that of the piece says where it begins.
  ///   - initialDigest: of the state before its first step, where that is known.
  ///   - chunks: where they lie in `bytes`, each with the step at which it begins.
  init(
    _ bytes: [UInt8], header: RecordingHeader, initialDigest: StateDigest?,
    chunks places: [(place: ChunkPlace, firstStep: Int64)], endNote: String?
  ) throws(RecordingError) {
    base = places.first?.firstStep ?? 0
    self.header = header
    self.header.firstStep += base
    self.bytes = bytes
    self.endNote = endNote
    isFullyChecked = false
    self.initialDigest = initialDigest ?? StateDigest(low: 0, high: 0)
    digests = [self.initialDigest]
    chunks = ChunkCache(bytes)
    try take(places.map(\.place), ChunkReader(header), from: base)
    stepCount = heldSteps.upperBound
    statistics = RecordingStatistics(fileSize: bytes.count)
  }

  /// Some steps of a recording, as `messages` tell them.
  ///
  /// - Parameters:
  ///   - chunks: what the places in `messages` lie in.
  ///   - steps: those of the messages, as the file counts.
  ///   - base: the step of the file that is step 0 here.
  ///   - whole: what is known of the recording without its steps, and how many it has; `nil` for a
  ///     recording that ends with `steps`.
  init(
    _ chunks: ChunkCache, header: RecordingHeader, messages: RecordedMessages,
    steps: Range<Int64>, base: Int64, whole: Whole?
  ) {
    self.base = base
    self.header = header
    self.header.firstStep += base
    self.chunks = chunks
    bytes = chunks.bytes
    endNote = whole?.endNote
    isFullyChecked = false
    initialDigest = whole?.initialDigest ?? StateDigest(low: 0, high: 0)
    let isBeginning = steps.lowerBound == base
    digests = [isBeginning ? initialDigest : StateDigest(low: 0, high: 0)]
    take(messages, steps)
    stepCount = whole?.stepCount ?? heldSteps.upperBound
    statistics = whole?.statistics ?? RecordingStatistics(fileSize: bytes.count)
  }

  /// What the ends of a file say of all of it.
  struct Whole {
    var stepCount: Int64
    var initialDigest: StateDigest
    var endNote: String?
    var statistics: RecordingStatistics
  }
}

// MARK: Taking in chunks

extension Recording {
  private func take(
    _ places: [ChunkPlace], _ reader: ChunkReader, from firstStep: Int64
  ) throws(RecordingError) {
    var reader = reader
    var messages = RecordedMessages()
    for place in places {
      try reader.read(try chunks.contents(of: place), place, into: &messages)
    }
    let steps = try messages.check(from: firstStep, header.tracks)
    take(messages, steps)
  }

  private func take(_ messages: RecordedMessages, _ steps: Range<Int64>) {
    heldSteps = steps.lowerBound - base..<steps.upperBound - base
    digests.reserveCapacity(digests.count + steps.count)
    for block in messages.digests { digests += block.values }
    blocks = messages.states.map {
      Block(
        firstStep: $0.firstStep - base, count: $0.count, isLeftOut: $0.isLeftOut, place: $0.place)
    }
    links = messages.links.map { ($0.stepCount - base, $0.value) }
    views = messages.views.map { ($0.firstStep - base, $0.count, $0.place) }
    keyframeSteps = messages.keyframes.map { $0.step - base }
    keyframes = messages.keyframes.map(\.place)
    for input in messages.inputs { inputs[input.step - base, default: []].append(input.record) }
    inputCount = messages.inputs.count
    markers = messages.markers.map { Marker(step: $0.step - base, text: $0.text) }
  }
}

// MARK: Asking

extension Recording {
  /// The inputs of a step, in order; none outside the recording.
  public func inputs(at step: Int64) -> [RecordWords] { inputs[step] ?? [] }

  /// The digest after `step`; −1 asks for the one before step 0.
  ///
  /// - Precondition: the recording has that step.
  public func digest(after step: Int64) -> StateDigest {
    if step == -1 { return initialDigest }
    precondition(heldSteps.contains(step), "the recording has that step")
    return digests[Int(step - heldSteps.lowerBound) + 1]
  }

  /// The every-step state before step 0 of a piece that begins without a key frame; `nil` when
  /// nothing is stored of it.
  package func anchorOfFirstBlock() throws(RecordingError) -> StateImage? {
    guard let block = blocks.first, !block.isLeftOut else { return nil }
    return try anchor(of: block, chunks)
  }

  /// The last key frame at or before `stepCount` steps.
  ///
  /// - Throws: ``RecordingError`` when the recording has no such step, or the key frame does not
  ///   fit its schema.
  public func keyframe(
    atOrBefore stepCount: Int64
  ) throws(RecordingError) -> (stepCount: Int64, image: StateImage) {
    try keyframe(atOrBefore: stepCount, chunks)
  }

  private func keyframeIndex(atOrBefore stepCount: Int64) -> Int? {
    var (low, high) = (0, keyframeSteps.count)
    while low < high {
      let middle = (low + high) / 2
      if keyframeSteps[middle] <= stepCount { low = middle + 1 } else { high = middle }
    }
    return low > 0 ? low - 1 : nil
  }

  /// How many bytes a full state takes: the mean of the key frames; 0 without any. None is decoded.
  package var meanStateSize: Int {
    // A file may claim ranges that overlap: an `Int` need not hold their sum.
    let sum = keyframes.reduce(0.0) { $0 + Double($1.range.count) }
    return keyframes.isEmpty ? 0 : Int(sum / Double(keyframes.count))
  }

  /// The step count of the last key frame at or before `stepCount` steps, which is not decoded.
  package func keyframeStep(atOrBefore stepCount: Int64) -> Int64? {
    keyframeIndex(atOrBefore: stepCount).map { keyframeSteps[$0] }
  }

  private func keyframe(
    atOrBefore stepCount: Int64, _ chunks: ChunkCache
  ) throws(RecordingError) -> (stepCount: Int64, image: StateImage) {
    guard stepCount >= 0, stepCount <= self.stepCount,
      let index = keyframeIndex(atOrBefore: stepCount)
    else { throw RecordingError(.stepOutOfRange(stepCount: self.stepCount)) }
    let place = keyframes[index]
    let contents = try chunks.contents(of: place.chunk)
    let codec = ImageCodec(schema: header.description.state, selection: .everything)
    guard let image = codec.decode(Array(contents[place.range])) else {
      throw RecordingError(
        .damaged("a key frame does not fit its schema"), offset: UInt64(place.chunk.offset),
        step: keyframeSteps[index])
    }
    return (keyframeSteps[index], image)
  }

  /// The steps whose states the recorder left out, ascending: see
  /// ``RecordingOptions/WhenFull/leaveOut``. Without a state track none are said to be.
  public var leftOutSteps: [Range<Int64>] {
    var ranges: [Range<Int64>] = []
    for block in blocks where block.isLeftOut {
      let end = block.firstStep + Int64(block.count)
      if let last = ranges.last, last.upperBound == block.firstStep {
        ranges[ranges.count - 1] = last.lowerBound..<end
      } else {
        ranges.append(block.firstStep..<end)
      }
    }
    return ranges
  }

  /// The every-step state after `step`; `nil` when the recording has no state track, or the
  /// recorder left this state out.
  ///
  /// - Complexity: decodes the step's block up to the step; whole, when it is asked for a second step,
  ///   and its other steps are then at hand.
  /// - Throws: ``RecordingError`` when there is no such step, or its block cannot be decoded.
  public func state(after step: Int64) throws(RecordingError) -> StateImage? {
    guard let index = try blockIndex(of: step), !blocks[index].isLeftOut else { return nil }
    let place = Int(step - blocks[index].firstStep)
    if cachedBlock?.index == index { return cachedBlock?.images[place] }
    if let cachedState, cachedState.index == index {
      if cachedState.step == step { return cachedState.image }
      cachedBlock = (index, try decode(blocks[index], chunks))
      return cachedBlock?.images[place]
    }
    let image = try decode(blocks[index], chunks) { decoder, bytes, anchor in
      decoder.decode(bytes, anchor: anchor, stepCount: blocks[index].count, only: place)
    }
    cachedState = (index, step, image)
    return image
  }

  /// The state after `step` as far as it is stored: whole at key frames, else the every-step
  /// columns; `nil` for other steps of a recording without them. −1 is the state before step 0.
  ///
  /// - Throws: ``RecordingError`` when there is no such step, or what is stored cannot be decoded.
  package func storedState(
    after step: Int64
  ) throws(RecordingError) -> (image: StateImage, selection: StateSelection)? {
    if keyframeStep(atOrBefore: step + 1) == step + 1 {
      return (try keyframe(atOrBefore: step + 1).image, .everything)
    }
    return try state(after: step).map { ($0, .everyStep) }
  }

  /// The every-step states of the block in which `step` lies, with the step of the first of them;
  /// `nil` when the recording has no state track; without images when the recorder left these
  /// states out.
  ///
  /// - Throws: ``RecordingError`` when there is no such step, or the block cannot be decoded.
  /// May be called while other threads read the recording.
  package func states(
    aroundStep step: Int64
  ) throws(RecordingError) -> (firstStep: Int64, count: Int, images: [StateImage])? {
    guard let index = try blockIndex(of: step) else { return nil }
    let block = blocks[index]
    let images = block.isLeftOut ? [] : try decode(block, ChunkCache(bytes))
    return (block.firstStep, block.count, images)
  }

  /// The first step that is stored in a later block than `step`, or the step count.
  func firstStep(ofBlockBehind step: Int64) -> Int64 {
    var (low, high) = (0, blocks.count)
    while low < high {
      let middle = (low + high) / 2
      if blocks[middle].firstStep <= step { low = middle + 1 } else { high = middle }
    }
    return low < blocks.count ? blocks[low].firstStep : stepCount
  }

  private func blockIndex(of step: Int64) throws(RecordingError) -> Int? {
    guard header.tracks.state else { return nil }
    guard heldSteps.contains(step) else {
      throw RecordingError(.stepOutOfRange(stepCount: stepCount))
    }
    var low = 0
    var high = blocks.count - 1
    while low < high {
      let middle = (low + high + 1) / 2
      if blocks[middle].firstStep <= step { low = middle } else { high = middle - 1 }
    }
    return low
  }

  private func decode(
    _ block: Block, _ chunks: ChunkCache
  ) throws(RecordingError) -> [StateImage] {
    let images = try decode(block, chunks) { decoder, bytes, anchor in
      decoder.decode(bytes, anchor: anchor, stepCount: block.count)
    }
    guard images.count == block.count else { throw unfit(block) }
    return images
  }

  /// What `body` decodes of a block's residuals and the image before it.
  private func decode<Decoded>(
    _ block: Block, _ chunks: ChunkCache,
    _ body: (any BlockDecoder, [UInt8], StateImage) -> Decoded?
  ) throws(RecordingError) -> Decoded {
    let contents = try chunks.contents(of: block.place.chunk)
    var reader = ByteReader(contents, block.place.range)
    _ = reader.readRange(12)
    if let anchorSize = reader.readUInt32(), reader.readRange(Int(anchorSize)) != nil,
      let size = reader.readUInt32(), let residuals = reader.readRange(Int(size)),
      reader.remaining == 4, let anchor = try anchor(of: block, chunks),
      let decoded = body(
        header.codec.format.makeDecoder(header.description),
        Array(contents[residuals]), anchor)
    {
      return decoded
    }
    throw unfit(block)
  }

  private func unfit(_ block: Block) -> RecordingError {
    RecordingError(
      .damaged("states do not fit their schema"), offset: UInt64(block.place.chunk.offset),
      step: block.firstStep)
  }

  /// The every-step image before the block: its own, or of the key frame that it begins with.
  private func anchor(
    of block: Block, _ chunks: ChunkCache
  ) throws(RecordingError) -> StateImage? {
    let contents = try chunks.contents(of: block.place.chunk)
    let schema = header.description.state
    var reader = ByteReader(contents, block.place.range)
    guard reader.readRange(12) != nil, let size = reader.readUInt32(),
      let range = reader.readRange(Int(size))
    else { throw unfit(block) }
    if size > 0 {
      return ImageCodec(schema: schema, selection: .everyStep).decode(Array(contents[range]))
    }
    let keyframe = try keyframe(atOrBefore: block.firstStep, chunks)
    return keyframe.stepCount == block.firstStep ? schema.everyStepPart(of: keyframe.image) : nil
  }
}
