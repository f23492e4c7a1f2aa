import DeterministicMath
import Simulation

/// A copy of what stands before the first chunk: an attachment, which has a checksum of its own,
/// compressed. One stands behind the first chunk, for files that are cut off, and one at the end of
/// the data, for damage of the beginning as a whole.
///
/// It is a small MCAP file of its own: header, metadata and `description.bin`. The JSON of the
/// description follows from that.
package enum HeaderCopy {
  static let name = "header.mcap.zst"
  static let mediaType = "application/zstd"
  /// What a copy may take when it is decompressed.
  private static let sizeMax = 1 << 24

  /// The attachment's data.
  package static func data(
    _ header: RecordingHeader, initialDigest: StateDigest, _ compressor: Compressor
  ) -> [UInt8] {
    var bytes = MCAP.magic + MCAP.header(library: "laplace \(header.engineVersion)")
    for metadata in Preamble.metadata(header, initialDigest: initialDigest) {
      bytes += MCAP.metadata(metadata.name, metadata.pairs)
    }
    bytes += MCAP.attachment(
      Preamble.rawBinaryName, mediaType: "application/octet-stream",
      Preamble.binary(header.description))
    var size = ByteWriter()
    size.append(UInt32(bytes.count))
    return size.bytes + compressor.compress(bytes)
  }

  /// What a copy says; `nil` when it cannot be read.
  package static func parts(
    _ data: [UInt8], _ compressions: [Compression]
  ) -> Preamble.Parts? {
    var reader = ByteReader(data)
    guard let size = reader.readUInt32(), size <= sizeMax,
      let zstd = compressions.first(where: { $0.name == Preamble.compression }),
      let bytes = zstd.makeDecompressor().contents(data, reader.position..<data.count, Int(size)),
      let records = RecordSearch.preamble(in: bytes, compressions)
    else { return nil }
    return records
  }
}
