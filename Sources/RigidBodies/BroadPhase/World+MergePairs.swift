import Simulation

extension World {
  /// Makes the merged pairs the world's, and ends the contacts of those that are gone.
  @inline(never)
  func storeMergedPairs(_ team: WorkerTeam) {
    assert(team.count <= workers.scratchCount, "every worker has its scratch")
    pairTable.storeMerged(workers.scratch, workers: team.count)
    workers.forEachScratch(of: team) { scratch in
      var i = 0
      while i < scratch.goneContacts.count {
        endContact(Int(scratch.goneContacts.base[i]))
        i &+= 1
      }
    }
    if pairTable.fromContacts { linkPairs() }
    var i = 0
    while i < pairTable.unpairedContacts.count {
      linkPair(Int(pairTable.unpairedContacts.base[i]))
      i &+= 1
    }
    pairTable.unpairedContacts.removeAll()
  }

  /// After a restore: tells the pairs which contacts they have.
  private func linkPairs() {
    pairTable.fromContacts = false
    var slot = 0
    while slot < contactTable.rows.count {
      linkPair(slot)
      slot &+= 1
    }
  }

  private func linkPair(_ slot: Int) {
    if slot >= contactTable.rows.count || !contactTable.rows.base[slot].isUsed { return }
    if let pair = pairTable.pair(contactTable.rows.base[slot].key) {
      pair.pointee.contact = Int32(truncatingIfNeeded: slot)
      pair.pointee.slack = 0
    } else {
      endContact(slot)
    }
  }
}

/// Those that were not there before, each once.
@inline(__always)
private func appendFound(
  _ found: UnsafePointer<UInt64>, _ next: inout Int, _ end: Int, below key: UInt64,
  _ merged: inout Store<ShapePair>
) {
  assert(next <= end, "the part is not over")
  while next < end && found[next] < key {
    let new = found[next]
    merged.append(ShapePair(key: new))
    next &+= 1
    while next < end && found[next] == new { next &+= 1 }
  }
}

extension PairTable {
  /// Merges a worker's part of the found pairs with those of shapes that did not move.
  ///
  /// A pair with a contact stays even where the boxes no longer overlap: a contact ends when its
  /// shapes are collided, or may not touch any more, and never because of what a box happened to be.
  @inline(never)
  func merge(
    _ share: WorkShare, _ workers: UnsafeMutablePointer<WorkerScratch>, shapeCount: Int,
    _ proxies: ProxyMarks, _ filter: PairFilter, _ scratch: inout WorkerScratch
  ) {
    assert(PairTable.areSorted(active), "pairs are by key")
    let count = foundPairCount(workers, share.count)
    let part = partOfShapes(share, foundCount: count, shapeCount: shapeCount)
    let foundPart = foundPairs(of: part, foundCount: count, shapeCount: shapeCount)
    let pairs = active.base
    let found = found.base
    let end = firstPair(from: part.end)
    var i = firstPair(from: part.first)
    var next = foundPart.first
    scratch.goneContacts.removeAll()
    scratch.mergedPairs.removeAll()
    scratch.mergedPairs.reserve(end &- i &+ foundPart.end &- next)
    while i < end {
      let pair = pairs[i]
      i &+= 1
      appendFound(found, &next, foundPart.end, below: pair.key, &scratch.mergedPairs)
      if next < foundPart.end && found[next] == pair.key {
        scratch.mergedPairs.append(pair)
        next &+= 1
        while next < foundPart.end && found[next] == pair.key { next &+= 1 }
        continue
      }
      let a = Int(pair.key &>> 32)
      let b = Int(pair.key & 0xFFFF_FFFF)
      let isGone = !proxies.hasBox(a) || !proxies.hasBox(b)
      let isMoved = proxies.isAnyMoved(a, b)
      if !isGone && !isMoved {
        scratch.mergedPairs.append(pair)
      } else if pair.contact >= 0 {
        if !isGone && filter.shouldCollide(a, b) {
          scratch.mergedPairs.append(pair)
        } else {
          scratch.goneContacts.append(pair.contact)
        }
      }
    }
    appendFound(found, &next, foundPart.end, below: .max, &scratch.mergedPairs)
  }

  /// The first pair with this lower shape or a higher one.
  func firstPair(from shape: Int) -> Int {
    assert(shape >= 0, "slots count from zero")
    let key = UInt64(truncatingIfNeeded: shape) &<< 32
    return firstPlace(of: active.count) { active.base[$0].key < key }
  }

  /// Puts a worker's part of the merged pairs behind those of the workers before it. One worker's
  /// are the list as they are.
  func joinMerged(_ scratch: UnsafeMutablePointer<WorkerScratch>, _ share: WorkShare) {
    assert(share.worker < share.count, "the worker is one of the team")
    if share.count == 1 { return }
    var place = 0
    var worker = 0
    while worker < share.worker {
      place &+= (scratch + worker).pointee.mergedPairs.count
      worker &+= 1
    }
    let own = scratch + share.worker
    (next.base + place).update(
      from: own.pointee.mergedPairs.base, count: own.pointee.mergedPairs.count)
  }

  /// Makes the merged pairs the active ones.
  mutating func storeMerged(_ scratch: UnsafeMutablePointer<WorkerScratch>, workers: Int) {
    assert(workers > 0, "a worker merged")
    if workers == 1 {
      swap(&active, &scratch.pointee.mergedPairs)
      return
    }
    var count = 0
    var worker = 0
    while worker < workers {
      count &+= (scratch + worker).pointee.mergedPairs.count
      worker &+= 1
    }
    next.setCount(count)
    swap(&active, &next)
    assert(PairTable.areSorted(active), "pairs are by key, each once")
  }
}
