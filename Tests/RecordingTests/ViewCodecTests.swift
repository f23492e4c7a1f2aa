import DeterministicMath
import Foundation
import Recording
import Simulation
import TestSupport
import Testing

/// Blocks of the view track.
@Suite("view codec") struct ViewCodecTests {
  /// Poses among other columns: keys, doubles, whole numbers, a table without a rotation, one without
  /// positions.
  static let schema = StateSchema(tables: [
    StateSchema.Table(name: "clock", groups: [CodecFixtures.flags]),
    StateSchema.Table(
      name: "bodies",
      groups: [
        CodecFixtures.group(.keyFrame, [("rare", .uint64, .none)]),
        CodecFixtures.motion,
        CodecFixtures.group(.everyStep, [("id", .uint32, .key)]),
        CodecFixtures.pose,
      ]),
    StateSchema.Table(
      name: "marks",
      groups: [
        CodecFixtures.group(
          .everyStep,
          [
            ("y", .float64, .positionY), ("speed", .float32, .velocityX),
            ("x", .float64, .positionX),
          ])
      ]),
    StateSchema.Table(
      name: "cells",
      groups: [
        CodecFixtures.group(.everyStep, [("x", .int32, .positionX), ("y", .uint8, .positionY)])
      ]),
  ])
  static let layout = ViewLayout(schema)

  /// A body as the images hold it.
  struct Body {
    var x, y: Float
    var angle: Double
  }

  /// Everything moves, rests, comes and goes.
  struct Source {
    var random: SplitMix
    var bodies: [(id: UInt32, x: Double, y: Double, angle: Double, vx: Double, w: Double)] = []
    var nextID: UInt32 = 7
    var markCount = 2

    init(seed: UInt64) {
      random = SplitMix(seed: seed)
      for _ in 0..<4 { addBody() }
    }

    mutating func addBody() {
      let isWild = Int.random(in: 0..<8, using: &random) == 0
      bodies.append(
        (
          nextID, .random(in: -50...50, using: &random) * (isWild ? 1e9 : 1),
          .random(in: -5...5, using: &random), .random(in: -4...4, using: &random),
          .random(in: -1...1, using: &random), .random(in: -9...9, using: &random)
        ))
      nextID += .random(in: 1...3, using: &random)
    }

    mutating func step() {
      switch Int.random(in: 0..<12, using: &random) {
      case 0: addBody()
      case 1 where !bodies.isEmpty:
        bodies.remove(at: Int.random(in: 0..<bodies.count, using: &random))
      case 2: markCount = Int.random(in: 0...3, using: &random)
      default: break
      }
      for index in bodies.indices where index % 3 != 0 {
        bodies[index].x += bodies[index].vx
        bodies[index].y += 0.01
        bodies[index].angle += bodies[index].w
      }
    }

    mutating func image() -> StateImage {
      var image = StateImage(rowCounts: [1, Int32(bodies.count), Int32(markCount), 2])
      image.append(UInt32.random(in: 0...9, using: &random))
      for body in bodies { for _ in 0..<3 { image.append(Float(body.vx)) } }
      for body in bodies { image.append(body.id) }
      for body in bodies {
        image.append(Float(body.x))
        image.append(Float(body.y))
        image.append(Float(Elementary.cos(body.angle)))
        image.append(Float(Elementary.sin(body.angle)))
      }
      for mark in 0..<markCount {
        image.append(mark == 1 ? Double.nan : Double(mark) * 1e-4)
        image.append(Float(1))
        image.append(-1e30 as Double)
      }
      for cell in 0..<2 {
        image.append(cell == 0 ? -3 : Int32.max)
        image.append(UInt8(200))
      }
      return image
    }
  }

  /// Images of consecutive samples, `nil` for those left out, and their block.
  static func sample(
    seed: UInt64, count: Int = 40
  ) -> (images: [StateImage?], bytes: [UInt8]) {
    var source = Source(seed: seed)
    var encoder = ViewEncoder(layout)
    encoder.begin()
    var images: [StateImage?] = []
    for index in 0..<count {
      source.step()
      if index % 9 == 4 {
        encoder.leaveOut()
        images.append(nil)
      } else {
        let image = source.image()
        encoder.append(state: image)
        images.append(image)
      }
    }
    return (images, Array(encoder.sections().joined()))
  }

  static let seeds = Array(0..<UInt64(6))

  @Test("keys, positions and rotations are kept, by their roles")
  func poseSchema() {
    let schema = Self.layout.schema
    #expect(schema.tables.map(\.name) == ["bodies", "marks", "cells"])
    #expect(
      schema.tables.map { $0.groups[0].fields.map(\.name) } == [
        ["id", "x", "y", "cosine", "sine"], ["x", "y"], ["x", "y"],
      ])
    #expect(schema.tables.map { $0.groups[0].rowSize } == [20, 16, 5])
    #expect(ViewLayout(StateSchema(tables: [Self.schema.tables[0]])).isEmpty)
    // The other schemas have such tables, or have none.
    #expect(ViewLayout(CodecFixtures.everything).schema.tables.map(\.name) == ["bodies", "odd"])
  }

  @Test(
    "a pose comes back within half a unit; what is no pose comes back as that", arguments: seeds)
  func bounds(seed: UInt64) throws {
    let (images, bytes) = Self.sample(seed: seed)
    let decoded = try #require(
      ViewDecoder(Self.layout).decode(bytes, sampleCount: images.count), "seed \(seed)")
    #expect(decoded.count == images.count)
    for (index, (image, poses)) in zip(images, decoded).enumerated() {
      let place = "seed \(seed), sample \(index)"
      guard let image, let poses else {
        #expect(image == nil && poses == nil, "\(place)")
        continue
      }
      #expect(poses.rowCounts == Array(image.rowCounts[1...]), "\(place)")
      let count = Int(image.rowCounts[1])
      func number<Value: BitwiseCopyable>(_ image: StateImage, _ at: Int, _: Value.Type) -> Value {
        image.bytes.withUnsafeBytes { $0.loadUnaligned(fromByteOffset: at, as: Value.self) }
      }
      for row in 0..<count {
        let (ids, places) = (4 + 12 * count + 4 * row, 4 + 16 * count + 16 * row)
        #expect(
          number(image, ids, UInt32.self) == number(poses, 20 * row, UInt32.self), "\(place)")
        for axis in 0..<2 {
          let was = number(image, places + 4 * axis, Float.self)
          let kept = number(poses, 20 * row + 4 + 4 * axis, Float.self)
          #expect((was - kept).magnitude <= 0.5 / 1024, "\(place): \(was) is kept as \(kept)")
        }
        let (c, s) = (number(image, places + 8, Float.self), number(image, places + 12, Float.self))
        let (kc, ks) = (
          number(poses, 20 * row + 12, Float.self), number(poses, 20 * row + 16, Float.self)
        )
        let turned = Elementary.atan2(Double(s * kc - c * ks), Double(c * kc + s * ks))
        #expect(turned.magnitude <= .pi / 4096 + 1e-6, "\(place): off by \(turned)")
      }
      for mark in 0..<Int(image.rowCounts[2]) {
        let at = 20 * count + 16 * mark
        // As far as positions reach.
        #expect(number(poses, at, Double.self) == -Double((1 << 52) - 1) / 1024, "\(place)")
        let y = number(poses, at + 8, Double.self)
        #expect(mark == 1 ? y.isNaN : y.magnitude < 0.001, "\(place)")
      }
      let cells = 20 * count + 16 * Int(image.rowCounts[2])
      #expect(
        number(poses, cells, Int32.self) == -3 && number(poses, cells + 5, Int32.self) == .max)
      #expect(number(poses, cells + 4, UInt8.self) == 200)
    }
  }

  @Test("what was decoded gives the same bytes again: a copy loses nothing", arguments: seeds)
  func copies(seed: UInt64) throws {
    let (images, bytes) = Self.sample(seed: seed)
    let decoded = try #require(ViewDecoder(Self.layout).decode(bytes, sampleCount: images.count))
    var encoder = ViewEncoder(Self.layout)
    encoder.begin()
    for poses in decoded {
      if let poses { encoder.append(poses: poses) } else { encoder.leaveOut() }
    }
    #expect(Array(encoder.sections().joined()) == bytes, "seed \(seed)")
    // A block begins anew.
    let first = encoder.sections()
    encoder.begin()
    #expect(encoder.sections().joined().isEmpty)
    for poses in decoded {
      if let poses { encoder.append(poses: poses) } else { encoder.leaveOut() }
    }
    #expect(encoder.sections() == first)
  }

  @Test("angles agree with the arctangent, and their directions come back")
  func angles() {
    for part in 0..<ViewCodec.turn {
      let (cosine, sine) = ViewCodec.direction(part)
      #expect(ViewCodec.angle(cosine: cosine, sine: sine) == part)
      #expect(
        ViewCodec.angle(cosine: Double(Float(cosine)), sine: Double(Float(sine))) == part)
    }
    var random = SplitMix(seed: 3)
    for _ in 0..<2_000 {
      let (c, s) = (
        Double.random(in: -2...2, using: &random), Double.random(in: -2...2, using: &random)
      )
      let parts = Elementary.atan2(s, c) / (2 * .pi) * Double(ViewCodec.turn)
      let off = (Double(ViewCodec.angle(cosine: c, sine: s)) - parts)
        .remainder(dividingBy: Double(ViewCodec.turn))
      #expect(off.magnitude <= 0.5 + 1e-4, "cosine \(c), sine \(s): off by \(off) parts")
    }
    for (c, s) in [(0, 0), (.nan, 1), (1, .infinity), (-.infinity, .nan)] as [(Double, Double)] {
      #expect(ViewCodec.angle(cosine: c, sine: s) == 0)
    }
  }

  // MARK: Damage

  @Test("every cut is refused, and so is anything longer, or of more or fewer samples")
  func cuts() {
    let decoder = ViewDecoder(Self.layout)
    for seed in 0..<UInt64(3) {
      let (images, bytes) = Self.sample(seed: seed, count: 12)
      for count in bytes.indices {
        #expect(
          decoder.decode(Array(bytes[..<count]), sampleCount: 12) == nil, "seed \(seed), \(count)")
      }
      #expect(decoder.decode(bytes + [0], sampleCount: 12) == nil)
      for count in [0, 11, 13, 1_000_000, Int.max] {
        #expect(decoder.decode(bytes, sampleCount: count) == nil, "\(images.count) are \(count)")
      }
    }
  }

  @Test("flipped bits give nothing, or poses whose block they are")
  func flips() {
    var random = SplitMix(seed: 5)
    let decoder = ViewDecoder(Self.layout)
    var refused = 0
    for round in 0..<400 {
      var (_, bytes) = Self.sample(seed: UInt64(round % 4), count: 12)
      for _ in 0..<Int.random(in: 1...3, using: &random) {
        bytes[Int.random(in: 0..<bytes.count, using: &random)] ^=
          1 << UInt8.random(in: 0..<8, using: &random)
      }
      guard let decoded = decoder.decode(bytes, sampleCount: 12) else {
        refused += 1
        continue
      }
      for image in decoded.compactMap({ $0 }) {
        #expect(
          Self.layout.schema.imageSize(rowCounts: image.rowCounts, .everyStep) == image.bytes.count)
      }
    }
    #expect(refused > 20)
  }

  @Test("a block that claims much costs no more than its bytes")
  func bombs() {
    let decoder = ViewDecoder(Self.layout)
    let huge: [UInt8] = [0xFF, 0xFF, 0xFF, 0xFF, 0x07]
    let none: [UInt8] = [0, 0, 0]
    for block: [UInt8] in [
      // Two thousand million rows in each table.
      [2] + huge + huge + huge,
      // Rows that are no number of rows; as many as before.
      [2, 0xFF, 0xFF, 0xFF, 0xFF, 0x1F, 0, 0], [2] + none, [3], [],
    ] {
      #expect(decoder.decode(block, sampleCount: 1) == nil)
    }
    // A hundred thousand rows in one sample, none in a hundred thousand others: no product of both.
    var bytes: [UInt8] = [2, 0xA0, 0x8D, 0x06, 0, 0, 2] + none
    let others = 100_000
    bytes += [UInt8](repeating: 1, count: others - 1)
    bytes += [UInt8](repeating: 0, count: 4 * 100_000)
    let samples = decoder.decode(bytes, sampleCount: 1 + others)
    #expect(samples?.count == 1 + others)
    #expect(samples?.first??.rowCounts == [100_000, 0, 0])
  }

  // MARK: Another reader

  @Test(
    "a reader in Python, written from the format's page, finds the same numbers",
    .enabled(if: PythonReader.python != nil, "there is no python3 on the path"),
    arguments: seeds.prefix(3))
  func pythonReads(seed: UInt64) throws {
    let (images, bytes) = Self.sample(seed: seed)
    let decoded = try #require(ViewDecoder(Self.layout).decode(bytes, sampleCount: images.count))
    let question: [String: Any] = [
      "tables": [
        ["key", "position", "position", "angle"], ["position", "position"],
        ["position", "position"],
      ], "samples": images.count,
      "block": PythonReader.hexadecimal(bytes),
    ]
    let answer = try PythonReader.answer("view_reader.py", question)
    #expect(answer.count == decoded.count)
    for (index, poses) in decoded.enumerated() {
      let tables = answer[index] as? [[[Int64]]]
      #expect((tables == nil) == (poses == nil), "sample \(index)")
      guard let tables, let poses else { continue }
      var image = StateImage(rowCounts: poses.rowCounts)
      for row in tables[0] {
        let (cosine, sine) = ViewCodec.direction(row[3])
        image.append(UInt32(truncatingIfNeeded: row[0]))
        for units in row[1...2] { image.append(Float(ViewCodec.position(units: units))) }
        image.append(Float(cosine))
        image.append(Float(sine))
      }
      for row in tables[1] { for units in row { image.append(ViewCodec.position(units: units)) } }
      for row in tables[2] {
        image.append(Int32(ViewCodec.position(units: row[0])))
        image.append(UInt8(ViewCodec.position(units: row[1])))
      }
      #expect(image == poses, "seed \(seed), sample \(index)")
    }
  }
}
