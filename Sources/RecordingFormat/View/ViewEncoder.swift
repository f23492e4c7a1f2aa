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
  /// What was coded of each table's columns. All work but bringing it into order is done as samples
  /// come: a thread that simulates must not wait for the end of a block.
  private var coded: [[Column]]
  /// Rows of all samples since the block began.
  private(set) var rowSampleCount = 0
  /// Samples since the block began, and those of them that are left out.
  private(set) var sampleCount = 0
  private(set) var leftOutCount = 0

  package init(_ layout: ViewLayout) {
    states = layout
    poses = ViewLayout(layout.schema)
    rowCounts = Array(repeating: 0, count: layout.tables.count)
    coded = layout.tables.map { $0.columns.map { Column(number: $0.number) } }
  }

  package mutating func begin() {
    structure.bytes.removeAll(keepingCapacity: true)
    samples.removeAll(keepingCapacity: true)
    for index in rowCounts.indices { rowCounts[index] = 0 }
    for table in coded.indices {
      for column in coded[table].indices { coded[table][column].begin() }
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
          coded[table][index].append(
            Int64(bitPattern: place.bits(first + row * size)), row: row)
        }
      case .position(let place):
        let (first, size) = group(place)
        for row in 0..<rows {
          coded[table][index].append(
            ViewCodec.position(place.number(first + row * size)), row: row)
        }
      case .angle(let cosine, let sine):
        let (first, size) = group(cosine)
        let (second, otherSize) = group(sine)
        for row in 0..<rows {
          coded[table][index].append(
            ViewCodec.angle(
              cosine: cosine.number(first + row * size),
              sine: sine.number(second + row * otherSize)), row: row)
        }
      }
    }
  }

  /// The block since ``begin()``, in sections that compress apart; a reader needs their concatenation
  /// only.
  package func sections() -> [[UInt8]] {
    var tokens: [[UInt8]] = []
    var wide = ByteWriter()
    for (table, columns) in coded.enumerated() {
      let rows = samples.map { Int($0[table]) }
      for column in columns { tokens.append(column.stream(rows, &wide)) }
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
}

extension ViewEncoder {
  /// A column's numbers as they are coded, sample after sample.
  private struct Column {
    let number: ViewNumber
    private var tokens: [UInt8] = []
    /// The residuals that do not fit their tokens, with their rows.
    private var wide: [(row: Int, residual: UInt64)] = []
    /// Of each row that was there in the block.
    private var pasts: [ViewPast] = []
    private var firsts: [Int64] = []

    init(number: ViewNumber) { self.number = number }

    mutating func begin() {
      tokens.removeAll(keepingCapacity: true)
      wide.removeAll(keepingCapacity: true)
      pasts.removeAll(keepingCapacity: true)
      firsts.removeAll(keepingCapacity: true)
    }

    /// Adds the next number of a row; a sample's rows come in their order.
    mutating func append(_ value: Int64, row: Int) {
      if row == pasts.count {
        pasts.append(ViewPast(first: firsts.last ?? 0))
        firsts.append(value)
      }
      let residual = pasts[row].code(value, number)
      if residual < UInt64(ViewToken.wide) {
        tokens.append(UInt8(residual))
      } else {
        tokens.append(ViewToken.wide + UInt8(ViewToken.size(of: residual) - 1))
        wide.append((row, residual))
      }
    }

    /// The tokens, row after row, so that what rests is a long run of zeros; what is left of wide
    /// residuals is added to `rest`.
    func stream(_ rows: [Int], _ rest: inout ByteWriter) -> [UInt8] {
      var stream: [UInt8] = []
      stream.reserveCapacity(tokens.count)
      var order = ViewOrder(rows)
      while let places = order.next() {
        for place in places { stream.append(tokens[place]) }
      }
      // Of one row, they stand in the order of their samples.
      let ordered = wide.enumerated().sorted {
        ($0.element.row, $0.offset) < ($1.element.row, $1.offset)
      }
      for (_, one) in ordered {
        var left = one.residual - UInt64(ViewToken.wide)
        for _ in 0..<ViewToken.size(of: one.residual) {
          rest.append(UInt8(truncatingIfNeeded: left))
          left >>= 8
        }
      }
      return stream
    }
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

  /// How many bytes the rest of a wide residual takes.
  static func size(of residual: UInt64) -> Int {
    max(1, (71 - (residual - UInt64(wide)).leadingZeroBitCount) / 8)
  }
}
