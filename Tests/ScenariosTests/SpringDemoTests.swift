import Dynamics
import Scenarios
import Testing

@Suite("UD-SCN-05 spring")
struct SpringDemoTests {
  @Test("UD-SCN-05 UD-ATT-06 extrema, amplitude ratio and static hang")
  func swing() {
    var runner = Runner<SpringDemo>()
    var track: [Double] = [150]
    runner.run(1200) { _, s in track.append(s.dragon.center.y - s.frog.center.y) }
    var extrema: [(time: Double, value: Double)] = []
    for i in 1..<(track.count - 1) where (track[i] - track[i - 1]) * (track[i + 1] - track[i]) < 0 {
      extrema.append((Double(i) / 60, track[i]))
    }
    let expected = [
      (0.503, 107.34), (1.005, 138.45), (1.508, 115.76), (2.010, 132.31), (2.513, 120.24),
    ]
    #expect(extrema.count >= expected.count)
    for (found, wanted) in zip(extrema, expected) {
      #expect(abs(found.value - wanted.1) <= 1, "\(found) instead of \(wanted)")
      #expect(abs(found.time - wanted.0) <= 1.0 / 60)
    }
    // e^(−2πζ/√(1 − ζ²)) a period.
    if extrema.count >= 3 {
      let hang = 125.33
      #expect(abs((extrema[2].value - hang) / (extrema[0].value - hang) - 0.532) < 0.005)
    }
    #expect(abs((track.last ?? 0) - 125.33) <= 1)
  }

  @Test("UD-SCN-05 the hang does not depend on mass", arguments: [0.2, 5.0])
  func mass(density: Double) {
    var runner = Runner<SpringDemo>()
    let properties = ItemBehavior(items: [runner.simulation.dragon])
    properties.density = density
    runner.simulation.stage.animator.addBehavior(properties)
    runner.run(1200)
    let s = runner.simulation
    #expect(abs(s.dragon.center.y - s.frog.center.y - 125.33) <= 1)
  }

  @Test("UD-SCN-05 UD-ATT-05 a drag moves the upper item and the anchor; the lower one follows")
  func drag() {
    var runner = Runner<SpringDemo>()
    var inputs: [Int: [Gesture]] = [60: [.panBegan(x: 160, y: 150)]]
    for i in 1...30 { inputs[60 + i] = [.panChanged(x: 160 - Double(i) * 2, y: 150)] }
    runner.run(1200, inputs)
    let s = runner.simulation
    #expect(s.frog.center == Point(x: 100, y: 150))
    #expect(s.attachment.anchorPoint == Point(x: 100, y: 150))
    // Sideways it swings as a pendulum, which the spring slows only where it stretches.
    #expect(abs(s.dragon.center.x - 100) < 10)
  }
}
