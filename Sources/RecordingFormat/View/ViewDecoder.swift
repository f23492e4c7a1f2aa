import Simulation

/// Undoes ``ViewEncoder``.
///
/// A block is, in this order (`v`: a varint):
/// - per sample a byte: 0 when it was left out, 1 when it has the rows of the sample before (none
///   before the first), 2 when others, and then a v of rows for each table of poses;
/// - tokens: per table and column one byte for each row of each sample, row after row;
/// - the rest of wide residuals, in the order of their tokens.
///
/// A token below 248 is a residual; 248 + n says that n + 1 bytes hold the residual less 248, in no
/// more bytes than it takes.
package struct ViewDecoder {
  private let layout: ViewLayout

  package init(_ layout: ViewLayout) { self.layout = layout }

  /// The poses of each sample, `nil` for those left out; or nothing, when the bytes are not exactly one
  /// block of so many samples, or too large.
  package func decode(_ bytes: [UInt8], sampleCount: Int) -> [StateImage?]? {
    var reader = ByteReader(bytes)
    guard let (samples, tokens) = streams(&reader, sampleCount: sampleCount) else { return nil }
    let there = samples.compactMap { $0 }
    var columns: [[Int64]] = []
    var next = 0
    for (table, kept) in layout.tables.enumerated() {
      let rows = there.map { Int($0[table]) }
      for column in kept.columns {
        guard let values = decode(bytes, tokens[next], rows, column.number, &reader) else {
          return nil
        }
        columns.append(values)
        next += 1
      }
    }
    guard reader.isAtEnd else { return nil }
    return images(samples, columns)
  }

  /// The rows of each sample, and where the tokens of each column lie; `reader` then stands at what is
  /// left of wide residuals.
  func streams(
    _ reader: inout ByteReader, sampleCount: Int
  ) -> (samples: [[Int32]?], tokens: [Range<Int>])? {
    guard sampleCount <= reader.remaining,
      let samples = readRowCounts(&reader, sampleCount: sampleCount)
    else { return nil }
    var tokens: [Range<Int>] = []
    for (table, kept) in layout.tables.enumerated() {
      // No sum overflows: the bytes that the rows take were bounded.
      let count = samples.reduce(0) { $0 + Int($1?[table] ?? 0) }
      for _ in kept.columns {
        guard let range = reader.readRange(count) else { return nil }
        tokens.append(range)
      }
    }
    return (samples, tokens)
  }

  /// The rows of each sample, by table; `nil` in the place of one that was left out.
  private func readRowCounts(
    _ reader: inout ByteReader, sampleCount: Int
  ) -> [[Int32]?]? {
    var samples: [[Int32]?] = []
    samples.reserveCapacity(sampleCount)
    var counts = [Int32](repeating: 0, count: layout.tables.count)
    var rowSize = 0
    var size = 0
    for _ in 0..<sampleCount {
      switch reader.readUInt8() {
      case 0:
        samples.append(nil)
        continue
      case 1: break
      case 2:
        var others: [Int32] = []
        for _ in counts {
          guard let value = reader.readVarint(), let count = Int32(exactly: value) else {
            return nil
          }
          others.append(count)
        }
        guard others != counts, let bytes = layout.schema.imageSize(rowCounts: others, .everyStep)
        else { return nil }
        (counts, rowSize) = (others, bytes)
      default: return nil
      }
      let (sum, overflow) = size.addingReportingOverflow(rowSize)
      guard !overflow, sum <= ImageCodec.sizeMax else { return nil }
      size = sum
      samples.append(counts)
    }
    return samples
  }

  /// The numbers of a column, sample after sample.
  private func decode(
    _ bytes: [UInt8], _ tokens: Range<Int>, _ rows: [Int], _ number: ViewNumber,
    _ wide: inout ByteReader
  ) -> [Int64]? {
    var values = [Int64](repeating: 0, count: tokens.count)
    var token = tokens.lowerBound
    var first: Int64 = 0
    var order = ViewOrder(rows)
    while let places = order.next() {
      var past = ViewPast(first: first)
      for place in places {
        var residual = UInt64(bytes[token])
        token += 1
        if residual >= UInt64(ViewToken.wide) {
          guard let rest = readWide(Int(residual) - Int(ViewToken.wide) + 1, &wide) else {
            return nil
          }
          residual = rest
        }
        guard let value = past.decode(residual, number) else { return nil }
        values[place] = value
      }
      first = values[places[0]]
    }
    return values
  }

  /// A residual that stands in so many bytes, and not in fewer.
  private func readWide(_ size: Int, _ reader: inout ByteReader) -> UInt64? {
    var rest: UInt64 = 0
    for index in 0..<size {
      guard let byte = reader.readUInt8() else { return nil }
      if index > 0, index == size - 1, byte == 0 { return nil }
      rest |= UInt64(byte) << UInt64(8 * index)
    }
    let (residual, overflow) = rest.addingReportingOverflow(UInt64(ViewToken.wide))
    return overflow ? nil : residual
  }

  private func images(_ samples: [[Int32]?], _ columns: [[Int64]]) -> [StateImage?] {
    var starts = [Int](repeating: 0, count: layout.tables.count)
    return samples.map { counts in
      guard let counts else { return nil }
      var writer = ByteWriter()
      var first = 0
      for (table, kept) in layout.tables.enumerated() {
        let fields = layout.schema.tables[table].groups[0].fields
        for row in 0..<Int(counts[table]) {
          var field = 0
          for (index, column) in kept.columns.enumerated() {
            let value = columns[first + index][starts[table] + row]
            switch column {
            case .key:
              writer.append(bits: UInt64(bitPattern: value), as: fields[field].type)
            case .position:
              writer.append(ViewCodec.position(units: value), as: fields[field].type)
            case .angle:
              let (cosine, sine) = ViewCodec.direction(value)
              writer.append(cosine, as: fields[field].type)
              field += 1
              writer.append(sine, as: fields[field].type)
            }
            field += 1
          }
        }
        starts[table] += Int(counts[table])
        first += kept.columns.count
      }
      return StateImage(rowCounts: counts, bytes: writer.bytes)
    }
  }
}
