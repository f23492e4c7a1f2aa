import DeterministicMath
import Foundation
import Recording
import Replay
import Sessions
import Simulation
import TestSupport
import Testing

/// A recorder whose blocks several threads pack writes what one alone would, and loses no more.
@Suite(.timeLimit(.minutes(5))) struct EncoderThreadTests {
  typealias SoundParticles = Particles<Sound>

  let folder: TemporaryFolder
  let path: String

  init() throws {
    folder = try TemporaryFolder()
    path = folder.file("a.mcap")
  }

  /// How a recording is packed; 0 threads: each step waits.
  private func options(
    threads: Int, keyframes: (least: Int64, most: Int64) = (256, 1024), flush: Double? = nil
  ) -> RecordingOptions {
    var options = RecordingOptions()
    options.usesThread = threads > 0
    options.encoderThreads = threads
    options.keyframeInterval = keyframes.least
    options.keyframeIntervalMax = keyframes.most
    options.flushInterval = flush
    return options
  }

  private func bytes(_ path: String) throws -> [UInt8] {
    try Array(Data(contentsOf: URL(fileURLWithPath: path)))
  }

  struct Case: Sendable {
    var particles: Int64
    var steps: Int
    var keyframes: (least: Int64, most: Int64)
    var tracks = RecordingTracks.everything
    /// The time after which steps are flushed, in seconds: it must change nothing.
    var flush: Double?
  }

  static let cases = [
    Case(particles: 0, steps: 40, keyframes: (256, 1024)),
    Case(particles: 1, steps: 1200, keyframes: (256, 1024)),
    Case(particles: 5, steps: 600, keyframes: (80, 90), flush: 0.001),
    Case(particles: 30, steps: 300, keyframes: (10, 64)),
    Case(particles: 30, steps: 300, keyframes: (3, 20)),
    Case(particles: 400, steps: 600, keyframes: (64, 300)),
    Case(particles: 1000, steps: 330, keyframes: (64, 128), flush: 0.001),
    Case(particles: 1000, steps: 400, keyframes: (256, 1024)),
    Case(particles: 5, steps: 1200, keyframes: (64, 64), tracks: .log),
    Case(particles: 400, steps: 300, keyframes: (70, 256), tracks: .logAndView, flush: 0.001),
    Case(particles: 1000, steps: 600, keyframes: (256, 1024), tracks: .logAndView(every: 1)),
  ]

  @Test("the file is the same, whoever packs it", arguments: Sample.of(cases))
  func threadsChangeNoByte(_ test: Case) throws {
    var tracks = test.tracks
    tracks.chain = test.particles == 5
    var files: [[UInt8]] = []
    for threads in 0...4 {
      let recorder = try ParticleSession.recorder(
        path, particles: test.particles, tracks: tracks,
        options(threads: threads, keyframes: test.keyframes, flush: test.flush))
      try ParticleSession.takeSteps(test.steps, recorder)
      try recorder.mark("end")
      try recorder.finish()
      files.append(try bytes(path))
    }
    for threads in 1...4 {
      // Without the bytes: a difference need not be printed.
      let isSame = files[threads] == files[0]
      #expect(isSame, "\(threads)")
    }
    #expect(try Recording(path: path).stepCount == test.steps)
  }

  /// The default asks the run.
  @Test func asManyThreadsAsWorkers() {
    let run = SimulationRun<SoundParticles>(seed: 1)
    #expect(run.workerCount == 1)
    run.share(among: WorkerTeam(count: 3))
    #expect(run.workerCount == 3)
    run.share(among: nil)
    #expect(run.workerCount == 1)
    #expect(RecordingOptions().encoderThreads == nil)
  }

  /// What is beyond the limits is brought within.
  @Test(arguments: [-1, 0, 5, .max, .min]) func anyNumberOfThreads(_ threads: Int) throws {
    var options = options(threads: 1)
    options.encoderThreads = threads
    let recorder = try ParticleSession.recorder(path, particles: 5, options)
    try ParticleSession.takeSteps(100, recorder)
    try recorder.finish()
    #expect(try Recording(path: path).stepCount == 100)
  }

  // MARK: Failures

  /// Blocks behind the one that met the full disk may be packed already: the file ends as if they
  /// were not.
  @Test(
    "a full disk ends the file where it ends without threads",
    arguments: Sample.of([40_000, 60_000, 100_000, 200_000] as [UInt64]), [2, 3, 4])
  func fullDisk(size: UInt64, threads: Int) throws {
    var files: [[UInt8]] = []
    for threads in [0, threads] {
      var options = options(threads: threads, keyframes: (16, 48))
      options.fileSizeMax = size
      let recorder = try ParticleSession.recorder(path, particles: 100, options)
      let error = #expect(throws: RecordingError.self) {
        try ParticleSession.takeSteps(3000, recorder)
        try recorder.finish()
      }
      #expect(error?.reason == .diskFull)
      #expect(throws: RecordingError.self) { try recorder.step([]) }
      let kept = try #require(try recorder.finishEarly(note: "the disk is full"))
      let recording = try Recording(path: kept.path)
      #expect(recording.endNote == "the disk is full")
      #expect(recording.stepCount == kept.stepCount)
      #expect(kept.stepCount > 0)
      files.append(try bytes(kept.path))
      try FileManager.default.removeItem(atPath: kept.path)
    }
    let isSame = files[0] == files[1]
    #expect(isSame)
  }

  /// What does not fit is found before the blocks that came before are packed: they are kept.
  @Test(arguments: [2, 4]) func unfitStateKeepsWhatCameBefore(threads: Int) throws {
    var files: [[UInt8]] = []
    for threads in [1, threads] {
      let run = SimulationRun<SoundParticles>(seed: 7)
      var image = StateImage()
      run.save(.everything, into: &image)
      let writer = try RecordingWriter(
        path: path,
        header: RecordingHeader(
          description: run.description, parameters: SoundParticles.Parameters().words, seed: 7,
          engineVersion: "1"), initial: image, initialDigest: run.digest(),
        options: options(threads: 1, keyframes: (16, 16)))
      let thread = try #require(
        WriterThread(writer, initial: image, imageSize: 100, encoderCount: threads) { _, _ in })
      for step in 0..<200 {
        try run.step([])
        thread.withState {
          run.save(.everyStep, into: &$0)
          if step == 150 { $0.bytes.removeLast() }
        }
        if thread.wantsKeyframe() { thread.withKeyframe { run.save(.everything, into: &$0) } }
        thread.append(inputs: [], digest: run.digest())
      }
      let error = #expect(throws: RecordingError.self) { try thread.finish() }
      #expect(error?.reason == .unfit("the state does not fit the schema"))
      let kept = try writer.finishEarly(note: "unfit")
      #expect(kept.stepCount == 150)
      files.append(try bytes(kept.path))
      try FileManager.default.removeItem(atPath: kept.path)
    }
    let isSame = files[0] == files[1]
    #expect(isSame)
  }

  // MARK: Ends

  enum End: CaseIterable {
    case abandon, forget, finish, finishEarly
  }

  /// A recorder ends while all images are on their way to slow encoders.
  @Test(arguments: Sample.of(End.allCases), [2, 4])
  func endsWhileTheRingIsFull(_ end: End, threads: Int) throws {
    var options = options(threads: threads, keyframes: (64, 64))
    options.compressionLevel = 19
    do {
      let recorder = try ParticleSession.recorder(path, particles: 400, options)
      try ParticleSession.takeSteps(260, recorder)
      switch end {
      case .abandon: recorder.abandon()
      case .forget: break
      case .finish: try recorder.finish()
      case .finishEarly:
        let kept = try recorder.finishEarly(note: "ended")
        #expect(kept?.stepCount == 260)
        #expect(kept?.path == path)
      }
    }
    let files = FileManager.default
    let isThere = files.fileExists(atPath: path)
    let isPartial = files.fileExists(atPath: path + ".partial")
    switch end {
    case .abandon: #expect(!isThere && !isPartial)
    // Whole blocks: key frames end one every 64 steps.
    case .forget:
      #expect(!isThere)
      #expect(try Rescue(path: path + ".partial").recording.stepCount == 256)
    case .finish, .finishEarly:
      #expect(!isPartial)
      #expect(try Recording(path: path).stepCount == 260)
    }
  }

  /// Steps of a slow run are in the file before their block is full, and before the next one comes.
  @Test func slowStepsAreFlushed() throws {
    let recorder = try ParticleSession.recorder(
      path, particles: 5, options(threads: 3, flush: 0.05))
    // The second block is another encoder's.
    try ParticleSession.takeSteps(1030, recorder)
    var kept: Int64 = 0
    for _ in 0..<200 where kept < 1030 {
      Thread.sleep(forTimeInterval: 0.02)
      kept = (try? Rescue(path: path + ".partial").recording.stepCount) ?? 0
    }
    #expect(kept == 1030)
    try ParticleSession.takeSteps(10, recorder)
    try recorder.finish()
    #expect(try Recording(path: path).stepCount == 1040)
  }
}
