/// What is gathered while writing, for the summary at the end of the file.
struct RecordingSummary {
  var schemas: [UInt8] = []
  var channels: [UInt8] = []
  /// The channels that the file has.
  var used: [MCAP.Channel] = []
  var activeRowSteps: UInt64 = 0
  /// Steps whose states are left out.
  var leftOutSteps: Int64 = 0
  /// Samples of the view track that are left out, and the rows of the others.
  private var leftOutSamples = 0
  private var rowSamples: UInt64 = 0
  private var chunks: [ChunkEntry] = []
  private var attachmentIndexes: [UInt8] = []
  private var attachmentCount: UInt32 = 0
  private var metadataIndexes: [UInt8] = []
  private var metadataCount: UInt32 = 0
  private var messageCounts: [MCAP.Channel: UInt64] = [:]
  private var compressedSizes: [MCAP.Channel: Int] = [:]

  mutating func addAttachment(
    offset: UInt64, length: UInt64, dataSize: UInt64, name: String, mediaType: String
  ) {
    var writer = ByteWriter()
    writer.append(offset)
    writer.append(length)
    writer.append(UInt64(0))
    writer.append(UInt64(0))
    writer.append(dataSize)
    writer.append(name)
    writer.append(mediaType)
    attachmentIndexes += MCAP.record(.attachmentIndex, writer.bytes)
    attachmentCount += 1
  }

  mutating func addMetadata(offset: UInt64, length: UInt64, name: String) {
    var writer = ByteWriter()
    writer.append(offset)
    writer.append(length)
    writer.append(name)
    metadataIndexes += MCAP.record(.metadataIndex, writer.bytes)
    metadataCount += 1
  }

  /// Adds a block that lies at `offset` of the file.
  mutating func add(_ block: BuiltBlock, at offset: UInt64) {
    chunks.append(block.entry.moved(by: offset))
    activeRowSteps += UInt64(block.activeRowSteps)
    leftOutSteps += Int64(block.leftOutSteps)
    leftOutSamples += block.leftOutSamples
    rowSamples += UInt64(block.rowSamples)
    for channel in used {
      messageCounts[channel, default: 0] += block.messageCounts[channel] ?? 0
      compressedSizes[channel, default: 0] += block.sizes[channel] ?? 0
    }
  }

  /// What the tracks cost, after compression.
  func statisticsPairs(stepCount: Int64) -> [(String, String)] {
    var pairs = [("steps", "\(stepCount)"), ("activeRowSteps", "\(activeRowSteps)")]
    for channel in used {
      pairs.append(("bytes\(channel.topic)", "\(compressedSizes[channel] ?? 0)"))
    }
    if leftOutSteps > 0 { pairs.append(("leftOut", "\(leftOutSteps)")) }
    if used.contains(.view) { pairs.append(("viewRows", "\(rowSamples)")) }
    if leftOutSamples > 0 { pairs.append(("viewLeftOut", "\(leftOutSamples)")) }
    return pairs
  }

  /// The summary section, the summary offsets, the footer and the closing magic.
  func bytes(start: UInt64) -> [UInt8] {
    var writer = ByteWriter()
    var offsets = ByteWriter()
    func group(_ opcode: MCAP.Opcode, _ bytes: [UInt8]) {
      guard !bytes.isEmpty else { return }
      var entry = ByteWriter()
      entry.append(opcode.rawValue)
      entry.append(start + UInt64(writer.count))
      entry.append(UInt64(bytes.count))
      offsets.append(MCAP.record(.summaryOffset, entry.bytes))
      writer.append(bytes)
    }
    group(.schema, schemas)
    group(.channel, channels)
    group(.statistics, statistics)
    group(.chunkIndex, chunks.flatMap(\.record))
    group(.attachmentIndex, attachmentIndexes)
    group(.metadataIndex, metadataIndexes)
    let offsetStart = start + UInt64(writer.count)
    writer.append(offsets.bytes)
    // The CRC covers the summary and the footer up to itself.
    writer.append(MCAP.Opcode.footer.rawValue)
    writer.append(UInt64(20))
    writer.append(start)
    writer.append(offsetStart)
    writer.append(CRC32.of(writer.bytes))
    writer.append(MCAP.magic)
    return writer.bytes
  }

  private var statistics: [UInt8] {
    let filled = used.filter { (messageCounts[$0] ?? 0) > 0 }
    var total: UInt64 = 0
    for channel in filled { total += messageCounts[channel] ?? 0 }
    var writer = ByteWriter()
    writer.append(total)
    writer.append(UInt16(used.count))
    writer.append(UInt32(used.count))
    writer.append(attachmentCount)
    writer.append(metadataCount)
    writer.append(UInt32(chunks.count))
    writer.append(chunks.map(\.startTime).min() ?? 0)
    writer.append(chunks.map(\.endTime).max() ?? 0)
    writer.append(UInt32(filled.count * 10))
    for channel in filled {
      writer.append(channel.rawValue)
      writer.append(messageCounts[channel] ?? 0)
    }
    return MCAP.record(.statistics, writer.bytes)
  }
}
