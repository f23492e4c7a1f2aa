import Simulation

/// What restoring visits have found since the state was last derived from.
struct RestoreFindings {
  /// A restoring visit let the world see every row that it replaced.
  var wasSeen = false
  /// Something changed, or may have, that trees, pairs, lists or masses are derived from.
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

/// Bits of ``RestoreNotes/marks``.
enum ContactMark {
  /// The slot is listed in ``RestoreNotes/exchanged``.
  static let exchanged: UInt8 = 1
  /// The lane must be filled again.
  static let refill: UInt8 = 2
  /// Only what follows from colliding the shapes must be filled again.
  static let remade: UInt8 = 4
}

/// What a restoring visit notes for the time after it: nothing is derived from a state before it is
/// known to be sound.
struct RestoreNotes: ~Copyable {
  var findings = RestoreFindings()
  /// Slots whose contact a restore exchanged, with what was there before.
  private(set) var exchanged = Store<ExchangedContact>()
  /// By contact slot: see ``ContactMark``. None between restores.
  private var marks = Store<UInt8>()

  /// All that was noted of contacts has been taken up.
  mutating func forgetContacts() {
    exchanged.removeAll()
    marks.removeAll()
  }

  /// The findings, which are taken up now.
  mutating func takeFindings() -> RestoreFindings {
    let taken = findings
    findings = RestoreFindings()
    return taken
  }

  /// Calls `body` with each of the first `count` slots whose lane must be filled again, and its
  /// marks.
  @inline(__always)
  func forEachRefill(_ count: Int, _ body: (Int, UInt8) -> Void) {
    let end = count < marks.count ? count : marks.count
    var slot = 0
    while slot < end {
      let own = marks.base[slot] & (ContactMark.refill | ContactMark.remade)
      if own != 0 { body(slot, own) }
      slot &+= 1
    }
  }

  // MARK: While visiting

  mutating func takeBodyFlags(_ rows: RestoredRows, _ flags: UnsafeMutablePointer<UInt32>) {
    guard let source = rows.base else { return }
    var difference: UInt32 = 0
    rows.forEachRange { first, end in
      var slot = first
      while slot < end {
        let new = source.packedRow(slot, as: BodyFlags.self).flags
        difference |= new ^ flags[slot]
        flags[slot] = new
        slot &+= 1
      }
    }
    if difference & BodyFlag.awake != 0 { findings.activityChanged = true }
    if difference & (BodyFlag.typeMask | BodyFlag.used) != 0 { findings.structureChanged = true }
  }

  /// Rows that everything is derived from.
  mutating func takeStructure(
    _ rows: RestoredRows, _ target: UnsafeMutableRawPointer, _ group: RowGroup
  ) {
    guard let source = rows.base else { return }
    let rowSize = group.rowSize
    var isOther = false
    rows.forEachRange { first, end in
      let (old, new) = (target + first &* rowSize, source + first &* rowSize)
      let size = (end &- first) &* rowSize
      if firstDifference(old, new, count: size) == size { return }
      isOther = true
      old.copyMemory(from: new, byteCount: size)
    }
    if isOther { findings.structureChanged = true }
  }

  mutating func takeContactRows(
    _ rows: RestoredRows, _ contacts: inout Store<ContactRow>, _ count: Int
  ) {
    findings.wasSeen = true
    let known = contacts.count
    let most = known > count ? known : count
    contacts.setCount(most, filling: ContactRow())
    marks.setCount(most > marks.count ? most : marks.count, filling: 0)
    let base = contacts.base
    if let source = rows.base {
      rows.forEachRange { first, end in
        var slot = first
        while slot < end {
          let row = base + slot
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
      noteChange(slot, from: base[slot], to: ContactRow())
      slot &+= 1
    }
    contacts.setCount(count)
  }

  @inline(never)
  private mutating func noteChange(_ slot: Int, from old: ContactRow, to new: ContactRow) {
    assert(slot >= 0 && slot < marks.count, "room was made for the mark")
    let lasting = ContactRow.used | ~ContactRow.flagMask
    if old.key == new.key && (old.flags ^ new.flags) & lasting == 0 {
      marks.base[slot] |=
        (old.flags ^ new.flags) & ContactRow.touching != 0
        ? ContactMark.refill : ContactMark.remade
      return
    }
    // What was there first is what lists and lanes still name.
    if marks.base[slot] & ContactMark.exchanged != 0 { return }
    marks.base[slot] |= ContactMark.exchanged
    exchanged.append(
      ExchangedContact(
        slot: Int32(truncatingIfNeeded: slot), flags: old.flags, shapeA: old.shapeA,
        shapeB: old.shapeB))
  }

  func takeContactManifolds(
    _ rows: RestoredRows, _ manifolds: UnsafeMutablePointer<ContactManifold>
  ) {
    guard let source = rows.base else { return }
    rows.forEachRange { first, end in
      var slot = first
      while slot < end {
        let old = manifolds + slot
        let new = source + slot &* MemoryLayout<ContactManifold>.size
        if isAnyBitOther(ContactManifold.self, old, new) {
          let wasMade = old.pointee.isMade
          old.pointee = source.packedRow(slot, as: ContactManifold.self)
          // Its limits depend on whether there is one.
          marks.base[slot] |=
            old.pointee.isMade == wasMade ? ContactMark.remade : ContactMark.refill
        }
        slot &+= 1
      }
    }
  }
}

/// Puts impulses into rows, which keep all else.
func takeContactImpulses(_ rows: RestoredRows, _ contacts: UnsafeMutablePointer<ContactRow>) {
  guard let source = rows.base else { return }
  let target = address(of: &contacts.pointee.normalImpulse0)
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
