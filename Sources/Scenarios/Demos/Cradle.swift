import Dynamics
import Simulation

/// Newton's cradle: as many balls leave on one side as come from the other.
package struct Cradle: StageScenario {
  package static let name: StaticString = "cradle"

  package struct Parameters: SimulationParameters {
    /// How many balls are let go, 1 … 4 of 5.
    package var raised: Int64 = 2

    package init() {}
    package mutating func visitFields(_ visitor: inout some FieldVisitor) {
      visitor.field("raised", &raised)
    }
  }

  package let stage: Stage

  package init(parameters: Parameters, seed: UInt64) {
    let radius = 20.0
    let length = 240.0
    // sin and cos of 30°.
    let (sine, cosine) = (0.5, 0.866_025_403_784_438_6)
    let raised = min(max(parameters.raised, 1), 4)
    let hooks = (0..<5).map { Point(x: 80 + 2 * radius * Double($0), y: 120) }
    let items = hooks.indices.map { index in
      let isRaised = index < Int(raised)
      let hang =
        isRaised ? Vector(dx: -length * sine, dy: length * cosine) : Vector(dx: 0, dy: length)
      return Item(center: hooks[index] + hang, radius: radius)
    }
    stage = Stage(items: items, seed: seed)
    let animator = stage.animator
    let properties = ItemBehavior(items: items.members)
    properties.elasticity = 1
    properties.friction = 0
    animator.addBehavior(properties)
    animator.addBehavior(GravityBehavior(items: items.members))
    let touching = CollisionBehavior(items: items.members)
    touching.collisionDelegate = stage
    animator.addBehavior(touching)
    for (item, hook) in zip(items, hooks) {
      let rod = AttachmentBehavior(item: item, attachedToAnchor: hook)
      rod.length = length
      animator.addBehavior(rod)
    }
  }
}
