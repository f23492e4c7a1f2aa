/// Unpacks values from the columns of a ``RowCodec``, whose row counts and bytes may come from a
/// file: whatever they say, nothing beyond them is read, and what cannot be is refused.
@usableFromInline
struct RowDecoder: FieldVisitor {
  @usableFromInline let codec: RowCodec
  @usableFromInline var cursor = RowCursor()
  /// Rows of each table that were read.
  @usableFromInline var taken: [Int]
  @usableFromInline var isAbsent = false
  @usableFromInline var isRefused = false
  @inlinable var restores: Bool { true }

  @usableFromInline
  init(_ codec: RowCodec) {
    self.codec = codec
    taken = [Int](repeating: 0, count: codec.tableCount)
  }

  /// Reads the next row of a table.
  @inlinable
  mutating func take<Row: StateValue>(_ row: inout Row, table: Int = 0) {
    let outer = cursor
    open(table, 1)
    row.visitValue(&self)
    if !cursor.isAtEnd { refuse() }
    cursor = outer
  }

  @inlinable @inline(__always)
  mutating func open(_ table: Int, _ more: Int) {
    cursor = RowCursor(codec, table: table)
    var index = codec.starts[table].group
    let end = codec.starts[table + 1].group
    while index < end {
      codec.groups[index].row = codec.groups[index].bytes + taken[table] &* codec.groupSizes[index]
      index &+= 1
    }
    taken[table] &+= more
  }

  /// Whether every row was read, and none was refused.
  @usableFromInline
  func isComplete() -> Bool {
    for table in taken.indices where taken[table] != codec.rowCounts[table] { return false }
    return !isRefused
  }

  @inlinable @inline(__always) mutating func refuse() { isRefused = true }

  @inlinable @inline(__always)
  mutating func scalar<Value: StateScalar>(_ value: inout Value, in range: FieldRange) {
    guard let place = cursor.nextPlace(codec, Value.scalarType) else { return refuse() }
    if isAbsent { return }
    value = codec.groups[Int(place.group)].row.loadUnaligned(
      fromByteOffset: Int(place.offset), as: Value.self)
  }

  @inlinable
  mutating func list<Element: StateValue>(
    _ elements: inout [Element], _ content: ListContent
  ) {
    var count: UInt32 = 0
    scalar(&count, in: .any)
    guard let table = cursor.nextTable(codec) else { return refuse() }
    if isAbsent { return }
    let rest = codec.rowCounts[table] &- taken[table]
    if UInt64(count) > UInt64(rest) {
      refuse()
      count = 0
    }
    elements.resize(to: Int(count))
    if count == 0 { return }
    if codec.starts[table].isPacked {
      let group = codec.starts[table].group
      let rowSize = codec.groupSizes[group]
      guard MemoryLayout<Element>.stride == rowSize, _isPOD(Element.self) else { return refuse() }
      let rows = codec.groups[group].bytes + taken[table] &* rowSize
      elements.withUnsafeMutableBytes { bytes in
        bytes.baseAddress?.copyMemory(from: rows, byteCount: bytes.count)
      }
      taken[table] &+= Int(count)
      return
    }
    for index in elements.indices { take(&elements[index], table: table) }
  }
}
