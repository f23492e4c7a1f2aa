// Functions of a row's type alone, so that a compiler that sees the type makes them for it: a visit
// knows only that there is a visitor, and would call each number through a table.

extension RowCodec {
  /// Packs one value.
  ///
  /// - Returns: what is wrong with it; `nil` when it has the columns of a blank one.
  @inlinable @inline(never)
  func encode<Value: StateValue>(_ value: inout Value) -> RowFault? {
    var encoder = RowEncoder(self)
    encoder.append(&value)
    return encoder.fault
  }

  /// Packs rows.
  ///
  /// - Returns: what is wrong with one of them; `nil` when all have the columns of a blank one.
  @inlinable @inline(never)
  func encode<Row: StateValue>(rows: inout [Row]) -> RowFault? {
    var encoder = RowEncoder(self)
    for index in rows.indices { encoder.append(&rows[index]) }
    return encoder.fault
  }

  /// Unpacks one value.
  ///
  /// - Parameter checks: whether the bytes come from elsewhere.
  /// - Returns: `false` when the bytes cannot be what a value left.
  @inlinable @inline(never)
  func decode<Value: StateValue>(_ value: inout Value, checks: Bool) -> Bool {
    if rowCounts[0] != 1 { return false }
    var decoder = RowDecoder(self)
    decoder.take(&value)
    if !checks { return true }
    let again = twin()
    return decoder.isComplete() && areRowsSound() && again.encode(&value) == nil
      && holdsSameRows(as: again)
  }

  /// Unpacks as many rows as there are.
  ///
  /// - Parameter checks: whether the bytes come from elsewhere.
  /// - Returns: `false` when the bytes cannot be what rows left: a number out of range, rows that
  ///   were not read, or something that the rows do not say again, such as numbers of other cases
  ///   and keys out of order.
  @inlinable @inline(never)
  func decode<Row: StateValue>(rows: inout [Row], checks: Bool) -> Bool {
    rows.resize(to: rowCounts[0])
    var decoder = RowDecoder(self)
    for index in rows.indices { decoder.take(&rows[index]) }
    if !checks { return true }
    let again = twin()
    return decoder.isComplete() && areRowsSound() && again.encode(rows: &rows) == nil
      && holdsSameRows(as: again)
  }
}
