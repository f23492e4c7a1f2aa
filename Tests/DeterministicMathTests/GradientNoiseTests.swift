import DeterministicMath
import TestSupport
import Testing

/// The noise of the reference, section C.12, bit for bit.
@Suite struct GradientNoiseTests {
  struct Golden: Sendable {
    var seed: UInt64
    var x, y, time, smoothness, speed: Double
    var expected: (Double, Double)
  }

  static let goldens: [Golden] = [
    Golden(
      seed: 1, x: 37.5, y: 112.25, time: 0, smoothness: 1, speed: 1,
      expected: (0.014213942554581499, -0.22093401384384048)),
    Golden(
      seed: 1, x: 37.5, y: 112.25, time: 0.5, smoothness: 1, speed: 1,
      expected: (0.29260513588030623, -0.26110867278877764)),
    Golden(
      seed: 1, x: 37.5, y: 112.25, time: 0.5, smoothness: 0, speed: 1,
      expected: (-0.088059490771721219, -0.022530320171321144)),
    Golden(
      seed: 1, x: -250, y: 80, time: 2.25, smoothness: 0.5, speed: 0,
      expected: (-0.051522064516129139, 0.11994012903225811)),
    Golden(
      seed: 42, x: 160, y: 284, time: 1, smoothness: 0.25, speed: 2,
      expected: (-0.02817588258832654, -0.18163140679980033)),
  ]

  @Test("UD-FLD-04 lattice hashes are those of the reference")
  func latticeHashes() {
    #expect(GradientNoise.latticeHash(1, 2, 3, 4) == 0x6BA6_BC0C_12CF_8DED)
    #expect(GradientNoise.latticeHash(1, -1, 0, 0) == 0xDE0A_564C_BCD0_60C4)
  }

  @Test("UD-FLD-04 noise vectors are those of the reference, bit for bit", arguments: goldens)
  func vectors(golden: Golden) {
    let vector = GradientNoise.vector(
      seed: golden.seed, x: golden.x, y: golden.y, time: golden.time,
      smoothness: golden.smoothness, animationSpeed: golden.speed)
    #expect(vector.x == golden.expected.0)
    #expect(vector.y == golden.expected.1)
  }
}

extension GradientNoiseTests {
  /// The reference's section C.12, items 3 and 4, written down once more, as plainly as possible.
  private func plainValue(_ seed: UInt64, _ x: Double, _ y: Double, _ z: Double) -> Double {
    let gradients: [(Double, Double, Double)] = [
      (1, 1, 0), (-1, 1, 0), (1, -1, 0), (-1, -1, 0), (1, 0, 1), (-1, 0, 1), (1, 0, -1),
      (-1, 0, -1), (0, 1, 1), (0, -1, 1), (0, 1, -1), (0, -1, -1),
    ]
    func lerp(_ a: Double, _ b: Double, _ t: Double) -> Double { a + t * (b - a) }
    func fade(_ t: Double) -> Double { t * t * t * (t * (t * 6 - 15) + 10) }
    let cell = (x.rounded(.down), y.rounded(.down), z.rounded(.down))
    func corner(_ i: Int64, _ j: Int64, _ k: Int64) -> Double {
      let hash = GradientNoise.latticeHash(
        seed, Int64(cell.0) + i, Int64(cell.1) + j, Int64(cell.2) + k)
      let g = gradients[Int(hash % 12)]
      return g.0 * (x - cell.0 - Double(i)) + g.1 * (y - cell.1 - Double(j))
        + g.2 * (z - cell.2 - Double(k))
    }
    let u = fade(x - cell.0)
    let v = fade(y - cell.1)
    let planes = [Int64(0), 1].map { k in
      lerp(
        lerp(corner(0, 0, k), corner(1, 0, k), u), lerp(corner(0, 1, k), corner(1, 1, k), u), v)
    }
    return min(1, max(-1, lerp(planes[0], planes[1], fade(z - cell.2))))
  }

  @Test("UD-FLD-04 noise equals a plain transcription of its definition, bit for bit")
  func plainTranscription() {
    for seed in UInt64(0)..<(Sample.isOptimized ? 2000 : 100) {
      var random = SplitMix(seed: seed)
      let size = [1.0, 10, 1000, 1e6, 1e12][Int(seed % 5)]
      for _ in 0..<20 {
        let x = Double.random(in: -size...size, using: &random)
        let y = Double.random(in: -size...size, using: &random)
        let z = Double.random(in: -10...10, using: &random)
        let value = GradientNoise.value(seed, x, y, z)
        #expect(value == plainValue(seed, x, y, z), "seed \(seed) at (\(x), \(y), \(z))")
        #expect(abs(value) <= 1, "seed \(seed) at (\(x), \(y), \(z))")
      }
    }
  }

  @Test("noise is zero on lattice points, on both sides of the origin")
  func latticePoints() {
    for i in -3...3 {
      for j in -3...3 {
        for k in -3...3 {
          #expect(GradientNoise.value(5, Double(i), Double(j), Double(k)) == 0)
        }
      }
    }
  }

  @Test("noise is continuous across cells, also at negative coordinates")
  func continuity() {
    var random = SplitMix(seed: 12)
    for _ in 0..<500 {
      let whole = Double(Int.random(in: -5...5, using: &random))
      let y = Double.random(in: -5...5, using: &random)
      let z = Double.random(in: -5...5, using: &random)
      let before = GradientNoise.value(3, whole - 1e-9, y, z)
      let after = GradientNoise.value(3, whole + 1e-9, y, z)
      #expect(abs(before - after) < 1e-8, "x = \(whole), y = \(y), z = \(z), seed 12")
    }
  }

  @Test("coordinates of any size, infinities and NaN give a number in −1 … 1")
  func hostileCoordinates() {
    let values: [Double] = [
      0, -0.0, .leastNonzeroMagnitude, -.leastNonzeroMagnitude, 0.3, -1e15, 4.5e15, 1e17, -1e19,
      .greatestFiniteMagnitude, .infinity, -.infinity, .nan,
    ]
    for x in values {
      for y in values {
        for z in values {
          #expect((-1...1).contains(GradientNoise.value(1, x, y, z)))
          let vector = GradientNoise.vector(
            seed: 1, x: x, y: y, time: z, smoothness: 0.5, animationSpeed: 3)
          #expect((-1...1).contains(vector.x) && (-1...1).contains(vector.y))
        }
      }
    }
    for smoothness in [-1, 2, .nan, .infinity, -.infinity] as [Double] {
      let vector = GradientNoise.vector(
        seed: 1, x: 3, y: 4, time: 5, smoothness: smoothness, animationSpeed: .infinity)
      #expect((-1...1).contains(vector.x))
    }
  }

  @Test("UD-FLD-16 same seed same pattern, other seed other pattern")
  func seeds() {
    func pattern(_ seed: UInt64) -> [Double] {
      (0..<100).map { index in
        GradientNoise.vector(
          seed: seed, x: Double(index) * 13.7, y: 50, time: 0.1, smoothness: 0.5,
          animationSpeed: 1
        ).x
      }
    }
    #expect(pattern(1) == pattern(1))
    for seed in UInt64(2)..<20 { #expect(pattern(1) != pattern(seed)) }
  }
}
