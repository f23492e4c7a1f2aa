import CLaplace
import Simulation

/// A kind of input: a struct of a caller, and the words that recordings hold of it.
struct ForeignInputKind {
  let schema: KindSchema
  /// Bytes of the struct.
  let stride: Int
  private let columns: [ForeignColumn]

  init(_ given: laplace_table) throws {
    let name = try text(given.name, "the name of a kind of input")
    columns = try ForeignColumn.all(of: given, in: "input '\(name)'")
    stride = Int(given.stride)
    schema = KindSchema(
      name: name,
      fields: columns.map { FieldSchema(name: $0.name, type: FieldType($0.type)) })
  }

  /// The words of a struct.
  ///
  /// - Throws: `Refusal` for a number that is not finite: it could not be written down.
  func words(_ value: UnsafeRawPointer) throws -> [UInt64] {
    try columns.map { column in
      let place = value + column.offset
      switch column.type {
      case .uint8: return UInt64(place.load(as: UInt8.self))
      case .uint32: return UInt64(place.loadUnaligned(as: UInt32.self))
      case .int32: return UInt64(bitPattern: Int64(place.loadUnaligned(as: Int32.self)))
      case .uint64, .int64: return place.loadUnaligned(as: UInt64.self)
      case .float32:
        let number = place.loadUnaligned(as: Float.self)
        guard number.isFinite else { throw infinite(column) }
        return UInt64(number.bitPattern)
      case .float64:
        let number = place.loadUnaligned(as: Double.self)
        guard number.isFinite else { throw infinite(column) }
        return number.bitPattern
      }
    }
  }

  private func infinite(_ column: ForeignColumn) -> Refusal {
    Refusal("input '\(schema.name)': \(column.name) is not a finite number")
  }

  /// Writes words into a struct of zeros.
  ///
  /// - Throws: `SimulationError` for words that are none of this kind.
  func write(_ words: [UInt64], to value: UnsafeMutableRawPointer) throws(SimulationError) {
    guard words.count <= columns.count else { throw .fieldsSurplus }
    for (index, column) in columns.enumerated() {
      guard index < words.count else { throw .fieldMissing(name: column.name) }
      let (word, place) = (words[index], value + column.offset)
      switch column.type {
      case .uint8:
        guard let number = UInt8(exactly: word) else { throw .fieldOutOfRange(name: column.name) }
        place.storeBytes(of: number, as: UInt8.self)
      case .uint32:
        guard let number = UInt32(exactly: word) else { throw .fieldOutOfRange(name: column.name) }
        place.storeBytes(of: number, as: UInt32.self)
      case .int32:
        guard let number = Int32(exactly: Int64(bitPattern: word)) else {
          throw .fieldOutOfRange(name: column.name)
        }
        place.storeBytes(of: number, as: Int32.self)
      case .uint64, .int64: place.storeBytes(of: word, as: UInt64.self)
      case .float32:
        guard let bits = UInt32(exactly: word) else { throw .fieldOutOfRange(name: column.name) }
        guard Float(bitPattern: bits).isFinite else { throw .fieldNotFinite(name: column.name) }
        place.storeBytes(of: bits, as: UInt32.self)
      case .float64:
        guard Double(bitPattern: word).isFinite else { throw .fieldNotFinite(name: column.name) }
        place.storeBytes(of: word, as: UInt64.self)
      }
    }
  }
}
