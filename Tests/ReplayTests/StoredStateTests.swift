import AgentProtocol
import DeterministicMath
import Foundation
import Recording
import Replay
import Simulation
import TestSupport
import Testing

/// Stored states that no digest covers are compared with those that a verified run has.
@Suite struct StoredStateTests {
  private typealias Run = SimulationRun<Particles<Sound>>
  private static let stepCount: Int64 = 60

  /// A recording whose digests and inputs are right, and in which one byte of one stored image is
  /// not: of the state after a step, or of the key frame of every 20 steps.
  private func recording(
    _ path: String, tracks: RecordingTracks, wrong: (step: Int64, isKeyframe: Bool)?, byte: UInt64
  ) throws -> Recording {
    let run = Run(parameters: .init(), seed: 7)
    func image(_ selection: StateSelection, _ isWrong: Bool) -> StateImage {
      var image = StateImage()
      run.save(selection, into: &image)
      if isWrong {
        let place = Int(byte >> 8) % image.bytes.count
        image.bytes[place] ^= UInt8(truncatingIfNeeded: byte) | 1
      }
      return image
    }
    let header = RecordingHeader(
      description: run.description, parameters: try run.parameterWords, seed: 7,
      engineVersion: engineVersion, build: buildFacts(), tracks: tracks)
    let writer = try RecordingWriter(
      path: path, header: header,
      initial: image(.everything, wrong.map { $0.step == 0 && $0.isKeyframe } ?? false),
      initialDigest: run.digest())
    for step in 0..<Self.stepCount {
      try run.step([])
      let state = image(.everyStep, wrong.map { $0.step == step && !$0.isKeyframe } ?? false)
      try writer.append(inputs: [], digest: run.digest(), state: tracks.state ? state : nil)
      if (step + 1) % 20 == 0 {
        let isWrong = wrong.map { $0.step == step + 1 && $0.isKeyframe } ?? false
        try writer.appendKeyframe(image(.everything, isWrong))
      }
    }
    try writer.finish()
    return try Recording(path: path)
  }

  private func verify(
    _ recording: Recording, splits: Bool = false, builds: Int = 1
  ) -> VerificationReport {
    var options = Verification.Options(jobs: 2)
    options.splits = splits
    let catalogue = particleCatalogue(Sound.self)
    return Verification(
      [(name: "a", recording: recording)],
      builds: (0..<builds).map { _ in Build.inProcess(catalogue: catalogue) }, options: options
    ).run()
  }

  /// A recording with a view track in which one particle was somewhere else at one step.
  private func viewRecording(
    _ path: String, wrong: (step: Int64, row: Int, axis: Int)?
  ) throws -> Recording {
    let run = Run(parameters: .init(), seed: 7)
    var image = StateImage()
    run.save(.everything, into: &image)
    let header = RecordingHeader(
      description: run.description, parameters: try run.parameterWords, seed: 7,
      engineVersion: engineVersion, build: buildFacts(), tracks: .logAndView(every: 3))
    let writer = try RecordingWriter(
      path: path, header: header, initial: image, initialDigest: run.digest())
    for step in 0..<Self.stepCount {
      try run.step([])
      run.save(.everyStep, into: &image)
      if let wrong, wrong.step == step {
        // Each column of the particles is a group of its own.
        let place = 4 * (Int(image.rowCounts[1]) * wrong.axis + wrong.row)
        image.bytes.withUnsafeMutableBytes { bytes in
          let value = bytes.loadUnaligned(fromByteOffset: place, as: Float.self)
          bytes.storeBytes(of: value + 1 / 512, toByteOffset: place, as: Float.self)
        }
      }
      let samples = header.samplesView(after: step + 1)
      try writer.append(inputs: [], digest: run.digest(), state: samples ? image : nil)
      if (step + 1) % 20 == 0 {
        var whole = StateImage()
        run.save(.everything, into: &whole)
        try writer.appendKeyframe(whole)
      }
    }
    try writer.finish()
    return try Recording(path: path)
  }

  @Test(arguments: [true, false])
  func everyWrongPoseIsFound(splits: Bool) throws {
    let folder = try TemporaryFolder()
    let good = try viewRecording(folder.file("good.mcap"), wrong: nil)
    let pair = verify(good, splits: splits).recordings[0].runs[0]
    #expect(pair.verdict == .same && pair.comparedPoseCount == Self.stepCount / 3)
    for seed in UInt64(0)..<40 {
      var random = SplitMix(seed: seed)
      let wrong = (
        step: 3 * Int64(random.below(20)) + 2, row: Int(random.below(5)),
        axis: Int(random.below(2))
      )
      let recording = try viewRecording(folder.file("a\(seed).mcap"), wrong: wrong)
      guard
        case .unreadable(let error) = verify(recording, splits: splits).recordings[0].runs[0]
          .verdict
      else {
        Issue.record("seed \(seed): \(wrong) was not found")
        continue
      }
      #expect(
        "\(error)".contains(
          "the pose after step \(wrong.step) is not the one whose digest is recorded: "
            + "particles[\(wrong.row)].\(["x", "y"][wrong.axis]) "), "seed \(seed): \(error)")
    }
  }

  @Test(arguments: Sample.of([true, false]))
  func everyChangedByteIsFound(splits: Bool) throws {
    let folder = try TemporaryFolder()
    var missed: [String] = []
    for seed in UInt64(0)..<120 {
      var random = SplitMix(seed: seed)
      let isKeyframe = seed % 2 == 0
      let step =
        isKeyframe
        ? 20 * Int64(random.below(4)) : Int64(random.below(UInt64(Self.stepCount)))
      let recording = try recording(
        folder.file("a\(seed).mcap"), tracks: isKeyframe && seed % 4 == 0 ? .log : .everything,
        wrong: (step, isKeyframe), byte: random.next())
      let verdict = verify(recording, splits: splits).recordings[0].runs[0].verdict
      if case .same = verdict { missed.append("seed \(seed): step \(step), \(isKeyframe)") }
      if !isKeyframe, case .unreadable(let error) = verdict {
        #expect("\(error)".contains("the state after step \(step) is not the one"), "\(error)")
      }
    }
    #expect(missed.isEmpty, "\(missed)")
  }

  /// The report says how many stored states were compared: all, once, whatever was run.
  @Test(arguments: [true, false], [1, 2])
  func whatWasComparedIsCounted(splits: Bool, builds: Int) throws {
    let folder = try TemporaryFolder()
    let recording = try recording(
      folder.file("a.mcap"), tracks: .everything, wrong: nil, byte: 0)
    let pairs = verify(recording, splits: splits, builds: builds).recordings[0].runs
    #expect(pairs.allSatisfy { $0.verdict == .same })
    #expect(pairs[0].comparedStateCount == Self.stepCount)
    #expect(pairs[0].comparedKeyframeCount == 4)
    #expect(pairs.dropFirst().allSatisfy { $0.comparedStateCount == 0 })
  }
}
