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
  #if !DEBUG && _endian(little)
    @inline(__always)
    func sum(_ rowSize: Int) -> StateDigest {
      sumOfVectors(
        base, first: first, count: count, rowSize: rowSize, stride: stride, tables: tables)
    }
    // Small sizes as constants: the compiler then unrolls the loops over a row, and keeps the keys of
    // its words in registers.
    switch rowSize {
    case 4: return sum(4)
    case 12: return sum(12)
    case 16: return sum(16)
    case 20: return sum(20)
    default: return sum(rowSize)
    }
  #else
    return sumOfRows(
      base, first: first, count: count, bytes: 0..<rowSize, stride: stride, tables: tables)
  #endif
}

/// The part of such a sum that some bytes of each row add: a row's hash is the sum of those of its
/// words.
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
      return sumOfVectors(
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
  /// Rows of any size, four words at a time; the last one or two words of two rows share a vector.
  ///
  /// - Parameter keyedSize: bytes of a row whose words have keys in the table.
  @inline(__always)
  private func sumOfVectors(
    _ base: UnsafeRawPointer, first: Int, count: Int, rowSize: Int, stride: Int,
    tables: RowKeys.Tables, keyedSize: Int = RowKeys.wordCount &* 4
  ) -> StateDigest {
    let words = UnsafeRawPointer(tables.words)
    let wholeSize = (rowSize < keyedSize ? rowSize : keyedSize) & ~15
    let restSize = rowSize &- wholeSize
    let endsInThree = restSize == 12 && rowSize <= keyedSize
    let endsInPair = (restSize == 4 || restSize == 8) && rowSize <= keyedSize
    var sum = RowSum()
    var rests = StateDigest()
    @inline(__always)
    func add(_ row: UnsafeRawPointer, _ key: UInt64) {
      let keys = unsafeBitCast(SIMD2(repeating: key), to: SIMD4<UInt32>.self)
      var offset = 0
      while offset < wholeSize {
        sum.add(
          pairs: row.loadUnaligned(fromByteOffset: offset, as: SIMD4<UInt32>.self)
            &+ words.loadUnaligned(fromByteOffset: offset, as: SIMD4<UInt32>.self) &+ keys)
        offset &+= 16
      }
      if endsInThree {
        let two = row.loadUnaligned(fromByteOffset: offset, as: UInt64.self)
        let third = UInt64(row.loadUnaligned(fromByteOffset: offset &+ 8, as: UInt32.self))
        sum.add(
          pairs: unsafeBitCast(SIMD2(two, third), to: SIMD4<UInt32>.self)
            &+ words.loadUnaligned(fromByteOffset: offset, as: SIMD4<UInt32>.self) &+ keys)
      }
    }
    @inline(__always)
    func pair(_ row: UnsafeRawPointer) -> UInt64 {
      restSize == 4
        ? UInt64(row.loadUnaligned(fromByteOffset: wholeSize, as: UInt32.self))
        : row.loadUnaligned(fromByteOffset: wholeSize, as: UInt64.self)
    }
    let lastKeys =
      endsInPair ? words.loadUnaligned(fromByteOffset: wholeSize, as: UInt64.self) : 0
    var pointer = base
    var row = first
    let end = first &+ count
    while endsInPair && row &+ 2 <= end {
      let other = pointer + stride
      add(pointer, tables.rows[row])
      add(other, tables.rows[row &+ 1])
      let keys = UnsafeRawPointer(tables.rows + row).loadUnaligned(as: SIMD4<UInt32>.self)
      sum.add(
        pairs: unsafeBitCast(SIMD2(pair(pointer), pair(other)), to: SIMD4<UInt32>.self)
          &+ unsafeBitCast(SIMD2(repeating: lastKeys), to: SIMD4<UInt32>.self) &+ keys)
      pointer = other + stride
      row &+= 2
    }
    while row < end {
      let key = tables.rows[row]
      add(pointer, key)
      if endsInPair {
        // This pair adds nothing to the sum.
        let nothing = UInt64(RowHash.oddFlip) &<< 32
        sum.add(
          pairs: unsafeBitCast(SIMD2(pair(pointer), nothing), to: SIMD4<UInt32>.self)
            &+ unsafeBitCast(SIMD2(lastKeys, 0), to: SIMD4<UInt32>.self)
            &+ unsafeBitCast(SIMD2(key, 0), to: SIMD4<UInt32>.self))
      } else if restSize > 0 && !endsInThree {
        addRow(
          pointer, from: wholeSize, rowSize: rowSize, key: UInt32(truncatingIfNeeded: key),
          to: &rests)
      }
      pointer += stride
      row &+= 1
    }
    rests += sum.digest
    return rests
  }
#endif
