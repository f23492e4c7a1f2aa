import AgentProtocol
import Simulation

/// Writes an MCAP file of JSON messages for other tools: their schemas, their topics.
///
/// Chunks are written as they fill, so that memory is that of one chunk and of an entry for each. The
/// file appears under its name when ``finish()`` succeeds.
package final class MessageFile {
  /// A topic and what its messages look like.
  package struct Topic: Sendable {
    var topic: String
    var schemaName: String
    var jsonSchema: String

    /// - Parameters:
    ///   - topic: `/scene`.
    ///   - schemaName: `foxglove.SceneUpdate`.
    ///   - jsonSchema: of the messages.
    package init(_ topic: String, schemaName: String, jsonSchema: String) {
      (self.topic, self.schemaName, self.jsonSchema) = (topic, schemaName, jsonSchema)
    }
  }

  private let output: OutputFile
  private let compressor = CompressionFormat.zstd.makeCompressor(3)
  private var dataCRC = CRC32()
  /// Schemas and channels, which the summary repeats.
  private var schemas: [UInt8] = []
  private var channels: [UInt8] = []
  private var messageCounts: [UInt64]
  private var entries: [ChunkEntry] = []
  // The open chunk.
  private var records: [UInt8] = []
  private var indexes: [[(time: UInt64, offset: UInt64)]]
  private static let chunkSize = 1 << 20

  /// - Parameters:
  ///   - path: of the file.
  ///   - replaces: whether a regular file of that name gives way.
  ///   - input: a file that is read for this one and never replaced.
  ///   - topics: messages name them by their index.
  /// - Throws: ``RecordingError``.
  package init(
    path: String, replaces: Bool, input: FileIdentity?, topics: [Topic]
  ) throws(RecordingError) {
    output = try OutputFile(path: path, replaces: replaces, input: input)
    messageCounts = Array(repeating: 0, count: topics.count)
    indexes = Array(repeating: [], count: topics.count)
    for (index, topic) in topics.enumerated() {
      let id = UInt16(index + 1)
      var schema = ByteWriter()
      schema.append(id)
      schema.append(topic.schemaName)
      schema.append("jsonschema")
      schema.append(topic.jsonSchema)
      schemas += MCAP.record(.schema, schema.bytes)
      var channel = ByteWriter()
      channel.append(id)
      channel.append(id)
      channel.append(topic.topic)
      channel.append("json")
      channel.append(UInt32(0))
      channels += MCAP.record(.channel, channel.bytes)
    }
    do throws(RecordingError) {
      var header = ByteWriter()
      header.append("")
      header.append("laplace \(engineVersion)")
      try put(MCAP.magic + MCAP.record(.header, header.bytes) + schemas + channels)
    } catch {
      output.abandon()
      throw error
    }
  }

  private func put(_ bytes: [UInt8]) throws(RecordingError) {
    try output.write(bytes)
    dataCRC.update(bytes)
  }

  /// Appends a message.
  ///
  /// - Parameters:
  ///   - topic: the index of its topic.
  ///   - time: in nanoseconds; no less than that of the message before.
  ///   - json: the message.
  /// - Throws: ``RecordingError`` when the file cannot be written.
  package func append(topic: Int, time: UInt64, json: String) throws(RecordingError) {
    var message = ByteWriter()
    message.append(UInt16(topic + 1))
    message.append(UInt32(truncatingIfNeeded: messageCounts[topic] + 1))
    message.append(time)
    message.append(time)
    message.append(Array(json.utf8))
    indexes[topic].append((time, UInt64(records.count)))
    messageCounts[topic] += 1
    records += MCAP.record(.message, message.bytes)
    if records.count >= MessageFile.chunkSize { try closeChunk() }
  }

  private func closeChunk() throws(RecordingError) {
    guard !records.isEmpty else { return }
    let times = indexes.flatMap { $0.map(\.time) }
    let frame = compressor.compress(records)
    var chunk = ByteWriter()
    chunk.append(times.min() ?? 0)
    chunk.append(times.max() ?? 0)
    chunk.append(UInt64(records.count))
    chunk.append(CRC32.of(records))
    chunk.append(CompressionFormat.zstd.name)
    chunk.append(UInt64(frame.count))
    chunk.append(frame)
    var bytes = MCAP.record(.chunk, chunk.bytes)
    var entry = ChunkEntry(
      startTime: times.min() ?? 0, endTime: times.max() ?? 0, offset: output.size,
      length: UInt64(bytes.count), messageIndexes: [], messageIndexLength: 0, compression: .zstd,
      compressedSize: UInt64(frame.count), uncompressedSize: UInt64(records.count))
    for (topic, places) in indexes.enumerated() where !places.isEmpty {
      entry.messageIndexes.append((UInt16(topic + 1), output.size + UInt64(bytes.count)))
      var writer = ByteWriter()
      writer.append(UInt16(topic + 1))
      writer.append(UInt32(places.count * 16))
      for place in places {
        writer.append(place.time)
        writer.append(place.offset)
      }
      bytes += MCAP.record(.messageIndex, writer.bytes)
      indexes[topic].removeAll(keepingCapacity: true)
    }
    entry.messageIndexLength = UInt64(bytes.count) - entry.length
    entries.append(entry)
    records.removeAll(keepingCapacity: true)
    try put(bytes)
  }

  /// Writes what is left and the summary, and gives the file its name.
  ///
  /// - Throws: ``RecordingError``.
  package func finish() throws(RecordingError) {
    try closeChunk()
    var end = ByteWriter()
    end.append(dataCRC.value)
    try output.write(MCAP.record(.dataEnd, end.bytes))
    let start = output.size
    var summary = ByteWriter()
    var offsets = ByteWriter()
    for (opcode, bytes) in [
      (MCAP.Opcode.schema, schemas), (.channel, channels), (.statistics, statistics),
      (.chunkIndex, entries.flatMap(\.record)),
    ] where !bytes.isEmpty {
      var entry = ByteWriter()
      entry.append(opcode.rawValue)
      entry.append(start + UInt64(summary.count))
      entry.append(UInt64(bytes.count))
      offsets.append(MCAP.record(.summaryOffset, entry.bytes))
      summary.append(bytes)
    }
    let offsetStart = start + UInt64(summary.count)
    summary.append(offsets.bytes)
    summary.append(MCAP.Opcode.footer.rawValue)
    summary.append(UInt64(20))
    summary.append(start)
    summary.append(offsetStart)
    summary.append(CRC32.of(summary.bytes))
    summary.append(MCAP.magic)
    try output.write(summary.bytes)
    try output.finish()
  }

  /// Gives the file up; what was there under its name stays as it was.
  package func abandon() { output.abandon() }

  private var statistics: [UInt8] {
    var writer = ByteWriter()
    writer.append(messageCounts.reduce(0, +))
    writer.append(UInt16(messageCounts.count))
    writer.append(UInt32(messageCounts.count))
    writer.append(UInt32(0))
    writer.append(UInt32(0))
    writer.append(UInt32(entries.count))
    writer.append(entries.map(\.startTime).min() ?? 0)
    writer.append(entries.map(\.endTime).max() ?? 0)
    writer.append(UInt32(messageCounts.count * 10))
    for (index, count) in messageCounts.enumerated() {
      writer.append(UInt16(index + 1))
      writer.append(count)
    }
    return MCAP.record(.statistics, writer.bytes)
  }
}
