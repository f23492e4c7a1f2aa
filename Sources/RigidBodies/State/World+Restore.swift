import DeterministicMath
import Simulation

/// Restoring in place: what is derived from the state is kept as far as the state stays the same.
///
/// The visit only notes what changed, because a state that turns out to be unsound is replaced by
/// another one before anything is derived from it. Results are identical whatever is kept: at worst
/// there are more boxes and pairs than needed, and lanes may lie in any order.
extension World {
  /// Must follow a restoring visit: derives trees, pairs and lists from the state.
  public func stateWasRestored() {
    checksSteps = false
    changeLog.reserve(bodyCount: bodyTable.records.count, contactCount: contactTable.rows.count)
    changeLog.markAllResting()
    changeLog.contactSums.forget()
    bodyTable.isAnyForce = true
    let findings = restoreNotes.takeFindings()
    if findings.wasSeen && !findings.structureChanged
      && bodyTable.extents.count == bodyTable.records.count
    {
      keepStructure(findings)
    } else {
      rebuildStructure()
    }
    restoreNotes.forgetContacts()
    activeJoints.jointsChanged = true
    activity.wakePending = true
    events.removeAll()
  }

  private func rebuildStructure() {
    jointTable.rebuildLists(bodyCount: bodyTable.records.count)
    rebuildBroadPhase()
    contactTable.rebuild(shapeBodies, bodyCount: bodyTable.records.count)
    bodyTable.extents.setCount(bodyTable.records.count)
    for slot in 0..<bodyTable.records.count { updateExtent(slot) }
    activity.hasSleepers = true
    awakenessChanged()
    proxyTable.replacedBodies.removeAll()
    pairTable.unpairedContacts.removeAll()
  }

  private func keepStructure(_ findings: RestoreFindings) {
    contactTable.lanesAreAhead = false
    if findings.activityChanged {
      awakenessChanged()
      pairTable.restedBodyCount = bodyTable.records.count
    }
    exchangeContacts()
    refillMarkedLanes()
    contactTable.loadImpulses()
    activity.hasSleepers = false
    proxyTable.replacedBodies.removeAll()
    let wanted = BodyFlag.dynamic | BodyFlag.awake
    var slot = 0
    while slot < bodyTable.records.count {
      let flags = bodyTable.flags.base[slot]
      if flags & wanted == BodyFlag.dynamic { activity.hasSleepers = true }
      // NaN counts as a change, too: of a state that was refused.
      if flags & BodyFlag.awake == 0 && flags & BodyFlag.used != 0
        && !(travels.margins.base[slot] == 0)
      {
        proxyTable.replacedBodies.append(UInt32(truncatingIfNeeded: slot))
        pairTable.candidatesAreStale = true
      }
      slot &+= 1
    }
  }

  // MARK: While visiting

  /// Poses: how far a body was moved is added to what it has travelled since gaps were measured.
  func takePoses(_ rows: RestoredRows) {
    guard let source = rows.base else { return }
    let count = bodyTable.poses.count
    travels.reserve(bodyCount: count)
    let known = bodyTable.extents.count < count ? bodyTable.extents.count : count
    rows.forEachRange { first, end in
      var slot = first
      while slot < end {
        let new = source.packedRow(slot, as: BodyPose.self)
        let old = bodyTable.poses.base[slot]
        bodyTable.poses.base[slot] = new
        if slot < known {
          let shift = magnitude(new.x - old.x) + magnitude(new.y - old.y)
          let turn = magnitude(new.cosine - old.cosine) + magnitude(new.sine - old.sine)
          if !(shift + turn == 0) {
            let outer = bodyTable.extents.base[slot].outer
            travels.margins.base[slot] +=
              (shift + turn * outer) + 1e-6 * (magnitude(old.x) + magnitude(old.y) + outer)
          }
        }
        slot &+= 1
      }
    }
  }

  // MARK: Afterwards

  /// Takes lanes, colours and pairs from contacts that are gone, and gives them to those that came.
  private func exchangeContacts() {
    assert(contactTable.manifolds.count == contactTable.rows.count, "every contact has a manifold")
    assert(contactTable.bodyColors.count == bodyTable.records.count, "every body has colours")
    assert(
      contactTable.bodyCounts.count == bodyTable.records.count, "every body counts its contacts")
    if restoreNotes.exchanged.count == 0 { return }
    contactTable.lanesNeedReview = true
    pairTable.candidatesAreStale = true
    var i = 0
    while i < restoreNotes.exchanged.count {
      let old = restoreNotes.exchanged.base[i].row
      let slot = Int(restoreNotes.exchanged.base[i].slot)
      i &+= 1
      if !old.isUsed { continue }
      contactTable.forget(slot, old, shapeBodies, &changeLog)
      if let pair = pairTable.pair(old.key), pair.pointee.contact == slot {
        pair.pointee.contact = -1
        pair.pointee.slack = 0
      }
    }
    contactTable.reserveRestored()
    i = 0
    while i < restoreNotes.exchanged.count {
      let slot = Int(restoreNotes.exchanged.base[i].slot)
      i &+= 1
      if slot >= contactTable.rows.count { continue }
      let row = contactTable.rows.base[slot]
      if !row.isUsed { continue }
      contactTable.take(slot, shapeBodies)
      if let pair = pairTable.pair(row.key) {
        pair.pointee.contact = Int32(truncatingIfNeeded: slot)
        // What was measured before does not hold when the contact has ended.
        pair.pointee.slack = 0
      } else {
        pairTable.unpairedContacts.append(Int32(truncatingIfNeeded: slot))
      }
    }
  }

  /// All lanes get their impulses afterwards.
  private func refillMarkedLanes() {
    assert(contactTable.lanes.count == contactTable.rows.count, "every contact may have a lane")
    let source = laneRows
    contactTable.hasOutdatedLanes = true
    restoreNotes.forEachRefill(contactTable.rows.count) { slot, marks in
      if contactTable.lanes.base[slot] < 0 { return }
      if marks & ContactMark.refill != 0 {
        contactTable.refillLane(slot, source)
      } else {
        contactTable.remakeLane(slot)
      }
    }
  }
}
