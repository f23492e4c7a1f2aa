import Simulation
import TestSupport
import Testing

/// What a run of ``ErasedRun`` does is what the run of the simulation's own type does.
@Suite struct ErasedRunTests {
  @Test func simulationsOfTests() throws {
    let nudge = RecordWords(
      kind: 0, words: [2, UInt64(Float(3).bitPattern), UInt64(Float(-1).bitPattern)])
    let difference = try differenceOfErasedRun(
      Particles<Sound>.self, parameters: [9, UInt64(Float(7).bitPattern)], steps: 60
    ) {
      $0 % 5 == 0 ? [nudge, RecordWords(kind: 1, words: [])] : []
    }
    #expect(difference == nil)
    #expect(try differenceOfErasedRun(Village.self, steps: 30) == nil)
    #expect(try differenceOfErasedRun(Phased<PhaseFaults.Sound>.self, steps: 30) == nil)
    #expect(try differenceOfErasedRun(Errands.self, steps: 30) == nil)
  }

  @Test func inputsThatDoNotFitAreRefused() throws {
    let run = try ErasedRun(
      Particles<Sound>.self, parameterWords: Particles<Sound>.Parameters().words, seed: 1)
    let before = run.digest()
    #expect(throws: SimulationError.kindUnknown(9)) {
      try run.step([RecordWords(kind: 9, words: [])])
    }
    #expect(throws: SimulationError.self) {
      try run.observe([RecordWords(kind: 0, words: [1])])
    }
    #expect(run.digest() == before && run.stepCount == 0 && run.isFresh)
    #expect(throws: SimulationError.fieldsSurplus) {
      _ = try ErasedRun(Particles<Sound>.self, parameterWords: [1, 2, 3], seed: 1)
    }
  }

  @Test func theSimulationEndsWithItsRun() throws {
    weak var token: Token?
    do {
      let run = try ErasedRun(Holder.self, parameterWords: [], seed: 0)
      token = Holder.last
      Holder.last = nil
      #expect(token != nil)
      try run.step([])
    }
    #expect(token == nil)
  }
}

private final class Token: Sendable {}

/// Holds an object: whether a run lets go of its simulation shows in it.
private struct Holder: Simulation {
  nonisolated(unsafe) static var last: Token?
  static var name: StaticString { "holder" }
  static var stepDuration: StepDuration { StepDuration(1, 60) }
  let token = Token()
  var number: UInt32 = 0
  init(parameters: NoParameters, seed: UInt64) { Holder.last = token }
  mutating func step(_ inputs: [NoEvent]) { number += 1 }
  mutating func visitState(_ visitor: inout some StateVisitor) { visitor.field("number", &number) }
}
