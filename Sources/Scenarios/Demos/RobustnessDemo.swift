import Dynamics
import Simulation

/// What must not break: items in one another, a box too small for them, and pushes beyond
/// reason against a wall. A tap shoves the items around it; a button fires the push again.
package struct RobustnessDemo: StageScenario {
  package static let name: StaticString = "robustness"

  package struct Parameters: SimulationParameters {
    /// 0 a: items that start in one place, on the stage. 1 b: the same in a box of 100 × 100, where
    /// they have no room. 2 c: one impulse against a wall. 3 c: a continuous push.
    package var part: Int64 = 0
    /// How many items of 40 × 40 in parts a and b, 1 … 200.
    package var itemCount: Int64 = 30
    /// Magnitude of part c's push.
    package var magnitude = 1e9

    package init() {}
    package mutating func visitFields(_ visitor: inout some FieldVisitor) {
      visitor.field("part", &part)
      visitor.field("itemCount", &itemCount)
      visitor.field("magnitude", &magnitude)
    }
  }

  /// Part b's.
  package static let box = Rect(x: 110, y: 234, width: 100, height: 100)
  /// How far a tap reaches, in points, and the speed that it gives, in pt/s.
  static let tapReach = 60.0
  static let tapSpeed = 300.0

  package let stage: Stage
  private let properties: ItemBehavior
  private let push: PushBehavior

  package init(parameters: Parameters, seed: UInt64) {
    let isCrowd = parameters.part < 2
    let count = isCrowd ? min(max(parameters.itemCount, 1), 200) : 1
    var items: [Item] = []
    // A second list, because Embedded Swift does not turn one kind of array into the other.
    var members: [any DynamicItem] = []
    for _ in 0..<count {
      let item = Item(center: Stage.bounds.center, size: Size(width: 40, height: 40))
      items.append(item)
      members.append(item)
    }
    stage = Stage(items: items, seed: seed)
    let collision = CollisionBehavior(items: members)
    collision.collisionDelegate = stage
    if parameters.part == 1 {
      collision.addBoundary(withIdentifier: "box", for: Path2D(rect: RobustnessDemo.box))
    } else {
      collision.translatesReferenceBoundsIntoBoundary = true
    }
    stage.animator.addBehavior(collision)
    properties = ItemBehavior(items: members)
    stage.animator.addBehavior(properties)
    push = PushBehavior(
      items: isCrowd ? [] : members, mode: parameters.part == 2 ? .instantaneous : .continuous)
    push.pushDirection = Vector(dx: parameters.magnitude, dy: 0)
    stage.animator.addBehavior(push)
  }

  package mutating func handle(_ gesture: Gesture) {
    switch gesture {
    case .tap(let x, let y):
      for item in stage.items {
        let way = item.center - Point(x: x, y: y)
        guard way.length > 0, way.length < RobustnessDemo.tapReach else { continue }
        properties.addLinearVelocity(
          (RobustnessDemo.tapSpeed / way.length) * way, for: item)
      }
    case .button: push.active = true
    default: break
    }
  }
}
