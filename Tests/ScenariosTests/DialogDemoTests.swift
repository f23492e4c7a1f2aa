import Dynamics
import Scenarios
import Testing

@Suite("UD-SCN-14 dialog")
struct DialogDemoTests {
  @Test(
    "UD-SCN-14 both deadlines are met within one frame, the pause starts the second act",
    arguments: [0.9, 1.2, 1.35])
  func deadlines(duration: Double) {
    var p = DialogDemo.Parameters()
    p.duration = duration
    var runner = Runner<DialogDemo>(p)
    var firstEnd = -1.0
    var hingeEnd = -1.0
    var begin = -1.0
    var told: [SceneEvent] = []
    runner.run(600) { step, s in
      let time = s.stage.animator.elapsedTime
      for event in s.events {
        switch event {
        case .willResume, .didPause: told.append(event)
        default: break
        }
      }
      if s.act == 1 { #expect(s.dialog.transform == .identity) }
      if s.act == 2, firstEnd < 0 {
        firstEnd = time
        begin = time
      }
      if s.act == 2, hingeEnd < 0, s.second.childBehaviors.count == 3 { hingeEnd = time }
    }
    #expect(firstEnd >= duration && firstEnd <= duration + 1.0 / 60, "\(firstEnd)")
    let second = begin + duration / 1.5
    #expect(hingeEnd >= second && hingeEnd <= second + 1.0 / 60, "\(hingeEnd) \(second)")
    #expect(told == [.willResume, .didPause, .willResume, .didPause])
    let s = runner.simulation
    #expect(s.act == 3)
    #expect(s.dialog.center.y > 1000)
    #expect(s.stage.animator.behaviors.isEmpty)
    #expect(!s.stage.animator.isRunning)
  }

  @Test("UD-SCN-14 it comes to its place, swings and turns, and falls after a hit on the left")
  func course() {
    var runner = Runner<DialogDemo>()
    var place = 0.0
    var turned = 0.0
    var hits: [Double] = []
    runner.run(600) { _, s in
      if s.act == 1 { place = s.dialog.center.y }
      if s.act == 2 { turned = max(turned, abs(s.dialog.rotation)) }
      for event in s.events {
        if case .boundaryContactBegan(_, _, let x, _) = event, s.act == 2,
          s.second.childBehaviors.count <= 3
        {
          hits.append(x)
        }
      }
    }
    #expect(abs(place - 284) < 2, "\(place)")
    #expect(turned > 0.4, "\(turned)")
    #expect(hits.contains { $0 < 160 })
  }

  @Test("UD-SCN-14 a tap on the dialog ends the first act early; beside it does nothing")
  func tapped() {
    var ends: [Int] = []
    for tap in [Gesture.tap(x: 160, y: 284), .tap(x: 10, y: 560)] {
      var runner = Runner<DialogDemo>()
      var end = -1
      runner.run(120, [50: [tap]]) { step, s in if s.act == 2, end < 0 { end = step } }
      ends.append(end)
    }
    #expect(ends[0] == 50)
    #expect(ends[1] > 70)
  }
}
