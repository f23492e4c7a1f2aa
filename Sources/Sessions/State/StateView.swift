import Simulation

/// Reads a `StateImage` by table, row and field.
public struct StateView: Sendable {
  /// Tables and columns of the state.
  public let schema: StateSchema
  /// Which columns the image holds.
  public let selection: StateSelection
  /// The bytes that are read.
  public let image: StateImage
  /// Byte offsets of each table's included groups; `nil` for groups that are not in the image.
  private let groupOffsets: [[Int?]]

  /// `nil` when the image does not fit the schema.
  public init?(schema: StateSchema, selection: StateSelection, image: StateImage) {
    guard schema.imageSize(rowCounts: image.rowCounts, selection) == image.bytes.count,
      schema.tables.allSatisfy({ $0.groups.allSatisfy(\.holdsItsFields) })
    else { return nil }
    self.schema = schema
    self.selection = selection
    self.image = image
    groupOffsets = schema.groupOffsets(rowCounts: image.rowCounts, selection)
  }

  /// How many rows a table has.
  ///
  /// - Parameter table: its index in the schema.
  public func rowCount(table: Int) -> Int { Int(image.rowCounts[table]) }

  /// Whether the image holds the group.
  public func holds(table: Int, group: Int) -> Bool { groupOffsets[table][group] != nil }

  /// The value of a field; `nil` when its group is not in the image.
  public func value(table: Int, group: Int, field: Int, row: Int) -> ScalarValue? {
    guard let start = byteOffset(table: table, group: group, field: field, row: row) else {
      return nil
    }
    let column = schema.tables[table].groups[group].fields[field]
    var bits: UInt64 = 0
    for byte in 0..<column.type.size {
      bits |= UInt64(image.bytes[start + byte]) << UInt64(8 * byte)
    }
    return ScalarValue(type: column.type, bits: bits, name: column.name(of: bits))
  }

  /// Where a field's value lies in the image; `nil` when its group is not there.
  package func byteOffset(table: Int, group: Int, field: Int, row: Int) -> Int? {
    guard let base = groupOffsets[table][group] else { return nil }
    let description = schema.tables[table].groups[group]
    return base + row * description.rowSize + description.fields[field].offset
  }

  /// The bytes of one row of one group.
  package func rowBytes(table: Int, group: Int, row: Int) -> ArraySlice<UInt8>? {
    guard let base = groupOffsets[table][group] else { return nil }
    let size = schema.tables[table].groups[group].rowSize
    return image.bytes[(base + row * size)..<(base + (row + 1) * size)]
  }
}

extension StateSchema.Group {
  /// Whether all fields lie within the row.
  fileprivate var holdsItsFields: Bool {
    fields.allSatisfy { field in
      field.offset >= 0 && field.offset <= rowSize - field.type.size
    }
  }
}
