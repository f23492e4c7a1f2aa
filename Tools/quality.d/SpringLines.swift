import Dynamics
import Foundation

/// Springs swing as long, and die out as fast, as a damped oscillator does.
let springLines: [QualityLine] =
  [0.5, 1.0, 2, 3.5, 5, 10].map { hertz in
    QualityLine(
      "spring/\(hertz) Hz", goal: hertz <= 5 ? "within 0.5 %" : "within 2 %"
    ) { _ in
      spring(hertz, limit: hertz <= 5 ? 0.5 : 2)
    }
  }
  + [0.25, 0.5, 0.75, 1].map { damping in
    QualityLine("spring/snap, damping \(damping)", goal: "overshoot within 0.1 pt of exact") { _ in
      snap(damping)
    }
  }
  + [
    QualityLine("spring/snap, published log", goal: "within 0.5 pt") { _ in snapLog() },
    QualityLine("spring/eight of 30 Hz on one item", goal: "no gain") { _ in crowdOfSprings() },
  ]

/// The greatest error of period, decrement and (from ζ 1 on) of the time that decay takes, in per cent.
private func spring(_ hertz: Double, limit: Double) -> Finding {
  var period = 0.0
  var decrement = 0.0
  for ratio in [0, 0.1, 0.3, 0.5] {
    let course = swing(hertz, ratio)
    let exactPeriod = 1 / (hertz * (1 - ratio * ratio).squareRoot())
    let exactDecrement = 2 * Double.pi * ratio / (1 - ratio * ratio).squareRoot()
    guard let found = measure(course) else { continue }
    period = max(period, abs(found.period / exactPeriod - 1))
    // Undamped: what a swing loses.
    decrement = max(
      decrement,
      ratio == 0 ? abs(found.decrement) : abs(found.decrement / exactDecrement - 1))
  }
  var half = 0.0
  for ratio in [1.0, 2] {
    let course = swing(hertz, ratio)
    let time = timeTo(0.1, course) - timeTo(0.5, course)
    let exact = exactTimeTo(0.1, hertz, ratio) - exactTimeTo(0.5, hertz, ratio)
    half = max(half, abs(time / exact - 1))
  }
  let worst = 100 * max(period, decrement, half)
  return Finding(
    "period \(fixed(100 * period, 2)) %, decrement \(fixed(100 * decrement, 2)) %, "
      + "decay \(fixed(100 * half, 2)) %", isGood: worst < limit)
}

/// The offsets from rest of an item on a spring, substep by substep, from 50 points on.
private func swing(_ hertz: Double, _ ratio: Double) -> [Double] {
  let item = box(250, 0)
  let scene = Scene([item], bounds: nil, falls: false, isFine: true)
  let spring = AttachmentBehavior(item: item, attachedToAnchor: .zero)
  spring.length = 200
  spring.frequency = hertz
  spring.damping = ratio
  scene.animator.addBehavior(spring)
  var course = [50.0]
  scene.run(4 / hertz + 0.1) { course.append(item.center.x - 200) }
  return course
}

/// Period and logarithmic decrement between the first two least points.
private func measure(_ course: [Double]) -> (period: Double, decrement: Double)? {
  var times: [Double] = []
  var depths: [Double] = []
  for i in 1..<(course.count - 1)
  where course[i] < course[i - 1] && course[i] <= course[i + 1] && course[i] < 0 {
    let bend = course[i - 1] - 2 * course[i] + course[i + 1]
    let part = bend > 0 ? 0.5 * (course[i - 1] - course[i + 1]) / bend : 0
    times.append((Double(i) + part) / 240)
    depths.append(course[i] - 0.25 * (course[i - 1] - course[i + 1]) * part)
  }
  guard times.count > 1 else { return nil }
  return (times[1] - times[0], log(depths[0] / depths[1]))
}

/// When a part of the first offset is left.
private func timeTo(_ part: Double, _ course: [Double]) -> Double {
  let goal = part * course[0]
  guard let i = course.firstIndex(where: { $0 < goal }) else { return .infinity }
  // Between two substeps it decays by a factor.
  return (Double(i - 1) + log(course[i - 1] / goal) / log(course[i - 1] / course[i])) / 240
}

/// From rest: x = e^(−ζωt)·(cosh + ζ/√(ζ² − 1)·sinh), and (1 + ωt)·e^(−ωt) where ζ = 1.
private func exactTimeTo(_ part: Double, _ hertz: Double, _ ratio: Double) -> Double {
  let omega = 2 * Double.pi * hertz
  func offset(_ t: Double) -> Double {
    if ratio == 1 { return (1 + omega * t) * exp(-omega * t) }
    let root = (ratio * ratio - 1).squareRoot()
    return exp(-ratio * omega * t)
      * (cosh(root * omega * t) + ratio / root * sinh(root * omega * t))
  }
  var low = 0.0
  var high = 10 / hertz
  for _ in 0..<60 {
    let middle = (low + high) / 2
    if offset(middle) > part { low = middle } else { high = middle }
  }
  return low
}

/// From 100 points away.
private func snap(_ damping: Double) -> Finding {
  let item = box(100, 0)
  let scene = Scene([item], bounds: nil, falls: false, isFine: true)
  let snap = SnapBehavior(item: item, snapTo: .zero)
  snap.damping = damping
  scene.animator.addBehavior(snap)
  var least = 100.0
  scene.run(2) { least = min(least, item.center.x) }
  let exact =
    damping < 1 ? 100 * exp(-Double.pi * damping / (1 - damping * damping).squareRoot()) : 0
  return Finding(
    "\(fixed(max(-least, 0), 2)) pt, exact \(fixed(exact, 2))",
    isGood: abs(-least - exact) < 0.1 || (damping == 1 && least > -0.01))
}

/// A published log of UIKit's snap, from 0.1333 s on, on a grid of half a point.
private func snapLog() -> Finding {
  let log = [
    (84, 244), (76.5, 247.5), (74.5, 251.5), (75.5, 253.5), (77.5, 254), (79.5, 253.5),
    (80.5, 252.5), (81, 252), (81, 251.5), (80.5, 251.5), (80, 251.5), (80, 252),
  ]
  let item = Item(center: Point(x: 83.91, y: 243.69), size: Size(width: 60, height: 60))
  let scene = Scene([item], bounds: nil, falls: false, isFine: true)
  scene.properties.addLinearVelocity(Vector(dx: -298.1, dy: 116.1), for: item)
  scene.animator.addBehavior(SnapBehavior(item: item, snapTo: Point(x: 80, y: 252)))
  var worst = 0.0
  for (index, place) in log.enumerated() {
    if index > 0 { scene.run(1.0 / 30) }
    worst = max(worst, abs(item.center.x - place.0), abs(item.center.y - place.1))
  }
  return Finding("\(fixed(worst, 2)) pt", isGood: worst <= 0.5)
}

/// Eight stiff springs without damping pull one item to and fro.
private func crowdOfSprings() -> Finding {
  let item = box(10, 5)
  let scene = Scene([item], bounds: nil, falls: false, isFine: true)
  for k in 0..<8 {
    let spring = AttachmentBehavior(
      item: item, attachedToAnchor: Point.zero + Vector(angle: Double(k) * 0.785, magnitude: 200))
    spring.length = 200
    spring.frequency = 30
    scene.animator.addBehavior(spring)
  }
  var most = 0.0
  scene.run(10) { most = max(most, (item.center - Point.zero).length) }
  return Finding("at most \(fixed(most, 2)) pt out, from 11.18", isGood: most < 12)
}
