import DeterministicMath
import Simulation

/// A copy of what stands before the first chunk: an attachment, which has a checksum of its own,
/// compressed. One stands behind the first chunk, for files that are cut off, and one at the end of
/// the data, for damage of the beginning as a whole.
///
/// It is a small MCAP file of its own: header, metadata and `description.bin`. The JSON of the
/// description follows from that.
enum HeaderCopy {
  static let name = "header.mcap.zst"
  static let mediaType = "application/zstd"
  /// What a copy may take when it is decompressed.
  private static let sizeMax = 1 << 24

  /// The attachment's data.
  static func data(_ header: RecordingHeader, initialDigest: StateDigest) -> [UInt8] {
    var bytes = MCAP.magic + MCAP.header(library: "laplace \(header.engineVersion)")
    for metadata in Preamble.metadata(header, initialDigest: initialDigest) {
      bytes += MCAP.metadata(metadata.name, metadata.pairs)
    }
    bytes += MCAP.attachment(
      Preamble.binaryName, mediaType: "application/octet-stream",
      Preamble.binary(header.description))
    var size = ByteWriter()
    size.append(UInt32(bytes.count))
    return size.bytes + CompressionFormat.zstd.makeCompressor(9).compress(bytes)
  }

  /// What a copy says; `nil` when it cannot be read.
  static func parts(_ data: [UInt8]) -> Preamble.Parts? {
    var reader = ByteReader(data)
    guard let size = reader.readUInt32(), size <= sizeMax,
      let bytes = CompressionFormat.zstd.makeDecompressor()
        .decompress(data, reader.position..<data.count, count: Int(size)),
      let records = RecordSearch.preamble(in: bytes)
    else { return nil }
    return records
  }
}
