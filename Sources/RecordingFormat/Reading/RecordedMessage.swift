import DeterministicMath
import Simulation

/// A message of one of our channels; its data stay in the buffer.
struct RecordedMessage {
  var channel: MCAP.Channel
  /// Its first step; the step count of a key frame or of a value of the hash chain. 0 for JSON, whose
  /// step is in the text.
  var step: Int64 = 0
  /// The steps of a block; 0 for other messages.
  var count: Int64 = 0
  /// True for a block whose states the recorder left out.
  var isLeftOut = false
  /// All of it, with its head and its checksum.
  private let whole: Range<Int>
  /// The digests, the image, the anchor and what follows on it, the poses, the value, or the text.
  var data: Range<Int>

  /// Reads a message; its own checksum stays unchecked.
  ///
  /// - Parameter message: the message's data.
  /// - Returns: `nil` when it cannot be read.
  init?(_ channel: MCAP.Channel, _ message: ByteReader) {
    var reader = message
    self.channel = channel
    whole = reader.position..<reader.end
    guard !channel.isJSON else {
      data = whole
      return
    }
    guard let step = reader.readUInt64(), step < 1 << 62 else { return nil }
    self.step = Int64(step)
    switch channel {
    case .digests, .state, .view:
      guard let count = reader.readUInt32(), count > 0 || channel == .digests else { return nil }
      self.count = Int64(count)
    default: break
    }
    switch channel {
    case .keyframes, .view:
      guard let size = reader.readUInt32(), reader.remaining == Int(size) + 4 else { return nil }
    case .digests:
      guard reader.remaining == Int(count) * 16 + 4 else { return nil }
    case .state:
      var parts = reader
      guard let anchorSize = parts.readUInt32(), parts.readRange(Int(anchorSize)) != nil,
        let size = parts.readUInt32(), parts.remaining >= 4
      else { return nil }
      isLeftOut = size == 0
    case .chain:
      guard reader.remaining == RecordingChain.size + 4 else { return nil }
    case .inputs, .markers: break
    }
    data = reader.position..<reader.end - 4
  }

  /// Checks the checksum that a binary message has.
  func check(in bytes: [UInt8], offset: UInt64) throws(RecordingError) {
    guard channel.isJSON || Payload.isWhole(bytes, whole) else {
      throw RecordingError(.damaged("a message's checksum is wrong"), offset: offset)
    }
  }

  /// The digests of a block.
  func digests(in bytes: [UInt8]) -> [StateDigest] {
    var reader = ByteReader(bytes, data)
    var values: [StateDigest] = []
    values.reserveCapacity(Int(count))
    while let low = reader.readUInt64(), let high = reader.readUInt64() {
      values.append(StateDigest(low: low, high: high))
    }
    return values
  }
}

extension MCAP.Channel {
  /// The problem with a message that does not have the form of its channel.
  fileprivate var malformed: String {
    switch self {
    case .inputs: "an input cannot be read"
    case .digests: "digests cannot be read"
    case .keyframes: "a key frame cannot be read"
    case .state: "states cannot be read"
    case .markers: "a marker cannot be read"
    case .view: "poses cannot be read"
    case .chain: "a hash chain cannot be read"
    }
  }

  func damaged(_ offset: UInt64) -> RecordingError {
    RecordingError(.damaged(malformed), offset: offset)
  }
}

extension ChannelMap {
  /// Calls `body` with each message of ours in the contents of a segment, and notes the channels that
  /// they name.
  ///
  /// - Parameter offset: of the segment in the file, for errors.
  mutating func forEachMessage(
    in contents: [UInt8], offset: UInt64,
    _ body: (RecordedMessage) throws(RecordingError) -> Void,
    foreign: (UInt16) -> Void = { _ in }
  ) throws(RecordingError) {
    let unreadable = RecordingError(.damaged("a message cannot be read"), offset: offset)
    var walk = RecordWalk(contents)
    while true {
      let record: RecordWalk.Record?
      do throws(RecordingError) { record = try walk.next() } catch { throw unreadable }
      guard let record else { return }
      let reader = try walk.reader(record.contents)
      switch record.kind {
      case .schema: guard addSchema(reader) else { throw unreadable }
      case .channel:
        guard addChannel(reader) else {
          throw RecordingError(.damaged("a channel cannot be read"), offset: offset)
        }
      case .message:
        if let message = try message(reader, offset: offset, foreign: foreign) {
          try body(message)
        }
      default: guard record.isPrivate else { throw unreadable }
      }
    }
  }

  /// Reads the record of a message.
  ///
  /// - Parameter foreign: called with the number of another program's channel.
  /// - Returns: `nil` for a message of another program.
  func message(
    _ record: ByteReader, offset: UInt64, foreign: (UInt16) -> Void
  ) throws(RecordingError) -> RecordedMessage? {
    var reader = record
    guard let id = reader.readUInt16(), reader.readRange(20) != nil else {
      throw RecordingError(.damaged("a message cannot be read"), offset: offset)
    }
    guard let channel = self[id] else {
      guard self.foreign[id] != nil else {
        throw RecordingError(.damaged("a message cannot be read"), offset: offset)
      }
      foreign(id)
      return nil
    }
    guard let message = RecordedMessage(channel, reader) else { throw channel.damaged(offset) }
    return message
  }
}

extension InputJSON {
  /// Reads a line of `/inputs`, which is at `range`.
  func read(_ bytes: [UInt8], _ range: Range<Int>) -> (step: Int64, record: RecordWords)? {
    let json = JSONReader(bytes, range)
    guard let step = json.member("step")?.numberText.flatMap({ Int64($0) }),
      let record = try? read(json, besides: ["step"])
    else { return nil }
    return (step, record)
  }
}
