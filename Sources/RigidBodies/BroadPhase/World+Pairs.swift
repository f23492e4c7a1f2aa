import DeterministicMath
import Simulation

extension World {
  /// Replaces the pairs of all moved shapes by what the trees and the grid say now.
  ///
  /// - Complexity: O(pairs of awake bodies + moved · log shapes).
  func updatePairs(_ team: WorkerTeam) {
    pairTable.activateWoken(shapeBodies)
    if proxyTable.movedShapes.count == 0 && !pairTable.holdRemoved && !pairTable.fromContacts
      && pairTable.unpairedContacts.count == 0
    {
      return
    }
    pairTable.holdRemoved = false
    if pairTable.restingHoldRemoved {
      pairTable.activateAllResting(bodyCount: bodyTable.records.count)
    }
    proxyTable.chooseGridCell(boxRows)
    if proxyTable.movedShapes.count > 0 { proxyTable.buildGrid(workers, among: team) }
    pairTable.known.removeAll()
    if pairTable.fromContacts { pairTable.addAllKnown(contactTable.rows, pairFilter) }
    pairTable.addUnpaired(contactTable.rows, pairFilter)
    let team = sharesPairs(team) ? team : workers.alone
    let sweepsGrid = proxyTable.sweepsGrid
    let filter = pairFilter
    workers.share(among: team) { share in
      let own = workers.scratch + share.worker
      share.beginForAll()
      proxyTable.findPairs(
        share, known: pairTable.known, sweepsGrid: sweepsGrid, filter, &own.pointee)
      share.beginForAll()
      sortFoundPairs(&share)
      pairTable.merge(
        share, workers.scratch, shapeCount: shapeTable.records.count, proxyTable.marks, filter,
        &own.pointee)
      share.beginForAll()
      pairTable.joinMerged(workers.scratch, share)
      proxyTable.clearMoved(share.part(proxyTable.movedShapes.count))
    }
    storeMergedPairs(team)
    pairTable.candidatesAreStale = true
  }

  /// Whether there are enough of them.
  private func sharesPairs(_ team: WorkerTeam) -> Bool {
    proxyTable.movedShapes.count / 8 &+ pairTable.active.count / 64 >= team.count &* team.leastPart
  }
}

/// Pairs that need not be found.
extension PairTable {
  /// After a restore: what has a contact keeps its pair.
  mutating func addUnpaired(_ contacts: borrowing Store<ContactRow>, _ filter: PairFilter) {
    var i = 0
    while i < unpairedContacts.count {
      let slot = Int(unpairedContacts.base[i])
      i &+= 1
      // It may have been removed since.
      if slot >= contacts.count { continue }
      let row = contacts.base[slot]
      if row.isUsed && filter.shouldCollide(Int(row.shapeA), Int(row.shapeB)) {
        known.append(row.key)
      }
    }
  }

  /// After a restore: a sleeping contact keeps its pair even where the new boxes do not overlap.
  mutating func addAllKnown(_ contacts: borrowing Store<ContactRow>, _ filter: PairFilter) {
    var i = 0
    while i < contacts.count {
      let row = contacts.base[i]
      i &+= 1
      if row.isUsed && filter.shouldCollide(Int(row.shapeA), Int(row.shapeB)) {
        known.append(row.key)
      }
    }
  }
}
