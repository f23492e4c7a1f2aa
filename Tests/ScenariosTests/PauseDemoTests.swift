import Dynamics
import Scenarios
import Testing

@Suite("UD-SCN-11 pause and resume")
struct PauseDemoTests {
  /// What the animator told, with the step in which it did.
  private static func log(_ inputs: [Int: [Gesture]], _ steps: Int) -> [(Int, Bool)] {
    var runner = Runner<PauseDemo>()
    var log: [(Int, Bool)] = []
    runner.run(steps, inputs) { step, s in
      for event in s.events {
        if case .willResume = event { log.append((step, true)) }
        if case .didPause = event {
          log.append((step, false))
          #expect(!s.stage.animator.isRunning)
        }
      }
    }
    return log
  }

  @Test("UD-SCN-11 UD-ANIM-14 willResume at the first add, didPause once after rest")
  func once() {
    let log = Self.log([:], 300)
    #expect(log.map { $0.1 } == [true, false])
    #expect(log[0].0 == 0)
    // The later one lands after 0.925 s; half a second of rest: 1.42 s.
    #expect(abs(Double(log[1].0 + 1) / 60 - 1.43) < 0.1, "\(log)")
  }

  @Test("UD-SCN-11 UD-REST-03 added items, shelves and bounds resume; equal values do not")
  func wakes() {
    let inputs: [Int: [Gesture]] = [
      150: [.tap(x: 30, y: 60)], 350: [.button(id: 4)], 400: [.button(id: 1)],
      460: [.tap(x: 298, y: 100)], 700: [.button(id: 2)], 900: [.button(id: 3)],
    ]
    let log = Self.log(inputs, 1080)
    for (index, entry) in log.enumerated() { #expect(entry.1 == (index % 2 == 0), "\(log)") }
    #expect(log.filter { $0.1 }.map { $0.0 } == [0, 150, 400, 460, 700, 900])
    #expect(log.count == 12)
  }

  @Test("UD-SCN-11 UD-ANIM-08 elapsedTime stands still while paused")
  func frozen() {
    var runner = Runner<PauseDemo>()
    runner.run(200)
    let time = runner.simulation.stage.animator.elapsedTime
    #expect(!runner.simulation.stage.animator.isRunning)
    runner.run(50)
    #expect(runner.simulation.stage.animator.elapsedTime == time)
    runner.run(1, [0: [.tap(x: 50, y: 50)]])
    #expect(runner.simulation.stage.animator.elapsedTime == time + 4.0 / 240)
  }

  @Test("UD-SCN-11 with the scenario's gestures: eight runs, each of which ends at rest")
  func gestures() {
    let log = Self.log(
      script(Gestures.scenario(11), stepDuration: PauseDemo.stepDuration), 1080)
    #expect(log.count == 16)
    for (index, entry) in log.enumerated() { #expect(entry.1 == (index % 2 == 0), "\(log)") }
  }
}
