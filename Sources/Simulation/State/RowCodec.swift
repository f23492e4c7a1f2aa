/// Packs rows into columns and unpacks them again, for rows that cannot be handed over as they lie:
/// those with texts, lists, enumerations or holes.
///
/// One codec serves one field of one run: what it allocates, it keeps.
@usableFromInline
final class RowCodec: @unchecked Sendable {
  @usableFromInline let layout: RowLayout
  /// The packed rows of each group of each table.
  @usableFromInline let groups: UnsafeMutablePointer<GroupBuffer>
  /// Rows of each table: as packed, or as a restoring visitor says.
  @usableFromInline let rowCounts: UnsafeMutablePointer<Int>
  @usableFromInline let places: UnsafePointer<ColumnPlace>
  @usableFromInline let starts: UnsafePointer<TableStart>
  @usableFromInline let children: UnsafePointer<Int>
  @usableFromInline let groupSizes: UnsafePointer<Int>
  let tableCount: Int
  private let groupCount: Int
  /// The names of all tables; the first is the field's own.
  private var titles: [FieldName] = []
  private let titleBytes: UnsafeMutablePointer<UInt8>

  init(_ layout: RowLayout, name: FieldName) {
    self.layout = layout
    places = UnsafePointer(layout.places)
    starts = UnsafePointer(layout.starts)
    children = UnsafePointer(layout.children)
    groupSizes = UnsafePointer(layout.groupSizes)
    tableCount = layout.tables.count
    groupCount = layout.groupCount
    groups = .allocate(capacity: groupCount + 1)
    for index in 0..<groupCount {
      (groups + index).initialize(to: GroupBuffer(rowSize: groupSizes[index]))
    }
    rowCounts = .allocate(capacity: tableCount)
    rowCounts.initialize(repeating: 0, count: tableCount)

    var size = 0
    for table in layout.tables { size += name.count + table.path.utf8.count }
    titleBytes = .allocate(capacity: size)
    var next = titleBytes
    for table in layout.tables {
      let first = next
      next.update(from: name.start, count: name.count)
      next += name.count
      for byte in table.path.utf8 {
        next.pointee = byte
        next += 1
      }
      titles.append(FieldName(start: first, count: next - first))
    }
  }

  deinit {
    for index in 0..<groupCount { groups[index].bytes.deallocate() }
    groups.deallocate()
    rowCounts.deallocate()
    titleBytes.deallocate()
  }

  /// The name of the first table.
  @usableFromInline
  var name: FieldName { titles[0] }

  /// Rows can be handed over as they lie, and taken back without a look.
  @usableFromInline
  var isInPlace: Bool { layout.isInPlace }

  /// Forgets all rows and keeps their memory.
  @usableFromInline
  func removeAll() {
    for index in 0..<groupCount { groups[index].count = 0 }
    for index in 0..<tableCount { rowCounts[index] = 0 }
  }

  /// Makes room for `more` rows of a table, all zeros; the first of them is the one that is
  /// written.
  @inlinable @inline(__always)
  func open(_ table: Int, _ more: Int) {
    rowCounts[table] &+= more
    var index = starts[table].group
    let end = starts[table + 1].group
    while index < end {
      groups[index].open(more)
      index &+= 1
    }
  }

  /// Hands all tables over. A restoring visitor leaves its rows in the buffers.
  ///
  /// - Parameter changes: the last changes of the rows; `nil` if they are not known.
  @usableFromInline
  func visit(_ visitor: inout some StateVisitor, changes: StateChanges? = nil) {
    var index = 0
    for number in 0..<tableCount {
      var count = rowCounts[number]
      visitor.table(titles[number], rowCount: &count)
      rowCounts[number] = count
      for group in layout.tables[number].groups {
        groups[index].setCount(count)
        visitor.columns(
          group.packed(), base: UnsafeMutableRawPointer(groups[index].bytes), changes: changes)
        index += 1
      }
    }
  }

  /// Whether all rows hold what their columns' ranges allow, and no NaN.
  @usableFromInline
  func areRowsSound() -> Bool {
    var index = 0
    for number in 0..<tableCount {
      for group in layout.tables[number].groups {
        let packed = group.packed()
        if !packed.areSound(UnsafeRawPointer(groups[index].bytes), count: rowCounts[number]) {
          return false
        }
        index += 1
      }
    }
    return true
  }

  /// Whether both hold the same rows, to the bit.
  @usableFromInline
  func holdsSameRows(as other: RowCodec) -> Bool {
    for number in 0..<tableCount where rowCounts[number] != other.rowCounts[number] {
      return false
    }
    for index in 0..<groupCount {
      let size = groups[index].count * groupSizes[index]
      if firstDifference(groups[index].bytes, other.groups[index].bytes, count: size) != size {
        return false
      }
    }
    return true
  }

  /// Takes over the packed rows of a codec of the same layout.
  func copy(_ other: RowCodec) {
    for number in 0..<tableCount { rowCounts[number] = other.rowCounts[number] }
    for index in 0..<groupCount {
      groups[index].setCount(other.groups[index].count)
      groups[index].bytes.copyMemory(
        from: other.groups[index].bytes, byteCount: groups[index].count * groupSizes[index])
    }
  }

  /// A codec of the same rows, to pack again what was unpacked.
  @usableFromInline
  func twin() -> RowCodec { RowCodec(layout, name: "") }
}

/// The packed rows of one group.
@usableFromInline
struct GroupBuffer {
  @usableFromInline var bytes: UnsafeMutableRawPointer
  @usableFromInline let rowSize: Int
  @usableFromInline var count = 0
  @usableFromInline var capacity: Int
  /// The row that is being written or read.
  @usableFromInline var row: UnsafeMutableRawPointer

  init(rowSize: Int) {
    self.rowSize = rowSize
    capacity = 4
    bytes = .allocate(byteCount: 4 * rowSize + 8, alignment: 16)
    row = bytes
  }

  @inlinable @inline(__always)
  mutating func open(_ more: Int) {
    if count &+ more > capacity { grow(count &+ more) }
    row = bytes + count &* rowSize
    let size = more &* rowSize
    row.initializeMemory(as: UInt8.self, repeating: 0, count: size)
    count &+= more
  }

  /// Sets the count; new rows are zeros, for a visitor that refuses leaves them as they are.
  mutating func setCount(_ wanted: Int) {
    if wanted > capacity { grow(wanted) }
    if wanted > count {
      (bytes + count * rowSize).initializeMemory(
        as: UInt8.self, repeating: 0, count: (wanted - count) * rowSize)
    }
    count = wanted
    row = bytes
  }

  @usableFromInline @inline(never)
  mutating func grow(_ wanted: Int) {
    let room = wanted > capacity * 2 ? wanted : capacity * 2
    let new = UnsafeMutableRawPointer.allocate(byteCount: room * rowSize + 8, alignment: 16)
    new.copyMemory(from: bytes, byteCount: count * rowSize)
    bytes.deallocate()
    bytes = new
    capacity = room
  }
}

/// Where two stretches of memory first differ, in bytes rounded down to the block that was
/// compared; `count` when they do not.
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
