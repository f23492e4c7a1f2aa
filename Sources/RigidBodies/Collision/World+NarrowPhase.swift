import DeterministicMath
import Simulation

/// Contacts that begin.
extension World {
  /// Looks for new contacts among the pairs without one; they begin by ascending key.
  func findContacts(_ team: WorkerTeam) {
    assert(!pairTable.holdRemoved, "every pair names shapes")
    if pairTable.candidatesAreStale { listCandidates(team) }
    workers.share(among: team) { share, scratch in
      findContacts(share.begin(rows: pairTable.candidates.count), &scratch)
    }
    workers.forEachScratch(of: team) { scratch in
      var i = 0
      while i < scratch.foundContacts.count {
        let found = scratch.foundContacts.base[i]
        i &+= 1
        pairTable.active.base[Int(found.pair)].contact = Int32(
          truncatingIfNeeded: beginContact(found.row, found.manifold))
      }
    }
    travels.forgetRested()
  }

  private func findContacts(_ range: BlockRange, _ scratch: inout WorkerScratch) {
    assert(range.first >= 0 && range.first <= range.end, "a range begins before it ends")
    assert(range.end <= pairTable.candidates.count, "the candidates exist")
    scratch.foundContacts.removeAll()
    scratch.nearPairs.removeAll()
    let closest = 0.01 * definition.linearSlop
    let rows = collisionRows
    var i = range.first
    while i < range.end {
      let index = pairTable.candidates.base[i]
      let pair = pairTable.active.base + Int(index)
      i &+= 1
      if pair.pointee.contact >= 0 { continue }
      let a = Int(pair.pointee.key &>> 32)
      let b = Int(pair.pointee.key & 0xFFFF_FFFF)
      let bodyA = Int(shapeTable.records.base[a].body)
      let bodyB = Int(shapeTable.records.base[b].body)
      let slack = pair.pointee.slack - travels.approach(bodyA, bodyB)
      if slack > closest {
        pair.pointee.slack = slack
        continue
      }
      scratch.nearPairs.append(index)
    }
    i = 0
    while i < scratch.nearPairs.count {
      let rest = scratch.nearPairs.count &- i
      collideNearPairs(i, rest < 8 ? rest : 8, rows, &scratch)
      i &+= 8
    }
  }

  /// Eight pairs, or fewer, next to each other in the list.
  private func collideNearPairs(
    _ first: Int, _ count: Int, _ rows: CollisionRows, _ scratch: inout WorkerScratch
  ) {
    assert(count > 0 && count <= LaneColumns.laneCount, "eight pairs at most")
    assert(first + count <= scratch.nearPairs.count, "the pairs are listed")
    let indices = scratch.nearPairs.base + first
    let columns = scratch.pairColumns
    var lane = 0
    while lane < count {
      let key = pairTable.active.base[Int(indices[lane])].key
      rows.takePair(columns, lane, Int(key &>> 32), Int(key & 0xFFFF_FFFF))
      lane &+= 1
    }
    let lanes = rows.collide(columns, rows.quads(columns, count))
    lane = 0
    while lane < count {
      let index = indices[lane]
      let pair = pairTable.active.base + Int(index)
      if lanes & (UInt32(1) &<< UInt32(truncatingIfNeeded: lane)) == 0 {
        collideNearPair(index, rows, &scratch)
      } else if columns.pointCount(lane) == 0 {
        pair.pointee.slack = columns.excess(lane)
      } else {
        pair.pointee.slack = 0
        scratch.foundContacts.append(
          FoundContact(
            pair: index, row: columns.contactRow(lane), manifold: columns.contactManifold(lane)))
      }
      lane &+= 1
    }
  }

  private func collideNearPair(
    _ index: Int32, _ rows: CollisionRows, _ scratch: inout WorkerScratch
  ) {
    assert(index >= 0 && Int(index) < pairTable.active.count, "the pair exists")
    assert(pairTable.active.base[Int(index)].contact < 0, "the pair has no contact yet")
    let pair = pairTable.active.base + Int(index)
    let a = Int(pair.pointee.key &>> 32)
    let b = Int(pair.pointee.key & 0xFFFF_FFFF)
    let found = rows.manifold(a, b, scratch.vertices)
    if found.count == 0 {
      pair.pointee.slack = found.excess
      return
    }
    pair.pointee.slack = 0
    let row = rows.contactRow(
      found, UInt32(truncatingIfNeeded: a), UInt32(truncatingIfNeeded: b))
    scratch.foundContacts.append(
      FoundContact(pair: index, row: row, manifold: rows.contactManifold(found, row)))
  }

  /// Lists pairs without a contact, of which one body at least is awake.
  private func listCandidates(_ team: WorkerTeam) {
    pairTable.candidatesAreStale = false
    pairTable.setRestingAside(shapeBodies, awakeCount: activity.awakeBodies.count)
    workers.share(among: team) { share, scratch in
      listCandidates(share.begin(rows: pairTable.active.count), &scratch.candidates)
    }
    pairTable.candidates.removeAll()
    pairTable.candidates.reserve(pairTable.active.count)
    workers.forEachScratch(of: team) { pairTable.candidates.append(contentsOf: $0.candidates) }
  }

  private func listCandidates(_ range: BlockRange, _ candidates: inout Store<Int32>) {
    assert(
      range.first >= 0 && range.end <= pairTable.active.count, "the range lies within the pairs")
    assert(range.end <= pairTable.active.count, "the pairs exist")
    candidates.removeAll()
    candidates.reserve(range.end &- range.first)
    // One body at least of every pair is dynamic.
    let allAreAwake = !activity.hasSleepers
    var i = range.first
    while i < range.end {
      let index = i
      let pair = pairTable.active.base[i]
      i &+= 1
      if pair.contact >= 0 { continue }
      if allAreAwake {
        candidates.append(Int32(truncatingIfNeeded: index))
        continue
      }
      let bodyA = Int(shapeTable.records.base[Int(pair.key &>> 32)].body)
      let bodyB = Int(shapeTable.records.base[Int(pair.key & 0xFFFF_FFFF)].body)
      if (bodyTable.flags.base[bodyA] | bodyTable.flags.base[bodyB]) & BodyFlag.awake == 0 {
        // Not looked at while both rest: what they travelled last has not been counted.
        pairTable.active.base[index].slack = 0
        continue
      }
      candidates.append(Int32(truncatingIfNeeded: index))
    }
  }
}
