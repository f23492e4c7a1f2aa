import DeterministicMath

/// The contacts' part of the digest: the sums of the hashes of their rows, but for the impulses,
/// and of their manifolds.
extension World {
  /// - Complexity: O(rows changed since they were last asked for) while those are few.
  func sumOfContactRows() -> StateDigest {
    changeLog.rowHashes.total(
      count: contactTable.rows.count, hashOfRow: hashOfContactRow, sumOfAll: sumOfAllContactRows)
  }

  /// - Complexity: O(manifolds changed since they were last asked for) while those are few.
  func sumOfContactManifolds() -> StateDigest {
    changeLog.manifoldHashes.total(
      count: contactTable.manifolds.count, hashOfRow: hashOfManifold, sumOfAll: sumOfAllManifolds)
  }

  @inline(__always)
  private func hashOfContactRow(_ slot: Int) -> StateDigest {
    RowHash.ofRow(
      ContactRow.Head.self, address(of: &contactTable.rows.base[slot].shapeA), row: slot)
  }

  @inline(__always)
  private func hashOfManifold(_ slot: Int) -> StateDigest {
    RowHash.ofRow(
      ContactManifold.self, UnsafeRawPointer(contactTable.manifolds.base + slot), row: slot)
  }

  private func sumOfAllContactRows() -> StateDigest {
    var sum = StateDigest()
    var slot = 0
    #if !DEBUG
      var quads = RowSum()
      while slot < contactTable.rows.count {
        let keys = RowHash.keys(row: slot)
        quads.add(
          pairs: RowHash.words(
            address(of: &contactTable.rows.base[slot].shapeA), 0,
            SIMD4(lowHalf: keys, highHalf: keys)))
        slot &+= 1
      }
      sum = quads.digest
    #endif
    while slot < contactTable.rows.count {
      sum += hashOfContactRow(slot)
      slot &+= 1
    }
    return sum
  }

  private func sumOfAllManifolds() -> StateDigest {
    var sum = StateDigest()
    var slot = 0
    #if !DEBUG
      var quads = RowSum()
      let words = MemoryLayout<ContactManifold>.size / 4
      // Two at a time, so that the last pairs of words fill a register as well.
      while slot &+ 2 <= contactTable.manifolds.count {
        let first = UnsafeRawPointer(contactTable.manifolds.base + slot)
        let second = first + MemoryLayout<ContactManifold>.stride
        let keys0 = RowHash.keys(row: slot)
        let keys1 = RowHash.keys(row: slot &+ 1)
        // Not a loop, which would work out the words' keys again and again.
        @inline(__always)
        func add(_ row: UnsafeRawPointer, _ keys: SIMD4<UInt32>) {
          if words >= 4 { quads.add(pairs: RowHash.words(row, 0, keys)) }
          if words >= 8 { quads.add(pairs: RowHash.words(row, 4, keys)) }
          if words >= 12 { quads.add(pairs: RowHash.words(row, 8, keys)) }
          if words >= 16 { quads.add(pairs: RowHash.words(row, 12, keys)) }
          if words >= 20 { preconditionFailure("four words more than there are lines") }
        }
        add(first, SIMD4(lowHalf: keys0, highHalf: keys0))
        add(second, SIMD4(lowHalf: keys1, highHalf: keys1))
        let last = words & ~3
        if words > last {
          let pairs = SIMD4(
            lowHalf: first.loadUnaligned(fromByteOffset: last &* 4, as: SIMD2<UInt32>.self),
            highHalf: second.loadUnaligned(fromByteOffset: last &* 4, as: SIMD2<UInt32>.self))
          let places = SIMD2(RowHash.key(word: last), RowHash.key(word: last &+ 1))
          quads.add(
            pairs: pairs &+ SIMD4(lowHalf: keys0 &+ places, highHalf: keys1 &+ places))
        }
        slot &+= 2
      }
      sum = quads.digest
    #endif
    while slot < contactTable.manifolds.count {
      sum += hashOfManifold(slot)
      slot &+= 1
    }
    return sum
  }
}

extension RowHash {
  /// The key of a row, and the same turned.
  @inline(__always)
  fileprivate static func keys(row: Int) -> SIMD2<UInt32> {
    let key = key(row: UInt32(truncatingIfNeeded: row))
    return SIMD2(key, turned(key))
  }

  /// Four words of a row, from `word` on, with their keys added.
  @inline(__always)
  fileprivate static func words(
    _ row: UnsafeRawPointer, _ word: Int, _ keys: SIMD4<UInt32>
  ) -> SIMD4<UInt32> {
    let places = SIMD4(
      RowHash.key(word: word), RowHash.key(word: word &+ 1), RowHash.key(word: word &+ 2),
      RowHash.key(word: word &+ 3))
    return row.loadUnaligned(fromByteOffset: word &* 4, as: SIMD4<UInt32>.self) &+ (keys &+ places)
  }

  /// The hash of a row of an even number of words: as many as `type` has.
  @inline(__always)
  static func ofRow<Row: BitwiseCopyable>(
    _ type: Row.Type, _ base: UnsafeRawPointer, row: Int
  ) -> StateDigest {
    let count = MemoryLayout<Row>.size / 4
    let pair = keys(row: row)
    var word = 0
    #if DEBUG
      var sum = StateDigest()
    #else
      let keys = SIMD4(lowHalf: pair, highHalf: pair)
      var quads = RowSum()
      while word &+ 4 <= count {
        quads.add(pairs: words(base, word, keys))
        word &+= 4
      }
      var sum = quads.digest
    #endif
    while word < count {
      let words = base.loadUnaligned(fromByteOffset: word &* 4, as: UInt64.self)
      RowHash.add(
        UInt32(truncatingIfNeeded: words) &+ RowHash.key(word: word) &+ pair.x,
        UInt32(truncatingIfNeeded: words &>> 32) &+ RowHash.key(word: word &+ 1) &+ pair.y,
        to: &sum)
      word &+= 2
    }
    return sum
  }
}
