import CLaplace
import DeterministicMath
import Simulation

/// The state of a run: where a caller's rows lie now.
final class ForeignState {
  let simulation: ForeignSimulation
  private let memory = DigestMemory()
  private var rows: [laplace_rows] = []
  /// Rows of parts that do not lie in one piece in the caller's structs, packed.
  private var packed: [[UInt8]]

  init(_ simulation: ForeignSimulation) {
    self.simulation = simulation
    packed = Array(repeating: [], count: simulation.tables.reduce(0) { $0 + $1.parts.count })
  }

  /// Takes note of where the rows lie; they have to stay there until the next call.
  ///
  /// - Throws: `Refusal` for rows that cannot be.
  func take(_ given: UnsafePointer<laplace_rows>?) throws {
    guard let given else { throw Refusal("the rows are NULL") }
    var rows: [laplace_rows] = []
    rows.reserveCapacity(simulation.tables.count)
    for (index, table) in simulation.tables.enumerated() {
      let entry = given[index]
      guard entry.count <= 1 << 28, Int(entry.count) * table.stride <= 1 << 40 else {
        throw Refusal("table '\(table.name)' has \(entry.count) rows; there may be 268435456")
      }
      guard entry.count == 0 || entry.base != nil else {
        throw Refusal("table '\(table.name)' has \(entry.count) rows, but they are NULL")
      }
      guard entry.count == 1 || !simulation.description.state.tables[index].isSingleValue else {
        throw Refusal("table '\(table.name)' is a single value, and has \(entry.count) rows")
      }
      rows.append(entry)
    }
    self.rows = rows
    pack()
  }

  private func pack() {
    var number = 0
    for (table, entry) in zip(simulation.tables, rows) {
      for part in table.parts {
        defer { number += 1 }
        if part.place != nil { continue }
        let (size, count) = (part.group.rowSize, Int(entry.count))
        if packed[number].count != size * count {
          packed[number] = Array(repeating: 0, count: size * count)
        }
        guard let base = entry.base else { continue }
        packed[number].withUnsafeMutableBytes { bytes in
          guard let room = bytes.baseAddress else { return }
          for row in 0..<count {
            for piece in part.pieces {
              (room + row * size + piece.to).copyMemory(
                from: base + row * table.stride + piece.from, byteCount: piece.size)
            }
          }
        }
      }
    }
  }

  /// Puts restored rows back into the caller's structs.
  private func unpack() {
    var number = 0
    for (table, entry) in zip(simulation.tables, rows) {
      for part in table.parts {
        defer { number += 1 }
        guard part.place == nil, let base = entry.base else { continue }
        let size = part.group.rowSize
        packed[number].withUnsafeBytes { bytes in
          guard let room = bytes.baseAddress else { return }
          for row in 0..<Int(entry.count) {
            for piece in part.pieces {
              (base + row * table.stride + piece.from).copyMemory(
                from: room + row * size + piece.to, byteCount: piece.size)
            }
          }
        }
      }
    }
  }

  private func visit(_ visitor: inout some StateVisitor) {
    var number = 0
    for (table, entry) in zip(simulation.tables, rows) {
      var count = Int(entry.count)
      visitor.table(table.fieldName, rowCount: &count)
      for part in table.parts {
        defer { number += 1 }
        if let place = part.place {
          visitor.columns(part.group, base: entry.base.map { $0 + place }, changes: nil)
        } else {
          packed[number].withUnsafeMutableBytes { bytes in
            visitor.columns(
              part.group, base: count == 0 ? nil : bytes.baseAddress, changes: nil)
          }
        }
      }
    }
  }

  func digest() -> StateDigest {
    var visitor = ChangeDigestVisitor(memory)
    visit(&visitor)
    return visitor.digest
  }

  /// What digests have met that is not a number.
  var fault: StateFault? {
    memory.firstNaN.map { .notANumber(field: simulation.description.state.name(of: $0)) }
  }

  func save(_ selection: StateSelection, into image: inout StateImage) {
    var visitor = SaveVisitor(selection, overwriting: &image)
    visit(&visitor)
    image = visitor.finish()
  }

  /// Writes an image over the rows, which have its row counts.
  func restore(_ image: StateImage) {
    var visitor = RestoreVisitor(image)
    visit(&visitor)
    unpack()
    memory.forgetNaN()
  }
}
