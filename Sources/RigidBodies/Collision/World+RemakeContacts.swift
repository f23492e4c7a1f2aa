import DeterministicMath
import Simulation

/// Colliding the shapes of contacts again, whose bodies have moved too far against each other to go
/// on with the same points.
extension World {
  /// Gives a worker its part of the contacts that all have listed: they may all be one worker's.
  /// Those of one block stay together, because they share its flags.
  func takeOwnRemakes(_ share: WorkShare, _ own: inout Store<Int32>) {
    assert(share.worker < share.count, "the worker is one of the team")
    var total = 0
    var worker = 0
    while worker < share.count {
      total &+= (workers.scratch + worker).pointee.remakes.count
      worker &+= 1
    }
    let part = share.part(total)
    own.removeAll()
    own.reserve(total)
    var start = 0
    worker = 0
    while worker < share.count {
      let remakes = (workers.scratch + worker).pointee.remakes.base
      let count = (workers.scratch + worker).pointee.remakes.count
      let end = endOfBlock(part.end &- start, remakes, count)
      var i = endOfBlock(part.first &- start, remakes, count)
      while i < end {
        own.append(remakes[i])
        i &+= 1
      }
      start &+= count
      worker &+= 1
    }
  }

  /// The first place of a list, from the given one on, where another block begins.
  private func endOfBlock(
    _ place: Int, _ remakes: UnsafeMutablePointer<Int32>, _ count: Int
  ) -> Int {
    assert(count >= 0, "a count is not negative")
    if place <= 0 { return 0 }
    var end = place
    while end < count && blockOfLane(remakes[end]) == blockOfLane(remakes[end &- 1]) { end &+= 1 }
    return end < count ? end : count
  }

  /// Identifies the block of a lane.
  private func blockOfLane(_ slot: Int32) -> Int {
    assert(contactTable.hasLane(Int(slot)), "only contacts with a lane are collided again")
    let color = contactTable.rows.base[Int(slot)].color
    return color &<< 32
      | contactTable.colors[color].place(Int(contactTable.lanes.base[Int(slot)])).block
  }

  /// Collides the shapes of contacts again: all contacts of blocks that no other worker has.
  @inline(never)
  func remakeContacts(_ scratch: inout WorkerScratch) {
    scratch.noted = NotedContacts(
      change: ContactSumChange(changeLog.contactSums.known))
    scratch.endedContacts.removeAll()
    let rows = collisionRows
    var i = 0
    while i < scratch.ownRemakes.count {
      let rest = scratch.ownRemakes.count &- i
      remakeContacts(i, rest < 8 ? rest : 8, rows, &scratch)
      i &+= 8
    }
  }

  /// Eight contacts, or fewer, next to each other in the list.
  private func remakeContacts(
    _ first: Int, _ count: Int, _ rows: CollisionRows, _ scratch: inout WorkerScratch
  ) {
    assert(count > 0 && count <= LaneColumns.laneCount, "eight contacts at most")
    assert(first + count <= scratch.ownRemakes.count, "the contacts are listed")
    let slots = scratch.ownRemakes.base + first
    let columns = scratch.pairColumns
    var lane = 0
    while lane < count {
      let row = contactTable.rows.base + Int(slots[lane])
      rows.takePair(columns, lane, Int(row.pointee.shapeA), Int(row.pointee.shapeB))
      lane &+= 1
    }
    let lanes = rows.collide(columns, rows.quads(columns, count))
    lane = 0
    while lane < count {
      let slot = slots[lane]
      if lanes & (UInt32(1) &<< UInt32(truncatingIfNeeded: lane)) == 0 {
        remakeContact(slot, rows, &scratch)
      } else if columns.pointCount(lane) == 0 {
        scratch.endedContacts.append(endedContact(slot))
      } else {
        let isOther = contactTable.renew(
          Int(slot), columns.contactRow(lane), columns.contactManifold(lane),
          &scratch.noted.change)
        changeLog.noteRemade(slot, isOther: isOther, &scratch.noted)
      }
      lane &+= 1
    }
  }

  private func remakeContact(
    _ slot: Int32, _ rows: CollisionRows, _ scratch: inout WorkerScratch
  ) {
    assert(contactTable.hasLane(Int(slot)), "only contacts with a lane are collided again")
    let old = contactTable.rows.base + Int(slot)
    let found = rows.manifold(Int(old.pointee.shapeA), Int(old.pointee.shapeB), scratch.vertices)
    if found.count == 0 {
      scratch.endedContacts.append(endedContact(slot))
      return
    }
    let row = rows.contactRow(found, old.pointee.shapeA, old.pointee.shapeB)
    let isOther = contactTable.renew(
      Int(slot), row, rows.contactManifold(found, row), &scratch.noted.change)
    changeLog.noteRemade(slot, isOther: isOther, &scratch.noted)
  }

  /// Looks up the pair, which every worker may: contacts end on one thread, and need not search
  /// there.
  private func endedContact(_ slot: Int32) -> EndedContact {
    assert(contactTable.isUsed(Int(slot)), "the slot names a contact")
    let pair = pairTable.activeIndex(of: contactTable.rows.base[Int(slot)].key) ?? -1
    return EndedContact(slot: slot, pair: Int32(truncatingIfNeeded: pair))
  }

  /// Ends contacts, and merges the notes of the workers on contacts that were made again.
  func collectRemakes(_ team: WorkerTeam) {
    assert(team.count <= workers.scratchCount, "every worker has its scratch")
    workers.forEachScratch(of: team) { scratch in
      if scratch.ownRemakes.count > 0 { changeLog.markRemade(scratch.noted) }
    }
    workers.forEachScratch(of: team) { scratch in
      var i = 0
      while i < scratch.endedContacts.count {
        let ended = scratch.endedContacts.base[i]
        endContact(
          Int(ended.slot), pair: ended.pair < 0 ? nil : pairTable.active.base + Int(ended.pair))
        i &+= 1
      }
    }
  }
}
