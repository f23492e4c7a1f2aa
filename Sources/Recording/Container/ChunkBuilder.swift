/// Collects the messages of one chunk, then compresses and frames them.
struct ChunkBuilder {
  /// Bytes of the chunk's records, in pieces that compress apart, and whose they are.
  private var sections: [(channel: MCAP.Channel, bytes: [UInt8])] = []
  private var size = 0
  private var crc = CRC32()
  private var indexes: [(channel: MCAP.Channel, entries: [(time: UInt64, offset: UInt64)])] = []
  private var startTime = UInt64.max
  private var endTime: UInt64 = 0

  var isEmpty: Bool { indexes.isEmpty }

  /// Adds a message in pieces; each piece is compressed with tables of its own.
  mutating func add(
    _ channel: MCAP.Channel, sequence: UInt32, time: UInt64, data: Payload.Sealed
  ) {
    let count = data.pieces.reduce(0) { $0 + $1.count }
    let head = note(channel, sequence: sequence, time: time, count: count)
    for piece in [head] + data.pieces where !piece.isEmpty { sections.append((channel, piece)) }
    crc.append(data.crc, count: count)
  }

  /// Adds a small message. Those of a channel that follow each other share a piece: tables of their own
  /// would cost more than they save.
  mutating func add(_ channel: MCAP.Channel, sequence: UInt32, time: UInt64, data: [UInt8]) {
    let head = note(channel, sequence: sequence, time: time, count: data.count)
    if sections.last?.channel == channel {
      sections[sections.count - 1].bytes.append(contentsOf: head + data)
    } else {
      sections.append((channel, head + data))
    }
    crc.update(data)
  }

  /// Notes where a message of `count` bytes is.
  ///
  /// - Returns: what comes before them.
  private mutating func note(
    _ channel: MCAP.Channel, sequence: UInt32, time: UInt64, count: Int
  ) -> [UInt8] {
    let head = MCAP.messageHead(channel, sequence: sequence, time: time, dataCount: count)
    let entry = (time: time, offset: UInt64(size))
    if let index = indexes.firstIndex(where: { $0.channel == channel }) {
      indexes[index].entries.append(entry)
    } else {
      indexes.append((channel, [entry]))
    }
    startTime = min(startTime, time)
    endTime = max(endTime, time)
    size += head.count + count
    crc.update(head)
    return head
  }

  var messageCounts: [MCAP.Channel: UInt64] {
    var counts: [MCAP.Channel: UInt64] = [:]
    for index in indexes { counts[index.channel] = UInt64(index.entries.count) }
    return counts
  }

  /// The chunk record and its message indexes, as if they lay at the start of a file, and what each
  /// channel takes of it after compression.
  func build(
    _ compression: Compression, _ compressor: any Compressor
  ) -> (bytes: [UInt8], entry: ChunkEntry, sizes: [MCAP.Channel: Int]) {
    let pieces = sections.map(\.bytes)
    let name = compression.format.name
    // Compressed in its place: a chunk of megabytes is not copied once more.
    let headSize = 49 + name.utf8.count
    var (bytes, pieceSizes) = compressor.compress(pieces, room: headSize)
    let frameSize = bytes.count - headSize
    var sizes: [MCAP.Channel: Int] = [:]
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
      messageIndexes: [], messageIndexLength: 0, compression: compression,
      compressedSize: UInt64(frameSize), uncompressedSize: UInt64(size))
    for index in indexes {
      entry.messageIndexes.append((index.channel.rawValue, UInt64(bytes.count)))
      var writer = ByteWriter()
      writer.append(index.channel.rawValue)
      writer.append(UInt32(index.entries.count * 16))
      for message in index.entries {
        writer.append(message.time)
        writer.append(message.offset)
      }
      bytes += MCAP.record(.messageIndex, writer.bytes)
    }
    entry.messageIndexLength = UInt64(bytes.count) - entry.length
    return (bytes, entry, sizes)
  }
}
