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
  public let header: RecordingHeader
  private let inputJSON: InputJSON
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
  private var digests: [StateDigest]
  private var keyframes: [MessagePlace] = []
  private var blocks: [Block] = []
  private let chunks: ChunkCache
  private var cachedBlock: (index: Int, images: [StateImage])?

  /// A message inside a chunk.
  struct MessagePlace {
    var chunk: ChunkPlace
    /// Bytes of the message's data in the chunk's contents.
    var range: Range<Int>
  }

  private struct Block {
    var firstStep: Int64
    var count: Int
    var place: MessagePlace
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
    try self.init(scan: try RecordingScan(bytes, mode: .strict))
  }

  init(scan: RecordingScan) throws(RecordingError) {
    let initial: StateDigest
    (header, initial) = try scan.preamble.header()
    inputJSON = InputJSON(header.description.inputs)
    bytes = scan.bytes
    endNote = scan.endNote
    digests = [initial]
    chunks = ChunkCache(scan.bytes)
    for chunk in scan.chunks {
      do throws(RecordingError) {
        try add(chunk)
      } catch {
        // Rescue keeps what stands before the first gap; strict reading keeps nothing.
        if scan.mode == .strict { throw error }
        break
      }
    }
    stepCount = Int64(digests.count) - 1
    guard keyframeSteps.first == 0 else {
      throw RecordingError(.damaged("the state before step 0 is missing"))
    }
    if header.tracks.state {
      let covered = blocks.last.map { $0.firstStep + Int64($0.count) } ?? 0
      guard covered == stepCount else { throw RecordingError(.damaged("states are missing")) }
    }
    if scan.mode == .strict, scan.statistics["steps"] != "\(stepCount)" {
      throw RecordingError(.damaged("the steps do not add up"))
    }
    statistics = RecordingStatistics(
      fileSize: bytes.count,
      activeRowSteps: scan.statistics["activeRowSteps"].flatMap { Int($0) } ?? 0,
      stateBytes: scan.statistics["bytes/state"].flatMap { Int($0) } ?? 0,
      keyframeBytes: scan.statistics["bytes/keyframes"].flatMap { Int($0) } ?? 0,
      logBytes: (scan.statistics["bytes/digests"].flatMap { Int($0) } ?? 0)
        + (scan.statistics["bytes/inputs"].flatMap { Int($0) } ?? 0))
  }
}

// MARK: Taking in chunks

extension Recording {
  /// Takes in one chunk, or nothing of it.
  private func add(_ chunk: ChunkPlace) throws(RecordingError) {
    let contents = try chunks.contents(of: chunk)
    var story = ChunkStory(firstStep: Int64(digests.count) - 1)
    for message in try messages(in: contents, chunk) {
      try read(message, contents, chunk, into: &story)
    }
    let end = story.firstStep + Int64(story.digests.count)
    guard story.inputs.allSatisfy({ ($0.step >= story.firstStep) && $0.step < end }) else {
      throw damaged("an input lies outside its block", chunk)
    }
    if header.tracks.state && story.digests.count > 0 {
      guard let block = story.block, block.firstStep == story.firstStep,
        block.count == story.digests.count
      else { throw damaged("states and digests of a block do not match", chunk) }
      blocks.append(block)
    } else if story.block != nil {
      throw damaged("states without digests", chunk)
    }
    if let (step, place) = story.keyframe {
      guard step == story.firstStep else { throw damaged("a key frame lies elsewhere", chunk) }
      keyframeSteps.append(step)
      keyframes.append(place)
    }
    for input in story.inputs {
      inputs[input.step, default: []].append(input.record)
      inputCount += 1
    }
    digests += story.digests
    markers += story.markers
  }

  /// What one chunk says.
  private struct ChunkStory {
    var firstStep: Int64
    var digests: [StateDigest] = []
    var inputs: [(step: Int64, record: RecordWords)] = []
    var block: Block?
    var keyframe: (Int64, MessagePlace)?
    var markers: [Marker] = []
  }

  private func messages(
    in contents: [UInt8], _ chunk: ChunkPlace
  ) throws(RecordingError) -> [(channel: MCAP.Channel, range: Range<Int>)] {
    var messages: [(channel: MCAP.Channel, range: Range<Int>)] = []
    var reader = ByteReader(contents)
    while !reader.isAtEnd {
      guard reader.readUInt8() == MCAP.Opcode.message.rawValue, let length = reader.readUInt64(),
        length >= 22, length <= UInt64(reader.remaining),
        let id = reader.readUInt16(), let channel = MCAP.Channel(rawValue: id),
        reader.readRange(20) != nil, let range = reader.readRange(Int(length) - 22)
      else { throw damaged("a message cannot be read", chunk) }
      messages.append((channel, range))
    }
    return messages
  }

  private func read(
    _ message: (channel: MCAP.Channel, range: Range<Int>), _ contents: [UInt8],
    _ chunk: ChunkPlace, into story: inout ChunkStory
  ) throws(RecordingError) {
    let range = message.range
    var reader = ByteReader(contents, range)
    if !message.channel.isJSON, !Payload.isWhole(contents, range) {
      throw damaged("a message's checksum is wrong", chunk)
    }
    switch message.channel {
    case .inputs:
      guard let json = JSONValue(parsing: contents[range]), case .number(let text)? = json["step"],
        let step = Int64(text),
        let record = try? inputJSON.record(json, besides: ["step"])
      else { throw damaged("an input cannot be read", chunk) }
      story.inputs.append((step, record))
    case .markers:
      guard let json = JSONValue(parsing: contents[range]), case .number(let text)? = json["step"],
        let step = Int64(text), case .string(let words)? = json["text"]
      else { throw damaged("a marker cannot be read", chunk) }
      story.markers.append(Marker(step: step, text: words))
    case .digests:
      guard story.digests.isEmpty, let first = reader.readUInt64(),
        Int64(bitPattern: first) == story.firstStep, let count = reader.readUInt32(),
        reader.remaining == Int(count) * 16 + 4
      else { throw damaged("digests do not follow those before", chunk) }
      for _ in 0..<count {
        guard let low = reader.readUInt64(), let high = reader.readUInt64() else { break }
        story.digests.append(StateDigest(low: low, high: high))
      }
    case .keyframes:
      guard story.keyframe == nil, let step = reader.readUInt64(), let size = reader.readUInt32(),
        reader.remaining == Int(size) + 4
      else { throw damaged("a key frame cannot be read", chunk) }
      let start = range.lowerBound + 12
      story.keyframe = (
        Int64(bitPattern: step),
        MessagePlace(chunk: chunk, range: start..<start + Int(size))
      )
    case .state:
      guard story.block == nil, let first = reader.readUInt64(), let count = reader.readUInt32(),
        count > 0
      else { throw damaged("states cannot be read", chunk) }
      story.block = Block(
        firstStep: Int64(bitPattern: first), count: Int(count),
        place: MessagePlace(chunk: chunk, range: range))
    }
  }

  private func damaged(_ what: String, _ chunk: ChunkPlace) -> RecordingError {
    RecordingError(.damaged(what), offset: UInt64(chunk.offset), step: Int64(digests.count) - 1)
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
    precondition(step >= -1 && step < stepCount, "the recording has that step")
    return digests[Int(step + 1)]
  }

  /// The last key frame at or before `stepCount` steps.
  ///
  /// - Throws: ``RecordingError`` when the recording has no such step, or the key frame does not
  ///   fit its schema.
  public func keyframe(
    atOrBefore stepCount: Int64
  ) throws(RecordingError) -> (stepCount: Int64, image: StateImage) {
    guard stepCount >= 0, stepCount <= self.stepCount,
      let index = keyframeSteps.lastIndex(where: { $0 <= stepCount })
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

  /// The every-step state after `step`; `nil` when the recording has no state track.
  ///
  /// - Complexity: decodes the step's block once; its other steps are then at hand.
  /// - Throws: ``RecordingError`` when there is no such step, or its block cannot be decoded.
  public func state(after step: Int64) throws(RecordingError) -> StateImage? {
    guard header.tracks.state else { return nil }
    guard step >= 0, step < stepCount else {
      throw RecordingError(.stepOutOfRange(stepCount: stepCount))
    }
    var low = 0
    var high = blocks.count - 1
    while low < high {
      let middle = (low + high + 1) / 2
      if blocks[middle].firstStep <= step { low = middle } else { high = middle - 1 }
    }
    if cachedBlock?.index != low { cachedBlock = (low, try decode(blocks[low])) }
    return cachedBlock?.images[Int(step - blocks[low].firstStep)]
  }

  private func decode(_ block: Block) throws(RecordingError) -> [StateImage] {
    let contents = try chunks.contents(of: block.place.chunk)
    let schema = header.description.state
    var reader = ByteReader(contents, block.place.range)
    _ = reader.readRange(12)
    var images: [StateImage]?
    if let anchorSize = reader.readUInt32(), let anchorRange = reader.readRange(Int(anchorSize)),
      let size = reader.readUInt32(), let residuals = reader.readRange(Int(size)),
      reader.remaining == 4
    {
      let anchor: StateImage?
      if anchorSize == 0 {
        let keyframe = try keyframe(atOrBefore: block.firstStep)
        anchor =
          keyframe.stepCount == block.firstStep ? schema.everyStepPart(of: keyframe.image) : nil
      } else {
        anchor = ImageCodec(schema: schema, selection: .everyStep)
          .decode(Array(contents[anchorRange]))
      }
      if let anchor {
        images = header.codec.format.makeDecoder(schema, header.description.motionModel)
          .decode(Array(contents[residuals]), anchor: anchor, stepCount: block.count)
      }
    }
    guard let images, images.count == block.count else {
      throw RecordingError(
        .damaged("states do not fit their schema"), offset: UInt64(block.place.chunk.offset),
        step: block.firstStep)
    }
    return images
  }
}
