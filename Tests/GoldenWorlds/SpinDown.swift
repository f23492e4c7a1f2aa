import Dynamics
import Scenarios
import Simulation

/// Items that spin and drift to a stop so slowly that their speeds pass through every subnormal
/// number: whatever flushes those to zero shows here, and almost nowhere else.
///
/// A field that may blow at any time, though never where they are, keeps them awake; items would be
/// put to sleep long before.
package struct SpinDown: StageScenario {
  package static let name: StaticString = "determinism.spin_down"

  package let stage: Stage

  package init(parameters: NoParameters, seed: UInt64) {
    var items: [Item] = []
    for index in 0..<4 {
      items.append(
        Item(center: Point(x: 40 + 80 * Double(index), y: 284), size: Size(width: 40, height: 24)))
    }
    stage = Stage(items: items, seed: seed)
    let field = FieldBehavior.noiseField(smoothness: 0.5, animationSpeed: 1)
    field.position = Point(x: 5000, y: 5000)
    field.region = Region(radius: 10)
    for item in items { field.addItem(item) }
    stage.animator.addBehavior(field)
    for (index, item) in items.enumerated() {
      let properties = ItemBehavior(items: [item])
      // At 20 to 35 per second, speeds become subnormal after 4.6 to 2.6 seconds.
      properties.resistance = 20 + 5 * Double(index)
      properties.angularResistance = 35 - 5 * Double(index)
      stage.animator.addBehavior(properties)
      properties.addLinearVelocity(Vector(dx: 100, dy: 30 * Double(index + 1)), for: item)
      properties.addAngularVelocity(4 - 2.5 * Double(index), for: item)
    }
  }
}
