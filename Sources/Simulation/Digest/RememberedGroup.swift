import DeterministicMath

/// One group of one table: the rows as they were, the hash of each, and the hashes' sum.
struct RememberedGroup {
  var rowCount = 0
  var rowSize = 0
  var capacity = 0
  var sum = StateDigest()
  /// The hash of the sum that was last asked for.
  var record = StateDigest()
  var recordedSum = StateDigest()
  var isRecorded = false
  var bytes: UnsafeMutableRawPointer?
  var hashes: UnsafeMutablePointer<StateDigest>?
  /// The source of the changes that were last taken into account, and the visit in which they were.
  var source: StateSource?
  var visit: UInt64 = 0
  var isDense = false
  /// How many more visits take for granted that most rows have changed: then only the sum is kept,
  /// neither rows nor hashes. See ``updateWhole(_:count:_:_:)``.
  var wholeVisits = 0
  var isWhole = false
  /// The sum of each block's hashes, for a dense group, which keeps neither rows nor hashes.
  var blockSums: [StateDigest] = []
  /// Whether only a part of each row changes as a rule (``StateChanges/part``), and the sum of the
  /// other bytes' hashes then; `nil` where it is not known.
  var isInPart = false
  var otherSum: StateDigest?

  func free() {
    bytes?.deallocate()
    hashes?.deallocate()
  }

  /// Forgets the rows; the room for the sums of blocks stays, since a simulation that gives the sum in
  /// some steps does not in others.
  private mutating func forget() {
    free()
    var room = blockSums
    blockSums = []
    room.removeAll(keepingCapacity: true)
    self = RememberedGroup()
    blockSums = room
  }

  /// What the group adds to the digest.
  @inline(__always)
  mutating func record(tag: UInt64) -> StateDigest {
    if !isRecorded || sum != recordedSum {
      record = DigestVisitor.ofSum(sum, tag: tag)
      recordedSum = sum
      isRecorded = true
    }
    return record
  }

  /// Room for `count` rows; what is there stays.
  mutating func reserve(_ count: Int) {
    guard count > capacity else { return }
    let room = count + count / 2
    let newBytes = UnsafeMutableRawPointer.allocate(byteCount: room * rowSize, alignment: 16)
    let newHashes = UnsafeMutablePointer<StateDigest>.allocate(capacity: room)
    if let bytes, let hashes {
      newBytes.copyMemory(from: bytes, byteCount: rowCount * rowSize)
      newHashes.update(from: hashes, count: rowCount)
    }
    free()
    bytes = newBytes
    hashes = newHashes
    capacity = room
  }

  /// Whether the rows are unchanged, by the simulation's word or by comparison.
  @inline(__always)
  mutating func isUnchanged(
    _ base: UnsafeRawPointer?, count: Int, _ group: borrowing RowGroup, _ changes: StateChanges?
  ) -> Bool {
    guard count == rowCount, group.rowSize == rowSize else { return false }
    if count == 0 { return true }
    guard let base else { return false }
    if let changes {
      guard changes.isDense == isDense, changes.isOf(source), changes.anywhere <= visit
      else { return false }
      visit = changes.visit
      return true
    }
    guard let bytes, group.stride == rowSize, !isWhole else { return false }
    let size = count &* rowSize
    if firstDifference(base, UnsafeRawPointer(bytes), count: size) != size { return false }
    source = nil
    return true
  }

  /// Whether the rows are a single block of a dense group, and were.
  @inline(__always)
  func isOneBlock(_ count: Int, rowSize: Int, _ changes: StateChanges) -> Bool {
    isDense && changes.isDense && !isInPart && changes.part == nil && blockSums.count == 1
      && count == rowCount && rowSize == self.rowSize
  }

  /// Hashes the rows anew that are a single block: what ``update(_:count:_:changes:tables:)`` comes to
  /// then.
  @inline(__always)
  mutating func updateBlock(
    _ base: UnsafeRawPointer, stride: Int, _ changes: StateChanges, _ tables: RowKeys.Tables
  ) {
    sum = sumOfRows(
      base, first: 0, count: rowCount, rowSize: rowSize, stride: stride, tables: tables)
    blockSums[0] = sum
    if !changes.isOf(source) { source = changes.source }
    visit = changes.visit
  }

  /// - Parameter changes: `nil` when they are not known.
  /// - Returns: the first changed row that holds NaN, where the group looks for that.
  @inline(never)
  mutating func update(
    _ base: UnsafeRawPointer?, count wanted: Int, _ group: RowGroup,
    changes: StateChanges?, tables: RowKeys.Tables
  ) -> (row: Int, field: Int)? {
    let (size, stride) = (group.rowSize, group.stride)
    // A table without memory of its own has no rows; it is still remembered as empty.
    let count = base == nil ? 0 : wanted
    let isDense = changes?.isDense ?? false
    let isInPart = isDense && changes?.part != nil
    if size != rowSize || isDense != self.isDense || isInPart != self.isInPart {
      forget()
      rowSize = size
      self.isDense = isDense
      self.isInPart = isInPart
    }
    var since: UInt64?
    if let changes {
      if changes.isOf(source) { since = visit } else { source = changes.source }
      visit = changes.visit
    } else {
      source = nil
    }
    if let changes, isDense {
      if let part = changes.part {
        let othersChanged = since.map { changes.otherBytes > $0 } ?? true
        updatePart(
          part, base, count: count, stride: stride, othersChanged: othersChanged, tables)
        return nil
      }
      updateBlocks(base, count: count, stride: stride, changes, since: since, tables)
      return nil
    }
    if isWhole, updateWhole(base, count: count, stride, tables) { return nil }
    reserve(count)
    guard let bytes, let hashes else { return nil }
    while rowCount > count {
      rowCount &-= 1
      sum -= hashes[rowCount]
    }
    guard let base else { return nil }
    let known = rowCount
    rowCount = count
    var firstNaN: (row: Int, field: Int)?
    var changed = 0
    if let changes {
      changes.forEachChangedRange(of: known, since: since) { first, end in
        changed &+= compare(
          base, first, end, known: known, group, bytes, hashes, tables, &firstNaN)
      }
    } else {
      changed = compare(base, 0, known, known: known, group, bytes, hashes, tables, &firstNaN)
    }
    if known >= Whole.leastCount, 2 &* changed >= known, !group.seeksNaN {
      (isWhole, wholeVisits) = (true, Whole.visitCount)
    }
    compare(base, known, count, known: known, group, bytes, hashes, tables, &firstNaN)
    return firstNaN
  }

  private enum Whole {
    static let leastCount = 16, visitCount = 31
  }

  /// Hashes all rows of a group of which half or more had changed when they were last compared: to
  /// compare, copy and hash them one by one takes longer. After some visits they are compared again.
  ///
  /// - Returns: whether the sum is that of the rows; otherwise the group remembers no row.
  @inline(never)
  private mutating func updateWhole(
    _ base: UnsafeRawPointer?, count: Int, _ stride: Int, _ tables: RowKeys.Tables
  ) -> Bool {
    if let base, wholeVisits > 0 {
      let before = sum
      rowCount = count
      sum = sumOfRows(
        base, first: 0, count: count, rowSize: rowSize, stride: stride, tables: tables)
      // What rests is compared from now on.
      wholeVisits = sum == before ? 0 : wholeVisits &- 1
      return true
    }
    (isWhole, rowCount, sum) = (false, 0, StateDigest())
    return false
  }

  /// Brings the rows from `first` to `last` up to date.
  ///
  /// - Returns: how many had changed.
  @discardableResult
  private mutating func compare(
    _ base: UnsafeRawPointer, _ first: Int, _ last: Int, known: Int, _ group: RowGroup,
    _ bytes: UnsafeMutableRawPointer, _ hashes: UnsafeMutablePointer<StateDigest>,
    _ tables: RowKeys.Tables, _ firstNaN: inout (row: Int, field: Int)?
  ) -> Int {
    let (size, stride, seeksNaN) = (rowSize, group.stride, group.seeksNaN)
    var row = first
    if stride == size && first < known {
      // Most groups do not change at all: one pass over packed memory says so.
      let length = ((known < last ? known : last) &- first) &* size
      let start = firstDifference(
        base + first &* size, UnsafeRawPointer(bytes) + first &* size, count: length)
      row = first &+ (start == length ? length / size : start / size)
    }
    var (total, changed) = (sum, 0)
    while row < last {
      let source = base + row &* stride
      let target = bytes + row &* size
      if row >= known || firstDifference(source, target, count: size) != size {
        let hash = sumOfRows(
          source, first: row, count: 1, rowSize: size, stride: stride, tables: tables)
        if row < known { total -= hashes[row] }
        total += hash
        hashes[row] = hash
        target.copyMemory(from: source, byteCount: size)
        changed &+= 1
        if seeksNaN && firstNaN == nil { firstNaN = findNaN(source, row, group) }
      }
      row &+= 1
    }
    sum = total
    return changed
  }

  @inline(never)
  private func findNaN(
    _ source: UnsafeRawPointer, _ row: Int, _ group: RowGroup
  ) -> (row: Int, field: Int)? {
    group.firstNaN(source).map { (row, $0) }
  }

  /// Takes over a sum that the simulation has made, and forgets the rows.
  mutating func replace(sum: StateDigest) {
    if rowSize != 0 { forget() }
    self.sum = sum
  }

  /// Hashes a part of all rows, and the rest of them where that may have changed.
  private mutating func updatePart(
    _ part: Range<Int>, _ base: UnsafeRawPointer?, count: Int, stride: Int, othersChanged: Bool,
    _ tables: RowKeys.Tables
  ) {
    if othersChanged || count != rowCount { otherSum = nil }
    rowCount = count
    guard let base else {
      sum = StateDigest()
      return
    }
    let rowSize = rowSize
    func add(_ bytes: Range<Int>, to sum: inout StateDigest) {
      sum += sumOfRows(base, first: 0, count: count, bytes: bytes, stride: stride, tables: tables)
    }
    var others = otherSum ?? StateDigest()
    if otherSum == nil {
      add(0..<part.lowerBound, to: &others)
      add(part.upperBound..<rowSize, to: &others)
      otherSum = others
    }
    sum = others
    add(part, to: &sum)
  }

  /// Hashes all rows of the blocks that changed.
  private mutating func updateBlocks(
    _ base: UnsafeRawPointer?, count: Int, stride: Int, _ changes: StateChanges, since: UInt64?,
    _ tables: RowKeys.Tables
  ) {
    if let since, count == rowCount && changes.anywhere <= since { return }
    let blockSize = StateChanges.blockSize
    let blockCount = (count &+ blockSize &- 1) / blockSize
    while blockSums.count > blockCount { sum -= blockSums.removeLast() }
    // A block that got or lost rows has changed, even where it is not marked.
    let whole = (rowCount < count ? rowCount : count) / blockSize
    let known = count == rowCount ? blockCount : whole
    rowCount = count
    guard let base else { return }
    let told = since.flatMap { changes.blocks(since: $0) }
    var block = 0
    while block < blockCount {
      if let since, let told, block < known, told[block] <= since {
        block &+= 1
        continue
      }
      let first = block &* blockSize
      let rest = count &- first
      let hash = sumOfRows(
        base + first &* stride, first: first, count: rest < blockSize ? rest : blockSize,
        rowSize: rowSize, stride: stride, tables: tables)
      if block < blockSums.count {
        sum -= blockSums[block]
        blockSums[block] = hash
      } else {
        blockSums.append(hash)
      }
      sum += hash
      block &+= 1
    }
  }
}
