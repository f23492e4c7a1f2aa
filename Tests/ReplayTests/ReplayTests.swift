import DeterministicMath
import Recording
import Replay
import Sessions
import Simulation
import TestSupport
import Testing

/// Records the sound particles with a few nudges.
func recordParticles(
  to path: String, seed: UInt64 = 1, stepCount: Int64 = 1000, gravity: Float = 10
) throws -> Recording {
  var parameters = Particles<Sound>.Parameters()
  parameters.gravity = gravity
  let run = SimulationRun<Particles<Sound>>(parameters: parameters, seed: seed)
  let recorder = try SessionRecorder(run, path: path)
  for step in 0..<stepCount {
    try recorder.step(step % 97 == 11 ? [.nudge(particle: step % 5, vx: 0.25, vy: 2)] : [])
  }
  try recorder.finish()
  return try Recording(path: path)
}

@Suite struct VerifierTests {
  @Test func soundBuildReproducesEveryDigest() throws {
    let folder = try TemporaryFolder()
    let recording = try recordParticles(to: folder.file("a.mcap"))
    let agent = InProcessAgent(catalogue: particleCatalogue(Sound.self))
    let verifier = Verifier(recording)
    #expect(try verifier.verify(agent) == .same)
    #expect(recording.keyframeSteps.count > 2)
    #expect(try verifier.verify(agent, mode: .restores) == .same)
  }

  @Test func oneUnitInTheLastPlaceIsNamed() throws {
    let folder = try TemporaryFolder()
    let recording = try recordParticles(to: folder.file("a.mcap"))
    let agent = InProcessAgent(catalogue: particleCatalogue(LastBitAt700.self))
    guard case .different(let difference) = try Verifier(recording).verify(agent) else {
      Issue.record("the fault was not seen")
      return
    }
    #expect(difference.step == 700)
    #expect(difference.comparison.count == 1)
    let first = try #require(difference.comparison.differences.first)
    #expect(first.place == "particles[2].vx")
    #expect(first.ulpDistance == 1)
  }

  /// The file holds the counter at key frames only: a reference run supplies it.
  @Test func fieldStoredAtKeyframesOnlyIsNamed() throws {
    let folder = try TemporaryFolder()
    let recording = try recordParticles(to: folder.file("a.mcap"))
    let agent = InProcessAgent(catalogue: particleCatalogue(CounterAt333.self))
    let reference = InProcessAgent(catalogue: particleCatalogue(Sound.self))
    guard
      case .different(let difference) = try Verifier(recording, reference: reference).verify(agent)
    else {
      Issue.record("the fault was not seen")
      return
    }
    #expect(difference.step == 333)
    #expect(difference.comparison.differences.first?.place == "particles[1].bounces")
    #expect(difference.compared == .everything)
    // Without the reference the step is still right, and the next key frame names the field.
    guard case .different(let blind) = try Verifier(recording).verify(agent) else {
      Issue.record("the fault was not seen")
      return
    }
    #expect(blind.step == 333)
    #expect(blind.comparedAfter == 511)
    #expect(blind.comparison.differences.first?.place == "particles[1].bounces")
  }
}

@Suite struct BisectorTests {
  @Test func findsWhatVerificationFindsWithFewProbes() throws {
    let folder = try TemporaryFolder()
    let recording = try recordParticles(to: folder.file("a.mcap"), stepCount: 20_000)
    let agent = InProcessAgent(catalogue: particleCatalogue(LastBitAt700.self))
    let report = try Bisector(recording).bisect(agent)
    guard case .different(let scanned) = try Verifier(recording).verify(agent) else {
      Issue.record("the fault was not seen")
      return
    }
    #expect(report.difference == scanned)
    #expect(report.difference?.step == 700)
    // Halving over 20 key frames: five probes at most. This run heals later: bisection by the last
    // digest alone would have missed it.
    #expect(report.probeCount <= 5)
    #expect(recording.keyframeSteps.count >= 19)
  }

  @Test func soundBuildHasNoDivergence() throws {
    let folder = try TemporaryFolder()
    let recording = try recordParticles(to: folder.file("a.mcap"))
    let report = try Bisector(recording).bisect(
      InProcessAgent(catalogue: particleCatalogue(Sound.self)))
    #expect(report.difference == nil)
    #expect(report.stepCount == 1000)
  }

  @Test func otherParametersAreFoundAtTheFirstStep() throws {
    let folder = try TemporaryFolder()
    let recording = try recordParticles(to: folder.file("a.mcap"))
    var parameters = Particles<Sound>.Parameters()
    parameters.gravity = 11
    let report = try Bisector(recording, parameters: parameters.words).bisect(
      InProcessAgent(catalogue: particleCatalogue(Sound.self)))
    #expect(report.difference?.step == 0)
    #expect(report.difference?.comparison.differences.first?.field == "y")
  }
}

@Suite struct RecordingComparisonTests {
  @Test func fileEqualsItself() throws {
    let folder = try TemporaryFolder()
    let recording = try recordParticles(to: folder.file("a.mcap"))
    let comparison = try RecordingComparison(recording, recording)
    #expect(comparison.verdict == .same)
    #expect(comparison.inputsDifferAt == nil)
  }

  @Test func otherSeedDiffersBeforeTheFirstStep() throws {
    let folder = try TemporaryFolder()
    let a = try recordParticles(to: folder.file("a.mcap"))
    let b = try recordParticles(to: folder.file("b.mcap"), seed: 2)
    let comparison = try RecordingComparison(a, b)
    guard let difference = comparison.difference else {
      Issue.record("two seeds gave one run")
      return
    }
    #expect(difference.step == -1)
    #expect(comparison.seedsDiffer)
    #expect(difference.comparison.count > 0)
  }

  @Test func beginningIsNotTheWhole() throws {
    let folder = try TemporaryFolder()
    let a = try recordParticles(to: folder.file("a.mcap"))
    let b = try recordParticles(to: folder.file("b.mcap"), stepCount: 400)
    let comparison = try RecordingComparison(a, b)
    #expect(comparison.verdict == .shorter && comparison.difference == nil)
    #expect(comparison.steps == 400)
  }
}

@Suite struct PlayerTests {
  /// Seeking must equal stepping, to the bit, in any order of seeks.
  @Test func seekingEqualsStepping() throws {
    let folder = try TemporaryFolder()
    let recording = try recordParticles(to: folder.file("a.mcap"))
    let player = try Player(recording, entry: particleCatalogue(Sound.self)[0])
    for target in [500, 499, 0, 1000, 256, 257, 255, 3] as [Int64] {
      try player.seek(to: target)
      #expect(player.run.stepCount == target)
      #expect(try player.run.digest() == recording.digest(after: target - 1))
    }
    #expect(player.firstDivergence == nil)
  }

  @Test func divergenceIsRemembered() throws {
    let folder = try TemporaryFolder()
    let recording = try recordParticles(to: folder.file("a.mcap"))
    let player = try Player(recording, entry: particleCatalogue(LastBitAt700.self)[0])
    try player.seek(to: 710)
    #expect(player.firstDivergence == 700)
  }
}

@Suite struct ScalarValueTests {
  struct Distance: Sendable {
    var a: Float
    var b: Float
    var ulps: UInt64?
  }

  @Test(arguments: [
    Distance(a: 1, b: Float(1).nextUp, ulps: 1),
    Distance(a: -0.0, b: 0, ulps: 0),
    Distance(a: -.leastNonzeroMagnitude, b: .leastNonzeroMagnitude, ulps: 2),
    Distance(a: 25, b: 25.000002, ulps: 1),
    Distance(a: -.infinity, b: .infinity, ulps: 2 * 0x7F80_0000),
    Distance(a: .nan, b: 1, ulps: nil),
  ])
  func ulpDistance(_ distance: Distance) {
    let a = ScalarValue(type: .float32, bits: UInt64(distance.a.bitPattern))
    let b = ScalarValue(type: .float32, bits: UInt64(distance.b.bitPattern))
    #expect(a.ulpDistance(to: b) == distance.ulps)
    #expect(b.ulpDistance(to: a) == distance.ulps)
  }

  @Test func textForms() {
    let value = ScalarValue(type: .float32, bits: UInt64(Float(25).bitPattern))
    #expect(value.decimal == "25.0")
    #expect(value.hexadecimal == "0x41c80000")
    #expect(ScalarValue(type: .int32, bits: 0xFFFF_FFFF).decimal == "-1")
    #expect(ScalarValue(type: .uint8, bits: 7).hexadecimal == "0x07")
  }
}
