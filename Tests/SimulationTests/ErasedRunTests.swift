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

  @Test func faultsAndRefusedStatesAreThoseOfTheOtherRun() throws {
    for fault in Moody.Fault.allCases {
      let words = [UInt64(fault.rawValue)]
      let run = try SimulationRun<Moody>(parameterWords: words, seed: 1)
      let erased = try ErasedRun(Moody.self, parameterWords: words, seed: 1)
      var good = StateImage()
      erased.save(.everything, into: &good)
      for _ in 0..<3 {
        try run.step([])
        try erased.step([])
        #expect(erased.digest() == run.digest(), "\(fault)")
      }
      #expect(erased.fault == run.fault, "\(fault)")
      #expect((erased.fault == nil) == (fault == .none), "\(fault)")
      guard fault == .none else { continue }
      // A state that fits and that the simulation could not have left: all is as it was.
      let digest = erased.digest()
      let unsound = StateImage(
        rowCounts: good.rowCounts, bytes: good.bytes.map { _ in UInt8(255) })
      #expect(throws: SimulationError.stateDoesNotFit) { try erased.restore(unsound, stepCount: 9) }
      #expect(throws: SimulationError.stateDoesNotFit) { try run.restore(unsound, stepCount: 9) }
      #expect(erased.digest() == digest && run.digest() == digest)
      #expect(erased.stepCount == 3)
    }
  }

  @Test func workersAreSharedWithTheSimulation() throws {
    let run = try ErasedRun(Moody.self, parameterWords: Moody.Parameters().words, seed: 1)
    #expect(run.workerCount == 1)
    run.share(among: WorkerTeam(count: 3))
    #expect(run.workerCount == 3)
    run.share(among: nil)
    #expect(run.workerCount == 1)
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

/// Goes wrong in the second step, as its parameter says.
private struct Moody: Simulation {
  enum Fault: UInt32, CaseIterable { case none, notANumber, otherTable }
  struct Parameters: SimulationParameters {
    var fault: UInt32 = 0
    mutating func visitFields(_ visitor: inout some FieldVisitor) { visitor.field("fault", &fault) }
  }
  static var name: StaticString { "moody" }
  static var stepDuration: StepDuration { StepDuration(1, 60) }
  var fault: Fault
  var count: UInt32 = 0
  var number: Float = 1
  init(parameters: Parameters, seed: UInt64) { fault = Fault(rawValue: parameters.fault) ?? .none }
  mutating func step(_ inputs: [NoEvent]) {
    count += 1
    if fault == .notANumber && count == 2 { number = .nan }
  }
  mutating func visitState(_ visitor: inout some StateVisitor) {
    visitor.field("count", &count)
    visitor.field("number", &number)
    if fault == .otherTable && count >= 2 { visitor.field("late", &count) }
  }
  func isStateSound() -> Bool { count < 1000 }
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
