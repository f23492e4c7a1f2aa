/// Appends little-endian values to a byte array.
package struct WireWriter {
  package private(set) var bytes: [UInt8] = []

  package init() {}

  package mutating func append(_ value: UInt8) { bytes.append(value) }

  package mutating func append(_ value: UInt32) {
    var shift: UInt32 = 0
    while shift < 32 {
      bytes.append(UInt8(truncatingIfNeeded: value >> shift))
      shift &+= 8
    }
  }

  package mutating func append(_ value: UInt64) {
    append(UInt32(truncatingIfNeeded: value))
    append(UInt32(truncatingIfNeeded: value >> 32))
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

  package mutating func word32() throws(AgentError) -> UInt32 {
    guard remaining >= 4 else { throw .garbled }
    var value: UInt32 = 0
    for index in 0..<4 { value |= UInt32(bytes[offset + index]) << UInt32(8 * index) }
    offset += 4
    return value
  }

  package mutating func word64() throws(AgentError) -> UInt64 {
    let low = try word32()
    let high = try word32()
    return UInt64(high) << 32 | UInt64(low)
  }

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
