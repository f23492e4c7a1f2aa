import Recording

/// Packs bytes with gzip (RFC 1952), which every browser unpacks itself.
///
/// A page's texts are packed with it: a fifth of what they are, for a few milliseconds. libzstd has no
/// reader in a browser, and Foundation packs nothing outside of Apple's systems.
package enum Gzip {
  /// Linear in the count of bytes, some 0.2 µs each.
  package static func encode(_ bytes: [UInt8]) -> [UInt8] {
    // No time and no name: equal bytes give equal files.
    var output: [UInt8] = [0x1F, 0x8B, 8, 0, 0, 0, 0, 0, 2, 255]
    var writer = BitWriter()
    var tokens = Deflate.Tokens(bytes)
    var isLast = false
    while !isLast {
      let block = tokens.next(upTo: 1 << 14)
      isLast = tokens.isAtEnd
      Deflate.put(block, isLast: isLast, &writer)
    }
    output += writer.finish()
    for word in [CRC32.of(bytes), UInt32(truncatingIfNeeded: bytes.count)] {
      for place in 0..<4 { output.append(UInt8(truncatingIfNeeded: word >> (8 * UInt32(place)))) }
    }
    return output
  }

  /// Bits in bytes, the lowest first.
  package struct BitWriter {
    private var bytes: [UInt8] = []
    private var (pending, count): (UInt64, Int) = (0, 0)

    /// - Parameter bits: at most 32.
    package mutating func put(_ value: Int, bits: Int) {
      pending |= UInt64(value) << UInt64(count)
      count += bits
      while count >= 8 {
        bytes.append(UInt8(truncatingIfNeeded: pending))
        pending >>= 8
        count -= 8
      }
    }

    consuming func finish() -> [UInt8] {
      if count > 0 { bytes.append(UInt8(truncatingIfNeeded: pending)) }
      return bytes
    }
  }
}
