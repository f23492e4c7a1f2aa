/// Reads little-endian numbers and length-prefixed text from part of a buffer.
///
/// Every read is checked against the end: a short buffer gives `nil`, never a trap.
package struct ByteReader {
  package let bytes: [UInt8]
  package private(set) var position: Int
  package let end: Int

  package init(_ bytes: [UInt8]) { self.init(bytes, 0..<bytes.count) }

  /// - Precondition: `range` lies within `bytes`.
  package init(_ bytes: [UInt8], _ range: Range<Int>) {
    precondition(range.lowerBound >= 0 && range.upperBound <= bytes.count)
    self.bytes = bytes
    position = range.lowerBound
    end = range.upperBound
  }

  package var remaining: Int { end - position }
  /// What was not read yet.
  package var rest: ArraySlice<UInt8> { bytes[position..<end] }
  package var isAtEnd: Bool { position == end }

  package mutating func readUInt8() -> UInt8? { readInteger() }
  package mutating func readUInt16() -> UInt16? { readInteger() }
  package mutating func readUInt32() -> UInt32? { readInteger() }
  package mutating func readUInt64() -> UInt64? { readInteger() }

  /// The range of the next `count` bytes, which are passed over.
  package mutating func readRange(_ count: Int) -> Range<Int>? {
    guard count >= 0, count <= remaining else { return nil }
    defer { position += count }
    return position..<(position + count)
  }

  package mutating func readBytes(_ count: Int) -> [UInt8]? {
    guard let range = readRange(count) else { return nil }
    return Array(bytes[range])
  }

  /// A 32-bit length, then that many bytes of valid UTF-8.
  package mutating func readText() -> String? {
    guard let count = readUInt32(), let range = readRange(Int(count)) else { return nil }
    return String(validating: bytes[range], as: UTF8.self)
  }

  /// See ``ByteWriter/appendVarint(_:)``; refuses numbers that do not fit 64 bits.
  package mutating func readVarint() -> UInt64? {
    var value: UInt64 = 0
    var shift: UInt64 = 0
    while let byte = readUInt8() {
      if shift == 63 && byte > 1 { return nil }
      value |= UInt64(byte & 0x7F) << shift
      if byte < 0x80 { return value }
      shift += 7
    }
    return nil
  }

  private mutating func readInteger<Value: FixedWidthInteger>() -> Value? {
    let size = MemoryLayout<Value>.size
    guard size <= remaining else { return nil }
    let start = position
    position += size
    return bytes.withUnsafeBytes {
      Value(littleEndian: $0.loadUnaligned(fromByteOffset: start, as: Value.self))
    }
  }
}
