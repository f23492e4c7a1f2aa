import DeterministicMath

/// The contacts' part of the digest: the sums of the hashes of their rows, but for the impulses,
/// and of their manifolds.
extension World {
  /// - Complexity: O(1) where they were asked for after the step before, else O(contacts).
  func sumOfContactRows() -> StateDigest {
    changeLog.contactSums.askForRows(sumOfAllContactRows)
  }

  /// - Complexity: as ``sumOfContactRows()`` while few manifolds change, else O(contacts).
  func sumOfContactManifolds() -> StateDigest {
    changeLog.contactSums.askForManifolds(sumOfAllManifolds)
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
      sum += ContactSumChange.hash(contactTable.rows.base + slot, slot)
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
      sum += ContactSumChange.hash(contactTable.manifolds.base + slot, slot)
      slot &+= 1
    }
    return sum
  }
}
