import Recording
import Simulation
import TestSupport
import Testing

@Suite("State codec: malformed blocks") struct StateCodecDamageTests {
  static let schema = CodecFixtures.everything
  static let model = CodecFixtures.models[1]

  static func sample(seed: UInt64) -> (anchor: StateImage, images: [StateImage], bytes: [UInt8]) {
    var source = StateCodecRoundTripTests.Source(schema, .everyStep, seed: seed)
    let anchor = source.image
    var images: [StateImage] = []
    for _ in 0..<12 {
      source.step()
      images.append(source.image)
    }
    return (anchor, images, encodedBlock(schema, model, anchor: anchor, images).bytes)
  }

  @Test("every cut is refused, and so is anything longer")
  func cuts() {
    for seed in 0..<3 {
      let (anchor, images, bytes) = Self.sample(seed: UInt64(seed))
      #if DEBUG
        let stride = 37
      #else
        let stride = 1
      #endif
      let decoder = blockDecoder(Self.schema, Self.model)
      #expect(decoder.decode(bytes, anchor: anchor, stepCount: 12) == images)
      for count in Swift.stride(from: 0, to: bytes.count, by: stride) {
        let cut = decoder.decode(Array(bytes[..<count]), anchor: anchor, stepCount: 12)
        #expect(cut == nil, "seed \(seed), \(count) of \(bytes.count) bytes")
      }
      #expect(decoder.decode(bytes + [0], anchor: anchor, stepCount: 12) == nil)
      for stepCount in [-1, 0, 11, 13, 1_000_000, Int.max] {
        #expect(decoder.decode(bytes, anchor: anchor, stepCount: stepCount) == nil)
      }
    }
  }

  @Test("flipped bits and random bytes give nil or images, never a trap")
  func flips() {
    #if DEBUG
      let rounds = 60
    #else
      let rounds = 4000
    #endif
    var random = SplitMix(seed: 11)
    let decoder = blockDecoder(Self.schema, Self.model)
    var refused = 0
    for round in 0..<rounds {
      let (anchor, _, whole) = Self.sample(seed: UInt64(round % 8))
      var bytes = whole
      for _ in 0..<Int.random(in: 1...4, using: &random) {
        // The index and the masks are at the front, and matter most.
        let end = Bool.random(using: &random) ? min(200, bytes.count) : bytes.count
        bytes[Int.random(in: 0..<end, using: &random)] ^=
          1 << UInt8.random(in: 0..<8, using: &random)
      }
      if decoder.decode(bytes, anchor: anchor, stepCount: 12) == nil { refused += 1 }
      let noise = (0..<Int.random(in: 0...300, using: &random)).map { _ in
        UInt8.random(in: 0...255, using: &random)
      }
      _ = decoder.decode(noise, anchor: anchor, stepCount: Int.random(in: 0...20, using: &random))
    }
    #expect(refused > rounds / 3)
  }

  @Test(
    "anchors that do not fit, and row counts out of bounds, are refused",
    .enabled(if: Sample.level >= .ci, "slow: runs from Tools/test --ci on"))
  func bounds() {
    let decoder = blockDecoder(CodecFixtures.bodies, nil)
    let anchor = StateImage(rowCounts: [1], bytes: [UInt8](repeating: 0, count: 32))
    func block(_ structure: [UInt8]) -> [UInt8] {
      // No rows; of each of eight fields no streams and no raw bits.
      [UInt8(structure.count), 0] + [UInt8](repeating: 0, count: 16) + structure
    }
    #expect(decoder.decode(block([0, 0]), anchor: anchor, stepCount: 1) == [anchor])
    #expect(decoder.decode(block([0, 0]), anchor: StateImage(), stepCount: 1) == nil)
    let short = StateImage(rowCounts: [1], bytes: [0])
    #expect(decoder.decode(block([0, 0]), anchor: short, stepCount: 1) == nil)
    // 2^31 - 1 rows, 2^31 rows, 2^64 rows; then a row that is not there.
    for count: [UInt8] in [
      [0xFF, 0xFF, 0xFF, 0xFF, 0x07], [0x80, 0x80, 0x80, 0x80, 0x08],
      [UInt8](repeating: 0xFF, count: 9) + [2],
    ] {
      #expect(decoder.decode(block([1] + count + [0]), anchor: anchor, stepCount: 1) == nil)
    }
    #expect(decoder.decode(block([0, 2, 0]), anchor: anchor, stepCount: 1) == nil)
    #expect(decoder.decode(block([2, 0]), anchor: anchor, stepCount: 1) == nil)
    // Growing and shrinking to 200 MB of rows, 20 times, is more than one call may give.
    var many: [UInt8] = []
    for step in 0..<20 { many += step % 2 == 0 ? [1, 0x80, 0xC0, 0xFA, 0x02, 0] : [1, 1, 0] }
    #expect(decoder.decode(block(many), anchor: anchor, stepCount: 20) == nil)
  }
}
