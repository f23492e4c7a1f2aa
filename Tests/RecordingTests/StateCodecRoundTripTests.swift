import Recording
import Simulation
import TestSupport
import Testing

@Suite("State codec: to the bit and back") struct StateCodecRoundTripTests {
  /// Images of a schema whose bits are arbitrary, or nearly so; rows come and go.
  struct Source {
    let schema: StateSchema
    let selection: StateSelection
    var random: SplitMix
    var image: StateImage

    init(_ schema: StateSchema, _ selection: StateSelection, seed: UInt64) {
      self.schema = schema
      self.selection = selection
      random = SplitMix(seed: seed)
      image = StateImage()
      resize()
    }

    mutating func resize() {
      image.rowCounts = schema.tables.map {
        $0.isSingleValue
          ? 1 : Int32.random(in: 0...[0, 3, 40].randomElement(using: &random)!, using: &random)
      }
      let size = schema.imageSize(rowCounts: image.rowCounts, selection)!
      image.bytes = (0..<size).map { _ in UInt8.random(in: 0...255, using: &random) }
    }

    static let words: [UInt32] = [
      0, 0x8000_0000, 0x7FC0_0000, 0xFFC0_0001, 0x7F80_0000, 0xFF80_0000, 0x7F80_0001, 1,
      0x8000_0001, 0x3F80_0000, 0xBF80_0000, 0xFFFF_FFFF, 0x7F7F_FFFF,
    ]

    mutating func step() {
      switch random.next() % 8 {
      case 0: resize()
      case 1: break
      case 2:
        guard !image.bytes.isEmpty else { return }
        for _ in 0..<3 { image.bytes[Int.random(in: 0..<image.bytes.count, using: &random)] &+= 1 }
      case 3:
        // Special values at every offset that holds four bytes.
        var offset = 0
        while offset + 4 <= image.bytes.count {
          if random.next() % 4 == 0 {
            let word = Source.words.randomElement(using: &random)!
            for byte in 0..<4 { image.bytes[offset + byte] = UInt8(word >> (8 * byte) & 255) }
          }
          offset += Int.random(in: 1...8, using: &random)
        }
      default:
        let share = UInt64.random(in: 1...100, using: &random)
        for byte in image.bytes.indices where random.next() % 100 < share {
          image.bytes[byte] = UInt8.random(in: 0...255, using: &random)
        }
      }
    }
  }

  @Test("blocks of arbitrary bits come back to the bit", arguments: Sample.of(0..<60, inDebug: 20))
  func blocks(seed: Int) throws {
    let model = CodecFixtures.models[seed % CodecFixtures.models.count]
    for schema in [CodecFixtures.everything, CodecFixtures.bodies] {
      var source = Source(schema, .everyStep, seed: UInt64(seed))
      var encoder = blockEncoder(schema, model)
      let decoder = blockDecoder(schema, model)
      for _ in 0..<3 {
        let anchor = source.image
        encoder.begin(anchor: anchor)
        var images: [StateImage] = []
        for _ in 0..<Int.random(in: 0...40, using: &source.random) {
          source.step()
          images.append(source.image)
          encoder.append(source.image)
        }
        #expect(encoder.stepCount == images.count)
        let block = encoder.finish()
        #expect(block.activeRowSteps == encoder.activeRowSteps)
        let decoded = decoder.decode(
          Array(block.sections.joined()), anchor: anchor, stepCount: images.count)
        #expect(decoded == images, "seed \(seed)")
        // One step alone is the same image, and is none beyond the block.
        for index in Set([0, images.count / 2, images.count - 1]) where index >= 0 {
          let only = decoder.decode(
            Array(block.sections.joined()), anchor: anchor, stepCount: images.count, only: index)
          #expect(only == (images.isEmpty ? nil : images[index]), "seed \(seed), image \(index)")
        }
        #expect(
          decoder.decode(
            Array(block.sections.joined()), anchor: anchor, stepCount: images.count,
            only: images.count) == nil)
      }
    }
  }

  /// Eight rows at once, or one after the other: of whole blocks and of damaged ones.
  @Test("the wide decoder gives the images of its twin", arguments: Sample.of(0..<60, inDebug: 10))
  func wideDecoderIsTwin(seed: Int) throws {
    let model = CodecFixtures.models[seed % CodecFixtures.models.count]
    for schema in [CodecFixtures.bodies, CodecFixtures.words, CodecFixtures.everything] {
      var source = Source(schema, .everyStep, seed: UInt64(seed))
      var encoder = blockEncoder(schema, model)
      let wide = blockDecoder(schema, model)
      let twin = blockDecoder(schema, model, isWide: false)
      let anchor = source.image
      encoder.begin(anchor: anchor)
      var images: [StateImage] = []
      for _ in 0..<Int.random(in: 1...40, using: &source.random) {
        source.step()
        images.append(source.image)
        encoder.append(source.image)
      }
      var bytes = Array(encoder.finish().sections.joined())
      #expect(twin.decode(bytes, anchor: anchor, stepCount: images.count) == images, "seed \(seed)")
      for index in Set([images.count / 3, images.count - 1]) {
        let only = wide.decode(bytes, anchor: anchor, stepCount: images.count, only: index)
        #expect(only == images[index], "seed \(seed), image \(index)")
      }
      for round in 0..<40 {
        let expected = twin.decode(bytes, anchor: anchor, stepCount: images.count)
        let decoded = wide.decode(bytes, anchor: anchor, stepCount: images.count)
        #expect(decoded == expected, "seed \(seed), round \(round)")
        if bytes.isEmpty { break }
        // Damage adds up; sometimes it is mended, and another place is hit.
        if round % 3 == 0 {
          bytes = encodedBlock(schema, model, anchor: anchor, images).bytes
        }
        let end = round % 2 == 0 ? min(200, bytes.count) : bytes.count
        bytes[Int.random(in: 0..<end, using: &source.random)] ^=
          1 << UInt8.random(in: 0..<8, using: &source.random)
      }
    }
  }

  /// Eight rows at once, or one after the other.
  @Test("the wide encoder writes the bytes of its twin", arguments: Sample.of(0..<60))
  func wideIsTwin(seed: Int) throws {
    let model = CodecFixtures.models[seed % CodecFixtures.models.count]
    for schema in [CodecFixtures.bodies, CodecFixtures.words, CodecFixtures.everything] {
      var source = Source(schema, .everyStep, seed: UInt64(seed))
      var wide = blockEncoder(schema, model)
      var twin = blockEncoder(schema, model, isWide: false)
      for _ in 0..<3 {
        wide.begin(anchor: source.image)
        twin.begin(anchor: source.image)
        for step in 0..<Int.random(in: 0...60, using: &source.random) {
          source.step()
          wide.append(source.image)
          twin.append(source.image)
          if step == 20 {
            // A flush looks at a block that goes on.
            var (flushed, other) = (wide, twin)
            #expect(flushed.finish() == other.finish(), "seed \(seed)")
          }
        }
        #expect(wide.activeRowSteps == twin.activeRowSteps)
        #expect(wide.finish() == twin.finish(), "seed \(seed)")
      }
    }
  }

  @Test(
    "image codec: arbitrary bits come back, any cut and any longer one is refused",
    arguments: [StateSelection.everyStep, .everything])
  func images(selection: StateSelection) {
    let codec = ImageCodec(schema: CodecFixtures.everything, selection: selection)
    for seed in 0..<40 {
      var source = Source(CodecFixtures.everything, selection, seed: UInt64(seed))
      source.step()
      let bytes = codec.encode(source.image)
      #expect(codec.decode(bytes) == source.image, "seed \(seed)")
      #expect(codec.decode(bytes + [0]) == nil)
      if !bytes.isEmpty { #expect(codec.decode(Array(bytes.dropLast())) == nil) }
    }
  }

  @Test("image codec: claims are refused before anything is allocated")
  func imageClaims() {
    let codec = ImageCodec(schema: CodecFixtures.bodies, selection: .everyStep)
    #expect(codec.decode([]) == nil)
    #expect(codec.decode([0xFF, 0xFF, 0xFF, 0xFF, 0x07]) == nil)
    #expect(codec.decode([0xFF, 0xFF, 0xFF, 0xFF, 0x0F]) == nil)
    #expect(codec.decode([UInt8](repeating: 0xFF, count: 11)) == nil)
    #expect(codec.decode([0]) == StateImage(rowCounts: [0], bytes: []))
  }

  @Test("image codec: planes, byte by byte")
  func planes() {
    let codec = ImageCodec(
      schema: StateSchema(tables: [
        StateSchema.Table(
          name: "t",
          groups: [CodecFixtures.group(.everyStep, [("a", .uint32, .none), ("b", .uint8, .none)])])
      ]), selection: .everyStep)
    let image = StateImage(rowCounts: [2], bytes: [1, 2, 3, 4, 5, 6, 7, 8, 9, 10])
    #expect(codec.encode(image) == [2, 1, 6, 2, 7, 3, 8, 4, 9, 5, 10])
  }

  @Test("a block, byte by byte")
  func golden() {
    let schema = StateSchema(tables: [
      StateSchema.Table(
        name: "t", groups: [CodecFixtures.group(.everyStep, [("a", .uint8, .none)])])
    ])
    let anchor = StateImage(rowCounts: [3], bytes: [10, 20, 30])
    let images = [
      StateImage(rowCounts: [3], bytes: [10, 25, 30]),  // +5: zigzag 10, class 4, low bits 010
      // +5 again, as costs are tied; -1: zigzag 1, class 1
      StateImage(rowCounts: [3], bytes: [10, 30, 29]),
      StateImage(rowCounts: [1], bytes: [10]),
      StateImage(rowCounts: [2], bytes: [10, 1]),  // against zero, +1: zigzag 2, class 2, 0
    ]
    let (bytes, _) = encodedBlock(schema, nil, anchor: anchor, images)
    // Index: 13 bytes of structure, 4 active rows, one stream of tokens, a byte of raw bits
    // (3 + 3 + 0 + 1).
    let structure: [UInt8] = [0, 2, 0, 0, 3, 0, 1, 1, 0, 1, 2, 2, 0]
    #expect(
      bytes == [UInt8(structure.count), 4, 0, 1] + structure + [4, 4, 1, 2] + [0b0_010_010])
  }

  @Test("steps in which nothing changes share storage and cost a byte each before compression")
  func idle() throws {
    var image = StateImage(rowCounts: [1000])
    image.bytes = [UInt8](repeating: 7, count: 32000)
    let images = [StateImage](repeating: image, count: 1024)
    let (bytes, block) = encodedBlock(CodecFixtures.bodies, nil, anchor: image, images)
    #expect(block.activeRowSteps == 0)
    // Two bytes a step; the index has two for the structure's size, one for no rows, two for each field.
    #expect(bytes.count == 2 * 1024 + 3 + 2 * 8)
    let decoder = blockDecoder(CodecFixtures.bodies, nil)
    #expect(decoder.decode(bytes, anchor: image, stepCount: 1024) == images)
  }
}
