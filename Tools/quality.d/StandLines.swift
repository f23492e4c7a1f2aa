import DeterministicMath
import Dynamics

/// Stacks stand and sleep; light bears heavy.
let standLines: [QualityLine] =
  [10, 12, 15, 20, 40].map { count in
    QualityLine("stand/\(count) boxes", goal: count < 40 ? "asleep by 3 s" : "(stands)") { _ in
      stack(count, isCriterion: count < 40)
    }
  }
  + [15, 20].map { count in
    QualityLine("stand/\(count) boxes, not quite in line", goal: "all asleep by 3 s") { o in
      let times = each(o.seedCount) { seed -> Double in
        var random = RandomStream(seed: UInt64(seed), stream: "stack").draws(step: 0)
        return timeOfStack((0..<count).map { _ in 160 + 2 * (random.unitDouble() - 0.5) })
      }
      let slow = times.count { $0 > 3 }
      let fallen = times.count { $0 == .infinity }
      return Finding(
        "\(slow) of \(o.seedCount) do not, \(fallen) fall, slowest "
          + "\(fixed(times.filter { $0.isFinite }.max() ?? 0, 2)) s", isGood: slow == 0)
    }
  }
  + [10.0, 100, 1000].map { ratio in
    QualityLine(
      "stand/\(Int(ratio)) : 1 on top",
      goal: ratio == 10 ? "asleep by 1 s" : ratio == 100 ? "sinks < 1 pt" : "(holds)"
    ) { _ in
      heavyOnLight(ratio)
    }
  }
  + [
    QualityLine("stand/wall of 60 boxes", goal: "asleep by 3 s") { _ in
      let items = (0..<60).map { k -> Item in
        let shift = Double(20 * (k / 6 % 2))
        return box(60 + 40 * Double(k % 6) + shift, 548 - 40 * Double(k / 6))
      }
      return standing(items, deadline: 3)
    },
    QualityLine("stand/pyramid of 10 rows", goal: "asleep by 3 s") { _ in
      var items: [Item] = []
      for row in 0..<10 {
        for k in 0..<(10 - row) {
          let place = 30 * (Double(k) - 0.5 * Double(9 - row))
          items.append(box(160 + place, 555 - 26 * Double(row), 26))
        }
      }
      return standing(items, deadline: 3)
    },
    QualityLine("stand/orbit of 100 turns", goal: "period within 0.1 %, radius 0.25 %") { _ in
      orbit()
    },
  ]

private func stack(_ count: Int, isCriterion: Bool) -> Finding {
  let time = timeOfStack((0..<count).map { _ in 160 })
  return Finding(
    time == .infinity ? "falls" : time < 60 ? told(time) : told(nil),
    isGood: !isCriterion || time <= 3)
}

/// When a stack with these middles is asleep: 60 s where it was not by then, infinity when it fell.
private func timeOfStack(_ places: [Double]) -> Double {
  let room = Rect(x: 0, y: 0, width: 320, height: 2000)
  let heights = places.indices.map { 1980 - 40 * Double($0) }
  let items = zip(places, heights).map { box($0, $1) }
  let scene = Scene(items, bounds: room)
  scene.properties.friction = 0.5
  let time = scene.timeOfRest(within: 60)
  return hasFallen(items, from: heights) ? .infinity : time ?? 60
}

private func hasFallen(_ items: [Item], from heights: [Double]) -> Bool {
  zip(items, heights).contains { $0.center.y > $1 + 0.4 * $0.bounds.size.height }
}

private func standing(_ items: [Item], deadline: Double) -> Finding {
  let heights = items.map { $0.center.y }
  let scene = Scene(items)
  scene.properties.friction = 0.5
  let time = scene.timeOfRest(within: 60)
  let fell = hasFallen(items, from: heights)
  return Finding(fell ? "falls" : told(time), isGood: !fell && (time ?? 1e9) <= deadline)
}

/// A heavy box of 60 points on a light one of the same size.
private func heavyOnLight(_ ratio: Double) -> Finding {
  let light = box(160, 538, 60)
  let heavy = box(160, 478, 60)
  let scene = Scene([light, heavy])
  scene.properties.friction = 0.5
  let weight = ItemBehavior(items: [heavy])
  weight.density = ratio
  scene.animator.addBehavior(weight)
  let time = scene.timeOfRest(within: 10)
  let sunk = heavy.center.y - 478
  let isHeld = abs(light.center.x - heavy.center.x) < 10 && sunk < 20
  return Finding(
    isHeld ? "sinks \(fixed(sunk, 2)) pt, asleep \(told(time))" : "falls",
    isGood: ratio == 1000
      || (isHeld && sunk < 1 && (ratio == 100 || (time ?? 1e9) <= 1)))
}

/// Once round at 100 points where the field gives 100 pt/s²: 2π s.
private func orbit() -> Finding {
  let item = box(100, 0, 10)
  let scene = Scene([item], bounds: nil, falls: false, isFine: true)
  let sun = FieldBehavior.radialGravityField(position: .zero)
  sun.falloff = 2
  sun.addItem(item)
  scene.animator.addBehavior(sun)
  scene.properties.addLinearVelocity(Vector(dx: 0, dy: 100), for: item)
  var turned = 0.0
  var last = 0.0
  var least = 100.0
  var most = 100.0
  scene.run(100 * 2 * Double.pi) {
    let place = item.center - Point.zero
    let way = place.angle - last
    turned += way < -1 ? way + 2 * Double.pi : way
    last = place.angle
    least = min(least, place.length)
    most = max(most, place.length)
  }
  let period = 100 * (200 * Double.pi / turned - 1)
  return Finding(
    "period \(fixed(period, 4)) %, radius \(fixed(least, 2)) … \(fixed(most, 2))",
    isGood: abs(period) < 0.1 && least > 99.75 && most < 100.25)
}
