import DeterministicMath
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
