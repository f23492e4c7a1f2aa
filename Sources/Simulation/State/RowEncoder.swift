/// What can be wrong with a row that is packed.
@usableFromInline
enum RowFault: UInt8 {
  case columnsChanged, keysAlike
}

/// Packs values into the columns of a ``RowCodec``.
@usableFromInline
struct RowEncoder: FieldVisitor {
  @usableFromInline let codec: RowCodec
  @usableFromInline var cursor = RowCursor()
  @usableFromInline var isAbsent = false
  /// A row visited other columns than the blank one did.
  @usableFromInline var isMisshapen = false
  /// A dictionary or a set has keys whose order is not determined.
  @usableFromInline var hasLikeKeys = false
  @inlinable var restores: Bool { false }

  @usableFromInline
  init(_ codec: RowCodec) {
    self.codec = codec
    codec.removeAll()
  }

  @usableFromInline var fault: RowFault? {
    isMisshapen ? .columnsChanged : hasLikeKeys ? .keysAlike : nil
  }

  /// Appends a row to a table.
  @inlinable
  mutating func append<Row: StateValue>(_ row: inout Row, table: Int = 0) {
    let outer = cursor
    open(table, 1)
    row.visitValue(&self)
    if !cursor.isAtEnd { isMisshapen = true }
    cursor = outer
  }

  @inlinable @inline(__always)
  mutating func open(_ table: Int, _ more: Int) {
    cursor = RowCursor(codec, table: table)
    codec.open(table, more)
  }

  @inlinable @inline(__always) mutating func refuse() {}
  @inlinable @inline(__always) mutating func foundLikeKeys() { hasLikeKeys = true }

  @inlinable @inline(__always)
  mutating func scalar<Value: StateScalar>(_ value: inout Value, in range: FieldRange) {
    guard let place = cursor.nextPlace(codec, Value.scalarType) else {
      isMisshapen = true
      return
    }
    if isAbsent { return }
    codec.groups[Int(place.group)].row.storeBytes(
      of: value, toByteOffset: Int(place.offset), as: Value.self)
  }

  @inlinable
  mutating func list<Element: StateValue>(
    _ elements: inout [Element], _ content: ListContent
  ) {
    var count = UInt32(truncatingIfNeeded: isAbsent ? 0 : elements.count)
    scalar(&count, in: .any)
    guard let table = cursor.nextTable(codec) else {
      isMisshapen = true
      return
    }
    if count == 0 { return }
    if codec.starts[table].isPacked {
      let rowSize = codec.groupSizes[codec.starts[table].group]
      guard MemoryLayout<Element>.stride == rowSize, _isPOD(Element.self) else {
        isMisshapen = true
        return
      }
      codec.open(table, elements.count)
      let rows = codec.groups[codec.starts[table].group].row
      elements.withUnsafeBytes { bytes in
        if let base = bytes.baseAddress { rows.copyMemory(from: base, byteCount: bytes.count) }
      }
      return
    }
    for index in elements.indices { append(&elements[index], table: table) }
  }
}
