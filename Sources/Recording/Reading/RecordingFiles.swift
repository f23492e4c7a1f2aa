// Recordings in files, and those in memory that may be compressed.

extension Recording {
  /// Opens the file at `path` and checks every byte: magic, every length, the checksums that there are of
  /// the data, of the summary, of chunks and of messages, and that the messages tell one gapless story.
  /// States are decoded when they are asked for.
  ///
  /// - Complexity: one pass over the file.
  /// - Throws: `RecordingError`.
  public convenience init(path: String) throws(RecordingError) {
    try self.init(checking: try ByteSource(path: path))
  }

  /// Opens a recording that is in memory, and checks every byte.
  ///
  /// - Throws: `RecordingError`.
  public convenience init(bytes: [UInt8]) throws(RecordingError) {
    try self.init(checking: .memory(bytes))
  }

  /// Opens the file at `path` by the summary at its end, without reading what is between. What another
  /// program wrote, and what has no summary, is checked as ``init(path:)`` does.
  ///
  /// - Complexity: O(blocks).
  /// - Throws: `RecordingError`.
  public convenience init(unchecked path: String) throws(RecordingError) {
    try self.init(unchecked: try ByteSource(path: path))
  }
}

extension Rescue {
  /// Reads the file at `path`, keeping every whole chunk.
  ///
  /// - Throws: `RecordingError` when nothing can be kept: both copies of the header are lost, or
  ///   all chunks.
  public init(path: String) throws(RecordingError) {
    try self.init(try ByteSource(path: path))
    self.path = path
  }

  /// Reads a recording that is in memory.
  public init(bytes: [UInt8]) throws(RecordingError) { try self.init(.memory(bytes)) }
}

extension RecordingFaults {
  /// The faults of the file at `path`: see ``all(in:)``.
  package static func all(
    path: String
  ) throws(RecordingError) -> (faults: [RecordingError], recording: Recording?) {
    try all(in: try ByteSource(path: path))
  }
}

extension SpaceUsage {
  /// Reads the file at `path`, record by record.
  package init(path: String) throws(RecordingError) {
    try self.init(try Recording(unchecked: path))
  }
}
