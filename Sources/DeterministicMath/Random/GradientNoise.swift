/// Seeded, repeatable three-dimensional gradient noise: the pattern behind noise and turbulence
/// fields.
///
/// K. Perlin, "Improving noise", SIGGRAPH 2002, with a 64-bit hash of the lattice point in place
/// of the permutation table, so that every seed has a pattern of its own that does not repeat.
/// Everything is computed in double precision, in the written order.
public enum GradientNoise {
  /// Spreads the bits of `z` over the whole word; one to one.
  ///
  /// The finaliser of SplitMix64: G. Steele, D. Lea and C. Flood, "Fast splittable pseudorandom
  /// number generators", OOPSLA 2014.
  @inlinable @inline(__always)
  public static func finalize(_ z: UInt64) -> UInt64 {
    var z = z
    z ^= z >> 30
    z = z &* 0xBF58_476D_1CE4_E5B9
    z ^= z >> 27
    z = z &* 0x94D0_49BB_1331_11EB
    z ^= z >> 31
    return z
  }

  // What each lattice coordinate is multiplied by in the hash's argument.
  @inline(__always)
  static var factorX: UInt64 { 0x9E37_79B9_7F4A_7C15 }
  @inline(__always)
  static var factorY: UInt64 { 0xC2B2_AE3D_27D4_EB4F }
  @inline(__always)
  static var factorZ: UInt64 { 0x1656_67B1_9E37_79F9 }

  /// The hash of the lattice point (`i`, `j`, `k`).
  @inline(__always)
  public static func latticeHash(_ seed: UInt64, _ i: Int64, _ j: Int64, _ k: Int64) -> UInt64 {
    finalize(
      seed ^ (UInt64(bitPattern: i) &* factorX)
        ^ (UInt64(bitPattern: j) &* factorY)
        ^ (UInt64(bitPattern: k) &* factorZ))
  }

  /// Noise of one frequency at a point, −1 … 1; zero on every lattice point.
  ///
  /// The blend has continuous second derivatives.
  ///
  /// - Parameters: `x`, `y`, `z` in lattice cells. Beyond ±2⁵², where a double has no fraction, a
  ///   coordinate counts as ±2⁵²; one that is not a number counts as 0.
  /// - Complexity: eight hashes.
  public static func value(_ seed: UInt64, _ x: Double, _ y: Double, _ z: Double) -> Double {
    let (i, fx) = cell(x)
    let (j, fy) = cell(y)
    let (k, fz) = cell(z)
    let u = fade(fx)
    let v = fade(fy)
    let w = fade(fz)

    let xs = weighted(i, factorX)
    let ys = weighted(j, factorY)
    let zs = weighted(k, factorZ)
    let lowZ = seed ^ zs.0
    let highZ = seed ^ zs.1

    let low = lerp(
      lerp(
        slope(xs.0 ^ ys.0 ^ lowZ, fx, fy, fz),
        slope(xs.1 ^ ys.0 ^ lowZ, fx - 1, fy, fz), u),
      lerp(
        slope(xs.0 ^ ys.1 ^ lowZ, fx, fy - 1, fz),
        slope(xs.1 ^ ys.1 ^ lowZ, fx - 1, fy - 1, fz), u), v)
    let high = lerp(
      lerp(
        slope(xs.0 ^ ys.0 ^ highZ, fx, fy, fz - 1),
        slope(xs.1 ^ ys.0 ^ highZ, fx - 1, fy, fz - 1), u),
      lerp(
        slope(xs.0 ^ ys.1 ^ highZ, fx, fy - 1, fz - 1),
        slope(xs.1 ^ ys.1 ^ highZ, fx - 1, fy - 1, fz - 1), u), v)
    let result = lerp(low, high, w)
    return result > 1 ? 1 : (result < -1 ? -1 : result)
  }

  /// Five octaves of noise at a point of the plane, −1 … 1.
  ///
  /// - Parameters:
  ///   - seed: of the coarsest octave; each finer one adds 1, wrapping.
  ///   - x: in points; the coarsest lattice has cells of 100 points.
  ///   - y: likewise.
  ///   - time: in seconds.
  ///   - smoothness: 0 (all octaves alike) … 1 (the coarsest alone); clamped.
  ///   - animationSpeed: cells per second of the coarsest octave.
  public static func fractal(
    _ seed: UInt64, x: Double, y: Double, time: Double, smoothness: Double, animationSpeed: Double
  ) -> Double {
    let gain = smoothness > 0 ? (smoothness < 1 ? 1 - smoothness : 0) : 1
    var sum = 0.0
    var total = 0.0
    var weight = 1.0
    var scale = 1.0
    var octave: UInt64 = 0
    while octave < 5 && weight != 0 {
      sum +=
        weight
        * value(
          seed &+ octave, scale * x / 100, scale * y / 100, scale * time * animationSpeed)
      total += weight
      weight *= gain
      scale *= 2
      octave &+= 1
    }
    return sum / total
  }

  /// The noise vector at a point: two independent
  /// ``fractal(_:x:y:time:smoothness:animationSpeed:)`` patterns of one seed.
  ///
  /// - Complexity: 80 lattice hashes, or 16 when `smoothness` is 1.
  public static func vector(
    seed: UInt64, x: Double, y: Double, time: Double, smoothness: Double, animationSpeed: Double
  ) -> (x: Double, y: Double) {
    (
      fractal(
        finalize(seed), x: x, y: y, time: time, smoothness: smoothness,
        animationSpeed: animationSpeed),
      fractal(
        finalize(seed ^ 0xD1B5_4A32_D192_ED03), x: x, y: y, time: time, smoothness: smoothness,
        animationSpeed: animationSpeed)
    )
  }

  /// The whole part, rounded down, and the fraction in 0 ..< 1 (1 for tiny negative values).
  @inline(__always)
  static func cell(_ v: Double) -> (Int64, Double) {
    let limit = 4_503_599_627_370_496.0
    let bounded = v > limit ? limit : (v < -limit ? -limit : (v == v ? v : 0))
    let truncated = Int64(bounded)
    let whole = Double(truncated) > bounded ? truncated &- 1 : truncated
    return (whole, bounded - Double(whole))
  }

  /// What a lattice coordinate and the next one add to the hash's argument.
  @inline(__always)
  static func weighted(_ i: Int64, _ factor: UInt64) -> (UInt64, UInt64) {
    let first = UInt64(bitPattern: i) &* factor
    return (first, first &+ factor)
  }

  /// 6t⁵ − 15t⁴ + 10t³.
  @inline(__always)
  static func fade(_ t: Double) -> Double { t * t * t * (t * (t * 6 - 15) + 10) }

  @inline(__always)
  private static func lerp(_ a: Double, _ b: Double, _ t: Double) -> Double { a + t * (b - a) }

  /// The dot product of a corner's gradient with the way from that corner to the point.
  ///
  /// The twelve gradients point at the edges of a cube: ± one coordinate ± the next. Chosen with
  /// masks, because branches on a hash cannot be predicted: the gradient's number, the hash modulo
  /// 12, is `4·(t mod 3) + hash mod 4` with `t = hash >> 2`. The product with the inverse of 3 is
  /// `t/3`, rounded down, plus 0, 2/3 or 1/3 of 2⁶⁴ by remainder; with `t` below 2⁶² the top two
  /// bits tell which: 00 for 0, 10 for 1, 01 for 2.
  @inline(__always)
  private static func slope(_ key: UInt64, _ x: Double, _ y: Double, _ z: Double) -> Double {
    let hash = finalize(key)
    let third = (hash >> 2) &* 0xAAAA_AAAA_AAAA_AAAB
    let isTwo = 0 &- (third >> 62 & 1)
    let isNotZero = isTwo | (0 &- (third >> 63))
    let xs = x.bitPattern
    let ys = y.bitPattern
    let zs = z.bitPattern
    let a = xs ^ ((xs ^ ys) & isTwo) ^ (hash << 63)
    let b = ys ^ ((ys ^ zs) & isNotZero) ^ ((hash >> 1) << 63)
    return Double(bitPattern: a) + Double(bitPattern: b)
  }
}
