import DeterministicMath
import Simulation

/// What restoring visits have found since the state was last derived from.
struct RestoreFindings {
  /// A restoring visit let the world see every row that it replaced.
  var wasSeen = false
  /// Something changed that trees, pairs, lists or masses are derived from; or nobody knows.
  var structureChanged = false
  /// Some body is awake that was not, or the other way round.
  var activityChanged = false
}

/// A contact slot before a restore put another contact into it, or none.
struct ExchangedContact: BitwiseCopyable {
  var slot: Int32
  /// The row's flags: used or not, and its colour.
  var flags: UInt32
  var shapeA: UInt32
  var shapeB: UInt32

  var row: ContactRow { ContactRow(shapeA: shapeA, shapeB: shapeB, flags: flags) }
}

/// Bits of ``World/contactMarks``.
enum ContactMark {
  /// The slot is listed in ``World/exchangedContacts``.
  static let exchanged: UInt8 = 1
  /// The lane must be filled anew.
  static let refill: UInt8 = 2
  /// Only what follows from colliding the shapes must be filled anew.
  static let remade: UInt8 = 4
}

/// Restoring in place: what is derived from the state is kept as far as the state stays the same.
///
/// The visit only notes what changed, because a state that turns out to be unsound is replaced by
/// another one before anything is derived from it. Whatever is kept is of no consequence for what
/// the world computes: boxes and pairs are too many at worst, lanes may lie in any order.
extension World {
  /// Must follow a restoring visit: derives trees, pairs and lists from the state.
  public func stateWasRestored() {
    changeLog.reserve(bodyCount: bodies.count, contactCount: contactRows.count)
    changeLog.markAllResting()
    changeLog.forgetContactHashes()
    isAnyForce = true
    let findings = restoreFindings
    restoreFindings = RestoreFindings()
    if findings.wasSeen && !findings.structureChanged && extents.count == bodies.count {
      keepStructure(findings)
    } else {
      rebuildStructure()
    }
    exchangedContacts.removeAll()
    contactMarks.removeAll()
    jointGraph.jointsChanged = true
    wakePending = true
    beganEvents.removeAll()
    endedEvents.removeAll()
    pendingEvents.removeAll()
  }

  private func rebuildStructure() {
    jointHeads.setCount(bodies.count)
    rebuildJointAdjacency()
    rebuildBroadPhase()
    rebuildContacts()
    extents.setCount(bodies.count)
    for slot in 0..<bodies.count { updateExtent(slot) }
    hasSleepers = true
    awakenessChanged()
    replacedBodies.removeAll()
    unpairedContacts.removeAll()
  }

  private func keepStructure(_ findings: RestoreFindings) {
    lanesAreAhead = false
    if findings.activityChanged {
      awakenessChanged()
      restedBodyCount = bodies.count
    }
    exchangeContacts()
    refillMarkedLanes()
    loadImpulses()
    hasSleepers = false
    replacedBodies.removeAll()
    let wanted = BodyFlag.dynamic | BodyFlag.awake
    var slot = 0
    while slot < bodies.count {
      let flags = bodyFlags.base[slot]
      if flags & wanted == BodyFlag.dynamic { hasSleepers = true }
      // NaN counts as a change, too: of a state that was refused.
      if flags & BodyFlag.awake == 0 && flags & BodyFlag.used != 0 && !(travels.base[slot] == 0) {
        replacedBodies.append(UInt32(truncatingIfNeeded: slot))
        candidatesAreStale = true
      }
      slot &+= 1
    }
  }

  // MARK: While visiting

  /// Poses: how far a body was moved is added to what it has travelled since gaps were measured.
  func takePoses(_ rows: RestoredRows) {
    guard let source = rows.base else { return }
    let count = poses.count
    travels.setCount(count, filling: 0)
    let known = extents.count < count ? extents.count : count
    rows.forEachRange { first, end in
      var slot = first
      while slot < end {
        let new = source.packedRow(slot, as: BodyPose.self)
        let old = poses.base[slot]
        poses.base[slot] = new
        if slot < known {
          let shift = magnitude(new.x - old.x) + magnitude(new.y - old.y)
          let turn = magnitude(new.cosine - old.cosine) + magnitude(new.sine - old.sine)
          if !(shift + turn == 0) {
            let outer = extents.base[slot].outer
            travels.base[slot] +=
              (shift + turn * outer) + 1e-6 * (magnitude(old.x) + magnitude(old.y) + outer)
          }
        }
        slot &+= 1
      }
    }
  }

  func takeBodyFlags(_ rows: RestoredRows) {
    guard let source = rows.base else { return }
    var difference: UInt32 = 0
    rows.forEachRange { first, end in
      var slot = first
      while slot < end {
        let new = source.packedRow(slot, as: BodyFlags.self).flags
        difference |= new ^ bodyFlags.base[slot]
        bodyFlags.base[slot] = new
        slot &+= 1
      }
    }
    if difference & BodyFlag.awake != 0 { restoreFindings.activityChanged = true }
    if difference & (BodyFlag.typeMask | BodyFlag.used) != 0 {
      restoreFindings.structureChanged = true
    }
  }

  /// Rows that everything is derived from.
  func takeStructure(
    _ rows: RestoredRows, _ target: UnsafeMutableRawPointer, _ group: RowGroup
  ) {
    guard let source = rows.base else { return }
    let rowSize = group.rowSize
    rows.forEachRange { first, end in
      let (old, new) = (target + first &* rowSize, source + first &* rowSize)
      let size = (end &- first) &* rowSize
      if firstDifference(old, new, count: size) == size { return }
      restoreFindings.structureChanged = true
      old.copyMemory(from: new, byteCount: size)
    }
  }

  func takeContactRows(_ rows: RestoredRows, _ count: Int) {
    restoreFindings.wasSeen = true
    let known = contactRows.count
    let most = known > count ? known : count
    contactRows.setCount(most, filling: ContactRow())
    contactMarks.setCount(most > contactMarks.count ? most : contactMarks.count, filling: 0)
    if let source = rows.base {
      rows.forEachRange { first, end in
        var slot = first
        while slot < end {
          let row = contactRows.base + slot
          let old = row.pointee
          address(of: &row.pointee.shapeA).storeBytes(
            of: source.packedRow(slot, as: ContactRow.Head.self), as: ContactRow.Head.self)
          let new = row.pointee
          if old.flags != new.flags || old.key != new.key { noteChange(slot, from: old, to: new) }
          slot &+= 1
        }
      }
    }
    var slot = count
    while slot < known {
      noteChange(slot, from: contactRows.base[slot], to: ContactRow())
      slot &+= 1
    }
    contactRows.setCount(count)
  }

  func takeContactImpulses(_ rows: RestoredRows) {
    guard let source = rows.base else { return }
    let target = address(of: &contactRows.base.pointee.normalImpulse0)
    rows.forEachRange { first, end in
      var slot = first
      while slot < end {
        target.storeBytes(
          of: source.packedRow(slot, as: ContactRow.Impulses.self),
          toByteOffset: slot &* MemoryLayout<ContactRow>.stride, as: ContactRow.Impulses.self)
        slot &+= 1
      }
    }
  }

  @inline(never)
  private func noteChange(_ slot: Int, from old: ContactRow, to new: ContactRow) {
    let lasting = ContactRow.used | ~ContactRow.flagMask
    if old.key == new.key && (old.flags ^ new.flags) & lasting == 0 {
      let ofPair = ContactRow.outdated | ContactRow.touching
      contactMarks.base[slot] |=
        (old.flags ^ new.flags) & ofPair != 0 ? ContactMark.refill : ContactMark.remade
      return
    }
    // What was there first is what lists and lanes still name.
    if contactMarks.base[slot] & ContactMark.exchanged != 0 { return }
    contactMarks.base[slot] |= ContactMark.exchanged
    exchangedContacts.append(
      ExchangedContact(
        slot: Int32(truncatingIfNeeded: slot), flags: old.flags, shapeA: old.shapeA,
        shapeB: old.shapeB))
  }

  func takeContactManifolds(_ rows: RestoredRows, _ count: Int) {
    contactManifolds.setCount(count, filling: ContactManifold())
    guard let source = rows.base else { return }
    rows.forEachRange { first, end in
      var slot = first
      while slot < end {
        let old = contactManifolds.base + slot
        let new = source + slot &* MemoryLayout<ContactManifold>.size
        if isAnyBitOther(ContactManifold.self, old, new) {
          contactMarks.base[slot] |= ContactMark.remade
          old.pointee = source.packedRow(slot, as: ContactManifold.self)
        }
        slot &+= 1
      }
    }
  }

  // MARK: Afterwards

  /// Takes lanes, colours and pairs from contacts that are gone, and gives them to those that came.
  private func exchangeContacts() {
    if exchangedContacts.count == 0 { return }
    lanesNeedReview = true
    candidatesAreStale = true
    var i = 0
    while i < exchangedContacts.count {
      let old = exchangedContacts.base[i].row
      let slot = Int(exchangedContacts.base[i].slot)
      i &+= 1
      if !old.isUsed { continue }
      if contactLanes.base[slot] >= 0 { removeLane(slot, color: old.color) }
      markBodies(old, isTaken: false)
      if let pair = knownPair(old.key), pair.pointee.contact == slot {
        pair.pointee.contact = -1
        pair.pointee.slack = 0
      }
      usedContacts.base[slot &>> 6] &= ~(UInt64(1) &<< UInt64(slot & 63))
    }
    let words = (contactRows.count &+ 63) / 64
    if words > usedContacts.count { usedContacts.setCount(words, filling: 0) }
    contactLanes.setCount(contactRows.count, filling: -1)
    firstFreeContactWord = 0
    i = 0
    while i < exchangedContacts.count {
      let slot = Int(exchangedContacts.base[i].slot)
      i &+= 1
      if slot >= contactRows.count { continue }
      let row = contactRows.base[slot]
      if !row.isUsed { continue }
      contactLanes.base[slot] = -1
      markBodies(row, isTaken: true)
      if let pair = knownPair(row.key) {
        pair.pointee.contact = Int32(truncatingIfNeeded: slot)
        // What was measured before does not hold when the contact has ended.
        pair.pointee.slack = 0
      } else {
        unpairedContacts.append(Int32(truncatingIfNeeded: slot))
      }
      usedContacts.base[slot &>> 6] |= UInt64(1) &<< UInt64(slot & 63)
    }
  }

  /// All lanes get their impulses afterwards.
  private func refillMarkedLanes() {
    let count = contactRows.count < contactMarks.count ? contactRows.count : contactMarks.count
    var slot = 0
    while slot < count {
      let marks = contactMarks.base[slot] & (ContactMark.refill | ContactMark.remade)
      if marks != 0 && contactLanes.base[slot] >= 0 {
        if marks & ContactMark.refill != 0 { refillLane(slot) } else { remakeLane(slot) }
      }
      slot &+= 1
    }
  }
}
