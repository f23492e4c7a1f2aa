/// Which of a field's streams a class token stands in.
///
/// Rows that cost alike lately have residuals of like lengths. Tokens that stand together share an entropy
/// table, which then fits them.
enum TokenContext {
  static var count: Int { 16 }

  /// The context of a row whose prediction is the candidate of this running cost: 0 where the last ones
  /// were hit, or nearly so, then one for every two bits of the residuals' mean length.
  @inline(__always)
  static func of(cost: UInt16) -> Int {
    min(Int(truncatingIfNeeded: (cost &+ 16) &>> 5), count &- 1)
  }
}

/// How many class tokens the streams of a field have.
struct TokenStreams {
  /// Fields with fewer tokens have one stream: the index of several would take more than they save.
  static var tokenCountMin: Int { 1024 }

  /// One for each context, or a single one for all of them.
  let counts: [Int]

  init(counts: [Int]) { self.counts = counts }

  /// - Returns: `nil` where what is read is none for `count` tokens.
  init?(_ reader: inout ByteReader, count: Int) {
    guard let used = reader.readVarint(), used >> UInt64(TokenContext.count) == 0 else {
      return nil
    }
    if used == 0 {
      counts = [count]
      return
    }
    var counts = [Int](repeating: 0, count: TokenContext.count)
    var left = count
    let last = 63 - used.leadingZeroBitCount
    for context in 0..<last where used >> UInt64(context) & 1 == 1 {
      guard let count = reader.readVarint().flatMap({ Int(exactly: $0) }), count <= left else {
        return nil
      }
      counts[context] = count
      left -= count
    }
    counts[last] = left
    self.counts = counts
  }

  /// A bit for each context that has tokens, and their counts but for the last; none for one stream.
  func write(to writer: inout ByteWriter) {
    guard counts.count > 1 else {
      writer.append(0 as UInt8)
      return
    }
    let used = counts.indices.filter { counts[$0] > 0 }
    writer.appendVarint(used.reduce(0) { $0 | 1 << UInt64($1) })
    for context in used.dropLast() { writer.appendVarint(UInt64(counts[context])) }
  }
}

/// What a coder has written of one field.
struct FieldStreams {
  /// Class tokens: a stream for each context, or one for all.
  var tokens: [[UInt8]]
  /// The bits below the leading ones.
  var bits: [UInt8]
}
