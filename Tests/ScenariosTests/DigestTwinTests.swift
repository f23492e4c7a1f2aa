import DeterministicMath
import Scenarios
import Simulation
import TestSupport
import Testing

#if DEBUG
  private let stepsMax = 120
#else
  private let stepsMax = 1500
#endif

/// The digest that a run gives (from memory, none at rest) is the one computed from nothing.
@Suite struct DigestTwinTests {
  static func check<S: StageScenario>(
    _ type: S.Type, _ gestures: String, seed: UInt64 = 1
  ) throws -> (rests: Int, moves: Int) {
    let run = SimulationRun<S>(parameters: S.Parameters(), seed: seed)
    let inputs = script(gestures, stepDuration: S.stepDuration)
    var counts = (rests: 0, moves: 0)
    var before = StateImage()
    for step in 0..<stepsMax {
      let words = (inputs[step] ?? []).map { $0.recordWords }
      let isAtRest = words.isEmpty && run.simulation.isAtRest
      if isAtRest { run.save(.everything, into: &before) }
      try run.step(words)
      let digest = run.digest()
      var simulation = run.simulation
      var full = DigestVisitor()
      simulation.visitState(&full)
      #expect(digest == full.digest, "\(S.name), step \(step)")
      if isAtRest {
        counts.rests += 1
        var after = StateImage()
        run.save(.everything, into: &after)
        #expect(after == before, "\(S.name) changed at rest, step \(step)")
      } else {
        counts.moves += 1
      }
    }
    return counts
  }

  @Test func everyScenario() throws {
    _ = try DigestTwinTests.check(OrbitDemo.self, Gestures.scenario(1))
    _ = try DigestTwinTests.check(GravityDemo.self, Gestures.scenario(2))
    _ = try DigestTwinTests.check(CollisionsDemo.self, Gestures.scenario(3))
    _ = try DigestTwinTests.check(AttachmentDemo.self, Gestures.scenario(4))
    _ = try DigestTwinTests.check(SpringDemo.self, Gestures.scenario(5))
    _ = try DigestTwinTests.check(SnapDemo.self, Gestures.scenario(6))
    _ = try DigestTwinTests.check(PushDemo.self, Gestures.scenario(7))
    _ = try DigestTwinTests.check(PropertiesDemo.self, Gestures.scenario(8))
    _ = try DigestTwinTests.check(LockScreenDemo.self, Gestures.scenario(9))
    _ = try DigestTwinTests.check(ProxyDemo.self, Gestures.scenario(10))
    _ = try DigestTwinTests.check(PauseDemo.self, Gestures.scenario(11))
    _ = try DigestTwinTests.check(SweepDemo.self, Gestures.scenario(12))
    _ = try DigestTwinTests.check(StickyCornersDemo.self, Gestures.scenario(13))
    _ = try DigestTwinTests.check(DialogDemo.self, Gestures.scenario(14))
    _ = try DigestTwinTests.check(TossDemo.self, Gestures.scenario(15))
    _ = try DigestTwinTests.check(RobustnessDemo.self, Gestures.scenario(16))
  }

  @Test(arguments: Sample.of(UInt64(1)...3))
  func playgroundMovesAndRests(seed: UInt64) throws {
    let counts = try DigestTwinTests.check(Playground.self, Gestures.playground, seed: seed)
    #expect(counts.moves > 100)
    #if !DEBUG
      #expect(counts.rests > 100)
    #endif
  }
}
