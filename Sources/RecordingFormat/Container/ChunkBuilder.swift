/// Collects the messages of one chunk, then compresses and frames them.
package struct ChunkBuilder {
  /// Bytes of the chunk's records, in pieces that compress apart, and the channel of each.
  private var sections: [(channel: UInt16, bytes: ByteWriter)] = []
  private var crc = CRC32()
  private var indexes: [(channel: UInt16, entries: [(time: UInt64, offset: UInt64)])] = []
  private var startTime = UInt64.max
  private var endTime: UInt64 = 0
  /// True if all messages are one piece.
  private let isOnePiece: Bool
  /// Bytes of the records so far.
  package private(set) var size = 0

  /// A chunk whose channels are compressed apart, and indexed in the order of their first messages.
  init() { isOnePiece = false }

  /// A chunk whose `channels` are compressed together, and indexed in this order.
  package init(together channels: [UInt16]) {
    isOnePiece = true
    indexes = channels.map { ($0, []) }
  }

  package var isEmpty: Bool { size == 0 }

  /// Adds a message in pieces; each piece is compressed with tables of its own.
  mutating func add(
    _ channel: MCAP.Channel, sequence: UInt32, time: UInt64, data: Payload.Sealed
  ) {
    let count = data.pieces.reduce(0) { $0 + $1.count }
    let channel = channel.rawValue
    sections.append((channel, ByteWriter()))
    addHead(channel, sequence: sequence, time: time, count: count)
    for piece in data.pieces where !piece.isEmpty {
      sections.append((channel, ByteWriter(bytes: piece)))
    }
    crc.append(data.crc, count: count)
  }

  /// Adds a small message of this project.
  mutating func add(_ channel: MCAP.Channel, sequence: UInt32, time: UInt64, data: [UInt8]) {
    add(channel.rawValue, sequence: sequence, time: time, data: data)
  }

  /// Adds a small message. Those of a channel that follow each other share a piece: tables of their own
  /// would cost more than they save.
  package mutating func add(
    _ channel: UInt16, sequence: UInt32, time: UInt64, data: [UInt8]
  ) {
    let isJoined = isOnePiece ? !sections.isEmpty : sections.last?.channel == channel
    if !isJoined { sections.append((channel, ByteWriter())) }
    addHead(channel, sequence: sequence, time: time, count: data.count)
    sections[sections.count - 1].bytes.append(data)
    crc.update(data)
  }

  /// Adds a message without its `count` bytes of data to the last section, and notes its offset.
  private mutating func addHead(
    _ channel: UInt16, sequence: UInt32, time: UInt64, count: Int
  ) {
    let entry = (time: time, offset: UInt64(size))
    if let index = indexes.firstIndex(where: { $0.channel == channel }) {
      indexes[index].entries.append(entry)
    } else {
      indexes.append((channel, [entry]))
    }
    startTime = min(startTime, time)
    endTime = max(endTime, time)
    let last = sections.count - 1
    let start = sections[last].bytes.count
    MCAP.appendMessageHead(
      channel, sequence: sequence, time: time, dataCount: count,
      to: &sections[last].bytes)
    crc.update(sections[last].bytes.bytes[start...])
    size += sections[last].bytes.count - start + count
  }

  /// The chunk record and its message indexes.
  package func build(_ compressor: Compressor) -> FinishedChunk {
    let pieces = sections.map { $0.bytes.bytes }
    let name = compressor.name
    // Compressed in its place: a chunk of megabytes is not copied once more.
    let headSize = 49 + name.utf8.count
    var (bytes, pieceSizes) = compressor.compress(pieces, headSize)
    let frameSize = bytes.count - headSize
    var sizes: [UInt16: Int] = [:]
    for (section, size) in zip(sections, pieceSizes) { sizes[section.channel, default: 0] += size }
    var head = ByteWriter()
    head.append(MCAP.Opcode.chunk.rawValue)
    head.append(UInt64(bytes.count - 9))
    head.append(startTime)
    head.append(endTime)
    head.append(UInt64(size))
    head.append(crc.value)
    head.append(name)
    head.append(UInt64(frameSize))
    bytes.replaceSubrange(..<headSize, with: head.bytes)
    var entry = ChunkEntry(
      startTime: startTime, endTime: endTime, offset: 0, length: UInt64(bytes.count),
      messageIndexes: [], messageIndexLength: 0, compression: name,
      compressedSize: UInt64(frameSize), uncompressedSize: UInt64(size))
    var counts: [UInt16: UInt64] = [:]
    for index in indexes where !index.entries.isEmpty {
      counts[index.channel] = UInt64(index.entries.count)
      entry.messageIndexes.append((index.channel, UInt64(bytes.count)))
      var writer = ByteWriter()
      writer.append(index.channel)
      writer.append(UInt32(index.entries.count * 16))
      for message in index.entries {
        writer.append(message.time)
        writer.append(message.offset)
      }
      bytes += MCAP.record(.messageIndex, writer.bytes)
    }
    entry.messageIndexLength = UInt64(bytes.count) - entry.length
    return FinishedChunk(bytes: bytes, entry: entry, sizes: sizes, messageCounts: counts)
  }
}

/// A chunk that is ready to be written, at any offset of a file.
package struct FinishedChunk: Sendable {
  /// The chunk and its message indexes.
  var bytes: [UInt8]
  /// The chunk's entry in the index, with offsets from its own start.
  var entry: ChunkEntry
  /// Bytes of each channel after compression.
  var sizes: [UInt16: Int]
  var messageCounts: [UInt16: UInt64]
}
