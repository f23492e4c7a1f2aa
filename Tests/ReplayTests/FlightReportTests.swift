import AgentProtocol
import Foundation
import Recording
import Replay
import Sessions
import Simulation
import TestSupport
import Testing

/// What a player sends: the last seconds, with a note, without what is private.
@Suite struct FlightReportTests {
  typealias SoundParticles = Particles<Sound>

  let folder: TemporaryFolder
  let path: String
  private let recorder: FlightRecorder<SoundParticles>

  init() throws {
    folder = try TemporaryFolder()
    path = folder.file("report.mcap")
    recorder = try FlightRecorder(
      SimulationRun<SoundParticles>(parameters: .init(), seed: 3),
      options: FlightOptions(seconds: 2))
    for step in Int64(0)..<400 {
      // There is no particle −1, so nothing is nudged: it stands for a word that a player typed.
      try recorder.step(
        step % 50 == 3
          ? [.nudge(particle: 1, vx: 1, vy: 2), .nudge(particle: -1, vx: 5, vy: 7)] : [])
    }
  }

  private func verdict(_ path: String) throws -> Verdict {
    try Verifier(try Recording(path: path)).verify(
      InProcessAgent(catalogue: particleCatalogue(Sound.self)))
  }

  private var lastState: StateImage {
    var image = StateImage()
    recorder.run.save(.everyStep, into: &image)
    return image
  }

  private func inputCount(_ path: String) throws -> Int {
    let file = try Recording(path: path)
    return try (0..<file.stepCount).reduce(0) { try $0 + file.inputs(at: $1).count }
  }

  @Test func holdsTheNote() throws {
    try recorder.report(to: path, note: "the ball stuck")
    let file = try Recording(path: path)
    #expect(try verdict(path) == .same)
    #expect(try file.header.tracks.state && file.leftOutSteps.isEmpty)
    #expect(try file.state(after: file.stepCount - 1) == lastState)
    #expect(try file.markers.map(\.text) == ["the ball stuck"])
    #expect(file.header.firstStep > 0 && file.stepCount >= 120)
    // A report is in nobody's way unasked.
    #expect(throws: RecordingError.self) { try recorder.report(to: path) }
    try recorder.report(to: path, replaces: true)
    #expect(try FileManager.default.contentsOfDirectory(atPath: folder.path) == ["report.mcap"])
  }

  @Test func whatIsTakenOutIsNotInTheFile() throws {
    let whole = folder.file("whole.mcap")
    try recorder.report(to: whole)
    try recorder.report(to: path) { input in
      if case .nudge(-1, _, _) = input { return nil }
      return input
    }
    #expect(try verdict(path) == .same)
    #expect(try inputCount(whole) == 2 * inputCount(path) && inputCount(path) > 0)
    // The ring has it still.
    try recorder.report(to: whole, replaces: true)
    #expect(try inputCount(whole) == 2 * inputCount(path))
  }

  @Test func whatTheRunNeedsCannotBeTakenOut() throws {
    let step = try #require(try recorder.log().steps.first { $0 % 50 == 3 })
    #expect(throws: FlightReportError.redactionChangesRun(step: step)) {
      try recorder.report(to: path) { _ in nil }
    }
    #expect(try FileManager.default.contentsOfDirectory(atPath: folder.path).isEmpty)
    // What cannot be recorded is refused as in a step.
    #expect(throws: SimulationError.self) {
      try recorder.report(to: path) { _ in .nudge(particle: 0, vx: .nan, vy: 0) }
    }
    #expect(try FileManager.default.contentsOfDirectory(atPath: folder.path).isEmpty)
  }

  /// What a dead process has left is reported like what a live one keeps, and filtered.
  @Test func ringOfADeadProcessIsReported() throws {
    let ring = folder.file("a.flight")
    do {
      let recorder = try FlightRecorder(
        SimulationRun<SoundParticles>(seed: 3), path: ring, options: FlightOptions(seconds: 1))
      for _ in 0..<300 { try recorder.step([.nudge(particle: -1, vx: 5, vy: 7)]) }
    }
    let step = try FlightLog(path: ring).report(to: path, of: SoundParticles.self) { _ in nil }
    let file = try Recording(path: path)
    #expect(step == nil && file.header.tracks.state)
    #expect(file.endNote == "the process ended after step 299")
    #expect(try verdict(path) == .same)
    #expect(try inputCount(path) == 0)
  }

  /// A run that goes another way when it is replayed is written as it was, and the file names the step.
  @Test(arguments: [RecordingTracks.log, .everything], [false, true])
  func runThatDoesNotRepeatIsWritten(tracks: RecordingTracks, isRedacted: Bool) throws {
    var options = FlightOptions(seconds: 2)
    options.tracks = tracks
    let recorder = try FlightRecorder(
      SimulationRun<Particles<Unvisited>>(seed: 3), options: options)
    for _ in 0..<700 { try recorder.step([.nudge(particle: -1, vx: 5, vy: 7)]) }
    let log = try recorder.log()
    let found = try recorder.report(to: path) { isRedacted ? nil : $0 }
    let step = try #require(found)
    #expect(log.steps.contains(step))
    let file = try Recording(path: path)
    #expect(file.stepCount == Int64(log.steps.count))
    #expect(file.header.tracks.state == tracks.state)
    for step in log.steps {
      #expect(try file.digest(after: step - log.steps.lowerBound) == log.digest(after: step))
    }
    let note = try #require(file.header.notes.first { $0.name == "does not repeat" })
    #expect(note.value.hasPrefix("step \(step) of the run has another digest"), "\(note.value)")
    #expect(try (inputCount(path) == 0) == isRedacted)
    #expect(try FileManager.default.contentsOfDirectory(atPath: folder.path) == ["report.mcap"])
  }
}
