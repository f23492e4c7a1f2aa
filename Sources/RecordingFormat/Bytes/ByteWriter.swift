/// Appends little-endian numbers and length-prefixed text to a buffer.
package struct ByteWriter {
  package var bytes: [UInt8] = []

  package init(bytes: [UInt8] = []) { self.bytes = bytes }

  package var count: Int { bytes.count }

  package mutating func append(_ value: UInt8) { bytes.append(value) }

  package mutating func append(_ value: UInt16) { appendInteger(value) }

  package mutating func append(_ value: UInt32) { appendInteger(value) }

  package mutating func append(_ value: UInt64) { appendInteger(value) }

  package mutating func append(_ other: [UInt8]) { bytes.append(contentsOf: other) }

  /// A 32-bit length, then the text as UTF-8.
  package mutating func append(_ text: String) {
    append(UInt32(text.utf8.count))
    bytes.append(contentsOf: text.utf8)
  }

  /// Seven bits a byte, least significant first, the top bit set on all but the last byte.
  package mutating func appendVarint(_ value: UInt64) {
    var rest = value
    while rest >= 0x80 {
      bytes.append(UInt8(truncatingIfNeeded: rest) | 0x80)
      rest >>= 7
    }
    bytes.append(UInt8(truncatingIfNeeded: rest))
  }

  private mutating func appendInteger<Value: FixedWidthInteger>(_ value: Value) {
    withUnsafeBytes(of: value.littleEndian) { bytes.append(contentsOf: $0) }
  }
}
