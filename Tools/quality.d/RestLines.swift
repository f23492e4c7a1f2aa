import Dynamics

/// Piles come to rest, and gain no energy on the way.
let restLines: [QualityLine] =
  [
    QualityLine("rest/ten boxes, documented", goal: "at rest") { _ in
      restOfTen(.documented, within: 60)
    },
    QualityLine("rest/ten boxes, UIKit observed", goal: "at rest by 5 s") { _ in
      restOfTen(.uikitObserved, within: 5)
    },
    pileLine("12 boxes, damped 0.5", 12) { damp($0) },
    pileLine("20 boxes, damped 0.5", 20) { damp($0) },
    pileLine("16 discs and boxes, damped 0.5", 16, discs: true) { damp($0) },
    pileLine("12 boxes, friction 0.1", 12) { $0.friction = 0.1 },
    pileLine("12 boxes, friction 0.2", 12) { $0.friction = 0.2 },
    // No criterion: such piles stay chaotic in every engine.
    pileLine("12 boxes, no friction", 12, isCriterion: false) { _ in },
    pileLine("20 boxes, no friction", 20, isCriterion: false) { _ in },
    energyLine("12 boxes", 12, discs: false),
    energyLine("20 discs and boxes", 20, discs: true),
  ]
  + [
    QualityLine(
      "rest/thirty in one place, no gravity", goal: "at rest by 1 s, inside, apart"
    ) { _ in
      let scene = Scene((0..<30).map { _ in box(160, 284) }, falls: false)
      let time = scene.timeOfRest(within: 120)
      let deepest = greatestOverlap(scene.items)
      let outside = scene.farthestOutside
      return Finding(
        "\(told(time)), overlap \(fixed(deepest, 2)) pt, outside \(fixed(outside, 2)) pt",
        isGood: (time ?? 1e9) <= 1 && deepest <= 0.5 && outside <= 0.5)
    },
    QualityLine("rest/thirty in another place, no gravity", goal: "(no criterion)") { o in
      let late = each(o.seedCount) { seed -> Bool in
        let x = 120 + Double(seed % 10) * 8
        let y = 100 + Double(seed * 37 % 400)
        let scene = Scene((0..<30).map { _ in box(x, y) }, falls: false)
        return scene.timeOfRest(within: 1) == nil
      }
      let count = late.count { $0 }
      return Finding("\(count) of \(o.seedCount) not at rest by 1 s", isGood: true)
    },
    // Nothing slows them down: what they have they may keep, but no more.
    QualityLine(
      "rest/thirty in one place, tapped", goal: "no faster after 60 s than after 3"
    ) { _ in
      let scene = Scene((0..<30).map { _ in box(160, 284) }, falls: false)
      scene.run(1)
      for place in [Point(x: 160, y: 284), Point(x: 100, y: 200), Point(x: 220, y: 380)] {
        for item in scene.items {
          let way = item.center - place
          guard way.length > 0, way.length < 60 else { continue }
          scene.properties.addLinearVelocity((300 / way.length) * way, for: item)
        }
        scene.run(0.5)
      }
      scene.run(0.5)
      let early = meanSquareSpeed(scene)
      scene.run(57)
      let late = meanSquareSpeed(scene)
      return Finding(
        "\(fixed(early.squareRoot(), 2)), then \(fixed(late.squareRoot(), 2)) pt/s",
        isGood: late <= early)
    },
  ]

private func meanSquareSpeed(_ scene: Scene) -> Double {
  let sum = scene.items.reduce(0) {
    let v = scene.properties.linearVelocity(for: $1)
    return $0 + v.dot(v)
  }
  return sum / Double(scene.items.count)
}

/// A time, or that there was none.
func told(_ time: Double?) -> String { time.map { "\(fixed($0, 2)) s" } ?? "never" }

private func damp(_ properties: ItemBehavior) {
  properties.resistance = 0.5
  properties.angularResistance = 0.5
}

private func restOfTen(_ profile: Profile, within limit: Double) -> Finding {
  let items = (0..<10).map { k in box(160 + 7 * Double(k % 3), 548 - 45 * Double(k)) }
  let scene = Scene(items, profile: profile)
  let time = scene.timeOfRest(within: 60)
  let fastest = items.map { scene.speed($0) }.max() ?? 0
  return Finding(
    time == nil ? "never, \(fixed(fastest, 1)) pt/s after 60 s" : told(time),
    isGood: (time ?? 1e9) <= limit)
}

/// How many of random piles still move after a minute.
private func pileLine(
  _ what: String, _ count: Int, discs: Bool = false, isCriterion: Bool = true,
  _ change: @escaping @Sendable (ItemBehavior) -> Void
) -> QualityLine {
  QualityLine("rest/\(what)", goal: isCriterion ? "0 moving after 60 s" : "(no criterion)") { o in
    let speeds = each(o.seedCount) { seed -> Double in
      let scene = Scene(randomPile(count, discs: discs, seed: seed))
      change(scene.properties)
      if scene.timeOfRest(within: 60) != nil { return 0 }
      return scene.items.map { scene.speed($0) }.max() ?? 0
    }
    let moving = speeds.filter { $0 > 0 }
    let worst = moving.max() ?? 0
    return Finding(
      "\(moving.count) of \(o.seedCount)"
        + (moving.isEmpty ? "" : ", up to \(fixed(worst, 1)) pt/s"),
      isGood: moving.isEmpty || !isCriterion)
  }
}

/// By how much the energy of a damped pile rises above its least so far: as a height that the pile
/// would rise by.
private func energyLine(_ what: String, _ count: Int, discs: Bool) -> QualityLine {
  QualityLine("rest/energy gained, \(what)", goal: "< 0.3 pt of height") { o in
    let gains = each(o.seedCount) { seed -> Double in
      let scene = Scene(randomPile(count, discs: discs, seed: seed))
      damp(scene.properties)
      let masses = scene.masses
      let inertias = scene.inertias
      var least = Double.infinity
      var gain = 0.0
      _ = scene.timeOfRest(within: 20) {
        let energy = scene.mechanicalEnergy(inertias: inertias, masses: masses)
        least = min(least, energy)
        gain = max(gain, energy - least)
      }
      return gain / (1000 * masses.reduce(0, +))
    }
    let worst = gains.max() ?? 0
    return Finding("at most \(fixed(worst, 3)) pt", isGood: worst < 0.3)
  }
}

/// How deep two of the boxes, which stand upright or nearly so, are in each other.
private func greatestOverlap(_ items: [Item]) -> Double {
  var most = 0.0
  for i in items.indices {
    for j in 0..<i { most = max(most, overlap(items[i], items[j])) }
  }
  return most
}

/// Of two boxes, by separating axes.
func overlap(_ a: Item, _ b: Item) -> Double {
  var least = Double.infinity
  for axis in [a.rotation, a.rotation + .pi / 2, b.rotation, b.rotation + .pi / 2] {
    let n = Vector(angle: axis, magnitude: 1)
    least = min(least, reach(a, n) + reach(b, n) - abs((b.center - a.center).dot(n)))
  }
  return max(least, 0)
}

private func reach(_ item: Item, _ n: Vector) -> Double {
  let x = Vector(angle: item.rotation, magnitude: item.bounds.size.width / 2)
  let y = Vector(angle: item.rotation + .pi / 2, magnitude: item.bounds.size.height / 2)
  return abs(x.dot(n)) + abs(y.dot(n))
}
