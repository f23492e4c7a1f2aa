/// The hash of hash chains, and that by which clusters and object stores name files.
///
/// - Source: FIPS 180-4.
package struct SHA256: Sendable {
  private var state = SIMD8<UInt32>(
    0x6a09_e667, 0xbb67_ae85, 0x3c6e_f372, 0xa54f_f53a,
    0x510e_527f, 0x9b05_688c, 0x1f83_d9ab, 0x5be0_cd19)
  /// What is left of the bytes so far behind whole blocks.
  private var block: [UInt8] = []
  /// Bytes so far.
  package private(set) var size: UInt64 = 0

  package init() {}

  /// The hash of bytes, as 64 hexadecimal digits.
  package static func hexadecimal(_ bytes: some Sequence<UInt8>) -> String {
    var hash = SHA256()
    hash.feed(Array(bytes))
    return hash.finish()
  }

  /// Adds bytes.
  package mutating func feed(_ bytes: [UInt8]) {
    size += UInt64(bytes.count)
    if block.isEmpty {
      let whole = compressBlocks(of: bytes)
      if whole < bytes.count { block = Array(bytes[whole...]) }
    } else {
      block += bytes
      let whole = compressBlocks(of: block)
      if whole > 0 { block.removeFirst(whole) }
    }
  }

  /// - Returns: how many bytes they took.
  private mutating func compressBlocks(of bytes: [UInt8]) -> Int {
    let whole = bytes.count & ~63
    bytes.withUnsafeBytes { buffer in
      guard let base = buffer.baseAddress else { return }
      for start in stride(from: 0, to: whole, by: 64) { compress(base + start) }
    }
    return whole
  }

  /// The hash of all bytes so far, as 64 hexadecimal digits; no more can be fed.
  package mutating func finish() -> String { SHA256.text(finishBytes()) }

  /// Bytes as hexadecimal digits.
  static func text(_ bytes: [UInt8]) -> String {
    bytes.map { byte in
      let digits = String(byte, radix: 16)
      return byte < 16 ? "0" + digits : digits
    }.joined()
  }

  /// The hash of all bytes so far: 32 bytes; no more can be fed.
  mutating func finishBytes() -> [UInt8] {
    var tail = block
    tail.reserveCapacity(128)
    tail.append(0x80)
    while tail.count % 64 != 56 { tail.append(0) }
    withUnsafeBytes(of: (size * 8).bigEndian) { tail.append(contentsOf: $0) }
    _ = compressBlocks(of: tail)
    block = []
    return [UInt8](unsafeUninitializedCapacity: 32) { bytes, count in
      for index in 0..<32 {
        bytes.initializeElement(
          at: index, to: UInt8(truncatingIfNeeded: state[index / 4] >> (24 - 8 * UInt32(index % 4)))
        )
      }
      count = 32
    }
  }

  /// Takes in 64 bytes.
  private mutating func compress(_ block: UnsafeRawPointer) {
    var sums = state
    withUnsafeTemporaryAllocation(of: UInt32.self, capacity: 64) { schedule in
      for index in 0..<16 {
        schedule.initializeElement(
          at: index,
          to: UInt32(
            bigEndian: block.loadUnaligned(fromByteOffset: 4 * index, as: UInt32.self)))
      }
      for index in 16..<64 {
        let (x, y) = (schedule[index &- 15], schedule[index &- 2])
        let small = turned(x, 7) ^ turned(x, 18) ^ (x &>> 3)
        let large = turned(y, 17) ^ turned(y, 19) ^ (y &>> 10)
        schedule.initializeElement(
          at: index, to: schedule[index &- 16] &+ small &+ schedule[index &- 7] &+ large)
      }
      var (a, b, c, d) = (sums[0], sums[1], sums[2], sums[3])
      var (e, f, g, h) = (sums[4], sums[5], sums[6], sums[7])
      Self.constants.withUnsafeBufferPointer { constants in
        for index in 0..<64 {
          let mix = turned(e, 6) ^ turned(e, 11) ^ turned(e, 25)
          let choice = (e & f) ^ (~e & g)
          let first = h &+ mix &+ choice &+ constants[index] &+ schedule[index]
          let spin = turned(a, 2) ^ turned(a, 13) ^ turned(a, 22)
          let majority = (a & b) ^ (a & c) ^ (b & c)
          (h, g, f, e) = (g, f, e, d &+ first)
          (d, c, b, a) = (c, b, a, first &+ spin &+ majority)
        }
      }
      sums &+= SIMD8(a, b, c, d, e, f, g, h)
    }
    state = sums
  }

  @inline(__always)
  private func turned(_ word: UInt32, _ count: UInt32) -> UInt32 {
    (word &>> count) | (word &<< (32 &- count))
  }

  /// The fractional parts of the cube roots of the first 64 prime numbers.
  private static let constants: [UInt32] = [
    0x428a_2f98, 0x7137_4491, 0xb5c0_fbcf, 0xe9b5_dba5, 0x3956_c25b, 0x59f1_11f1, 0x923f_82a4,
    0xab1c_5ed5, 0xd807_aa98, 0x1283_5b01, 0x2431_85be, 0x550c_7dc3, 0x72be_5d74, 0x80de_b1fe,
    0x9bdc_06a7, 0xc19b_f174, 0xe49b_69c1, 0xefbe_4786, 0x0fc1_9dc6, 0x240c_a1cc, 0x2de9_2c6f,
    0x4a74_84aa, 0x5cb0_a9dc, 0x76f9_88da, 0x983e_5152, 0xa831_c66d, 0xb003_27c8, 0xbf59_7fc7,
    0xc6e0_0bf3, 0xd5a7_9147, 0x06ca_6351, 0x1429_2967, 0x27b7_0a85, 0x2e1b_2138, 0x4d2c_6dfc,
    0x5338_0d13, 0x650a_7354, 0x766a_0abb, 0x81c2_c92e, 0x9272_2c85, 0xa2bf_e8a1, 0xa81a_664b,
    0xc24b_8b70, 0xc76c_51a3, 0xd192_e819, 0xd699_0624, 0xf40e_3585, 0x106a_a070, 0x19a4_c116,
    0x1e37_6c08, 0x2748_774c, 0x34b0_bcb5, 0x391c_0cb3, 0x4ed8_aa4a, 0x5b9c_ca4f, 0x682e_6ff3,
    0x748f_82ee, 0x78a5_636f, 0x84c8_7814, 0x8cc7_0208, 0x90be_fffa, 0xa450_6ceb, 0xbef9_a3f7,
    0xc671_78f2,
  ]
}
