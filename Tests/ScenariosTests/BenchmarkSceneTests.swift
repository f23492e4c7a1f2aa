import DeterministicMath
import RigidBodies
import Scenarios
import Simulation
import Testing

/// The benchmark scenes, made small: each is good, and ends in the same bits in every build.
@Suite struct BenchmarkSceneTests {
  /// A scene, how far it is run, and the digest it must end with.
  struct Golden: Sendable, CustomTestStringConvertible {
    var name: String
    var steps: Int
    var digest: String
    var run: @Sendable (Int) -> (digest: StateDigest, quality: [QualityMeasure])
    var testDescription: String { name }
  }

  static func run<S: BenchmarkSimulation>(_ simulation: S, _ steps: Int) -> (
    digest: StateDigest, quality: [QualityMeasure]
  ) {
    var simulation = simulation
    for _ in 0..<steps { simulation.step([]) }
    var visitor = DigestVisitor()
    simulation.visitState(&visitor)
    return (visitor.digest, simulation.quality())
  }

  static let goldens: [Golden] = [
    Golden(name: "large_pyramid of 12", steps: 120, digest: "42f0cca722917efcb54880b4c05ecf4d") { steps in
      var parameters = LargePyramid.Parameters()
      parameters.baseCount = 12
      return run(LargePyramid(parameters: parameters, seed: 0), steps)
    },
    Golden(name: "many_pyramids, 2 by 2 of 6", steps: 120, digest: "04dfc745e9ad66cf66d08cbc9fa68c37") { steps in
      var parameters = ManyPyramids.Parameters()
      parameters.rowCount = 2
      parameters.columnCount = 2
      parameters.baseCount = 6
      return run(ManyPyramids(parameters: parameters, seed: 0), steps)
    },
    Golden(name: "tumbler of 10 by 10", steps: 240, digest: "1f6dd0581036859538f10bfb9342d730") { steps in
      var parameters = Tumbler.Parameters()
      parameters.gridCount = 10
      return run(Tumbler(parameters: parameters, seed: 0), steps)
    },
  ]

  @Test(arguments: goldens)
  func endsInTheSameBits(golden: Golden) {
    let first = golden.run(golden.steps)
    #expect(first.digest.description == golden.digest)
    #expect(golden.run(golden.steps).digest == first.digest, "two runs differ")
    for measure in first.quality {
      #expect(measure.isGood, "\(measure.name): \(measure.value), at most \(measure.limit)")
    }
  }

  #if !DEBUG
    @Test func theWholePyramidStands() {
      let end = BenchmarkSceneTests.run(LargePyramid(parameters: .init(), seed: 0), 500)
      for measure in end.quality {
        #expect(measure.isGood, "\(measure.name): \(measure.value), at most \(measure.limit)")
      }
    }

    @Test func theWholeTumblerHolds() {
      let end = BenchmarkSceneTests.run(Tumbler(parameters: .init(), seed: 0), 750)
      for measure in end.quality {
        #expect(measure.isGood, "\(measure.name): \(measure.value), at most \(measure.limit)")
      }
    }
  #endif
}
