import Simulation

/// Counts the rows that change from one every-step image to the next, as a ``BlockEncoder`` does.
///
/// Where a block ends depends on it. Counting takes a small part of the time that packing takes: who
/// counts can hand block after block to others.
package struct ChangeCounter {
  /// By table: the sizes of a row in the every-step groups.
  private let rowSizes: [[Int]]
  private var rowCounts: [Int32] = []
  private var last: [UInt8] = []

  /// Rows that are compared together first: most rest together.
  private static let rowsTogether = 16

  package init(_ schema: StateSchema) {
    rowSizes = schema.tables.map { table in
      table.groups.filter { $0.cadence == .everyStep }.map(\.rowSize)
    }
  }

  /// Starts with the image before the first step of a block.
  package mutating func begin(_ image: StateImage) {
    rowCounts = image.rowCounts
    last.removeAll(keepingCapacity: true)
    last.append(contentsOf: image.bytes)
  }

  /// The rows that differ from the image before; those beyond its rows, from zeros.
  ///
  /// - Precondition: the image fits the schema.
  package mutating func count(_ image: StateImage) -> Int {
    if image.rowCounts != rowCounts { resize(image.rowCounts) }
    var changed = 0
    image.bytes.withUnsafeBufferPointer { image in
      last.withUnsafeMutableBufferPointer { last in
        guard var new = image.baseAddress, var old = last.baseAddress else { return }
        for (sizes, count) in zip(rowSizes, rowCounts) {
          changed += Self.update(old, new, sizes, Int(count))
          let size = sizes.reduce(0, +) * Int(count)
          new += size
          old += size
        }
      }
    }
    return changed
  }

  /// Brings a table up to date.
  ///
  /// - Returns: how many of its rows differed.
  private static func update(
    _ old: UnsafeMutablePointer<UInt8>, _ new: UnsafePointer<UInt8>, _ sizes: [Int],
    _ rowCount: Int
  ) -> Int {
    var changed = 0
    var row = 0
    while row < rowCount {
      let end = min(row + rowsTogether, rowCount)
      if differ(old, new, sizes, rowCount, row..<end) {
        for each in row..<end where differ(old, new, sizes, rowCount, each..<each + 1) {
          changed += 1
        }
        var start = 0
        for size in sizes {
          (old + start + row * size).update(
            from: new + start + row * size, count: (end - row) * size)
          start += size * rowCount
        }
      }
      row = end
    }
    return changed
  }

  @inline(__always)
  private static func differ(
    _ old: UnsafePointer<UInt8>, _ new: UnsafePointer<UInt8>, _ sizes: [Int], _ rowCount: Int,
    _ rows: Range<Int>
  ) -> Bool {
    var start = 0
    for size in sizes {
      let offset = start + rows.lowerBound * size
      if !areEqual(old + offset, new + offset, rows.count * size) { return true }
      start += size * rowCount
    }
    return false
  }

  /// Lays ``last`` out for other row counts: rows that were not there are zeros.
  private mutating func resize(_ counts: [Int32]) {
    var moved: [UInt8] = []
    var start = 0
    for (index, sizes) in rowSizes.enumerated() {
      let (old, new) = (Int(rowCounts[index]), Int(counts[index]))
      for size in sizes {
        moved.append(contentsOf: last[start..<start + size * min(old, new)])
        moved.append(contentsOf: repeatElement(0, count: size * max(0, new - old)))
        start += size * old
      }
    }
    last = moved
    rowCounts = counts
  }
}
