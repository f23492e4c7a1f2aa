import DeterministicMath
import Foundation
import Recording
import Simulation
import TestSupport
import Testing

/// Where two files differ first, found in pieces, beside what reading them as a whole says.
@Suite struct DifferenceSearchTests {
  /// A log with invented digests.
  private struct Log {
    var digests: [StateDigest]
    var inputs: [[RecordWords]]
    /// Before these steps a block ends.
    var borders: Set<Int>

    init(stepCount: Int, _ random: inout SplitMix) {
      digests = (0..<stepCount).map { _ in StateDigest(low: random.next(), high: random.next()) }
      inputs = (0..<stepCount).map { step in
        guard random.below(40) == 0 else { return [] }
        return (0...random.below(2)).map { _ in
          Particles<Sound>.Input.nudge(particle: Int64(step % 5), vx: 0.5, vy: 1).recordWords
        }
      }
      borders = Set((0..<random.below(6)).map { _ in 1 + random.below(UInt64(stepCount)) })
    }

    func write(_ path: String, like run: RecordedRun, seed: UInt64 = 7) throws {
      var header = run.header
      header.tracks = .log
      header.seed = seed
      let writer = try RecordingWriter(
        path: path, header: header, initial: run.initial, initialDigest: run.initialDigest)
      for step in digests.indices {
        if borders.contains(step) { try writer.appendKeyframe(run.initial) }
        try writer.append(inputs: inputs[step], digest: digests[step], state: nil)
      }
      try writer.finish()
    }
  }

  @Test(.enabled(if: Sample.level >= .ci, "slow: runs from Tools/test --ci on"))
  func theFirstDifferenceIsThatOfTheWholeFiles() throws {
    let folder = try TemporaryFolder()
    let run = try RecordedRun(path: folder.file("run.mcap"), stepCount: 20)
    let paths = (folder.file("a.mcap"), folder.file("b.mcap"))
    let seed = UInt64.random(in: 1...UInt64.max)
    var random = SplitMix(seed: seed)
    for trial in 0..<60 {
      let stepCount = 1 + random.below(4000)
      let a = Log(stepCount: stepCount, &random)
      var b = a
      if random.below(2) == 0 { b.borders = [1 + random.below(UInt64(stepCount))] }
      if random.below(3) > 0 {
        let step = random.below(UInt64(stepCount))
        for other in step..<stepCount { b.digests[other].low ^= 1 }
      }
      if random.below(3) == 0 {
        let step = random.below(UInt64(stepCount))
        b.inputs[step].append(Particles<Sound>.Input.calm.recordWords)
      }
      if random.below(4) == 0 {
        let count = random.below(UInt64(stepCount))
        b.digests.removeLast(count)
        b.inputs.removeLast(count)
      }
      try a.write(paths.0, like: run)
      try b.write(paths.1, like: run, seed: random.below(2) == 0 ? 7 : 8)
      let found = try DifferenceSearch(
        Recording(unchecked: paths.0), Recording(unchecked: paths.1))
      let shared = b.digests.count
      let comment: Comment = "seed \(seed), trial \(trial)"
      #expect(
        found.step == (0..<shared).first { a.digests[$0] != b.digests[$0] }.map(Int64.init),
        comment)
      #expect(
        found.inputStep == (0..<shared).first { a.inputs[$0] != b.inputs[$0] }.map(Int64.init),
        comment)
    }
  }

  /// A flipped bit in any part of a chunk is a difference or a fault: in its head, in its checksum,
  /// in what is compressed.
  @Test func everyBitOfAChunkCounts() throws {
    let folder = try TemporaryFolder()
    let whole = folder.file("whole.mcap")
    _ = try RecordedRun(path: whole, stepCount: 60)
    let bytes = [UInt8](try Data(contentsOf: URL(fileURLWithPath: whole)))
    // The name of a chunk's compression, before a size and the frame.
    let name = Data([4, 0, 0, 0] + Array("zstd".utf8))
    let first = try #require(Data(bytes).range(of: name)).upperBound + 8
    // Kind and length, then two times without a checksum, then sizes, checksum and name.
    #if DEBUG
      let stride = 5
    #else
      let stride = 1
    #endif
    let places = Array(first - 53..<first - 44) + Array(first - 28..<first + 60)
    for place in places.enumerated().filter({ $0.offset % stride == 0 }).map(\.element) {
      var damaged = bytes
      damaged[place] ^= 1
      let path = folder.file("damaged.mcap")
      try Data(damaged).write(to: URL(fileURLWithPath: path))
      #expect(throws: RecordingError.self, "byte \(place)") {
        let found = try DifferenceSearch(
          Recording(unchecked: whole), Recording(unchecked: path))
        if found.step != nil { throw RecordingError(.damaged("a difference")) }
      }
    }
  }
}
