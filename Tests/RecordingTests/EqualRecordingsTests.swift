import Foundation
import Recording
import TestSupport
import Testing

/// Equality of two files by their bytes, beside what reading them says.
@Suite struct EqualRecordingsTests {
  let folder: TemporaryFolder
  init() throws { folder = try TemporaryFolder() }

  func write(_ bytes: [UInt8], _ name: String) throws -> String {
    let path = folder.file(name)
    try Data(bytes).write(to: URL(fileURLWithPath: path))
    return path
  }

  @Test func equalFilesAreEqual() throws {
    let bytes = try golden()
    let (a, b) = (try write(bytes, "a"), try write(bytes, "b"))
    #expect(EqualRecordings.stepCount(a, b) == (try Recording(bytes: bytes)).stepCount)
  }

  /// A flipped bit in any part of a chunk is a difference: in its head, in its checksum, in what is
  /// compressed.
  @Test func everyBitOfAChunkCounts() throws {
    let bytes = try golden()
    let whole = try write(bytes, "whole")
    let magic: [UInt8] = [0x28, 0xB5, 0x2F, 0xFD]  // of zstd
    let first = try #require(
      bytes.indices.dropLast(4).first { Array(bytes[$0..<($0 + 4)]) == magic })
    for place in (first - 40)..<(first + 60) {
      var damaged = bytes
      damaged[place] ^= 1
      #expect(EqualRecordings.stepCount(whole, try write(damaged, "damaged")) == nil, "\(place)")
    }
  }

  /// Wherever a file is damaged: what is called equal, and can be read, has the same digests.
  @Test func whatIsCalledEqualIsEqual() throws {
    let bytes = try golden()
    let whole = try write(bytes, "whole")
    let original = try Recording(bytes: bytes)
    let seed = UInt64.random(in: 1...UInt64.max)
    var random = SplitMix(seed: seed)
    for round in 0..<400 {
      var damaged = bytes
      let place = Int(random.next() % UInt64(bytes.count))
      if round % 4 == 0 {
        damaged.removeLast(place + 1)
      } else {
        damaged[place] ^= UInt8(1 << (random.next() % 8))
      }
      let path = try write(damaged, "damaged")
      guard EqualRecordings.stepCount(whole, path) != nil else { continue }
      #expect(damaged.count == bytes.count, "seed \(seed), cut by \(place)")
      guard let read = try? Recording(bytes: damaged) else { continue }
      let isSame = (-1..<original.stepCount).allSatisfy { step in
        read.digest(after: step) == original.digest(after: step)
      }
      #expect(isSame, "seed \(seed), byte \(place)")
    }
  }

  @Test func whatIsNoRecordingIsNotCompared() throws {
    for bytes in [[], [0x89], Array(repeating: 0xFF, count: 500)] as [[UInt8]] {
      let path = try write(bytes, "no")
      #expect(EqualRecordings.stepCount(path, path) == nil)
    }
    #expect(EqualRecordings.stepCount(folder.path, folder.path) == nil)
    #expect(EqualRecordings.stepCount("/dev/null", folder.file("missing")) == nil)
  }

  /// A recording of the repository.
  private func golden() throws -> [UInt8] {
    let root = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
      .deletingLastPathComponent().deletingLastPathComponent()
    return Array(
      try Data(contentsOf: root.appendingPathComponent("Recordings/S01-variant0-seed1.mcap")))
  }
}
