import DeterministicMath
import Dynamics
import Synchronization

/// Nothing passes through anything.
let passageLines: [QualityLine] =
  [3000.0, 10_000, 48_000].map { speed in
    QualityLine("pass/item at \(Int(speed)) pt/s, free wall", goal: "0 pass") { o in
      passages(o) { shot(speed, thickness: 40, isAnchored: false, seed: $0) }
    }
  }
  + [
    QualityLine("pass/discs head-on at 3000 pt/s", goal: "0 pass") { o in
      passages(o) { headOn(3000, seed: $0) }
    },
    QualityLine("pass/discs head-on at 48000 pt/s", goal: "0 pass") { o in
      passages(o) { headOn(48_000, seed: $0) }
    },
    QualityLine("pass/item at 5000 pt/s, bar of 12 pt", goal: "0 pass") { o in
      passages(o) { shot(5000, thickness: 12, isAnchored: false, seed: $0) }
    },
    QualityLine("pass/item at 48000 pt/s, anchored 0.1", goal: "0 pass") { o in
      passages(o) { shot(48_000, thickness: 0.1, isAnchored: true, seed: $0) }
    },
    QualityLine("pass/200 discs at 5000 pt/s, time", goal: "≤ 3 × without sweeps") { _ in
      let ratio = timeOfSweeps()
      return Finding("\(fixed(ratio, 2)) × without", isGood: ratio <= 3)
    },
  ]

private func passages(_ o: QualityOptions, _ passes: @escaping @Sendable (Int) -> Bool) -> Finding {
  let count = 4 * o.seedCount
  let passed = each(count) { passes($0) }.count { $0 }
  return Finding("\(passed) of \(count) pass", isGood: passed == 0)
}

/// Whether a square of 10 points gets to the other side of a wall, which is heavy and free.
private func shot(_ speed: Double, thickness: Double, isAnchored: Bool, seed: Int) -> Bool {
  var random = RandomStream(seed: UInt64(seed), stream: "shot").draws(step: 0)
  func draw(_ low: Double, _ high: Double) -> Double { low + (high - low) * random.unitDouble() }
  let wall = Item(
    center: Point(x: 300, y: 0), size: Size(width: thickness, height: 400))
  let item = box(draw(0, 100), draw(-20, 20), 10, turned: draw(0, 6))
  let scene = Scene([item, wall], bounds: nil, falls: false)
  let heavy = ItemBehavior(items: [wall])
  heavy.density = 100
  heavy.isAnchored = isAnchored
  scene.animator.addBehavior(heavy)
  scene.properties.addLinearVelocity(
    Vector(angle: draw(-0.2, 0.2), magnitude: speed), for: item)
  scene.properties.addAngularVelocity(draw(-20, 20), for: item)
  scene.run(max(0.2, 400 / speed))
  let way = item.center - wall.center
  return way.dot(Vector(angle: wall.rotation, magnitude: 1)) > 0
}

/// Whether two discs of radius 5 change sides.
private func headOn(_ speed: Double, seed: Int) -> Bool {
  var random = RandomStream(seed: UInt64(seed), stream: "head-on").draws(step: 0)
  func draw(_ low: Double, _ high: Double) -> Double { low + (high - low) * random.unitDouble() }
  // Without friction, what hits far off centre slides past the other, as it should.
  let a = Item(center: Point(x: draw(-150, -100), y: draw(-0.2, 0.2)), radius: 5)
  let b = Item(center: Point(x: draw(100, 150), y: draw(-0.2, 0.2)), radius: 5)
  let scene = Scene([a, b], bounds: nil, falls: false)
  scene.properties.elasticity = 0.5
  scene.properties.addLinearVelocity(Vector(dx: speed, dy: 0), for: a)
  scene.properties.addLinearVelocity(Vector(dx: -speed, dy: 0), for: b)
  scene.run(0.2)
  return a.center.x > b.center.x
}

/// What sweeping items against each other costs where 200 discs fly about: the time of two seconds,
/// and that without, the least of five turns each.
private func timeOfSweeps() -> Double {
  func time(sweeps: Bool) -> Double {
    let tuning = Scene.tuning.withLock { $0 }
    if !sweeps {
      Scene.tuning.withLock { $0.freeSweepFraction = .greatestFiniteMagnitude }
    }
    defer { Scene.tuning.withLock { $0 = tuning } }
    let items = (0..<200).map { k in
      Item(center: Point(x: 20 + 31 * Double(k % 10), y: 20 + 28 * Double(k / 10)), radius: 5)
    }
    let scene = Scene(items, falls: false)
    scene.properties.elasticity = 1
    for (k, item) in items.enumerated() {
      scene.properties.addLinearVelocity(Vector(angle: 0.7 * Double(k), magnitude: 5000), for: item)
    }
    let start = ContinuousClock.now
    scene.run(2)
    return (ContinuousClock.now - start) / .seconds(1)
  }
  var with = Double.infinity
  var without = Double.infinity
  for _ in 0..<5 {
    with = min(with, time(sweeps: true))
    without = min(without, time(sweeps: false))
  }
  return with / without
}
