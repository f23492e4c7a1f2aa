import Dynamics
import Simulation

/// Two items fall onto the floor of the stage.
///
/// Buttons set the collision mode: 0 boundaries, 1 items, 2 everything.
package struct CollisionsDemo: StageScenario {
  package static let name: StaticString = "collisions"

  package struct Parameters: SimulationParameters {
    /// 0 boundaries, 1 items, 2 everything.
    package var mode: Int64 = 0
    /// 0 the stage's bounds, 1 a closed path, 2 a line between two points.
    package var boundary: Int64 = 0
    /// Both items start above each other.
    package var overlaps = false
    /// Items are as observed on devices (0.2 bounce and friction) instead of as documented.
    package var isObserved = false

    package init() {}
    package mutating func visitFields(_ visitor: inout some FieldVisitor) {
      visitor.field("mode", &mode)
      visitor.field("boundary", &boundary)
      visitor.field("overlaps", &overlaps)
      visitor.field("isObserved", &isObserved)
    }
  }

  package let stage: Stage
  package let frog: Item
  package let dragon: Item
  private let collision: CollisionBehavior

  package init(parameters: Parameters, seed: UInt64) {
    frog = Stage.frog(at: Point(x: parameters.overlaps ? 160 : 100, y: 100))
    dragon = Stage.dragon(at: Point(x: parameters.overlaps ? 160 : 220, y: 100))
    stage = Stage(
      items: [frog, dragon], profile: parameters.isObserved ? .uikitObserved : .documented,
      seed: seed)
    stage.animator.addBehavior(GravityBehavior(items: [frog, dragon]))
    collision = CollisionBehavior(items: [frog, dragon])
    collision.collisionMode = CollisionsDemo.mode(parameters.mode)
    collision.collisionDelegate = stage
    switch parameters.boundary {
    case 1: collision.addBoundary(withIdentifier: "path", for: Path2D(rect: Stage.bounds))
    case 2:
      collision.addBoundary(
        withIdentifier: "floor", from: Point(x: 0, y: 568), to: Point(x: 320, y: 568))
    default: collision.translatesReferenceBoundsIntoBoundary = true
    }
    stage.animator.addBehavior(collision)
  }

  private static func mode(_ id: Int64) -> CollisionMode {
    switch id {
    case 0: .boundaries
    case 1: .items
    default: .everything
    }
  }

  package mutating func handle(_ gesture: Gesture) {
    if case .button(let id) = gesture { collision.collisionMode = CollisionsDemo.mode(id) }
  }
}
