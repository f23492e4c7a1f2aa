import Dynamics
import Scenarios
import Testing

@Suite("UD-SCN-07 push")
struct PushDemoTests {
  private func velocity(_ s: PushDemo, after inputs: [Gesture], item: Int64 = 0) -> Vector {
    let before = s.item.center
    var s = s
    s.step(inputs)
    // One frame of constant velocity.
    return 60 * (s.item.center - before)
  }

  @Test("UD-SCN-07 the first, zero push moves nothing and turns inactive")
  func zero() {
    var runner = Runner<PushDemo>()
    let start = runner.simulation.item.center
    runner.run(1)
    #expect(!runner.simulation.push.active)
    runner.run(30)
    #expect(runner.simulation.item.center == start)
  }

  @Test("UD-SCN-07 UD-PUSH-02 a report 100 pt to the right: Δv = (100, 0)")
  func right() {
    let v = velocity(Runner<PushDemo>().simulation, after: [.panChanged(x: 260, y: 284)])
    #expect(abs(v.dx - 100) < 0.01)
    #expect(abs(v.dy) < 0.01)
  }

  @Test("UD-SCN-07 beyond 100 pt the strength is bounded: Δv = (0, 100)")
  func bounded() {
    let v = velocity(Runner<PushDemo>().simulation, after: [.panChanged(x: 160, y: 484)])
    #expect(abs(v.dx) < 0.01)
    #expect(abs(v.dy - 100) < 0.01)
  }

  @Test("UD-SCN-07 UD-PROP-03 the lighter frog: 156.25 pt/s")
  func frog() {
    var parameters = PushDemo.Parameters()
    parameters.item = 1
    let v = velocity(Runner<PushDemo>(parameters).simulation, after: [.panChanged(x: 260, y: 284)])
    #expect(abs(v.dx - 156.25) < 0.01)
  }

  @Test("UD-SCN-07 UD-PUSH-01 UD-PUSH-07 continuous: 100 pt/s² while the finger is down")
  func continuous() {
    var parameters = PushDemo.Parameters()
    parameters.isContinuous = true
    var runner = Runner<PushDemo>(parameters)
    let inputs: [Int: [Gesture]] = [
      0: [.panBegan(x: 260, y: 284)], 30: [.panEnded(x: 260, y: 284, velocityX: 0, velocityY: 0)],
    ]
    var track: [Double] = []
    runner.run(36, inputs) { _, s in track.append(s.item.center.x) }
    // 0.5 s at 100 pt/s²: v = 50, kept once the finger has left.
    #expect(abs((track[35] - track[34]) * 60 - 50) < 0.01)
    #expect(abs((track[33] - track[32]) * 60 - 50) < 0.01)
  }

  @Test("UD-SCN-07 the item stays on the stage through the scripted strokes")
  func strokes() {
    var runner = Runner<PushDemo>()
    var moved = false
    runner.run(600, script(Gestures.scenario(7), stepDuration: PushDemo.stepDuration)) { step, s in
      let c = s.item.center
      if c != Point(x: 160, y: 150) { moved = true }
      // The corner of a turned item reaches 71 pt.
      #expect(c.x >= 49 && c.x <= 271 && c.y >= 49 && c.y <= 519, "step \(step): \(c)")
    }
    #expect(moved)
  }
}
