import DeterministicMath
import Foundation
import Recording
import Simulation
import TestSupport
import Testing

/// What a writer that fails, or is handed the wrong things, leaves behind.
@Suite struct WriterFailureTests {
  private static func header(_ run: SimulationRun<Particles<Sound>>) -> RecordingHeader {
    RecordingHeader(
      description: run.description, parameters: Particles<Sound>.Parameters().words, seed: 1,
      engineVersion: "1")
  }

  /// Records until the disk is full after `fileSizeMax` bytes; returns the digests of all steps
  /// that were appended without an error.
  private static func recordUntilFull(_ path: String, _ fileSizeMax: UInt64) throws
    -> (digests: [StateDigest], error: RecordingError?)
  {
    let run = SimulationRun<Particles<Sound>>(parameters: .init(), seed: 1)
    var image = StateImage()
    run.save(.everything, into: &image)
    var options = RecordingOptions()
    options.fileSizeMax = fileSizeMax
    var digests: [StateDigest] = []
    var failure: RecordingError?
    do throws(RecordingError) {
      let writer = try RecordingWriter(
        path: path, header: header(run), initial: image, initialDigest: run.digest(),
        options: options)
      for step in 0..<400 {
        try? run.step([])
        run.save(.everyStep, into: &image)
        do throws(RecordingError) {
          try writer.append(inputs: [], digest: run.digest(), state: image)
          if step % 50 == 49 {
            run.save(.everything, into: &image)
            try writer.appendKeyframe(image)
          }
          if failure == nil { digests.append(run.digest()) }
        } catch {
          // A writer that failed must go on failing, however stubborn its caller.
          #expect(failure == nil || failure?.reason == error.reason)
          failure = failure ?? error
        }
      }
      try writer.finish()
    } catch {
      failure = failure ?? error
    }
    return (digests, failure)
  }

  /// However full the disk gets, and however long the caller goes on: the old file stays, the
  /// error names its reason, and the partial file gives back the blocks before it.
  @Test(arguments: [0, 100, 3000, 6000, 9000, 12000, 20000] as [UInt64])
  func fullDiskKeepsTheOldFileAndTheWholeBlocks(fileSizeMax: UInt64) throws {
    let folder = try TemporaryFolder()
    let path = folder.file("a.mcap")
    try Data("precious".utf8).write(to: URL(fileURLWithPath: path))
    let (digests, failure) = try Self.recordUntilFull(path, fileSizeMax)
    guard let failure else {
      #expect(try Recording(path: path).stepCount == 400)
      return
    }
    #expect(failure.reason == .diskFull)
    #expect(try String(contentsOfFile: path, encoding: .utf8) == "precious")
    guard FileManager.default.fileExists(atPath: path + ".partial"),
      let rescue = try? Rescue(path: path + ".partial")
    else {
      // Only a file that has no whole block yet may be of no use.
      #expect(digests.count <= 50, "\(digests.count) steps lost at \(fileSizeMax) bytes")
      return
    }
    // The block that met the full disk is lost, those before it are not.
    #expect(Int(rescue.recording.stepCount) >= digests.count - 50)
    for step in 0..<min(rescue.recording.stepCount, Int64(digests.count)) {
      #expect(try rescue.recording.digest(after: step) == digests[Int(step)])
    }
  }

  /// Words that a line of JSON cannot say exactly are refused before they spoil the file.
  @Test(arguments: [
    [0, UInt64(Float.nan.bitPattern), 0], [0, UInt64(Float.infinity.bitPattern), 0],
    [0, 1 << 40, 0], [0, 0], [0, 0, 0, 0],
  ])
  func inexactInputsAreRefused(words: [UInt64]) throws {
    let folder = try TemporaryFolder()
    let path = folder.file("a.mcap")
    let run = SimulationRun<Particles<Sound>>(parameters: .init(), seed: 1)
    var image = StateImage()
    run.save(.everything, into: &image)
    let writer = try RecordingWriter(
      path: path, header: Self.header(run), initial: image, initialDigest: run.digest())
    run.save(.everyStep, into: &image)
    let kind = Particles<Sound>.Input.nudge(particle: 0, vx: 0, vy: 0).recordWords.kind
    #expect(throws: RecordingError.self) {
      try writer.append(
        inputs: [RecordWords(kind: kind, words: words)], digest: run.digest(), state: image)
    }
    try writer.append(
      inputs: [RecordWords(kind: kind, words: [0, 0, 0])], digest: run.digest(), state: image)
    try writer.finish()
    #expect(try Recording(path: path).inputs(at: 0).map(\.words) == [[0, 0, 0]])
  }

  @Test func aClosedWriterRefusesEverything() throws {
    let folder = try TemporaryFolder()
    let path = folder.file("a.mcap")
    let run = SimulationRun<Particles<Sound>>(parameters: .init(), seed: 1)
    var full = StateImage()
    run.save(.everything, into: &full)
    var state = StateImage()
    run.save(.everyStep, into: &state)
    for isFinished in [true, false] {
      let writer = try RecordingWriter(
        path: path, header: Self.header(run), initial: full, initialDigest: run.digest())
      try writer.append(inputs: [], digest: run.digest(), state: state)
      if isFinished { try writer.finish() } else { writer.abandon() }
      #expect(throws: RecordingError.self) {
        try writer.append(inputs: [], digest: run.digest(), state: state)
      }
      #expect(throws: RecordingError.self) { try writer.appendKeyframe(full) }
      #expect(throws: RecordingError.self) { try writer.addMarker("late") }
      #expect(throws: RecordingError.self) { try writer.finish() }
      writer.abandon()
      #expect(try Recording(path: path).stepCount == 1)
      #expect(!FileManager.default.fileExists(atPath: path + ".partial"))
    }
  }

  @Test(arguments: ["step", "time", "kind"])
  func fieldsThatALineNeedsForItselfAreRefused(name: String) throws {
    let folder = try TemporaryFolder()
    let run = SimulationRun<Particles<Sound>>(parameters: .init(), seed: 1)
    var image = StateImage()
    run.save(.everything, into: &image)
    var header = Self.header(run)
    header.description.inputs[0].fields.append(FieldSchema(name: name, type: .int64))
    #expect(throws: RecordingError.self) {
      _ = try RecordingWriter(
        path: folder.file("a.mcap"), header: header, initial: image, initialDigest: run.digest())
    }
  }
}
