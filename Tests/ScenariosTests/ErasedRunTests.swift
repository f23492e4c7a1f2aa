import Dynamics
import GoldenWorlds
import Scenarios
import Simulation
import TestSupport
import Testing

/// In Embedded builds runs of the catalogue know no types: they do what the others do.
@Suite struct ErasedRunTests {
  private static func gestures(_ text: String, _ duration: StepDuration) -> (Int) -> [RecordWords] {
    let inputs = script(text, stepDuration: duration)
    return { step in (inputs[step] ?? []).map { $0.recordWords } }
  }

  @Test func scenarios() throws {
    #expect(
      try differenceOfErasedRun(
        OrbitDemo.self, steps: 60,
        inputs: Self.gestures(Gestures.scenario(1), OrbitDemo.stepDuration)
      ) == nil
    )
    #expect(
      try differenceOfErasedRun(
        ProxyDemo.self, steps: 60,
        inputs: Self.gestures(Gestures.scenario(10), ProxyDemo.stepDuration)) == nil
    )
    #expect(
      try differenceOfErasedRun(
        SweepDemo.self, steps: 40,
        inputs: Self.gestures(Gestures.scenario(12), SweepDemo.stepDuration)) == nil
    )
    #expect(
      try differenceOfErasedRun(
        Playground.self, steps: 40,
        inputs: Self.gestures(Gestures.playground, Playground.stepDuration)) == nil)
  }

  @Test func worldsAndJournals() throws {
    #expect(try differenceOfErasedRun(Edits.self, steps: 30) == nil)
    #expect(try differenceOfErasedRun(Extremes.self, steps: 20) == nil)
    #expect(try differenceOfErasedRun(Oddities.self, steps: 20) == nil)
    #expect(try differenceOfErasedRun(FallingHinges.self, steps: 20) == nil)
    #expect(try differenceOfErasedRun(JournalSimulation.self, steps: 10) == nil)
  }
}
