import Dynamics
import Scenarios
import Testing

@Suite("UD-SCN-13 sticky corners")
struct StickyCornersDemoTests {
  private static let rests = [
    Point(x: 60, y: 60), Point(x: 260, y: 60), Point(x: 60, y: 508), Point(x: 260, y: 508),
  ]

  /// From wherever it is let go at rest, the item settles in the corner whose region holds it.
  @Test("UD-SCN-13 settles in the corner whose region holds the centre", arguments: 0..<4)
  func settles(corner: Int) {
    var runner = Runner<StickyCornersDemo>()
    let target = Point(x: corner & 1 == 0 ? 120 : 200, y: corner & 2 == 0 ? 200 : 400)
    runner.run(
      400,
      [
        10: [.panBegan(x: 90, y: 120)],
        20: [.panChanged(x: target.x, y: target.y)],
        30: [.panChanged(x: target.x, y: target.y)],
        31: [.panEnded(x: target.x, y: target.y, velocityX: 0, velocityY: 0)],
      ])
    let s = runner.simulation
    #expect(s.item.center.distance(to: Self.rests[corner]) < 1.5)
    #expect(!s.stage.animator.isRunning)
  }

  @Test("UD-SCN-13 damping ratio about 0.5: overshoot 16 %")
  func damping() {
    var runner = Runner<StickyCornersDemo>()
    // From (60, 200): 140 pt below the corner's rest point, along y only.
    var least = Double.infinity
    runner.run(
      200,
      [
        1: [.panBegan(x: 100, y: 150)],
        5: [.panChanged(x: 60, y: 160)],
        6: [.panEnded(x: 60, y: 160, velocityX: 0, velocityY: 0)],
      ]
    ) { step, s in
      if step > 8, s.item.center.y < least { least = s.item.center.y }
    }
    // exp(−π·ζ/√(1−ζ²)) = 0.163 for ζ = 0.5; the walls (at y = 50) are not reached by 16 pt of 100
    // minus the inset of 10, so measure against the part that fits.
    #expect(least < 60)
    #expect(least >= 49.9)
  }

  @Test("UD-SCN-13 a throw crosses to another corner; the velocity of the release counts")
  func thrown() {
    var runner = Runner<StickyCornersDemo>()
    runner.run(
      300,
      [
        60: [.panBegan(x: 60, y: 60)],
        63: [.panChanged(x: 90, y: 60)],
        64: [.panEnded(x: 100, y: 60, velocityX: 1500, velocityY: 0)],
      ])
    #expect(runner.simulation.item.center.distance(to: Self.rests[1]) < 1.5)
  }

  @Test("UD-SCN-13 UD-COL-18 turning the device moves walls and corners")
  func resized() {
    var runner = Runner<StickyCornersDemo>()
    runner.run(400, [200: [.resize(x: 0, y: 0, width: 568, height: 320)]])
    #expect(runner.simulation.item.center.distance(to: Point(x: 60, y: 60)) < 1.5)
    runner.run(400, [0: [.resize(x: 20, y: 30, width: 568, height: 320)]])
    #expect(runner.simulation.item.center.distance(to: Point(x: 80, y: 90)) < 1.5)
  }

  @Test("UD-FLD-16 noise uses the seed: another seed, another path from step 0 on")
  func seeds() {
    var parameters = StickyCornersDemo.Parameters()
    parameters.hasNoise = true
    func path(_ seed: UInt64) -> [Point] {
      var runner = Runner<StickyCornersDemo>(parameters, seed: seed)
      var points: [Point] = []
      runner.run(30) { _, s in points.append(s.item.center) }
      return points
    }
    #expect(path(1) == path(1))
    #expect(path(1)[0] != path(2)[0])
    var silent = Runner<StickyCornersDemo>(seed: 1)
    var other = Runner<StickyCornersDemo>(seed: 2)
    silent.run(30)
    other.run(30)
    #expect(silent.simulation.item.center == other.simulation.item.center)
  }

  @Test("UD-SCN-13 the script visits all corners and keeps the item on the stage")
  func scripted() {
    var runner = Runner<StickyCornersDemo>()
    var visited: [Int] = []
    var isHeld = false
    let inputs = script(Gestures.scenario(13), stepDuration: StickyCornersDemo.stepDuration)
    runner.run(1200, inputs) { step, s in
      for gesture in inputs[step] ?? [] {
        switch gesture {
        case .panBegan: isHeld = true
        case .panEnded, .panCancelled: isHeld = false
        default: break
        }
      }
      for (index, corner) in s.corners.enumerated()
      where !isHeld && s.item.center.distance(to: corner.position) < 1.5 {
        if !visited.contains(index) { visited.append(index) }
      }
    }
    #expect(visited.sorted() == [0, 1, 2, 3])
  }
}
