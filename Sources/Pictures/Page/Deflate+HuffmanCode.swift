extension Deflate {
  /// A prefix code: frequent symbols in few bits.
  package struct HuffmanCode {
    /// In bits, by symbol; 0 where a symbol does not occur.
    package private(set) var lengths: [Int]
    /// By symbol, the bit to be written first lowest.
    private var codes: [Int]

    /// - Parameters:
    ///   - counts: how often each symbol occurs.
    ///   - limit: of a code's length in bits.
    package init(_ counts: [Int], limit: Int) {
      var counts = counts
      // A reader wants a code of at least two symbols.
      for symbol in counts.indices where counts.count(where: { $0 > 0 }) < 2 && counts[symbol] == 0
      {
        counts[symbol] = 1
      }
      lengths = HuffmanCode.lengths(counts)
      // Codes are too long only where counts differ by thousands; nearer ones cost next to nothing.
      while lengths.contains(where: { $0 > limit }) {
        for symbol in counts.indices where counts[symbol] > 0 {
          counts[symbol] = counts[symbol] / 2 + 1
        }
        lengths = HuffmanCode.lengths(counts)
      }
      codes = HuffmanCode.codes(lengths, limit)
    }

    /// One more than the last symbol that occurs.
    package var usedCount: Int { 1 + (lengths.lastIndex { $0 > 0 } ?? -1) }

    package func put(_ symbol: Int, _ writer: inout Gzip.BitWriter) {
      writer.put(codes[symbol], bits: lengths[symbol])
    }

    /// Huffman's: joins the two rarest trees until there is one. Joined trees come in rising order, so
    /// that two queues have the rarest in front.
    private static func lengths(_ counts: [Int]) -> [Int] {
      let leaves = counts.indices.filter { counts[$0] > 0 }.sorted {
        (counts[$0], $0) < (counts[$1], $1)
      }
      var nodes = leaves.map { (weight: counts[$0], parent: -1) }
      var (leaf, joined) = (0, leaves.count)
      func rarest() -> Int {
        if leaf < leaves.count, joined >= nodes.count || nodes[leaf].weight <= nodes[joined].weight
        {
          leaf += 1
          return leaf - 1
        }
        joined += 1
        return joined - 1
      }
      while nodes.count < 2 * leaves.count - 1 {
        let pair = (rarest(), rarest())
        (nodes[pair.0].parent, nodes[pair.1].parent) = (nodes.count, nodes.count)
        nodes.append((nodes[pair.0].weight + nodes[pair.1].weight, -1))
      }
      var lengths = [Int](repeating: 0, count: counts.count)
      for (index, symbol) in leaves.enumerated() {
        var at = index
        while nodes[at].parent >= 0 {
          (at, lengths[symbol]) = (nodes[at].parent, lengths[symbol] + 1)
        }
      }
      return lengths
    }

    /// Codes of one length follow each other in the order of their symbols.
    private static func codes(_ lengths: [Int], _ limit: Int) -> [Int] {
      var (codes, next) = ([Int](repeating: 0, count: lengths.count), 0)
      for length in 1...limit {
        for symbol in lengths.indices where lengths[symbol] == length {
          var (reversed, rest) = (0, next)
          for _ in 0..<length { (reversed, rest) = (reversed << 1 | rest & 1, rest >> 1) }
          codes[symbol] = reversed
          next += 1
        }
        next <<= 1
      }
      return codes
    }
  }
}
