import DeterministicMath
import RigidBodies

extension DynamicAnimator {
  /// Asks for the end of what holds items that moved out of `bounds`, and tells the delegate.
  func cull(outside bounds: Rect, _ wasAwake: [Bool]) {
    for slot in order where Int(slot) < wasAwake.count && wasAwake[Int(slot)] {
      let entry = slots[Int(slot)]
      guard let item = entry.item, entry.holderCount > 0, !box(of: entry).intersects(bounds) else {
        continue
      }
      for behavior in flat where behavior.memberIndex(of: item) != nil {
        if behavior is MultiItemBehavior {
          perform(.removeItem(behavior, item: item), isOwn: true)
        } else if let parent = behavior.parent {
          perform(.removeChild(parent, child: behavior), isOwn: true)
        } else {
          perform(.removeBehavior(behavior), isOwn: true)
        }
      }
      observer?.pass()
      delegate?.dynamicAnimator(self, didCull: item)
    }
  }

  /// The upright box around an item's outline in its present pose.
  func box(of entry: ItemSlot) -> Rect {
    let pose = world.transform(of: entry.body)
    return entry.outline.boundingBox(
      at: Point(x: Double(pose.position.x), y: Double(pose.position.y)),
      cosine: Double(pose.rotation.cosine), sine: Double(pose.rotation.sine))
  }
}
