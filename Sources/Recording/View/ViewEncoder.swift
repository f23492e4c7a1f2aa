import Simulation

/// Codes the poses of a block's steps: see ``ViewDecoder`` for what is stored.
package struct ViewEncoder: Sendable {
  /// Of images of the whole state's every-step columns.
  private let states: ViewLayout
  /// Of images that hold poses only.
  private let poses: ViewLayout
  /// One for each sample: 0 where it is left out, 1 with the rows of the one before, 2 with others.
  private var structure = ByteWriter()
  private var rowCounts: [Int32]
  /// The rows of each sample that is there, by table.
  private var samples: [[Int32]] = []
  /// The numbers of each table's columns, sample after sample.
  private var numbers: [[[Int64]]]
  /// Rows of all samples since the block began.
  private(set) var rowSampleCount = 0
  /// Samples since the block began, and those of them that are left out.
  private(set) var sampleCount = 0
  private(set) var leftOutCount = 0

  package init(_ layout: ViewLayout) {
    states = layout
    poses = ViewLayout(layout.schema)
    rowCounts = Array(repeating: 0, count: layout.tables.count)
    numbers = layout.tables.map { Array(repeating: [], count: $0.columns.count) }
  }

  package mutating func begin() {
    structure.bytes.removeAll(keepingCapacity: true)
    samples.removeAll(keepingCapacity: true)
    for index in rowCounts.indices { rowCounts[index] = 0 }
    for table in numbers.indices {
      for column in numbers[table].indices {
        numbers[table][column].removeAll(keepingCapacity: true)
      }
    }
    (rowSampleCount, sampleCount, leftOutCount) = (0, 0, 0)
  }

  /// Adds the poses of an every-step image.
  ///
  /// - Precondition: the image fits the schema.
  package mutating func append(state: StateImage) { append(state, states) }

  /// Adds poses that were decoded before.
  ///
  /// - Precondition: the image fits the schema of poses.
  package mutating func append(poses image: StateImage) { append(image, poses) }

  package mutating func leaveOut() {
    structure.append(0 as UInt8)
    sampleCount += 1
    leftOutCount += 1
  }

  private mutating func append(_ image: StateImage, _ layout: ViewLayout) {
    sampleCount += 1
    let counts = layout.tables.map { image.rowCounts[$0.index] }
    structure.append(counts == rowCounts ? 1 as UInt8 : 2)
    if counts != rowCounts {
      for count in counts { structure.appendVarint(UInt64(count)) }
    }
    rowCounts = counts
    samples.append(counts)
    for count in counts { rowSampleCount += Int(count) }
    image.bytes.withUnsafeBytes { bytes in
      guard let base = bytes.baseAddress else { return }
      var offset = 0
      var kept = 0
      for (index, sizes) in layout.rowSizes.enumerated() {
        let rows = Int(image.rowCounts[index])
        if kept < layout.tables.count, layout.tables[kept].index == index {
          append(base + offset, sizes, rows, layout.tables[kept].columns, kept)
          kept += 1
        }
        for size in sizes { offset += size * rows }
      }
    }
  }

  /// Adds the rows of a table whose part of the image begins at `base`.
  private mutating func append(
    _ base: UnsafeRawPointer, _ sizes: [Int], _ rows: Int, _ columns: [ViewLayout.Column],
    _ table: Int
  ) {
    var starts: [Int] = []
    var start = 0
    for size in sizes {
      starts.append(start)
      start += size * rows
    }
    func group(_ place: ViewLayout.Place) -> (UnsafeRawPointer, Int) {
      (base + starts[place.group], sizes[place.group])
    }
    for (index, column) in columns.enumerated() {
      switch column {
      case .key(let place):
        let (first, size) = group(place)
        for row in 0..<rows {
          numbers[table][index].append(Int64(bitPattern: place.bits(first + row * size)))
        }
      case .position(let place):
        let (first, size) = group(place)
        for row in 0..<rows {
          numbers[table][index].append(
            ViewCodec.position(place.number(first + row * size)))
        }
      case .angle(let cosine, let sine):
        let (first, size) = group(cosine)
        let (second, otherSize) = group(sine)
        for row in 0..<rows {
          numbers[table][index].append(
            ViewCodec.angle(
              cosine: cosine.number(first + row * size),
              sine: sine.number(second + row * otherSize)))
        }
      }
    }
  }

  /// The block since ``begin()``, in sections that compress apart; a reader needs their concatenation
  /// only.
  package func sections() -> [[UInt8]] {
    var tokens: [[UInt8]] = []
    var wide = ByteWriter()
    for (table, columns) in states.tables.map(\.columns).enumerated() {
      let rows = samples.map { Int($0[table]) }
      for (index, column) in columns.enumerated() {
        tokens.append(streams(of: numbers[table][index], rows, column.number, &wide))
      }
    }
    var sections = [structure.bytes]
    // Entropy tables of their own pay for long streams only.
    var isOpen = false
    for stream in tokens + [wide.bytes] where !stream.isEmpty {
      if isOpen && stream.count < ViewEncoder.sectionSizeMin {
        sections[sections.count - 1] += stream
      } else {
        sections.append(stream)
      }
      isOpen = stream.count < ViewEncoder.sectionSizeMin
    }
    return sections
  }

  private static let sectionSizeMin = 512

  /// The tokens of a column: row after row, so that what rests is a long run of zeros.
  private func streams(
    of numbers: [Int64], _ rows: [Int], _ number: ViewNumber, _ wide: inout ByteWriter
  ) -> [UInt8] {
    var tokens: [UInt8] = []
    tokens.reserveCapacity(numbers.count)
    var first: Int64 = 0
    var order = ViewOrder(rows)
    while let places = order.next() {
      var past = ViewPast(first: first)
      first = numbers[places[0]]
      for place in places {
        let residual = past.code(numbers[place], number)
        if residual < UInt64(ViewToken.wide) {
          tokens.append(UInt8(residual))
        } else {
          var rest = residual - UInt64(ViewToken.wide)
          let size = max(1, (71 - rest.leadingZeroBitCount) / 8)
          tokens.append(ViewToken.wide + UInt8(size - 1))
          for _ in 0..<size {
            wide.append(UInt8(truncatingIfNeeded: rest))
            rest >>= 8
          }
        }
      }
    }
    return tokens
  }
}

/// Walks the numbers of a column, which lie sample after sample, row after row.
struct ViewOrder {
  /// Where each sample's numbers begin that has the present row.
  private var starts: [Int] = []
  private var counts: [Int] = []
  private var row = 0
  private var fewest = 0

  /// - Parameter rows: how many rows each sample has.
  init(_ rows: [Int]) {
    var start = 0
    for count in rows {
      if count > 0 {
        starts.append(start)
        counts.append(count)
      }
      start += count
    }
    fewest = counts.min() ?? 0
  }

  /// Where the numbers of the next row lie; `nil` behind the last.
  ///
  /// - Complexity: O(numbers) for all rows together, whatever the samples' rows.
  mutating func next() -> [Int]? {
    if row == fewest {
      let kept = counts.indices.filter { counts[$0] > row }
      (starts, counts) = (kept.map { starts[$0] }, kept.map { counts[$0] })
      fewest = counts.min() ?? 0
    }
    guard !starts.isEmpty else { return nil }
    defer { row += 1 }
    return starts.map { $0 + row }
  }
}

/// What a byte of the tokens says.
enum ViewToken {
  /// Smaller ones are the residual itself; this one and the next seven say in how many bytes the rest
  /// of it stands.
  static let wide: UInt8 = 248
}
