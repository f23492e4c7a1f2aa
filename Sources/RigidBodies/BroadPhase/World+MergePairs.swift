import Simulation

extension World {
  /// Merges a worker's part of the found pairs with those of shapes that did not move.
  ///
  /// A pair with a contact stays even where the boxes no longer overlap: a contact ends when its
  /// shapes are collided, or may not touch any more, and never because of what a box happened to be.
  @inline(never)
  func mergePairs(_ share: WorkShare, _ scratch: inout WorkerScratch) {
    let part = partOfShapes(share)
    let foundPart = foundPairs(of: part, share)
    let found = foundPairs.base
    let end = pair(from: part.end)
    var i = pair(from: part.first)
    var next = foundPart.first
    scratch.goneContacts.removeAll()
    scratch.mergedPairs.removeAll()
    scratch.mergedPairs.reserve(end &- i &+ foundPart.end &- next)
    while i < end {
      let pair = pairs.base[i]
      i &+= 1
      appendFound(&next, foundPart.end, below: pair.key, &scratch.mergedPairs)
      if next < foundPart.end && found[next] == pair.key {
        scratch.mergedPairs.append(pair)
        next &+= 1
        while next < foundPart.end && found[next] == pair.key { next &+= 1 }
        continue
      }
      let a = Int(pair.key &>> 32)
      let b = Int(pair.key & 0xFFFF_FFFF)
      let isGone = proxies.base[a] < 0 || proxies.base[b] < 0
      let isMoved = (proxyFlags.base[a] | proxyFlags.base[b]) & ProxyFlag.moved != 0
      if !isGone && !isMoved {
        scratch.mergedPairs.append(pair)
      } else if pair.contact >= 0 {
        if !isGone && shouldCollide(a, b) {
          scratch.mergedPairs.append(pair)
        } else {
          scratch.goneContacts.append(pair.contact)
        }
      }
    }
    appendFound(&next, foundPart.end, below: .max, &scratch.mergedPairs)
  }

  /// Those that were not there before, each once.
  @inline(__always)
  private func appendFound(
    _ next: inout Int, _ end: Int, below key: UInt64, _ merged: inout Store<ShapePair>
  ) {
    let found = foundPairs.base
    while next < end && found[next] < key {
      let new = found[next]
      merged.append(ShapePair(key: new))
      next &+= 1
      while next < end && found[next] == new { next &+= 1 }
    }
  }

  /// The first pair with this lower shape or a higher one.
  private func pair(from shape: Int) -> Int {
    let key = UInt64(truncatingIfNeeded: shape) &<< 32
    return firstPlace(of: pairs.count) { pairs.base[$0].key < key }
  }

  /// Puts a worker's part of the merged pairs behind those of the workers before it. One worker's are
  /// the list as they are.
  func joinMergedPairs(_ share: WorkShare) {
    if share.count == 1 { return }
    var place = 0
    var worker = 0
    while worker < share.worker {
      place &+= (workers.scratch + worker).pointee.mergedPairs.count
      worker &+= 1
    }
    let own = workers.scratch + share.worker
    (nextPairs.base + place).update(
      from: own.pointee.mergedPairs.base, count: own.pointee.mergedPairs.count)
  }

  /// Makes the merged pairs the world's, and ends the contacts of those that are gone.
  @inline(never)
  func takeUpMergedPairs(_ team: WorkerTeam) {
    if team.count == 1 {
      swap(&pairs, &workers.scratch.pointee.mergedPairs)
    } else {
      var count = 0
      workers.forEachScratch(of: team) { count &+= $0.mergedPairs.count }
      nextPairs.setCount(count)
      swap(&pairs, &nextPairs)
    }
    workers.forEachScratch(of: team) { scratch in
      var i = 0
      while i < scratch.goneContacts.count {
        endContact(Int(scratch.goneContacts.base[i]))
        i &+= 1
      }
    }
    if pairsFromContacts { linkPairs() }
    var i = 0
    while i < unpairedContacts.count {
      linkPair(Int(unpairedContacts.base[i]))
      i &+= 1
    }
    unpairedContacts.removeAll()
  }

  /// After a restore: tells the pairs which contacts they have.
  private func linkPairs() {
    pairsFromContacts = false
    var slot = 0
    while slot < contactTable.rows.count {
      linkPair(slot)
      slot &+= 1
    }
  }

  private func linkPair(_ slot: Int) {
    if slot >= contactTable.rows.count || !contactTable.rows.base[slot].isUsed { return }
    if let pair = knownPair(contactTable.rows.base[slot].key) {
      pair.pointee.contact = Int32(truncatingIfNeeded: slot)
      pair.pointee.slack = 0
    } else {
      endContact(slot)
    }
  }
}
