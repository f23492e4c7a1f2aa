import Dynamics
import Scenarios
import Testing

@Suite("UD-SCN-09 lock screen")
struct LockScreenDemoTests {
  /// Pulls the page up by `lift` points slowly, waits, and lets go.
  private static func pull(_ lift: Double, velocityY: Double = 0) -> (
    inputs: [Int: [Gesture]], release: Int
  ) {
    var inputs: [Int: [Gesture]] = [10: [.panBegan(x: 160, y: 540)]]
    for i in 1...60 { inputs[10 + i] = [.panChanged(x: 165, y: 540 - lift * Double(i) / 60)] }
    inputs[130] = [.panEnded(x: 165, y: 540 - lift, velocityX: 0, velocityY: velocityY)]
    return (inputs, 130)
  }

  @Test("UD-SCN-09 from 200 pt: impact after 0.447 s at 894 pt/s, bounces of 24.5 and 3.0 pt, home")
  func drop() {
    var runner = Runner<LockScreenDemo>()
    let (inputs, release) = Self.pull(200)
    var lifts: [Double] = []
    var impact = -1
    runner.run(420, inputs) { step, s in
      lifts.append(s.lift)
      #expect(abs(s.page.center.x - 160) < 0.05)
      #expect(s.page.transform == .identity)
      for event in s.events {
        if case .boundaryContactBegan = event, step > release, impact < 0 { impact = step }
      }
    }
    #expect(abs(lifts[release - 1] - 200) < 0.5)
    // 0.447 s lies in the 27th frame after the release.
    #expect(abs(impact - (release + 26)) <= 1, "\(impact - release)")
    var peaks: [Double] = []
    for i in (release + 1)..<(lifts.count - 1)
    where lifts[i] >= lifts[i - 1] && lifts[i] > lifts[i + 1] && lifts[i] > 0.5 {
      peaks.append(lifts[i])
    }
    #expect(peaks.count >= 2)
    if peaks.count >= 2 {
      #expect(abs(peaks[0] - 24.5) < 1, "\(peaks)")
      #expect(abs(peaks[1] - 3) < 0.5, "\(peaks)")
    }
    #expect(abs(lifts[419]) <= 0.5)
    #expect(!runner.simulation.stage.animator.isRunning)
  }

  @Test("UD-SCN-09 impact speed 894 pt/s")
  func speed() {
    var runner = Runner<LockScreenDemo>()
    let (inputs, release) = Self.pull(200)
    var fastest = 0.0
    let probe = ItemBehavior(items: [runner.simulation.page])
    runner.simulation.stage.animator.addBehavior(probe)
    runner.run(release + 28, inputs) { step, s in
      if step >= release { fastest = max(fastest, probe.linearVelocity(for: s.page).dy) }
    }
    // Up to a frame before the impact: 33 pt/s less.
    #expect(fastest > 894.4 - 34 && fastest < 894.4 + 9, "\(fastest)")
  }

  @Test("UD-SCN-09 a tap hops 30 pt")
  func hop() {
    var runner = Runner<LockScreenDemo>()
    var highest = 0.0
    runner.run(180, [60: [.tap(x: 100, y: 500)]]) { _, s in highest = max(highest, s.lift) }
    #expect(abs(highest - 30) < 1.5, "\(highest)")
    #expect(abs(runner.simulation.lift) < 0.5)
  }

  @Test(
    "UD-SCN-09 lifted half-way or flung, the page leaves and stays away at rest",
    arguments: [(300.0, 0.0), (150, -900), (100, -3000)])
  func dismissed(lift: Double, velocityY: Double) {
    var runner = Runner<LockScreenDemo>()
    runner.run(420, Self.pull(lift, velocityY: velocityY).inputs)
    let s = runner.simulation
    #expect(s.isDismissed)
    #expect(abs(s.lift - 568) < 1)
    #expect(!s.stage.animator.isRunning)
  }

  @Test("UD-SCN-09 slower or lower, it comes back; cancelled counts as released")
  func returns() {
    for (lift, velocity) in [(150.0, -700.0), (280, 0)] {
      var runner = Runner<LockScreenDemo>()
      runner.run(480, Self.pull(lift, velocityY: velocity).inputs)
      #expect(abs(runner.simulation.lift) < 0.5)
    }
    var inputs = Self.pull(120).inputs
    inputs[130] = [.panCancelled]
    var runner = Runner<LockScreenDemo>()
    runner.run(480, inputs)
    #expect(abs(runner.simulation.lift) < 0.5)
    #expect(runner.simulation.stage.animator.behaviors.count == 5)
  }

  @Test("UD-SCN-09 the page can be caught in flight")
  func caught() {
    var (inputs, release) = Self.pull(200)
    inputs[release + 15] = [.panBegan(x: 150, y: 400)]
    var runner = Runner<LockScreenDemo>()
    var lift = 0.0
    runner.run(release + 60, inputs) { step, s in
      if step == release + 30 { lift = s.lift }
      if step > release + 30 { #expect(abs(s.lift - lift) < 0.2) }
    }
    #expect(lift > 50)
  }
}
