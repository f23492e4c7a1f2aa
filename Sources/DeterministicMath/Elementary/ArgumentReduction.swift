/// An angle brought into −π/4 … π/4.
struct ReducedAngle {
  /// The angle less the nearest multiple of π/2: `high + low`.
  var high: Double
  var low: Double
  /// That multiple, modulo 4, in the lowest two bits.
  var quadrant: UInt32

  @inline(__always)
  private init(high: Double, low: Double, quadrant: UInt32) {
    self.high = high
    self.low = low
    self.quadrant = quadrant
  }

  /// Reduces any finite angle; the relative error of `high + low` is below 2⁻⁶⁵.
  @inline(__always)
  init(_ x: Double) {
    if x.absolute <= 0.785_398_163_397_448_3 {
      self.init(high: x, low: 0, quadrant: 0)
    } else {
      self.init(large: x)
    }
  }

  /// Reduces an angle that came from a `Float`, to what a result in single precision needs.
  ///
  /// Cody–Waite with π/2 = 33 + 53 bits: the first product and difference are exact below 2¹⁹, and
  /// a `Float` keeps at least 2⁻³⁰ away from a multiple of π/2 there.
  @inline(__always)
  init(single x: Double) {
    if x.absolute < 524_288 {
      let (n, integer) = (x * 0.636_619_772_367_581_4).nearestInteger
      self.init(
        high: (x - n * 1.570_796_326_734_125_6) - n * 6.077_100_506_506_192e-11, low: 0,
        quadrant: UInt32(bitPattern: integer))
    } else {
      self.init(large: x)
    }
  }

  /// Exact reduction in integers, for `0.5 ≤ |x| < ∞`.
  ///
  /// With `x = m·2^e`, the bits of 2/π above 2^(2−e) only add whole turns; the next 192 are
  /// multiplied by `m`, which leaves 2 bits of quadrant and 137 good bits of fraction. No double
  /// comes closer than 2⁻⁶² to a multiple of π/2, so 75 bits or more remain.
  /// M. Payne and R. Hanek, "Radian reduction for trigonometric functions", SIGNUM 18 (1983).
  init(large x: Double) {
    let exponent = Int32(truncatingIfNeeded: x.bitPattern >> 52 & 0x7FF) &- 1075
    let m = x.bitPattern & 0x000F_FFFF_FFFF_FFFF | 0x0010_0000_0000_0000
    let position = exponent &+ 62
    let word = position &>> 6
    let shift = UInt64(truncatingIfNeeded: position & 63)
    let a = ReducedAngle.twoOverPi(word)
    let b = ReducedAngle.twoOverPi(word &+ 1)
    let c = ReducedAngle.twoOverPi(word &+ 2)
    let d = ReducedAngle.twoOverPi(word &+ 3)
    let w0 = a &<< shift | (b &>> 1) &>> (63 &- shift)
    let w1 = b &<< shift | (c &>> 1) &>> (63 &- shift)
    let w2 = c &<< shift | (d &>> 1) &>> (63 &- shift)

    let p2 = m.multipliedFullWidth(by: w2)
    let p1 = m.multipliedFullWidth(by: w1)
    let (r1, carry) = p1.low.addingReportingOverflow(p2.high)
    let r0 = (m &* w0) &+ p1.high &+ (carry ? 1 : 0)
    var f0 = r0 &<< 2 | r1 &>> 62
    var f1 = r1 &<< 2 | p2.low &>> 62
    var f2 = p2.low &<< 2
    var turns = UInt32(truncatingIfNeeded: r0 &>> 62)
    var negative = x.hasSignBit
    if f0 >> 63 == 1 {  // past the middle: the next multiple is nearer
      turns &+= 1
      negative.toggle()
      // No carry: 2¹⁸⁷ alone of all doubles has f2 = 0, and it lies before the middle.
      f2 = 0 &- f2
      f1 = ~f1
      f0 = ~f0
    }
    quadrant = x.hasSignBit ? 0 &- turns : turns

    let zeros = UInt64(truncatingIfNeeded: f0.leadingZeroBitCount)
    if zeros > 0 {  // below 64, as no double comes that close
      let up = 64 &- zeros
      f0 = f0 << zeros | f1 >> up
      f1 = f1 << zeros | f2 >> up
    }
    let unit = Double.powerOfTwo(-53 &- Int32(truncatingIfNeeded: zeros))
    let top = Double(Int64(truncatingIfNeeded: f0 >> 11)) * unit
    let rest =
      Double(Int64(truncatingIfNeeded: (f0 & 0x7FF) << 52 | f1 >> 12)) * unit
      * Double.powerOfTwo(-63)
    let product = WideDouble(product: top, 1.570_796_326_794_896_6)
    let sum = WideDouble(
      orderedSum: product.high,
      product.low + (top * 6.123_233_995_736_766e-17 + rest * 1.570_796_326_794_896_6))
    high = negative ? -sum.high : sum.high
    low = negative ? -sum.low : sum.low
  }

  /// The binary digits of 2/π, 64 in a word, after one word of zeros; as many as the largest double
  /// needs.
  private static func twoOverPi(_ word: Int32) -> UInt64 {
    switch word {
    case 1: 0xA2F9_836E_4E44_1529
    case 2: 0xFC27_57D1_F534_DDC0
    case 3: 0xDB62_9599_3C43_9041
    case 4: 0xFE51_63AB_DEBB_C561
    case 5: 0xB724_6E3A_424D_D2E0
    case 6: 0x0649_2EEA_09D1_921C
    case 7: 0xFE1D_EB1C_B129_A73E
    case 8: 0xE882_35F5_2EBB_4484
    case 9: 0xE99C_7026_B45F_7E41
    case 10: 0x3991_D639_8353_39F4
    case 11: 0x9C84_5F8B_BDF9_283B
    case 12: 0x1FF8_97FF_DE05_980F
    case 13: 0xEF2F_118B_5A0A_6D1F
    case 14: 0x6D36_7ECF_27CB_09B7
    case 15: 0x4F46_3F66_9E5F_EA2D
    case 16: 0x7527_BAC7_EBE5_F17B
    case 17: 0x3D07_39F7_8A52_92EA
    case 18: 0x6BFB_5FB1_1F8D_5D08
    case 19: 0x5603_3046_FC7B_6BAB
    default: 0
    }
  }
}
