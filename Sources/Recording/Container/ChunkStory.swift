import DeterministicMath
import Simulation

/// A message inside a chunk.
struct MessagePlace {
  var chunk: ChunkPlace
  /// Bytes of the message's data in the chunk's contents.
  var range: Range<Int>
}

/// What one chunk says. Steps are numbered as in the file.
struct ChunkStory {
  /// The steps taken before the chunk's first one.
  var firstStep: Int64
  var digests: [StateDigest] = []
  var inputs: [(step: Int64, record: RecordWords)] = []
  /// Every step's states.
  var block: (count: Int, place: MessagePlace)?
  /// The full state before the first step.
  var keyframe: MessagePlace?
  var markers: [Recording.Marker] = []
}

/// Reads the contents of chunks and checks that what each says fits together.
struct ChunkReader {
  private let inputJSON: InputJSON
  private let holdsState: Bool

  init(_ header: RecordingHeader) {
    inputJSON = InputJSON(header.description.inputs)
    holdsState = header.tracks.state
  }

  /// What a chunk says.
  ///
  /// - Parameter firstStep: where it begins, if it does not say so itself: when it holds markers
  ///   alone.
  func story(
    of contents: [UInt8], _ chunk: ChunkPlace, firstStep: Int64
  ) throws(RecordingError) -> ChunkStory {
    var parts = Parts()
    for message in try messages(in: contents, chunk) {
      try read(message, contents, chunk, into: &parts)
    }
    var story = parts.story
    let begins = parts.begins
    story.firstStep = begins.first ?? story.markers.first?.step ?? firstStep
    guard begins.allSatisfy({ $0 == story.firstStep }), story.firstStep >= 0 else {
      throw damaged("its messages begin at different steps", chunk)
    }
    let end = story.firstStep + Int64(story.digests.count)
    guard story.inputs.allSatisfy({ $0.step >= story.firstStep && $0.step < end }) else {
      throw damaged("an input lies outside its block", chunk)
    }
    guard (story.block?.count ?? 0) == (holdsState ? story.digests.count : 0) else {
      throw damaged("states and digests of a block do not match", chunk)
    }
    return story
  }

  private struct Parts {
    var story = ChunkStory(firstStep: 0)
    /// The first steps that the binary messages name.
    var begins: [Int64] = []
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
    _ chunk: ChunkPlace, into parts: inout Parts
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
      parts.story.inputs.append((step, record))
    case .markers:
      guard let json = JSONValue(parsing: contents[range]), case .number(let text)? = json["step"],
        let step = Int64(text), case .string(let words)? = json["text"]
      else { throw damaged("a marker cannot be read", chunk) }
      parts.story.markers.append(Recording.Marker(step: step, text: words))
    case .digests:
      guard parts.story.digests.isEmpty, let first = reader.readUInt64(),
        let count = reader.readUInt32(), reader.remaining == Int(count) * 16 + 4
      else { throw damaged("digests cannot be read", chunk) }
      parts.begins.append(Int64(bitPattern: first))
      parts.story.digests.reserveCapacity(Int(count))
      for _ in 0..<count {
        guard let low = reader.readUInt64(), let high = reader.readUInt64() else { break }
        parts.story.digests.append(StateDigest(low: low, high: high))
      }
    case .keyframes:
      guard parts.story.keyframe == nil, let step = reader.readUInt64(),
        let size = reader.readUInt32(), reader.remaining == Int(size) + 4
      else { throw damaged("a key frame cannot be read", chunk) }
      parts.begins.append(Int64(bitPattern: step))
      let start = range.lowerBound + 12
      parts.story.keyframe = MessagePlace(chunk: chunk, range: start..<start + Int(size))
    case .state:
      guard parts.story.block == nil, let first = reader.readUInt64(),
        let count = reader.readUInt32(), count > 0
      else { throw damaged("states cannot be read", chunk) }
      parts.begins.append(Int64(bitPattern: first))
      parts.story.block = (Int(count), MessagePlace(chunk: chunk, range: range))
    }
  }

  private func damaged(_ what: String, _ chunk: ChunkPlace) -> RecordingError {
    RecordingError(.damaged(what), offset: UInt64(chunk.offset))
  }
}
