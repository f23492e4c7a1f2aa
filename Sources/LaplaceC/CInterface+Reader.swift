// Names as laplace.h has them.
// swift-format-ignore-file: AlwaysUseLowerCamelCase

import CLaplace
import DeterministicMath
import Recording
import Simulation

/// A recording whose columns a caller reads.
final class ForeignReader {
  let file: Recording
  private(set) var columns: [Column] = []
  private var last: (step: Int64, image: StateImage, groupOffsets: [[Int?]])?

  /// A number in each row of a table.
  struct Column {
    var table: Int
    var group: Int
    var field: StateSchema.Field
    var cadence: StateCadence
    /// Texts for C, which live as long as the reader.
    var tableName: UnsafeMutablePointer<CChar>?
    var name: UnsafeMutablePointer<CChar>?
  }

  init(path: String) throws {
    file = try Recording(path: path)
    for (number, table) in file.header.description.state.tables.enumerated() {
      var names = table.columnNames[...]
      for (index, group) in table.groups.enumerated() {
        for field in group.fields {
          columns.append(
            Column(
              table: number, group: index, field: field, cadence: group.cadence,
              tableName: copy(table.name), name: copy(names.removeFirst())))
        }
      }
    }
  }

  deinit {
    for column in columns {
      column.tableName?.deallocate()
      column.name?.deallocate()
    }
  }

  func column(_ index: UInt32) throws -> Column {
    guard Int(index) < columns.count else {
      throw Refusal("no column \(index); there are \(columns.count)")
    }
    return columns[Int(index)]
  }

  func check(_ step: Int64) throws {
    guard step >= -1, step < file.stepCount else {
      throw Refusal("no step \(step); there are \(file.stepCount)")
    }
  }

  func digest(after step: Int64) throws -> StateDigest {
    try check(step)
    return try file.digest(after: step)
  }

  /// The state after a step, as far as it is stored, and where its groups begin.
  private func state(after step: Int64) throws -> (image: StateImage, groupOffsets: [[Int?]]) {
    if let last, last.step == step { return (last.image, last.groupOffsets) }
    try check(step)
    guard let (image, selection) = try file.storedState(after: step) else {
      throw Failure("no state is stored after step \(step)")
    }
    let offsets = file.header.description.state.groupOffsets(
      rowCounts: image.rowCounts, selection)
    last = (step, image, offsets)
    return (image, offsets)
  }

  /// Copies a column into memory of a caller.
  ///
  /// - Returns: the rows of its table.
  func read(
    _ step: Int64, _ column: Column, _ numbers: UnsafeMutableRawPointer?, _ capacity: UInt64
  ) throws -> Int {
    let (image, offsets) = try state(after: step)
    guard let start = offsets[column.table][column.group] else {
      throw Failure("'\(column.field.name)' is stored at key frames only, not after step \(step)")
    }
    let tables = file.header.description.state.tables
    let count = Int(image.rowCounts[column.table])
    let rowSize = tables[column.table].groups[column.group].rowSize
    let size = column.field.type.size
    let room = min(count, Int(clamping: capacity / UInt64(size)))
    if room > 0 {
      guard let numbers else { throw Refusal("the memory for \(room) numbers is NULL") }
      image.bytes.withUnsafeBytes { bytes in
        guard let base = bytes.baseAddress else { return }
        for row in 0..<room {
          (numbers + row * size).copyMemory(
            from: base + start + row * rowSize + column.field.offset, byteCount: size)
        }
      }
    }
    return count
  }
}

/// A text that C can read.
private func copy(_ text: String) -> UnsafeMutablePointer<CChar> {
  let bytes = UnsafeMutablePointer<CChar>.allocate(capacity: text.utf8.count + 1)
  for (index, byte) in text.utf8.enumerated() { bytes[index] = CChar(bitPattern: byte) }
  bytes[text.utf8.count] = 0
  return bytes
}

/// Opens a recording to read it.
@c @implementation
public func laplace_open(_ path: UnsafePointer<CChar>!) -> OpaquePointer! {
  making { try ForeignReader(path: try text(path, "the path")) }
}

/// The steps of a recording; -1 where there is none.
@c @implementation
public func laplace_step_count(_ recording: OpaquePointer!) -> Int64 {
  var count: Int64 = -1
  _ = answering { count = try object(ForeignReader.self, recording).file.stepCount }
  return count
}

/// The digest after a step.
@c @implementation
public func laplace_digest_after(
  _ recording: OpaquePointer!, _ step: Int64, _ digest: UnsafeMutablePointer<laplace_digest>!
) -> Int32 {
  answering {
    let value = try object(ForeignReader.self, recording).digest(after: step)
    guard let digest else { throw Refusal("the digest is NULL") }
    digest.pointee = laplace_digest(low: value.low, high: value.high)
  }
}

/// What a column is called, and how its numbers are read.
@c @implementation
public func laplace_column(
  _ recording: OpaquePointer!, _ column: UInt32,
  _ table: UnsafeMutablePointer<UnsafePointer<CChar>?>!,
  _ name: UnsafeMutablePointer<UnsafePointer<CChar>?>!, _ type: UnsafeMutablePointer<UInt8>!,
  _ cadence: UnsafeMutablePointer<UInt8>!
) -> Int32 {
  answering {
    let found = try object(ForeignReader.self, recording).column(column)
    if let table { table.pointee = found.tableName.map { UnsafePointer($0) } }
    if let name { name.pointee = found.name.map { UnsafePointer($0) } }
    if let type { type.pointee = found.field.type.rawValue }
    if let cadence { cadence.pointee = found.cadence.rawValue }
  }
}

/// Copies a column after a step.
@c @implementation
public func laplace_read(
  _ recording: OpaquePointer!, _ step: Int64, _ column: UInt32,
  _ numbers: UnsafeMutableRawPointer!, _ capacity: UInt64,
  _ rowCount: UnsafeMutablePointer<UInt64>!
) -> Int32 {
  answering {
    let reader = try object(ForeignReader.self, recording)
    let count = try reader.read(step, try reader.column(column), numbers, capacity)
    if let rowCount { rowCount.pointee = UInt64(count) }
  }
}

/// Frees a recording that was opened.
@c @implementation
public func laplace_close(_ recording: OpaquePointer!) {
  guard let recording else { return }
  Unmanaged<ForeignReader>.fromOpaque(UnsafeRawPointer(recording)).release()
}
