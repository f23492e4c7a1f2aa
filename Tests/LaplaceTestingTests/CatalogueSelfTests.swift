import GoldenWorlds
import LaplaceCommands
import Recording
import Sessions
import Simulation
import TestSupport
import Testing

/// The shipped simulations hold what the self-test asks of everybody's.
@Suite struct CatalogueSelfTests {
  #if DEBUG
    /// Pauses: behaviours of all kinds come and go. `Tools/test` has the tool test them all.
    static let names = ["pause"]
    /// Worlds without an animator.
    static let benchmarks = [Small("falling_hinges")]
  #else
    static let names = GoldenCatalogue.all.map(\.name).filter { !$0.hasPrefix("benchmark.") }
    static let benchmarks = [
      Small("falling_hinges"), Small("large_pyramid", ["baseCount": 8]),
      Small("many_pyramids", ["rowCount": 2, "columnCount": 2, "baseCount": 4]),
      Small("tumbler", ["gridCount": 6]), Small("joint_grid", ["sideCount": 8]),
      Small("smash", ["columnCount": 8, "rowCount": 6]), Small("spinner", ["bodyCount": 60]),
      Small("washer", ["gridCount": 8]), Small("compounds", ["columnCount": 4, "rowCount": 5]),
      Small("junkyard", ["columnCount": 10, "rowCount": 4]),
      Small("rain", ["columnCount": 2, "floorCount": 1, "groupSize": 2, "interval": 8]),
    ]
  #endif

  /// A benchmark with few bodies.
  struct Small: Sendable, CustomTestStringConvertible {
    var name: String
    var settings: [String: Int64]
    var testDescription: String { name }

    init(_ name: String, _ settings: [String: Int64] = [:]) {
      (self.name, self.settings) = (name, settings)
    }
  }

  @Test("a scenario's description is complete, and its state comes back", arguments: names)
  func scenario(name: String) throws {
    let entry = try #require(GoldenCatalogue.all.first { $0.name == name })
    let description = try entry.start(parameters: entry.defaultParameters, seed: 1).description
    let script = try InputScript.parse(
      entry.gestures, kinds: description.inputs, stepDuration: description.stepDuration)
    // toss has no item in its animator until a finger takes the card: a row can have no other value before.
    var options = SelfTest.Options(stepCount: name == "toss" ? 40 : 4)
    #if DEBUG
      options.flipsOfColumn = 3
    #endif
    let report = try SelfTest(entry, script: script, options: options).run()
    #expect(report.isSound, "\(report.findings.map { "\($0)" }.joined(separator: "\n"))")
    #expect(report.caughtFlipCount == report.flipCount && report.flipCount > 30)
    #expect(report.rollbackCount == options.stepCount)
  }

  @Test("a world's description is complete, and its state comes back", arguments: benchmarks)
  func benchmark(_ small: Small) throws {
    let entry = try #require(GoldenCatalogue.all.first { $0.name == "benchmark." + small.name })
    let description = try entry.start(parameters: entry.defaultParameters, seed: 1).description
    var parameters = entry.defaultParameters
    for (setting, value) in small.settings {
      let index = try #require(description.parameters.firstIndex { $0.name == setting })
      parameters[index] = UInt64(bitPattern: value)
    }
    var options = SelfTest.Options(stepCount: 12)
    options.flipsOfColumn = 3
    let report = try SelfTest(entry, parameters: parameters, options: options).run()
    #expect(report.isSound, "\(report.findings.map { "\($0)" }.joined(separator: "\n"))")
    #expect(report.caughtFlipCount == report.flipCount && report.flipCount > 80)
  }

  @Test("of a big state one caught bit of each column is enough")
  func sampled() throws {
    let entry = particleCatalogue(Sound.self)[0]
    var options = SelfTest.Options(stepCount: 10)
    let all = try SelfTest(entry, options: options).run()
    options.sampledStateSize = 0
    let sampled = try SelfTest(entry, options: options).run()
    #expect(!all.flipsAreSampled && sampled.flipsAreSampled)
    #expect(sampled.isSound && sampled.flippedColumnCount == all.flippedColumnCount)
    #expect(sampled.caughtFlipCount == sampled.flipCount)
    #expect(sampled.flipCount < all.flipCount / 2)
    #expect(sampled.proofs.contains { $0.contains(" of \(sampled.flipCount) sampled, in ") })
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
