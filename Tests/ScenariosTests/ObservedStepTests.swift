import DeterministicMath
import GoldenWorlds
import Scenarios
import Simulation
import TestSupport
import Testing

/// Steps of the engine that are taken again to see their phases.
@Suite struct ObservedStepTests {
  /// The benchmark scenes are larger, and do nothing that these do not do.
  static let names = GoldenCatalogue.all.map(\.name).filter { !$0.hasPrefix("benchmark.") }

  /// Otherwise the phase of a step that nobody took would be named. Every third step is observed, so
  /// that what observing leaves behind would show in the steps between.
  @Test(arguments: Sample.of(names, inDebug: 8))
  func observingAStepChangesNothing(name: String) throws {
    let entry = try #require(GoldenCatalogue.all.first { $0.name == name })
    let plain = try entry.start(parameters: entry.defaultParameters, seed: 1)
    let watched = try entry.start(parameters: entry.defaultParameters, seed: 1)
    #expect(plain.digest() == watched.digest())
    for step in 0..<24 {
      try plain.step([])
      if step % 3 == 1 {
        let observed = try #require(try watched.observe([]))
        #expect(observed.digest == plain.digest(), "\(name), step \(step)")
        #expect(observed.borders.last?.phase == "rest of the step")
      } else {
        try watched.step([])
        #expect(watched.digest() == plain.digest(), "\(name), step \(step)")
      }
    }
  }

  @Test func aWorldsPhasesAreInTheirOrder() throws {
    let run = SimulationRun<Bridge>(parameters: .init(), seed: 1)
    for _ in 0..<3 { try run.step([]) }
    let borders = try #require(try run.observe([])).borders
    var phases: [String] = []
    for border in borders where phases.last != border.phase { phases.append(border.phase) }
    #expect(
      phases == [
        "inputs", "pairs", "collide", "solve", "finish", "continuous", "sleep", "rest of the step",
      ])
    let passes = borders.filter { $0.phase == "solve" }.map(\.pass)
    #expect(passes == Array(1..<passes.count) + [0])
    #expect(passes.count > 2)
  }

  @Test func behavioursAreNamedInEverySubstep() throws {
    let entry = try #require(GoldenCatalogue.all.first { $0.name == "determinism.fields" })
    let run = try entry.start(parameters: entry.defaultParameters, seed: 1)
    for _ in 0..<3 { try run.step([]) }
    let borders = try #require(try run.observe([])).borders
    for round in 1...4 {
      let phases = borders.filter { $0.round == round }.map(\.phase)
      #expect(phases.prefix(2) == ["inputs", "pushes"])
      #expect(phases.contains { $0.hasPrefix("noise ") })
      #expect(phases.contains { $0.hasPrefix("magnetic field ") })
      #expect(phases.last == "contacts")
      let places = borders.filter { $0.round == round }.map { "\($0.phase) \($0.pass)" }
      #expect(Set(places).count == places.count, "\(places)")
    }
  }
}
