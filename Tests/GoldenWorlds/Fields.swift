import Dynamics
import Scenarios
import Simulation

/// Charged items in fields of every kind, in regions of every shape, on attachments of every form.
///
/// What the sixteen scenes of UIKit Dynamics leave out: nothing of the animator is in no recording.
package struct Fields: StageScenario {
  package static let name: StaticString = "determinism.fields"

  package let stage: Stage

  package init(parameters: NoParameters, seed: UInt64) {
    var items: [Item] = []
    for index in 0..<12 {
      let place = Point(x: 40 + 80 * Double(index % 4), y: 100 + 120 * Double(index / 4))
      items.append(Item(center: place, size: Size(width: 36, height: 24)))
    }
    stage = Stage(items: items, seed: seed)
    let animator = stage.animator
    for (index, item) in items.enumerated() {
      let properties = ItemBehavior(items: [item])
      properties.charge = index % 2 == 0 ? 0.5 : -0.8
      properties.resistance = 0.2
      animator.addBehavior(properties)
      properties.addLinearVelocity(Vector(dx: 60, dy: 20 * Double(index % 3 - 1)), for: item)
    }
    for field in Fields.fields() {
      for item in items { field.addItem(item) }
      animator.addBehavior(field)
    }
    for attachment in Fields.attachments(items) { animator.addBehavior(attachment) }
    let walls = CollisionBehavior(items: items.members)
    walls.translatesReferenceBoundsIntoBoundary = true
    animator.addBehavior(walls)
  }

  private static func fields() -> [FieldBehavior] {
    let center = Point(x: 160, y: 284)
    let wide = Region(size: Size(width: 300, height: 500))
    let ring = Region(radius: 200).difference(from: Region(radius: 40))
    let shapes = [
      wide, ring, ring.union(with: Region(size: Size(width: 80, height: 80))),
      wide.intersection(with: Region(radius: 240)), Region(radius: 30).inverse(),
    ]
    let kinds: [(FieldBehavior, strength: Double, falloff: Double)] = [
      (.linearGravityField(direction: Vector(dx: 0.2, dy: 1)), 0.3, 0),
      (.radialGravityField(position: center), 0.5, 1), (.electricField(), 2, 2),
      (.magneticField(), 1.5, 0), (.turbulenceField(smoothness: 0.6, animationSpeed: 1), 0.4, 0.5),
      (.noiseField(smoothness: 0.3, animationSpeed: 0.5), 0.4, -1),
      (.velocityField(direction: Vector(dx: 40, dy: -10)), 0.5, 0), (.vortexField(), 0.4, 3),
      (.springField(), 0.2, 0.25), (.dragField(), 0.1, 0),
      (
        .field { _, place, velocity, mass, charge, _ in
          Vector(dx: charge * mass - 0.001 * velocity.dx, dy: 0.0005 * (284 - place.y))
        }, 1, 0
      ),
    ]
    for (index, (field, strength, falloff)) in kinds.enumerated() {
      field.position = center
      field.region = shapes[index % shapes.count]
      field.strength = strength
      field.falloff = falloff
      field.minimumRadius = 20
      if index % 2 == 1 { field.attenuation = .shifted }
      if index == 5 { field.seed = 99 }
    }
    return kinds.map { $0.0 }
  }

  private static func attachments(_ items: [Item]) -> [AttachmentBehavior] {
    let fixed = AttachmentBehavior.fixedAttachment(
      with: items[0], attachedTo: items[1], attachmentAnchor: Point(x: 80, y: 100))
    let pin = AttachmentBehavior.pinAttachment(
      with: items[2], attachedTo: items[3], attachmentAnchor: Point(x: 240, y: 100))
    pin.frictionTorque = 0.02
    pin.attachmentRange = FloatRange(minimum: -1, maximum: 2)
    let rail = AttachmentBehavior.slidingAttachment(
      with: items[4], attachmentAnchor: Point(x: 40, y: 220),
      axisOfTranslation: Vector(dx: 1, dy: 0.2))
    let pair = AttachmentBehavior.slidingAttachment(
      with: items[5], attachedTo: items[6], attachmentAnchor: Point(x: 160, y: 220),
      axisOfTranslation: Vector(dx: 1, dy: 0))
    pair.attachmentRange = FloatRange(minimum: -30, maximum: 30)
    let rope = AttachmentBehavior.limitAttachment(
      with: items[7], offsetFromCenter: Vector(dx: 10, dy: 0), attachedTo: items[8],
      offsetFromCenter: .zero)
    let rod = AttachmentBehavior(item: items[9], attachedTo: items[10])
    rod.allowsCollision = false
    let spring = AttachmentBehavior(
      item: items[10], offsetFromCenter: Vector(dx: 0, dy: 8), attachedTo: items[11],
      offsetFromCenter: .zero)
    spring.frequency = 2
    spring.damping = 0.3
    return [fixed, pin, rail, pair, rope, rod, spring]
  }
}
