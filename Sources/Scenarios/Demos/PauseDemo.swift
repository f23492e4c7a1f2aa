import Dynamics
import Simulation

/// What makes an animator pause and resume.
///
/// Two items fall and come to rest. A tap drops another one; button 1 puts a shelf up, 2 takes it
/// down, 3 moves the floor 10 points down or up again, 4 sets a property to the value that it has.
package struct PauseDemo: StageScenario {
  package static let name: StaticString = "pause"
  static let guestCount = 6

  package struct Parameters: SimulationParameters {
    /// Items are as observed on devices (0.2 bounce and friction) instead of as documented.
    package var isObserved = false

    package init() {}
    package mutating func visitFields(_ visitor: inout some FieldVisitor) {
      visitor.field("isObserved", &isObserved)
    }
  }

  package let stage: Stage
  private let gravity: GravityBehavior
  private let collision: CollisionBehavior
  /// In no behaviour until a tap drops them.
  private let guests: [Item]
  private let shelf: ItemBehavior
  private let plank: Item
  private var guestsUsed: Int64 = 0

  package init(parameters: Parameters, seed: UInt64) {
    let frog = Stage.frog(at: Point(x: 100, y: 100))
    let dragon = Stage.dragon(at: Point(x: 220, y: 100))
    plank = Item("plank", center: Point(x: 290, y: 330), size: Size(width: 60, height: 10))
    var items = [frog, dragon, plank]
    var guests: [Item] = []
    var declared: [any DynamicItem] = []
    for index in 0..<PauseDemo.guestCount {
      let guest = Item("guest \(index)", center: .zero, size: Size(width: 30, height: 30))
      guests.append(guest)
      items.append(guest)
      declared.append(guest)
    }
    self.guests = guests
    stage = Stage(
      items: items, profile: parameters.isObserved ? .uikitObserved : .documented, seed: seed)
    gravity = GravityBehavior(items: [frog, dragon])
    stage.animator.addBehavior(gravity)
    collision = CollisionBehavior(items: [frog, dragon])
    collision.translatesReferenceBoundsIntoBoundary = true
    collision.collisionDelegate = stage
    stage.animator.addBehavior(collision)
    shelf = ItemBehavior(items: [plank])
    shelf.isAnchored = true
    stage.animator.declare(shelf)
    stage.animator.declare(ItemBehavior(items: declared))
  }

  package mutating func handle(_ gesture: Gesture) {
    switch gesture {
    case .tap(let x, let y): drop(at: Point(x: x, y: y))
    case .button(1):
      stage.animator.addBehavior(shelf)
      collision.addItem(plank)
    case .button(2):
      stage.animator.removeBehavior(shelf)
      collision.removeItem(plank)
    case .button(3):
      let bounds = stage.animator.referenceBounds ?? Stage.bounds
      let height = bounds.height > 570 ? 568.0 : 578
      stage.animator.referenceBounds = Rect(x: 0, y: 0, width: 320, height: height)
    case .button(4): gravity.gravityDirection = gravity.gravityDirection
    default: break
    }
  }

  private mutating func drop(at p: Point) {
    guard guestsUsed >= 0, guestsUsed < Int64(guests.count), p.x.isFinite, p.y.isFinite else {
      return
    }
    let guest = guests[Int(guestsUsed)]
    guestsUsed += 1
    guest.center = p
    gravity.addItem(guest)
    collision.addItem(guest)
  }

  package mutating func visitOwnState(_ visitor: inout some StateVisitor) {
    visitor.field("guestsUsed", &guestsUsed, .keyFrame)
  }
}
