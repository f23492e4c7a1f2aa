import Dynamics
import DynamicsJournal

/// The scene of ``ItemsCost`` and ``JournalCost``.
struct ItemsScene {
  let animator: DynamicAnimator
  let noise = FieldBehavior.noiseField(smoothness: 0.5, animationSpeed: 1)

  /// - Parameter journal: records the animator; `nil`: nothing does.
  init(journal: Journal? = nil) {
    animator = DynamicAnimator(
      referenceBounds: Rect(x: 0, y: 0, width: 840, height: 700), journal: journal)
    var items: [any DynamicItem] = []
    for row in 0..<10 {
      for column in 0..<20 {
        let center = Point(
          x: 30 + 40 * Double(column) + 3 * Double(row % 3), y: 30 + 50 * Double(row))
        items.append(
          (row + column) % 3 == 0
            ? Item(center: center, radius: 13)
            : Item(center: center, size: Size(width: 26, height: 22)))
      }
    }
    animator.addBehavior(GravityBehavior(items: items))
    let collision = CollisionBehavior(items: items)
    collision.translatesReferenceBoundsIntoBoundary = true
    animator.addBehavior(collision)
    let properties = ItemBehavior(items: items)
    properties.elasticity = 0.2
    properties.friction = 0.3
    properties.resistance = 0.2
    properties.angularResistance = 0.5
    animator.addBehavior(properties)
    for index in 0..<60 {
      let spring = AttachmentBehavior(item: items[3 * index], attachedTo: items[3 * index + 1])
      spring.frequency = 3
      spring.damping = 0.3
      animator.addBehavior(spring)
    }
    for item in items { noise.addItem(item) }
    animator.addBehavior(noise)
  }
}
