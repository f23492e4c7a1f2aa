extension Deflate {
  /// Parses bytes into matches with what stood before, and bytes where there is none.
  package struct Tokens {
    private static let hashBits = 15
    /// How many places with the same hash are looked at.
    private static let depth = 128
    /// A match of this length is taken without a look at the next place.
    private static let enough = 128

    private let bytes: [UInt8]
    /// The last place with each hash of three bytes, and the one before each place.
    private var (heads, before): ([Int32], [Int32])
    private var at = 0
    /// Places before this one are in the chains.
    private var passed = 0
    /// The match at `at`.
    private var found: Token?

    package init(_ bytes: [UInt8]) {
      self.bytes = bytes
      heads = [Int32](repeating: -1, count: 1 << Tokens.hashBits)
      before = [Int32](repeating: -1, count: bytes.count)
      found = longest(at: 0)
    }

    package var isAtEnd: Bool { at == bytes.count }

    package mutating func next(upTo count: Int) -> [Token] {
      var tokens: [Token] = []
      tokens.reserveCapacity(count)
      while tokens.count < count, at < bytes.count {
        let match = found
        // A match is put off where a longer one begins at the next byte.
        let next = (match?.value ?? 0) < Tokens.enough ? longest(at: at + 1) : nil
        if let match, match.value >= next?.value ?? 0 {
          tokens.append(match)
          at += match.value
          found = longest(at: at)
        } else {
          tokens.append(Token(value: Int(bytes[at])))
          at += 1
          found = next
        }
      }
      return tokens
    }

    /// The longest match at a place; the nearest of equal ones.
    private mutating func longest(at place: Int) -> Token? {
      while passed < min(place, bytes.count - 2) {
        let key = hash(passed)
        before[passed] = heads[key]
        heads[key] = Int32(passed)
        passed += 1
      }
      guard place + 3 <= bytes.count else { return nil }
      var best = Token(value: 2)
      var (other, left) = (Int(heads[hash(place)]), Tokens.depth)
      let limit = min(bytes.count - place, Deflate.longest)
      while other >= 0, left > 0, place - other <= Deflate.window, best.value < limit {
        // Nearly all are told from a longer one by the byte that would make them longer.
        if bytes[other + best.value] == bytes[place + best.value] {
          var length = 0
          while length < limit, bytes[other + length] == bytes[place + length] { length += 1 }
          // Three bytes from far away take more bits than as they are.
          if length > best.value, length > 3 || place - other <= 1 << 12 {
            best = Token(value: length, distance: place - other)
          }
        }
        (other, left) = (Int(before[other]), left - 1)
      }
      return best.distance > 0 ? best : nil
    }

    private func hash(_ place: Int) -> Int {
      let three =
        UInt32(bytes[place]) | UInt32(bytes[place + 1]) << 8 | UInt32(bytes[place + 2]) << 16
      return Int((three &* 0x9E37_79B1) >> UInt32(32 - Tokens.hashBits))
    }
  }
}
