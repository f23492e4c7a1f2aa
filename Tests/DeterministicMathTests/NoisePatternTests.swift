import DeterministicMath
import TestSupport
import Testing

/// Noise at four places at once against noise at one, to the bit.
@Suite struct NoisePatternTests {
  private func number(_ random: inout SplitMix, _ size: Double) -> Double {
    size * (2 * RandomWord(random.next()).unitDouble - 1)
  }

  @Test("UD-FLD-04 noise in lanes has the bits of noise at one place")
  func lanes() {
    var difference: String?
    for seed in 0..<UInt64(20_000) where difference == nil {
      var random = SplitMix(seed: seed)
      let sizes: [Double] = [1, 100, 1000, 1e6, 1e11, 1e13, 1e-290, 0x1p-1030]
      let size = seed % 3 == 0 ? sizes[Int(random.next() % 8)] : 1000
      var x = SIMD4<Double>()
      var y = SIMD4<Double>()
      for lane in 0..<4 {
        x[lane] = number(&random, size)
        y[lane] = number(&random, size)
      }
      if seed % 7 == 0 { x[0] = 100 * Double(Int(number(&random, 50))) }
      if seed % 11 == 0 { y[3] = -0.0 }
      if seed % 101 == 0 { y[1] = .infinity }
      let smoothness = [0, 1, 0.25, number(&random, 1)][Int(random.next() % 4)]
      let time = [0, number(&random, 1e3), number(&random, 1e17)][Int(random.next() % 3)]
      let speed = [0, 1, number(&random, 9)][Int(random.next() % 3)]
      let own = random.next()
      let pattern = NoisePattern(
        seed: own, time: time, smoothness: smoothness, animationSpeed: speed)
      let lanes = seed % 2 == 0 ? 15 : UInt32(truncatingIfNeeded: random.next() % 16)
      let found = pattern.vectors(x: DoubleLanes(x), y: DoubleLanes(y), lanes: lanes)
      for lane in 0..<4 where lanes >> UInt32(lane) & 1 == 1 {
        let expected = GradientNoise.vector(
          seed: own, x: x[lane], y: y[lane], time: time, smoothness: smoothness,
          animationSpeed: speed)
        let pair = (found.x.simd[lane], found.y.simd[lane])
        if pair.0.bitPattern != expected.x.bitPattern || pair.1.bitPattern != expected.y.bitPattern
        {
          difference = "seed \(seed), lane \(lane): \(pair) instead of \(expected)"
        }
      }
    }
    #expect(difference == nil)
  }
}
