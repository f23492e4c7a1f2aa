import DeterministicMath

/// The keys of rows, both turns of each, and of words: tables, since a key costs more than the hash
/// of a small row.
struct RowKeys: ~Copyable {
  /// What hashing reads; valid until the next ``reserve(_:)``.
  struct Tables {
    /// By row: the key below, turned above.
    var rows: UnsafePointer<UInt64>
    /// The keys of a row's first ``wordCount`` words.
    var words: UnsafePointer<UInt32>
  }

  /// Words behind these have no key in the table; rows are seldom as long.
  static let wordCount = 64

  private var base: UnsafeMutablePointer<UInt64>
  private let words: UnsafeMutablePointer<UInt32>
  /// Rows whose keys are there.
  private(set) var count = 0
  private var capacity = 64

  init() {
    base = .allocate(capacity: capacity)
    words = .allocate(capacity: RowKeys.wordCount)
    for word in 0..<RowKeys.wordCount {
      (words + word).initialize(to: RowHash.key(word: word))
    }
  }

  deinit {
    base.deallocate()
    words.deallocate()
  }

  var tables: Tables { Tables(rows: base, words: words) }

  mutating func reserve(_ wanted: Int) {
    if wanted <= count { return }
    if wanted > capacity {
      base.deallocate()
      capacity = wanted + wanted / 2
      base = .allocate(capacity: capacity)
      count = 0
    }
    while count < capacity {
      let key = RowHash.key(row: UInt32(truncatingIfNeeded: count))
      base[count] = UInt64(key) | UInt64(RowHash.turned(key)) &<< 32
      count &+= 1
    }
  }
}

/// The sum of the hashes of `count` rows that begin with row `first` of their table.
///
/// - Parameter tables: with the keys of all these rows.
func sumOfRows(
  _ base: UnsafeRawPointer, first: Int, count: Int, rowSize: Int, stride: Int,
  tables: RowKeys.Tables
) -> StateDigest {
  let keys = tables.rows
  #if !DEBUG && _endian(little)
    // The sizes of the tables that change in every step, as constants: their words' keys are, too.
    switch rowSize {
    case 4: return sumOfWords(base, first: first, count: count, stride: stride, keys: keys)
    case 12, 16:
      return sumOfQuads(
        base, first: first, count: count, stride: stride, keys: keys, isWhole: rowSize == 16)
    case 20:  // Joints' impulses.
      return sumOfFives(base, first: first, count: count, stride: stride, keys: keys)
    default:
      if rowSize > 20 {
        return sumOfWides(
          base, first: first, count: count, rowSize: rowSize, stride: stride, tables: tables)
      }
    }
  #endif
  var sum = StateDigest()
  var row = 0
  while row < count {
    let key = UInt32(truncatingIfNeeded: keys[first &+ row])
    addRow(base + row &* stride, rowSize: rowSize, key: key, to: &sum)
    row &+= 1
  }
  return sum
}

/// What some bytes of `count` rows add to their sum: a row's hash is the sum of those of its words.
///
/// - Parameter bytes: of each row; the first is a multiple of 8, and the end too unless it is the row's.
func sumOfRows(
  _ base: UnsafeRawPointer, first: Int, count: Int, bytes: Range<Int>, stride: Int,
  tables: RowKeys.Tables
) -> StateDigest {
  let (start, end) = (bytes.lowerBound, bytes.upperBound)
  #if !DEBUG && _endian(little)
    if start < end && end & 7 == 0 && end <= RowKeys.wordCount &* 4 {
      let there = RowKeys.Tables(rows: tables.rows, words: tables.words + start &>> 2)
      return sumOfWides(
        base + start, first: first, count: count, rowSize: end &- start, stride: stride,
        tables: there, keyedSize: end &- start)
    }
  #endif
  var sum = StateDigest()
  for row in 0..<count {
    let key = UInt32(truncatingIfNeeded: tables.rows[first &+ row])
    addRow(base + row &* stride, from: start, rowSize: end, key: key, to: &sum)
  }
  return sum
}

#if !DEBUG && _endian(little)
  /// Rows of one word.
  private func sumOfWords(
    _ base: UnsafeRawPointer, first: Int, count: Int, stride: Int, keys: UnsafePointer<UInt64>
  ) -> StateDigest {
    let word = SIMD2(RowHash.key(word: 0), RowHash.key(word: 1))
    let words = SIMD4(lowHalf: word, highHalf: word)
    let places = UnsafeRawPointer(keys + first)
    var sum = RowSum()
    var row = 0
    while row &+ 2 <= count {
      let pair = base + row &* stride
      let both = SIMD4<UInt32>(
        pair.loadUnaligned(as: UInt32.self), 0,
        pair.loadUnaligned(fromByteOffset: stride, as: UInt32.self), 0)
      let key = places.loadUnaligned(fromByteOffset: row &* 8, as: SIMD4<UInt32>.self)
      sum.add(pairs: both &+ key &+ words)
      row &+= 2
    }
    var digest = sum.digest
    if row < count {
      addRow(
        base + row &* stride, rowSize: 4, key: UInt32(truncatingIfNeeded: keys[first &+ row]),
        to: &digest)
    }
    return digest
  }

  /// Rows of four words, or of three.
  @inline(__always)
  private func sumOfQuads(
    _ base: UnsafeRawPointer, first: Int, count: Int, stride: Int, keys: UnsafePointer<UInt64>,
    isWhole: Bool
  ) -> StateDigest {
    let words = SIMD4(
      RowHash.key(word: 0), RowHash.key(word: 1), RowHash.key(word: 2), RowHash.key(word: 3))
    @inline(__always)
    func sum(_ load: (UnsafeRawPointer) -> SIMD4<UInt32>) -> StateDigest {
      var sum = RowSum()
      var pointer = base
      var row = first
      while row < first &+ count {
        let key = unsafeBitCast(SIMD2(repeating: keys[row]), to: SIMD4<UInt32>.self)
        sum.add(pairs: load(pointer) &+ key &+ words)
        pointer += stride
        row &+= 1
      }
      return sum.digest
    }
    if isWhole { return sum { $0.loadUnaligned(as: SIMD4<UInt32>.self) } }
    return sum {
      let two = $0.loadUnaligned(as: SIMD2<UInt32>.self)
      let third = $0.loadUnaligned(fromByteOffset: 8, as: UInt32.self)
      return SIMD4(lowHalf: two, highHalf: SIMD2(third, 0))
    }
  }

  /// Rows of five words, two at a time: their last words and the zeros behind them share a vector.
  private func sumOfFives(
    _ base: UnsafeRawPointer, first: Int, count: Int, stride: Int, keys: UnsafePointer<UInt64>
  ) -> StateDigest {
    let words = SIMD4(
      RowHash.key(word: 0), RowHash.key(word: 1), RowHash.key(word: 2), RowHash.key(word: 3))
    let last = SIMD2(RowHash.key(word: 4), RowHash.key(word: 5))
    let lasts = SIMD4(lowHalf: last, highHalf: last)
    let places = UnsafeRawPointer(keys + first)
    var sum = RowSum()
    var row = 0
    while row &+ 2 <= count {
      let one = base + row &* stride
      let other = one + stride
      let key = places.loadUnaligned(fromByteOffset: row &* 8, as: SIMD4<UInt32>.self)
      sum.add(
        pairs: one.loadUnaligned(as: SIMD4<UInt32>.self)
          &+ SIMD4(lowHalf: key.lowHalf, highHalf: key.lowHalf) &+ words)
      sum.add(
        pairs: other.loadUnaligned(as: SIMD4<UInt32>.self)
          &+ SIMD4(lowHalf: key.highHalf, highHalf: key.highHalf) &+ words)
      let ends = SIMD4<UInt32>(
        one.loadUnaligned(fromByteOffset: 16, as: UInt32.self), 0,
        other.loadUnaligned(fromByteOffset: 16, as: UInt32.self), 0)
      sum.add(pairs: ends &+ key &+ lasts)
      row &+= 2
    }
    var digest = sum.digest
    if row < count {
      addRow(
        base + row &* stride, rowSize: 20, key: UInt32(truncatingIfNeeded: keys[first &+ row]),
        to: &digest)
    }
    return digest
  }

  /// Rows of any size, four words at a time.
  ///
  /// - Parameter tableSize: bytes of a row whose words have keys in the table.
  private func sumOfWides(
    _ base: UnsafeRawPointer, first: Int, count: Int, rowSize: Int, stride: Int,
    tables: RowKeys.Tables, keyedSize tableSize: Int = RowKeys.wordCount &* 4
  ) -> StateDigest {
    let words = UnsafeRawPointer(tables.words)
    // Whole vectors whose words have keys in the table.
    let wholeSize = (rowSize < tableSize ? rowSize : tableSize) & ~15
    let endsInPair = rowSize &- wholeSize == 8 && rowSize <= tableSize
    let lastKeys = endsInPair ? pair(words + wholeSize) : SIMD4()
    var sum = RowSum()
    var rests = StateDigest()
    var pointer = base
    var row = first
    while row < first &+ count {
      let both = SIMD2(tables.rows[row], 0)
      let key = unsafeBitCast(SIMD2(repeating: both.x), to: SIMD4<UInt32>.self)
      var offset = 0
      while offset < wholeSize {
        sum.add(
          pairs: pointer.loadUnaligned(fromByteOffset: offset, as: SIMD4<UInt32>.self)
            &+ words.loadUnaligned(fromByteOffset: offset, as: SIMD4<UInt32>.self) &+ key)
        offset &+= 16
      }
      if endsInPair {
        sum.add(
          pairs: pair(pointer + offset) &+ lastKeys &+ unsafeBitCast(both, to: SIMD4<UInt32>.self))
      } else if offset < rowSize {
        addRow(pointer, from: offset, rowSize: rowSize, key: key[0], to: &rests)
      }
      pointer += stride
      row &+= 1
    }
    if endsInPair {
      // Each pair of zeros beside a last pair has added this product, and nothing else.
      rests.high &-= UInt64(count) &* (UInt64(RowHash.evenFlip) &* UInt64(RowHash.oddFlip))
    }
    rests += sum.digest
    return rests
  }

  /// Two words, and zeros.
  @inline(__always)
  private func pair(_ words: UnsafeRawPointer) -> SIMD4<UInt32> {
    let both = SIMD2(words.loadUnaligned(as: UInt64.self), 0)
    return unsafeBitCast(both, to: SIMD4<UInt32>.self)
  }
#endif
