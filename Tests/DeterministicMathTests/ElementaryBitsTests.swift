import DeterministicMath
import TestSupport
import Testing

/// The exact bits of every function, as digests of many results: no build, optimisation level or
/// processor may change one. (The error bounds alone would let a fused multiply-add pass.)
///
/// A change of an algorithm changes these digests, and with them every recording.
@Suite struct ElementaryBitsTests {
  struct Case: Sendable, CustomTestStringConvertible {
    var name: String
    var golden: String
    /// The bits of one result for a random word.
    var bits: @Sendable (UInt64) -> UInt64
    var testDescription: String { name }

    init(
      _ name: String, _ golden: String, _ range: ClosedRange<Double>,
      _ function: @escaping @Sendable (Double) -> Double
    ) {
      self.name = name
      self.golden = golden
      bits = { function(RandomWord($0).uniform(in: range)).bitPattern }
    }

    init(
      _ name: String, _ golden: String, _ range: ClosedRange<Float>,
      _ function: @escaping @Sendable (Float) -> Float
    ) {
      self.name = name
      self.golden = golden
      bits = { UInt64(function(RandomWord($0).uniform(in: range)).bitPattern) }
    }
  }

  static let cases: [Case] = [
    Case("sin Double", "8eda24d67a949ee016493cf36ff71771", -10.0...10) { Elementary.sin($0) },
    Case("sin huge", "571e4f1402a40f17ff5e8d131ed47de2", -1e300...1e300) { Elementary.sin($0) },
    Case("cos Double", "15e5101e1c1fd7fb367b3c94ea5f3386", -10.0...10) { Elementary.cos($0) },
    Case("tan Double", "f302c194f1a20d18914325b035ed32bc", -10.0...10) { Elementary.tan($0) },
    Case("asin Double", "4e5fbb88772569560a261b6470a7e052", -1.0...1) { Elementary.asin($0) },
    Case("acos Double", "9084009a9e3426e5467a00f287bd0c56", -1.0...1) { Elementary.acos($0) },
    Case("atan Double", "d7b5eb8b09f288d4629062f6887c5644", -5.0...5) { Elementary.atan($0) },
    Case("atan2 Double", "1893d167e63954381f50e8e66eb460b0", -5.0...5) {
      Elementary.atan2($0, -1.5)
    },
    Case("exp Double", "f6d8829f3165fecf43e7b5ac1b0d588e", -750.0...750) { Elementary.exp($0) },
    Case("log Double", "eb4a391a533a209293a0aa49d79ab61a", 0.0...10) { Elementary.log($0) },
    Case("pow Double", "7ef7e83434eb66a71497760054cefe28", 0.0...10) { Elementary.pow($0, -2.25) },
    Case("sin Float", "5e7cf3e7d6a8bdde0269e01fec453839", Float(-10)...10) { Elementary.sin($0) },
    Case("cos Float", "ea0a10e4b88da4e74cad11f4ad044442", Float(-1e20)...1e20) {
      Elementary.cos($0)
    },
    Case("tan Float", "a9d07b277e07e7f91e73165152125b00", Float(-10)...10) { Elementary.tan($0) },
    Case("acos Float", "1e3dc7c68362543029c2c18258f35df8", Float(-1)...1) { Elementary.acos($0) },
    Case("atan2 Float", "ac8996941218d78d08bf0f7813258d46", Float(-5)...5) {
      Elementary.atan2($0, -1.5)
    },
    Case("exp Float", "a38616737219686594e043a3fea46c68", Float(-100)...90) { Elementary.exp($0) },
    Case("log Float", "8810b458b08133a6e5da4e7e4fd9bf50", Float(0)...10) { Elementary.log($0) },
    Case("pow Float", "974d0afba00f6f4d69b41e931b3e7aaf", Float(0)...10) {
      Elementary.pow($0, -2.25)
    },
    Case("noise", "680f99c3f3f0b04c5f410829277b9360", -1000.0...1000) {
      GradientNoise.fractal(
        7, x: $0, y: 0.25 * $0, time: 0.01 * $0, smoothness: 0.3, animationSpeed: 1.5)
    },
  ]

  @Test("the bits of 20,000 results", arguments: cases)
  func bits(_ function: Case) {
    var random = SplitMix(seed: 41)
    var hash = RecordHash(tag: 0, row: 0)
    for _ in 0..<20_000 { hash.feed(function.bits(random.next())) }
    #expect(hash.finish().description == function.golden)
  }

  @Test("the bits of normal numbers and unit vectors")
  func randomBits() {
    var draws = RandomStream(seed: 41, stream: "bits").draws(step: 0)
    var hash = RecordHash(tag: 0, row: 0)
    for _ in 0..<10_000 {
      hash.feed(draws.gaussian().bitPattern)
      let v = draws.unitVector()
      hash.feed(UInt64(v.x.bitPattern) << 32 | UInt64(v.y.bitPattern))
    }
    #expect(hash.finish().description == "8caaf005bcd37a2bb6b039f9c8e40016")
  }
}
