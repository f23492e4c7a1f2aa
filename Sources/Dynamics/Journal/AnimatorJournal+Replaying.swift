import Simulation

/// Doing again what was written down. Entries come from files: numbers that name nothing, and values
/// that no call lets through, are passed over.
extension AnimatorJournal {
  /// Carries out the calls from outside that come before a frame.
  ///
  /// - Returns: whether a frame follows.
  func beginStep(_ entries: [JournalEntry]) -> Bool {
    self.entries = entries
    next = 0
    forces.removeAll(keepingCapacity: true)
    var hasFrame = true
    while next < self.entries.count, self.entries[next].place <= 0 {
      next += 1
      let change = self.entries[next - 1].change
      if case .rest = change { hasFrame = false }
      carryOut(change)
    }
    return hasFrame
  }

  /// Another build may not have passed all places.
  func carryOutRest() {
    while next < entries.count {
      next += 1
      carryOut(entries[next - 1].change)
    }
  }

  func carryOut(_ change: JournalChange) {
    switch change {
    case .item(let number, let item): become(number, item)
    case .behavior(let number, let behavior): become(number, behavior)
    case .declare(let number):
      if let behavior = behaviors[number] { animator.declare(behavior) }
    case .setGrid(let grid): animator.writeBackGrid = grid
    case .elapse(let ticks):
      let sum = animator.pendingTicks.addingReportingOverflow(ticks)
      let isPossible =
        !sum.overflow && sum.partialValue >= 0
        && Double(sum.partialValue) <= ClockRow.pendingTicksMax
      animator.pendingTicks = isPossible ? sum.partialValue : 0
    case .move(let number, let pose): (items[number] as? JournaledItem)?.become(pose)
    case .force(let number, let values):
      forces.append(JournalForces(field: number, values: values))
    case .stayAway: staysAway = true
    case .rest: break
    case .addBehavior, .removeBehavior, .addChild, .removeChild, .addItem, .removeItem,
      .setBoundary, .removeBoundary, .set, .setTargetOffset, .setAttachmentOffset, .addVelocity,
      .setRegion, .setSeed, .updateItem, .setReferenceBounds, .setProperty:
      perform(change)
    }
  }

  /// Does again what an app asked for, if its objects are there and it can be done.
  private func perform(_ change: JournalChange) {
    var search = ObjectSearch(journal: self)
    guard let command = try? change.visited(by: &search) else { return }
    switch command {
    case .addBehavior(let joining), .addChild(_, let joining):
      // A parent in no tree still holds it: the journal describes that one when the frame ends.
      if let parent = joining.parent, parent.animatorReference == nil { parent.dropChild(joining) }
    default: break
    }
    if let behavior = command.changedBehavior, behavior.animatorReference !== animator { return }
    guard command.isPossible(in: animator) else { return }
    if animator.isIdle { animator.perform(command) } else { command.apply(to: animator) }
  }

  /// Finds the objects of a change by their numbers.
  private struct ObjectSearch: ChangeVisitor {
    struct NotFound: Error {}

    let journal: AnimatorJournal

    func behavior(
      _ number: Int32, _ name: StaticString
    ) throws(NotFound) -> DynamicBehavior {
      guard let behavior = journal.behaviors[number] else { throw NotFound() }
      return behavior
    }

    func item(_ number: Int32, _ name: StaticString) throws(NotFound) -> any DynamicItem {
      guard let item = journal.items[number] else { throw NotFound() }
      return item
    }
  }

  // MARK: Objects

  private func become(_ number: Int32, _ value: JournalItem) {
    if let item = items[number] as? JournaledItem {
      item.become(value) { items[$0] }
    } else {
      guard items.canSet(Int64(number)) else { return }
      take(number, JournaledItem(value) { items[$0] })
    }
    note(JournalEntry(.item(number, item: value), at: 0).recordWords.words, ofItem: number)
  }

  private func become(_ number: Int32, _ value: JournalBehavior) {
    if behaviors.canSet(Int64(number)) { take(number, value.values.make()) }
    guard let behavior = behaviors[number] else { return }
    value.fill(behavior, item: { items[$0] }, child: { behaviors[$0] })
    if animator.knows(behavior) { noteMembersOfKnown() }
    rowsAreStale = true
  }
}
