import LaplaceCommands
import Recording
import Replay
import Scenarios
import Simulation
import TestSupport
import Testing

/// The shipped simulations hold what the self-test asks of everybody's.
@Suite struct CatalogueSelfTests {
  /// Fields, pauses and deep overlaps. `laplace selftest` runs the others.
  static let names = ["S01", "S11", "S16"]

  @Test("a scenario's description is complete, and its state comes back", arguments: names)
  func scenario(name: String) throws {
    let entry = try #require(Catalogue.all.first { $0.name == name })
    let description = try entry.start(parameters: entry.defaultParameters, seed: 1).description
    let script = try InputScript.parse(
      entry.gestures, kinds: description.inputs, stepDuration: description.stepDuration)
    var options = SelfTest.Options(stepCount: 6)
    options.flipsOfColumn = 4
    let report = try SelfTest(entry, script: script, options: options).run()
    #expect(report.isSound, "\(report.findings.map { "\($0)" }.joined(separator: "\n"))")
    #expect(report.caughtFlipCount == report.flipCount && report.flipCount > 80)
    #expect(report.rollbackCount == 6)
  }

  @Test("a field that nobody visits is named also when it shows late")
  func late() throws {
    let entry = particleCatalogue(Unvisited.self)[0]
    let report = try SelfTest(entry, options: SelfTest.Options(stepCount: 30)).run()
    #expect(
      report.findings.map { "\($0)" }.first
        == "Particles<Unvisited>.hiddenCount is stored but never visited; visit it, or list it as derived"
    )
    let sound = try SelfTest(
      particleCatalogue(Sound.self)[0], options: SelfTest.Options(stepCount: 30)
    ).run()
    #expect(sound.isSound, "\(sound.findings)")
  }
}
