/// One change of an animator, a behaviour or an item list, as a value.
///
/// Every setter and every structural call makes one and nothing else changes anything, so that
/// changes can be put off to the end of a step, and so that a journal can record an app's calls.
package enum Command {
  // Structure: put off to the end of the step when a callback asks for it.
  case addBehavior(DynamicBehavior)
  case removeBehavior(DynamicBehavior)
  case addChild(DynamicBehavior, to: DynamicBehavior)
  case removeChild(DynamicBehavior, from: DynamicBehavior)
  case addItem(any DynamicItem, to: DynamicBehavior)
  case removeItem(any DynamicItem, from: DynamicBehavior)
  case setBoundary(CollisionBehavior, BoundaryIdentifier, Path2D, [Polyline])
  case removeBoundary(CollisionBehavior, BoundaryIdentifier)
  // Values: at once, except while the world is being stepped.
  case setParameter(DynamicBehavior, index: Int, value: Double)
  case setTargetOffset(any DynamicItem, PushBehavior, Vector)
  case setAttachmentOffset(AttachmentBehavior, Vector)
  case addVelocity(any DynamicItem, ItemBehavior, linear: Vector, angular: Double)
  case setRegion(FieldBehavior, Region)
  case setSeed(FieldBehavior, UInt64?)
  case updateItem(DynamicAnimator, any DynamicItem)
  case setReferenceBounds(DynamicAnimator, Rect?)
  case setTimeScale(DynamicAnimator, Double)
  case setSuspended(DynamicAnimator, Bool)

  var isStructural: Bool {
    switch self {
    case .addBehavior, .removeBehavior, .addChild, .removeChild, .addItem, .removeItem,
      .setBoundary, .removeBoundary:
      true
    default: false
    }
  }

  /// The behaviour whose lists or values change: its tree is the one that must know.
  private var changedBehavior: DynamicBehavior? {
    switch self {
    case .addChild(_, let behavior), .removeChild(_, let behavior), .addItem(_, let behavior),
      .removeItem(_, let behavior), .setBoundary(let behavior as DynamicBehavior, _, _, _),
      .removeBoundary(let behavior as DynamicBehavior, _), .setParameter(let behavior, _, _),
      .setTargetOffset(_, let behavior as DynamicBehavior, _),
      .setAttachmentOffset(let behavior as DynamicBehavior, _),
      .addVelocity(_, let behavior as DynamicBehavior, _, _),
      .setRegion(let behavior as DynamicBehavior, _), .setSeed(let behavior as DynamicBehavior, _):
      behavior
    case .addBehavior, .removeBehavior, .updateItem, .setReferenceBounds, .setTimeScale,
      .setSuspended:
      nil
    }
  }

  /// Carries the change out: in the running simulation of `given`, or, with `nil`, on behaviours
  /// that are in no tree.
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
    case .addBehavior(let behavior): animator?.insert(behavior)
    case .removeBehavior(let behavior): animator?.extract(behavior)
    case .addChild(let child, let parent):
      guard child.parent == nil, child.animatorReference == nil else { return }
      if let animator { animator.insert(child, under: parent) } else { parent.insertChild(child) }
    case .removeChild(let child, let parent):
      guard child.parent === parent else { return }
      if let animator { animator.extract(child) } else { parent.dropChild(child) }
    case .addItem(let item, let behavior):
      guard behavior.memberIndex(of: item) == nil else { return }
      behavior.appendMember(Member(item))
      animator?.enroll(behavior.members.count - 1, of: behavior)
    case .removeItem(let item, let behavior):
      guard let index = behavior.memberIndex(of: item) else { return }
      let slot = behavior.members[index].slot
      behavior.removeMember(at: index)
      animator?.discharge(slot, from: behavior)
    case .setBoundary(let behavior, let identifier, let path, let lines):
      var boundary = Boundary(identifier: identifier, path: path, lines: lines)
      if let animator {
        if let old = behavior.boundaryIndex(identifier) {
          animator.removeShapes(ofBoundary: old, of: behavior)
        }
        animator.makeShapes(of: &boundary)
      }
      _ = behavior.store(boundary)
      animator?.boundariesDidChange(of: behavior)
    case .removeBoundary(let behavior, let identifier):
      guard let index = behavior.boundaryIndex(identifier) else { return }
      animator?.removeShapes(ofBoundary: index, of: behavior)
      behavior.boundaries.remove(at: index)
      animator?.boundariesDidChange(of: behavior)
    case .setParameter(let behavior, let index, let value):
      guard behavior.parameters[index] != value else { return }
      behavior.parameters[index] = value
      if let animator { behavior.parameterDidChange(index, in: animator) }
    case .setTargetOffset(let item, let behavior, let offset):
      guard let index = behavior.memberIndex(of: item), behavior.members[index].vector != offset
      else { return }
      behavior.members[index].vector = offset
      if behavior.active { animator?.wakeMembers(of: behavior) }
    case .setAttachmentOffset(let behavior, let offset):
      guard behavior.members[0].vector != offset else { return }
      behavior.members[0].vector = offset
      if let animator {
        animator.attachmentDidChange(behavior, AttachmentBehavior.allowsCollisionIndex)
        animator.wakeMembers(of: behavior)
      }
    case .addVelocity(let item, let behavior, let linear, let angular):
      guard let index = behavior.memberIndex(of: item) else { return }
      if let animator {
        animator.addVelocity(
          slot: behavior.members[index].slot, linear: linear, angular: angular)
      } else {
        behavior.members[index].vector = behavior.members[index].vector + linear
        behavior.members[index].angular += angular
      }
    case .setRegion(let field, let region):
      guard field.regionStore != region else { return }
      field.regionStore = region
      animator?.wakeMembers(of: field)
    case .setSeed(let field, let seed):
      guard field.seedStore != seed else { return }
      field.seedStore = seed
      if seed == nil, let animator { field.seedStore = animator.nextFieldSeed() }
      animator?.wakeMembers(of: field)
    case .updateItem(let animator, let item): animator.reread(item)
    case .setReferenceBounds(let animator, let bounds): animator.replaceReferenceBounds(bounds)
    case .setTimeScale(let animator, let scale): animator.clock.timeScale = scale
    case .setSuspended(let animator, let suspended): animator.isSuspended = suspended
    }
  }
}
