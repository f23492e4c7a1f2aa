import CZstd

/// The blocks of a zstd frame: what each takes, and what it holds.
enum ZstdBlocks {
  /// Sizes of the blocks of a frame, compressed and not, in their order; the first counts the frame's
  /// header as well. `nil` for what is not one whole frame of `count` bytes.
  static func sizes(
    _ bytes: [UInt8], _ range: Range<Int>, count: Int
  ) -> [(compressed: Int, raw: Int)]? {
    guard let head = headSize(bytes, range), let context = ZSTD_createDCtx() else { return nil }
    defer { ZSTD_freeDCtx(context) }
    var sizes: [(compressed: Int, raw: Int)] = []
    var start = range.lowerBound
    var place = start + head.size
    var isLast = false
    var contents = [UInt8](repeating: 0, count: count + 1)
    let isWhole = contents.withUnsafeMutableBytes { target in
      bytes.withUnsafeBytes { source in
        var output = ZSTD_outBuffer(dst: target.baseAddress, size: target.count, pos: 0)
        while !isLast {
          guard place + 3 <= range.upperBound else { return false }
          let header =
            Int(source[place]) | Int(source[place + 1]) << 8 | Int(source[place + 2]) << 16
          isLast = header & 1 == 1
          // A block of one repeated byte stores that byte.
          place += 3 + (header >> 1 & 3 == 1 ? 1 : header >> 3)
          if isLast && head.hasChecksum { place += 4 }
          guard place <= range.upperBound else { return false }
          var input = ZSTD_inBuffer(src: source.baseAddress! + start, size: place - start, pos: 0)
          let before = output.pos
          while input.pos < input.size {
            let (read, written) = (input.pos, output.pos)
            guard ZSTD_isError(ZSTD_decompressStream(context, &output, &input)) == 0,
              input.pos > read || output.pos > written
            else { return false }
          }
          sizes.append((place - start, output.pos - before))
          start = place
        }
        return place == range.upperBound && output.pos == count
      }
    }
    return isWhole ? sizes : nil
  }

  /// The size of a frame's header, by the format's description (RFC 8878, 3.1.1.1).
  private static func headSize(
    _ bytes: [UInt8], _ range: Range<Int>
  ) -> (size: Int, hasChecksum: Bool)? {
    var reader = ByteReader(bytes, range)
    guard reader.readUInt32() == 0xFD2F_B528, let descriptor = reader.readUInt8() else {
      return nil
    }
    let isSingle = descriptor >> 5 & 1 == 1
    let dictionary = [0, 1, 2, 4][Int(descriptor & 3)]
    let content = [isSingle ? 1 : 0, 2, 4, 8][Int(descriptor >> 6)]
    return (5 + (isSingle ? 0 : 1) + dictionary + content, descriptor >> 2 & 1 == 1)
  }
}
