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
}

/// The account of what changed since the state was last visited, so that a digest looks at nothing
/// else.
///
/// A step marks blocks of 64 rows, from where it writes. What is written through the subscript of a
/// store, by a setter or the like, marks all rows of the store. A restore marks what changed since
/// the state that it brings back was saved, or everything.
extension World {
  @inline(__always)
  func markBody(_ slot: Int) {
    bodyChanges.base[slot &>> 6] = visitCount
    groupChanges.bodyBlocks = visitCount
  }

  /// All awake bodies: eight at a time, which never share a mark with others.
  func markAwakeBodies() {
    let marks = bodyChanges.base
    let visit = visitCount
    if integrationBlocks.count > 0 { groupChanges.bodyBlocks = visit }
    var i = 0
    while i < integrationBlocks.count {
      marks[Int(integrationBlocks.base[i]) &>> 3] = visit
      i &+= 1
    }
  }

  /// The contact's row changed.
  @inline(__always)
  func markContact(_ slot: Int) {
    contactChanges.base[slot &>> 6] = visitCount
    groupChanges.contactBlocks = visitCount
    markImpulses(slot)
    markRowHash(slot)
  }

  /// The impulses in the contact's row changed.
  @inline(__always)
  func markImpulses(_ slot: Int) {
    impulseChanges.base[slot &>> 6] = visitCount
    groupChanges.impulseBlocks = visitCount
  }

  @inline(__always)
  func markManifold(_ slot: Int) {
    markManifoldHash(slot)
    manifoldChanges.base[slot &>> 6] = visitCount
    groupChanges.manifoldBlocks = visitCount
  }

  /// A contact was made anew, by one of several workers: two may mark one block, with the same visit.
  ///
  /// - Parameter isOther: its row changed, not only its impulses and its manifold.
  @inline(__always)
  func noteRemade(_ slot: Int32, isOther: Bool, _ noted: inout NotedContacts) {
    let row = Int(slot)
    let block = row &>> 6
    impulseChanges.base[block] = visitCount
    manifoldChanges.base[block] = visitCount
    if manifoldHashes.note(row) { noted.manifolds.append(slot) }
    if !isOther { return }
    contactChanges.base[block] = visitCount
    if rowHashes.note(row) { noted.rows.append(slot) }
    noted.isAnyRowOther = true
  }

  /// Takes up what a worker has noted.
  func markRemade(_ noted: borrowing NotedContacts) {
    groupChanges.impulseBlocks = visitCount
    groupChanges.manifoldBlocks = visitCount
    if noted.isAnyRowOther { groupChanges.contactBlocks = visitCount }
    rowHashes.take(noted.rows)
    manifoldHashes.take(noted.manifolds)
  }

  /// Makes room for whatever contacts workers note.
  func reserveContactMarks() {
    reserveContactChanges()
    rowHashes.reserve(contactRows.count)
    manifoldHashes.reserve(contactRows.count)
  }

  /// Makes room for the marks of all rows.
  func reserveChanges() {
    let bodyBlocks = bodies.count / 64 &+ 1
    if bodyChanges.count < bodyBlocks { bodyChanges.setCount(bodyBlocks, filling: visitCount) }
    reserveContactChanges()
  }

  @inline(__always)
  func reserveContactChanges() {
    let contactBlocks = contactRows.count / 64 &+ 1
    if contactChanges.count < contactBlocks {
      contactChanges.setCount(contactBlocks, filling: visitCount)
      impulseChanges.setCount(contactBlocks, filling: visitCount)
      restingMarks.setCount(contactBlocks, filling: 1)
      manifoldChanges.setCount(contactBlocks, filling: visitCount)
    }
  }

  func markEverything() { groupChanges.everything = visitCount }

  /// To be called before a visit that restores a state saved at the visit `since`: what changed after
  /// that one changes again now.
  func markRestored(since: UInt64?) {
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
    mark(&groupChanges.everything)
    mark(&groupChanges.bodyBlocks)
    mark(&groupChanges.contactBlocks)
    mark(&groupChanges.impulseBlocks)
    mark(&groupChanges.manifoldBlocks)
    markBlocks(&bodyChanges)
    markBlocks(&contactChanges)
    markBlocks(&impulseChanges)
    markBlocks(&manifoldChanges)
  }

  /// - Parameters:
  ///   - anywhere: the last visit before which some block was marked.
  ///   - blocks: the marks; `nil` where steps change nothing.
  ///   - wasResized: a restore has changed the count. Rows that come anew are marked by nobody, and rows
  ///     that go may come again.
  func changes<Element>(
    of store: inout Store<Element>, anywhere: UInt64 = 0,
    _ blocks: UnsafeMutablePointer<UInt64>? = nil, isDense: Bool = false, wasResized: Bool = false
  ) -> StateChanges {
    if store.wasModified || wasResized { store.lastModified = visitCount }
    store.wasModified = false
    if let restoredSince, store.lastModified > restoredSince { store.lastModified = visitCount }
    let everything = groupChanges.everything
    let everywhere = store.lastModified > everything ? store.lastModified : everything
    return StateChanges(
      source: stateSource, visit: visitCount,
      anywhere: anywhere > everywhere ? anywhere : everywhere, everywhere: everywhere,
      blocks: UnsafePointer(blocks), isDense: isDense)
  }
}
