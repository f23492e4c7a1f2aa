import DeterministicMath

/// Digests a whole state at memory speed: every group of every table, whatever its cadence.
///
/// NaN must not reach it: its payload differs between processors. The engine refuses NaN where
/// values enter.
///
/// - Complexity: O(bytes of state), about 2 ns for a row of 32 bytes.
public struct DigestVisitor: StateVisitor {
  public private(set) var digest = StateDigest()
  private var tableTag: UInt64 = 0
  private var groupTag: UInt64 = 0
  private var rowCount = 0

  public init() {}

  public var access: StateAccess { .reads }

  public mutating func table(_ name: StaticString, rowCount: inout Int) {
    tableTag &+= 1
    groupTag = tableTag << 16
    self.rowCount = rowCount
    digest += DigestVisitor.ofRowCount(rowCount, tag: groupTag)
  }

  /// The hash of a table's row count.
  static func ofRowCount(_ count: Int, tag: UInt64) -> StateDigest {
    var hash = RecordHash(tag: tag, row: .max)
    hash.feed(UInt64(truncatingIfNeeded: count))
    return hash.finish()
  }

  public mutating func columns(
    _ fields: [StateField], _ cadence: StateCadence,
    base: UnsafeMutableRawPointer?, rowSize: Int, stride: Int
  ) {
    groupTag &+= 1
    guard let base else { return }
    digest += digestOfRows(
      base, count: rowCount, rowSize: rowSize, stride: stride, tag: groupTag)
  }
}

/// The sum of the hashes of `count` rows, of which the first is row `first` of its table.
package func digestOfRows(
  _ base: UnsafeRawPointer, first: Int = 0, count: Int, rowSize: Int, stride: Int, tag: UInt64
) -> StateDigest {
  @inline(__always)
  func sum(_ size: Int) -> StateDigest {
    var sum = StateDigest()
    var row = first
    var pointer = base
    while row < first &+ count {
      sum += digestOfRow(pointer, rowSize: size, tag: tag, row: row)
      pointer += stride
      row &+= 1
    }
    return sum
  }
  // The sizes of the tables that change in every step, as constants.
  switch rowSize {
  case 12: return sum(12)
  case 16: return sum(16)
  case 32: return sum(32)
  default: return sum(rowSize)
  }
}

/// The hash of one row: its words in order, what is left over as one more.
@inline(__always)
func digestOfRow(_ base: UnsafeRawPointer, rowSize: Int, tag: UInt64, row: Int) -> StateDigest {
  let words = rowSize &>> 3
  let rest = rowSize & 7
  var hash = RecordHash(tag: tag, row: UInt64(truncatingIfNeeded: row))
  var word = 0
  while word < words {
    hash.feed(
      UInt64(littleEndian: base.loadUnaligned(fromByteOffset: word &<< 3, as: UInt64.self)))
    word &+= 1
  }
  if rest == 4 {
    hash.feed(
      UInt64(
        UInt32(littleEndian: base.loadUnaligned(fromByteOffset: words &<< 3, as: UInt32.self))))
  } else if rest > 0 {
    var last: UInt64 = 0
    var byte = 0
    while byte < rest {
      last |=
        UInt64(base.load(fromByteOffset: (words &<< 3) &+ byte, as: UInt8.self))
        &<< UInt64(byte &<< 3)
      byte &+= 1
    }
    hash.feed(last)
  }
  return hash.finish()
}
