import DeterministicMath
import RigidBodies
import Testing

/// The sum of hashes that are kept, or not, is the sum of all hashes.
@Suite struct KeptHashTests {
  private static func hash(_ row: Int, _ value: UInt32) -> StateDigest {
    var hash = RecordHash(tag: UInt64(value), row: UInt64(row))
    hash.feed(7)
    return hash.finish()
  }

  @Test(
    "random changes to few rows and to many, in tables that grow and shrink",
    arguments: UInt64(0)..<20)
  func randomChanges(seed: UInt64) {
    var random = SplitMix(seed: seed)
    var kept = KeptHashes()
    var rows: [UInt32] = []
    var wholeSums = 0
    var lookedUp = 0
    // Long stretches of each kind: hashes are kept only after some quiet rounds.
    var most = 1
    for round in 0..<600 {
      if round % 12 == 0 { most = [0, 2, 40, 400][random.int(4)] }
      for _ in 0..<random.int(most + 1) {
        switch random.int(8) {
        case 0 where rows.count > 100:
          kept.mark(rows.count - 1)
          rows.removeLast()
        case 1 where rows.count < 300:
          kept.mark(rows.count)
          rows.append(UInt32(random.int(1000)))
        default:
          if rows.isEmpty { continue }
          let row = random.int(rows.count)
          rows[row] = UInt32(random.int(1000))
          kept.mark(row)
        }
      }
      if random.int(100) == 0 {
        rows = rows.map { $0 &+ 1 }
        kept.forget()
      }
      var calls = 0
      let expected = rows.indices.reduce(into: StateDigest()) {
        $0 += KeptHashTests.hash($1, rows[$1])
      }
      var wasWhole = false
      let sum = kept.total(
        count: rows.count,
        hashOfRow: {
          calls += 1
          return KeptHashTests.hash($0, rows[$0])
        },
        sumOfAll: {
          wasWhole = true
          return expected
        })
      #expect(sum == expected, "seed \(seed), round \(round)")
      if wasWhole { wholeSums += 1 } else if calls < rows.count { lookedUp += 1 }
    }
    #expect(wholeSums > 50 && lookedUp > 50, "seed \(seed): each way was taken")
  }

  @Test("a table that rests is not looked at")
  func rest() {
    var kept = KeptHashes()
    for row in 0..<1000 { kept.mark(row) }
    var calls = 0
    for round in 0..<20 {
      if round == 10 { calls = 0 }
      let sum = kept.total(
        count: 1000,
        hashOfRow: {
          calls += 1
          return KeptHashTests.hash($0, 1)
        },
        sumOfAll: {
          calls += 1000
          return (0..<1000).reduce(into: StateDigest()) { $0 += KeptHashTests.hash($1, 1) }
        })
      #expect(sum.low != 0)
    }
    #expect(calls == 0)
  }
}
