import Simulation

/// A state that was saved, read by the names of its columns.
package struct NamedState {
  package struct Column {
    fileprivate var first: Int
    fileprivate var rowSize: Int
    fileprivate var type: ScalarType
  }

  package private(set) var image: StateImage
  package private(set) var columns: [String: Column] = [:]
  private var counts: [String: Int] = [:]

  package init(_ image: StateImage, _ schema: StateSchema) {
    self.image = image
    var first = 0
    for (table, count) in zip(schema.tables, image.rowCounts) {
      counts[table.name] = Int(count)
      for group in table.groups {
        for field in group.fields {
          columns["\(table.name).\(field.name)"] = Column(
            first: first + field.offset, rowSize: group.rowSize, type: field.type)
        }
        first += Int(count) * group.rowSize
      }
    }
  }

  package func count(_ table: String) -> Int { counts[table, default: 0] }

  package func word(_ name: String, _ row: Int) -> Int {
    let column = columns[name]!
    let place = column.first + row * column.rowSize
    return image.bytes.withUnsafeBytes { bytes in
      switch column.type {
      case .int32: Int(bytes.loadUnaligned(fromByteOffset: place, as: Int32.self))
      case .uint64:
        Int(
          truncatingIfNeeded: bytes.loadUnaligned(fromByteOffset: place, as: UInt64.self))
      default: Int(bytes.loadUnaligned(fromByteOffset: place, as: UInt32.self))
      }
    }
  }

  package func float(_ name: String, _ row: Int) -> Float {
    Float(bitPattern: UInt32(word(name, row)))
  }

  package mutating func set(_ name: String, _ row: Int, _ bits: UInt32) {
    let column = columns[name]!
    for byte in 0..<4 {
      image.bytes[column.first + row * column.rowSize + byte] =
        UInt8(truncatingIfNeeded: bits >> UInt32(8 * byte))
    }
  }

  package func isUsed(_ table: String, _ row: Int) -> Bool {
    guard row >= 0, row < count(table) else { return false }
    let bit = ["bodies": 64, "shapes": 1, "joints": 1, "contacts": 8][table]!
    return word("\(table).flags", row) & bit != 0
  }

  /// Whether some number of a row that is used is NaN.
  package var hasNaN: Bool {
    columns.contains { name, column in
      let table = String(name.prefix { $0 != "." })
      guard column.type == .float32, table != "corners" else { return false }
      return (0..<count(table)).contains { isUsed(table, $0) && float(name, $0).isNaN }
    }
  }
}
