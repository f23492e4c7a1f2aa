/// Appends little-endian values to a byte array.
package struct WireWriter {
  package private(set) var bytes: [UInt8] = []

  package init() {}

  /// Makes room for so many bytes more, and a few others.
  mutating func reserve(_ count: Int) { bytes.reserveCapacity(bytes.count + count + 1024) }

  package mutating func append(_ value: UInt8) { bytes.append(value) }

  package mutating func append(_ value: UInt32) { append(integer: value) }

  package mutating func append(_ value: UInt64) { append(integer: value) }

  private mutating func append<Integer: FixedWidthInteger>(integer value: Integer) {
    withUnsafeBytes(of: value.littleEndian) { bytes.append(contentsOf: $0) }
  }

  package mutating func append(_ value: Int64) { append(UInt64(bitPattern: value)) }

  /// A 32-bit byte count, then UTF-8.
  package mutating func append(_ value: String) { append(bytes: Array(value.utf8)) }

  /// A 32-bit byte count, then the bytes.
  package mutating func append(bytes more: [UInt8]) {
    append(UInt32(more.count))
    bytes.append(contentsOf: more)
  }

  package mutating func append(count: Int) { append(UInt32(count)) }

  /// Appends 32-bit integers that lie in memory as this processor has them.
  package mutating func append(integers: UnsafeRawBufferPointer) {
    #if _endian(little)
      bytes.append(contentsOf: integers)
    #else
      for at in stride(from: 0, to: integers.count, by: 4) {
        append(integers.loadUnaligned(fromByteOffset: at, as: UInt32.self))
      }
    #endif
  }
}

/// Reads what ``WireWriter`` wrote. Hostile bytes give ``AgentError/garbled``, never a trap.
package struct WireReader {
  private let bytes: [UInt8]
  private var offset = 0

  package init(_ bytes: [UInt8]) { self.bytes = bytes }

  package var remaining: Int { bytes.count - offset }

  package mutating func byte() throws(AgentError) -> UInt8 {
    guard remaining >= 1 else { throw .garbled }
    defer { offset += 1 }
    return bytes[offset]
  }

  package mutating func word32() throws(AgentError) -> UInt32 { try integer() }

  package mutating func word64() throws(AgentError) -> UInt64 { try integer() }

  private mutating func integer<Integer: FixedWidthInteger & BitwiseCopyable>()
    throws(AgentError) -> Integer
  {
    let size = MemoryLayout<Integer>.size
    guard remaining >= size else { throw .garbled }
    defer { offset += size }
    return Integer(
      littleEndian: bytes.withUnsafeBytes {
        $0.loadUnaligned(fromByteOffset: offset, as: Integer.self)
      })
  }

  /// Whether a multiple of four bytes has been read.
  package var isAligned: Bool { offset % 4 == 0 }

  package mutating func int64() throws(AgentError) -> Int64 { Int64(bitPattern: try word64()) }

  package mutating func block() throws(AgentError) -> [UInt8] {
    let size = Int(try word32())
    guard size >= 0, size <= remaining else { throw .garbled }
    defer { offset += size }
    return Array(bytes[offset..<offset + size])
  }

  package mutating func string() throws(AgentError) -> String {
    String(decoding: try block(), as: UTF8.self)
  }

  /// A count of items that take at least `minimumSize` bytes each: refused when they cannot fit.
  package mutating func count(minimumSize: Int) throws(AgentError) -> Int {
    let count = Int(truncatingIfNeeded: try word32())
    guard count >= 0, count <= remaining / minimumSize else { throw .garbled }
    return count
  }

  package func end() throws(AgentError) {
    guard remaining == 0 else { throw .garbled }
  }
}
