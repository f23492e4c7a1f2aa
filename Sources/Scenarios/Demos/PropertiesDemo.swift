import Dynamics
import Simulation

/// Two items fall; one is a rubber ball by its item behaviour, the other is as items are.
///
/// Sliders set the ball's properties: the button `100·p + v` sets property `p` (0 elasticity,
/// 1 friction, 2 density, 3 resistance, 4 angular resistance, 5 rotation) to `v` tenths.
package struct PropertiesDemo: StageScenario {
  package static let name: StaticString = "properties"

  package struct Parameters: SimulationParameters {
    /// The ball starts above the other item instead of beside it.
    package var overlaps = false
    /// Items are as observed on devices (0.2 bounce and friction) instead of as documented.
    package var isObserved = false

    package init() {}
    package mutating func visitFields(_ visitor: inout some FieldVisitor) {
      visitor.field("overlaps", &overlaps)
      visitor.field("isObserved", &isObserved)
    }
  }

  package let stage: Stage
  package let frog: Item
  package let dragon: Item
  package let properties: ItemBehavior

  package init(parameters: Parameters, seed: UInt64) {
    frog = Stage.frog(at: Point(x: parameters.overlaps ? 220 : 100, y: 100))
    dragon = Stage.dragon(at: Point(x: 220, y: parameters.overlaps ? 518 : 100))
    stage = Stage(
      items: [frog, dragon], profile: parameters.isObserved ? .uikitObserved : .documented,
      seed: seed)
    stage.animator.addBehavior(GravityBehavior(items: [frog, dragon]))
    let collision = CollisionBehavior(items: [frog, dragon])
    collision.translatesReferenceBoundsIntoBoundary = true
    collision.collisionDelegate = stage
    stage.animator.addBehavior(collision)
    properties = ItemBehavior(items: [frog])
    properties.elasticity = 1
    properties.allowsRotation = false
    properties.angularResistance = 0
    properties.density = 3
    properties.friction = 0.5
    properties.resistance = 0.5
    stage.animator.addBehavior(properties)
  }

  package mutating func handle(_ gesture: Gesture) {
    guard case .button(let id) = gesture, id >= 0, id < 600 else { return }
    let value = Double(id % 100) / 10
    switch id / 100 {
    case 0: properties.elasticity = value
    case 1: properties.friction = value
    case 2: properties.density = value
    case 3: properties.resistance = value
    case 4: properties.angularResistance = value
    default: properties.allowsRotation = value > 0
    }
  }
}
