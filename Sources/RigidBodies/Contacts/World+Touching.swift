import DeterministicMath
import Simulation

/// Finds contacts that begin to touch, and reports them.
extension World {
  /// Lists a worker's contacts that began to touch: that were pushed, or lay close enough from the
  /// start.
  func listBegunContacts(_ share: WorkShare, _ begun: inout Store<Int32>) {
    begun.removeAll()
    var color = 0
    while color < ContactTable.colorCount {
      let range = share.part(contactTable.colors[color].blockCount)
      var index = range.first
      while index < range.end {
        if contactTable.colors[color].flags.base[index] & ContactBlockFlag.watched != 0 {
          listBegunContacts(contactTable.colors + color, index, &begun)
        }
        index &+= 1
      }
      color &+= 1
    }
  }

  private func listBegunContacts(
    _ color: UnsafeMutablePointer<ContactColor>, _ index: Int, _ begun: inout Store<Int32>
  ) {
    assert(index >= 0 && index < color.pointee.blockCount, "the block exists")
    let block = color.pointee.block(index)
    let detail = color.pointee.detail(index)
    let slop = definition.linearSlop
    var isWatched = false
    var lane = 0
    while lane < LaneColumns.laneCount {
      defer { lane &+= 1 }
      if detail.float(ContactDetail.isWatched, lane) == 0 { continue }
      let slot = detail.integer(ContactDetail.contact, lane)
      let row = contactTable.rows.base + Int(slot)
      if row.pointee.flags & ContactRow.touching == 0 {
        let point0 = ContactBlock.point0 + ContactBlock.separation
        let point1 = ContactBlock.point1 + ContactBlock.separation
        if detail.float(ContactDetail.greatestImpulse0, lane) > 0
          || detail.float(ContactDetail.greatestImpulse1, lane) > 0
          || block.float(point0, lane) <= slop || block.float(point1, lane) <= slop
        {
          row.pointee.flags |= ContactRow.touching
          begun.append(slot)
        }
      }
      if row.pointee.flags & ContactRow.touching != 0
        && detail.float(ContactDetail.restitution, lane) == 0
      {
        detail.set(ContactDetail.isWatched, lane, Float(0))
      } else {
        isWatched = true
      }
    }
    if !isWatched { color.pointee.flags.base[index] &= ~ContactBlockFlag.watched }
  }

  /// Reports what all workers have listed.
  func reportTouching(_ team: WorkerTeam) {
    assert(team.count <= workers.scratchCount, "every worker has its scratch")
    var change = ContactSumChange(changeLog.contactSums.known)
    workers.forEachScratch(of: team) { scratch in
      var i = 0
      while i < scratch.begunContacts.count {
        let slot = Int(scratch.begunContacts.base[i])
        var before = contactTable.rows.base[slot]
        before.flags &= ~ContactRow.touching
        change.remove(&before, slot)
        change.add(contactTable.rows.base + slot, slot)
        changeLog.markContact(slot)
        reportBegun(slot)
        i &+= 1
      }
    }
    changeLog.contactSums.take(change)
  }

  @inline(never)
  private func reportBegun(_ slot: Int) {
    assert(contactTable.isUsed(slot), "the slot names a contact")
    assert(contactTable.rows.base[slot].flags & ContactRow.touching != 0, "the shapes touch")
    let row = contactTable.rows.base[slot]
    let manifold = contactTable.manifolds.base[slot]
    let a = Int(shapeTable.records.base[Int(row.shapeA)].body)
    let b = Int(shapeTable.records.base[Int(row.shapeB)].body)
    // Where the manifold was when the step began.
    let poseA =
      bodyTable.flags.base[a] & BodyFlag.awake != 0
      ? sweeps.startPoses.base[a] : bodyTable.poses.base[a]
    let poseB =
      bodyTable.flags.base[b] & BodyFlag.awake != 0
      ? sweeps.startPoses.base[b] : bodyTable.poses.base[b]
    let frame = row.flags & ContactRow.normalOfB != 0 ? poseB : poseA
    let normal = frame.rotation.rotate(manifold.normal)
    let inA = poseA.rotation.rotate(0.5 * (manifold.anchorA0 + manifold.anchorA1))
    let inB = poseB.rotation.rotate(0.5 * (manifold.anchorB0 + manifold.anchorB1))
    let onA = poseA.center + inA
    // From A's core to midway between the surfaces.
    let depth =
      0.5
      * ((poseB.center + inB - onA).dot(normal)
        + (shapeTable.outlines.base[Int(row.shapeA)].radius
          - shapeTable.outlines.base[Int(row.shapeB)].radius))
    events.noteBegun(event(.began, row, point: onA + depth * normal, normal: normal))
  }

  /// What began and ended to touch in the last step, sorted by the shapes' slots, ends first.
  ///
  /// Ends caused by removals since then are reported with the next step. Not state: a restored
  /// world reports none.
  public var contactEvents: [ContactEvent] { events.sorted }

  /// Calls `body` with the tags of the shapes of each contact that touches.
  ///
  /// - Complexity: O(contacts).
  package func forEachTouching(_ body: (_ tagA: UInt32, _ tagB: UInt32) -> Void) {
    for slot in 0..<contactTable.rows.count {
      let row = contactTable.rows[slot]
      guard row.isUsed, row.flags & ContactRow.touching != 0 else { continue }
      body(shapeTable.records[Int(row.shapeA)].tag, shapeTable.records[Int(row.shapeB)].tag)
    }
  }

  /// The event that a contact's end is reported by.
  func endedEvent(_ row: ContactRow) -> ContactEvent {
    event(.ended, row, point: .zero, normal: .zero)
  }

  func event(
    _ kind: ContactEvent.Kind, _ row: ContactRow, point: Vec2, normal: Vec2
  ) -> ContactEvent {
    assert(shapeTable.isUsed(Int(row.shapeA)), "the slot names a shape")
    assert(shapeTable.isUsed(Int(row.shapeB)), "the slot names a shape")
    let a = Int(row.shapeA)
    let b = Int(row.shapeB)
    return ContactEvent(
      kind: kind, shapeA: shapeTable.id(of: a),
      shapeB: shapeTable.id(of: b),
      tagA: shapeTable.records[a].tag,
      tagB: shapeTable.records[b].tag, bodyA: bodyTable.id(of: Int(shapeTable.records[a].body)),
      bodyB: bodyTable.id(of: Int(shapeTable.records[b].body)),
      point: point, normal: normal)
  }
}
