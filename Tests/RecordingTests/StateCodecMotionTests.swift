import DeterministicMath
import Recording
import Simulation
import TestSupport
import Testing

@Suite("State codec: motion") struct StateCodecMotionTests {
  /// A body stepped by exactly the motion model's arithmetic, written out again on purpose.
  struct Flyer {
    var x: Float
    var y: Float
    var rotation = Rotation.identity
    var vx: Float
    var vy: Float
    var w: Float
    var flags: UInt32 = 1

    init(_ random: inout SplitMix) {
      func value(_ random: inout SplitMix) -> Float { Float.random(in: -9...9, using: &random) }
      x = value(&random)
      y = value(&random)
      vx = value(&random)
      vy = value(&random)
      w = value(&random)
    }

    mutating func step(_ model: MotionModel) {
      let h = model.substep
      for _ in 0..<model.worldSteps {
        var dx: Float = 0
        var dy: Float = 0
        var angle: Float = 0
        for _ in 0..<model.substeps {
          vx = vx + h * model.gravityX
          vy = vy + h * model.gravityY
          dx += h * vx
          dy += h * vy
          angle += h * w
        }
        x += dx
        y += dy
        rotation = rotation.turned(by: angle)
      }
    }
  }

  static func image(_ flyers: [Flyer]) -> StateImage {
    var image = StateImage(rowCounts: [Int32(flyers.count)])
    for f in flyers {
      image.append(f.x)
      image.append(f.y)
      image.append(f.rotation.cosine)
      image.append(f.rotation.sine)
    }
    for f in flyers {
      image.append(f.vx)
      image.append(f.vy)
      image.append(f.w)
    }
    for f in flyers { image.append(f.flags) }
    return image
  }

  static func flight(_ model: MotionModel, rows: Int, steps: Int) -> (StateImage, [StateImage]) {
    var random = SplitMix(seed: 5)
    var flyers = (0..<rows).map { _ in Flyer(&random) }
    let anchor = image(flyers)
    var images: [StateImage] = []
    for _ in 0..<steps {
      for index in flyers.indices { flyers[index].step(model) }
      images.append(image(flyers))
    }
    return (anchor, images)
  }

  @Test(
    "free flight: residual 0 in all words, at most 0.12 bytes a row and step at 256 steps",
    arguments: [1, 2])
  func freeFlight(index: Int) throws {
    let model = CodecFixtures.models[index]!
    let rows = 100
    let steps = 256
    let (anchor, images) = Self.flight(model, rows: rows, steps: steps)
    let (bytes, block) = encodedBlock(CodecFixtures.bodies, model, anchor: anchor, images)
    #expect(block.activeRowSteps == rows * steps)
    // Eight token streams of zeros and no raw bits.
    let tokens = bytes.suffix(8 * rows * steps)
    #expect(tokens.allSatisfy { $0 == 0 })
    let anchorBytes = ImageCodec(schema: CodecFixtures.bodies, selection: .everyStep).encode(anchor)
    let size = compressedSize(block.sections + [anchorBytes], level: 1)
    let share = Double(size) / Double(rows * steps)
    #expect(share <= 0.12, "\(share) bytes")
    let decoder = blockDecoder(CodecFixtures.bodies, model)
    #expect(decoder.decode(bytes, anchor: anchor, stepCount: steps) == images)
  }

  /// Charges on springs that swing about 0, stepped as `model` says; one in four stands still now and
  /// then, one in eight jumps.
  static func forced(
    _ model: MotionModel, rows: Int, steps: Int, seed: UInt64
  ) -> (StateImage, [StateImage]) {
    var random = SplitMix(seed: seed)
    var flyers = (0..<rows).map { _ in Flyer(&random) }
    let anchor = image(flyers)
    let h = model.substep
    let count = Int(model.worldSteps * model.substeps)
    let images = (0..<steps).map { step in
      for index in flyers.indices {
        if index % 4 == 1 && (step + index) % 5 < 2 { continue }
        if index % 8 == 3 && step % 7 == 0 { flyers[index] = Flyer(&random) }
        for _ in 0..<count {
          let stiffness = Float(20 + index)
          flyers[index].vx -= h * stiffness * flyers[index].x
          flyers[index].vy -= h * (stiffness * flyers[index].y - model.gravityY)
          flyers[index].w -= h * 3 * flyers[index].rotation.sine
          flyers[index].x += h * flyers[index].vx
          flyers[index].y += h * flyers[index].vy
          flyers[index].rotation = flyers[index].rotation.turned(by: h * flyers[index].w)
        }
      }
      return image(flyers)
    }
    return (anchor, images)
  }

  @Test(
    "under forces: to the bit, eight rows at once or one after the other",
    arguments: Sample.of(0..<12))
  func forces(seed: Int) throws {
    for model in CodecFixtures.models {
      let (anchor, images) = Self.forced(
        CodecFixtures.models[1]!, rows: 3 + 7 * seed, steps: 30, seed: UInt64(seed))
      let (bytes, block) = encodedBlock(CodecFixtures.bodies, model, anchor: anchor, images)
      let twin = encodedBlock(
        CodecFixtures.bodies, model, anchor: anchor, images, isWide: false)
      #expect(block == twin.block, "seed \(seed)")
      for isWide in [true, false] {
        let decoder = blockDecoder(CodecFixtures.bodies, model, isWide: isWide)
        let decoded = decoder.decode(bytes, anchor: anchor, stepCount: images.count)
        #expect(decoded == images, "seed \(seed), wide \(isWide)")
      }
    }
  }

  /// Fields with enough tokens have several streams; rows that rest in some steps break up groups of eight.
  @Test(
    "many tokens: the streams are those of the twin, and so is what is damaged",
    arguments: Sample.of(0..<4))
  func streams(seed: Int) throws {
    let (anchor, images) = Self.forced(
      CodecFixtures.models[1]!, rows: 150 + seed, steps: 40, seed: UInt64(seed))
    let model = CodecFixtures.models[seed % 2]
    var (bytes, block) = encodedBlock(CodecFixtures.bodies, model, anchor: anchor, images)
    let twin = encodedBlock(CodecFixtures.bodies, model, anchor: anchor, images, isWide: false)
    #expect(block == twin.block, "seed \(seed)")
    let fields = CodecFixtures.bodies.tables[0].groups.filter { $0.cadence == .everyStep }
      .reduce(0) { $0 + $1.fields.count }
    #expect(block.sections.count > 1 + 2 * fields, "a field has several streams of tokens")
    let wide = blockDecoder(CodecFixtures.bodies, model)
    let slow = blockDecoder(CodecFixtures.bodies, model, isWide: false)
    #expect(wide.decode(bytes, anchor: anchor, stepCount: images.count) == images)
    #expect(slow.decode(bytes, anchor: anchor, stepCount: images.count) == images)
    var random = SplitMix(seed: UInt64(seed))
    for round in 0..<20 {
      // The index says which streams there are, and how long they are.
      let end = round % 2 == 0 ? 60 : bytes.count
      let place = Int.random(in: 0..<end, using: &random)
      bytes[place] ^= 1 << UInt8.random(in: 0..<8, using: &random)
      #expect(
        wide.decode(bytes, anchor: anchor, stepCount: images.count)
          == slow.decode(bytes, anchor: anchor, stepCount: images.count),
        "seed \(seed), round \(round)")
      if round % 4 == 3 {
        bytes = encodedBlock(CodecFixtures.bodies, model, anchor: anchor, images).bytes
      }
    }
  }

  /// Tokens are split in four parts, of which the last has the rest; flags that do not change have one
  /// context.
  @Test("one row: as many tokens as streams need, and some more", arguments: Sample.of(0..<9))
  func tokenCounts(more: Int) throws {
    let model = CodecFixtures.models[1]!
    let steps = 1022 + [0, 1, 2, 3, 5, 9, 18, 33, 70][more]
    let (anchor, images) = Self.forced(model, rows: 1, steps: steps, seed: UInt64(more))
    let (bytes, block) = encodedBlock(CodecFixtures.bodies, model, anchor: anchor, images)
    let twin = encodedBlock(CodecFixtures.bodies, model, anchor: anchor, images, isWide: false)
    #expect(block == twin.block, "\(steps) steps")
    let decoded = blockDecoder(CodecFixtures.bodies, model)
      .decode(bytes, anchor: anchor, stepCount: steps)
    #expect(decoded == images, "\(steps) steps")
  }

  /// What a codec gives that knows what substeps do; a simulation that declares nothing gains as well.
  @Test("a model that does not hold costs bytes, never bits")
  func wrongModel() {
    let (anchor, images) = Self.flight(CodecFixtures.models[1]!, rows: 20, steps: 40)
    for model in CodecFixtures.models {
      let (bytes, _) = encodedBlock(CodecFixtures.bodies, model, anchor: anchor, images)
      let decoder = blockDecoder(CodecFixtures.bodies, model)
      #expect(decoder.decode(bytes, anchor: anchor, stepCount: 40) == images)
    }
  }
}
