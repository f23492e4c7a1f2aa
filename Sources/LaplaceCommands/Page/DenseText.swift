/// Bytes as text in a page: seven bits a character, where base64 has six.
///
/// Four characters cannot stand in a script element as they are: what a parser replaces (zero), what
/// counts as a line's end, and what begins a tag. Each of them and the seven bits behind it are one
/// character from U+0080 on, which takes two bytes in UTF-8. `track.js` reads it.
enum DenseText {
  private static let reserved: [UInt8] = [0x00, 0x0A, 0x0D, 0x3C]

  static func encode(_ bytes: [UInt8]) -> String {
    var text: [UInt8] = []
    text.reserveCapacity(bytes.count * 8 / 7 + 2)
    var waiting: Int?
    func put(_ symbol: UInt8) {
      if let index = waiting {
        putWide(index << 7 | Int(symbol))
        waiting = nil
      } else if let index = reserved.firstIndex(of: symbol) {
        waiting = index
      } else {
        text.append(symbol)
      }
    }
    func putWide(_ value: Int) {
      let point = 0x80 + value
      text.append(UInt8(0xC0 | point >> 6))
      text.append(UInt8(0x80 | point & 0x3F))
    }
    var (pending, count): (UInt32, UInt32) = (0, 0)
    for byte in bytes {
      pending = pending << 8 | UInt32(byte)
      count += 8
      while count >= 7 {
        count -= 7
        put(UInt8(pending >> count & 0x7F))
      }
    }
    if count > 0 { put(UInt8(pending << (7 - count) & 0x7F)) }
    // The last one has nothing behind it.
    if let index = waiting { putWide(reserved.count << 7 | index) }
    return String(decoding: text, as: UTF8.self)
  }
}
