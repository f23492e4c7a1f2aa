import Dynamics
import Scenarios
import Testing

@Suite("UD-SCN-06 snap")
struct SnapDemoTests {
  private static let taps: [Int: [Gesture]] = [
    0: [.tap(x: 60, y: 500)], 18: [.tap(x: 260, y: 200)], 120: [.tap(x: 160, y: 284)],
  ]

  @Test(
    "UD-SCN-06 overshoot at most 2.84 % from rest; at the point in the end",
    arguments: [0, 1.2, -2.9])
  func overshoot(angle: Double) {
    var p = SnapDemo.Parameters()
    p.angle = angle
    var runner = Runner<SnapDemo>(p)
    let (start, end) = (Point(x: 160, y: 100), Point(x: 60, y: 500))
    let way = end - start
    var farthest = 0.0
    runner.run(150, [0: [.tap(x: 60, y: 500)]]) { _, s in
      farthest = max(farthest, (s.frog.center - start).dot(way) / way.dot(way))
    }
    #expect(farthest > 1)
    #expect(farthest <= 1.0286, "\(farthest)")
    let s = runner.simulation
    #expect(s.frog.center.distance(to: end) < 0.1)
    #expect(abs(s.frog.rotation) < 0.002)
    #expect(!s.stage.animator.isRunning)
  }

  @Test("UD-SCN-06 from 100 pt within 0.5 pt after 0.39 s")
  func settles() {
    var runner = Runner<SnapDemo>()
    var late = 0.0
    runner.run(120, [0: [.tap(x: 260, y: 100)]]) { step, s in
      // The frame that ends at or after 0.39 s, and all later ones.
      if Double(step + 1) / 60 >= 0.39 { late = max(late, abs(s.frog.center.x - 260)) }
    }
    #expect(late <= 0.5, "\(late)")
  }

  @Test(
    "UD-SCN-06 a tap in flight takes the velocity along, by a new point or a new snap",
    arguments: [false, true])
  func retarget(replaces: Bool) {
    var p = SnapDemo.Parameters()
    p.replaces = replaces
    var runner = Runner<SnapDemo>(p)
    var track: [Point] = []
    runner.run(300, Self.taps) { _, s in track.append(s.frog.center) }
    // The frame after the second tap goes on as fast as before it, but for the new pull.
    let before = track[17] - track[16]
    let after = track[18] - track[17]
    #expect(before.length > 1)
    let change = (after - before).length
    // ω²·|offset| in a frame, at most: 484 · 363 pt / 3600, and damping.
    #expect(change < 55)
    #expect(track[110].distance(to: Point(x: 260, y: 200)) < 0.5)
    #expect(track[299].distance(to: Point(x: 160, y: 284)) < 0.1)
    let s = runner.simulation
    #expect(s.stage.animator.behaviors.count == 1)
    #expect(s.snaps.filter { $0.dynamicAnimator != nil }.count == 1)
  }

  @Test("UD-SCN-06 replacing the snap and moving its point are the same motion to the bit")
  func same() {
    var p = SnapDemo.Parameters()
    var a = Runner<SnapDemo>(p)
    p.replaces = true
    var b = Runner<SnapDemo>(p)
    var first: [Point] = []
    var second: [Point] = []
    a.run(200, Self.taps) { _, s in first.append(s.frog.center) }
    b.run(200, Self.taps) { _, s in second.append(s.frog.center) }
    #expect(first == second)
  }
}
