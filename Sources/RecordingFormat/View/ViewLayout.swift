import Simulation

/// Which columns the view track keeps: of every table with positions, by the roles in the
/// description, the keys, the position, and the rotation where there is one.
///
/// Columns that are stored at key frames only are left out, as they are of the state track.
package struct ViewLayout: Sendable {
  /// Where a number lies in an image.
  struct Place: Sendable {
    /// Among the groups of the table that are in the image.
    var group: Int
    /// Bytes from the start of the group's row.
    var offset: Int
    var type: ScalarType
  }

  /// What is kept as one whole number.
  enum Column: Sendable {
    /// The bits, as they are.
    case key(Place)
    /// In units of ``ViewCodec/lengthUnit``.
    case position(Place)
    /// In parts of a turn: ``ViewCodec/turn``.
    case angle(cosine: Place, sine: Place)
  }

  struct Table: Sendable {
    /// The table's index in the schema of the images that are read.
    var index: Int
    var columns: [Column]
  }

  /// The tables that are kept.
  private(set) var tables: [Table] = []
  /// The poses as a state of their own: one group of columns in each table, with the names, types and
  /// roles that they have in the whole state.
  package private(set) var schema = StateSchema()
  /// The sizes of a row in the every-step groups, for each table of the images that are read.
  let rowSizes: [[Int]]

  package init(_ source: StateSchema) {
    rowSizes = source.tables.map { table in
      table.groups.filter { $0.cadence == .everyStep }.map { $0.rowSize }
    }
    for (index, table) in source.tables.enumerated() {
      guard let (columns, group) = ViewLayout.columns(of: table) else { continue }
      tables.append(Table(index: index, columns: columns))
      schema.tables.append(StateSchema.Table(name: table.name, groups: [group]))
    }
  }

  /// Whether there is anything to view.
  package var isEmpty: Bool { tables.isEmpty }

  private static func columns(
    of table: StateSchema.Table
  ) -> (columns: [Column], group: StateSchema.Group)? {
    var keys: [(Place, StateSchema.Field)] = []
    var roles: [FieldRole: (Place, StateSchema.Field)] = [:]
    let groups = table.groups.filter { $0.cadence == .everyStep }
    for (index, group) in groups.enumerated() {
      for field in group.fields
      where field.offset >= 0 && field.offset <= group.rowSize - field.type.size {
        let found = (Place(group: index, offset: field.offset, type: field.type), field)
        if field.role == .key {
          keys.append(found)
        } else if roles[field.role] == nil {
          roles[field.role] = found
        }
      }
    }
    guard let x = roles[.positionX], let y = roles[.positionY] else { return nil }
    var columns: [Column] = keys.map { .key($0.0) } + [.position(x.0), .position(y.0)]
    var fields = keys.map { $0.1 } + [x.1, y.1]
    if let cosine = roles[.rotationCosine], let sine = roles[.rotationSine],
      cosine.0.type.isFloat, sine.0.type.isFloat
    {
      columns.append(.angle(cosine: cosine.0, sine: sine.0))
      fields += [cosine.1, sine.1]
    }
    var group = StateSchema.Group(cadence: .everyStep, rowSize: 0, fields: [])
    for field in fields {
      // What the field is a part of stays out.
      group.fields.append(
        StateSchema.Field(
          label: field.name, type: field.type, offset: group.rowSize, role: field.role,
          cases: field.cases, bitNames: field.bitNames))
      group.rowSize += field.type.size
    }
    return (columns, group)
  }
}

extension ScalarType {
  var isFloat: Bool { self == .float32 || self == .float64 }
}

// MARK: Numbers of an image

extension ViewLayout.Place {
  /// The bits in the low bytes.
  @inline(__always)
  func bits(_ row: UnsafeRawPointer) -> UInt64 {
    let cell = row + offset
    switch type {
    case .uint8: return UInt64(cell.load(as: UInt8.self))
    case .uint32, .int32, .float32:
      return UInt64(UInt32(littleEndian: cell.loadUnaligned(as: UInt32.self)))
    case .uint64, .int64, .float64:
      return UInt64(littleEndian: cell.loadUnaligned(as: UInt64.self))
    }
  }

  @inline(__always)
  func number(_ row: UnsafeRawPointer) -> Double {
    let bits = bits(row)
    switch type {
    case .uint8, .uint32, .uint64: return Double(bits)
    case .int32: return Double(Int32(truncatingIfNeeded: bits))
    case .int64: return Double(Int64(bitPattern: bits))
    case .float32: return Double(Float(bitPattern: UInt32(truncatingIfNeeded: bits)))
    case .float64: return Double(bitPattern: bits)
    }
  }
}

extension ByteWriter {
  /// Appends a number in the way of a column; whole numbers take the nearest that they can say.
  mutating func append(_ value: Double, as type: ScalarType) {
    switch type {
    case .uint8: append(whole(value, UInt8.self))
    case .uint32: append(whole(value, UInt32.self))
    case .int32: append(UInt32(bitPattern: whole(value, Int32.self)))
    case .uint64: append(whole(value, UInt64.self))
    case .int64: append(UInt64(bitPattern: whole(value, Int64.self)))
    case .float32: append(Float(value).bitPattern)
    case .float64: append(value.bitPattern)
    }
  }

  /// Appends the low bytes.
  mutating func append(bits: UInt64, as type: ScalarType) {
    switch type.size {
    case 1: append(UInt8(truncatingIfNeeded: bits))
    case 4: append(UInt32(truncatingIfNeeded: bits))
    default: append(bits)
    }
  }

  private func whole<Value: FixedWidthInteger>(_ value: Double, _: Value.Type) -> Value {
    if value.isNaN { return 0 }
    return Value(exactly: value.rounded()) ?? (value < 0 ? .min : .max)
  }
}
