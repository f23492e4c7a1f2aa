import DeterministicMath
import Testing

@testable import Simulation

/// What the macro writes is what a person would have written.
@Suite struct SkirmishTests {
  private let inputs: [Int: Skirmish.Input] = [
    1: .order(unit: 3, x: 5, y: 6), 3: .say("héllo"), 7: .calm, 9: .say(""),
  ]

  private func played(_ steps: Int, seed: UInt64 = 5) throws -> SimulationRun<Skirmish> {
    let run = SimulationRun<Skirmish>(parameters: Skirmish.Parameters(), seed: seed)
    for step in 0..<steps { try run.step(inputs[step].map { [$0.recordWords] } ?? []) }
    return run
  }

  private func image(_ run: SimulationRun<some Simulation>) -> StateImage {
    var image = StateImage()
    run.save(.everything, into: &image)
    return StateImage(rowCounts: image.rowCounts, bytes: image.bytes)
  }

  @Test("schema, digests and images equal those of the description by hand")
  func sameAsByHand() throws {
    for steps in 0..<30 {
      let run = try played(steps)
      let other = SimulationRun(SkirmishByHand(run.simulation))
      #expect(run.description.state == other.description.state)
      #expect(run.digest() == other.digest(), "after step \(steps)")
      #expect(image(run) == image(other), "after step \(steps)")
    }
  }

  @Test("a restored game is the saved one, and goes on like it")
  func restore() throws {
    for steps in 0..<20 {
      let original = try played(steps)
      let other = try played(27 - steps, seed: 3)
      try other.restore(image(original), stepCount: Int64(steps))
      #expect(other.digest() == original.digest(), "after step \(steps)")
      for step in steps..<steps + 8 {
        let words = inputs[step].map { [$0.recordWords] } ?? []
        try original.step(words)
        try other.step(words)
        #expect(other.digest() == original.digest(), "step \(step), restored after \(steps)")
        #expect(other.simulation == original.simulation, "step \(step), restored after \(steps)")
      }
    }
  }
}
