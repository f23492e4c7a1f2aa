import DeterministicMath

/// The binary messages of a recording: each carries its own step numbers and a CRC of its own, so
/// that a rescued chunk proves itself.
enum Payload {
  /// u64 first step, u32 count, the digests (low lane, high lane), u32 CRC.
  static func digests(firstStep: Int64, _ digests: [StateDigest]) -> [UInt8] {
    var writer = ByteWriter()
    writer.append(UInt64(bitPattern: firstStep))
    writer.append(UInt32(digests.count))
    for digest in digests {
      writer.append(digest.low)
      writer.append(digest.high)
    }
    writer.append(CRC32.of(writer.bytes))
    return writer.bytes
  }

  /// u64 step count, u32 size, the image, u32 CRC; in pieces that compress apart.
  static func keyframe(stepCount: Int64, _ image: [UInt8]) -> Sealed {
    var head = ByteWriter()
    head.append(UInt64(bitPattern: stepCount))
    head.append(UInt32(image.count))
    return sealed([head.bytes, image])
  }

  /// u64 first step, u32 count, u32 size of the anchor (0: the key frame of this step), the anchor,
  /// u32 size of the residuals, the residuals, u32 CRC; in pieces that compress apart. Without
  /// residuals, the states of these steps are left out.
  static func state(
    firstStep: Int64, count: Int, anchor: [UInt8], sections: [[UInt8]]
  ) -> Sealed {
    var head = ByteWriter()
    head.append(UInt64(bitPattern: firstStep))
    head.append(UInt32(count))
    head.append(UInt32(anchor.count))
    var size = ByteWriter()
    var total = 0
    for section in sections { total += section.count }
    size.append(UInt32(total))
    return sealed([head.bytes, anchor, size.bytes] + sections)
  }

  /// u64 first step, u32 count, u32 size of the poses, the poses, u32 CRC; in pieces that compress
  /// apart. See ``ViewDecoder``.
  static func view(firstStep: Int64, count: Int, sections: [[UInt8]]) -> Sealed {
    var head = ByteWriter()
    head.append(UInt64(bitPattern: firstStep))
    head.append(UInt32(count))
    var total = 0
    for section in sections { total += section.count }
    head.append(UInt32(total))
    return sealed([head.bytes] + sections)
  }

  /// u64 step count, the value of the hash chain after so many steps, u32 CRC.
  static func chain(stepCount: Int64, _ value: [UInt8]) -> [UInt8] {
    var writer = ByteWriter()
    writer.append(UInt64(bitPattern: stepCount))
    writer.append(value)
    writer.append(CRC32.of(writer.bytes))
    return writer.bytes
  }

  /// A message in pieces that compress apart, the last of which is the CRC of those before.
  struct Sealed {
    var pieces: [[UInt8]]
    /// Of all pieces, so that nobody needs to sum them up again.
    var crc: CRC32

    /// A message of one piece that holds its CRC already.
    init(_ message: [UInt8]) {
      pieces = [message]
      crc = CRC32()
      crc.update(message)
    }

    fileprivate init(pieces: [[UInt8]], crc: CRC32) {
      self.pieces = pieces
      self.crc = crc
    }
  }

  private static func sealed(_ pieces: [[UInt8]]) -> Sealed {
    var crc = CRC32()
    for piece in pieces { crc.update(piece) }
    var tail = ByteWriter()
    tail.append(crc.value)
    crc.update(tail.bytes)
    return Sealed(pieces: pieces + [tail.bytes], crc: crc)
  }

  /// Whether the last four bytes of `range` are the CRC of those before.
  static func isWhole(_ bytes: [UInt8], _ range: Range<Int>) -> Bool {
    guard range.count >= 4 else { return false }
    let end = range.upperBound - 4
    var reader = ByteReader(bytes, end..<range.upperBound)
    return reader.readUInt32() == CRC32.of(bytes[range.lowerBound..<end])
  }
}
