import DeterministicMath
import Foundation
import Recording
import Simulation
import TestSupport
import Testing

/// Steps are read from a file without reading the rest of it.
@Suite struct RecordingFileTests {
  @Test(arguments: Sample.of([true, false]), [100, 2900])
  func everyStepIsTheRecordedOne(holdsState: Bool, keyframeEvery: Int64) throws {
    let folder = try TemporaryFolder()
    let path = folder.file("a.mcap")
    let run = try RecordedRun(
      path: path, stepCount: 3000, keyframeEvery: keyframeEvery,
      tracks: RecordingTracks(state: holdsState))
    let file = try RecordingFile(path: path)
    #expect(file.header == run.header)
    #expect(file.stepCount == 3000)
    var random = SplitMix(seed: 1)
    for _ in 0..<200 {
      let step = Int64(random.below(3000))
      let block = try file.block(at: step)
      let place = step - block.firstStep
      #expect(block.recording.digest(after: place) == run.digests[Int(step)])
      #expect(block.recording.inputs(at: place) == run.inputs[Int(step)])
      #expect(
        try block.recording.state(after: place) == (holdsState ? run.states[Int(step)] : nil))
    }
    #expect(throws: RecordingError.self) { try file.block(at: 3000) }
    #expect(throws: RecordingError.self) { try file.block(at: -1) }
  }

  /// A recording that was opened for some steps says of them what the whole one says.
  @Test(arguments: Sample.of([true, false]), [100, 2900])
  func someStepsAreThoseOfTheWhole(holdsState: Bool, keyframeEvery: Int64) throws {
    let folder = try TemporaryFolder()
    let path = folder.file("a.mcap")
    let run = try RecordedRun(
      path: path, stepCount: 3000, keyframeEvery: keyframeEvery,
      tracks: RecordingTracks(state: holdsState))
    let whole = try Recording(path: path)
    let file = try RecordingFile(path: path)
    var random = SplitMix(seed: 2)
    for trial in 0..<60 {
      let first = Int64(random.below(3000))
      let last = min(2999, first + Int64(random.below(trial % 2 == 0 ? 3 : 3000)))
      let part = try file.recording(holding: first...last)
      #expect(part.header == run.header && part.stepCount == 3000)
      #expect(part.statistics == whole.statistics)
      #expect(part.digest(after: -1) == run.initialDigest)
      let keyframe = try part.keyframe(atOrBefore: first)
      #expect(try keyframe == whole.keyframe(atOrBefore: first))
      if keyframe.stepCount > 0 {
        let before = keyframe.stepCount - 1
        #expect(part.digest(after: before) == run.digests[Int(before)])
      }
      for step in keyframe.stepCount...last {
        #expect(part.digest(after: step) == run.digests[Int(step)])
        #expect(part.inputs(at: step) == run.inputs[Int(step)])
        if step % 29 == 0 || step == last {
          #expect(try part.state(after: step) == (holdsState ? run.states[Int(step)] : nil))
        }
      }
      #expect(part.keyframeSteps.contains(last + 1) == whole.keyframeSteps.contains(last + 1))
      #expect(
        part.markers.filter { (first...last).contains($0.step) }
          == whole.markers.filter { (first...last).contains($0.step) })
      // Much less than all of it is held.
      if last - first < 3 && keyframeEvery == 100 { #expect(part.heldSteps.count <= 500) }
    }
    #expect(throws: RecordingError.self) { try file.recording(holding: 2999...3000) }
  }

  /// Damage is found where it is read; whatever the bytes are, there is an error and no trap.
  @Test func damageGivesAnErrorOrTheRecordedSteps() throws {
    let folder = try TemporaryFolder()
    let path = folder.file("a.mcap")
    let run = try RecordedRun(path: path, stepCount: 300)
    let whole = [UInt8](try Data(contentsOf: URL(fileURLWithPath: path)))
    for seed in UInt64(0)..<400 {
      var random = SplitMix(seed: seed)
      var bytes = whole
      if seed % 4 == 0 {
        bytes.removeLast(Int(random.below(UInt64(bytes.count))))
      } else if seed % 4 == 1 {
        let place = bytes.count - 1 - random.below(2000)
        bytes[place] ^= 1 << UInt8(random.below(8))
      } else {
        bytes[random.below(UInt64(bytes.count))] ^= 1 << UInt8(random.below(8))
      }
      try Data(bytes).write(to: URL(fileURLWithPath: path))
      guard let file = try? RecordingFile(path: path) else { continue }
      #expect(file.header.seed == run.header.seed, "seed \(seed)")
      for step in stride(from: Int64(0), to: 300, by: 60) {
        guard let block = try? file.block(at: step) else { continue }
        let place = step - block.firstStep
        #expect(block.recording.digest(after: place) == run.digests[Int(step)], "seed \(seed)")
        guard let part = try? file.recording(holding: step...step) else { continue }
        #expect(part.digest(after: step) == run.digests[Int(step)], "seed \(seed)")
      }
    }
  }

  /// Ten gigabytes of nothing between the blocks and the summary are not read.
  @Test func whatIsNotAskedForIsNotRead() throws {
    let folder = try TemporaryFolder()
    let path = folder.file("a.mcap")
    let run = try RecordedRun(path: path, stepCount: 300)
    let bytes = [UInt8](try Data(contentsOf: URL(fileURLWithPath: path)))
    let footer = bytes.count - 37
    let start = bytes[(footer + 9)..<(footer + 17)].reversed().reduce(0) { $0 << 8 | Int($1) }
    var end = Array(bytes[start..<footer + 25])
    let hole: UInt64 = 10_000_000_000
    withUnsafeBytes(of: hole.littleEndian) {
      end.replaceSubrange((end.count - 16)..<(end.count - 8), with: $0)
    }
    var crc = CRC32()
    crc.update(end)
    withUnsafeBytes(of: crc.value.littleEndian) { end += $0 }
    end += bytes.suffix(8)
    let file = try FileHandle(forWritingTo: URL(fileURLWithPath: path))
    try file.seek(toOffset: hole)
    try file.write(contentsOf: Data(end))
    try file.close()
    let recording = try RecordingFile(path: path)
    let block = try recording.block(at: 250)
    #expect(try block.recording.state(after: 250 - block.firstStep) == run.states[250])
  }

  /// What another tool wrote may distribute messages as it likes: it is read as a whole.
  @Test func filesOfOtherToolsAreReadAsAWhole() throws {
    let folder = try TemporaryFolder()
    let path = folder.file("a.mcap")
    let run = try RecordedRun(path: path, stepCount: 300)
    var bytes = [UInt8](try Data(contentsOf: URL(fileURLWithPath: path)))
    // Magic, kind, length and profile stand before the name of the library.
    let library = 8 + 9 + 4 + 7 + 4
    try #require(bytes[library...].starts(with: Array("laplace".utf8)))
    bytes[library] = UInt8(ascii: "x")
    // Such files may lack the checksum of the data, which stands before the summary.
    let footer = bytes.count - 37
    let start = bytes[(footer + 9)..<(footer + 17)].reversed().reduce(0) { $0 << 8 | Int($1) }
    for place in (start - 4)..<start { bytes[place] = 0 }
    try Data(bytes).write(to: URL(fileURLWithPath: path))
    #expect(throws: RecordingError.self) { try RecordingFile(path: path) }
    let reader = try StepReader(path: path)
    #expect(reader.header == run.header && reader.stepCount == 300)
    for step in [0, 17, 299] as [Int64] {
      #expect(try reader.state(after: step) == run.states[Int(step)])
      #expect(try reader.inputs(at: step) == run.inputs[Int(step)])
    }
    // Damage is named as strict reading names it.
    bytes[start / 2] ^= 1
    try Data(bytes).write(to: URL(fileURLWithPath: path))
    #expect(throws: RecordingError.self) { try StepReader(path: path) }
  }
}
