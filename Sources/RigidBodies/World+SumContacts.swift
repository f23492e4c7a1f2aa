import DeterministicMath

/// The hashes of a contact's row, but for the impulses, and of its manifold.
struct ContactHashes: BitwiseCopyable {
  var row = StateDigest()
  var manifold = StateDigest()
}

/// The contacts' part of the digest: a step remakes some here and there, and so the hash of each is kept
/// and only those are hashed again that were marked.
extension World {
  /// The contact's row or manifold changed, or its slot came or went.
  @inline(__always)
  func markContactHash(_ slot: Int) {
    if contactHashMarks.base[slot] != 0 { return }
    contactHashMarks.base[slot] = 1
    markedContacts.append(Int32(truncatingIfNeeded: slot))
  }

  /// Nothing is known of any contact.
  func markAllContactHashes() {
    contactHashSum = ContactHashes()
    contactHashes.removeAll()
    contactHashMarks.removeAll()
    contactHashMarks.setCount(contactRows.count, filling: 1)
    markedContacts.removeAll()
    for slot in 0..<contactRows.count {
      markedContacts.append(Int32(truncatingIfNeeded: slot))
    }
  }

  /// The sums of the hashes of all contacts' rows, and of all manifolds.
  ///
  /// - Complexity: O(contacts changed since they were last asked for).
  func sumOfContacts() -> ContactHashes {
    let count = contactRows.count
    if contactHashes.count < contactHashMarks.count {
      contactHashes.setCount(contactHashMarks.count, filling: ContactHashes())
    }
    // In order is faster than here and there.
    if markedContacts.count > count / 8 {
      hashAllContacts()
    } else {
      hashMarkedContacts()
    }
    markedContacts.removeAll()
    return contactHashSum
  }

  private func hashMarkedContacts() {
    let count = contactRows.count
    var sum = contactHashSum
    var i = 0
    while i < markedContacts.count {
      let slot = Int(markedContacts.base[i])
      i &+= 1
      contactHashMarks.base[slot] = 0
      let old = contactHashes.base[slot]
      sum.row -= old.row
      sum.manifold -= old.manifold
      let new = slot < count ? hashesOfContact(slot) : ContactHashes()
      sum.row += new.row
      sum.manifold += new.manifold
      contactHashes.base[slot] = new
    }
    contactHashSum = sum
  }

  private func hashAllContacts() {
    var i = 0
    while i < markedContacts.count {
      let slot = Int(markedContacts.base[i])
      contactHashMarks.base[slot] = 0
      contactHashes.base[slot] = ContactHashes()
      i &+= 1
    }
    var sum = ContactHashes()
    var slot = 0
    while slot < contactRows.count {
      let new = hashesOfContact(slot)
      sum.row += new.row
      sum.manifold += new.manifold
      contactHashes.base[slot] = new
      slot &+= 1
    }
    contactHashSum = sum
  }

  @inline(__always)
  private func hashesOfContact(_ slot: Int) -> ContactHashes {
    let key = RowHash.key(row: UInt32(truncatingIfNeeded: slot))
    return ContactHashes(
      row: RowHash.ofRow(words: 4, UnsafeRawPointer(contactRows.base + slot), key: key),
      manifold: RowHash.ofRow(
        words: 14, UnsafeRawPointer(contactManifolds.base + slot), key: key))
  }
}

extension RowHash {
  /// The hash of a row of an even number of words.
  @inline(__always)
  fileprivate static func ofRow(
    words count: Int, _ row: UnsafeRawPointer, key: UInt32
  ) -> StateDigest {
    let turned = RowHash.turned(key)
    var word = 0
    #if DEBUG
      var sum = StateDigest()
    #else
      let keys = SIMD4(key, turned, key, turned)
      var quads = RowSum()
      while word &+ 4 <= count {
        let places = SIMD4(
          RowHash.key(word: word), RowHash.key(word: word &+ 1), RowHash.key(word: word &+ 2),
          RowHash.key(word: word &+ 3))
        quads.add(
          pairs: row.loadUnaligned(fromByteOffset: word &* 4, as: SIMD4<UInt32>.self)
            &+ (keys &+ places))
        word &+= 4
      }
      var sum = quads.digest
    #endif
    while word < count {
      let pair = row.loadUnaligned(fromByteOffset: word &* 4, as: UInt64.self)
      RowHash.add(
        UInt32(truncatingIfNeeded: pair) &+ RowHash.key(word: word) &+ key,
        UInt32(truncatingIfNeeded: pair &>> 32) &+ RowHash.key(word: word &+ 1) &+ turned,
        to: &sum)
      word &+= 2
    }
    return sum
  }
}
