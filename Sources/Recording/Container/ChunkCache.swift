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

/// Decompresses chunks; keeps the last one.
final class ChunkCache {
  private let bytes: [UInt8]
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
