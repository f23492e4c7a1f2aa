import DeterministicMath
import Simulation
import TestSupport
import Testing

/// A digest from memory is the digest from nothing, whatever changed in between.
@Suite struct DigestMemoryTests {
  /// A table with two groups: packed rows, and rows with a gap behind them.
  private struct Store {
    var packed: [UInt8] = []
    var gapped: [UInt8] = []
    var rowCount = 0
    let packedSize: Int
    let gappedSize: Int
    var stride: Int { (gappedSize + 8) / 8 * 8 }

    /// Of every other seed, rows of whole words and of pairs of them: those have loops of their own.
    static func random(_ seed: UInt64, _ random: inout SplitMix) -> Store {
      let unit = seed % 2 == 0 ? 1 : 8
      return Store(
        packedSize: unit * (1 + Int(random.next() % UInt64(320 / unit))),
        gappedSize: unit * (1 + Int(random.next() % UInt64(96 / unit))))
    }

    mutating func setCount(_ count: Int, _ random: inout SplitMix) {
      func resize(_ bytes: inout [UInt8], _ size: Int) {
        while bytes.count > count * size { bytes.removeLast() }
        while bytes.count < count * size {
          bytes.append(UInt8(truncatingIfNeeded: random.next()))
        }
      }
      resize(&packed, packedSize)
      resize(&gapped, stride)
      rowCount = count
    }

    mutating func visit(_ visitor: inout some StateVisitor) {
      var count = rowCount
      visitor.table("store", rowCount: &count)
      // No columns: the digest looks at bytes only.
      var field = StateField("", .uint8, offset: 0)
      withUnsafePointer(to: &field) { none in
        packed.withUnsafeMutableBytes {
          visitor.columns(
            RowGroup(
              none, count: 0, .rows, .everyStep, rowSize: packedSize, stride: packedSize, place: 0,
              seeksNaN: false),
            base: $0.baseAddress, changes: nil)
        }
        let stride = stride
        gapped.withUnsafeMutableBytes {
          visitor.columns(
            RowGroup(
              none, count: 0, .rows, .keyFrame, rowSize: gappedSize, stride: stride, place: 0,
              seeksNaN: false),
            base: $0.baseAddress, changes: nil)
        }
      }
    }
  }

  @Test(
    "bytes change, rows come and go: the digest from memory equals the one from nothing",
    arguments: UInt64(0)..<60)
  func equalsFullDigest(seed: UInt64) {
    var random = SplitMix(seed: seed)
    var store = Store.random(seed, &random)
    let memory = DigestMemory()
    for round in 0..<80 {
      switch random.next() % 6 {
      case 0: store.setCount(Int(random.next() % 40), &random)
      case 1: break
      case 2 where !store.gapped.isEmpty:
        store.gapped[Int(random.next() % UInt64(store.gapped.count))] ^= 1
      case _ where !store.packed.isEmpty:
        for _ in 0..<(1 + random.next() % 5) {
          let bit = UInt8(1) << UInt8(random.next() % 8)
          store.packed[Int(random.next() % UInt64(store.packed.count))] ^= bit
        }
      default: break
      }
      var full = DigestVisitor()
      store.visit(&full)
      var remembered = ChangeDigestVisitor(memory)
      store.visit(&remembered)
      #expect(remembered.digest == full.digest, "seed \(seed), round \(round)")
    }
  }

  @Test("a memory grows with the tables, and keeps those that it has met")
  func manyTables() {
    var random = SplitMix(seed: 4)
    var store = Store.random(1, &random)
    store.setCount(3, &random)
    let memory = DigestMemory()
    for tableCount in [1, 31, 32, 33, 64, 65, 200, 40, 201] {
      for _ in 0..<2 {
        var full = DigestVisitor()
        var remembered = ChangeDigestVisitor(memory)
        for _ in 0..<tableCount {
          store.visit(&full)
          store.visit(&remembered)
        }
        #expect(remembered.digest == full.digest, "\(tableCount) tables")
      }
    }
  }

  @Test("a visitor that was made before another one filled the memory reads none that is gone")
  func visitorsOfOneMemory() {
    var random = SplitMix(seed: 3)
    var store = Store.random(1, &random)
    store.setCount(500, &random)
    let memory = DigestMemory()
    var first = ChangeDigestVisitor(memory)
    var second = ChangeDigestVisitor(memory)
    var full = DigestVisitor()
    store.visit(&full)
    store.visit(&second)
    store.visit(&first)
    #expect(first.digest == full.digest && second.digest == full.digest)
  }

  @Test(
    "all rows change for long, then few, then none: the digest from memory equals the one from nothing",
    arguments: UInt64(0)..<20)
  func equalsFullDigestWhereAllChanges(seed: UInt64) {
    var random = SplitMix(seed: seed)
    var store = Store.random(seed, &random)
    store.setCount(16 + Int(random.next() % 30), &random)
    let memory = DigestMemory()
    for round in 0..<160 {
      switch random.next() % 40 {
      case 0: store.setCount(Int(random.next() % 60), &random)
      case 1...3: break
      case 4...6 where !store.packed.isEmpty:
        store.packed[Int(random.next() % UInt64(store.packed.count))] ^= 1
      default:
        for index in store.packed.indices { store.packed[index] &+= 1 }
        // All rows but some: most are enough.
        for index in store.gapped.indices where index % 200 > Int(round % 30) {
          store.gapped[index] ^= UInt8(truncatingIfNeeded: random.next())
        }
      }
      var full = DigestVisitor()
      store.visit(&full)
      var remembered = ChangeDigestVisitor(memory)
      store.visit(&remembered)
      #expect(remembered.digest == full.digest, "seed \(seed), round \(round)")
    }
  }

  @Test(
    "a part of each row changes, other bytes seldom: the digest from memory equals the one from nothing",
    arguments: UInt64(0)..<40)
  func equalsFullDigestWhereAPartChanges(seed: UInt64) {
    var random = SplitMix(seed: seed)
    func below(_ bound: Int) -> Int { Int(random.next() % UInt64(bound)) }
    // Rows longer than the table of keys as well; now and then no bytes before the part, or behind it.
    let words = 1 + below(seed % 4 == 0 ? 40 : 24)
    let first = below(words)
    let part = (8 * first)..<(8 * (first + 1 + below(words - first)))
    let size = 8 * words + (seed % 3 == 0 && part.upperBound < 8 * words ? 4 : 0)
    let memory = DigestMemory()
    let source = StateSource()
    var (rows, others): ([UInt8], UInt64) = ([], 1)
    var field = StateField("", .uint8, offset: 0)
    for visit in UInt64(1)..<100 {
      if visit == 1 || below(9) == 0 {
        // A table that grows or shrinks says nothing of it.
        let count = below(30)
        rows = Array(rows.prefix(count * size))
        while rows.count < count * size { rows.append(UInt8(truncatingIfNeeded: random.next())) }
      }
      let isOther = below(6) == 0
      if isOther { others = visit }
      for index in rows.indices where isOther || part.contains(index % size) {
        rows[index] &+= UInt8(truncatingIfNeeded: random.next())
      }
      let changes = StateChanges(
        source: source, visit: visit, anywhere: visit, everywhere: visit, isDense: true)
      func visitRows(_ visitor: inout some StateVisitor) {
        var count = rows.count / size
        visitor.table("rows", rowCount: &count)
        withUnsafePointer(to: &field) { none in
          rows.withUnsafeMutableBytes {
            visitor.columns(
              RowGroup(
                none, count: 0, .rows, .keyFrame, rowSize: size, stride: size, place: 0,
                seeksNaN: false),
              base: $0.baseAddress,
              // Now and then the rows come as a whole.
              changes: visit % 13 == 0 ? changes : changes.of(part, otherBytes: others))
          }
        }
      }
      var full = DigestVisitor()
      visitRows(&full)
      if below(7) == 0 { continue }
      var remembered = ChangeDigestVisitor(memory)
      visitRows(&remembered)
      #expect(remembered.digest == full.digest, "seed \(seed), visit \(visit)")
    }
  }

  @Test("every single bit of a remembered state counts")
  func everyBitCounts() {
    var random = SplitMix(seed: 7)
    var store = Store(packedSize: 77, gappedSize: 13)
    store.setCount(3, &random)
    let memory = DigestMemory()
    var first = ChangeDigestVisitor(memory)
    store.visit(&first)
    for index in store.packed.indices {
      for bit in 0..<8 {
        store.packed[index] ^= 1 << UInt8(bit)
        var changed = ChangeDigestVisitor(memory)
        store.visit(&changed)
        #expect(changed.digest != first.digest, "byte \(index), bit \(bit)")
        store.packed[index] ^= 1 << UInt8(bit)
      }
    }
    var last = ChangeDigestVisitor(memory)
    store.visit(&last)
    #expect(last.digest == first.digest)
  }
}
