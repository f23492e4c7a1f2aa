#if canImport(CProcessorHints)
  import CProcessorHints
#endif

/// The CRC-32 of MCAP, zlib and PNG (polynomial 0xEDB88320, reflected), by carry-less multiplication
/// where the processor has it, by tables eight bytes at a time elsewhere.
///
/// A recording is covered by this sum from its first byte to its last, so it runs over everything
/// that is written and read.
package struct CRC32: Equatable, Sendable {
  private var state: UInt32 = 0xFFFF_FFFF

  package init() {}

  /// The sum of everything fed so far.
  package var value: UInt32 {
    #if LAPLACE_FUZZING
      // `Tools/fuzz --bytes` alone is built so: what a fuzzer changes is to be read, not refused.
      0
    #else
      ~state
    #endif
  }

  /// The sum of `bytes` alone.
  package static func of(_ bytes: some Collection<UInt8>) -> UInt32 {
    var crc = CRC32()
    crc.update(bytes)
    return crc.value
  }

  package mutating func update(_ bytes: some Collection<UInt8>) {
    let done: Void? = bytes.withContiguousStorageIfAvailable { buffer in
      state = CRC32.advance(state, UnsafeRawBufferPointer(buffer))
    }
    if done == nil { update(Array(bytes)) }
  }

  /// Goes on as by ``update(_:)`` with bytes that are already summed up.
  ///
  /// The state after a run of bytes is linear in the state before it: that one counts as multiplied by
  /// x^(8 · count), modulo the polynomial. (M. Adler, `crc32_combine` of zlib.)
  ///
  /// - Parameters:
  ///   - sum: fed with these bytes alone.
  ///   - count: how many they are.
  /// - Complexity: O(log `count`).
  package mutating func append(_ sum: CRC32, count: Int) {
    var power: UInt32 = 0x8000_0000
    // x^8, then its squares; the highest bit is x^0.
    var square: UInt32 = 0x0080_0000
    var left = UInt(bitPattern: count)
    while left > 0 {
      if left & 1 == 1 { power = CRC32.product(power, square) }
      square = CRC32.product(square, square)
      left >>= 1
    }
    state = sum.state ^ CRC32.product(power, state ^ CRC32().state)
  }

  /// The product of two polynomials modulo the sum's.
  private static func product(_ a: UInt32, _ b: UInt32) -> UInt32 {
    var product: UInt32 = 0
    var shifted = b
    var bit: UInt32 = 0x8000_0000
    while bit > 0 {
      if a & bit != 0 { product ^= shifted }
      shifted = shifted & 1 == 1 ? shifted >> 1 ^ 0xEDB8_8320 : shifted >> 1
      bit >>= 1
    }
    return product
  }

  package mutating func update(_ bytes: UnsafeRawBufferPointer) {
    state = CRC32.advance(state, bytes)
  }

  /// Eight tables of 256 words: table `k` advances a byte past `k` zero bytes.
  private static let tables: [UInt32] = {
    var tables = [UInt32](repeating: 0, count: 8 * 256)
    for index in 0..<256 {
      var word = UInt32(index)
      for _ in 0..<8 { word = word & 1 == 1 ? word >> 1 ^ 0xEDB8_8320 : word >> 1 }
      tables[index] = word
    }
    for slice in 1..<8 {
      for index in 0..<256 {
        let last = tables[(slice - 1) * 256 + index]
        tables[slice * 256 + index] = last >> 8 ^ tables[Int(last & 0xFF)]
      }
    }
    return tables
  }()

  #if arch(x86_64) && canImport(CProcessorHints)
    private static let folds = processor_folds_crc32() != 0
  #endif

  private static func advance(_ start: UInt32, _ bytes: UnsafeRawBufferPointer) -> UInt32 {
    #if arch(x86_64) && canImport(CProcessorHints)
      if bytes.count >= 64, folds, let pointer = bytes.baseAddress {
        let count = bytes.count & ~15
        var folded = (0 as UInt64, 0 as UInt64)
        let state = withUnsafeMutableBytes(of: &folded) { room in
          processor_fold_crc32(start, pointer, count, room.baseAddress)
          return advanceByTables(0, UnsafeRawBufferPointer(room))
        }
        return advanceByTables(state, UnsafeRawBufferPointer(rebasing: bytes[count...]))
      }
    #endif
    return advanceByTables(start, bytes)
  }

  /// The slow twin, which needs nothing of the processor: tests compare the two.
  package static func advanceByTables(_ start: UInt32, _ bytes: UnsafeRawBufferPointer) -> UInt32 {
    guard var pointer = bytes.baseAddress else { return start }
    var state = start
    var left = bytes.count
    tables.withUnsafeBufferPointer { tables in
      guard let t = tables.baseAddress else { return }
      while left >= 8 {
        let low = UInt32(littleEndian: pointer.loadUnaligned(as: UInt32.self)) ^ state
        let high = UInt32(littleEndian: pointer.loadUnaligned(fromByteOffset: 4, as: UInt32.self))
        let a = t[1792 &+ Int(low & 0xFF)] ^ t[1536 &+ Int(low &>> 8 & 0xFF)]
        let b = t[1280 &+ Int(low &>> 16 & 0xFF)] ^ t[1024 &+ Int(low &>> 24)]
        let c = t[768 &+ Int(high & 0xFF)] ^ t[512 &+ Int(high &>> 8 & 0xFF)]
        let d = t[256 &+ Int(high &>> 16 & 0xFF)] ^ t[Int(high &>> 24)]
        state = (a ^ b) ^ (c ^ d)
        pointer += 8
        left &-= 8
      }
      while left > 0 {
        state = state &>> 8 ^ t[Int((state ^ UInt32(pointer.load(as: UInt8.self))) & 0xFF)]
        pointer += 1
        left &-= 1
      }
    }
    return state
  }
}
