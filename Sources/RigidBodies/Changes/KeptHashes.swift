import DeterministicMath

/// The sum of the hashes of a table's rows, of which a step changes some here and there.
///
/// Where it changes few, the hash of each row is kept and only those are hashed again that were
/// marked; where it changes many, all are summed up at once, which is faster than to find some
/// among them, and no single hash is known.
package struct KeptHashes: ~Copyable {
  /// By row, while ``isKept``; those of marked rows are outdated.
  private var hashes = Store<StateDigest>()
  private var sum = StateDigest()
  private var isKept = false
  /// How many hashes keeping them would have saved since many rows last changed.
  private var missedGain = 0
  private var marks = Store<UInt8>()
  private var marked = Store<Int32>()

  package init() {}

  /// A row changed, or came or went.
  @inline(__always)
  package mutating func mark(_ row: Int) {
    assert(row >= 0, "rows count from zero")
    if row >= marks.count { marks.setCount(row &+ 1, filling: 0) }
    if marks.base[row] != 0 { return }
    marks.base[row] = 1
    marked.append(Int32(truncatingIfNeeded: row))
  }

  /// Makes room for so many rows to be noted.
  mutating func reserve(_ count: Int) {
    if count > marks.count { marks.setCount(count, filling: 0) }
  }

  /// Marks a row as changed. Several workers may mark rows at once, each its own; the worker that
  /// marked a row lists it for ``take(_:)``.
  ///
  /// - Returns: whether it is to be listed; it may have been marked before.
  @inline(__always)
  func note(_ row: Int) -> Bool {
    assert(row >= 0 && row < marks.count, "room was made for the mark")
    if marks.base[row] != 0 { return false }
    marks.base[row] = 1
    return true
  }

  /// Takes up rows that were noted.
  mutating func take(_ rows: borrowing Store<Int32>) { marked.append(contentsOf: rows) }

  /// Nothing is known of any row.
  package mutating func forget() {
    isKept = false
    missedGain = 0
  }

  /// The sum of the hashes of all rows.
  ///
  /// - Parameters:
  ///   - hashOfRow: of any row below `count`.
  ///   - sumOfAll: the sum of all hashes, in the fastest way.
  @inline(__always)
  package mutating func total(
    count: Int, hashOfRow: (Int) -> StateDigest, sumOfAll: () -> StateDigest
  ) -> StateDigest {
    // One lookup costs as much as hashing six rows in sequence, and keeping one hash as much as
    // three.
    let gain = count &- 6 &* marked.count
    if isKept && gain >= 0 {
      hashMarked(count, hashOfRow)
    } else {
      unmark()
      missedGain = gain < 0 ? 0 : missedGain &+ gain
      isKept = missedGain > 3 &* count
      if isKept { hashAll(count, hashOfRow) } else { sum = sumOfAll() }
    }
    return sum
  }

  private mutating func unmark() {
    var i = 0
    while i < marked.count {
      marks.base[Int(marked.base[i])] = 0
      i &+= 1
    }
    marked.removeAll()
  }

  @inline(__always)
  private mutating func hashMarked(_ count: Int, _ hashOfRow: (Int) -> StateDigest) {
    assert(count >= 0, "a count is not negative")
    if hashes.count < marks.count { hashes.setCount(marks.count, filling: StateDigest()) }
    var i = 0
    while i < marked.count {
      let row = Int(marked.base[i])
      let new = row < count ? hashOfRow(row) : StateDigest()
      sum -= hashes.base[row]
      sum += new
      hashes.base[row] = new
      i &+= 1
    }
    unmark()
  }

  @inline(__always)
  private mutating func hashAll(_ count: Int, _ hashOfRow: (Int) -> StateDigest) {
    sum = StateDigest()
    hashes.setCount(count)
    var row = 0
    while row < count {
      let new = hashOfRow(row)
      sum += new
      hashes.base[row] = new
      row &+= 1
    }
    if hashes.count < marks.count { hashes.setCount(marks.count, filling: StateDigest()) }
    missedGain = 0
  }
}
