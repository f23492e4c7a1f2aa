import DeterministicMath
import TestSupport
import Testing

/// The digest: sensitive to everything but the order in which records are added.
@Suite struct StateDigestTests {
  private func digest(_ words: [UInt64], tag: UInt64 = 1, row: UInt64 = 0) -> StateDigest {
    var hash = RecordHash(tag: tag, row: row)
    for word in words { hash.feed(word) }
    return hash.finish()
  }

  @Test("every input bit moves every digest bit half of the time", arguments: Sample.of(1...5))
  func avalanche(wordCount: Int) {
    let trials = Sample.isOptimized ? 4096 : 512
    var random = SplitMix(seed: 31)
    // Counts and floats near one, as states hold them, are harder than random words.
    let records = (0..<trials).map { trial -> [UInt64] in
      (0..<wordCount).map { _ in
        switch trial % 3 {
        case 0: random.next()
        case 1: random.next() % 1_000_000  // few repeats: those would count one coin twice
        default: (0.5 + Double(random.next() >> 11) * 0x1p-53).bitPattern
        }
      }
    }
    let originals = records.map { digest($0) }
    for lane in 0..<2 {
      var sum = 0.0
      var worst = 0.0
      var pairs = 0
      for bit in 0..<(64 * wordCount) {
        var flips = [Int](repeating: 0, count: 64)
        for (record, original) in zip(records, originals) {
          var other = record
          other[bit / 64] ^= 1 << UInt64(bit % 64)
          let changed = digest(other)
          var difference = lane == 0 ? changed.low ^ original.low : changed.high ^ original.high
          while difference != 0 {
            flips[difference.trailingZeroBitCount] += 1
            difference &= difference - 1
          }
        }
        for count in flips {
          let deviation = abs(Double(count) / Double(trials) - 0.5)
          sum += deviation
          worst = max(worst, deviation)
          pairs += 1
        }
      }
      let root = Double(trials).squareRoot()
      // Ideal coins deviate by 0.3989/√n on average.
      let mean = sum / Double(pairs) * root
      #expect(abs(mean - 0.3989) < 0.02, "lane \(lane), \(wordCount) words, seed 31")
      #expect(worst * root < 0.5 * 6, "lane \(lane), \(wordCount) words, seed 31")
    }
  }

  @Test("tags and rows move the digest like contents", arguments: [true, false])
  func placesAvalanche(ofTag: Bool) {
    let trials = 1024
    var random = SplitMix(seed: 32)
    var flips = [0, 0]
    for _ in 0..<trials {
      let words = [random.next() % 50, random.next()]
      let tag = random.next() % 1000
      let row = random.next() % 1000
      let original = digest(words, tag: tag, row: row)
      for bit in UInt64(0)..<32 {
        let other = digest(
          words, tag: ofTag ? tag ^ 1 << bit : tag, row: ofTag ? row : row ^ 1 << bit)
        flips[0] += (other.low ^ original.low).nonzeroBitCount
        flips[1] += (other.high ^ original.high).nonzeroBitCount
        #expect(other.low != original.low && other.high != original.high, "bit \(bit), seed 32")
      }
    }
    let coins = Double(trials * 32 * 64)
    for count in flips {
      #expect(abs(Double(count) / coins - 0.5) < 0.5 * 6 / coins.squareRoot(), "seed 32")
    }
  }

  @Test("records may be added in any order and in any grouping", arguments: UInt64(0)..<20)
  func order(seed: UInt64) {
    var random = SplitMix(seed: seed)
    var records = (0..<50).map { row in digest([random.next(), random.next()], row: UInt64(row)) }
    func sum(_ records: some Sequence<StateDigest>) -> StateDigest {
      var total = StateDigest()
      for record in records { total += record }
      return total
    }
    let expected = sum(records)
    records.shuffle(using: &random)
    #expect(sum(records) == expected, "seed \(seed)")
    var parts = sum(records[..<17])
    parts += sum(records[17...])
    #expect(parts == expected, "seed \(seed)")
  }

  @Test("equal rows in other places are other records")
  func placesMatter() {
    var seen = Set<StateDigest>()
    for tag in UInt64(0)..<40 {
      for row in UInt64(0)..<40 { seen.insert(digest([7, 7], tag: tag, row: row)) }
      seen.insert(digest([7, 7], tag: tag, row: .max))
    }
    #expect(seen.count == 40 * 41)
    #expect(Set(seen.map(\.low)).count == 40 * 41)
    #expect(Set(seen.map(\.high)).count == 40 * 41)
  }

  @Test("two rows that swap contents, words that swap places, added zeros: all seen")
  func structureMatters() {
    func pair(_ a: [UInt64], _ b: [UInt64]) -> StateDigest {
      var sum = digest(a, row: 0)
      sum += digest(b, row: 1)
      return sum
    }
    #expect(pair([1], [2]) != pair([2], [1]))
    #expect(digest([1, 2]) != digest([2, 1]))
    #expect(digest([1]) != digest([1, 0]))
    #expect(digest([]) != digest([0]))
    #expect(digest([0]) != digest([0, 0]))
    #expect(digest([]) != StateDigest())
    #expect(digest([UInt64(0)]) != digest([UInt64((-0.0).bitPattern)]))
  }

  @Test("no two of 200,000 small records share a lane")
  func collisions() {
    let count = Sample.isOptimized ? 200_000 : 20_000
    var lows = Set<UInt64>()
    var highs = Set<UInt64>()
    for index in 0..<count {
      let word = UInt64(index)
      let record = digest([word % 100, word / 100])
      lows.insert(record.low)
      highs.insert(record.high)
    }
    #expect(lows.count == count && highs.count == count)
  }

  @Test("hexadecimal text is read back, and nothing else is", arguments: UInt64(0)..<50)
  func hexadecimalText(seed: UInt64) {
    var random = SplitMix(seed: seed)
    let digest = StateDigest(low: random.next(), high: random.next() >> (seed % 64))
    let text = digest.description
    #expect(text.utf8.count == 32)
    #expect(StateDigest(hexadecimal: text) == digest, "seed \(seed)")
    #expect(UInt64(text.prefix(16), radix: 16) == digest.high, "seed \(seed)")
    #expect(UInt64(text.suffix(16), radix: 16) == digest.low, "seed \(seed)")
    #expect(hexadecimal(digest.low) == text.suffix(16))
    let start = String(text.dropLast())
    let wrongs: [String] = [
      "", start, "\(text)0", " \(start)", "+\(start)", "g\(start)", "-\(start)", "\(start)é",
      "0x\(text.dropLast(2))", "\(start)F", "\(start)\0", "\(start)/", "\(start):", "\(start)`",
    ]
    for wrong in wrongs {
      #expect(StateDigest(hexadecimal: wrong) == nil, "'\(wrong)'")
    }
  }

  /// Computed by an independent program from the documented construction.
  @Test("golden digests")
  func goldens() {
    #expect(
      digest([], tag: 0, row: 0).description == "8437e1b09de5979a669d2519adab1d2b")
    #expect(
      digest([0], tag: 1, row: 0).description == "a1372daec17dd72663ce207ad12144ba")
    #expect(
      digest([1, 2, 3], tag: 1, row: 0).description == "366dcaa0f4eb693030784bc544114a50")
    #expect(
      digest([1, 2, 3], tag: 1, row: 1).description == "c9d89977bd5d76f43be6f712f19ce8e6")
    #expect(
      digest([1, 2, 3], tag: 2, row: 0).description == "6a4e9aaf72bb6a0981ae8d4d2225b54c")
    #expect(
      digest([.max, 0, .max], tag: 65537, row: .max).description
        == "05f957e3ff3ca62733c594e88fd40ea7")
    #expect(
      digest([0x3ff0_0000_0000_0000], tag: 131073, row: 12345).description
        == "aefd0be90662e2ccadf4ae97898078d8")
  }
}
