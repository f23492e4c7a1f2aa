/// What `sections` take in a recording's chunk, which compresses each with tables of its own.
package func compressedSize(_ sections: [[UInt8]], level: Int) -> Int {
  let compressor = Compression.zstd.format.makeCompressor(level)
  return compressor.compress(sections.filter { !$0.isEmpty }, room: 0).bytes.count
}
