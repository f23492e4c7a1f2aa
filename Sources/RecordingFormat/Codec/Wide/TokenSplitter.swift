/// Splits the class tokens of a field into the streams of their contexts.
struct TokenSplitter {
  /// Each token, and above it its context.
  private let tokens: UnsafePointer<UInt16>
  private let count: Int
  /// Tokens of a part, a multiple of four; the last part has the rest as well.
  private let partSize: Int

  /// Where a stream goes on depends on the token before. Of several parts none waits for another.
  private static var partCount: Int { 4 }

  /// - Parameter tokens: each, and above it its context.
  init(_ tokens: UnsafePointer<UInt16>, count: Int) {
    self.tokens = tokens
    self.count = count
    partSize = count / TokenSplitter.partCount & ~3
  }

  /// Bytes that ``split(_:)`` needs: all tokens of a part may be of one context. Most of it is not touched.
  static func roomSize(_ count: Int) -> Int { partCount * TokenContext.count * stride(count) }

  private static func stride(_ count: Int) -> Int { count / partCount + 4 * partCount }

  /// The streams of the contexts, or one for all where there are few tokens.
  func split(_ room: UnsafeMutablePointer<UInt8>) -> [[UInt8]] {
    if count < TokenStreams.tokenCountMin {
      return [(0..<count).map { UInt8(truncatingIfNeeded: tokens[$0]) }]
    }
    let stride = TokenSplitter.stride(count)
    let size = TokenSplitter.partCount * TokenContext.count
    return withUnsafeTemporaryAllocation(of: Int.self, capacity: size) { numbers in
      guard let ends = numbers.baseAddress else { return [] }
      // The parts of a stream lie one behind the other.
      for part in 0..<TokenSplitter.partCount {
        for context in 0..<TokenContext.count {
          ends[part * TokenContext.count + context] =
            (context * TokenSplitter.partCount + part) * stride
        }
      }
      scatter(ends, room)
      return (0..<TokenContext.count).map { context in
        let parts = (0..<TokenSplitter.partCount).map { part in
          let start = (context * TokenSplitter.partCount + part) * stride
          return UnsafeBufferPointer(
            start: room + start, count: ends[part * TokenContext.count + context] - start)
        }
        var stream: [UInt8] = []
        stream.reserveCapacity(parts.reduce(0) { $0 + $1.count })
        for part in parts { stream.append(contentsOf: part) }
        return stream
      }
    }
  }

  /// - Parameter ends: where the next token of each context goes, part by part.
  private func scatter(_ ends: UnsafeMutablePointer<Int>, _ room: UnsafeMutablePointer<UInt8>) {
    @inline(__always)
    func move(_ pair: UInt64, _ ends: UnsafeMutablePointer<Int>) {
      let context = Int(truncatingIfNeeded: pair &>> 8 & 0xFF)
      let end = ends[context]
      room[end] = UInt8(truncatingIfNeeded: pair)
      ends[context] = end &+ 1
    }
    @inline(__always)
    func move4(_ index: Int, _ part: Int) {
      let four = word(part &* partSize &+ index)
      let ends = ends + part &* TokenContext.count
      move(four, ends)
      move(four &>> 16, ends)
      move(four &>> 32, ends)
      move(four &>> 48, ends)
    }
    var index = 0
    while index < partSize {
      move4(index, 0)
      move4(index, 1)
      move4(index, 2)
      move4(index, 3)
      index &+= 4
    }
    let last = TokenSplitter.partCount - 1
    for index in TokenSplitter.partCount * partSize..<count {
      move(UInt64(tokens[index]), ends + last * TokenContext.count)
    }
  }

  /// Four tokens and their contexts, the first the lowest.
  @inline(__always)
  private func word(_ index: Int) -> UInt64 {
    #if _endian(little)
      UnsafeRawPointer(tokens + index).loadUnaligned(as: UInt64.self)
    #else
      (0..<4).reduce(0) { $0 | UInt64(tokens[index + $1]) << UInt64(16 * $1) }
    #endif
  }
}
