import Simulation

/// One image as row counts and byte planes: byte 0 of a field of every row, then byte 1, and so on.
///
/// The planes are for an entropy coder: exponents and high bytes of one column resemble each other.
package struct ImageCodec: Sendable {
  /// What an image may take at most, in bytes; larger ones are refused before they are allocated.
  package static var sizeMax: Int { 256 << 20 }

  private let schema: StateSchema
  private let selection: StateSelection

  package init(schema: StateSchema, selection: StateSelection) {
    self.schema = schema
    self.selection = selection
  }

  /// The image's row counts as varints, then its planes in schema order.
  ///
  /// - Precondition: the image fits the schema and the selection.
  package func encode(_ image: StateImage) -> [UInt8] {
    precondition(
      schema.imageSize(rowCounts: image.rowCounts, selection) == image.bytes.count,
      "the image fits the schema")
    var writer = ByteWriter()
    writer.bytes.reserveCapacity(image.bytes.count + 5 * image.rowCounts.count)
    for count in image.rowCounts { writer.appendVarint(UInt64(count)) }
    let header = writer.bytes
    return [UInt8](unsafeUninitializedCapacity: header.count + image.bytes.count) {
      target, filled in
      for (index, byte) in header.enumerated() { target.initializeElement(at: index, to: byte) }
      filled = header.count + image.bytes.count
      image.bytes.withUnsafeBufferPointer { source in
        guard let from = source.baseAddress, let to = target.baseAddress else { return }
        var plane = to + header.count
        forEachPlane(image.rowCounts) { start, rowSize, rows in
          var cell = from + start
          for row in 0..<rows {
            plane[row] = cell.pointee
            cell += rowSize
          }
          plane += rows
        }
      }
    }
  }

  /// The image, or `nil` when the bytes are not exactly one image of this schema, or too large.
  package func decode(_ bytes: [UInt8]) -> StateImage? {
    var reader = ByteReader(bytes)
    var counts: [Int32] = []
    for _ in schema.tables {
      guard let value = reader.readVarint(), let count = Int32(exactly: value) else { return nil }
      counts.append(count)
    }
    guard let size = schema.imageSize(rowCounts: counts, selection), size <= ImageCodec.sizeMax,
      size == reader.remaining
    else { return nil }
    let first = reader.position
    let content = [UInt8](unsafeUninitializedCapacity: size) { target, filled in
      filled = size
      bytes.withUnsafeBufferPointer { source in
        guard size > 0, let from = source.baseAddress, let to = target.baseAddress else { return }
        var plane = from + first
        forEachPlane(counts) { start, rowSize, rows in
          var cell = to + start
          for row in 0..<rows {
            cell.initialize(to: plane[row])
            cell += rowSize
          }
          plane += rows
        }
      }
    }
    return StateImage(rowCounts: counts, bytes: content)
  }

  /// Calls `body` with each plane's first byte in the image, its distance from row to row, and
  /// rows.
  @inline(__always)
  private func forEachPlane(_ counts: [Int32], _ body: (Int, Int, Int) -> Void) {
    var groupStart = 0
    for (table, count) in zip(schema.tables, counts) {
      let rows = Int(count)
      for group in table.groups where selection.includes(group.cadence) {
        for byte in 0..<group.rowSize where rows > 0 {
          body(groupStart + byte, group.rowSize, rows)
        }
        groupStart += group.rowSize * rows
      }
    }
  }
}
