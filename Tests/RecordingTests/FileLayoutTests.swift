import DeterministicMath
import Foundation
import Recording
import RecordingLayouts
import Simulation
import TestSupport
import Testing

/// A recording is the same recording in every layout that MCAP allows.
@Suite struct FileLayoutTests {
  private static let trackSets: [RecordingTracks] = {
    var chained = RecordingTracks.everything
    chained.chain = true
    return [chained, .log, .logAndView]
  }()

  @Test(arguments: 0..<3)
  func everyLayoutHoldsTheSame(tracks: Int) throws {
    let folder = try TemporaryFolder()
    let path = folder.file("a.mcap")
    let run = try RecordedRun(
      path: path, stepCount: 260, particles: 3, keyframeEvery: 50,
      tracks: Self.trackSets[tracks])
    let original = try Recording(path: path)
    let contents = FileContents([UInt8](try Data(contentsOf: URL(fileURLWithPath: path))))
    let other = folder.file("other.mcap")
    let seeds = (0..<24).map { UInt64(3 * $0 + tracks) }
    for seed in Sample.of(seeds, 24) {
      let layout = FileLayout(seed: seed)
      try Data(contents.file(layout)).write(to: URL(fileURLWithPath: other))
      do {
        for recording in [try Recording(path: other), try Recording(unchecked: other)] {
          try expectSame(recording, original, run, "\(layout)")
          try expectDifferences(recording, original, "\(layout)")
        }
        try expectCopies(of: other, original, folder, "\(layout)")
      } catch {
        Issue.record("\(layout): \(error)")
      }
    }
  }

  /// The same with a writer that is not ours: `mcap` for Python.
  @Test(
    .enabled(
      if: PythonLayouts.python != nil,
      "LAPLACE_PYTHON names no Python with the package 'mcap'"), arguments: 0..<3)
  func everyLayoutOfPythonHoldsTheSame(tracks: Int) throws {
    let folder = try TemporaryFolder()
    let path = folder.file("a.mcap")
    let run = try RecordedRun(
      path: path, stepCount: 260, particles: 3, keyframeEvery: 50,
      tracks: Self.trackSets[tracks])
    let original = try Recording(path: path)
    let count = Sample.trials(24)
    let files = try PythonLayouts.write(
      path, to: folder, count: count, seed: Sample.seed &+ UInt64(tracks))
    #expect(files.count == count)
    for (other, line) in files {
      do {
        let recording = try Recording(path: other)
        try expectSame(recording, original, run, "\(line)")
        try expectDifferences(recording, original, "\(line)")
        try expectCopies(of: other, original, folder, "\(line)")
      } catch {
        Issue.record("\(line): \(error)")
      }
    }
  }

  private func expectSame(
    _ recording: Recording, _ original: Recording, _ run: RecordedRun, _ comment: Comment
  ) throws {
    #expect(recording.header == original.header, comment)
    #expect(recording.stepCount == 260 && recording.inputCount == original.inputCount, comment)
    #expect(recording.keyframeSteps == original.keyframeSteps, comment)
    #expect(try recording.markers == original.markers, comment)
    #expect(try recording.verifyChain() == original.verifyChain(), comment)
    #expect(try recording.digest(after: -1) == run.initialDigest, comment)
    for step in 0..<run.digests.count {
      #expect(try recording.digest(after: Int64(step)) == run.digests[step], comment)
      #expect(try recording.inputs(at: Int64(step)) == run.inputs[step], comment)
    }
    // Backwards, so that each is the first that is asked of its block.
    for step in stride(from: Int64(259), through: 0, by: -13) {
      #expect(try recording.state(after: step) == original.state(after: step), comment)
      #expect(try recording.poses(after: step) == original.poses(after: step), comment)
      #expect(try recording.inputs(at: step) == run.inputs[Int(step)], comment)
    }
    for step in original.keyframeSteps {
      #expect(try recording.keyframe(atOrBefore: step).image == run.keyframes[step], comment)
    }
  }

  private func expectDifferences(
    _ recording: Recording, _ original: Recording, _ comment: Comment
  ) throws {
    let found = try DifferenceSearch(recording, original)
    #expect(found.step == nil && found.inputStep == nil, comment)
  }

  /// What is rescued, and what is cut, is the same too.
  private func expectCopies(
    of path: String, _ original: Recording, _ folder: TemporaryFolder, _ comment: Comment
  ) throws {
    let copy = folder.file("copy.mcap")
    let rescue = try Rescue(path: path)
    #expect(rescue.damage == nil && rescue.pieces.map(\.steps) == [0..<260], comment)
    try rescue.write(to: copy, replaces: true)
    let found = try DifferenceSearch(try Recording(path: copy), original)
    #expect(found.step == nil && found.inputStep == nil, comment)
    #expect(try RecordingFaults.all(path: path).faults == [], comment)
    let size = try SpaceUsage(path: path).parts.reduce(0) { $0 + $1.size }
    #expect(Files.size(path).map { Int($0) } == size, comment)
  }

  /// Another digest and another input are found in every layout.
  @Test func differencesAreFoundInEveryLayout() throws {
    let folder = try TemporaryFolder()
    let path = folder.file("a.mcap")
    let run = try RecordedRun(path: path, stepCount: 200, keyframeEvery: 40, tracks: .log)
    let contents = FileContents([UInt8](try Data(contentsOf: URL(fileURLWithPath: path))))
    let changed = folder.file("b.mcap")
    let writer = try RecordingWriter(
      path: changed, header: run.header, initial: run.initial, initialDigest: run.initialDigest)
    for step in 0..<200 {
      let digest = run.digests[step]
      try writer.append(
        inputs: step == 157 ? [] : run.inputs[step],
        digest: step < 131 ? digest : StateDigest(low: digest.low, high: ~digest.high), state: nil)
    }
    try writer.finish()
    let second = try Recording(path: changed)
    for seed in Sample.of(Array(UInt64(100)..<124), 24) {
      let layout = FileLayout(seed: seed)
      let first = try Recording(bytes: contents.file(layout))
      for (a, b) in [(first, second), (second, first)] {
        let found = try DifferenceSearch(a, b)
        #expect(found.step == 131 && found.inputStep == 157, "\(layout)")
      }
    }
  }

  /// What other programs have put into a file is listed, with its number of messages.
  @Test func thingsOfOthersAreListed() throws {
    let folder = try TemporaryFolder()
    let path = folder.file("a.mcap")
    _ = try RecordedRun(path: path, stepCount: 30)
    let contents = FileContents([UInt8](try Data(contentsOf: URL(fileURLWithPath: path))))
    var layout = FileLayout(seed: 1)
    (layout.isMixed, layout.isPadded) = (true, true)
    let found = try Recording(bytes: contents.file(layout)).layout
    #expect(found.channels.map(\.name) == ["/chatter", "/state"])
    #expect(found.channels.allSatisfy { $0.messageCount > 0 })
    #expect(found.attachments.map(\.name) == ["calib.yaml"])
    #expect(found.metadata.map(\.name) == ["operator"] && found.privateRecords == 2)
    (layout.isMixed, layout.isPadded) = (false, false)
    #expect(try Recording(bytes: contents.file(layout)).layout.listed.isEmpty)
  }
}
