import Dynamics
import Foundation

/// Hits leave in the right direction, and are passed on.
let hitLines: [QualityLine] =
  [0.0, 0.1, 0.5, 1].map { gap in
    QualityLine("hit/cradle of 5, gap \(gap) pt", goal: "30 ± 0.5°") { _ in cradle(gap) }
  }
  + [100.0, 300, 1000, 3000, 10_000].map { speed in
    QualityLine("hit/disc off centre, \(Int(speed)) pt/s", goal: "< 0.5°, energy < 0.1 %") { _ in
      offCentre(speed)
    }
  }
  + [100.0, 300, 1000].map { speed in
    QualityLine("hit/box into a corner, \(Int(speed)) pt/s", goal: "(no criterion)") { _ in
      intoCorner(speed)
    }
  }

/// Five discs on rods of 200 points; the first falls from 30°, and the last should rise as far.
private func cradle(_ gap: Double) -> Finding {
  let radius = 20.0
  let length = 200.0
  let pitch = 2 * radius + gap
  let start = Double.pi / 6
  let items = (0..<5).map { k -> Item in
    let angle = k == 0 ? start : 0
    return Item(
      center: Point(
        x: Double(k) * pitch - length * sin(angle), y: length * cos(angle)), radius: radius)
  }
  let scene = Scene(items, bounds: nil, isFine: true)
  scene.properties.elasticity = 1
  for (k, item) in items.enumerated() {
    let rod = AttachmentBehavior(
      item: item, attachedToAnchor: Point(x: Double(k) * pitch, y: 0))
    rod.length = length
    scene.animator.addBehavior(rod)
  }
  var most = 0.0
  // A quarter of a swing down, a quarter up, and a little more.
  scene.run(1.2 * Double.pi * (length / 1000).squareRoot()) {
    most = max(most, asin((items[4].center.x - 4 * pitch) / length))
  }
  let angle = most * 180 / Double.pi
  return Finding("\(fixed(angle, 2))°", isGood: abs(angle - 30) <= 0.5)
}

/// A disc hits another one, which rests, half a diameter off: that one leaves at 30°.
private func offCentre(_ speed: Double) -> Finding {
  var worst = 0.0
  var worstEnergy = 0.0
  // Where in a substep they touch must not matter.
  for shift in 0..<10 {
    let a = Item(center: Point(x: -100 - 0.1 * speed / 240 * Double(shift), y: -20), radius: 20)
    let b = Item(center: .zero, radius: 20)
    let scene = Scene([a, b], bounds: nil, falls: false, isFine: true)
    scene.properties.elasticity = 1
    scene.properties.addLinearVelocity(Vector(dx: speed, dy: 0), for: a)
    scene.run(max(0.05, 200 / speed))
    let va = scene.properties.linearVelocity(for: a)
    let vb = scene.properties.linearVelocity(for: b)
    let angle = vb.angle * 180 / Double.pi
    worst = max(worst, abs(angle - 30))
    worstEnergy = max(worstEnergy, abs((va.dot(va) + vb.dot(vb)) / (speed * speed) - 1))
  }
  return Finding(
    "off by \(fixed(worst, 2))°, energy by \(fixed(100 * worstEnergy, 3)) %",
    isGood: worst < 0.5 && worstEnergy < 0.001)
}

/// A box without friction slides down along a wall and lands on the floor: it should not leave the
/// wall. Impulses that are found one after the other push it off by a few percent of its speed, in
/// every setting of the kernel; only many more relaxations lessen that.
private func intoCorner(_ speed: Double) -> Finding {
  var worst = 0.0
  for shift in 0..<10 {
    let item = box(20, 300 - 0.1 * speed / 240 * Double(shift))
    let scene = Scene([item], falls: false, isFine: true)
    scene.properties.addLinearVelocity(Vector(dx: 0, dy: speed), for: item)
    scene.run(300 / speed)
    worst = max(worst, abs(scene.properties.linearVelocity(for: item).dx))
  }
  return Finding("sideways \(fixed(worst, 2)) pt/s", isGood: true)
}
