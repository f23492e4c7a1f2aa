import DeterministicMath
import Simulation

extension World {
  /// Replaces the pairs of all moved shapes by what the trees and the grid say now.
  ///
  /// - Complexity: O(pairs of awake bodies + moved · log shapes).
  func updatePairs(_ team: WorkerTeam) {
    pairTable.takeUpWoken(shapeBodies)
    if proxyTable.movedShapes.count == 0 && !pairTable.holdRemoved && !pairTable.fromContacts
      && pairTable.unpairedContacts.count == 0
    {
      return
    }
    pairTable.holdRemoved = false
    if pairTable.restingHoldRemoved {
      pairTable.takeUpAllResting(bodyCount: bodyTable.records.count)
    }
    proxyTable.chooseGridCell(boxRows)
    if proxyTable.movedShapes.count > 0 { proxyTable.buildGrid(workers, among: team) }
    pairTable.known.removeAll()
    if pairTable.fromContacts { addPairsOfContacts() }
    addUnpairedContacts()
    let team = sharesPairs(team) ? team : workers.alone
    let sweepsGrid = proxyTable.sweepsGrid
    workers.share(among: team) { share in
      let own = workers.scratch + share.worker
      share.beginForAll()
      findPairs(share, sweepsGrid: sweepsGrid, &own.pointee)
      share.beginForAll()
      sortFoundPairs(&share)
      mergePairs(share, &own.pointee)
      share.beginForAll()
      pairTable.joinMerged(workers.scratch, share)
      proxyTable.clearMoved(share.part(proxyTable.movedShapes.count))
    }
    takeUpMergedPairs(team)
    pairTable.candidatesAreStale = true
  }

  /// Whether there are enough of them.
  private func sharesPairs(_ team: WorkerTeam) -> Bool {
    proxyTable.movedShapes.count / 8 &+ pairTable.active.count / 64 >= team.count &* team.leastPart
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

  /// Finds the pairs of a worker's part of the shapes that moved; the first one adds those that are
  /// known.
  @inline(never)
  private func findPairs(
    _ share: WorkShare, sweepsGrid: Bool, _ scratch: inout WorkerScratch
  ) {
    scratch.foundPairs.removeAll()
    if share.worker == 0 { scratch.foundPairs.append(contentsOf: pairTable.known) }
    if proxyTable.movedShapes.count == 0 { return }
    if sweepsGrid {
      var start = 0
      while start < proxyTable.grid.count {
        let range = share.part(from: start, period: 1024, of: proxyTable.grid.count)
        start &+= 1024
        proxyTable.grid.forEachPair(range) { a, b in
          let both = proxyTable.flags.base[Int(a)] | proxyTable.flags.base[Int(b)]
          if both & ProxyFlag.moved != 0 && shouldCollide(Int(a), Int(b)) {
            addFound(Int(a), Int(b), &scratch.foundPairs)
          }
        }
      }
    }
    let range = share.part(proxyTable.movedShapes.count)
    var i = range.first
    while i < range.end {
      findPairs(of: Int(proxyTable.movedShapes.base[i]), sweptGrid: sweepsGrid, &scratch)
      i &+= 1
    }
  }

  /// - Parameter sweptGrid: pairs within the grid are found anyway.
  @inline(__always)
  private func findPairs(
    of shape: Int, sweptGrid: Bool, _ scratch: inout WorkerScratch
  ) {
    let flags = proxyTable.flags.base[shape]
    let box = proxyTable.box(shape)
    proxyTable.movingTree.query(box, stack: &scratch.stack) { other in
      addPair(shape, Int(other), &scratch.foundPairs)
    }
    if flags & ProxyFlag.inStaticTree == 0 {
      proxyTable.staticTree.query(box, stack: &scratch.stack) { other in
        addPair(shape, Int(other), &scratch.foundPairs)
      }
    }
    if flags & ProxyFlag.inGrid == 0 || !sweptGrid {
      proxyTable.grid.query(box) { other in
        addPair(shape, Int(other), &scratch.foundPairs)
      }
    }
  }

  @inline(__always)
  private func addPair(_ shape: Int, _ other: Int, _ found: inout Store<UInt64>) {
    if shape == other { return }
    // Both moved: the lower one reports the pair.
    if proxyTable.flags.base[other] & ProxyFlag.moved != 0 && other < shape { return }
    if !shouldCollide(shape, other) { return }
    addFound(shape, other, &found)
  }

  @inline(__always)
  private func addFound(_ shape: Int, _ other: Int, _ found: inout Store<UInt64>) {
    assert(shape != other, "a pair has two shapes")
    let low = shape < other ? shape : other
    let high = shape < other ? other : shape
    found.append((UInt64(truncatingIfNeeded: low) &<< 32) | UInt64(truncatingIfNeeded: high))
  }

  /// Whether two shapes may touch at all: a function of filters, body types and joints.
  func shouldCollide(_ a: Int, _ b: Int) -> Bool {
    assert(isUsedShape(a), "the slot names a shape")
    assert(isUsedShape(b), "the slot names a shape")
    let first = shapeTable.records.base + a
    let second = shapeTable.records.base + b
    let bodyA = Int(first.pointee.body)
    let bodyB = Int(second.pointee.body)
    if bodyA == bodyB { return false }
    if (bodyTable.flags.base[bodyA] | bodyTable.flags.base[bodyB]) & BodyFlag.dynamic == 0 {
      return false
    }
    if first.pointee.group != 0 && first.pointee.group == second.pointee.group {
      if first.pointee.group < 0 { return false }
    } else if first.pointee.categories & second.pointee.mask == 0
      || second.pointee.categories & first.pointee.mask == 0
    {
      return false
    }
    if first.pointee.kind.isThin && second.pointee.kind.isThin { return false }
    return !jointLists.areJoined(bodyA, bodyB, jointTable.records.base)
  }
}
