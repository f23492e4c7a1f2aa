import DeterministicMath
import Dynamics
import Simulation

/// A long session: items in a tray that a hand tilts, throws and taps.
///
/// The device's tilt turns gravity. A tap pushes the items around it away. A finger pulls the item
/// nearest to where it went down, by a spring, and lets it go with the finger's velocity.
package struct Playground: StageScenario {
  package static let name: StaticString = "playground"

  package struct Parameters: SimulationParameters {
    /// How many items lie in the tray, 1 … 200.
    package var itemCount: Int64 = 50

    package init() {}
    package mutating func visitFields(_ visitor: inout some FieldVisitor) {
      visitor.field("itemCount", &itemCount)
    }
  }

  /// How far a tap reaches, in points.
  static let tapReach = 120.0
  /// The speed that a tap gives at its very place, in pt/s.
  static let tapSpeed = 500.0

  package let stage: Stage
  private let gravity: GravityBehavior
  private let properties: ItemBehavior
  private let finger: FieldBehavior
  /// The item that the finger pulls; −1 when there is none.
  private var grabbed: Int64 = -1

  package init(parameters: Parameters, seed: UInt64) {
    let count = min(max(parameters.itemCount, 1), 200)
    var items: [Item] = []
    // A second list, because Embedded Swift does not turn one kind of array into the other.
    var members: [any DynamicItem] = []
    for index in 0..<count {
      let item = Playground.item(index, seed: seed)
      items.append(item)
      members.append(item)
    }
    stage = Stage(items: items, seed: seed)
    gravity = GravityBehavior(items: members)
    stage.animator.addBehavior(gravity)
    let collision = CollisionBehavior(items: members)
    collision.translatesReferenceBoundsIntoBoundary = true
    collision.collisionDelegate = stage
    stage.animator.addBehavior(collision)
    properties = ItemBehavior(items: members)
    properties.elasticity = 0.2
    properties.friction = 0.4
    properties.angularResistance = 0.5
    stage.animator.addBehavior(properties)
    finger = FieldBehavior.springField()
    finger.strength = 20
    stage.animator.addBehavior(finger)
  }

  /// Boxes and discs of 18 to 34 points in rows of eight.
  private static func item(_ index: Int64, seed: UInt64) -> Item {
    var draws = RandomStream(seed: seed, stream: "playground.items")
      .draws(entity: UInt64(index), step: 0)
    let width = 18 + Double(draws.integer(below: 17))
    let height = 18 + Double(draws.integer(below: 17))
    let center = Point(x: Double(20 + 40 * (index % 8)), y: Double(20 + 36 * (index / 8 % 15)))
    return index % 3 == 2
      ? Item(center: center, radius: width / 2)
      : Item(center: center, size: Size(width: width, height: height))
  }

  package mutating func handle(_ gesture: Gesture) {
    switch gesture {
    case .tilt(let x, let y, _): gravity.gravityDirection = Vector(tiltX: x, y: y)
    case .tap(let x, let y): pushAway(from: Point(x: x, y: y))
    case .panBegan(let x, let y): grab(Point(x: x, y: y))
    case .panChanged(let x, let y): finger.position = Point(x: x, y: y)
    case .panEnded(_, _, let velocityX, let velocityY):
      release(Vector(dx: velocityX, dy: velocityY))
    case .panCancelled: release(.zero)
    default: break
    }
  }

  private func pushAway(from p: Point) {
    for item in stage.items {
      let way = item.center - p
      let distance = way.length
      guard distance > 0, distance < Playground.tapReach else { continue }
      let speed = Playground.tapSpeed * (1 - distance / Playground.tapReach) / distance
      properties.addLinearVelocity(Vector(dx: speed * way.dx, dy: speed * way.dy), for: item)
    }
  }

  private mutating func grab(_ p: Point) {
    guard grabbed < 0 else { return }
    var nearest = 0
    for index in stage.items.indices
    where (stage.items[index].center - p).length < (stage.items[nearest].center - p).length {
      nearest = index
    }
    grabbed = Int64(nearest)
    finger.position = p
    finger.addItem(stage.items[nearest])
  }

  private mutating func release(_ velocity: Vector) {
    guard grabbed >= 0, grabbed < Int64(stage.items.count) else { return }
    let item = stage.items[Int(grabbed)]
    grabbed = -1
    finger.removeItem(item)
    properties.addLinearVelocity(velocity, for: item)
  }

  package mutating func visitOwnState(_ visitor: inout some StateVisitor) {
    visitor.field("grabbed", &grabbed, .keyFrame)
  }
}
