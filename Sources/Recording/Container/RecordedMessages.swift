import DeterministicMath
import Simulation

/// A message inside a chunk.
struct MessagePlace {
  var chunk: ChunkPlace
  /// Bytes of the message's data in the chunk's contents.
  var range: Range<Int>
}

/// What the messages of chunks say. Steps are numbered as in the file.
///
/// This writer puts one block into a chunk. Other tools cut chunks elsewhere, so nothing is asked of
/// a chunk but whole messages.
struct RecordedMessages {
  var digests: [(firstStep: Int64, values: [StateDigest])] = []
  var states: [(firstStep: Int64, count: Int, isLeftOut: Bool, place: MessagePlace)] = []
  var views: [(firstStep: Int64, count: Int, place: MessagePlace)] = []
  /// Values of the hash chain, each after so many steps.
  var links: [(stepCount: Int64, value: [UInt8])] = []
  /// Full states, each before its step.
  var keyframes: [(step: Int64, place: MessagePlace)] = []
  var inputs: [(step: Int64, record: RecordWords)] = []
  var markers: [Recording.Marker] = []
  /// What inputs and markers take in the files, and what holding them costs: they are held while
  /// the recording is open.
  private var textSize = 0
  /// What that may come to, in bytes.
  static let textSizeMax = 1 << 26

  mutating func addText(_ size: Int) throws(RecordingError) {
    textSize += size + 128
    guard textSize <= RecordedMessages.textSizeMax else {
      throw RecordingError(
        .tooLarge(
          what: "the inputs and markers", size: UInt64(textSize),
          limit: UInt64(RecordedMessages.textSizeMax)))
    }
  }

  /// Brings the messages into the order of their steps and checks that they tell of steps that
  /// follow one on the other.
  ///
  /// - Parameters:
  ///   - firstStep: where they must begin; `nil` for wherever they do.
  ///   - tracks: what the recording holds beside.
  /// - Returns: the steps that they tell of.
  mutating func check(
    from firstStep: Int64?, _ tracks: RecordingTracks
  ) throws(RecordingError) -> Range<Int64> {
    digests.sort { $0.firstStep < $1.firstStep }
    states.sort { $0.firstStep < $1.firstStep }
    views.sort { $0.firstStep < $1.firstStep }
    links.sort { $0.stepCount < $1.stepCount }
    keyframes.sort { $0.step < $1.step }
    markers.sort { $0.step < $1.step }
    let firstSteps = [
      firstStep, digests.first?.firstStep, keyframes.first?.step, markers.first?.step,
    ]
    let first: Int64 = firstSteps.compactMap(\.self).first ?? 0
    var end = first
    var starts: Set<Int64> = []
    for block in digests {
      guard block.firstStep == end else {
        throw RecordingError(.damaged("digests do not follow those before"), step: end)
      }
      starts.insert(end)
      end += Int64(block.values.count)
    }
    guard first >= 0 else { throw RecordingError(.damaged("digests cannot be read")) }
    let blocks = digests.filter { !$0.values.isEmpty }
    guard states.count == (tracks.state ? blocks.count : 0),
      zip(states, blocks).allSatisfy({
        $0.firstStep == $1.firstStep && $0.count == $1.values.count
      })
    else { throw RecordingError(.damaged("states and digests of a block do not match")) }
    guard views.count == (tracks.samplesEvery == nil ? 0 : blocks.count),
      zip(views, blocks).allSatisfy({
        $0.firstStep == $1.firstStep && $0.count == $1.values.count
      })
    else { throw RecordingError(.damaged("poses and digests of a block do not match")) }
    guard links.count == (tracks.chain ? blocks.count : 0),
      zip(links, blocks).allSatisfy({
        $0.stepCount == $1.firstStep + Int64($1.values.count)
      })
    else { throw RecordingError(.damaged("the hash chain and digests of a block do not match")) }
    var last: Int64 = -1
    for (step, _) in keyframes {
      guard step > last, starts.contains(step) || step == end else {
        throw RecordingError(.damaged("a key frame lies elsewhere"), step: step)
      }
      last = step
    }
    for input in inputs where input.step < first || input.step >= end {
      throw RecordingError(.damaged("an input lies outside its block"), step: input.step)
    }
    return first..<end
  }
}

/// Reads the contents of chunks.
struct ChunkReader {
  private let inputJSON: InputJSON
  /// The channels by their numbers: another tool may have given others.
  private var channels: [UInt16: MCAP.Channel]

  init(_ header: RecordingHeader, channels: [UInt16: MCAP.Channel] = [:]) {
    inputJSON = InputJSON(header.description.inputs)
    let own = MCAP.Channel.allCases.map { ($0.rawValue, $0) }
    self.channels = channels.isEmpty ? Dictionary(own) { first, _ in first } : channels
  }

  /// Adds what a chunk says.
  mutating func read(
    _ contents: [UInt8], _ chunk: ChunkPlace, into messages: inout RecordedMessages
  ) throws(RecordingError) {
    var reader = ByteReader(contents)
    while !reader.isAtEnd {
      guard let opcode = reader.readUInt8(), let length = reader.readUInt64(),
        length <= UInt64(reader.remaining), let record = reader.readRange(Int(length))
      else { throw damaged("a message cannot be read", chunk) }
      switch MCAP.Opcode(rawValue: opcode) {
      case .schema: continue
      case .channel: try readChannel(ByteReader(contents, record), chunk)
      case .message: try readMessage(ByteReader(contents, record), contents, chunk, &messages)
      default: throw damaged("a message cannot be read", chunk)
      }
    }
  }

  private mutating func readChannel(
    _ record: ByteReader, _ chunk: ChunkPlace
  ) throws(RecordingError) {
    guard let (id, channel) = MCAP.Channel.parse(record) else {
      throw damaged("a channel cannot be read", chunk)
    }
    channels[id] = channel
  }

  private func readMessage(
    _ record: ByteReader, _ contents: [UInt8], _ chunk: ChunkPlace,
    _ messages: inout RecordedMessages
  ) throws(RecordingError) {
    var reader = record
    guard let id = reader.readUInt16(), let channel = channels[id], reader.readRange(20) != nil
    else { throw damaged("a message cannot be read", chunk) }
    let range = reader.position..<reader.end
    if !channel.isJSON, !Payload.isWhole(contents, range) {
      throw damaged("a message's checksum is wrong", chunk)
    }
    if channel.isJSON { try messages.addText(range.count) }
    switch channel {
    case .inputs:
      let json = JSONReader(contents, range)
      guard let step = json.member("step")?.numberText.flatMap({ Int64($0) }),
        let record = try? inputJSON.read(json, besides: ["step"])
      else { throw damaged("an input cannot be read", chunk) }
      messages.inputs.append((step, record))
    case .markers:
      let json = JSONReader(contents, range)
      guard json.isOneValue, let words = json.member("text")?.stringValue,
        let step = json.member("step")?.numberText.flatMap({ Int64($0) }),
        (0..<1 << 62).contains(step)
      else { throw damaged("a marker cannot be read", chunk) }
      messages.markers.append(Recording.Marker(step: step, text: words))
    case .digests:
      guard let first = reader.readUInt64(), first < 1 << 62, let count = reader.readUInt32(),
        reader.remaining == Int(count) * 16 + 4
      else { throw damaged("digests cannot be read", chunk) }
      var values: [StateDigest] = []
      values.reserveCapacity(Int(count))
      for _ in 0..<count {
        guard let low = reader.readUInt64(), let high = reader.readUInt64() else { break }
        values.append(StateDigest(low: low, high: high))
      }
      messages.digests.append((Int64(first), values))
    case .keyframes:
      guard let step = reader.readUInt64(), step < 1 << 62, let size = reader.readUInt32(),
        reader.remaining == Int(size) + 4
      else { throw damaged("a key frame cannot be read", chunk) }
      let start = range.lowerBound + 12
      messages.keyframes.append(
        (Int64(step), MessagePlace(chunk: chunk, range: start..<start + Int(size))))
    case .state:
      guard let first = reader.readUInt64(), first < 1 << 62, let count = reader.readUInt32(),
        count > 0, let anchorSize = reader.readUInt32(),
        reader.readRange(Int(anchorSize)) != nil, let size = reader.readUInt32()
      else { throw damaged("states cannot be read", chunk) }
      messages.states.append(
        (Int64(first), Int(count), size == 0, MessagePlace(chunk: chunk, range: range)))
    case .chain:
      guard let count = reader.readUInt64(), count < 1 << 62,
        let value = reader.readBytes(RecordingChain.size), reader.remaining == 4
      else { throw damaged("a hash chain cannot be read", chunk) }
      messages.links.append((Int64(count), value))
    case .view:
      guard let first = reader.readUInt64(), first < 1 << 62, let count = reader.readUInt32(),
        count > 0, let size = reader.readUInt32(), reader.remaining == Int(size) + 4,
        let poses = reader.readRange(Int(size))
      else { throw damaged("poses cannot be read", chunk) }
      messages.views.append(
        (Int64(first), Int(count), MessagePlace(chunk: chunk, range: poses)))
    }
  }

  private func damaged(_ what: String, _ chunk: ChunkPlace) -> RecordingError {
    RecordingError(.damaged(what), offset: UInt64(chunk.offset))
  }
}

extension MCAP.Channel {
  /// The number of a channel record and what it stands for; `nil` for other tools' channels.
  static func parse(_ record: ByteReader) -> (id: UInt16, channel: MCAP.Channel?)? {
    var reader = record
    guard let id = reader.readUInt16(), reader.readUInt16() != nil, let topic = reader.readText()
    else { return nil }
    return (id, allCases.first { $0.topic == topic })
  }
}
