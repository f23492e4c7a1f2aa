import DeterministicMath

/// What the last digest saw, so that the next one hashes only the rows that changed.
///
/// Rows are compared by their bytes, but for those of which the simulation says that they have not
/// changed (``StateChanges``). It is the same digest that ``DigestVisitor`` computes from nothing.
public final class DigestMemory {
  fileprivate var groups: [Group] = []
  /// Where a digest first came upon NaN, among rows that changed.
  public fileprivate(set) var firstNaN: StatePlace?
  fileprivate var rowKeys = RowKeys()

  public init() {}

  deinit { for group in groups { group.free() } }

  /// One group of one table: the rows as they were, the hash of each, and the hashes' sum.
  fileprivate struct Group {
    var rowCount = 0
    var rowSize = 0
    var capacity = 0
    var sum = StateDigest()
    /// The hash of the sum that was last asked for.
    var record = StateDigest()
    var recordedSum: StateDigest?
    var bytes: UnsafeMutableRawPointer?
    var hashes: UnsafeMutablePointer<StateDigest>?
    /// Whose changes were last told, and at which visit.
    var source: StateSource?
    var visit: UInt64 = 0
    /// Of a dense group: the sum of each block's hashes; then there are neither rows nor hashes.
    var blockSums: [StateDigest] = []

    func free() {
      bytes?.deallocate()
      hashes?.deallocate()
    }

    /// What the group adds to the digest.
    mutating func record(tag: UInt64) -> StateDigest {
      if sum != recordedSum {
        record = DigestVisitor.ofSum(sum, tag: tag)
        recordedSum = sum
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

    /// - Parameter changes: `nil` when nobody knows.
    /// - Returns: the first changed row that holds NaN, where the group looks for that.
    mutating func update(
      _ base: UnsafeRawPointer?, count wanted: Int, _ group: RowGroup,
      changes: StateChanges?, keys: UnsafePointer<UInt64>
    ) -> (row: Int, field: Int)? {
      let (size, stride) = (group.rowSize, group.stride)
      // A table without memory of its own has no rows; it is still remembered as empty.
      let count = base == nil ? 0 : wanted
      let isDense = changes?.isDense ?? false
      if size != rowSize || isDense == (bytes != nil) {
        free()
        self = Group()
        rowSize = size
      }
      var since: UInt64?
      if let changes {
        if changes.source === source { since = visit } else { source = changes.source }
        visit = changes.visit
      } else {
        source = nil
      }
      if let changes, isDense {
        updateBlocks(base, count: count, stride: stride, changes, since: since, keys)
        return nil
      }
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
      if let changes {
        changes.forEachChangedRange(of: known, since: since) { first, end in
          compare(base, first, end, known: known, group, bytes, hashes, keys, &firstNaN)
        }
      } else {
        compare(base, 0, known, known: known, group, bytes, hashes, keys, &firstNaN)
      }
      compare(base, known, count, known: known, group, bytes, hashes, keys, &firstNaN)
      return firstNaN
    }

    /// Brings the rows from `first` to `last` up to date.
    private mutating func compare(
      _ base: UnsafeRawPointer, _ first: Int, _ last: Int, known: Int, _ group: RowGroup,
      _ bytes: UnsafeMutableRawPointer, _ hashes: UnsafeMutablePointer<StateDigest>,
      _ keys: UnsafePointer<UInt64>, _ firstNaN: inout (row: Int, field: Int)?
    ) {
      let (size, stride) = (rowSize, group.stride)
      var row = first
      if stride == size && first < known {
        // Most groups do not change at all: one pass over packed memory says so.
        let length = ((known < last ? known : last) &- first) &* size
        let start = firstDifference(
          base + first &* size, UnsafeRawPointer(bytes) + first &* size, count: length)
        row = first &+ (start == length ? length / size : start / size)
      }
      while row < last {
        let source = base + row &* stride
        let target = bytes + row &* size
        if row >= known || firstDifference(source, target, count: size) != size {
          let hash = sumOfRows(
            source, first: row, count: 1, rowSize: size, stride: stride, keys: keys)
          if row < known { sum -= hashes[row] }
          sum += hash
          hashes[row] = hash
          target.copyMemory(from: source, byteCount: size)
          if group.seeksNaN, firstNaN == nil, let field = group.firstNaN(source) {
            firstNaN = (row, field)
          }
        }
        row &+= 1
      }
    }

    /// Takes over the sum that somebody else has made; rows are remembered no longer.
    mutating func replace(sum: StateDigest) {
      if rowSize != 0 {
        free()
        self = Group()
      }
      self.sum = sum
    }

    /// Hashes all rows of the blocks that changed.
    private mutating func updateBlocks(
      _ base: UnsafeRawPointer?, count: Int, stride: Int, _ changes: StateChanges, since: UInt64?,
      _ keys: UnsafePointer<UInt64>
    ) {
      if let since, count == rowCount && changes.anywhere <= since { return }
      let blockSize = StateChanges.blockSize
      let blockCount = (count &+ blockSize &- 1) / blockSize
      while blockSums.count > blockCount { sum -= blockSums.removeLast() }
      // A block that got or lost rows is another one, whatever is said of it.
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
          rowSize: rowSize, stride: stride, keys: keys)
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
}

/// Where two stretches of memory first differ, in bytes rounded down to the block that was compared;
/// `count` when they do not.
package func firstDifference(_ a: UnsafeRawPointer, _ b: UnsafeRawPointer, count: Int) -> Int {
  var offset = 0
  @inline(__always)
  func change(_ place: Int) -> UInt64 {
    a.loadUnaligned(fromByteOffset: offset &+ place, as: UInt64.self)
      ^ b.loadUnaligned(fromByteOffset: offset &+ place, as: UInt64.self)
  }
  while offset &+ 64 <= count {
    let first = (change(0) | change(8)) | (change(16) | change(24))
    let second = (change(32) | change(40)) | (change(48) | change(56))
    if first | second != 0 { return offset }
    offset &+= 64
  }
  while offset &+ 8 <= count {
    let x = a.loadUnaligned(fromByteOffset: offset, as: UInt64.self)
    if x != b.loadUnaligned(fromByteOffset: offset, as: UInt64.self) { return offset }
    offset &+= 8
  }
  while offset < count {
    let x = a.load(fromByteOffset: offset, as: UInt8.self)
    if x != b.load(fromByteOffset: offset, as: UInt8.self) { return offset }
    offset &+= 1
  }
  return count
}

/// Digests a state like ``DigestVisitor``, hashing only what changed since the memory's last digest.
///
/// - Complexity: O(bytes of state that may have changed) to compare, O(bytes of changed rows) to
///   hash.
public struct ChangeDigestVisitor: StateVisitor {
  public private(set) var digest = StateDigest()
  private let memory: DigestMemory
  private var index = 0
  private var tableTag: UInt64 = 0
  private var groupTag: UInt64 = 0
  public private(set) var rowCount = 0
  public let layouts: StateLayouts?

  /// - Parameters:
  ///   - memory: what the run's earlier digests left.
  ///   - layouts: what the run keeps; `nil` for a visitor on its own.
  public init(_ memory: DigestMemory, _ layouts: StateLayouts? = nil) {
    self.memory = memory
    self.layouts = layouts
    layouts?.begin()
  }

  public var access: StateAccess { .reads }

  /// Tables seen so far.
  var tableCount: Int { Int(tableTag) }

  public mutating func table(_ name: FieldName, rowCount: inout Int) {
    tableTag &+= 1
    groupTag = tableTag << 16
    self.rowCount = rowCount
    memory.rowKeys.reserve(rowCount)
    digest += DigestVisitor.ofRowCount(rowCount, tag: groupTag)
  }

  public mutating func columns(
    _ group: RowGroup, base: UnsafeMutableRawPointer?, changes: StateChanges?
  ) {
    openGroup()
    let firstNaN = memory.groups[index].update(
      base, count: rowCount, group, changes: changes, keys: memory.rowKeys.base)
    if let firstNaN, memory.firstNaN == nil {
      memory.firstNaN = StatePlace(
        table: Int(tableTag) - 1, group: Int(groupTag & 0xFFFF) - 1, row: firstNaN.row,
        field: firstNaN.field)
    }
    closeGroup()
  }

  public mutating func takeSum(_ sum: () -> StateDigest) -> Bool {
    openGroup()
    memory.groups[index].replace(sum: sum())
    closeGroup()
    return true
  }

  private mutating func openGroup() {
    groupTag &+= 1
    if index == memory.groups.count { memory.groups.append(DigestMemory.Group()) }
  }

  private mutating func closeGroup() {
    digest += memory.groups[index].record(tag: groupTag)
    index &+= 1
  }
}

/// A field of a row, by its place in the schema.
public struct StatePlace: Equatable, Sendable {
  public var table: Int
  public var group: Int
  public var row: Int
  public var field: Int
}
