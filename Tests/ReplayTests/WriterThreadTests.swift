import DeterministicMath
import Foundation
import Recording
import Replay
import Sessions
import Simulation
import TestSupport
import Testing

/// A recorder with a thread of its own writes what one without would, and loses no more.
@Suite struct WriterThreadTests {
  typealias SoundParticles = Particles<Sound>

  let folder: TemporaryFolder
  let path: String

  init() throws {
    folder = try TemporaryFolder()
    path = folder.file("a.mcap")
  }

  private func record(
    _ path: String, particles: Int64, tracks: RecordingTracks, steps: Int,
    _ options: RecordingOptions
  ) throws -> [UInt8] {
    let recorder = try ParticleSession.recorder(
      path, particles: particles, tracks: tracks, options)
    try ParticleSession.takeSteps(steps, recorder)
    try recorder.mark("end")
    try recorder.finish()
    return try Array(Data(contentsOf: URL(fileURLWithPath: path)))
  }

  @Test(
    "the file is the same with a thread and without",
    arguments: Sample.of([1, 5, 400, 9000] as [Int64]),
    [(256, 1024), (1, 1), (3, 20), (10, 64), (80, 90)])
  func threadChangesNoByte(particles: Int64, keyframes: (least: Int64, most: Int64)) throws {
    for tracks in [RecordingTracks.everything, .log] {
      var files: [[UInt8]] = []
      for usesThread in [true, false] {
        var options = RecordingOptions()
        options.keyframeInterval = keyframes.least
        options.keyframeIntervalMax = keyframes.most
        options.usesThread = usesThread
        options.flushInterval = usesThread ? 0.001 : nil
        files.append(
          try record(
            path, particles: particles, tracks: tracks, steps: particles > 1000 ? 40 : 400,
            options))
      }
      let isSame = files[0] == files[1]
      #expect(isSame, "\(tracks)")
      let recording = try Recording(path: path)
      // The first, and as many as the options ask for.
      if particles < 1000 {
        #expect(recording.keyframeSteps.count > 400 / Int(keyframes.most))
        for (before, next) in zip(recording.keyframeSteps, recording.keyframeSteps.dropFirst()) {
          #expect(keyframes.least...keyframes.most ~= next - before)
        }
      }
    }
  }

  /// Steps of a slow run are in the file before their block is full, and before the next one comes.
  @Test(arguments: [true, false])
  func slowStepsAreFlushed(usesThread: Bool) throws {
    var options = RecordingOptions()
    options.flushInterval = 0.05
    options.usesThread = usesThread
    let recorder = try ParticleSession.recorder(path, particles: 5, options)
    for _ in 0..<5 { try recorder.step([]) }
    // Without a thread, a step must come to find out how late it is.
    Thread.sleep(forTimeInterval: 0.1)
    if !usesThread { try recorder.step([]) }
    let steps: Int64 = usesThread ? 5 : 6
    var kept: Int64 = 0
    for _ in 0..<200 where kept < steps {
      kept = (try? Rescue(path: path + ".partial").recording.stepCount) ?? 0
      Thread.sleep(forTimeInterval: 0.02)
    }
    #expect(kept == steps)
    for _ in steps..<10 { try recorder.step([]) }
    try recorder.finish()
    let recording = try Recording(path: path)
    #expect(recording.stepCount == 10)
    #expect(
      try Verifier(recording).verify(InProcessAgent(catalogue: particleCatalogue(Sound.self)))
        == .same)
  }

  /// The error comes some steps later, at a flush perhaps; the file holds what came before it.
  @Test(
    arguments: Sample.of(
      [20_000, 40_000, 60_000, 77_000, 79_000, 81_000, 83_000, 100_000] as [UInt64]),
    [1, 1e-6])
  func fullDiskEndsTheRecordingNotItsSteps(size: UInt64, flush: Double) throws {
    var options = RecordingOptions()
    options.fileSizeMax = size
    options.flushInterval = flush
    // Short blocks.
    if flush < 1 { (options.keyframeInterval, options.keyframeIntervalMax) = (64, 128) }
    let run = SimulationRun<SoundParticles>(seed: 3)
    let recorder = try AnySessionRecorder(run, path: path, options: options)
    var digests: [StateDigest] = []
    let error = #expect(throws: RecordingError.self) {
      for _ in 0..<100_000 {
        try recorder.step([])
        digests.append(run.digest())
      }
      try recorder.finish()
    }
    #expect(error?.reason == .diskFull)
    let kept = try #require(try recorder.finishEarly(note: "the disk is full"))
    let recording = try Recording(path: kept.path)
    #expect(recording.stepCount == kept.stepCount)
    #expect(kept.stepCount > 0)
    for step in 0..<kept.stepCount {
      #expect(try recording.digest(after: step) == digests[Int(step)])
    }
  }

  /// What does not fit ends the recording; the steps before it are kept.
  @Test func unfitStateKeepsWhatCameBefore() throws {
    let run = SimulationRun<SoundParticles>(seed: 7)
    var image = StateImage()
    run.save(.everything, into: &image)
    var options = RecordingOptions()
    (options.keyframeInterval, options.keyframeIntervalMax) = (16, 16)
    let writer = try RecordingWriter(
      path: path,
      header: RecordingHeader(
        description: run.description, parameters: SoundParticles.Parameters().words, seed: 7,
        engineVersion: "1"), initial: image, initialDigest: run.digest(), options: options)
    let thread = try #require(WriterThread(writer, imageSize: 100) { _, _ in })
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
    #expect(try writer.finishEarly(note: "unfit").stepCount == 150)
    #expect(try Recording(path: path).stepCount == 150)
  }

  enum End: CaseIterable {
    case abandon, forget, finish, finishEarly
  }

  /// A recorder ends while all images are on their way to a slow writer.
  @Test(arguments: End.allCases) func endsWhileTheQueueIsFull(_ end: End) throws {
    var options = RecordingOptions()
    (options.keyframeInterval, options.keyframeIntervalMax) = (64, 64)
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

  /// A writer that sleeps by the clock while steps come fast looks for the last of them, too.
  @Test func stepsThatStopComingAreWritten() throws {
    var options = RecordingOptions()
    options.flushInterval = 0.05
    let recorder = try ParticleSession.recorder(path, particles: 5, options)
    var written: Int64 = 0
    for total in [1000, 1003, 1500] as [Int64] {
      while recorder.run.stepCount < total { try recorder.step([]) }
      // No more than a limit for a test that hangs: it takes a tenth of a second.
      for _ in 0..<600 where written < total {
        usleep(50_000)
        written = (try? Rescue(path: path + ".partial").recording.stepCount) ?? 0
      }
      #expect(written == total)
    }
    try recorder.finish()
    #expect(try Recording(path: path).stepCount == 1500)
  }

  @Test func forgottenRecorderLeavesItsSteps() throws {
    do {
      let recorder = try ParticleSession.recorder(path, particles: 5, .init())
      for _ in 0..<1500 { try recorder.step([]) }
    }
    #expect(try Rescue(path: path + ".partial").recording.stepCount >= 1024)
  }

  @Test func closedRecorderRefusesEverything() throws {
    for isFinished in [true, false] {
      let recorder = try ParticleSession.recorder(path, particles: 5, .init())
      try recorder.step([])
      if isFinished { try recorder.finish() } else { recorder.abandon() }
      #expect(throws: RecordingError(.closed)) { try recorder.step([]) }
      #expect(throws: RecordingError.self) { try recorder.mark("late") }
      #expect(throws: RecordingError.self) { try recorder.finish() }
      recorder.abandon()
      #expect(try Recording(path: path).stepCount == 1)
    }
  }
}

/// Steps that never wait for the writer: states are left out, and the file says which.
@Suite struct LeftOutStateTests {
  typealias SoundParticles = Particles<Sound>

  let folder: TemporaryFolder
  let path: String

  init() throws {
    folder = try TemporaryFolder()
    path = folder.file("a.mcap")
  }

  /// Records with states left out of the steps in `gaps`, as a writer is told to that cannot follow.
  private func record(
    _ gaps: [Range<Int64>], steps: Int64, keyframeEvery: Int64
  ) throws -> (digests: [StateDigest], states: [StateImage]) {
    let run = SimulationRun<SoundParticles>(seed: 7)
    var image = StateImage()
    run.save(.everything, into: &image)
    let writer = try RecordingWriter(
      path: path,
      header: RecordingHeader(
        description: run.description, parameters: SoundParticles.Parameters().words, seed: 7,
        engineVersion: "1"), initial: image, initialDigest: run.digest())
    var digests: [StateDigest] = []
    var states: [StateImage] = []
    for step in 0..<steps {
      try run.step([])
      run.save(.everyStep, into: &image)
      digests.append(run.digest())
      states.append(image)
      let isLeftOut = gaps.contains { $0.contains(step) }
      try writer.append(inputs: [], digest: digests[Int(step)], state: isLeftOut ? nil : image)
      if (step + 1) % keyframeEvery == 0 {
        run.save(.everything, into: &image)
        try writer.appendKeyframe(image)
      }
    }
    try writer.finish()
    return (digests, states)
  }

  @Test(
    "states that are left out are named, all others are right",
    arguments: Sample.of(
      [
        [0..<1], [0..<300], [5..<6], [5..<6, 7..<8], [63..<65], [64..<130], [10..<299],
        [100..<1300, 1350..<1400], [298..<300],
      ] as [[Range<Int64>]]))
  func gapsAreNamed(gaps: [Range<Int64>]) throws {
    let steps: Int64 = gaps.contains { $0.upperBound > 300 } ? 1500 : 300
    let (digests, states) = try record(gaps, steps: steps, keyframeEvery: 64)
    let recording = try Recording(path: path)
    #expect(recording.stepCount == steps)
    let left = try recording.leftOutSteps
    var count = 0
    for step in 0..<steps {
      #expect(try recording.digest(after: step) == digests[Int(step)])
      let isGap = gaps.contains { $0.contains(step) }
      if let state = try recording.state(after: step) {
        #expect(!isGap && state == states[Int(step)], "step \(step)")
      } else {
        // The state after a gap is what the next one differs from.
        #expect(isGap || gaps.contains { $0.upperBound == step }, "step \(step)")
        #expect(left.contains { $0.contains(step) })
        count += 1
      }
    }
    #expect(left.reduce(0) { $0 + $1.count } == count)
    // Verified as it is, and kept by a rescue.
    let agent = InProcessAgent(catalogue: particleCatalogue(Sound.self))
    #expect(try Verifier(recording).verify(agent) == .same)
    let bytes = try Array(Data(contentsOf: URL(fileURLWithPath: path)))
    let cut = try Rescue(bytes: Array(bytes.dropLast(400)))
    #expect(cut.recording.stepCount > 0)
    try cut.write(to: folder.file("b.mcap"))
    let copy = try Recording(path: folder.file("b.mcap"))
    for step in 0..<copy.stepCount where try copy.state(after: step) != nil {
      #expect(try copy.state(after: step) == states[Int(step)])
    }
  }

  /// A run that is faster than its writer goes on; what it has recorded is in order.
  @Test(.enabled(if: Sample.level >= .ci, "slow: runs from Tools/test --ci on"))
  func fastRunIsNotHeldUp() throws {
    var parameters = SoundParticles.Parameters()
    parameters.count = 400
    let run = SimulationRun<SoundParticles>(parameters: parameters, seed: 3)
    var options = RecordingOptions()
    options.whenFull = .leaveOut
    options.compressionLevel = 19
    let recorder = try SessionRecorder(run, path: path, options: options)
    for step in 0..<3000 { try recorder.step(step % 100 == 7 ? [.calm] : []) }
    try recorder.finish()
    let recording = try Recording(path: path)
    #expect(recording.stepCount == 3000)
    #expect(recording.inputCount == 30)
    let agent = InProcessAgent(catalogue: particleCatalogue(Sound.self))
    #expect(try Verifier(recording).verify(agent) == .same)
  }
}
