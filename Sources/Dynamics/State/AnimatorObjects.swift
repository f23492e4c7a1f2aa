/// The items and behaviours that an animator knows, in their places.
struct AnimatorObjects {
  var items: [(any DynamicItem)?]
  var isFounding: [Bool]
  var behaviors: [DynamicBehavior?]
  /// Of collision behaviours, by ordinal; `nil` for others.
  var outlines: [[Boundary]?]
  var foundingCount: Int
  var freeSlots: [Int32]

  init() {
    (items, isFounding, behaviors, outlines) = ([], [], [], [])
    (foundingCount, freeSlots) = (0, [])
  }

  init(of animator: DynamicAnimator) {
    items = animator.slots.map { $0.item }
    isFounding = animator.slots.map { $0.isFounding }
    behaviors = animator.known
    foundingCount = animator.foundingCount
    freeSlots = animator.freeSlots
    outlines = behaviors.map { ($0 as? CollisionBehavior)?.boundaries }
  }
}

extension DynamicAnimator {
  /// Knows these objects and no others; what they are up to is restored afterwards.
  func adopt(_ objects: AnimatorObjects) {
    for slot in slots where slot.isRegistered { slot.item?.registeredAnimator = nil }
    for behavior in known {
      behavior?.animatorReference = nil
      behavior?.parent = nil
      behavior?.ordinal = -1
      behavior?.removeAllMembers()
      (behavior as? AttachmentBehavior)?.joint = nil
      (behavior as? CollisionBehavior)?.referenceBoundary = nil
    }
    slots = []
    slotPlaces.removeAll()
    for (index, item) in objects.items.enumerated() {
      slots.append(
        ItemSlot(
          item: item, isFounding: objects.isFounding[index], properties: profile.defaults))
      if let item { slotPlaces.set(Int32(index), for: item) }
    }
    motion = [Motion](repeating: Motion(), count: slots.count)
    order = []
    freeSlots = objects.freeSlots
    known = objects.behaviors
    foundingCount = objects.foundingCount
    collisionClass = [Int32](repeating: -1, count: known.count)
    for (ordinal, behavior) in known.enumerated() {
      behavior?.ordinal = Int32(ordinal)
      guard let outlines = objects.outlines[ordinal] else { continue }
      (behavior as? CollisionBehavior)?.replaceBoundaries(outlines)
    }
    behaviors = []
    flatIsDirty = true
  }
}
