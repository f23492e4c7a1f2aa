import DeterministicMath
import Dynamics
import TestSupport
import Testing

/// A closed scene that is damped gains no mechanical energy.
@Suite struct EnergyTests {
  /// Boxes and discs fall into a box, without friction. However they press and slide, their energy
  /// rises above the least so far by no more than what lifts the pile by half a point: overlaps are
  /// taken back by moving items, and 0.25 points of them are left to contacts. And what is damped comes
  /// to rest.
  @Test(arguments: Sample.of(0..<60, 5), [false, true])
  func neverGrows(seed: Int, hasDiscs: Bool) {
    let items = EnergyTests.pile(seed, hasDiscs: hasDiscs)
    let animator = DynamicAnimator(referenceBounds: Rect(x: 0, y: 0, width: 320, height: 568))
    let collision = CollisionBehavior(items: items)
    collision.translatesReferenceBoundsIntoBoundary = true
    let properties = ItemBehavior(items: items)
    properties.resistance = 0.5
    properties.angularResistance = 0.5
    animator.addBehavior(collision)
    animator.addBehavior(GravityBehavior(items: items))
    animator.addBehavior(properties)
    let mass = items.reduce(0) { $0 + EnergyTests.inertia(of: $1).mass }
    var least = Double.infinity
    var gain = 0.0
    for _ in 0..<3600 where animator.isRunning {
      animator.step()
      let energy = EnergyTests.energy(items, properties)
      least = min(least, energy)
      gain = max(gain, energy - least)
    }
    let height = gain / (1000 * mass)
    #expect(height < 0.5, "seed \(seed), discs \(hasDiscs): the pile rises by \(height) pt")
    #expect(!animator.isRunning, "seed \(seed), discs \(hasDiscs): not at rest after a minute")
  }

  /// Sixteen items that do not touch, above the floor.
  private static func pile(_ seed: Int, hasDiscs: Bool) -> [Item] {
    var random = RandomStream(seed: UInt64(seed), stream: "energy").draws(step: 0)
    func draw(_ low: Double, _ high: Double) -> Double { low + (high - low) * random.unitDouble() }
    return (0..<16).map { index in
      let place = Point(
        x: 46 + 76 * Double(index % 4) + draw(-6, 6),
        y: 520 - 76 * Double(index / 4) + draw(-6, 6))
      let side = draw(24, 44)
      if hasDiscs && index % 2 == 0 { return Item(center: place, radius: side / 2) }
      let item = Item(center: place, size: Size(width: side, height: side))
      item.transform = AffineTransform2D(rotation: draw(0, 6))
      return item
    }
  }

  private static func inertia(of item: Item) -> (mass: Double, moment: Double) {
    let side = item.bounds.size.width
    if item.collisionBoundsType == .ellipse {
      let mass = pi / 4 * side * side / 10_000
      return (mass, mass * side * side / 8)
    }
    let mass = side * side / 10_000
    return (mass, mass * side * side / 6)
  }

  private static func energy(_ items: [Item], _ properties: ItemBehavior) -> Double {
    var sum = 0.0
    for item in items {
      let (mass, moment) = inertia(of: item)
      let v = properties.linearVelocity(for: item)
      let w = properties.angularVelocity(for: item)
      sum += 0.5 * mass * v.dot(v) + 0.5 * moment * w * w + 1000 * mass * (568 - item.center.y)
    }
    return sum
  }
}
