import DeterministicMath

/// Digests a whole state from nothing: every group of every table, whatever its cadence.
///
/// NaN must not reach it: its payload differs between processors. The engine refuses NaN where
/// values enter.
///
/// - Complexity: O(bytes of state).
public struct DigestVisitor: StateVisitor {
  /// The digest of what was visited so far; complete when the visit has ended.
  public private(set) var digest = StateDigest()
  private var tableTag: UInt64 = 0
  private var groupTag: UInt64 = 0
  public private(set) var rowCount = 0

  /// Makes a visitor for one visit.
  public init() {}

  public var access: StateAccess { .reads }

  public mutating func table(_ name: FieldName, rowCount: inout Int) {
    tableTag &+= 1
    groupTag = tableTag << 16
    self.rowCount = rowCount
    digest += DigestVisitor.ofRowCount(rowCount, tag: groupTag)
  }

  public mutating func columns(
    _ group: RowGroup, base: UnsafeMutableRawPointer?, changes: StateChanges?
  ) {
    groupTag &+= 1
    var sum = StateDigest()
    if let base {
      var row = 0
      while row < rowCount {
        addRow(
          base + row &* group.stride, rowSize: group.rowSize,
          key: RowHash.key(row: UInt32(truncatingIfNeeded: row)), to: &sum)
        row &+= 1
      }
    }
    digest += DigestVisitor.ofSum(sum, tag: groupTag)
  }

  /// The hash of a table's row count.
  static func ofRowCount(_ count: Int, tag: UInt64) -> StateDigest {
    var hash = RecordHash(tag: tag, row: .max)
    hash.feed(UInt64(truncatingIfNeeded: count))
    return hash.finish()
  }

  /// The hash of the sum of a group's rows.
  static func ofSum(_ sum: StateDigest, tag: UInt64) -> StateDigest {
    var hash = RecordHash(tag: tag, row: .max)
    hash.feed(sum.low)
    hash.feed(sum.high)
    return hash.finish()
  }
}

/// Adds the hash of one row to a sum: its bytes as little-endian words, two at a time; zeros fill
/// the last pair.
///
/// - Parameter start: where the bytes that count begin, a multiple of 8; those before it have been
///   added.
@inline(__always)
func addRow(
  _ base: UnsafeRawPointer, from start: Int = 0, rowSize: Int, key: UInt32,
  to sum: inout StateDigest
) {
  let turned = RowHash.turned(key)
  var offset = start
  var word = start &>> 2
  while offset < rowSize {
    let pair = wordPair(base, offset, rowSize)
    RowHash.add(
      UInt32(truncatingIfNeeded: pair) &+ RowHash.key(word: word) &+ key,
      UInt32(truncatingIfNeeded: pair &>> 32) &+ RowHash.key(word: word &+ 1) &+ turned, to: &sum)
    offset &+= 8
    word &+= 2
  }
}

/// Eight bytes of a row from `offset` on, the first one lowest; zeros behind the row.
@inline(__always)
func wordPair(_ base: UnsafeRawPointer, _ offset: Int, _ rowSize: Int) -> UInt64 {
  let rest = rowSize &- offset
  if rest >= 8 {
    return UInt64(littleEndian: base.loadUnaligned(fromByteOffset: offset, as: UInt64.self))
  }
  if rest == 4 {
    return UInt64(
      UInt32(littleEndian: base.loadUnaligned(fromByteOffset: offset, as: UInt32.self)))
  }
  var pair: UInt64 = 0
  var byte = 0
  while byte < rest {
    pair |=
      UInt64(base.load(fromByteOffset: offset &+ byte, as: UInt8.self)) &<< UInt64(byte &<< 3)
    byte &+= 1
  }
  return pair
}
