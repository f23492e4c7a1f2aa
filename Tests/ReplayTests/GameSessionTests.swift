import Foundation
import Recording
import Replay
import Sessions
import Simulation
import TestSupport
import Testing

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#endif

/// The loop of a game: frames of any length outside, recorded steps inside.
@Suite struct GameSessionTests {
  typealias SoundParticles = Particles<Sound>

  let folder: TemporaryFolder
  let path: String

  init() throws {
    folder = try TemporaryFolder()
    path = folder.file("game.mcap")
  }

  private func verdict(_ path: String) throws -> Verdict {
    try Verifier(try Recording(path: path)).verify(
      InProcessAgent(catalogue: particleCatalogue(Sound.self)))
  }

  @Test(
    "frames of any length give the recording that steps give",
    arguments: 1...8 as ClosedRange<UInt64>)
  func anyFrames(seed: UInt64) throws {
    var random = SplitMix(seed: seed)
    let game = try GameSession(
      SoundParticles.self, seed: seed, ring: folder.file("game.flight"), recording: path)
    let other = folder.file("steps.mcap")
    let steps = try SessionRecorder(SimulationRun<SoundParticles>(seed: seed), path: other)
    var waiting: [SoundParticles.Input] = []
    for number in 0..<300 {
      if random.next() % 3 == 0 {
        let input = SoundParticles.Input.nudge(particle: Int64(number % 4), vx: 0.5, vy: 1)
        try game.send(input)
        waiting.append(input)
      }
      let seconds = Double(random.next() % 1000) / 15_000
      let frame = try game.advance(by: seconds)
      for _ in 0..<frame.stepCount {
        try steps.step(waiting)
        waiting = []
      }
      #expect((0...1).contains(frame.alpha), "seed \(seed)")
      #expect(game.run.digest() == steps.run.digest(), "seed \(seed)")
    }
    try game.finish()
    try steps.finish()
    let (a, b) = (try Recording(path: path), try Recording(path: other))
    #expect(a.stepCount == b.stepCount && a.inputCount == b.inputCount, "seed \(seed)")
    #expect(try a.digest(after: a.stepCount - 1) == b.digest(after: b.stepCount - 1))
    #expect(try verdict(path) == .same, "seed \(seed)")
    // The ring of a game that ended is gone.
    #expect(!FileManager.default.fileExists(atPath: folder.file("game.flight")))
  }

  @Test func pausesAndStallsAddNoSteps() throws {
    let game = try GameSession(SoundParticles.self, seed: 1)
    let perSecond = 1 / SoundParticles.stepDuration.seconds
    #expect(try game.advance(by: 10).stepCount == Int(perSecond / 4))
    game.isPaused = true
    try game.send(.calm)
    #expect(try game.advance(by: 0.2).stepCount == 0)
    game.isPaused = false
    game.frameLimit = 1
    #expect(try game.advance(by: 5).stepCount == Int(perSecond))
    for seconds in [-1, 0, Double.nan, -Double.infinity] {
      #expect(try game.advance(by: seconds).stepCount == 0)
    }
    // What was sent during the pause came with the first step after it.
    let report = folder.file("report.mcap")
    try game.report(to: report, note: "here")
    let recording = try Recording(path: report)
    #expect(try recording.inputs(at: Int64(perSecond / 4)).count == 1)
    #expect(try recording.markers.map(\.text) == ["here"])
    #expect(try verdict(report) == .same)
  }

  @Test func frameShowsTheLastTwoSteps() throws {
    let game = try GameSession(SoundParticles.self, seed: 1)
    let frame = try game.advance(by: 0.1)
    let run = SimulationRun<SoundParticles>(seed: 1)
    for _ in 1..<frame.stepCount { try run.step([SoundParticles.Input]()) }
    let before = run.simulation.y[0]
    try run.step([SoundParticles.Input]())
    let now = run.simulation.y[0]
    #expect(frame.before.y[0] == before && frame.now.y[0] == now)
    let shown = frame.value { $0.y[0] }
    #expect(shown == before + (now - before) * Float(frame.alpha))
  }

  @Test("each input that threads send comes once, in the order of its thread")
  func inputsOfThreads() throws {
    let game = try GameSession(SoundParticles.self, seed: 1, recording: path)
    let inputs = game.inputs
    let done = DispatchGroup()
    for thread in 0..<4 {
      DispatchQueue.global().async(group: done) {
        for number in 0..<500 {
          try? inputs.send(.nudge(particle: Int64(-1 - thread), vx: Float(number), vy: 0))
        }
      }
    }
    while done.wait(timeout: .now()) == .timedOut { _ = try game.advance(by: 1 / 60) }
    _ = try game.advance(by: 0.1)
    try game.finish()
    let recording = try Recording(path: path)
    var last: [UInt64: Float] = [:]
    var count = 0
    for step in 0..<recording.stepCount {
      for input in try recording.inputs(at: step) {
        let number = Float(bitPattern: UInt32(truncatingIfNeeded: input.words[1]))
        if let before = last[input.words[0]] { #expect(number == before + 1) }
        last[input.words[0]] = number
        count += 1
      }
    }
    #expect(count == 2000)
  }

  @Test func inputThatCannotBeRecordedIsRefusedAtOnce() throws {
    let game = try GameSession(SoundParticles.self, seed: 1)
    #expect(throws: SimulationError.self) {
      try game.send(.nudge(particle: 0, vx: .nan, vy: 0))
    }
    #expect(try game.advance(by: 0.1).stepCount > 0)
  }

  @Test("a recording that cannot be written ends, not the game, and the last seconds are kept")
  func brokenPipe() throws {
    signal(SIGPIPE, SIG_IGN)
    let pipe = folder.file("pipe")
    try #require(mkfifo(pipe, 0o600) == 0)
    let reader = open(pipe, O_RDONLY | O_NONBLOCK)
    let game = try GameSession(SoundParticles.self, seed: 1, recording: pipe)
    close(reader)
    let run = SimulationRun<SoundParticles>(seed: 1)
    for _ in 0..<2_000 {
      for _ in 0..<(try game.advance(by: 0.05).stepCount) {
        try run.step([SoundParticles.Input]())
      }
    }
    #expect(game.recordingFailure != nil)
    #expect(game.run.stepCount == run.stepCount && game.run.digest() == run.digest())
    let report = folder.file("report.mcap")
    try game.report(to: report)
    #expect(try verdict(report) == .same)
    try game.finish()
  }
}
