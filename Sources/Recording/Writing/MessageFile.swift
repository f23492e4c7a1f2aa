import AgentProtocol
import Simulation

/// Writes an MCAP file of JSON messages for other tools: their schemas, their topics.
///
/// Chunks are written as they fill: at most one chunk is in memory, and an index entry for each
/// written one. The file appears under its name when ``finish()`` succeeds.
package final class MessageFile {
  /// A topic and the schema of its messages.
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
  private var file: MCAPWriter<OutputFile>
  private let compressor = Compressor.zstd(3)
  private var chunk: ChunkBuilder
  /// Messages so far, by topic.
  private var messageCounts: [UInt32]
  private static let chunkSize = 1 << 20

  /// - Parameters:
  ///   - path: of the file.
  ///   - replaces: whether a regular file of that name gives way.
  ///   - input: a file that is read for this one and never replaced.
  ///   - topics: messages name them by their index.
  /// - Throws: `RecordingError`.
  package init(
    path: String, replaces: Bool, input: FileIdentity?, topics: [Topic]
  ) throws(RecordingError) {
    output = try OutputFile(path: path, replaces: replaces, input: input)
    messageCounts = Array(repeating: 0, count: topics.count)
    chunk = ChunkBuilder(together: topics.indices.map { Self.id($0) })
    do throws(RecordingError) {
      file = try MCAPWriter(output, profile: "", library: "laplace \(engineVersion)")
      for (index, topic) in topics.enumerated() {
        try file.addSchema(
          MCAP.schema(
            Self.id(index), name: topic.schemaName, encoding: "jsonschema",
            data: Array(topic.jsonSchema.utf8)))
      }
      for (index, topic) in topics.enumerated() {
        try file.addChannel(
          Self.id(index), MCAP.channel(Self.id(index), topic: topic.topic, encoding: "json"),
          isListed: true)
      }
    } catch {
      output.abandon()
      throw error
    }
  }

  /// The number of a topic's channel and of its schema.
  private static func id(_ topic: Int) -> UInt16 { UInt16(topic + 1) }

  /// Appends a message.
  ///
  /// - Parameters:
  ///   - topic: the index of its topic.
  ///   - time: in nanoseconds; no less than that of the message before.
  ///   - json: the message.
  /// - Throws: `RecordingError` when the file cannot be written.
  package func append(topic: Int, time: UInt64, json: String) throws(RecordingError) {
    messageCounts[topic] &+= 1
    chunk.add(
      Self.id(topic), sequence: messageCounts[topic], time: time,
      data: Array(json.utf8))
    if chunk.size >= MessageFile.chunkSize { try closeChunk() }
  }

  private func closeChunk() throws(RecordingError) {
    guard !chunk.isEmpty else { return }
    let finished = chunk.build(compressor)
    chunk = ChunkBuilder(together: messageCounts.indices.map { Self.id($0) })
    try file.add(finished)
  }

  /// Writes what is left and the summary, and gives the file its name.
  ///
  /// - Throws: `RecordingError`.
  package func finish() throws(RecordingError) {
    try closeChunk()
    try file.end()
    try output.finish()
  }

  /// Removes what was written; a file that was there under its name stays as it was.
  package func abandon() { output.abandon() }
}
