import AgentProtocol
import DeterministicMath
import Simulation
import TestSupport
import Testing

@Suite struct StepObservationTests {
  typealias Sound = Phased<PhaseFaults.Sound>

  @Test func borderAreTheMarksInTheirOrder() throws {
    let run = SimulationRun<Sound>(parameters: .init(), seed: 1)
    for step in 0..<20 {
      let observed = try #require(try run.observe([]))
      let births = step % 10 == 9 ? ["births"] : []
      #expect(
        observed.borders.map(\.phase)
          == ["wind", "forces", "moves"] + births + ["rest of the step"])
      #expect(observed.borders.allSatisfy { $0.round == 0 && $0.pass == 0 })
      #expect(run.stepCount == Int64(step) + 1)
    }
  }

  @Test func observedStepsGiveTheSameBits() throws {
    let (plain, watched) = (
      SimulationRun<Sound>(parameters: .init(), seed: 3),
      SimulationRun<Sound>(parameters: .init(), seed: 3)
    )
    for step in 0..<60 {
      try plain.step([])
      if step % 3 == 0 {
        #expect(try watched.observe([])?.digest == plain.digest())
      } else {
        try watched.step([])
        #expect(watched.digest() == plain.digest())
      }
    }
  }

  /// What a border shows is what the state was there: an observed step of another build that stops
  /// before the phase would have it as its state.
  @Test func aBorderShowsTheStateThere() throws {
    let run = SimulationRun<Sound>(parameters: .init(), seed: 1)
    let before = run.simulation
    let observed = try #require(try run.observe([]))
    let wind = try #require(run.stateAtBorder(0))
    #expect(wind.schema == run.description.state)
    var after = StateImage()
    run.save(.everything, into: &after)
    #expect(run.stateAtBorder(observed.borders.count - 1)?.image == after)
    #expect(wind.image != after)
    // The wind draws a number for each grain, and moves none.
    let other = SimulationRun<Sound>(before)
    try other.restore(wind.image, stepCount: 0)
    #expect(other.simulation.x == before.x)
    #expect(other.simulation.v != before.v)
    #expect(other.simulation.draws == 3)
    #expect(run.stateAtBorder(observed.borders.count) == nil)
    #expect(run.stateAtBorder(-1) == nil)
  }

  @Test func bordersDifferExactlyWhereTheStateDoes() throws {
    func borders<F: PhaseFault>(_ fault: F.Type) throws -> [StepBorder] {
      let run = SimulationRun<Phased<F>>(parameters: .init(), seed: 1)
      for _ in 0..<F.step { try run.step([]) }
      return try #require(try run.observe([])).borders
    }
    let sound = try borders(PhaseFaults.Sound.self)
    let faulty = try borders(PhaseFaults.SignOfZero.self)
    #expect(zip(sound, faulty).map { $0 == $1 } == [true, false, false, false])
    #expect(zip(sound, faulty).allSatisfy { $0.isSamePlace(as: $1) })
  }

  /// Somebody else's steps are not noted, whichever thread they are taken by.
  @Test func onlyOwnStepsAreNoted() async throws {
    try await withThrowingTaskGroup(of: Void.self) { group in
      for seed in UInt64(0)..<8 {
        group.addTask {
          let run = SimulationRun<Sound>(parameters: .init(), seed: seed)
          for step in 0..<200 {
            if seed % 2 == 0 {
              let count = try run.observe([])?.borders.count
              #expect(count == (step % 10 == 9 ? 5 : 4))
            } else {
              try run.step([])
            }
          }
        }
      }
      try await group.waitForAll()
    }
  }

  @Test func aClassMarksItsPhasesToo() throws {
    let run = SimulationRun<Clockwork>(parameters: .init(), seed: 0)
    let observed = try #require(try run.observe([]))
    #expect(observed.borders.map(\.phase) == ["tick", "rest of the step"])
    #expect(observed.borders[0].digest != observed.borders[1].digest)
  }

  final class Clockwork: Simulation {
    static var name: StaticString { "clockwork" }
    static var stepDuration: StepDuration { StepDuration(1, 60) }
    var ticks: Int64 = 0
    var tocks: Int64 = 0

    init(parameters: NoParameters, seed: UInt64) {}

    func step(_ inputs: [NoEvent]) {
      ticks += 1
      mark("tick")
      tocks += 1
    }

    func visitState(_ visitor: inout some StateVisitor) {
      visitor.field("ticks", &ticks)
      visitor.field("tocks", &tocks)
    }
  }

  @Test func anAgentAnswersForBorders() throws {
    let server = AgentServer(
      catalogue: PhaseFaults.catalogue(PhaseFaults.Sound.self), engineVersion: "1", build: [])
    #expect(throws: AgentError.self) { try server.answer(.observe([])) }
    _ = try server.answer(.start(simulation: "phased", parameters: [], seed: 1))
    #expect(throws: AgentError.self) { try server.answer(.border(0)) }
    guard case .observed(let step) = try server.answer(.observe([])) else {
      Issue.record("the step was not observed")
      return
    }
    #expect(step.borders.count == 4)
    guard case .border(let state) = try server.answer(.border(1)) else {
      Issue.record("the border was not shown")
      return
    }
    #expect(state.digest == step.borders[1].digest)
    #expect(throws: AgentError.self) { try server.answer(.border(4)) }
  }
}
