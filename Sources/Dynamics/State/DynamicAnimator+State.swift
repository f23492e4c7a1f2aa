import DeterministicMath
import RigidBodies
import Simulation

/// The whole dynamic state in one description: the kernel's world, then tables of the clock, items,
/// behaviours, a table for each of their kinds, the tree, memberships, boundaries and contacts. Each
/// table has a file, which says what its rows are, how they are gathered, and what becomes of them
/// after a restore.
///
/// Left out, because they cannot change the course of a run: delegates, actions, diagnostics,
/// names, and the block of a custom field (what it captures is the app's own state). Left out
/// because it is the app's to build again: objects that joined after the first step, paths of
/// boundaries, bounds and outlines of items. An ``AnimatorSnapshot`` has those, too.
extension DynamicAnimator {
  /// Visits every table, always in the same order. See `Simulation.visitState(_:)`.
  #if !hasFeature(Embedded)
    // See `World.visitState(_:)`.
    @_specialize(where Visitor == ChangeDigestVisitor)
    @_specialize(where Visitor == DigestingSaveVisitor)
    @_specialize(where Visitor == SaveVisitor)
  #endif
  public func visitState<Visitor: StateVisitor>(_ visitor: inout Visitor) {
    world.visitState(&visitor)
    gather(into: &rows, withoutItems: visitor.access == .reads && !visitor.wants(.keyFrame))
    assert(isStateCurrent, "a change of a behaviour went unnoticed")
    if visitor.access == .reads {
      assert(
        !visitor.wants(.keyFrame) || areItemsCurrent, "a change of an item's slot went unnoticed")
      visitTables(&visitor)
    } else {
      visitTables(&visitor)
      for index in slots.indices { slots[index].rowIsNew = true }
      // Objects that tell the same as the rows need not be told.
      behaviorsMustFollow = rows.ofBehaviors.contains { $0.hasChanged }
      if behaviorsMustFollow { rows.revisions = nil }
    }
  }

  private func visitTables(_ visitor: inout some StateVisitor) {
    let changes = rows.visit(&visitor)
    visitor.tables(.keyFrame, changes: changes) { visitor in
      if visitor.access == .reads {
        touching.readTable(&visitor, changes)
        contacts.readTable(&visitor, changes)
      } else {
        touching.visitTable(&visitor)
        contacts.visitTable(&visitor)
      }
    }
  }

  /// True if the animator may go on from a restored state: asks the world, whose rows name one another
  /// by slot, and checks the animator's numbers. Its other rows are checked one by one as they are read.
  public func isStateSound() -> Bool { world.isStateSound() && isClockSound }

  /// Call after a restoring visitor has been through ``visitState(_:)``, and only when
  /// ``isStateSound()``.
  ///
  /// Rows that name objects this animator does not know are left out, with a diagnostic, and so are
  /// their bodies, joints and boundaries. No delegate is called. See ``restore(_:making:)`` for
  /// objects that come back.
  public func stateWasRestored() {
    observer?.refuse("stateWasRestored()")
    stateWasRestored(takingAll: false)
  }

  /// - Parameter takingAll: behaviours do not stand as the rows said before.
  func stateWasRestored(takingAll: Bool) {
    if takingAll { behaviorsMustFollow = true }
    world.stateWasRestored()
    scatterClock()
    if behaviorsMustFollow { scatterBehaviors() }
    scatterItems()
    if behaviorsMustFollow { scatterWhatBehaviorsHold() }
    behaviorsMustFollow = false
    for behavior in known { behavior?.isRemovalPending = false }
    contacts.removeAll { $0.behavior < 0 || $0.behavior >= Int64(known.count) }
    rebuildDerived()
    dropUnowned()
    checksFrames = false
  }

  // MARK: Gathering

  /// Clock and items may change in every step, and items behind the animator's back. Behaviours say
  /// when they have changed.
  ///
  /// - Parameter withoutItems: nobody looks at the rows of items, only at how many there are.
  private func gather(into rows: inout AnimatorRows, withoutItems: Bool) {
    if rows.clock.count == 1 { rows.clock[0] = clock } else { rows.clock = [clock] }
    if withoutItems {
      rows.items.resize(to: slots.count)
    } else if !itemsAreGathered {
      gatherItems(into: &rows) { _, _ in }
    }
    if areCurrent(rows.revisions) { return }
    rows.log.noteChange()
    gatherBehaviors(into: &rows)
    structureHasChanged = false
  }

  /// Gathers the rows of items before the frame's end: nothing but getters of items comes in between.
  ///
  /// - Parameter see: gets each slot's row.
  @inline(__always)
  func gatherItems(_ see: (Int, borrowing ItemRow) -> Void) {
    gatherItems(into: &rows, see)
    itemsAreGathered = true
  }

  private func areCurrent(_ revisions: [Revision]?) -> Bool {
    guard !structureHasChanged, let revisions, revisions.count == known.count else { return false }
    return known.withUnsafeBufferPointer { known in
      for index in known.indices where known[index]?.revision ?? Revision() != revisions[index] {
        return false
      }
      return true
    }
  }

  private func gatherBehaviors(into rows: inout AnimatorRows) {
    rows.removeBehaviors()
    for (ordinal, behavior) in known.enumerated() {
      rows.behaviors.rows.append(row(of: behavior, ordinal))
      guard let behavior else { continue }
      rows.values.append(behavior.values, Int64(ordinal))
      gatherMembers(of: behavior, ordinal, into: &rows.members.rows)
      gatherBoundaries(of: behavior, ordinal, into: &rows.boundaries.rows)
    }
    let isTreeKnown = gatherTree(into: &rows.tree.rows)
    rows.packBehaviors()
    rows.revisions = isTreeKnown ? known.map { $0?.revision ?? Revision() } : nil
  }

  /// Whether the last visit saw everything: gathers all rows again and compares. For checks.
  package var isStateCurrent: Bool {
    var rows = AnimatorRows()
    gatherBehaviors(into: &rows)
    return rows.tellSameOfBehaviors(as: self.rows)
  }

  /// Whether the rows of items hold what the slots keep. For checks.
  package var areItemsCurrent: Bool {
    rows.items.map { $0.kept }.isSame(as: slots.map { $0.row.kept })
      && rows.items.indices.allSatisfy { rows.items[$0].slot == Int64($0) }
  }

  // MARK: After a restore

  private func scatterBehaviors() {
    scatterBehaviorRows()
    scatterTree()
  }

  private func scatterWhatBehaviorsHold() {
    scatterMembers()
    scatterValues()
    scatterBoundaries()
  }

  /// Lists that follow from the tables.
  private func rebuildDerived() {
    queue.removeAll()
    events.removeAll()
    untold.removeAll()
    phase = .idle
    flattenIfNeeded()
    order = slots.indices.filter { slots[$0].isRegistered }.map { Int32($0) }
    order.sortStably { slots[Int($0)].serial < slots[Int($1)].serial }
    tags = order.map { TagOwner(tag: slots[Int($0)].serial, slot: $0) }
    for behavior in collisions {
      for boundary in behavior.boundaries { enterTag(of: boundary, behavior) }
      if let boundary = behavior.referenceBoundary { enterTag(of: boundary, behavior) }
    }
    groupParts.removeAll()
    for slot in order {
      for part in slots[Int(slot)].item?.itemGroup?.items ?? [] { groupParts.set(slot, for: part) }
    }
    for index in slots.indices { slots[index].holderCount = 0 }
    for behavior in flat {
      for member in behavior.members where member.slot >= 0 {
        slots[Int(member.slot)].holderCount += 1
      }
    }
    let resolved = resolvedProperties(onlyDirty: false)
    for index in slots.indices {
      slots[index].propertiesAreDirty = false
      slots[index].properties = slots[index].isRegistered ? resolved[index] : profile.defaults
      let outline = slots[index].outline
      slots[index].mass = slots[index].properties.density * outline.area / 10_000
      slots[index].inertia = slots[index].mass * outline.gyrationSquared
      motion[index] = Motion()
    }
    dirtyProperties.removeAll()
    filtersAreDirty = false
    dirtyFilters.removeAll()
    sleepPermissionsAreDirty = false
    dirtySleepPermissions.removeAll()
    // Which behaviours see what touches may have changed since the last substep.
    contactsAreDirty = true
    findUnreportedEnds()
  }

  private func enterTag(of boundary: Boundary, _ behavior: CollisionBehavior) {
    guard let tag = boundary.shapes.first?.tag else { return }
    insertTag(TagOwner(tag: tag, slot: -1, behavior: behavior.ordinal))
  }
}
