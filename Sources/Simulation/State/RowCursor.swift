/// The columns and lists of a row that a visit has still to come to.
@usableFromInline
struct RowCursor {
  /// The next number's column, and the one behind the row's last.
  @usableFromInline var column = 0
  @usableFromInline var columnEnd = 0
  /// The next list, and the one behind the row's last.
  @usableFromInline var child = 0
  @usableFromInline var childEnd = 0

  /// A cursor of no row.
  @inlinable @inline(__always)
  init() {}

  /// A cursor at the beginning of a row of a table.
  @inlinable @inline(__always)
  init(_ codec: RowCodec, table: Int) {
    column = codec.starts[table].column
    columnEnd = codec.starts[table + 1].column
    child = codec.starts[table].child
    childEnd = codec.starts[table + 1].child
  }

  /// Whether the visit has come to all of them.
  @inlinable
  var isAtEnd: Bool {
    @inline(__always) get { column == columnEnd && child == childEnd }
  }

  /// Where the next number lies; `nil` when the row has no more, or one of another type.
  @inlinable @inline(__always)
  mutating func nextPlace(_ codec: RowCodec, _ type: ScalarType) -> ColumnPlace? {
    let place = codec.places[column]
    guard column < columnEnd, place.type == type else { return nil }
    column &+= 1
    return place
  }

  /// The table of the next list; `nil` when the row has no more.
  @inlinable @inline(__always)
  mutating func nextTable(_ codec: RowCodec) -> Int? {
    guard child < childEnd else { return nil }
    let table = codec.children[child]
    child &+= 1
    return table
  }
}
