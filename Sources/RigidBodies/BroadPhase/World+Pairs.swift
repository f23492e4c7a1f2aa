import DeterministicMath
import Simulation

extension World {
  /// Replaces the pairs of all moved shapes by what the trees and the grid say now.
  ///
  /// - Complexity: O(pairs of awake bodies + moved · log shapes).
  func updatePairs(_ team: WorkerTeam) {
    pairTable.takeUpWoken(shapeBodies)
    if movedShapes.count == 0 && !pairTable.holdRemoved && !pairTable.fromContacts
      && pairTable.unpairedContacts.count == 0
    {
      return
    }
    pairTable.holdRemoved = false
    if pairTable.restingHoldRemoved { pairTable.takeUpAllResting(bodyCount: bodies.count) }
    chooseGridCell()
    if movedShapes.count > 0 { buildGrid(team) }
    pairTable.known.removeAll()
    if pairTable.fromContacts { addPairsOfContacts() }
    addUnpairedContacts()
    let team = sharesPairs(team) ? team : workers.alone
    let sweepsGrid = sweepsGrid
    workers.share(among: team) { share in
      let own = workers.scratch + share.worker
      share.beginForAll()
      findPairs(share, sweepsGrid: sweepsGrid, &own.pointee)
      share.beginForAll()
      sortFoundPairs(&share)
      mergePairs(share, &own.pointee)
      share.beginForAll()
      pairTable.joinMerged(workers.scratch, share)
      clearMoved(share.part(movedShapes.count))
    }
    takeUpMergedPairs(team)
    pairTable.candidatesAreStale = true
  }

  /// Whether there are enough of them.
  private func sharesPairs(_ team: WorkerTeam) -> Bool {
    movedShapes.count / 8 &+ pairTable.active.count / 64 >= team.count &* team.leastPart
  }

  @inline(never)
  private func clearMoved(_ range: BlockRange) {
    let flags = proxyFlags.base
    var i = range.first
    while i < range.end {
      flags[Int(movedShapes.base[i])] &= ~ProxyFlag.moved
      i &+= 1
    }
  }

  private func addUnpairedContacts() {
    var i = 0
    while i < pairTable.unpairedContacts.count {
      let slot = Int(pairTable.unpairedContacts.base[i])
      i &+= 1
      // It may have been removed since.
      if slot >= contactTable.rows.count { continue }
      let row = contactTable.rows.base[slot]
      if row.isUsed && shouldCollide(Int(row.shapeA), Int(row.shapeB)) {
        pairTable.known.append(row.key)
      }
    }
  }

  /// After a restore: a sleeping contact keeps its pair even where the new boxes do not overlap.
  private func addPairsOfContacts() {
    var i = 0
    while i < contactTable.rows.count {
      let row = contactTable.rows.base[i]
      i &+= 1
      if row.isUsed && shouldCollide(Int(row.shapeA), Int(row.shapeB)) {
        pairTable.known.append(row.key)
      }
    }
  }

  /// Finds the pairs of a worker's part of the shapes that moved; the first one adds those that are known.
  @inline(never)
  private func findPairs(
    _ share: WorkShare, sweepsGrid: Bool, _ scratch: inout WorkerScratch
  ) {
    scratch.foundPairs.removeAll()
    if share.worker == 0 { scratch.foundPairs.append(contentsOf: pairTable.known) }
    if movedShapes.count == 0 { return }
    if sweepsGrid {
      var start = 0
      while start < grid.count {
        let range = share.part(from: start, period: 1024, of: grid.count)
        start &+= 1024
        grid.forEachPair(range) { a, b in
          let both = proxyFlags.base[Int(a)] | proxyFlags.base[Int(b)]
          if both & ProxyFlag.moved != 0 && shouldCollide(Int(a), Int(b)) {
            addFound(Int(a), Int(b), &scratch.foundPairs)
          }
        }
      }
    }
    let range = share.part(movedShapes.count)
    var i = range.first
    while i < range.end {
      findPairs(of: Int(movedShapes.base[i]), sweptGrid: sweepsGrid, &scratch)
      i &+= 1
    }
  }

  /// - Parameter sweptGrid: pairs within the grid are found anyway.
  @inline(__always)
  private func findPairs(
    of shape: Int, sweptGrid: Bool, _ scratch: inout WorkerScratch
  ) {
    let flags = proxyFlags.base[shape]
    let box = proxyBox(shape)
    movingTree.query(box, stack: &scratch.stack) { other in
      addPair(shape, Int(other), &scratch.foundPairs)
    }
    if flags & ProxyFlag.inStaticTree == 0 {
      staticTree.query(box, stack: &scratch.stack) { other in
        addPair(shape, Int(other), &scratch.foundPairs)
      }
    }
    if flags & ProxyFlag.inGrid == 0 || !sweptGrid {
      grid.query(box) { other in
        addPair(shape, Int(other), &scratch.foundPairs)
      }
    }
  }

  /// Whether to look for pairs within the grid all at once: when many of its shapes moved.
  private var sweepsGrid: Bool {
    var movedCount = 0
    var i = 0
    while i < movedShapes.count {
      let shape = Int(movedShapes.base[i])
      if proxyFlags.base[shape] & ProxyFlag.inGrid != 0 { movedCount &+= 1 }
      i &+= 1
    }
    return movedCount > 0 && movedCount &* 4 >= gridShapes.count
  }

  @inline(__always)
  private func addPair(_ shape: Int, _ other: Int, _ found: inout Store<UInt64>) {
    if shape == other { return }
    // Both moved: the lower one reports the pair.
    if proxyFlags.base[other] & ProxyFlag.moved != 0 && other < shape { return }
    if !shouldCollide(shape, other) { return }
    addFound(shape, other, &found)
  }

  @inline(__always)
  private func addFound(_ shape: Int, _ other: Int, _ found: inout Store<UInt64>) {
    let low = shape < other ? shape : other
    let high = shape < other ? other : shape
    found.append((UInt64(truncatingIfNeeded: low) &<< 32) | UInt64(truncatingIfNeeded: high))
  }

  /// Whether two shapes may touch at all: a function of filters, body types and joints.
  func shouldCollide(_ a: Int, _ b: Int) -> Bool {
    let first = shapes.base + a
    let second = shapes.base + b
    let bodyA = Int(first.pointee.body)
    let bodyB = Int(second.pointee.body)
    if bodyA == bodyB { return false }
    if (bodyFlags.base[bodyA] | bodyFlags.base[bodyB]) & BodyFlag.dynamic == 0 { return false }
    if first.pointee.group != 0 && first.pointee.group == second.pointee.group {
      if first.pointee.group < 0 { return false }
    } else if first.pointee.categories & second.pointee.mask == 0
      || second.pointee.categories & first.pointee.mask == 0
    {
      return false
    }
    if first.pointee.kind.isThin && second.pointee.kind.isThin { return false }
    return !areJoined(bodyA, bodyB)
  }
}
