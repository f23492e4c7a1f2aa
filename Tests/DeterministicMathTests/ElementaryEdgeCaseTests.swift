import DeterministicMath
import TestSupport
import Testing

/// NaN, infinities, signed zeros and the limits of the domains, to the bit.
@Suite struct ElementaryEdgeCaseTests {
  struct Case: Sendable, CustomTestStringConvertible {
    var call: String
    var result: Double
    var expected: Double
    var testDescription: String { call }

    init(_ call: String, _ result: Double, _ expected: Double) {
      self.call = call
      self.result = result
      self.expected = expected
    }
  }

  private static let inf = Double.infinity
  private static let tiny = Double.leastNonzeroMagnitude

  static let unary: [Case] = [
    Case("sin(+0)", Elementary.sin(0.0), 0), Case("sin(-0)", Elementary.sin(-0.0), -0.0),
    Case("sin(inf)", Elementary.sin(inf), .nan), Case("sin(-inf)", Elementary.sin(-inf), .nan),
    Case("sin(nan)", Elementary.sin(Double.nan), .nan),
    Case("sin(tiny)", Elementary.sin(-tiny), -tiny),
    Case("cos(-0)", Elementary.cos(-0.0), 1), Case("cos(inf)", Elementary.cos(inf), .nan),
    Case("cos(tiny)", Elementary.cos(tiny), 1), Case("cos(nan)", Elementary.cos(Double.nan), .nan),
    Case("tan(-0)", Elementary.tan(-0.0), -0.0), Case("tan(inf)", Elementary.tan(inf), .nan),
    Case("tan(pi/2)", Elementary.tan(1.5707963267948966), 1.633123935319537e16),
    Case("asin(-0)", Elementary.asin(-0.0), -0.0),
    Case("asin(1)", Elementary.asin(1.0), 1.5707963267948966),
    Case("asin(-1)", Elementary.asin(-1.0), -1.5707963267948966),
    Case("asin(1+)", Elementary.asin((1.0).nextUp), .nan),
    Case("asin(nan)", Elementary.asin(Double.nan), .nan),
    Case("acos(1)", Elementary.acos(1.0), 0),
    Case("acos(-1)", Elementary.acos(-1.0), 3.141592653589793),
    Case("acos(0)", Elementary.acos(-0.0), 1.5707963267948966),
    Case("acos(-1-)", Elementary.acos((-1.0).nextDown), .nan),
    Case("atan(-0)", Elementary.atan(-0.0), -0.0),
    Case("atan(inf)", Elementary.atan(inf), 1.5707963267948966),
    Case("atan(-inf)", Elementary.atan(-inf), -1.5707963267948966),
    Case("atan(nan)", Elementary.atan(Double.nan), .nan),
    Case("exp(0)", Elementary.exp(-0.0), 1), Case("exp(inf)", Elementary.exp(inf), inf),
    Case("exp(-inf)", Elementary.exp(-inf), 0), Case("exp(nan)", Elementary.exp(Double.nan), .nan),
    Case("exp(709.78)", Elementary.exp(709.782712893384), 1.7976931348622732e308),
    Case("exp(709.79)", Elementary.exp(709.79), inf),
    Case("exp(-745.13)", Elementary.exp(-745.13), tiny),
    Case("exp(-745.14)", Elementary.exp(-745.14), 0),
    Case("log(0)", Elementary.log(0.0), -inf), Case("log(-0)", Elementary.log(-0.0), -inf),
    Case("log(1)", Elementary.log(1.0), 0), Case("log(inf)", Elementary.log(inf), inf),
    Case("log(-1)", Elementary.log(-1.0), .nan), Case("log(nan)", Elementary.log(Double.nan), .nan),
    Case("log(tiny)", Elementary.log(tiny), -744.4400719213812),
  ]

  static let binary: [Case] = [
    Case("atan2(+0, 1)", Elementary.atan2(0.0, 1), 0),
    Case("atan2(-0, 1)", Elementary.atan2(-0.0, 1), -0.0),
    Case("atan2(+0, +0)", Elementary.atan2(0.0, 0), 0),
    Case("atan2(-0, +0)", Elementary.atan2(-0.0, 0), -0.0),
    Case("atan2(+0, -0)", Elementary.atan2(0.0, -0.0), 3.141592653589793),
    Case("atan2(-0, -0)", Elementary.atan2(-0.0, -0.0), -3.141592653589793),
    Case("atan2(+0, -1)", Elementary.atan2(0.0, -1), 3.141592653589793),
    Case("atan2(-0, -1)", Elementary.atan2(-0.0, -1), -3.141592653589793),
    Case("atan2(1, +0)", Elementary.atan2(1.0, 0), 1.5707963267948966),
    Case("atan2(-1, -0)", Elementary.atan2(-1.0, -0.0), -1.5707963267948966),
    Case("atan2(1, inf)", Elementary.atan2(1, inf), 0),
    Case("atan2(-1, inf)", Elementary.atan2(-1, inf), -0.0),
    Case("atan2(1, -inf)", Elementary.atan2(1, -inf), 3.141592653589793),
    Case("atan2(inf, 1)", Elementary.atan2(inf, 1), 1.5707963267948966),
    Case("atan2(-inf, -1)", Elementary.atan2(-inf, -1), -1.5707963267948966),
    Case("atan2(inf, inf)", Elementary.atan2(inf, inf), 0.7853981633974483),
    Case("atan2(inf, -inf)", Elementary.atan2(inf, -inf), 2.356194490192345),
    Case("atan2(-inf, -inf)", Elementary.atan2(-inf, -inf), -2.356194490192345),
    Case("atan2(nan, 0)", Elementary.atan2(.nan, 0.0), .nan),
    Case("atan2(0, nan)", Elementary.atan2(0.0, .nan), .nan),
    Case("atan2(huge, tiny)", Elementary.atan2(1e308, -tiny), 1.5707963267948966),
    Case("atan2(tiny, huge)", Elementary.atan2(-tiny, 1e308), -0.0),

    Case("pow(nan, 0)", Elementary.pow(.nan, 0.0), 1),
    Case("pow(1, nan)", Elementary.pow(1.0, .nan), 1),
    Case("pow(nan, 1)", Elementary.pow(.nan, 1.0), .nan),
    Case("pow(2, nan)", Elementary.pow(2.0, .nan), .nan),
    Case("pow(-1, inf)", Elementary.pow(-1, inf), 1),
    Case("pow(-1, -inf)", Elementary.pow(-1, -inf), 1),
    Case("pow(0.5, inf)", Elementary.pow(0.5, inf), 0),
    Case("pow(0.5, -inf)", Elementary.pow(0.5, -inf), inf),
    Case("pow(-2, inf)", Elementary.pow(-2, inf), inf),
    Case("pow(-2, -inf)", Elementary.pow(-2, -inf), 0),
    Case("pow(0, 3)", Elementary.pow(0.0, 3), 0), Case("pow(-0, 3)", Elementary.pow(-0.0, 3), -0.0),
    Case("pow(-0, 2)", Elementary.pow(-0.0, 2), 0),
    Case("pow(-0, 2.5)", Elementary.pow(-0.0, 2.5), 0),
    Case("pow(-0, -3)", Elementary.pow(-0.0, -3), -inf),
    Case("pow(-0, -2)", Elementary.pow(-0.0, -2), inf),
    Case("pow(0, inf)", Elementary.pow(0, inf), 0),
    Case("pow(0, -inf)", Elementary.pow(0, -inf), inf),
    Case("pow(-inf, 3)", Elementary.pow(-inf, 3), -inf),
    Case("pow(-inf, 2)", Elementary.pow(-inf, 2), inf),
    Case("pow(-inf, -3)", Elementary.pow(-inf, -3), -0.0),
    Case("pow(-inf, -2.5)", Elementary.pow(-inf, -2.5), 0),
    Case("pow(inf, 0.5)", Elementary.pow(inf, 0.5), inf),
    Case("pow(-8, 1/3)", Elementary.pow(-8.0, 1.0 / 3), .nan),
    Case("pow(-2, 3)", Elementary.pow(-2.0, 3), -8),
    Case("pow(-2, 4)", Elementary.pow(-2.0, 4), 16),
    Case("pow(-2, -1)", Elementary.pow(-2.0, -1), -0.5),
    Case("pow(2, 1023)", Elementary.pow(2.0, 1023), 0x1p1023),
    Case("pow(2, 1024)", Elementary.pow(2.0, 1024), inf),
    Case("pow(2, -1074)", Elementary.pow(2.0, -1074), tiny),
    Case("pow(2, -1080)", Elementary.pow(2.0, -1080), 0),
    Case("pow(-2, -1075.0)", Elementary.pow(-2.0, -1077), -0.0),
    Case("pow(10, 22)", Elementary.pow(10.0, 22), 1e22),
    Case("pow(3, 20)", Elementary.pow(3.0, 20), 3_486_784_401),
    Case("pow(1+, 1e300)", Elementary.pow((1.0).nextUp, 1e300), inf),
    Case("pow(1-, 1e300)", Elementary.pow((1.0).nextDown, 1e300), 0),
    Case("pow(-1, 2^53+1)", Elementary.pow(-1.0, 9_007_199_254_740_991), -1),
    Case("pow(-1, 1e300)", Elementary.pow(-1.0, 1e300), 1),
    Case("pow(7, tiny)", Elementary.pow(7.0, tiny), 1),
    Case("pow(9, 0.5)", Elementary.pow(9.0, 0.5), 3),
    Case("pow(tiny, 1)", Elementary.pow(tiny, 1), tiny),
  ]

  @Test("one argument", arguments: unary)
  func oneArgument(_ edge: Case) { expectSame(edge) }

  @Test("two arguments", arguments: binary)
  func twoArguments(_ edge: Case) { expectSame(edge) }

  private func expectSame(_ edge: Case) {
    if edge.expected.isNaN {
      #expect(edge.result.isNaN)
    } else {
      #expect(edge.result.bitPattern == edge.expected.bitPattern, "\(edge.result)")
    }
  }

  @Test("single precision keeps zeros, infinities and NaN")
  func single() {
    #expect(Elementary.sin(-Float(0)).bitPattern == (-Float(0)).bitPattern)
    #expect(Elementary.tan(-Float(0)).bitPattern == (-Float(0)).bitPattern)
    #expect(Elementary.sincos(Float.infinity).sine.isNaN)
    #expect(Elementary.cos(Float.nan).isNaN)
    #expect(Elementary.exp(Float(89)) == .infinity)
    #expect(Elementary.exp(Float(-104)) == 0)
    #expect(Elementary.log(Float(0)) == -.infinity)
    #expect(Elementary.pow(Float(-2), Float(3)) == -8)
    #expect(Elementary.atan2(-Float(0), Float(-1)) == -3.1415927)
  }

  @Test("sine and cosine together are those taken alone")
  func pairs() {
    var random = SplitMix(seed: 11)
    for _ in 0..<10_000 {
      let word = random.next()
      let x = Double(bitPattern: word)
      if x.isFinite {
        let pair = Elementary.sincos(x)
        #expect(pair.sine.bitPattern == Elementary.sin(x).bitPattern, "sin(\(x)), seed 11")
        #expect(pair.cosine.bitPattern == Elementary.cos(x).bitPattern, "cos(\(x)), seed 11")
      }
      let y = Float(bitPattern: UInt32(truncatingIfNeeded: word))
      if y.isFinite {
        let pair = Elementary.sincos(y)
        #expect(pair.sine.bitPattern == Elementary.sin(y).bitPattern, "sin(\(y)), seed 11")
        #expect(pair.cosine.bitPattern == Elementary.cos(y).bitPattern, "cos(\(y)), seed 11")
      }
    }
  }

  @Test("rounding to whole numbers: ties to even, no trap")
  func wholeNumbers() {
    let cases: [(Double, Int64)] = [
      (0, 0), (-0.0, 0), (0.5, 0), (1.5, 2), (2.5, 2), (-0.5, 0), (-1.5, -2), (-2.5, -2),
      (0.49999999999999994, 0), (4_503_599_627_370_495.5, 4_503_599_627_370_496),
      (4_503_599_627_370_494.5, 4_503_599_627_370_494),
      (-4_503_599_627_370_497, -4_503_599_627_370_497),
      (1e300, 1 << 62), (-1e300, -(1 << 62)), (.infinity, 1 << 62), (.nan, 0),
      (.leastNonzeroMagnitude, 0),
    ]
    for (x, expected) in cases { #expect(nearestInt64(x) == expected, "\(x)") }
    var random = SplitMix(seed: 3)
    for _ in 0..<10_000 {
      let x = Double.random(in: -1e17...1e17, using: &random) / Double(1 << (random.next() % 50))
      #expect(nearestInt64(x) == Int64(x.rounded(.toNearestOrEven)), "\(x), seed 3")
    }
  }
}
