import DeterministicMath

/// What the last digest saw, so that the next one hashes only the rows that changed.
///
/// Rows are compared by their bytes, never by a mark that somebody has to set: a digest from memory
/// cannot miss a change. It is the same digest that ``DigestVisitor`` computes from nothing.
public final class DigestMemory {
  fileprivate var groups: [Group] = []

  public init() {}

  deinit { for group in groups { group.free() } }

  /// One group of one table: the rows as they were, the hash of each, and the hashes' sum.
  fileprivate struct Group {
    var rowCount = 0
    var rowSize = 0
    var capacity = 0
    var sum = StateDigest()
    var bytes: UnsafeMutableRawPointer?
    var hashes: UnsafeMutablePointer<StateDigest>?

    func free() {
      bytes?.deallocate()
      hashes?.deallocate()
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

    mutating func update(
      _ base: UnsafeRawPointer?, count wanted: Int, rowSize size: Int, stride: Int, tag: UInt64
    ) {
      // A table without memory of its own has no rows; it is still remembered as empty.
      let count = base == nil ? 0 : wanted
      if size != rowSize {
        free()
        self = Group()
        rowSize = size
      }
      reserve(count)
      guard let bytes, let hashes else { return }
      while rowCount > count {
        rowCount &-= 1
        sum -= hashes[rowCount]
      }
      guard let base else { return }
      let known = rowCount
      var row = 0
      if stride == size {
        // Most groups do not change at all: one pass over packed memory says so.
        let start = firstDifference(base, bytes, count: known &* size)
        row = start == known &* size ? known : start / size
      }
      while row < count {
        let source = base + row &* stride
        let target = bytes + row &* size
        if row >= known || firstDifference(source, target, count: size) != size {
          let hash = digestOfRow(source, rowSize: size, tag: tag, row: row)
          if row < known { sum -= hashes[row] }
          sum += hash
          hashes[row] = hash
          target.copyMemory(from: source, byteCount: size)
        }
        row &+= 1
      }
      rowCount = count
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
/// - Complexity: O(bytes of state) to compare, O(bytes of changed rows) to hash.
public struct ChangeDigestVisitor: StateVisitor {
  public private(set) var digest = StateDigest()
  private let memory: DigestMemory
  private var index = 0
  private var tableTag: UInt64 = 0
  private var groupTag: UInt64 = 0
  private var rowCount = 0

  public init(_ memory: DigestMemory) { self.memory = memory }

  public var access: StateAccess { .reads }

  public mutating func table(_ name: StaticString, rowCount: inout Int) {
    tableTag &+= 1
    groupTag = tableTag << 16
    self.rowCount = rowCount
    digest += DigestVisitor.ofRowCount(rowCount, tag: groupTag)
  }

  public mutating func columns(
    _ fields: [StateField], _ cadence: StateCadence,
    base: UnsafeMutableRawPointer?, rowSize: Int, stride: Int
  ) {
    groupTag &+= 1
    if index == memory.groups.count { memory.groups.append(DigestMemory.Group()) }
    memory.groups[index].update(
      base, count: rowCount, rowSize: rowSize, stride: stride, tag: groupTag)
    digest += memory.groups[index].sum
    index &+= 1
  }
}
