import DeterministicMath
import TestSupport
import Testing

/// The hash of rows: several words at a time or one by one, every bit in its place counts.
@Suite struct RowHashTests {
  private func hash(_ words: [UInt32], row: UInt32) -> StateDigest {
    var sum = StateDigest()
    let key = RowHash.key(row: row)
    for j in stride(from: 0, to: words.count, by: 2) {
      RowHash.add(
        words[j] &+ RowHash.key(word: j) &+ key,
        words[j + 1] &+ RowHash.key(word: j + 1) &+ RowHash.turned(key), to: &sum)
    }
    return sum
  }

  @Test("four words at a time add up to what pairs add up to", arguments: UInt64(0)..<50)
  func lanes(seed: UInt64) {
    var random = SplitMix(seed: seed)
    var pairs = StateDigest()
    var sum = RowSum()
    for round in 0..<40 {
      // Ones and zeros all over as well as anything: sums and products overflow.
      let words = (0..<8).map { _ -> UInt32 in
        switch random.next() % 4 {
        case 0: 0
        case 1: .max
        default: UInt32(truncatingIfNeeded: random.next())
        }
      }
      sum.add(pairs: SIMD4(words[0], words[1], words[2], words[3]))
      sum.add(
        even: SIMD4(words[0], words[1], words[2], words[3]),
        odd: SIMD4(words[4], words[5], words[6], words[7]))
      RowHash.add(words[0], words[1], to: &pairs)
      RowHash.add(words[2], words[3], to: &pairs)
      for lane in 0..<4 { RowHash.add(words[lane], words[lane + 4], to: &pairs) }
      #expect(sum.digest == pairs, "seed \(seed), round \(round)")
      let turned = RowSum.turned(SIMD4(words[4], words[5], words[6], words[7]))
      for lane in 0..<4 { #expect(turned[lane] == RowHash.turned(words[lane + 4])) }
    }
  }

  @Test("keys of rows are all different, and of words as well")
  func keys() {
    let count: UInt32 = Sample.isOptimized ? 200_000 : 20_000
    #expect(Set((0..<count).map { RowHash.key(row: $0) }).count == Int(count))
    #expect(Set((0..<500).map { RowHash.key(word: $0) }).count == 500)
  }

  @Test("every bit of a word moves a lane, whatever the other words are", arguments: UInt64(0)..<20)
  func everyBit(seed: UInt64) {
    var random = SplitMix(seed: seed)
    let row = UInt32(truncatingIfNeeded: random.next() % 100_000)
    var words = (0..<6).map { _ in UInt32(truncatingIfNeeded: random.next()) }
    // The words that make one lane blind for its partner.
    words[1] = 0 &- RowHash.key(word: 1) &- RowHash.turned(RowHash.key(row: row))
    words[2] = RowHash.evenFlip &- RowHash.key(word: 2) &- RowHash.key(row: row)
    let original = hash(words, row: row)
    for j in words.indices {
      for bit in 0..<32 {
        var other = words
        other[j] ^= 1 << UInt32(bit)
        #expect(hash(other, row: row) != original, "seed \(seed), word \(j), bit \(bit)")
      }
    }
  }

  /// What goes wrong in a simulation is seldom random: things change places.
  @Test("rows and words that change places move both lanes", arguments: UInt64(0)..<50)
  func places(seed: UInt64) {
    var random = SplitMix(seed: seed)
    // Small floats, many zeros: impulses look like that.
    func value() -> UInt32 {
      random.next() % 3 == 0 ? 0 : (Float(random.next() % 64) / 64).bitPattern
    }
    let rows = (0..<16).map { _ in (0..<4).map { _ in value() } }
    func sum(_ rows: [[UInt32]]) -> StateDigest {
      var sum = StateDigest()
      for (row, words) in rows.enumerated() { sum += hash(words, row: UInt32(row)) }
      return sum
    }
    let original = sum(rows)
    func check(_ other: [[UInt32]], _ what: String) {
      if other == rows { return }
      let changed = sum(other)
      #expect(
        changed.low != original.low && changed.high != original.high, "seed \(seed), \(what)")
    }
    for a in 0..<16 {
      for b in 0..<a {
        var other = rows
        other.swapAt(a, b)
        check(other, "rows \(a) and \(b)")
        // A mirrored scene: as far apart, the other way round.
        if a + 1 < 16 {
          other.swapAt(a + 1, b + 1)
          check(other, "rows \(a) and \(b), and those behind them")
        }
      }
      for order in [[1, 0, 2, 3], [2, 3, 0, 1], [1, 0, 3, 2], [3, 2, 1, 0]] {
        var other = rows
        other[a] = order.map { rows[a][$0] }
        check(other, "row \(a), words \(order)")
      }
    }
    check(Array(rows[1...]) + [rows[0]], "all rows moved up")
    check(rows.reversed(), "all rows reversed")
  }

  @Test("no two of many small rows share both lanes, few one")
  func collisions() {
    let count = Sample.isOptimized ? 100_000 : 10_000
    var lows = Set<UInt64>()
    var highs = Set<UInt64>()
    var both = Set<StateDigest>()
    for index in 0..<count {
      let word = UInt32(index)
      let digest = hash([word % 100, word / 100], row: 3)
      lows.insert(digest.low)
      highs.insert(digest.high)
      both.insert(digest)
    }
    #expect(both.count == count)
    // Half a square of the count, in 2³², is one.
    #expect(lows.count > count - 20 && highs.count > count - 20)
  }
}
