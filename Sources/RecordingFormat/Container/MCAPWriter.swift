/// Writes the records of an MCAP file, and at its end the index of them.
///
/// Schemas and channels come before the messages that use them. A record that cannot be written is not
/// in the index.
package struct MCAPWriter<Output: ByteSink> {
  private let output: Output
  private var dataCRC = CRC32()
  private var schemas: [UInt8] = []
  private var channels: [UInt8] = []
  private var schemaCount: UInt16 = 0
  /// In the order of their records.
  private var channelIDs: [UInt16] = []
  /// Messages of the channels that the statistics list.
  private var messageCounts: [UInt16: UInt64] = [:]
  private var chunks: [ChunkEntry] = []
  private var attachmentIndexes: [UInt8] = []
  private var attachmentCount: UInt32 = 0
  private var metadataIndexes: [UInt8] = []
  private var metadataCount: UInt32 = 0
  /// True if the room that is kept for the end of the file may be used.
  var usesReserve = false

  /// Begins a file.
  ///
  /// - Throws: ``RecordingError`` when it cannot be written, as everything here.
  package init(_ output: Output, profile: String, library: String) throws(RecordingError) {
    self.output = output
    try put(MCAP.magic + MCAP.header(profile: profile, library: library))
  }

  private mutating func put(_ bytes: [UInt8]) throws(RecordingError) {
    try output.write(bytes, usesReserve: usesReserve)
    dataCRC.update(bytes)
  }

  package mutating func addSchema(_ record: [UInt8]) throws(RecordingError) {
    try put(record)
    schemas += record
    schemaCount += 1
  }

  /// - Parameters:
  ///   - id: the channel's number.
  ///   - isListed: whether the statistics list the channel even when it has no messages.
  package mutating func addChannel(
    _ id: UInt16, _ record: [UInt8], isListed: Bool = false
  ) throws(RecordingError) {
    try put(record)
    channels += record
    channelIDs.append(id)
    if isListed { messageCounts[id] = 0 }
  }

  mutating func addMetadata(_ record: [UInt8]) throws(RecordingError) {
    var reader = ByteReader(record, 9..<record.count)
    guard let name = reader.readText() else {
      throw RecordingError(.unfit("metadata have no name"))
    }
    var index = ByteWriter()
    index.append(output.size)
    index.append(UInt64(record.count))
    index.append(name)
    try put(record)
    metadataIndexes += MCAP.record(.metadataIndex, index.bytes)
    metadataCount += 1
  }

  mutating func addAttachment(_ record: [UInt8]) throws(RecordingError) {
    var reader = ByteReader(record, 9..<record.count)
    guard let logTime = reader.readUInt64(), let createTime = reader.readUInt64(),
      let name = reader.readText(), let mediaType = reader.readText(),
      let size = reader.readUInt64()
    else { throw RecordingError(.unfit("an attachment cannot be read")) }
    var index = ByteWriter()
    index.append(output.size)
    index.append(UInt64(record.count))
    index.append(logTime)
    index.append(createTime)
    index.append(size)
    index.append(name)
    index.append(mediaType)
    try put(record)
    attachmentIndexes += MCAP.record(.attachmentIndex, index.bytes)
    attachmentCount += 1
  }

  package mutating func add(_ chunk: FinishedChunk) throws(RecordingError) {
    let offset = output.size
    try put(chunk.bytes)
    note(chunk, at: offset)
  }

  private mutating func note(_ chunk: FinishedChunk, at offset: UInt64) {
    chunks.append(chunk.entry.moved(by: offset))
    for (channel, count) in chunk.messageCounts { messageCounts[channel, default: 0] += count }
  }

  // MARK: The end

  /// Ends the data, and writes the summary and the footer.
  package mutating func end() throws(RecordingError) {
    var crc = ByteWriter()
    crc.append(dataCRC.value)
    try put(MCAP.record(.dataEnd, crc.bytes))
    try put(summary(start: output.size))
  }

  /// Bytes of the summary if one more chunk is written.
  func summarySize(after chunk: FinishedChunk) -> Int {
    var copy = self
    copy.note(chunk, at: output.size)
    return copy.summary(start: output.size).count
  }

  /// The summary section, the summary offsets, the footer and the closing magic.
  private func summary(start: UInt64) -> [UInt8] {
    var writer = ByteWriter()
    var offsets = ByteWriter()
    for (opcode, bytes) in [
      (MCAP.Opcode.schema, schemas), (.channel, channels), (.statistics, statistics),
      (.chunkIndex, chunks.flatMap { $0.record }), (.attachmentIndex, attachmentIndexes),
      (.metadataIndex, metadataIndexes),
    ] where !bytes.isEmpty {
      var entry = ByteWriter()
      entry.append(opcode.rawValue)
      entry.append(start + UInt64(writer.count))
      entry.append(UInt64(bytes.count))
      offsets.append(MCAP.record(.summaryOffset, entry.bytes))
      writer.append(bytes)
    }
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
    let counts = channelIDs.compactMap { id in messageCounts[id].map { (id, $0) } }
    var writer = ByteWriter()
    writer.append(counts.reduce(0) { $0 + $1.1 })
    writer.append(schemaCount)
    writer.append(UInt32(channelIDs.count))
    writer.append(attachmentCount)
    writer.append(metadataCount)
    writer.append(UInt32(chunks.count))
    writer.append(chunks.map { $0.startTime }.min() ?? 0)
    writer.append(chunks.map { $0.endTime }.max() ?? 0)
    writer.append(UInt32(counts.count * 10))
    for (id, count) in counts {
      writer.append(id)
      writer.append(count)
    }
    return MCAP.record(.statistics, writer.bytes)
  }
}
