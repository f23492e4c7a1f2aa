import DeterministicMath
import Simulation

/// The last visit before which the rows of each group may have changed.
struct GroupChanges {
  /// The last visit before which any row of any group may have changed.
  var everything: UInt64 = 0
  /// By a step: of the rows whose blocks say so.
  var bodyBlocks: UInt64 = 0
  var contactBlocks: UInt64 = 0
  var impulseBlocks: UInt64 = 0
  var manifoldBlocks: UInt64 = 0
  /// Of all joints' impulses together: where one joint is solved, most are.
  var jointImpulses: UInt64 = 0
}

/// Numbers that seldom change; each visit compares them with those of the visit before.
struct SeenNumbers: Equatable {
  var shapeCount = 0
  var sideVertexCount = 0
  var freeBody: UInt32 = 0
  var freeShape: UInt32 = 0
  var freeJoint: UInt32 = 0
}

/// Records what changed since the state was last visited, so that a digest reads nothing else.
///
/// A step marks blocks of 64 rows, from where it writes. What is written through the subscript of a
/// store, by a setter or the like, marks all rows of the store. A restore marks what changed since
/// the state that it brings back was saved, or everything.
struct ChangeLog: ~Copyable {
  let source = StateSource()
  /// Counts visits.
  private(set) var visitCount: UInt64 = 1
  /// While a state is restored: the visit in which it was saved, `nil` when that is not known.
  private var restoredSince: UInt64?
  private(set) var groups = GroupChanges()
  /// By block of 64 body slots, and of 64 contact slots for rows, impulses and manifolds.
  private(set) var bodies = Store<UInt64>()
  private(set) var contacts = Store<UInt64>()
  private(set) var impulses = Store<UInt64>()
  private(set) var manifolds = Store<UInt64>()
  private var seen: SeenNumbers?
  /// The last visit before which a number in ``seen`` was another.
  private var numbersModified: UInt64 = 0
  /// See `World+SumContacts.swift`.
  var contactSums = ContactSums()
  /// The impulses of contacts without a lane: see `World+SumImpulses.swift`.
  var resting = RestingSums()

  /// All awake bodies: eight at a time, which never share a mark with others.
  ///
  /// - Parameter awakeBlocks: blocks of eight slots that hold one.
  mutating func markAwakeBodies(_ awakeBlocks: borrowing Store<Int32>) {
    let marks = bodies.base
    let visit = visitCount
    if awakeBlocks.count > 0 { groups.bodyBlocks = visit }
    var i = 0
    while i < awakeBlocks.count {
      marks[Int(awakeBlocks.base[i]) &>> 3] = visit
      i &+= 1
    }
  }

  /// The contact's row changed.
  @inline(__always)
  mutating func markContact(_ slot: Int) {
    assert(slot &>> 6 < contacts.count, "room was made for the mark")
    contacts.base[slot &>> 6] = visitCount
    groups.contactBlocks = visitCount
    markImpulses(slot)
  }

  /// The impulses in the contact's row changed.
  @inline(__always)
  mutating func markImpulses(_ slot: Int) {
    assert(slot &>> 6 < impulses.count, "room was made for the mark")
    impulses.base[slot &>> 6] = visitCount
    groups.impulseBlocks = visitCount
  }

  @inline(__always)
  mutating func markManifold(_ slot: Int) {
    assert(slot &>> 6 < manifolds.count, "room was made for the mark")
    manifolds.base[slot &>> 6] = visitCount
    groups.manifoldBlocks = visitCount
  }

  /// A contact was made again, by one of several workers: two may mark one block, with the same
  /// visit.
  ///
  /// - Parameter isOther: its row changed, not only its impulses and its manifold.
  @inline(__always)
  func noteRemade(_ slot: Int32, isOther: Bool, _ noted: inout NotedContacts) {
    assert(slot >= 0 && Int(slot) &>> 6 < impulses.count, "room was made for the mark")
    let block = Int(slot) &>> 6
    noted.count &+= 1
    impulses.base[block] = visitCount
    manifolds.base[block] = visitCount
    if !isOther { return }
    contacts.base[block] = visitCount
    noted.isAnyRowOther = true
  }

  /// Takes up what a worker has noted.
  mutating func markRemade(_ noted: NotedContacts) {
    assert(impulses.count == contacts.count, "rows and impulses have as many marks")
    groups.impulseBlocks = visitCount
    groups.manifoldBlocks = visitCount
    if noted.isAnyRowOther { groups.contactBlocks = visitCount }
    contactSums.take(noted.change, changedCount: noted.count)
  }

  /// Makes room for the marks of all rows.
  mutating func reserve(bodyCount: Int, contactCount: Int) {
    let bodyBlocks = bodyCount / 64 &+ 1
    if bodies.count < bodyBlocks { bodies.setCount(bodyBlocks, filling: visitCount) }
    reserve(contactCount: contactCount)
  }

  @inline(__always)
  mutating func reserve(contactCount: Int) {
    let contactBlocks = contactCount / 64 &+ 1
    if contacts.count < contactBlocks {
      contacts.setCount(contactBlocks, filling: visitCount)
      impulses.setCount(contactBlocks, filling: visitCount)
      resting.reserve(contactBlocks &* 64)
      manifolds.setCount(contactBlocks, filling: visitCount)
    }
  }

  private mutating func markEverything() { groups.everything = visitCount }

  /// To be called before a visit that restores a state saved at the visit `since`: what changed
  /// after that one changes again now.
  mutating func markRestored(since: UInt64?) {
    assert(since == nil || since! <= visitCount, "the state was saved before")
    restoredSince = since
    guard let since else {
      markEverything()
      return
    }
    let visit = visitCount
    func mark(_ last: inout UInt64) { if last > since { last = visit } }
    func markBlocks(_ blocks: inout Store<UInt64>) {
      for block in 0..<blocks.count { mark(&blocks.base[block]) }
    }
    mark(&groups.everything)
    mark(&groups.bodyBlocks)
    mark(&groups.contactBlocks)
    mark(&groups.impulseBlocks)
    mark(&groups.manifoldBlocks)
    mark(&groups.jointImpulses)
    markBlocks(&bodies)
    markBlocks(&contacts)
    markBlocks(&impulses)
    markBlocks(&manifolds)
  }

  /// Ends a visit of the state: later changes count as made after it.
  mutating func endVisit() {
    restoredSince = nil
    visitCount &+= 1
  }

  /// All impulses were written into the rows, by lanes that mark their blocks with ``visitCount``.
  mutating func markImpulsesStored() { groups.impulseBlocks = visitCount }

  /// A step solves joints, and writes their impulses into the rows.
  mutating func markJointImpulses() { groups.jointImpulses = visitCount }

  /// Whether the contact of a slot has a lane, or what its row holds without one, has changed.
  @inline(__always)
  mutating func markResting(_ slot: Int) { resting.mark(slot) }

  mutating func markAllResting() { resting.markAll(contacts.count &* 64) }

  /// When one of these numbers was another last.
  mutating func changes(of numbers: SeenNumbers) -> StateChanges {
    if numbers != seen {
      seen = numbers
      numbersModified = visitCount
    }
    return StateChanges(
      source: source, visit: visitCount, anywhere: numbersModified, everywhere: numbersModified)
  }

  /// - Parameters:
  ///   - anywhere: the last visit before which some block was marked.
  ///   - blocks: the marks; `nil` where steps change nothing.
  ///   - wasResized: a restore has changed the count. New rows are not marked, and removed rows may
  ///     come back.
  func changes<Element>(
    of store: inout Store<Element>, anywhere: UInt64 = 0,
    _ blocks: UnsafeMutablePointer<UInt64>? = nil, isDense: Bool = false, wasResized: Bool = false
  ) -> StateChanges {
    if store.wasModified || wasResized { store.lastModified = visitCount }
    store.wasModified = false
    if let restoredSince, store.lastModified > restoredSince { store.lastModified = visitCount }
    let everything = groups.everything
    let everywhere = store.lastModified > everything ? store.lastModified : everything
    return StateChanges(
      source: source, visit: visitCount,
      anywhere: anywhere > everywhere ? anywhere : everywhere, everywhere: everywhere,
      blocks: UnsafePointer(blocks), isDense: isDense)
  }
}
