import DeterministicMath
import Foundation
import Recording
import Replay
import Sessions
import Simulation
import TestSupport
import Testing

/// Whatever ends the process, the last seconds are in the ring's file.
@Suite struct FlightExitTests {
  /// Where the child leaves its ring; this process makes the folder, and its name is handed over.
  private static func child(
    _ ring: String, _ end: @escaping (SimulationRun<Particles<Sound>>) -> Void
  ) throws {
    let run = SimulationRun<Particles<Sound>>(seed: 3)
    var options = FlightOptions(seconds: 5)
    options.keyframeInterval = 100
    let recorder = try AnyFlightRecorder(run, path: ring, options: options)
    for step in 0..<Int64(1000) {
      try recorder.step(step % 9 == 4 ? [Particles<Sound>.Input.calm.recordWords] : [])
    }
    end(run)
  }

  /// The ring is a recording of the last steps, which verifies.
  private func check(_ ring: String, note: String) throws {
    let path = ring + ".mcap"
    let log = try FlightLog(path: ring)
    #expect(log.steps == 700..<1000)
    try log.write(to: path)
    let recording = try Recording(path: path)
    #expect(recording.stepCount == 300)
    #expect(recording.endNote == note)
    let agent = InProcessAgent(catalogue: particleCatalogue(Sound.self))
    #expect(try Verifier(recording).verify(agent) == .same)
    let run = SimulationRun<Particles<Sound>>(seed: 3)
    for step in 0..<Int64(1000) { try run.step(step % 9 == 4 ? [.calm] : []) }
    #expect(try recording.digest(after: 299) == run.digest())
  }

  @Test func trap() async throws {
    let folder = try TemporaryFolder()
    let ring = folder.file("a.flight")
    await #expect(processExitsWith: .failure) { [ring = ring as String] in
      try FlightExitTests.child(ring) { run in
        let steps: [Int] = []
        _ = steps[Int(run.stepCount)]
      }
    }
    try check(ring, note: "the process ended after step 999")
  }

  @Test(arguments: [SIGKILL, SIGTERM, SIGSEGV, SIGABRT])
  func signal(number: Int32) async throws {
    let folder = try TemporaryFolder()
    let ring = folder.file("a.flight")
    await #expect(processExitsWith: .signal(number)) {
      [ring = ring as String, number = number as Int32] in
      try FlightExitTests.child(ring) { _ in
        Foundation.signal(number, SIG_DFL)
        kill(getpid(), number)
        pause()
      }
    }
    try check(ring, note: "the process ended after step 999")
  }

  @Test func exitThatForgetsTheRecorder() async throws {
    let folder = try TemporaryFolder()
    let ring = folder.file("a.flight")
    await #expect(processExitsWith: .exitCode(3)) { [ring = ring as String] in
      try FlightExitTests.child(ring) { _ in exit(3) }
    }
    try check(ring, note: "the process ended after step 999")
  }

  /// The step that ended the process is known, with what it was given.
  @Test func trapWithinAStep() async throws {
    let folder = try TemporaryFolder()
    let ring = folder.file("a.flight")
    await #expect(processExitsWith: .failure) { [ring = ring as String] in
      let recorder = try FlightRecorder(SimulationRun<Fragile>(seed: 1), path: ring)
      for step in 0..<Int64(500) { try recorder.step(step == 321 ? [.strike(at: step)] : []) }
    }
    let log = try FlightLog(path: ring)
    #expect(log.steps == 0..<321)
    #expect(log.unfinishedInputs == [Fragile.Input.strike(at: 321).recordWords])
    try log.write(to: folder.file("a.mcap"))
    let recording = try Recording(path: folder.file("a.mcap"))
    #expect(
      recording.endNote == "the process ended within step 321, whose inputs were "
        + #"{"step":321,"kind":"strike","at":321}"#)
    let entry = CatalogueEntry(
      Fragile.self, summary: "breaks", defaultStepCount: 1, gestures: "")
    #expect(try Verifier(recording).verify(InProcessAgent(catalogue: [entry])) == .same)
  }
}

/// Breaks when it is struck.
private struct Fragile: Simulation {
  enum Input: SimulationRecord {
    case strike(at: Int64)
    static var kinds: [StaticString] { ["strike"] }
    init(kind: Int) { self = .strike(at: 0) }
    var kind: Int { 0 }
    mutating func visitFields(_ visitor: inout some FieldVisitor) {
      var at = if case .strike(let at) = self { at } else { Int64(0) }
      visitor.field("at", &at)
      self = .strike(at: at)
    }
  }

  static var name: StaticString { "fragile" }
  static var stepDuration: StepDuration { StepDuration(1, 60) }
  var blows: Int64 = 0

  init(parameters: NoParameters, seed: UInt64) {}

  mutating func step(_ inputs: [Input]) {
    blows += 1
    precondition(inputs.isEmpty, "struck")
  }

  mutating func visitState(_ visitor: inout some StateVisitor) {
    visitor.field("blows", &blows, .everyStep)
  }
}
