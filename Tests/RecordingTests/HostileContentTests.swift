import CZstd
import Foundation
import Recording
import Simulation
import TestSupport
import Testing

/// Bytes that lie with every checksum right: only what the reader checks beside checksums stands
/// between them and its arrays.
@Suite struct HostileContentTests {
  /// A file taken apart: what stands before the first chunk, and the contents of the chunks.
  private struct Parts {
    var preamble: [UInt8]
    var chunks: [[UInt8]] = []

    init(_ bytes: [UInt8]) throws {
      var offset = 8
      var first: Int?
      while offset + 9 <= bytes.count, bytes[offset] != 0x0F {
        let length = Int(Parts.number(bytes, offset + 1, 8))
        if bytes[offset] == 0x06 {
          first = first ?? offset
          // Two times, size, CRC, "zstd" with its length, compressed size.
          let size = Int(Parts.number(bytes, offset + 25, 8))
          let frame = Array(bytes[(offset + 9 + 44)..<(offset + 9 + length)])
          var contents = [UInt8](repeating: 0, count: size)
          let status = ZSTD_decompress(&contents, size, frame, frame.count)
          try #require(status == size)
          chunks.append(contents)
        }
        offset += 9 + length
      }
      preamble = Array(bytes[..<(try #require(first))])
    }

    static func number(_ bytes: [UInt8], _ offset: Int, _ size: Int) -> UInt64 {
      bytes[offset..<(offset + size)].reversed().reduce(0) { $0 << 8 | UInt64($1) }
    }

    /// The file again, with sums that fit, ending after its last chunk.
    var sealed: [UInt8] {
      var bytes = preamble
      for contents in chunks {
        var frame = [UInt8](repeating: 0, count: ZSTD_compressBound(contents.count))
        frame.removeLast(
          frame.count - ZSTD_compress(&frame, frame.count, contents, contents.count, 1))
        bytes.append(0x06)
        append(UInt64(44 + frame.count), 8, &bytes)
        append(0, 16, &bytes)
        append(UInt64(contents.count), 8, &bytes)
        append(UInt64(CRC32.of(contents)), 4, &bytes)
        append(4, 4, &bytes)
        bytes += Array("zstd".utf8)
        append(UInt64(frame.count), 8, &bytes)
        bytes += frame
      }
      return bytes
    }

    private func append(_ value: UInt64, _ size: Int, _ bytes: inout [UInt8]) {
      for byte in 0..<size { bytes.append(byte < 8 ? UInt8(value >> (8 * byte) & 0xFF) : 0) }
    }

    /// The data of each message of a chunk, and whether it ends with a sum of its own.
    func messages(_ chunk: Int) -> [(data: Range<Int>, isSealed: Bool)] {
      var messages: [(data: Range<Int>, isSealed: Bool)] = []
      var offset = 0
      while offset < chunks[chunk].count {
        let length = Int(Parts.number(chunks[chunk], offset + 1, 8))
        let channel = chunks[chunk][offset + 9]
        messages.append(((offset + 31)..<(offset + 9 + length), (2...4).contains(channel)))
        offset += 9 + length
      }
      return messages
    }

    /// Makes a message's own sum right again.
    mutating func seal(_ chunk: Int, _ data: Range<Int>) {
      let end = data.upperBound - 4
      let sum = CRC32.of(chunks[chunk][data.lowerBound..<end])
      for byte in 0..<4 { chunks[chunk][end + byte] = UInt8(sum >> (8 * UInt32(byte)) & 0xFF) }
    }
  }

  /// Asks a recording for everything it says it has.
  private static func readAll(_ recording: Recording) {
    for step in 0..<recording.stepCount {
      _ = try? recording.inputs(at: step)
      _ = try? recording.digest(after: step)
      _ = try? recording.state(after: step)
      _ = try? recording.keyframe(atOrBefore: step)
    }
    _ = try? recording.keyframe(atOrBefore: recording.stepCount)
  }

  @Test func takenApartAndSealedAgainItIsTheSame() throws {
    let folder = try TemporaryFolder()
    let path = folder.file("a.mcap")
    let run = try RecordedRun(path: path, stepCount: 250)
    let parts = try Parts([UInt8](try Data(contentsOf: URL(fileURLWithPath: path))))
    let recording = try Rescue(bytes: parts.sealed).recording
    #expect(recording.stepCount == 250)
    #expect(try recording.state(after: 249) == run.states[249])
  }

  /// One to four bytes of a message, or of a message's head, become small, large or random numbers.
  @Test(.enabled(if: Sample.level >= .ci, "slow: runs from Tools/test --ci on"))
  func wrongMessagesWithRightSumsNeverTrap() throws {
    let folder = try TemporaryFolder()
    let path = folder.file("a.mcap")
    _ = try RecordedRun(path: path, stepCount: 120, particles: 3, keyframeEvery: 40)
    let whole = try Parts([UInt8](try Data(contentsOf: URL(fileURLWithPath: path))))
    #if DEBUG
      let trialCount: UInt64 = 500
    #else
      let trialCount: UInt64 = 20_000
    #endif
    var opened = 0
    for seed in 0..<trialCount {
      var random = SplitMix(seed: seed)
      var parts = whole
      let chunk = random.below(parts.chunks.count)
      let messages = parts.messages(chunk)
      let (data, isSealed) = messages[random.below(messages.count)]
      for _ in 0...random.below(3) {
        // The first bytes hold counts and sizes: they are hit half of the time.
        let span = random.below(2) == 0 ? min(24, data.count) : data.count
        let place = data.lowerBound + random.below(max(span, 1))
        let values: [UInt8] = [0, 1, 0x7F, 0x80, 0xFF, UInt8(truncatingIfNeeded: random.next())]
        parts.chunks[chunk][min(place, parts.chunks[chunk].count - 1)] =
          values[random.below(values.count)]
      }
      if isSealed { parts.seal(chunk, data) }
      if seed % 10 == 0 {
        let head = data.lowerBound - 31 + random.below(31)
        parts.chunks[chunk][head] = UInt8(truncatingIfNeeded: random.next())
      }
      guard let rescue = try? Rescue(bytes: parts.sealed) else { continue }
      opened += 1
      Self.readAll(rescue.recording)
    }
    #expect(opened > 100, "the trials reach the decoders")
  }

  /// A marker may claim any step; a piece counts its steps from where it begins.
  @Test(arguments: [Int64.min, -1, .max])
  func aMarkerAtAnyStepNeverTraps(step: Int64) throws {
    let folder = try TemporaryFolder()
    let path = folder.file("a.mcap")
    _ = try RecordedRun(path: path, stepCount: 250)
    var parts = try Parts([UInt8](try Data(contentsOf: URL(fileURLWithPath: path))))
    try #require(parts.chunks.count > 2)
    let text = Array(#"{"step":\#(step),"text":"x"}"#.utf8)
    var marker: [UInt8] = [5]
    marker += withUnsafeBytes(of: UInt64(22 + text.count).littleEndian, Array.init)
    marker += [5, 0] + [UInt8](repeating: 0, count: 20) + text
    // One in a piece that begins late, one in a chunk that holds nothing else.
    parts.chunks[parts.chunks.count - 1] += marker
    parts.chunks.remove(at: 1)
    parts.chunks.append(marker)
    let rescue = try Rescue(bytes: parts.sealed)
    for piece in rescue.pieces {
      #expect(try piece.recording.markers.allSatisfy { $0.step >= 0 }, "\(piece.steps)")
      Self.readAll(piece.recording)
    }
  }
}

extension SplitMix {
  fileprivate mutating func below(_ bound: Int) -> Int { Int(next() % UInt64(bound)) }
}
