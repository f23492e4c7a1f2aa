/// The compressed blocks of RFC 1951: matches of bytes from before, in Huffman codes made for each block.
package enum Deflate {
  /// A byte, or a match.
  package struct Token {
    /// The byte, or how many bytes.
    package var value: Int
    /// How far before; 0 is a byte as it is.
    package var distance = 0
  }

  package static func put(_ tokens: [Token], isLast: Bool, _ writer: inout Gzip.BitWriter) {
    var (symbolCounts, distanceCounts) = (
      [Int](repeating: 0, count: 286), [Int](repeating: 0, count: 30)
    )
    symbolCounts[endOfBlock] = 1
    for token in tokens {
      if token.distance == 0 {
        symbolCounts[token.value] += 1
      } else {
        symbolCounts[257 + lengths.index(of: token.value)] += 1
        distanceCounts[distances.index(of: token.distance)] += 1
      }
    }
    let symbols = HuffmanCode(symbolCounts, limit: 15)
    let places = HuffmanCode(distanceCounts, limit: 15)
    writer.put(isLast ? 1 : 0, bits: 1)
    writer.put(2, bits: 2)
    putCodes(symbols, places, &writer)
    for token in tokens {
      if token.distance == 0 {
        symbols.put(token.value, &writer)
      } else {
        lengths.put(token.value, from: 257, symbols, &writer)
        distances.put(token.distance, from: 0, places, &writer)
      }
    }
    symbols.put(endOfBlock, &writer)
  }

  private static let endOfBlock = 256

  // MARK: - The codes themselves

  /// The lengths of both codes, with repetitions as symbols, in a Huffman code of their own.
  private static func putCodes(
    _ symbols: HuffmanCode, _ places: HuffmanCode, _ writer: inout Gzip.BitWriter
  ) {
    let symbolCount = max(257, symbols.usedCount)
    let placeCount = max(1, places.usedCount)
    let all = symbols.lengths[..<symbolCount] + places.lengths[..<placeCount]
    let runs = runs(of: Array(all))
    var counts = [Int](repeating: 0, count: 19)
    for run in runs { counts[run.symbol] += 1 }
    let code = HuffmanCode(counts, limit: 7)
    let order = [16, 17, 18, 0, 8, 7, 9, 6, 10, 5, 11, 4, 12, 3, 13, 2, 14, 1, 15]
    let orderCount = max(4, 1 + (order.lastIndex { code.lengths[$0] > 0 } ?? 0))
    writer.put(symbolCount - 257, bits: 5)
    writer.put(placeCount - 1, bits: 5)
    writer.put(orderCount - 4, bits: 4)
    for index in order[..<orderCount] { writer.put(code.lengths[index], bits: 3) }
    for run in runs {
      code.put(run.symbol, &writer)
      writer.put(run.extra, bits: run.bits)
    }
  }

  private typealias Run = (symbol: Int, extra: Int, bits: Int)

  private static func runs(of lengths: [Int]) -> [Run] {
    var (runs, at): ([Run], Int) = ([], 0)
    while at < lengths.count {
      let length = lengths[at]
      let count = lengths[at...].prefix { $0 == length }.count
      var left = count
      if length > 0 {
        runs.append((length, 0, 0))
        left -= 1
      }
      while left > 0 {
        switch (length, left) {
        case (0, 11...):
          let taken = min(left, 138)
          runs.append((18, taken - 11, 7))
          left -= taken
        case (0, 3...):
          runs.append((17, left - 3, 3))
          left = 0
        case (_, 3...):
          let taken = min(left, 6)
          runs.append((16, taken - 3, 2))
          left -= taken
        default:
          runs.append((length, 0, 0))
          left -= 1
        }
      }
      at += count
    }
    return runs
  }

  // MARK: - Numbers as a symbol and further bits

  /// Ranges of numbers that have one symbol each.
  package struct Ranges {
    private var (firsts, bits): ([Int], [Int]) = ([], [])

    /// - Parameters:
    ///   - counts: how many ranges have 0, 1, 2 … further bits.
    package init(from first: Int, counts: [Int]) {
      var next = first
      for (bits, count) in counts.enumerated() {
        for _ in 0..<count {
          firsts.append(next)
          self.bits.append(bits)
          next += 1 << bits
        }
      }
    }

    /// The longest match has a symbol of its own.
    package static let lengths: Ranges = {
      var ranges = Ranges(from: 3, counts: [8, 4, 4, 4, 4, 4])
      ranges.firsts.append(longest)
      ranges.bits.append(0)
      return ranges
    }()
    package static let distances = Ranges(from: 1, counts: [4] + [Int](repeating: 2, count: 13))

    package func index(of value: Int) -> Int {
      var (low, high) = (0, firsts.count)
      while high - low > 1 {
        let middle = (low + high) / 2
        if firsts[middle] <= value { low = middle } else { high = middle }
      }
      return low
    }

    package func put(
      _ value: Int, from symbol: Int, _ code: HuffmanCode, _ writer: inout Gzip.BitWriter
    ) {
      let index = index(of: value)
      code.put(symbol + index, &writer)
      writer.put(value - firsts[index], bits: bits[index])
    }
  }

  private static let lengths = Ranges.lengths
  private static let distances = Ranges.distances
  package static let longest = 258
  package static let window = 1 << 15
}
