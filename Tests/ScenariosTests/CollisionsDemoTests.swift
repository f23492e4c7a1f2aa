import Dynamics
import Scenarios
import Testing

@Suite("UD-SCN-03 collisions")
struct CollisionsDemoTests {
  /// Steps, zero-based, in which each item first hit boundary `boundary`, with the point.
  private func run(
    _ parameters: CollisionsDemo.Parameters, steps: Int = 300
  ) -> (CollisionsDemo, [(step: Int, event: SceneEvent)]) {
    var runner = Runner<CollisionsDemo>(parameters)
    var log: [(step: Int, event: SceneEvent)] = []
    runner.run(steps) { step, s in
      for event in s.events { log.append((step, event)) }
    }
    return (runner.simulation, log)
  }

  /// The bounds as a boundary, a path around them and a line along the floor act alike.
  @Test("UD-SCN-03 touch times, rest heights, pause", arguments: [Int64(0), 1, 2])
  func fall(boundary: Int64) {
    var parameters = CollisionsDemo.Parameters()
    parameters.boundary = boundary
    let (s, log) = run(parameters)
    #expect(abs(s.dragon.center.y - 518) < 0.2)
    #expect(abs(s.frog.center.y - 528) < 0.2)
    #expect(abs(s.dragon.center.x - 220) < 0.01)
    let began = log.filter { if case .boundaryContactBegan = $0.event { true } else { false } }
    #expect(began.count == 2)
    for (index, expected) in [(Int64(1), 0.9125), (Int64(0), 0.925)].enumerated() {
      guard index < began.count,
        case .boundaryContactBegan(let item, let id, _, let y) = began[index].event
      else { continue }
      #expect(item == expected.0)
      #expect(id == (boundary == 0 ? 0 : 1))
      #expect(y == 568)
      // A step reports what happened within it: it starts at step/60.
      let start = Double(began[index].step) / 60
      #expect(start <= expected.1 + 1.0 / 240)
      #expect(start + 1.0 / 60 >= expected.1 - 1.0 / 240)
    }
    #expect(log.first?.event == .willResume)
    let pauses = log.filter { $0.event == .didPause }
    #expect(pauses.count == 1)
    if let pause = pauses.first {
      #expect(abs(Double(pause.step) / 60 - (0.925 + 0.5)) < 0.2)
    }
    #expect(!s.stage.animator.isRunning)
  }

  @Test("UD-SCN-03 impact speed: 912.5 pt/s for the dragon, 925 pt/s for the frog")
  func impactSpeed() {
    // Substep by substep, as the events are only reported once a frame.
    for (size, time, speed) in [(100.0, 0.9125, 912.5), (80.0, 0.925, 925.0)] {
      let item = Item("", center: Point(x: 160, y: 100), size: Size(width: size, height: size))
      let animator = DynamicAnimator(referenceBounds: Stage.bounds, substepsPerFrame: 1)
      animator.addBehavior(GravityBehavior(items: [item]))
      let collision = CollisionBehavior(items: [item])
      collision.translatesReferenceBoundsIntoBoundary = true
      animator.addBehavior(collision)
      let probe = ItemBehavior(items: [item])
      animator.addBehavior(probe)
      var before = 0.0
      while animator.elapsedTime < 2 {
        before = probe.linearVelocity(for: item).dy
        animator.step()
        if probe.linearVelocity(for: item).dy < before { break }
      }
      #expect(abs(animator.elapsedTime - time) <= 1.5 / 240)
      #expect(abs(before - speed) <= 1.5 * 1000 / 240)
    }
  }

  @Test("UD-SCN-03 as observed: one visible bounce of about 4 % of the height")
  func observed() {
    var parameters = CollisionsDemo.Parameters()
    parameters.isObserved = true
    var runner = Runner<CollisionsDemo>(parameters)
    var lowest = 0.0
    var highestAfter = Double.infinity
    runner.run(200) { _, s in
      let y = s.dragon.center.y
      if y > lowest { lowest = y }
      if lowest > 500, y < highestAfter { highestAfter = y }
    }
    let height = 418.0
    #expect((518 - highestAfter) / height > 0.025)
    #expect((518 - highestAfter) / height < 0.045)
  }

  @Test("UD-SCN-03 boundaries mode: items overlap without meeting")
  func overlap() {
    var parameters = CollisionsDemo.Parameters()
    parameters.overlaps = true
    let (s, log) = run(parameters)
    for entry in log {
      if case .contactBegan = entry.event { Issue.record("item-item event in step \(entry.step)") }
    }
    #expect(abs(s.dragon.center.x - 160) < 0.01)
    #expect(abs(s.frog.center.x - 160) < 0.01)
  }

  @Test("UD-SCN-03 items mode: nothing stops the fall; overlapping items part")
  func items() {
    var parameters = CollisionsDemo.Parameters()
    parameters.mode = 1
    parameters.overlaps = true
    let (s, log) = run(parameters, steps: 120)
    #expect(s.dragon.center.y > 700)
    #expect(log.contains { if case .contactBegan(0, 1, _, _) = $0.event { true } else { false } })
    #expect(!log.contains { if case .boundaryContactBegan = $0.event { true } else { false } })
    let dx = s.dragon.center.x - s.frog.center.x
    let dy = s.dragon.center.y - s.frog.center.y
    #expect(max(abs(dx), abs(dy)) >= 89.5)
  }

  @Test("UD-SCN-03 everything mode: an item lands on the other")
  func everything() {
    var parameters = CollisionsDemo.Parameters()
    parameters.mode = 2
    let (s, log) = run(parameters)
    #expect(abs(s.dragon.center.y - 518) < 0.2)
    #expect(abs(s.frog.center.y - 528) < 0.2)
    #expect(
      log.filter { if case .boundaryContactBegan = $0.event { true } else { false } }.count == 2)
  }

  @Test("UD-SCN-03 UD-COL-01 a button changes the mode while items rest")
  func button() {
    var runner = Runner<CollisionsDemo>()
    var ended = 0
    runner.run(200, [150: [.button(id: 1)]]) { _, s in
      for event in s.events {
        if case .boundaryContactEnded = event { ended += 1 }
      }
    }
    #expect(ended == 2)
    #expect(runner.simulation.frog.center.y > 700)
  }
}
