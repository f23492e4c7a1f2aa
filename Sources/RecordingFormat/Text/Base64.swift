/// Bytes as base64 (RFC 4648), with padding.
package func base64(_ bytes: some Collection<UInt8>) -> String {
  let letters = Array("ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/".utf8)
  var text: [UInt8] = []
  text.reserveCapacity((bytes.count + 2) / 3 * 4)
  var (group, count) = (UInt32(0), 0)
  for byte in bytes {
    group = group << 8 | UInt32(byte)
    count += 1
    if count % 3 != 0 { continue }
    for shift in [18, 12, 6, 0] { text.append(letters[Int(group >> UInt32(shift) & 63)]) }
    group = 0
  }
  if count % 3 > 0 {
    group <<= count % 3 == 1 ? 16 : 8
    text.append(letters[Int(group >> 18 & 63)])
    text.append(letters[Int(group >> 12 & 63)])
    text.append(count % 3 == 1 ? UInt8(ascii: "=") : letters[Int(group >> 6 & 63)])
    text.append(UInt8(ascii: "="))
  }
  return String(decoding: text, as: UTF8.self)
}
