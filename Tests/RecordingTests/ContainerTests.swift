import DeterministicMath
import Foundation
import ProgramRunner
import Recording
import Simulation
import TestSupport
import Testing

@Suite struct ContainerTests {
  @Test(arguments: [0, 1, 16, 250, 1100] as [Int64])
  func everythingReadsBack(stepCount: Int64) throws {
    let folder = try TemporaryFolder()
    let path = folder.file("a.mcap")
    let run = try RecordedRun(path: path, stepCount: stepCount)
    let recording = try Recording(path: path)
    #expect(recording.header == run.header)
    #expect(recording.stepCount == stepCount)
    #expect(try recording.digest(after: -1) == run.initialDigest)
    #expect(recording.inputCount == run.inputs.map(\.count).reduce(0, +))
    for step in 0..<stepCount {
      #expect(try recording.inputs(at: step) == run.inputs[Int(step)])
      #expect(try recording.digest(after: step) == run.digests[Int(step)])
      #expect(try recording.state(after: step) == run.states[Int(step)], "step \(step)")
    }
    #expect(recording.keyframeSteps == run.keyframes.keys.sorted())
    for (step, image) in run.keyframes {
      let keyframe = try recording.keyframe(atOrBefore: step)
      #expect(keyframe.stepCount == step)
      #expect(keyframe.image == image)
    }
    if stepCount > 0 {
      #expect(try recording.markers.map(\.step) == [stepCount / 2])
      #expect(try recording.markers.map(\.text) == ["half \"way\""])
    }
    #expect(throws: RecordingError.self) { try recording.state(after: stepCount) }
    #expect(throws: RecordingError.self) { try recording.keyframe(atOrBefore: stepCount + 1) }
  }

  @Test func stateTrackCanBeLeftOut() throws {
    let folder = try TemporaryFolder()
    let path = folder.file("a.mcap")
    let run = try RecordedRun(path: path, stepCount: 250, tracks: .log)
    let recording = try Recording(path: path)
    #expect(try recording.state(after: 3) == nil)
    #expect(try recording.digest(after: 249) == run.digests[249])
    #expect(recording.keyframeSteps == [0, 100, 200])
  }

  /// A scripted recording is a function of its data alone.
  @Test func sameRunGivesTheSameBytes() throws {
    let folder = try TemporaryFolder()
    _ = try RecordedRun(path: folder.file("a.mcap"), stepCount: 300)
    _ = try RecordedRun(path: folder.file("b.mcap"), stepCount: 300)
    let a = try Data(contentsOf: URL(fileURLWithPath: folder.file("a.mcap")))
    #expect(a == (try Data(contentsOf: URL(fileURLWithPath: folder.file("b.mcap")))))
  }

  /// A file names its codec and its compression; a name that this build has not is refused, not
  /// guessed.
  @Test(arguments: [
    ("laplace-state-4", "codec 'laplace-state-x'"), ("\u{4}\0\0\0zstd", "compression 'zstx'"),
  ])
  func unknownNamesAreRefused(name: String, says: String) throws {
    let folder = try TemporaryFolder()
    let path = folder.file("a.mcap")
    _ = try RecordedRun(path: path, stepCount: 20)
    var bytes = [UInt8](try Data(contentsOf: URL(fileURLWithPath: path)))
    let place = try #require(Data(bytes).range(of: Data(name.utf8)))
    bytes[place.upperBound - 1] = UInt8(ascii: "x")
    // The checksum over all before the record `DataEnd`, so that the name is all that is wrong.
    let head: [UInt8] = [0x0F, 4, 0, 0, 0, 0, 0, 0, 0]
    let end = try #require(Data(bytes).range(of: Data(head), options: .backwards))
    withUnsafeBytes(of: CRC32.of(bytes[0..<end.lowerBound]).littleEndian) {
      bytes.replaceSubrange(end.upperBound..<end.upperBound + 4, with: $0)
    }
    try Data(bytes).write(to: URL(fileURLWithPath: path))
    let error = #expect(throws: RecordingError.self) { try Recording(path: path) }
    #expect(error?.description.contains(says) == true, "\(error?.description ?? "")")
  }

  /// Strict reading misses no single flipped bit and no cut, wherever it is.
  @Test func everyFlippedBitAndEveryCutIsSeen() throws {
    let folder = try TemporaryFolder()
    let path = folder.file("a.mcap")
    _ = try RecordedRun(path: path, stepCount: 40, particles: 2)
    let whole = [UInt8](try Data(contentsOf: URL(fileURLWithPath: path)))
    _ = try Recording(bytes: whole)
    // Every bit in release; without optimisation one bit of every seventh byte.
    #if DEBUG
      let stride = 7
      func bits(of index: Int) -> [Int] { [index % 8] }
    #else
      let stride = 1
      func bits(of index: Int) -> [Int] { Array(0..<8) }
    #endif
    var missed: [String] = []
    for index in Swift.stride(from: 0, to: whole.count, by: stride) {
      for bit in bits(of: index) {
        var bytes = whole
        bytes[index] ^= 1 << UInt8(bit)
        if (try? Recording(bytes: bytes)) != nil { missed.append("bit \(bit) of byte \(index)") }
      }
      if (try? Recording(bytes: Array(whole[..<index]))) != nil { missed.append("cut at \(index)") }
    }
    if (try? Recording(bytes: whole + [0])) != nil { missed.append("a byte too many") }
    #expect(missed.isEmpty, "\(missed.prefix(8))")
  }

  /// A writer that never finished leaves a `.partial` file from which whole blocks come back.
  @Test func unfinishedRecordingIsRescuedAndRewritten() throws {
    let folder = try TemporaryFolder()
    let path = folder.file("a.mcap")
    let run = try RecordedRun(path: path, stepCount: 450)
    var bytes = [UInt8](try Data(contentsOf: URL(fileURLWithPath: path)))
    bytes.removeLast(700)
    let rescue = try Rescue(bytes: bytes)
    let again = folder.file("b.mcap")
    try rescue.write(to: again)
    let recording = try Recording(path: again)
    #expect(recording.stepCount >= 400)
    #expect(recording.keyframeSteps == [0, 100, 200, 300, 400])
    for step in 0..<recording.stepCount {
      #expect(try recording.state(after: step) == run.states[Int(step)])
    }
  }

  @Test func existingFileIsReplacedOnlyByAWholeOne() throws {
    let folder = try TemporaryFolder()
    let path = folder.file("a.mcap")
    try Data("precious".utf8).write(to: URL(fileURLWithPath: path))
    _ = try RecordedRun(path: path, stepCount: 50, finish: false)
    #expect(try String(contentsOfFile: path, encoding: .utf8) == "precious")
    _ = try RecordedRun(path: path, stepCount: 50)
    #expect(try Recording(path: path).stepCount == 50)
  }

  @Test func leftoversOfAnInterruptedWriterAreMovedAside() throws {
    let folder = try TemporaryFolder()
    let path = folder.file("a.mcap")
    try Data("half a session".utf8).write(to: URL(fileURLWithPath: path + ".partial"))
    _ = try RecordedRun(path: path, stepCount: 5)
    #expect(
      try String(contentsOfFile: path + ".partial-1", encoding: .utf8) == "half a session")
    #expect(try Recording(path: path).stepCount == 5)
  }

  @Test func twoWritersOfOneFileExcludeEachOther() throws {
    let folder = try TemporaryFolder()
    let path = folder.file("a.mcap")
    let run = SimulationRun<Particles<Sound>>(parameters: .init(), seed: 1)
    var image = StateImage()
    run.save(.everything, into: &image)
    let header = RecordingHeader(
      description: run.description, parameters: Particles<Sound>.Parameters().words, seed: 1,
      engineVersion: "1")
    let first = try RecordingWriter(
      path: path, header: header, initial: image, initialDigest: run.digest())
    #expect(throws: RecordingError(.beingWritten)) {
      try RecordingWriter(path: path, header: header, initial: image, initialDigest: run.digest())
    }
    try first.finish()
    #expect(throws: RecordingError.self) { try first.finish() }
  }

  @Test func unwritablePlacesSayWhy() throws {
    #expect(throws: RecordingError(.notFound)) {
      _ = try RecordedRun(path: "/no/such/folder/a.mcap", stepCount: 1)
    }
    let folder = try TemporaryFolder()
    #expect(throws: RecordingError.self) { _ = try RecordedRun(path: folder.path, stepCount: 1) }
  }

  @Test func otherVersionsAreToldApartFromDamage() throws {
    // Version 9, before its writer had come to the second copy of the header: what a version does
    // not know it cannot check.
    let folder = try TemporaryFolder()
    let path = folder.file("a.mcap")
    _ = try RecordedRun(path: path, stepCount: 5)
    var bytes = [UInt8](try Data(contentsOf: URL(fileURLWithPath: path)))
    let key = Array("version".utf8) + [1, 0, 0, 0]
    let place = try #require(
      bytes.indices.first { bytes[$0...].starts(with: key) && bytes[$0 - 4] == 7 })
    bytes[place + key.count] = UInt8(ascii: "9")
    let copy = try #require(Data(bytes).range(of: Data("header.mcap.zst".utf8)))
    bytes.removeSubrange(copy.lowerBound...)
    #expect(throws: RecordingError(.versionUnreadable(found: 9, readable: 5))) {
      try Rescue(bytes: bytes)
    }
  }
}

/// Limits on what a file can claim.
@Suite struct ClaimTests {
  /// A recording of markers alone, small when compressed.
  @Test(.enabled(if: Sample.isOptimized, "takes release runs a second, and debug runs twenty"))
  func markersHaveALimit() throws {
    let folder = try TemporaryFolder()
    let path = folder.file("a.mcap")
    let run = SimulationRun<Particles<Sound>>(parameters: .init(), seed: 1)
    var image = StateImage()
    run.save(.everything, into: &image)
    let header = RecordingHeader(
      description: run.description, parameters: Particles<Sound>.Parameters().words, seed: 1,
      engineVersion: "1", tracks: .log)
    let writer = try RecordingWriter(
      path: path, header: header, initial: image, initialDigest: run.digest())
    for _ in 0..<70 { try writer.addMarker(String(repeating: "a", count: 1 << 20)) }
    try writer.finish()
    let error = #expect(throws: RecordingError.self) { try Recording(path: path) }
    guard case .tooLarge? = error?.reason else {
      Issue.record("\(String(describing: error))")
      return
    }
  }

  /// A file of 20 steps that says of itself that it begins at `firstStep` of its run.
  private func file(_ folder: TemporaryFolder, firstStep: Int64) throws -> [UInt8] {
    let path = folder.file("late.mcap")
    let run = SimulationRun<Particles<Sound>>(parameters: .init(), seed: 1)
    var image = StateImage()
    run.save(.everything, into: &image)
    var header = RecordingHeader(
      description: run.description, parameters: Particles<Sound>.Parameters().words, seed: 1,
      engineVersion: "1", tracks: .log)
    header.firstStep = firstStep
    let writer = try RecordingWriter(
      path: path, header: header, initial: image, initialDigest: run.digest())
    for _ in 0..<20 { try writer.append(inputs: [], digest: run.digest(), state: nil) }
    try writer.finish()
    return [UInt8](try Data(contentsOf: URL(fileURLWithPath: path)))
  }

  /// The step of the run is a sum of what the file claims.
  @Test func theFirstStepHasALimit() throws {
    let folder = try TemporaryFolder()
    for firstStep: Int64 in [.max, .max - 3, 1 << 61] {
      var bytes = try file(folder, firstStep: firstStep)
      #expect(throws: RecordingError.self) { try Recording(bytes: bytes) }
      bytes.removeLast()
      #expect(throws: RecordingError.self) { try Rescue(bytes: bytes).pieces.map(\.steps) }
    }
    let bytes = try file(folder, firstStep: 1 << 61 - 1)
    #expect(try Rescue(bytes: bytes).stepCount == 1 << 61 + 19)
  }

  /// The number of steps has no checksum in a file that is cut off.
  @Test func aStepCountBeyondAllNumbersIsNone() throws {
    let folder = try TemporaryFolder()
    var bytes = try file(folder, firstStep: 5)
    let pair: [UInt8] = Array("steps".utf8) + [2, 0, 0, 0] + Array("20".utf8)
    let place = try #require(Data(bytes).range(of: Data(pair)))
    let most = Array("\(Int64.max)".utf8)
    bytes.replaceSubrange(place, with: Array("steps".utf8) + [UInt8(most.count), 0, 0, 0] + most)
    // The map of pairs and the record are longer now.
    let name = try #require(
      Data(bytes).range(
        of: Data(Array("statistics".utf8)), options: .backwards, in: 0..<place.lowerBound))
    let record = name.lowerBound - 13
    bytes[name.upperBound] += UInt8(most.count - 2)
    bytes[record + 1] += UInt8(most.count - 2)
    let rescue = try Rescue(bytes: bytes)
    #expect(rescue.damage != nil && rescue.stepCount == nil)
    #expect(rescue.pieces.map(\.steps) == [5..<25])
  }

  /// A summary may name any length of what is read without it; its checksum is right all the same.
  @Test func theSummaryMayLie() throws {
    let folder = try TemporaryFolder()
    let path = folder.file("a.mcap")
    let run = try RecordedRun(path: path, stepCount: 120)
    let whole = [UInt8](try Data(contentsOf: URL(fileURLWithPath: path)))
    let longer = folder.file("longer.mcap")
    // Metadata indexes and attachment indexes hold an offset, then a length.
    for kind: UInt8 in [0x0A, 0x0D] {
      let bytes = resealed(whole) { opcode, record in
        if opcode == kind { record.replaceSubrange(17..<25, with: repeatElement(0xFF, count: 8)) }
        return true
      }
      try Data(bytes).write(to: URL(fileURLWithPath: longer))
      let recording = try Recording(unchecked: longer)
      #expect(try recording.stepCount == 120 && recording.digest(after: 119) == run.digests[119])
    }
  }

  /// A summary that leaves out a chunk, or gives one another length, would leave out what happened
  /// there: neither way of reading takes it.
  @Test func theSummaryNamesEveryChunk() throws {
    let folder = try TemporaryFolder()
    let path = folder.file("a.mcap")
    _ = try RecordedRun(path: path, stepCount: 900, keyframeEvery: 100)
    let whole = [UInt8](try Data(contentsOf: URL(fileURLWithPath: path)))
    #expect(try Recording(bytes: resealed(whole) { _, _ in true }).stepCount == 900)
    var count = 0
    _ = resealed(whole) { opcode, _ in
      if opcode == 0x08 { count += 1 }
      return true
    }
    try #require(count > 3)
    let changed = folder.file("changed.mcap")
    func expectRefused(_ what: String, _ change: (Int, inout [UInt8]) -> Bool) throws {
      var number = -1
      let bytes = resealed(whole) { opcode, record in
        guard opcode == 0x08 else { return true }
        number += 1
        return change(number, &record)
      }
      #expect(throws: RecordingError.self, "\(what)") { try Recording(bytes: bytes) }
      try Data(bytes).write(to: URL(fileURLWithPath: changed))
      #expect(throws: RecordingError.self, "\(what)") { try Recording(unchecked: changed) }
    }
    for left in 0..<count { try expectRefused("without chunk \(left)") { at, _ in at != left } }
    try expectRefused("another length") { at, record in
      if at == 1 { record[33] &+= 1 }
      return true
    }
    try expectRefused("a length beyond the file") { at, record in
      if at == 1 { record.replaceSubrange(33..<41, with: repeatElement(0xFF, count: 8)) }
      return true
    }
    // Without any, there is nothing to go by: such a file is read as a whole.
    try Data(resealed(whole) { opcode, _ in opcode != 0x08 })
      .write(to: URL(fileURLWithPath: changed))
    let file = try Recording(unchecked: changed)
    #expect(file.isChecked && file.stepCount == 900)
  }

  /// Inputs that a summary leaves out would be missing in a replay: who reads them is told.
  @Test func theSummaryNamesEveryChannel() throws {
    let folder = try TemporaryFolder()
    let path = folder.file("a.mcap")
    let run = try RecordedRun(path: path, stepCount: 900, keyframeEvery: 100)
    let whole = [UInt8](try Data(contentsOf: URL(fileURLWithPath: path)))
    let changed = folder.file("changed.mcap")
    // Of the first chunk that names it, and of all.
    for most in [1, Int.max] {
      var left = most
      // After two times, offset and length of the chunk come pairs of a channel and a place.
      let bytes = resealed(whole) { opcode, record in
        guard opcode == 0x08, left > 0 else { return true }
        let size = Int(record[41]) | Int(record[42]) << 8
        for pair in stride(from: 45, to: 45 + size, by: 10) where record[pair] == 1 {
          record.removeSubrange(pair..<pair + 10)
          for place in [1, 41] {
            let less = Int(record[place]) | Int(record[place + 1]) << 8
            record[place] = UInt8((less - 10) & 0xFF)
            record[place + 1] = UInt8((less - 10) >> 8)
          }
          left -= 1
          break
        }
        return true
      }
      try #require(bytes.count < whole.count)
      try Data(bytes).write(to: URL(fileURLWithPath: changed))
      let recording = try Recording(unchecked: changed)
      // The last block, which opening reads, shows that all are left out: every byte is then read.
      #expect(recording.isChecked == (most > 1))
      var refusals = 0
      for (step, inputs) in run.inputs.enumerated() {
        do {
          #expect(try recording.inputs(at: Int64(step)) == inputs, "step \(step)")
        } catch {
          refusals += 1
        }
      }
      #expect((refusals > 0) == (most == 1) && refusals < run.inputs.count)
    }
    // A channel that only the summary names: here its record is one of an unknown kind.
    let record = try #require(
      Data(whole).range(of: Data([0x01, 0, 0x01, 0, 0x07, 0, 0, 0] + Array("/inputs".utf8))))
    var unnamed = whole
    try #require(unnamed[record.lowerBound - 9] == 0x04)
    unnamed[record.lowerBound - 9] = 0x80
    try Data(unnamed).write(to: URL(fileURLWithPath: changed))
    #expect(throws: RecordingError.self) { try Recording(unchecked: changed) }
  }

  /// No checksum that is read covers the number of steps.
  @Test func theStepsAreThere() throws {
    let folder = try TemporaryFolder()
    let path = folder.file("a.mcap")
    _ = try RecordedRun(path: path, stepCount: 120)
    var bytes = [UInt8](try Data(contentsOf: URL(fileURLWithPath: path)))
    let pair = Array("steps".utf8) + [3, 0, 0, 0] + Array("120".utf8)
    let place = try #require(Data(bytes).range(of: Data(pair)))
    bytes[place.upperBound - 1] = UInt8(ascii: "4")
    try Data(bytes).write(to: URL(fileURLWithPath: path))
    #expect(throws: RecordingError.self) { try Recording(unchecked: path) }
  }

  /// The file with a changed summary, whose checksum is right.
  ///
  /// - Parameter change: changes a record of a kind; whether it stays.
  private func resealed(
    _ whole: [UInt8], _ change: (_ opcode: UInt8, _ record: inout [UInt8]) -> Bool
  ) -> [UInt8] {
    func number(_ place: Int) -> Int {
      whole[place..<place + 8].reversed().reduce(0) { $0 << 8 | Int($1) }
    }
    let footer = whole.count - 37
    let start = number(footer + 9)
    var summary: [UInt8] = []
    var place = start
    while place < footer {
      var record = Array(whole[place..<place + 9 + number(place + 1)])
      place += record.count
      if change(record[0], &record) { summary += record }
    }
    summary += whole[footer..<footer + 25]
    let sum = withUnsafeBytes(of: CRC32.of(summary).littleEndian, Array.init)
    return whole[..<start] + summary + sum + whole[(whole.count - 8)...]
  }
}

/// The format has an independent reader.
@Suite struct IndependentReaderTests {
  static let python = ProcessInfo.processInfo.environment["LAPLACE_PYTHON"]

  @Test(.enabled(if: python != nil, "LAPLACE_PYTHON names no Python with the package 'mcap'"))
  func pythonPackageReadsChecksAndListsInputs() throws {
    let folder = try TemporaryFolder()
    let path = folder.file("a.mcap")
    let run = try RecordedRun(path: path, stepCount: 300)
    let lines = try Self.read(path)
    let head = try #require(
      try JSONSerialization.jsonObject(with: Data(lines[0].utf8)) as? [String: Any])
    #expect(head["profile"] as? String == "laplace")
    #expect(head["simulation"] as? String == "particles")
    #expect(head["steps"] as? String == "300")
    #expect(head["chunks"] as? Int == head["indexedChunks"] as? Int)
    #expect(
      head["topics"] as? [String] == ["/digests", "/inputs", "/keyframes", "/markers", "/state"])
    #expect(lines.count - 1 == run.inputs.map(\.count).reduce(0, +))
    let first = try #require(
      try JSONSerialization.jsonObject(with: Data(lines[1].utf8)) as? [String: Any])
    #expect(first["kind"] as? String == "nudge")
    #expect(first["step"] as? Int == 3)
  }

  @Test(.enabled(if: python != nil, "LAPLACE_PYTHON names no Python with the package 'mcap'"))
  func pythonPackageReadsEveryGoldenRecording() throws {
    let folder = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
      .deletingLastPathComponent().deletingLastPathComponent().appendingPathComponent("Recordings")
    let names = try FileManager.default.contentsOfDirectory(atPath: folder.path)
      .filter { $0.hasSuffix(".mcap") }
    #expect(!names.isEmpty)
    for name in Sample.of(names.sorted()) {
      let path = folder.appendingPathComponent(name).path
      let lines = try Self.read(path)
      #expect(lines.count - 1 == (try Recording(path: path)).inputCount, "\(name)")
    }
  }

  static func read(_ path: String) throws -> [Substring] {
    let script = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
      .appendingPathComponent("mcap_reader.py").path
    let run = try ProgramRun(python ?? "", [script, path])
    try #require(run.status == 0, "the Python reader refused \(path): \(run.errorText)")
    return run.outputText.split(separator: "\n")
  }
}
