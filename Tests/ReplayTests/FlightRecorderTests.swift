import DeterministicMath
import Foundation
import Recording
import Replay
import Sessions
import Simulation
import TestSupport
import Testing

/// The last steps of a run, kept in a ring, are a recording like any other.
@Suite struct FlightRecorderTests {
  typealias SoundParticles = Particles<Sound>

  let folder: TemporaryFolder
  let path: String
  let ring: String

  init() throws {
    folder = try TemporaryFolder()
    path = folder.file("a.mcap")
    ring = folder.file("a.flight")
  }

  private func run(particles: Int64 = 5) -> SimulationRun<SoundParticles> {
    var parameters = SoundParticles.Parameters()
    parameters.count = particles
    return SimulationRun(parameters: parameters, seed: 3)
  }

  private func inputs(_ step: Int64) -> [SoundParticles.Input] {
    step % 7 == 3 ? [.nudge(particle: step % 5, vx: 0.1, vy: 2), .calm] : []
  }

  private func filesLeft() throws -> [String] {
    try FileManager.default.contentsOfDirectory(atPath: folder.path).sorted()
  }

  /// Reads, verifies and compares with what the run gave.
  private func check(
    _ path: String, _ digests: [StateDigest], _ states: [StateImage]? = nil
  ) throws -> Recording {
    let recording = try Recording(path: path)
    #expect(recording.keyframeSteps.first == 0)
    let agent = InProcessAgent(catalogue: particleCatalogue(Sound.self))
    #expect(try Verifier(recording).verify(agent) == .same)
    let first = recording.header.firstStep
    for step in 0..<recording.stepCount {
      #expect(try recording.digest(after: step) == digests[Int(first + step)])
      #expect(
        try recording.inputs(at: step) == inputs(first + step).map(\.recordWords), "step \(step)")
      if let states { #expect(try recording.state(after: step) == states[Int(first + step)]) }
    }
    return recording
  }

  @Test("a session's recorder gives each step and note to the flight recorder of the run")
  func sessionAndRing() throws {
    let flight = try FlightRecorder(run(), path: ring, options: FlightOptions(seconds: 2))
    let session = try SessionRecorder(with: flight, path: path)
    var digests: [StateDigest] = []
    for step in Int64(0)..<600 {
      if step == 590 { try session.mark("look here") }
      try session.step(inputs(step))
      digests.append(flight.run.digest())
    }
    try session.finish()
    #expect(try check(path, digests).stepCount == 600)
    let whole = try Data(contentsOf: URL(fileURLWithPath: path))
    // The session is the one that it is without a ring.
    let alone = try SessionRecorder(run(), path: folder.file("alone.mcap"))
    for step in Int64(0)..<600 {
      if step == 590 { try alone.mark("look here") }
      try alone.step(inputs(step))
    }
    try alone.finish()
    #expect(try Data(contentsOf: URL(fileURLWithPath: folder.file("alone.mcap"))) == whole)
    // The ring goes on by itself after the session.
    try flight.step(inputs(600))
    digests.append(flight.run.digest())
    let last = folder.file("last.mcap")
    try flight.dump(to: last)
    let recording = try check(last, digests)
    #expect(recording.header.firstStep + recording.stepCount == 601)
    #expect(try recording.markers.map(\.text) == ["look here"])
  }

  @Test("neither recorder takes a step that is refused, and both find a run that was moved")
  func sessionAndRingRefuse() throws {
    let flight = try FlightRecorder(run())
    let session = try SessionRecorder(with: flight, path: path)
    #expect(throws: SimulationError.self) {
      try session.step([.nudge(particle: 0, vx: .nan, vy: 0)])
    }
    try session.step([])
    try flight.step([])
    #expect(throws: RecordingError.self) { try session.step([]) }
    try session.finish()
    #expect(try Recording(path: path).stepCount == 1)
    #expect(try flight.log().steps == 0..<2)
    #expect(throws: RecordingError(.runNotFresh(stepCount: 2))) {
      _ = try SessionRecorder(with: flight, path: path)
    }
  }

  struct Case: CustomStringConvertible {
    var steps: Int64
    var seconds: Double
    var interval: Int64
    var particles: Int64 = 5
    var description: String {
      "\(steps) steps, \(seconds) s, key frames every \(interval), \(particles) particles"
    }
  }

  @Test(
    "what is dumped begins with a key frame, holds the last seconds and verifies",
    arguments: Sample.of([
      Case(steps: 1, seconds: 1, interval: 256), Case(steps: 59, seconds: 1, interval: 256),
      Case(steps: 600, seconds: 1, interval: 256), Case(steps: 601, seconds: 2, interval: 50),
      Case(steps: 1000, seconds: 100, interval: 64), Case(steps: 777, seconds: 0.01, interval: 1),
      Case(steps: 1500, seconds: 5, interval: 100),
      Case(steps: 250, seconds: 3, interval: 60, particles: 400),
    ]))
  func lastStepsVerify(_ example: Case) throws {
    for (tracks, file) in [
      (RecordingTracks.log, nil), (.everything, nil), (.log, ring), (.everything, ring),
    ] as [(RecordingTracks, String?)] {
      var options = FlightOptions(seconds: example.seconds)
      options.keyframeInterval = example.interval
      options.tracks = tracks
      let run = run(particles: example.particles)
      let recorder = try FlightRecorder(run, path: file, options: options)
      var digests: [StateDigest] = []
      var states: [StateImage] = []
      for step in 0..<example.steps {
        if step % 31 == 5 { try recorder.mark("mark \(step)") }
        try recorder.step(inputs(step))
        digests.append(run.digest())
        if tracks.state {
          states.append(StateImage())
          run.save(.everyStep, into: &states[Int(step)])
        }
      }
      try recorder.dump(to: path, replaces: true)
      let recording = try check(path, digests, tracks.state ? states : nil)
      let wanted = min(example.steps, Int64((60 * example.seconds).rounded(.up)))
      let interval = min(example.interval, Int64((60 * example.seconds).rounded(.up)))
      #expect(recording.header.firstStep + recording.stepCount == example.steps)
      #expect(wanted...(wanted + interval) ~= recording.stepCount)
      #expect(recording.header.tracks == tracks)
      #expect(recording.endNote == nil)
      let first = recording.header.firstStep
      for marker in try recording.markers { #expect(marker.text == "mark \(first + marker.step)") }
      // It goes on.
      try recorder.step([])
      recorder.finish()
      #expect(try filesLeft() == ["a.mcap"])
    }
  }

  /// A ring that is too small for what is asked holds less, but always a whole recording: at every
  /// step of many laps.
  @Test(arguments: Sample.of(1...4 as ClosedRange<UInt64>))
  func everyMomentOfARingIsARecording(seed: UInt64) throws {
    var random = SplitMix(seed: seed)
    var options = FlightOptions(seconds: 1000)
    options.sizeMax = 1
    options.keyframeInterval = Int64(random.next() % 300 + 1)
    options.tracks = seed % 2 == 0 ? .log : .everything
    let run = run(particles: Int64(random.next() % 200 + 50))
    let recorder = try FlightRecorder(run, options: options)
    var digests: [StateDigest] = []
    for step in 0..<Int64(1500) {
      try recorder.step(inputs(step))
      digests.append(run.digest())
      guard random.next() % 80 == 0 else { continue }
      try recorder.dump(to: path, replaces: true)
      let recording = try Recording(path: path)
      let first = recording.header.firstStep
      #expect(first + recording.stepCount == step + 1, "seed \(seed)")
      let player = try Player(recording, entry: particleCatalogue(Sound.self)[0])
      while player.run.stepCount < recording.stepCount {
        #expect(try player.step(), "seed \(seed), step \(step)")
        #expect(player.run.digest() == digests[Int(first + player.run.stepCount - 1)])
      }
    }
    let isFull = try recorder.log().steps.lowerBound > 0
    #expect(isFull, "seed \(seed): the ring was never full")
  }

  /// More inputs in one step than the ring had room for.
  @Test func ringGrowsForABurstOfInputs() throws {
    for file in [nil, ring] {
      var options = FlightOptions(seconds: 1)
      options.sizeMax = 1
      let run = run()
      let recorder = try FlightRecorder(run, path: file, options: options)
      for step in 0..<Int64(300) {
        try recorder.step(
          step == 260 ? Array(repeating: .nudge(particle: 1, vx: 0, vy: 1), count: 2000) : [])
      }
      try recorder.dump(to: path, replaces: true)
      let recording = try Recording(path: path)
      #expect(recording.inputCount == 2000)
      let agent = InProcessAgent(catalogue: particleCatalogue(Sound.self))
      #expect(try Verifier(recording).verify(agent) == .same)
    }
  }

  @Test func runThatWentOnBeforeIsRecordedFromThere() throws {
    let first = run()
    var digests: [StateDigest] = []
    for step in 0..<Int64(1000) {
      try first.step(inputs(step))
      digests.append(first.digest())
    }
    var image = StateImage()
    first.save(.everything, into: &image)
    let saved = run()
    try saved.restore(image, stepCount: 1000)
    for run in [first, saved] {
      var all = digests
      let recorder = try FlightRecorder(run)
      for step in Int64(1000)..<1200 {
        try recorder.step(inputs(step))
        all.append(run.digest())
      }
      try recorder.dump(to: path, replaces: true)
      #expect(try check(path, all).header.firstStep == 1000)
    }
    // Step 0 is what parameters and seed give, and nothing else.
    let other = run()
    try other.restore(image, stepCount: 0)
    #expect(throws: RecordingError(.runNotFresh(stepCount: 0))) { try FlightRecorder(other) }
  }

  @Test func nothingIsReplacedUnasked() throws {
    let recorder = try FlightRecorder(run())
    #expect(throws: RecordingError(.nothingToRecover)) { try recorder.dump(to: path) }
    try recorder.step([])
    try "mine".write(toFile: path, atomically: true, encoding: .utf8)
    #expect(throws: RecordingError(.exists)) { try recorder.dump(to: path) }
    #expect(try String(contentsOfFile: path, encoding: .utf8) == "mine")
    #expect(try filesLeft() == ["a.mcap"])
    try recorder.dump(to: path, replaces: true)
    #expect(try Recording(path: path).stepCount == 1)
  }

  @Test func ringBelongsToOneProcessAndIsNeverOverwritten() throws {
    do {
      let recorder = try FlightRecorder(run(), path: ring)
      for step in 0..<Int64(100) { try recorder.step(inputs(step)) }
      #expect(recorder.path == ring)
      #expect(throws: RecordingError(.beingWritten)) { try FlightRecorder(run(), path: ring) }
      // Of a running process as well.
      #expect(try FlightLog(path: ring).steps == 0..<100)
    }
    let next = try FlightRecorder(run(), path: ring)
    #expect(try filesLeft() == ["a.flight", "a.flight-1"])
    #expect(try FlightLog(path: ring + "-1").steps == 0..<100)
    next.finish()
    #expect(try filesLeft() == ["a.flight-1"])
    #expect(throws: RecordingError(.closed)) { try next.step([]) }
    #expect(throws: RecordingError(.closed)) { try next.log() }
  }

  @Test func firstDifferenceIsDumped() throws {
    let ours = run()
    let recorder = try FlightRecorder(ours)
    let theirs = SimulationRun<Particles<LastBitAt700>>(seed: 3)
    for step in 0..<Int64(800) {
      try recorder.step([])
      try theirs.step([])
      let isSame = try recorder.check(theirs.digest(), after: step, dumpingTo: path)
      #expect(isSame == (step < 700))
      #expect(FileManager.default.fileExists(atPath: path) == (step >= 700))
      #expect(try recorder.check(theirs.digest(), after: step + 1, dumpingTo: path) == nil)
    }
    #expect(try Recording(path: path).stepCount == 701)
  }

  @Test func codeThatStepsTheRunIsRefused() throws {
    let run = run()
    let recorder = try FlightRecorder(run)
    try recorder.step([])
    try run.step([])
    #expect(throws: RecordingError(.runMoved(stepCount: 2))) { try recorder.step([]) }
  }
}
