import Foundation
import Recording
import Simulation
import TestSupport
import Testing

@Suite(
  "State codec: a reader in Python, written from the format's page, finds the same images",
  .enabled(if: PythonReader.python != nil, "there is no python3 on the path"))
struct StateReaderTests {
  /// What the reader makes of a block.
  static func read(
    _ schema: StateSchema, _ model: MotionModel?, anchor: StateImage, _ block: [UInt8], steps: Int
  ) throws -> [StateImage] {
    let tables = schema.tables.map { table in
      table.groups.filter { $0.cadence == .everyStep }.map { group in
        group.fields.map { ["\($0.type)", Int($0.role.rawValue)] as [Any] }
      }
    }
    // JSON has no number that is not finite.
    func number(_ value: Float) -> Any { value.isFinite ? Double(value) : NSNull() }
    let motion: Any =
      model.map {
        [
          Int($0.worldSteps), Int($0.substeps), number($0.substep), number($0.gravityX),
          number($0.gravityY),
        ] as [Any]
      } ?? NSNull()
    let question: [String: Any] = [
      "tables": tables, "motion": motion, "step": Double(Float(1.0 / 60)),
      "rows": anchor.rowCounts.map { Int($0) }, "anchor": PythonReader.hexadecimal(anchor.bytes),
      "steps": steps,
      "block": PythonReader.hexadecimal(block),
    ]
    return try PythonReader.answer("state_reader.py", question).map { answer in
      let image = try #require(answer as? [Any])
      let counts = try #require(image[0] as? [Int])
      let digits = Array(try #require(image[1] as? String).utf8)
      let bytes = try stride(from: 0, to: digits.count, by: 2).map { place in
        try #require(UInt8(String(decoding: digits[place..<place + 2], as: UTF8.self), radix: 16))
      }
      return StateImage(rowCounts: counts.map { Int32($0) }, bytes: bytes)
    }
  }

  /// Of 90 rows a field has tokens enough for several streams.
  @Test(
    "under forces, with a motion model and without one",
    arguments: Sample.of([(0, 12), (1, 12), (2, 12), (0, 90), (1, 90)]))
  func forces(index: Int, rows: Int) throws {
    let model = CodecFixtures.models[index]
    let (anchor, images) = StateCodecMotionTests.forced(
      CodecFixtures.models[1]!, rows: rows, steps: 30, seed: UInt64(index))
    let (bytes, _) = encodedBlock(CodecFixtures.bodies, model, anchor: anchor, images)
    let read = try Self.read(
      CodecFixtures.bodies, model, anchor: anchor, bytes, steps: images.count)
    #expect(read == images)
  }

  @Test("many tokens of every type, in several streams")
  func streamsOfEveryType() throws {
    var random = SplitMix(seed: 3)
    let schema = CodecFixtures.everything
    let counts: [Int32] = [1, 36, 2, 36, 36]
    let size = try #require(schema.imageSize(rowCounts: counts, .everyStep))
    var bytes = [UInt8](repeating: 0, count: size)
    let images = (0..<32).map { _ in
      // Some fields change in their lowest byte alone, others in all of them.
      for byte in bytes.indices where byte % 4 == 0 || random.next() % 3 == 0 {
        bytes[byte] = UInt8.random(in: 0...255, using: &random)
      }
      return StateImage(rowCounts: counts, bytes: bytes)
    }
    let (block, _) = encodedBlock(schema, nil, anchor: images[0], Array(images[1...]))
    let read = try Self.read(schema, nil, anchor: images[0], block, steps: images.count - 1)
    #expect(read == Array(images[1...]))
  }

  @Test("arbitrary bits of every type, rows that come and go", arguments: Sample.of(0..<12))
  func arbitrary(seed: Int) throws {
    let model = CodecFixtures.models[seed % CodecFixtures.models.count]
    let schema = [CodecFixtures.everything, CodecFixtures.words][seed / 6]
    var source = StateCodecRoundTripTests.Source(schema, .everyStep, seed: UInt64(seed))
    let anchor = source.image
    let images = (0..<20).map { _ in
      source.step()
      return source.image
    }
    let (bytes, _) = encodedBlock(schema, model, anchor: anchor, images)
    let read = try Self.read(schema, model, anchor: anchor, bytes, steps: images.count)
    #expect(read == images, "seed \(seed)")
  }
}
