/// The effect of each command, and the moment at which it comes.
extension AnimatorChange where Behavior == DynamicBehavior, Item == any DynamicItem {
  var isStructural: Bool {
    switch self {
    case .addBehavior, .removeBehavior, .addChild, .removeChild, .addItem, .removeItem,
      .setBoundary, .removeBoundary:
      true
    case .set, .setTargetOffset, .setAttachmentOffset, .addVelocity, .setRegion, .setSeed,
      .updateItem, .setReferenceBounds, .setProperty, .item, .behavior, .declare, .setGrid,
      .elapse, .move, .force, .rest, .stayAway:
      false
    }
  }

  /// The behaviour whose lists or values change: its tree is the one that must know.
  var changedBehavior: DynamicBehavior? {
    switch self {
    case .addBehavior, .removeBehavior: nil
    default: firstBehavior
    }
  }

  /// False if an app cannot make this call now, or it changes nothing: a file may ask for anything.
  ///
  /// - Parameter animator: the one of the tree that changes; `nil`: behaviours in no tree.
  func isPossible(in animator: DynamicAnimator?) -> Bool {
    switch self {
    case .addBehavior(let behavior): behavior.isFree
    case .removeBehavior(let behavior): behavior.animatorReference === animator
    case .addChild(let parent, let child):
      parent.kind == .composite && child.isFree && child !== parent && !child.isAncestor(of: parent)
    case .removeChild(let parent, let child): child.parent === parent
    case .addItem(let behavior, let item):
      behavior is MultiItemBehavior && behavior.memberIndex(of: item) == nil
    case .removeItem(let behavior, let item):
      behavior is MultiItemBehavior && behavior.memberIndex(of: item) != nil
    case .removeBoundary(let behavior, let identifier):
      (behavior as? CollisionBehavior)?.boundaryIndex(BoundaryIdentifier(identifier)) != nil
    case .set(let behavior, let property, let value):
      behavior.values.setting(property, to: value) != nil
    case .setAttachmentOffset(let behavior, let offset):
      behavior.kind == .attachment && !behavior.members.isEmpty && offset.isUsable
    case .updateItem(let item): animator?.isRegistered(item) ?? false
    case .setReferenceBounds(let bounds):
      bounds == nil || DynamicAnimator.usable(bounds?.rect) != nil
    case .setProperty(let property, let value):
      animator?.clock.setting(property, to: value) != nil
    case .setBoundary, .setTargetOffset, .addVelocity, .setRegion, .setSeed, .item, .behavior,
      .declare, .setGrid, .elapse, .move, .force, .rest, .stayAway:
      true
    }
  }

  /// Carries the change out in the running simulation of `given`; with `nil`, on behaviours in no
  /// tree.
  ///
  /// - Parameter isOwn: the animator itself asked for it, and will do so again in a replay.
  func apply(to given: DynamicAnimator?, isOwn: Bool = false) {
    var animator = given
    if let given, let behavior = changedBehavior {
      // While the change waited, the behaviour may have left the tree, or joined another one.
      animator = behavior.animatorReference
      if let animator, animator !== given { return animator.perform(self) }
    }
    guard let observer = animator?.observer, !isOwn else { return carryOut(in: animator) }
    let isPlace = observer.willCarryOut(self)
    carryOut(in: animator)
    if isPlace { observer.passCommand() }
  }

  private func carryOut(in animator: DynamicAnimator?) {
    switch self {
    // To find a number is the work: it shows whether the change is possible.
    case .set(let behavior, let property, let value):
      guard let values = behavior.values.setting(property, to: value) else { return }
      behavior.values = values
      if let animator { behavior.didChange(property, in: animator) }
    case .setProperty(let property, let value):
      guard let clock = animator?.clock.setting(property, to: value) else { return }
      animator?.clock = clock
    case _ where !isPossible(in: animator): break
    case .addBehavior(let behavior): animator?.insert(behavior)
    case .removeBehavior(let behavior): animator?.extract(behavior)
    case .addChild(let parent, let child):
      if let animator { animator.insert(child, under: parent) } else { parent.insertChild(child) }
    case .removeChild(let parent, let child):
      if let animator { animator.extract(child) } else { parent.dropChild(child) }
    case .addItem(let behavior, let item):
      behavior.appendMember(Member(item))
      animator?.enroll(behavior.members.count - 1, of: behavior)
    case .removeItem(let behavior, let item):
      guard let index = behavior.memberIndex(of: item) else { return }
      let slot = behavior.members[index].slot
      behavior.removeMember(at: index)
      animator?.discharge(slot, from: behavior)
    case .setBoundary(let behavior, let recorded):
      guard let behavior = behavior as? CollisionBehavior, var boundary = recorded.boundary,
        boundary.isUsable
      else { return }
      if let animator {
        if let old = boundary.identifier.flatMap({ behavior.boundaryIndex($0) }) {
          animator.removeShapes(ofBoundary: old, of: behavior)
        }
        animator.makeShapes(of: &boundary)
      }
      _ = behavior.store(boundary)
      animator?.boundariesDidChange(of: behavior)
    case .removeBoundary(let behavior, let identifier):
      guard let behavior = behavior as? CollisionBehavior,
        let index = behavior.boundaryIndex(BoundaryIdentifier(identifier))
      else { return }
      animator?.removeShapes(ofBoundary: index, of: behavior)
      behavior.boundaries.remove(at: index)
      animator?.boundariesDidChange(of: behavior)
    case .setTargetOffset(let behavior, let item, let offset):
      guard let push = behavior as? PushBehavior, let index = push.memberIndex(of: item),
        push.members[index].vector != offset
      else { return }
      push.members[index].vector = offset
      if push.active { animator?.wakeMembers(of: push) }
    case .setAttachmentOffset(let behavior, let offset):
      guard let behavior = behavior as? AttachmentBehavior, behavior.members[0].vector != offset
      else { return }
      behavior.members[0].vector = offset
      if let animator {
        animator.attachmentDidChange(behavior, .allowsCollision)
        animator.wakeMembers(of: behavior)
      }
    case .addVelocity(let behavior, let item, let linear, let angular):
      guard behavior.kind == .item, let index = behavior.memberIndex(of: item) else { return }
      if let animator {
        animator.addVelocity(
          slot: behavior.members[index].slot, linear: linear, angular: angular)
      } else {
        behavior.members[index].vector = behavior.members[index].vector + linear
        behavior.members[index].angular += angular
      }
    case .setRegion(let behavior, let nodes):
      guard let field = behavior as? FieldBehavior, let region = Region(program: nodes),
        field.own.region != region
      else { return }
      field.own.region = region
      animator?.wakeMembers(of: field)
    case .setSeed(let behavior, let seed):
      guard let field = behavior as? FieldBehavior, field.own.seed != seed else { return }
      field.own.seed = seed
      if seed == nil, let animator { field.own.seed = animator.nextFieldSeed() }
      animator?.wakeMembers(of: field)
    case .updateItem(let item): animator?.reread(item)
    case .setReferenceBounds(let bounds): animator?.replaceReferenceBounds(bounds?.rect)
    case .item, .behavior, .declare, .setGrid, .elapse, .move, .force, .rest, .stayAway: break
    }
  }
}

extension DynamicBehavior {
  /// True outside a tree and without a parent.
  fileprivate final var isFree: Bool { parent == nil && animatorReference == nil }
}

extension JournalBoundary {
  init(identifier: String, path: Path2D) {
    self.identifier = identifier
    // A run of one point makes no line, whatever the point.
    self.path = path.numbers.map(recordable)
  }

  /// The boundary without shapes; `nil` for numbers that make no path.
  var boundary: Boundary? {
    guard let path = Path2D(numbers: path) else { return nil }
    return Boundary(
      identifier: BoundaryIdentifier(identifier), path: path, lines: path.polylines())
  }
}
