import Recording
import Simulation
import TestSupport
import Testing

/// Recordings that are written in memory, without a library that compresses: what a page's engine does.
@Suite struct LogWriterTests {
  /// Key frames of 200 bytes, and of more than a block of zstd holds.
  @Test(arguments: [5, 9000])
  func saysWhatTheWriterOfFilesSays(particles: Int64) throws {
    let folder = try TemporaryFolder()
    let path = folder.file("log.mcap")
    let stepCount: Int64 = particles > 100 ? 3 : 1500
    let run = try RecordedRun(
      path: path, stepCount: stepCount, particles: particles, keyframeEvery: 1024, tracks: .log)
    let log = try LogWriter(run.header, initial: run.initial, initialDigest: run.initialDigest)
    for step in 0..<Int(stepCount) {
      if step == stepCount / 2 { log.addMarker("half \"way\"") }
      if log.keyframeDue { try log.append(keyframe: try #require(run.keyframes[Int64(step)])) }
      try log.append(inputs: run.inputs[step], digest: run.digests[step])
    }
    let bytes = try log.finish()
    #expect(try Rescue(bytes: bytes).damage == nil)
    let (written, expected) = (try Recording(bytes: bytes), try Recording(path: path))
    #expect(written.isFullyChecked && written.layout.uncompressedChunks == 0)
    #expect(written.header == expected.header && written.keyframeSteps == expected.keyframeSteps)
    #expect(try written.markers == expected.markers)
    #expect(written.stepCount == stepCount && written.inputCount == expected.inputCount)
    for step in -1..<stepCount {
      #expect(try written.digest(after: step) == expected.digest(after: step))
      #expect(try written.inputs(at: step) == expected.inputs(at: step))
    }
    for step in written.keyframeSteps {
      #expect(
        try written.keyframe(atOrBefore: step).image == expected.keyframe(atOrBefore: step).image)
    }
    // Nothing is lost of a file that is cut off after its first block.
    let cut = try Rescue(bytes: Array(bytes.prefix(bytes.count - 2000)))
    #expect(cut.recording.header == expected.header)
  }
}
