import Simulation

/// The chunks that the summary at the end of a file names.
///
/// Only for files of this project's writer, which puts one block into a chunk: other programs distribute
/// messages as they like. What is read later is checked against the index by ``BlockReader``.
struct FileSummary {
  /// A chunk that stays unread.
  struct Chunk {
    var index: ChunkIndex
    /// The numbers of the channels that it holds.
    var channels: [UInt16] = []
    /// The place after its message indexes.
    var end: UInt64
  }

  /// By their places.
  private(set) var chunks: [UInt64: Chunk] = [:]
  /// The messages of each channel.
  private(set) var messageCounts: [UInt16: UInt64] = [:]
  /// The end of the data.
  let start: UInt64
  let hasChecksum: Bool

  /// What a summary may take, in bytes: that of some 400,000 blocks.
  private static let sizeMax: UInt64 = 1 << 26
  private static let unreadable = RecordingError(.damaged("the summary cannot be read"))

  /// - Throws: ``RecordingError`` for a file without a summary, or with a damaged one.
  init(_ source: ByteSource) throws(RecordingError) {
    let footer = try MCAP.Footer(source)
    (start, hasChecksum) = (footer.summaryStart, footer.sum != 0)
    guard start > 0, start <= footer.start else { throw FileSummary.unreadable }
    let size = footer.start - start
    guard size <= FileSummary.sizeMax else {
      throw RecordingError(.tooLarge(what: "the summary", size: size, limit: FileSummary.sizeMax))
    }
    var walk = RecordWalk(source, start..<footer.start, windowSize: size)
    var crc = CRC32()
    try walk.sum(start..<footer.summedEnd, into: &crc)
    guard footer.sum == 0 || footer.sum == crc.value else {
      throw RecordingError(.damaged("the checksum of the summary is wrong"), offset: start)
    }
    while let record = try walk.next() {
      var fields = try walk.reader(record.contents)
      switch record.kind {
      case .chunkIndex: try readChunk(&fields)
      case .statistics:
        // After the numbers of messages, schemas, channels, attachments, metadata and chunks, and two
        // times.
        guard fields.readRange(42) != nil, let size = fields.readUInt32(),
          let range = fields.readRange(Int(size))
        else { throw FileSummary.unreadable }
        var pairs = ByteReader(fields.bytes, range)
        while let number = pairs.readUInt16(), let count = pairs.readUInt64() {
          messageCounts[number] = count
        }
      default: continue
      }
    }
  }

  private mutating func readChunk(_ fields: inout ByteReader) throws(RecordingError) {
    guard let index = ChunkIndex(&fields), let size = fields.readUInt32(),
      let range = fields.readRange(Int(size)), let indexLength = fields.readUInt64(),
      index.offset < start, index.length <= start - index.offset,
      indexLength <= start - index.offset - index.length, index.length > 0
    else { throw FileSummary.unreadable }
    var chunk = Chunk(index: index, end: index.offset + index.length + indexLength)
    // Channels, and the places of their indexes.
    var pairs = ByteReader(fields.bytes, range)
    while let number = pairs.readUInt16(), pairs.readRange(8) != nil {
      chunk.channels.append(number)
    }
    chunks[index.offset] = chunk
  }
}

extension StepDuration {
  /// The step that begins at a time in nanoseconds, rounded down; `nil` if none does.
  func step(atNanoseconds time: UInt64) -> Int64? {
    // The least step that begins then or later.
    let unit = UInt64(numerator) * 1_000_000_000
    let product = time.multipliedFullWidth(by: UInt64(denominator))
    guard product.high < unit else { return nil }
    let (quotient, remainder) = unit.dividingFullWidth(product)
    guard let step = Int64(exactly: quotient), step < 1 << 62 else { return nil }
    let least = remainder == 0 ? step : step + 1
    return nanoseconds(atStep: least) == time ? least : nil
  }
}
