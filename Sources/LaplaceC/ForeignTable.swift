import CLaplace
import Simulation

/// A table whose rows are structs of a caller.
///
/// The columns of a row are digested and stored without holes, in the order in which they are
/// described: another compiler's padding changes no digest. Where they lie so in the caller's structs
/// as well, rows are read in place, otherwise through a copy.
final class ForeignTable {
  let name: String
  let fieldName: FieldName
  let stride: Int
  /// Columns of one cadence, which are stored together.
  let parts: [Part]
  private let names: UnsafeMutableBufferPointer<UInt8>
  private let fields: UnsafeMutableBufferPointer<StateField>

  struct Part {
    var group: RowGroup
    /// Bytes of a struct, and where they lie in the part's row.
    var pieces: [Piece]
    /// Where the part lies in a struct, if it lies there in one piece.
    var place: Int? { pieces.count == 1 ? pieces[0].from : nil }
  }

  struct Piece {
    var from: Int
    var to: Int
    var size: Int
  }

  init(_ given: laplace_table) throws {
    name = try text(given.name, "the name of a table")
    stride = Int(given.stride)
    let columns = try ForeignColumn.all(of: given, in: "table '\(name)'")
    guard stride > 0, stride <= 1 << 20 else {
      throw Refusal("table '\(name)': a stride of \(stride) bytes; it may be 1 to 1048576")
    }
    names = .allocate(
      capacity: max(columns.reduce(name.utf8.count) { $0 + $1.name.utf8.count }, 1))
    fields = .allocate(capacity: columns.count)
    var parts: [Part] = []
    var (nameEnd, fieldEnd) = (0, 0)
    guard let nameBase = names.baseAddress else { preconditionFailure("there is room for names") }
    /// Keeps the bytes of a name as long as the table lives.
    func keep(_ name: String) -> FieldName {
      let start = nameEnd
      for byte in name.utf8 {
        nameBase.advanced(by: nameEnd).initialize(to: byte)
        nameEnd += 1
      }
      return FieldName(start: nameBase + start, count: nameEnd - start)
    }
    fieldName = keep(name)
    // A column without a name is the value itself.
    let content: TableContent =
      columns.count == 1 && columns[0].name.isEmpty ? .value : .rows
    for cadence in [StateCadence.everyStep, .keyFrame] {
      let chosen = columns.filter { $0.cadence == cadence }
      if chosen.isEmpty { continue }
      let first = fieldEnd
      var pieces: [Piece] = []
      var size = 0
      for column in chosen {
        fields.initializeElement(
          at: fieldEnd,
          to: StateField(keep(column.name), column.type, offset: size, role: column.role))
        fieldEnd += 1
        if let last = pieces.last, last.from + last.size == column.offset {
          pieces[pieces.count - 1].size += column.type.size
        } else {
          pieces.append(Piece(from: column.offset, to: size, size: column.type.size))
        }
        size += column.type.size
      }
      guard let base = fields.baseAddress else { preconditionFailure("a table has columns") }
      let group = RowGroup(
        UnsafePointer(base + first), count: fieldEnd - first, content, cadence, rowSize: size,
        stride: pieces.count == 1 ? stride : size, place: 0, seeksNaN: true)
      parts.append(Part(group: group, pieces: pieces))
    }
    self.parts = parts
  }

  deinit {
    names.deallocate()
    fields.deallocate()
  }
}

/// A number of a struct, as C describes it.
struct ForeignColumn {
  var name: String
  var type: ScalarType
  var role: FieldRole
  var cadence: StateCadence
  var offset: Int

  /// The numbers of a table or of a kind of input.
  static func all(of given: laplace_table, in what: String) throws -> [ForeignColumn] {
    guard given.field_count <= 4096 else {
      throw Refusal("\(what): \(given.field_count) fields; there may be 4096")
    }
    guard given.field_count == 0 || given.fields != nil else {
      throw Refusal("\(what): its fields are NULL")
    }
    var columns: [ForeignColumn] = []
    for index in 0..<Int(given.field_count) {
      let field = given.fields[index]
      let name = try text(field.name, "\(what): the name of field \(index)")
      guard let type = ScalarType(rawValue: field.type) else {
        throw Refusal("\(what): '\(name)' has no type \(field.type)")
      }
      guard let role = FieldRole(rawValue: field.role) else {
        throw Refusal("\(what): '\(name)' has no role \(field.role)")
      }
      guard let cadence = StateCadence(rawValue: field.cadence) else {
        throw Refusal("\(what): '\(name)' has no cadence \(field.cadence)")
      }
      guard Int(field.offset) + type.size <= Int(given.stride) else {
        throw Refusal("\(what): '\(name)' lies outside of the \(given.stride) bytes of a struct")
      }
      guard !columns.contains(where: { $0.name == name }) else {
        throw Refusal("\(what): two fields are called '\(name)'")
      }
      columns.append(
        ForeignColumn(
          name: name, type: type, role: role, cadence: cadence, offset: Int(field.offset)))
    }
    return columns
  }
}
