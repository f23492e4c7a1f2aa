import Dynamics
import Scenarios
import TestSupport
import Testing

/// A pan from place to place at a speed in pt/s, one report a frame, from `step` on.
func pan(_ way: [Point], speed: Double, from step: Int) -> [Int: [Gesture]] {
  var inputs: [Int: [Gesture]] = [step: [.panBegan(x: way[0].x, y: way[0].y)]]
  var next = step
  for (a, b) in zip(way, way.dropFirst()) {
    let frames = max(1, Int((a.distance(to: b) / speed * 60).rounded(.up)))
    for i in 1...frames {
      let p = a + (Double(i) / Double(frames)) * (b - a)
      next += 1
      inputs[next] = [.panChanged(x: p.x, y: p.y)]
    }
  }
  let end = way[way.count - 1]
  inputs[next + 1] = [.panEnded(x: end.x, y: end.y, velocityX: 0, velocityY: 0)]
  return inputs
}

/// The upright box around a rectangular item as it is turned.
func extent(_ item: Item) -> Rect {
  let t = item.transform
  let w = abs(t.a) * item.bounds.width + abs(t.c) * item.bounds.height
  let h = abs(t.b) * item.bounds.width + abs(t.d) * item.bounds.height
  return Rect(x: item.center.x - w / 2, y: item.center.y - h / 2, width: w, height: h)
}

/// By how much a box leaves another one.
func excess(_ box: Rect, outside bounds: Rect) -> Double {
  max(
    max(bounds.minX - box.minX, box.maxX - bounds.maxX),
    max(bounds.minY - box.minY, box.maxY - bounds.maxY))
}

@Suite("UD-SCN-04 attachment")
struct AttachmentDemoTests {
  @Test(
    "UD-SCN-04 150 ± 2 pt at every frame away from walls, ± 0.1 once still",
    arguments: [200.0, 600, 1000])
  func keepsLength(speed: Double) {
    var runner = Runner<AttachmentDemo>()
    let way = [
      Point(x: 160, y: 150), Point(x: 200, y: 200), Point(x: 150, y: 230), Point(x: 160, y: 180),
    ]
    var free = 0
    runner.run(900, pan(way, speed: speed, from: 5)) { step, s in
      let distance = s.dragon.center.distance(to: s.attachment.anchorPoint)
      // Within 2 pt of a wall it may be pressed against it.
      if excess(extent(s.dragon), outside: Stage.bounds) < -2 {
        free += 1
        #expect(abs(distance - 150) <= 2, "frame \(step): \(distance)")
      }
      if step > 890, !s.stage.animator.isRunning { #expect(abs(distance - 150) <= 0.1) }
    }
    #expect(free > 100)
  }

  @Test("UD-SCN-04 once the finger is still the distance is 150 ± 0.1")
  func still() {
    var runner = Runner<AttachmentDemo>()
    let way = [Point(x: 160, y: 150), Point(x: 170, y: 170), Point(x: 165, y: 165)]
    runner.run(240, pan(way, speed: 100, from: 5)) { step, s in
      guard step > 60 else { return }
      let distance = s.dragon.center.distance(to: s.attachment.anchorPoint)
      #expect(abs(distance - 150) <= 0.1, "frame \(step): \(distance)")
    }
  }

  @Test(
    "UD-SCN-04 UD-ATT-19 F-03 boundaries win: at most 1 pt outside, and never through",
    arguments: Sample.of([
      [Point(x: 160, y: 150), Point(x: -120, y: 200), Point(x: -120, y: 400)],
      [Point(x: 160, y: 150), Point(x: 500, y: 150), Point(x: 500, y: 300)],
      [Point(x: 160, y: 150), Point(x: 160, y: 760)],
      [Point(x: 160, y: 150), Point(x: -100, y: -200), Point(x: 420, y: -200)],
    ]), [100.0, 400, 800])
  func walls(way: [Point], speed: Double) {
    var runner = Runner<AttachmentDemo>()
    var worst = -1000.0
    var last = 0.0
    runner.run(720, pan(way, speed: speed, from: 5)) { _, s in
      last = excess(extent(s.dragon), outside: Stage.bounds)
      worst = max(worst, last)
    }
    #expect(worst <= 1, "\(worst)")
    #expect(last <= 1, "\(last)")
    // It was at a wall.
    #expect(worst > -1)
  }
}
