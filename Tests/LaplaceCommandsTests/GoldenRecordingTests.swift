import DeterministicMath
import Foundation
import GoldenWorlds
import LaplaceCommands
import Recording
import Scenarios
import Simulation
import TestSupport
import Testing

/// The project gates itself with its own tool: every golden recording is reproduced by the build
/// that runs the tests, from the start and from every key frame.
@Suite struct GoldenRecordingTests {
  static let folder = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
    .deletingLastPathComponent().deletingLastPathComponent().appendingPathComponent("Recordings")

  static let names: [String] =
    (try? FileManager.default.contentsOfDirectory(atPath: folder.path))?
    .filter { $0.hasSuffix(".mcap") }.sorted() ?? []

  @Test(
    "UD-CORE-02 UD-CORE-04 this build reproduces every golden recording, from every key frame",
    arguments: Sample.of(names, 8))
  func isReproduced(name: String) {
    let run = laplace(
      "verify", Self.folder.appendingPathComponent(name).path, "--keyframes",
      catalogue: GoldenCatalogue.all)
    #expect(run.status == .same, "\(run.console.wordText)\n\(run.console.resultText)")
  }

  /// Replays them all: seconds where code is optimised, a minute where it is not, and the matrix of
  /// builds replays all in a debug build.
  @Test(.enabled(if: Sample.isOptimized || Sample.level == .all, "debug runs take a sample"))
  func lockHoldsEveryOneAndNoOther() {
    let console = CapturingConsole()
    let paths = Self.names.map { Self.folder.appendingPathComponent($0).path }
    #expect(paths.count >= 25)
    let lock = Self.folder.appendingPathComponent("recordings.lock").path
    let status = LaplaceTool.run(
      ["verify"] + paths + ["--lock", lock], catalogue: GoldenCatalogue.all, console: console)
    #expect(status == .same, "\(console.wordText)")
  }
}

/// Gestures are data that no build looks into: the recordings made with them hold the same words.
@Suite struct GoldenGestureTests {
  static let names = GoldenRecordingTests.names.filter { name in
    (Catalogue.gestured.map(\.name) + ["playground"]).contains { name.hasPrefix($0 + "-") }
  }

  @Test("the gestures that ship are the inputs of the golden recordings", arguments: names)
  func areTheInputs(name: String) throws {
    let path = GoldenRecordingTests.folder.appendingPathComponent(name).path
    let recording = try Recording(path: path)
    let description = recording.header.description
    let entry = try #require(GoldenCatalogue.all.first { $0.name == description.name })
    let script = try InputScript.parse(
      entry.gestures, kinds: description.inputs, stepDuration: description.stepDuration)
    #expect(!script.isEmpty)
    let expected = Dictionary(grouping: script) { $0.step }
    for step in 0..<recording.stepCount {
      let inputs = try recording.inputs(at: step)
      try #require(inputs == expected[step, default: []].map(\.input), "\(name), step \(step)")
    }
  }
}

/// How a caller slices real time changes nothing: the fixed-step clock hands out the same steps.
@Suite struct TimeSlicingTests {
  @Test(
    "UD-CORE-01 irregular slices of time reproduce the golden recordings",
    arguments: Sample.of(GoldenRecordingTests.names, 8))
  func irregularSlices(name: String) throws {
    let path = GoldenRecordingTests.folder.appendingPathComponent(name).path
    let recording = try Recording(path: path)
    let header = recording.header
    let entry = try #require(GoldenCatalogue.all.first { $0.name == header.description.name })
    let run = try entry.start(parameters: header.parameters, seed: header.seed)
    var clock = FixedStepClock(stepDuration: header.description.stepDuration)
    var random: UInt64 = 99
    // The whole recording in release; its beginning where nothing is optimised.
    #if DEBUG
      let stepMax = min(recording.stepCount, 200)
    #else
      let stepMax = recording.stepCount
    #endif
    while run.stepCount < stepMax {
      random = random &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
      // From a tenth of a millisecond to a tenth of a second.
      let slice = 0.0001 + Double(random >> 40) / Double(1 << 24) * 0.1
      for _ in 0..<clock.advance(by: slice) where run.stepCount < stepMax {
        let step = run.stepCount
        try run.step(recording.inputs(at: step))
        let recorded = try recording.digest(after: step)
        try #require(run.digest() == recorded, "\(name), step \(step)")
      }
    }
    #expect(run.stepCount == stepMax)
  }
}
