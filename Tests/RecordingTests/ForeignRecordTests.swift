import Foundation
import Recording
import Simulation
import TestSupport
import Testing

/// A recording keeps another program's records, and any MCAP reader finds them.
@Suite struct ForeignRecordTests {
  let folder: TemporaryFolder

  init() throws { folder = try TemporaryFolder() }

  private func bytes(_ number: some FixedWidthInteger) -> [UInt8] {
    withUnsafeBytes(of: number.littleEndian) { Array($0) }
  }

  private func text(_ text: String) -> [UInt8] { bytes(UInt32(text.utf8.count)) + Array(text.utf8) }

  private func schema(_ id: UInt16, _ name: String) -> ForeignRecord {
    let data = Array(#"{"type":"object"}"#.utf8)
    return ForeignRecord(
      opcode: 3,
      contents: bytes(id) + text(name) + text("jsonschema") + bytes(UInt32(data.count)) + data)
  }

  private func channel(_ id: UInt16, _ schema: UInt16, _ topic: String) -> ForeignRecord {
    let pairs = text("frame") + text("base")
    return ForeignRecord(
      opcode: 4,
      contents: bytes(id) + bytes(schema) + text(topic) + text("json") + bytes(UInt32(pairs.count))
        + pairs)
  }

  private func message(_ id: UInt16, _ number: UInt32, _ data: String) -> ForeignRecord {
    ForeignRecord(
      opcode: 5,
      contents: bytes(id) + bytes(number) + bytes(UInt64(number) * 1000)
        + bytes(UInt64(number) * 999)
        + Array(data.utf8))
  }

  private func attachment(_ name: String, _ data: [UInt8]) -> ForeignRecord {
    let contents =
      bytes(UInt64(7)) + bytes(UInt64(5)) + text(name) + text("text/plain")
      + bytes(UInt64(data.count)) + data
    return ForeignRecord(opcode: 9, contents: contents + bytes(CRC32.of(contents)))
  }

  private func metadata(_ name: String) -> ForeignRecord {
    let pairs = text("robot") + text("arm")
    return ForeignRecord(opcode: 12, contents: text(name) + bytes(UInt32(pairs.count)) + pairs)
  }

  /// Writes a recording with `parts`.
  private func write(_ parts: [[ForeignRecord]]) throws -> String {
    let path = folder.file("a.mcap")
    let run = SimulationRun<Particles<Sound>>(seed: 7)
    var image = StateImage()
    run.save(.everything, into: &image)
    let writer = try RecordingWriter(
      path: path,
      header: RecordingHeader(
        description: run.description, parameters: Particles<Sound>.Parameters().words, seed: 7,
        engineVersion: "1"), initial: image, initialDigest: run.digest())
    for (step, part) in parts.enumerated() {
      try run.step([])
      run.save(.everyStep, into: &image)
      try writer.append(inputs: [], digest: run.digest(), state: image)
      do {
        try writer.keep(part)
      } catch {
        writer.abandon()
        throw error
      }
      if step == 0 { try writer.addMarker("kept") }
    }
    try writer.finish()
    return path
  }

  /// Numbers 1 to 7 are this project's; 300 is used once.
  private var parts: [[ForeignRecord]] {
    [
      [
        schema(1, "a.Pose"), schema(300, "b.Pose"), channel(2, 1, "/pose"),
        channel(300, 300, "/arm"), message(2, 1, #"{"x":1}"#), message(300, 2, #"{"y":2}"#),
      ],
      [
        // Repeated, as in every chunk of some writers.
        schema(1, "a.Pose"), channel(2, 1, "/pose"), message(2, 3, #"{"x":3}"#),
        attachment("calibration.txt", Array("1 2 3".utf8)), metadata("robot"),
      ],
      (4..<40).map { message(300, $0, "\"" + String(repeating: "z", count: 100_000) + "\"") },
    ]
  }

  @Test func recordsAreIndexed() throws {
    let path = try write(parts)
    let file = try Array(Data(contentsOf: URL(fileURLWithPath: path)))
    let records = try #require(MCAPRecords(file))
    #expect(records.topics[300] == "/arm")
    let pose = try #require(records.topics.first { $0.value == "/pose" }?.key)
    #expect(pose > 7)
    #expect(records.counts[pose] == 2)
    #expect(records.counts[300] == 37)
    #expect(records.attachments.contains("calibration.txt"))
    #expect(records.metadata.contains("robot"))
    // Chunks of a megabyte each: a long file need not be in memory.
    #expect(records.chunkCount >= 3 + 1)
  }

  @Test func unfitRecordsAreRefused() throws {
    for record in [
      message(9, 1, "{}"), ForeignRecord(opcode: 3, contents: [1]),
      ForeignRecord(opcode: 9, contents: [1, 2]), ForeignRecord(opcode: 0x90, contents: []),
    ] {
      #expect(throws: RecordingError.self) { _ = try write([[record]]) }
    }
  }

  @Test(
    .enabled(
      if: IndependentReaderTests.python != nil,
      "LAPLACE_PYTHON names no Python with the package 'mcap'"))
  func packageReadsThem() throws {
    let lines = try IndependentReaderTests.read(try write(parts))
    let listed = try #require(
      JSONSerialization.jsonObject(with: Data(lines[0].utf8)) as? [String: Any])
    let counts = try #require(listed["counts"] as? [String: Int])
    #expect(counts["/pose"] == 2)
    #expect(counts["/arm"] == 37)
    #expect(listed["chunks"] as? Int == listed["indexedChunks"] as? Int)
  }
}

/// What the summary of a file lists, read apart from the code under test.
private struct MCAPRecords {
  var topics: [UInt16: String] = [:]
  var counts: [UInt16: UInt64] = [:]
  var attachments: [String] = []
  var metadata: [String] = []
  var chunkCount = 0

  init?(_ file: [UInt8]) {
    func number(_ offset: Int, _ size: Int) -> UInt64 {
      (0..<size).reduce(0) { $0 | UInt64(file[offset + $1]) << (8 * UInt64($1)) }
    }
    func text(_ offset: Int) -> String {
      String(decoding: file[(offset + 4)..<(offset + 4 + Int(number(offset, 4)))], as: UTF8.self)
    }
    guard file.count > 60 else { return nil }
    var offset = Int(number(file.count - 28, 8))
    while offset < file.count - 8 {
      let (start, size) = (offset + 9, Int(number(offset + 1, 8)))
      switch file[offset] {
      case 4: topics[UInt16(number(start, 2))] = text(start + 4)
      case 8: chunkCount += 1
      case 10: attachments.append(text(start + 40))
      case 11:
        for entry in stride(from: start + 46, to: start + size, by: 10) {
          counts[UInt16(number(entry, 2))] = number(entry + 2, 8)
        }
      case 13: metadata.append(text(start + 16))
      default: break
      }
      offset = start + size
    }
  }
}
