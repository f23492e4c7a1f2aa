/// Bytes as text in a page of UTF-16: two bytes a character, where a page of UTF-8 has seven bits in one.
///
/// Some characters cannot stand in a script element as they are: what a parser replaces (zero), what
/// counts as a line's end, what begins a tag, and halves of pairs. Each of them and the byte behind it
/// are a pair of their own. Of bytes without any order, that is one in 64 more. `unpack.js` reads it.
package enum WideText {
  /// - Returns: units of UTF-16. The first bytes that they hold are the count of bytes and a checksum.
  package static func encode(_ bytes: [UInt8]) -> [UInt16] {
    var all: [UInt8] = []
    all.reserveCapacity(bytes.count + 10)
    for word in [UInt32(truncatingIfNeeded: bytes.count), checksum(bytes)] {
      for place in 0..<4 { all.append(UInt8(truncatingIfNeeded: word >> (8 * UInt32(place)))) }
    }
    all += bytes
    // So that what is read behind the last byte is there.
    let count = all.count
    all += [0, 0]
    var text: [UInt16] = []
    text.reserveCapacity(count / 2 + count / 64)
    var at = 0
    while at < count {
      let unit = UInt16(all[at]) << 8 | UInt16(all[at + 1])
      at += 2
      guard let index = indexOfReserved(unit) else {
        text.append(unit)
        continue
      }
      let value = UInt32(index) << 8 | UInt32(all[at])
      at += 1
      text.append(0xD800 | UInt16(value >> 10))
      text.append(0xDC00 | UInt16(value & 0x3FF))
    }
    return text
  }

  private static let single: [UInt16] = [0x00, 0x0D, 0x3C]

  private static func indexOfReserved(_ unit: UInt16) -> Int? {
    if unit >> 11 == 0b11011 { return single.count + Int(unit & 0x7FF) }
    return unit <= 0x3C ? single.firstIndex(of: unit) : nil
  }

  /// FNV-1a: enough to tell a file that was changed on its way.
  package static func checksum(_ bytes: [UInt8]) -> UInt32 {
    bytes.reduce(0x811C_9DC5) { ($0 ^ UInt32($1)) &* 0x0100_0193 }
  }
}
