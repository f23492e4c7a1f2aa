/// Where a chunk lies in the file, its checksum and sizes.
struct ChunkPlace: Equatable {
  /// Where the chunk's record begins.
  var offset: Int
  /// The compressed records.
  var range: Range<Int>
  var compression: Compression
  var uncompressedSize: Int
  var crc: UInt32
}

extension ChunkPlace {
  /// Reads a chunk's record; its contents stay unread.
  ///
  /// - Parameters:
  ///   - record: all of it behind its length.
  ///   - offset: where it begins in the file.
  init(_ record: ByteReader, offset: Int) throws(RecordingError) {
    var reader = record
    guard reader.readRange(16) != nil, let size = reader.readUInt64(),
      let crc = reader.readUInt32(), let name = reader.readText(),
      let compressedSize = reader.readUInt64(), compressedSize == UInt64(reader.remaining),
      let range = reader.readRange(reader.remaining)
    else { throw RecordingError(.damaged("a chunk cannot be read"), offset: UInt64(offset)) }
    guard let compression = Compression(named: name) else {
      throw RecordingError(.featureUnknown("the compression '\(name)'"), offset: UInt64(offset))
    }
    let limit = UInt64(RecordingScan.chunkSizeMax)
    guard size <= limit else {
      throw RecordingError(
        .tooLarge(what: "a chunk", size: size, limit: limit), offset: UInt64(offset))
    }
    guard Int(size) <= compression.format.sizeMax(range.count) else {
      throw RecordingError(
        .damaged("a chunk claims more than it can hold"), offset: UInt64(offset))
    }
    self.init(
      offset: offset, range: range, compression: compression, uncompressedSize: Int(size), crc: crc)
  }
}

/// What the summary says first of a chunk.
struct ChunkIndex: Equatable {
  var startTime: UInt64
  var endTime: UInt64
  /// Where the chunk's record begins, and its length.
  var offset: UInt64
  var length: UInt64
}

extension ChunkIndex {
  /// Reads them; `fields` then stands behind.
  init?(_ fields: inout ByteReader) {
    guard let startTime = fields.readUInt64(), let endTime = fields.readUInt64(),
      let offset = fields.readUInt64(), let length = fields.readUInt64()
    else { return nil }
    self.init(startTime: startTime, endTime: endTime, offset: offset, length: length)
  }
}

/// Decompresses chunks; keeps the last one.
final class ChunkCache {
  let bytes: [UInt8]
  private var decompressors: [Compression: any Decompressor] = [:]
  private var last: (place: ChunkPlace, contents: [UInt8])?

  init(_ bytes: [UInt8]) { self.bytes = bytes }

  func contents(of place: ChunkPlace) throws(RecordingError) -> [UInt8] {
    if let last, last.place == place { return last.contents }
    let decompressor =
      decompressors[place.compression] ?? place.compression.format.makeDecompressor()
    decompressors[place.compression] = decompressor
    guard
      let contents = decompressor.decompress(bytes, place.range, count: place.uncompressedSize),
      CRC32.of(contents) == place.crc
    else {
      throw RecordingError(.damaged("a chunk's checksum is wrong"), offset: UInt64(place.offset))
    }
    last = (place, contents)
    return contents
  }
}
