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
        !sum.overflow && sum.partialValue >= 0 && sum.partialValue <= ClockRow.pendingTicksMax
      animator.pendingTicks = isPossible ? sum.partialValue : 0
    case .move(let number, let pose): (items[number] as? JournaledItem)?.become(pose)
    case .force(let number, let values):
      forces.append(JournalForces(field: number, values: values))
    case .stayAway: staysAway = true
    case .rest: break
    default: if let command = command(of: change) { carryOut(command) }
    }
  }

  private func carryOut(_ command: Command) {
    if animator.isIdle { animator.perform(command) } else { command.apply(to: animator) }
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
    if behaviors.canSet(Int64(number)), let behavior = value.make() { take(number, behavior) }
    guard let behavior = behaviors[number] else { return }
    value.fill(behavior, item: { items[$0] }, child: { behaviors[$0] })
    if animator.knows(behavior) { noteMembersOfKnown() }
    rowsAreStale = true
  }

  // MARK: Commands

  /// `nil` for one that no call of an app makes.
  private func command(of change: JournalChange) -> Command? {
    switch change {
    case .addBehavior(let number):
      guard let behavior = behaviors[number], isFree(behavior) else { return nil }
      return .addBehavior(behavior)
    case .removeBehavior(let number):
      return behaviors[number].map { .removeBehavior($0) }
    case .addChild(let number, let childNumber):
      guard let parent = behaviors[number], let child = behaviors[childNumber],
        parent.kind == .composite, isFree(child), child !== parent, !child.isAncestor(of: parent),
        isInTree(parent)
      else { return nil }
      return .addChild(child, to: parent)
    case .removeChild(let number, let childNumber):
      guard let parent = behaviors[number], let child = behaviors[childNumber], isInTree(parent)
      else { return nil }
      return .removeChild(child, from: parent)
    case .addItem(let number, let itemNumber):
      guard let (behavior, item) = pair(number, itemNumber, as: MultiItemBehavior.self) else {
        return nil
      }
      return .addItem(item, to: behavior)
    case .removeItem(let number, let itemNumber):
      guard let (behavior, item) = pair(number, itemNumber, as: MultiItemBehavior.self) else {
        return nil
      }
      return .removeItem(item, from: behavior)
    case .setBoundary(let number, let value):
      guard let behavior = inTree(number, as: CollisionBehavior.self),
        let boundary = value.boundary,
        let identifier = boundary.identifier, boundary.isUsable
      else { return nil }
      return .setBoundary(behavior, identifier, boundary.path, boundary.lines)
    case .removeBoundary(let number, let identifier):
      return inTree(number, as: CollisionBehavior.self).map {
        .removeBoundary($0, BoundaryIdentifier(identifier))
      }
    case .setTargetOffset(let number, let itemNumber, let offset):
      return pair(number, itemNumber, as: PushBehavior.self).map {
        .setTargetOffset($0.1, $0.0, offset)
      }
    case .setAttachmentOffset(let number, let offset):
      guard let behavior = inTree(number, as: AttachmentBehavior.self), !behavior.members.isEmpty,
        offset.isUsable
      else { return nil }
      return .setAttachmentOffset(behavior, offset)
    case .addVelocity(let number, let itemNumber, let linear, let angular):
      return pair(number, itemNumber, as: ItemBehavior.self).map {
        .addVelocity($0.1, $0.0, linear: linear, angular: angular)
      }
    default: return valueCommand(of: change)
    }
  }

  private func valueCommand(of change: JournalChange) -> Command? {
    switch change {
    case .setParameter(let number, let index, let value):
      guard let behavior = inTree(number, as: DynamicBehavior.self), index >= 0,
        Int(index) < behavior.parameters.count
      else { return nil }
      return .setParameter(behavior, index: Int(index), value: value)
    case .setRegion(let number, let nodes):
      guard let field = inTree(number, as: FieldBehavior.self), let region = Region(nodes) else {
        return nil
      }
      return .setRegion(field, region)
    case .setSeed(let number, let seed):
      return inTree(number, as: FieldBehavior.self).map { .setSeed($0, seed) }
    case .updateItem(let number): return items[number].map { .updateItem(animator, $0) }
    case .setReferenceBounds(let bounds):
      guard bounds == nil || DynamicAnimator.usable(bounds?.rect) != nil else { return nil }
      return .setReferenceBounds(animator, bounds?.rect)
    case .setTimeScale(let scale):
      return scale >= 0 && scale <= 1000 ? .setTimeScale(animator, scale) : nil
    case .setSuspended(let isSuspended): return .setSuspended(animator, isSuspended)
    default: return nil
    }
  }

  /// Whether the behaviour may join. A parent that is in no tree is described again only when the
  /// frame ends, without it.
  private func isFree(_ behavior: DynamicBehavior) -> Bool {
    if let parent = behavior.parent, parent.animatorReference == nil { parent.dropChild(behavior) }
    return behavior.parent == nil && behavior.animatorReference == nil
  }

  private func isInTree(_ behavior: DynamicBehavior) -> Bool {
    behavior.animatorReference === animator
  }

  /// The behaviour of this number, if it is of this kind and in the animator's tree.
  private func inTree<Behavior: DynamicBehavior>(
    _ number: Int32, as type: Behavior.Type
  ) -> Behavior? {
    guard let behavior = behaviors[number] as? Behavior, isInTree(behavior) else { return nil }
    return behavior
  }

  private func pair<Behavior: DynamicBehavior>(
    _ number: Int32, _ itemNumber: Int32, as type: Behavior.Type
  ) -> (Behavior, any DynamicItem)? {
    guard let behavior = inTree(number, as: type), let item = items[itemNumber] else { return nil }
    return (behavior, item)
  }

  // MARK: Custom fields

}

extension Boundary {
  /// Whether a call lets it through.
  fileprivate var isUsable: Bool {
    !lines.isEmpty && lines.allSatisfy { $0.points.allSatisfy { $0.isUsable } }
  }
}
