import Recording
import TestSupport
import Testing

@Suite("CRC-32")
struct CRC32Tests {
  @Test("folded sums equal those of the tables, for every length and alignment")
  func twins() {
    let seed: UInt64 = 0x5EED
    var word = seed
    let bytes = (0..<4200).map { _ -> UInt8 in
      word = word &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
      return UInt8(truncatingIfNeeded: word >> 56)
    }
    bytes.withUnsafeBytes { raw in
      for length in Array(0...300) + [1023, 1024, 4097, 4180] {
        for start in 0..<16 {
          let part = UnsafeRawBufferPointer(rebasing: raw[start..<(start + length)])
          let lead = UnsafeRawBufferPointer(rebasing: raw[0..<start])
          var fast = CRC32()
          fast.update(lead)
          fast.update(part)
          let before = CRC32.advanceByTables(0xFFFF_FFFF, lead)
          let slow = ~CRC32.advanceByTables(before, part)
          #expect(fast.value == slow, "seed \(seed), \(length) bytes from \(start)")
        }
      }
    }
    #expect(CRC32.of(Array("123456789".utf8)) == 0xCBF4_3926)
  }

  @Test("a sum of the first bytes and one of the others make one of all", arguments: 0..<40)
  func appended(seed: Int) {
    var random = SplitMix(seed: UInt64(seed))
    func bytes() -> [UInt8] {
      (0..<Int.random(in: 0...[0, 3, 70, 5000].randomElement(using: &random)!, using: &random))
        .map { _ in UInt8.random(in: 0...255, using: &random) }
    }
    var joined = CRC32()
    var whole = CRC32()
    for _ in 0..<5 {
      let part = bytes()
      var sum = CRC32()
      sum.update(part)
      joined.append(sum, count: part.count)
      whole.update(part)
      #expect(joined == whole, "seed \(seed)")
    }
  }
}
