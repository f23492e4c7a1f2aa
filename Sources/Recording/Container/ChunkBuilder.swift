/// Collects the messages of one chunk, then compresses and frames them.
struct ChunkBuilder {
  /// Bytes of the chunk's records, in pieces that compress apart, and whose they are.
  private var sections: [(channel: MCAP.Channel, bytes: [UInt8])] = []
  private var size = 0
  private var indexes: [(channel: MCAP.Channel, entries: [(time: UInt64, offset: UInt64)])] = []
  private var startTime = UInt64.max
  private var endTime: UInt64 = 0

  var isEmpty: Bool { indexes.isEmpty }

  /// Adds a message whose data comes in pieces; each piece is compressed with tables of its own.
  mutating func add(
    _ channel: MCAP.Channel, sequence: UInt32, time: UInt64, data: [[UInt8]]
  ) {
    var dataCount = 0
    for piece in data { dataCount += piece.count }
    let head = MCAP.messageHead(channel, sequence: sequence, time: time, dataCount: dataCount)
    let entry = (time: time, offset: UInt64(size))
    if let index = indexes.firstIndex(where: { $0.channel == channel }) {
      indexes[index].entries.append(entry)
    } else {
      indexes.append((channel, [entry]))
    }
    startTime = min(startTime, time)
    endTime = max(endTime, time)
    // Small messages share a piece: tables of their own would cost more than they save.
    let isSmall = data.count == 1
    if isSmall, sections.last?.channel == channel {
      sections[sections.count - 1].bytes.append(contentsOf: head + data[0])
    } else if isSmall {
      sections.append((channel, head + data[0]))
    } else {
      for piece in [head] + data where !piece.isEmpty { sections.append((channel, piece)) }
    }
    size += head.count + dataCount
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
    let (frame, pieceSizes) = compressor.compress(pieces)
    var sizes: [MCAP.Channel: Int] = [:]
    for (section, size) in zip(sections, pieceSizes) { sizes[section.channel, default: 0] += size }
    var crc = CRC32()
    for piece in pieces { crc.update(piece) }
    var chunk = ByteWriter()
    chunk.append(startTime)
    chunk.append(endTime)
    chunk.append(UInt64(size))
    chunk.append(crc.value)
    chunk.append(compression.format.name)
    chunk.append(UInt64(frame.count))
    chunk.append(frame)
    var bytes = MCAP.record(.chunk, chunk.bytes)
    var entry = ChunkEntry(
      startTime: startTime, endTime: endTime, offset: 0, length: UInt64(bytes.count),
      messageIndexes: [], messageIndexLength: 0, compression: compression,
      compressedSize: UInt64(frame.count), uncompressedSize: UInt64(size))
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
