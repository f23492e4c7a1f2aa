import DeterministicMath

/// All contacts: their rows, which slots are taken, and the lanes of those that are solved.
///
/// The lowest free slot is taken first, and the last one is never free. Rows and manifolds are
/// state, all else is derived.
struct ContactTable: ~Copyable {
  /// Colours of contacts between moving bodies, then of contacts with immovable ones. No body that
  /// can be pushed occurs twice in a colour, so its contacts may be solved in any order. Contacts
  /// with immovable bodies come last, so that the ground holds.
  static var colorCount: Int { 64 }
  private static var movingColors: UInt64 { 0x0000_FFFF_FFFF_FFFE }
  static var fixedColors: UInt64 { 0xFFFF_0000_0000_0000 }
  static var firstFixedColor: Int { 48 }

  var rows = Store<ContactRow>()
  var manifolds = Store<ContactManifold>()
  /// By slot: the lane in its colour, −1 while both bodies rest.
  private(set) var lanes = Store<Int32>()
  /// A bit for every used slot, and a word below which all are used.
  private(set) var used = Store<UInt64>()
  private var firstFreeWord = 0
  /// By body slot: a bit for every colour that has a contact of the body.
  private(set) var bodyColors = Store<UInt64>()
  /// By body slot.
  private(set) var bodyCounts = Store<Int32>()
  let colors: UnsafeMutablePointer<ContactColor>
  /// Lanes know newer impulses than the rows.
  var lanesAreAhead = false
  /// Some body woke or fell asleep, or a restore exchanged contacts: they may need lanes, or need
  /// them no more.
  var lanesNeedReview = false
  /// Some lane may be that of a contact without a manifold.
  var hasOutdatedLanes = false
  /// Masses or materials changed, or all was restored: all lanes must be filled again.
  var lanesAreStale = false

  init() {
    colors = .allocate(capacity: ContactTable.colorCount)
    for color in 0..<ContactTable.colorCount {
      (colors + color).initialize(to: ContactColor(isSerial: color == 0))
    }
  }

  deinit {
    colors.deinitialize(count: ContactTable.colorCount)
    colors.deallocate()
  }

  /// By body slot: the colours of the contacts that push it.
  var colorsByBody: UnsafePointer<UInt64> { UnsafePointer(bodyColors.base) }

  /// Contacts, awake or asleep.
  var usedCount: Int {
    var count = 0
    for slot in 0..<rows.count where rows[slot].isUsed { count += 1 }
    return count
  }

  /// A body came, in a slot behind all others.
  mutating func appendBody() {
    assert(bodyCounts.count == bodyColors.count, "every body counts its contacts")
    bodyColors.append(0)
    bodyCounts.append(0)
  }

  // MARK: Slots

  /// Puts a contact into the lowest free slot, and gives it the lowest colour that both bodies have
  /// free; what finds none goes into colour 0, which is solved first and one after the other, by
  /// slot. It has no lane yet.
  mutating func begin(
    _ given: ContactRow, _ manifold: ContactManifold, _ bodies: ShapeBodies,
    _ log: inout ChangeLog
  ) -> Int {
    assert(given.shapeA < given.shapeB, "contacts name the lower shape first")
    assert(given.pointCount == 1 || given.pointCount == 2, "a contact has points")
    assert(given.color == 0, "the colour is chosen here")
    let slot = takeSlot(&log)
    var row = given
    let (a, b) = bodies.ends(of: row)
    let isFixed = bodies.flags[a] & bodies.flags[b] & BodyFlag.dynamic == 0
    var taken: UInt64 = 0
    if bodies.flags[a] & BodyFlag.dynamic != 0 { taken |= bodyColors.base[a] }
    if bodies.flags[b] & BodyFlag.dynamic != 0 { taken |= bodyColors.base[b] }
    let free = ~taken & (isFixed ? ContactTable.fixedColors : ContactTable.movingColors)
    let color = free == 0 ? 0 : free.trailingZeroBitCount
    row.flags |= UInt32(truncatingIfNeeded: color) &<< ContactRow.colorShift
    var change = ContactSumChange(log.contactSums.known)
    remove(slot, &change)
    rows.base[slot] = row
    manifolds.base[slot] = manifold
    add(slot, &change)
    log.contactSums.take(change, changedCount: 1)
    log.markContact(slot)
    log.markManifold(slot)
    markBodies(row, bodies, isTaken: true)
    return slot
  }

  private mutating func takeSlot(_ log: inout ChangeLog) -> Int {
    assert(firstFreeWord <= used.count, "the search begins in the table")
    var word = firstFreeWord
    while word < used.count && used.base[word] == .max { word &+= 1 }
    if word == used.count { used.append(0) }
    firstFreeWord = word
    let slot = word &* 64 &+ (~used.base[word]).trailingZeroBitCount
    used.base[word] |= UInt64(1) &<< UInt64(slot & 63)
    if slot == rows.count {
      rows.append(ContactRow())
      manifolds.append(ContactManifold())
      lanes.append(-1)
      log.reserve(contactCount: rows.count)
      var change = ContactSumChange(log.contactSums.known)
      add(slot, &change)
      log.contactSums.take(change)
    }
    lanes.base[slot] = -1
    log.markResting(slot)
    return slot
  }

  /// Frees the slot of a contact.
  mutating func drop(_ slot: Int, _ bodies: ShapeBodies, _ log: inout ChangeLog) {
    assert(isUsed(slot), "the slot names a contact")
    assert(
      used.base[slot &>> 6] &>> UInt64(slot & 63) & 1 != 0,
      "a slot with a contact is marked as taken")
    let row = rows.base[slot]
    if lanes.base[slot] >= 0 { removeLane(slot, &log) } else { log.markResting(slot) }
    markBodies(row, bodies, isTaken: false)
    var change = ContactSumChange(log.contactSums.known)
    remove(slot, &change)
    rows.base[slot] = ContactRow()
    manifolds.base[slot] = ContactManifold()
    add(slot, &change)
    log.markContact(slot)
    log.markManifold(slot)
    let word = slot &>> 6
    used.base[word] &= ~(UInt64(1) &<< UInt64(slot & 63))
    if word < firstFreeWord { firstFreeWord = word }
    // The last slot is never free: the table's length depends on its contents alone.
    var count = rows.count
    while count > 0 && !rows.base[count &- 1].isUsed {
      count &-= 1
      log.markResting(count)
      remove(count, &change)
    }
    log.contactSums.take(change, changedCount: 1)
    rows.setCount(count)
    manifolds.setCount(count)
    lanes.setCount(count)
  }

  /// The row and the manifold are about to be other, or gone.
  @inline(__always)
  private func remove(_ slot: Int, _ change: inout ContactSumChange) {
    change.remove(rows.base + slot, slot)
    change.remove(manifolds.base + slot, slot)
  }

  @inline(__always)
  private func add(_ slot: Int, _ change: inout ContactSumChange) {
    change.add(rows.base + slot, slot)
    change.add(manifolds.base + slot, slot)
  }

  /// Counts a contact with both bodies, and marks its colour with those that can be pushed.
  private func markBodies(_ row: ContactRow, _ bodies: ShapeBodies, isTaken: Bool) {
    assert(row.shapeA < row.shapeB, "contacts name the lower shape first")
    assert(bodyCounts.count == bodyColors.count, "every body counts its contacts")
    assert(row.color < ContactTable.colorCount, "the colour exists")
    let bit: UInt64 = row.color == 0 ? 0 : UInt64(1) &<< UInt64(row.color)
    @inline(__always)
    func mark(_ body: Int) {
      bodyCounts.base[body] &+= isTaken ? 1 : -1
      if bodies.flags[body] & BodyFlag.dynamic == 0 { return }
      if isTaken { bodyColors.base[body] |= bit } else { bodyColors.base[body] &= ~bit }
    }
    let (a, b) = bodies.ends(of: row)
    mark(a)
    mark(b)
  }

  // MARK: Restore

  /// Derives slots and colours from rows that were just restored; lanes follow with the next step.
  mutating func rebuild(_ bodies: ShapeBodies, bodyCount: Int) {
    assert(manifolds.count == rows.count, "every contact has a manifold")
    let count = rows.count
    lanes.setCount(count)
    used.setCount(0)
    used.setCount((count &+ 63) / 64, filling: 0)
    firstFreeWord = 0
    bodyColors.setCount(0)
    bodyColors.setCount(bodyCount, filling: 0)
    bodyCounts.setCount(0)
    bodyCounts.setCount(bodyCount, filling: 0)
    var slot = 0
    while slot < count {
      lanes.base[slot] = -1
      if rows.base[slot].isUsed {
        used.base[slot &>> 6] |= UInt64(1) &<< UInt64(slot & 63)
        markBodies(rows.base[slot], bodies, isTaken: true)
      }
      slot &+= 1
    }
    lanesAreAhead = false
    lanesAreStale = true
  }

  /// Takes lane, colour and slot from a contact that was there before a restore.
  mutating func forget(
    _ slot: Int, _ old: ContactRow, _ bodies: ShapeBodies, _ log: inout ChangeLog
  ) {
    if lanes.base[slot] >= 0 { removeLane(slot, color: old.color, &log) }
    markBodies(old, bodies, isTaken: false)
    used.base[slot &>> 6] &= ~(UInt64(1) &<< UInt64(slot & 63))
  }

  /// Room for lanes and slots of all contacts that a restore has brought.
  mutating func reserveRestored() {
    let words = (rows.count &+ 63) / 64
    if words > used.count { used.setCount(words, filling: 0) }
    lanes.setCount(rows.count, filling: -1)
    firstFreeWord = 0
  }

  /// Gives colour and slot to a contact that a restore has brought.
  mutating func take(_ slot: Int, _ bodies: ShapeBodies) {
    assert(isUsed(slot), "the slot names a contact")
    assert(slot < lanes.count && slot &>> 6 < used.count, "there is room for a lane and a mark")
    lanes.base[slot] = -1
    markBodies(rows.base[slot], bodies, isTaken: true)
    used.base[slot &>> 6] |= UInt64(1) &<< UInt64(slot & 63)
  }

  // MARK: Slots in use

  @inline(__always)
  func isUsed(_ slot: Int) -> Bool { slot >= 0 && slot < rows.count && rows.base[slot].isUsed }

  @inline(__always)
  func hasLane(_ slot: Int) -> Bool {
    isUsed(slot) && slot < lanes.count && lanes.base[slot] >= 0
  }
}
