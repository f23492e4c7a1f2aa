import DeterministicMath
import Dynamics
import Simulation
import Synchronization

/// Items under one animator, which collide with each other and fall.
struct Scene {
  /// The usual stage, in points.
  static let stage = Rect(x: 0, y: 0, width: 320, height: 568)

  /// What the next scenes are made with.
  static let tuning = Mutex(KernelTuning.chosen)

  let animator: DynamicAnimator
  let items: [Item]
  let collision: CollisionBehavior
  let gravity: GravityBehavior
  let properties: ItemBehavior

  /// - Parameters:
  ///   - bounds: walls on all sides; `nil`: none.
  ///   - isFine: a step is one substep instead of four.
  init(
    _ items: [Item], bounds: Rect? = Scene.stage, profile: Profile = .documented,
    falls: Bool = true, isFine: Bool = false
  ) {
    self.items = items
    animator = DynamicAnimator(
      referenceBounds: bounds, profile: profile, seed: 1, substepsPerFrame: isFine ? 1 : 4,
      cullBounds: nil, tuning: Scene.tuning.withLock { $0 })
    collision = CollisionBehavior(items: items)
    gravity = GravityBehavior(items: items)
    properties = ItemBehavior(items: items)
    if bounds != nil { collision.translatesReferenceBoundsIntoBoundary = true }
    animator.addBehavior(collision)
    if falls { animator.addBehavior(gravity) }
    animator.addBehavior(properties)
  }

  /// Seconds of a step.
  var duration: Double { animator.frameDuration.seconds }

  /// Runs until everything rests.
  ///
  /// - Returns: the time at which it did; `nil` when it had not after `seconds`.
  func timeOfRest(within seconds: Double, _ observe: () -> Void = {}) -> Double? {
    for _ in 0..<Int(seconds / duration) {
      animator.step()
      observe()
      if !animator.isRunning { return animator.elapsedTime }
    }
    return nil
  }

  func run(_ seconds: Double, _ observe: () -> Void = {}) {
    for _ in 0..<Int((seconds / duration).rounded()) {
      animator.step()
      observe()
    }
  }

  func speed(_ item: Item) -> Double { properties.linearVelocity(for: item).length }

  /// Of motion and of height above the stage's floor, in kg·pt²/s².
  func mechanicalEnergy(inertias: [Double], masses: [Double]) -> Double {
    var sum = 0.0
    for (index, item) in items.enumerated() {
      let v = properties.linearVelocity(for: item)
      let w = properties.angularVelocity(for: item)
      sum += 0.5 * masses[index] * v.dot(v) + 0.5 * inertias[index] * w * w
      sum += masses[index] * 1000 * (Scene.stage.maxY - item.center.y)
    }
    return sum
  }

  /// Masses and moments of inertia of items of density 1.
  var masses: [Double] {
    items.map { item in
      let area = item.bounds.size.width * item.bounds.size.height
      return (item.collisionBoundsType == .ellipse ? Double.pi / 4 * area : area) / 10_000
    }
  }

  var inertias: [Double] {
    zip(items, masses).map { item, mass in
      let w = item.bounds.size.width
      let h = item.bounds.size.height
      return item.collisionBoundsType == .ellipse ? mass * w * w / 8 : mass * (w * w + h * h) / 12
    }
  }

  /// How far some corner is outside the stage.
  var farthestOutside: Double {
    var most = 0.0
    for item in items {
      let c = Elementary.sincos(item.rotation)
      let w = 0.5 * item.bounds.size.width
      let h = 0.5 * item.bounds.size.height
      let x = abs(c.cosine) * w + abs(c.sine) * h
      let y = abs(c.sine) * w + abs(c.cosine) * h
      let room = Scene.stage
      most = max(most, room.minX - (item.center.x - x), item.center.x + x - room.maxX)
      most = max(most, room.minY - (item.center.y - y), item.center.y + y - room.maxY)
    }
    return most
  }
}

/// A box.
func box(_ x: Double, _ y: Double, _ side: Double = 40, turned angle: Double = 0) -> Item {
  let item = Item(center: Point(x: x, y: y), size: Size(width: side, height: side))
  item.transform = AffineTransform2D(rotation: angle)
  return item
}

/// Boxes of 24 to 44 points, and discs where asked for, side by side and turned somehow above the
/// floor; none overlap.
func randomPile(_ count: Int, discs: Bool = false, seed: Int) -> [Item] {
  var random = RandomStream(seed: UInt64(seed), stream: "pile").draws(step: 0)
  func draw(_ low: Double, _ high: Double) -> Double { low + (high - low) * random.unitDouble() }
  return (0..<count).map { index in
    let x = 46 + 76 * Double(index % 4) + draw(-6, 6)
    let y = 520 - 76 * Double(index / 4) + draw(-6, 6)
    let side = draw(24, 44)
    let angle = draw(0, 6)
    if discs && index % 2 == 0 { return Item(center: Point(x: x, y: y), radius: side / 2) }
    return box(x, y, side, turned: angle)
  }
}
