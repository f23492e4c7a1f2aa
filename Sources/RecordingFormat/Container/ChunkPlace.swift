/// The place of a chunk's contents, their checksum and sizes.
struct ChunkPlace {
  /// The compressed records, in a buffer.
  var range: Range<Int>
  var compression: Compression
  var uncompressedSize: Int
  /// Of the contents; 0: they have none.
  var crc: UInt32

  /// The largest contents a chunk may claim, in bytes: what reading allocates at most at once.
  static let sizeMax = Int(ByteSource.readMax / 2)

  init(range: Range<Int>, compression: Compression, uncompressedSize: Int, crc: UInt32) {
    (self.range, self.compression) = (range, compression)
    (self.uncompressedSize, self.crc) = (uncompressedSize, crc)
  }

  /// Reads a chunk's record; its contents stay unread.
  ///
  /// - Parameters:
  ///   - record: all of it after its length.
  ///   - offset: the place of the record in the file, for errors.
  ///   - compressions: those that are known.
  init(
    _ record: ByteReader, offset: UInt64, _ compressions: [Compression]
  ) throws(RecordingError) {
    var reader = record
    guard reader.readRange(16) != nil, let size = reader.readUInt64(),
      let crc = reader.readUInt32(), let name = reader.readText(),
      let compressedSize = reader.readUInt64(), compressedSize == UInt64(reader.remaining),
      let range = reader.readRange(Int(compressedSize))
    else { throw RecordingError(.damaged("a chunk cannot be read"), offset: offset) }
    guard let compression = compressions.first(where: { $0.name == name }) else {
      throw RecordingError(
        name == "lz4"
          ? .unfit(
            "its chunks are packed with lz4, which laplace does not read: repack them with `mcap "
              + "compress --compression zstd IN.mcap -o OUT.mcap`")
          : .featureUnknown("the compression '\(name)'"), offset: offset)
    }
    let limit = UInt64(ChunkPlace.sizeMax)
    guard size <= limit else {
      throw RecordingError(.tooLarge(what: "a chunk", size: size, limit: limit), offset: offset)
    }
    guard Int(size) <= compression.sizeMax(range.count) else {
      throw RecordingError(.damaged("a chunk claims more than it can hold"), offset: offset)
    }
    self.init(range: range, compression: compression, uncompressedSize: Int(size), crc: crc)
  }
}

/// Unpacks chunks.
struct Unpacker {
  private var decompressors: [String: Decompressor] = [:]

  /// The contents of a chunk in `bytes`.
  ///
  /// - Throws: ``RecordingError`` when they are damaged.
  mutating func contents(
    of place: ChunkPlace, in bytes: [UInt8], offset: UInt64
  ) throws(RecordingError) -> [UInt8] {
    let decompressor =
      decompressors[place.compression.name] ?? place.compression.makeDecompressor()
    decompressors[place.compression.name] = decompressor
    guard let contents = decompressor.contents(bytes, place.range, place.uncompressedSize),
      place.crc == 0 || CRC32.of(contents) == place.crc
    else { throw RecordingError(.damaged("a chunk's checksum is wrong"), offset: offset) }
    return contents
  }
}

/// What the summary says first of a chunk, and what its record begins with.
struct ChunkIndex: Equatable {
  var startTime: UInt64
  var endTime: UInt64
  /// The place of the chunk's record, and its length.
  var offset: UInt64
  var length: UInt64
}

extension ChunkIndex {
  /// Reads an index up to the length.
  init?(_ fields: inout ByteReader) {
    guard let startTime = fields.readUInt64(), let endTime = fields.readUInt64(),
      let offset = fields.readUInt64(), let length = fields.readUInt64()
    else { return nil }
    self.init(startTime: startTime, endTime: endTime, offset: offset, length: length)
  }
}
