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
    let file = try Recording(unchecked: path)
    #expect(!file.isChecked && file.header == run.header)
    #expect(file.stepCount == 3000)
    var random = SplitMix(seed: 1)
    for _ in 0..<200 {
      let step = Int64(random.below(3000))
      #expect(try file.digest(after: step) == run.digests[Int(step)])
      #expect(try file.inputs(at: step) == run.inputs[Int(step)])
      #expect(try file.state(after: step) == (holdsState ? run.states[Int(step)] : nil))
    }
    #expect(throws: RecordingError.self) { try file.digest(after: 3000) }
    #expect(throws: RecordingError.self) { try file.digest(after: -2) }
    #expect(throws: RecordingError.self) { try file.keyframe(atOrBefore: 3001) }
    #expect(try file.inputs(at: 3000).isEmpty && file.inputs(at: -1).isEmpty)
  }

  /// The summary says of a recording what reading every byte does.
  @Test(arguments: Sample.of([RecordingTracks.everything, .log, .logAndView]), [100, 2900])
  func theSummarySaysWhatTheWholeDoes(tracks: RecordingTracks, keyframeEvery: Int64) throws {
    let folder = try TemporaryFolder()
    let path = folder.file("a.mcap")
    let run = try RecordedRun(
      path: path, stepCount: 3000, keyframeEvery: keyframeEvery, tracks: tracks)
    let (file, whole) = (try Recording(unchecked: path), try Recording(path: path))
    #expect(!file.isChecked && whole.isFullyChecked)
    #expect(file.header == whole.header && file.stepCount == whole.stepCount)
    #expect(file.statistics == whole.statistics && file.layout == whole.layout)
    #expect(file.keyframeSteps == whole.keyframeSteps && file.inputCount == whole.inputCount)
    #expect(try file.markers == whole.markers)
    #expect(try file.digest(after: -1) == run.initialDigest)
    for step in whole.keyframeSteps {
      let image = try file.keyframe(atOrBefore: step).image
      #expect(try image == whole.keyframe(atOrBefore: step).image)
    }
    for step in stride(from: Int64(2999), through: 0, by: -97) {
      #expect(try file.poses(after: step) == whole.poses(after: step))
    }
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
      guard let file = try? Recording(unchecked: path) else { continue }
      #expect(file.header.seed == run.header.seed, "seed \(seed)")
      for step in stride(from: Int64(0), to: 300, by: 60) {
        guard let digest = try? file.digest(after: step) else { continue }
        #expect(digest == run.digests[Int(step)], "seed \(seed)")
        guard let state = try? file.state(after: step) else { continue }
        #expect(state == run.states[Int(step)], "seed \(seed)")
      }
    }
  }

  /// Ten gigabytes of another program's attachment after the blocks are not read.
  @Test func whatIsNotAskedForIsNotRead() throws {
    let folder = try TemporaryFolder()
    let path = folder.file("a.mcap")
    let run = try RecordedRun(path: path, stepCount: 300)
    let bytes = [UInt8](try Data(contentsOf: URL(fileURLWithPath: path)))
    let footer = bytes.count - 37
    let start = bytes[(footer + 9)..<(footer + 17)].reversed().reduce(0) { $0 << 8 | Int($1) }
    func little(_ number: UInt64) -> [UInt8] {
      withUnsafeBytes(of: number.littleEndian) { Array($0) }
    }
    let size: UInt64 = 10_000_000_000
    // Two times, an empty name and an empty media type come before the data; an absent checksum after it.
    let head = [UInt8](repeating: 0, count: 24)
    let dataEnd = start - 13
    let attachment = [0x09] + little(UInt64(head.count) + 8 + size + 4) + head + little(size)
    let added = UInt64(attachment.count) + size + 4
    // The data's checksum is absent; the summary moves, and what names its place with it.
    var end: [UInt8] = Array(bytes[dataEnd..<dataEnd + 9]) + [0, 0, 0, 0]
    var summary = Array(bytes[start..<footer + 25])
    summary.replaceSubrange(
      (summary.count - 16)..<(summary.count - 8), with: little(UInt64(start) + added))
    var crc = CRC32()
    crc.update(summary)
    withUnsafeBytes(of: crc.value.littleEndian) { summary += $0 }
    end += summary + bytes.suffix(8)
    let file = try FileHandle(forWritingTo: URL(fileURLWithPath: path))
    try file.seek(toOffset: UInt64(dataEnd))
    try file.write(contentsOf: Data(attachment))
    try file.seek(toOffset: UInt64(dataEnd) + added)
    try file.write(contentsOf: Data(end))
    try file.close()
    #expect(try Recording(unchecked: path).state(after: 250) == run.states[250])
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
    let reader = try Recording(unchecked: path)
    #expect(reader.isChecked && reader.header == run.header && reader.stepCount == 300)
    for step in [0, 17, 299] as [Int64] {
      #expect(try reader.state(after: step) == run.states[Int(step)])
      #expect(try reader.inputs(at: step) == run.inputs[Int(step)])
    }
    // Damage is named as strict reading names it.
    bytes[start / 2] ^= 1
    try Data(bytes).write(to: URL(fileURLWithPath: path))
    #expect(throws: RecordingError.self) { try Recording(unchecked: path) }
  }
}
