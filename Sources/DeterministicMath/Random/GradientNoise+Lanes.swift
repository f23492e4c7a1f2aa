/// The noise of one seed at one time, evaluated at four places at once.
///
/// Gives the bits of ``GradientNoise/vector(seed:x:y:time:smoothness:animationSpeed:)``: the same
/// operations in the same order. What the places have in common (the third coordinate and the
/// weights) is computed once.
package struct NoisePattern {
  private var seed: UInt64 = 0
  private var time = 0.0
  private var smoothness = 0.0
  private var animationSpeed = 0.0
  private var octaveCount = 0
  private var total = 0.0
  private var weights = SIMD8<Double>()
  /// The third coordinate's fraction, and how far the blend along it has gone.
  private var fractions = SIMD8<Double>()
  private var blends = SIMD8<Double>()
  // Seed and third coordinate in the hash's argument: lower and upper corner, for each component.
  private var lowX = SIMD8<UInt64>()
  private var highX = SIMD8<UInt64>()
  private var lowY = SIMD8<UInt64>()
  private var highY = SIMD8<UInt64>()

  /// No noise at all: only to hold the place of one.
  package init() {}

  /// For the parameters see ``GradientNoise``.
  package init(seed: UInt64, time: Double, smoothness: Double, animationSpeed: Double) {
    self.seed = seed
    self.time = time
    self.smoothness = smoothness
    self.animationSpeed = animationSpeed
    let seedX = GradientNoise.finalize(seed)
    let seedY = GradientNoise.finalize(seed ^ 0xD1B5_4A32_D192_ED03)
    let gain = smoothness > 0 ? (smoothness < 1 ? 1 - smoothness : 0) : 1
    var weight = 1.0
    var scale = 1.0
    while octaveCount < 5 && weight != 0 {
      let octave = UInt64(octaveCount)
      let (k, fraction) = GradientNoise.cell(scale * time * animationSpeed)
      let zs = GradientNoise.weighted(k, GradientNoise.factorZ)
      weights[octaveCount] = weight
      fractions[octaveCount] = fraction
      blends[octaveCount] = GradientNoise.fade(fraction)
      lowX[octaveCount] = (seedX &+ octave) ^ zs.0
      highX[octaveCount] = (seedX &+ octave) ^ zs.1
      lowY[octaveCount] = (seedY &+ octave) ^ zs.0
      highY[octaveCount] = (seedY &+ octave) ^ zs.1
      total += weight
      weight *= gain
      scale *= 2
      octaveCount += 1
    }
  }

  /// The noise vectors at four places, in points.
  ///
  /// Lanes serve up to 10¹² points, where cells are exact in every octave, and down to 10⁻³⁰⁰,
  /// where scaling by a power of two commutes with the division; what lies beyond is left to the
  /// function for one place, and so are two places or fewer.
  ///
  /// - Parameter lanes: one bit for each place that is wanted; the others' results mean nothing.
  package func vectors(
    x: DoubleLanes, y: DoubleLanes, lanes: UInt32
  ) -> (x: DoubleLanes, y: DoubleLanes) {
    // Fewer than three bits: at most one is left without the lowest.
    let rest = lanes & (lanes &- 1)
    let isFew = rest & (rest &- 1) == 0
    guard !isFew && NoisePattern.isOrdinary(x) && NoisePattern.isOrdinary(y) else {
      return vectorsOneByOne(x.simd, y.simd, lanes)
    }
    var cellX = x / DoubleLanes(all: 100)
    var cellY = y / DoubleLanes(all: 100)
    var sumX = DoubleLanes(all: 0)
    var sumY = DoubleLanes(all: 0)
    var octave = 0
    while octave < octaveCount {
      let corner = NoiseCorners(x: cellX, y: cellY, z: fractions[octave], blend: blends[octave])
      let weight = DoubleLanes(all: weights[octave])
      sumX = sumX + weight * corner.value(low: lowX[octave], high: highX[octave])
      sumY = sumY + weight * corner.value(low: lowY[octave], high: highY[octave])
      cellX = cellX + cellX
      cellY = cellY + cellY
      octave &+= 1
    }
    return (sumX / DoubleLanes(all: total), sumY / DoubleLanes(all: total))
  }

  /// Whether all lanes are 10⁻³⁰⁰ … 10¹² in size, or zero.
  @inline(__always)
  private static func isOrdinary(_ x: DoubleLanes) -> Bool {
    let size = x.magnitude
    let zero = DoubleLanes(all: 0)
    let tiny = DoubleLanes.mask(size, atMost: DoubleLanes(all: 1e-300))
    return DoubleLanes.mask(size, atMost: DoubleLanes(all: 1e12)) == 15
      && tiny == DoubleLanes.mask(size, atMost: zero)
  }

  @inline(never)
  private func vectorsOneByOne(
    _ x: SIMD4<Double>, _ y: SIMD4<Double>, _ lanes: UInt32
  ) -> (x: DoubleLanes, y: DoubleLanes) {
    var nx = SIMD4<Double>()
    var ny = SIMD4<Double>()
    for lane in 0..<4 where lanes >> UInt32(lane) & 1 == 1 {
      let n = GradientNoise.vector(
        seed: seed, x: x[lane], y: y[lane], time: time, smoothness: smoothness,
        animationSpeed: animationSpeed)
      nx[lane] = n.x
      ny[lane] = n.y
    }
    return (DoubleLanes(nx), DoubleLanes(ny))
  }
}

/// The corners of four lattice cells.
private struct NoiseCorners {
  // Ways from the lower and the upper corner to the place.
  let x0, x1, y0, y1, z0, z1: DoubleLanes
  let u, v, w: DoubleLanes
  // What the corners' first two coordinates add to the hash's argument.
  let key00, key10, key01, key11: WordLanes

  @inline(__always)
  init(x: DoubleLanes, y: DoubleLanes, z: Double, blend: Double) {
    let one = DoubleLanes(all: 1)
    let (i, fx) = NoiseCorners.cell(x)
    let (j, fy) = NoiseCorners.cell(y)
    x0 = fx
    x1 = fx - one
    y0 = fy
    y1 = fy - one
    z0 = DoubleLanes(all: z)
    z1 = DoubleLanes(all: z) - one
    u = NoiseCorners.fade(fx)
    v = NoiseCorners.fade(fy)
    w = DoubleLanes(all: blend)
    let lowI = i * WordLanes(all: GradientNoise.factorX)
    let lowJ = j * WordLanes(all: GradientNoise.factorY)
    let highI = lowI + WordLanes(all: GradientNoise.factorX)
    let highJ = lowJ + WordLanes(all: GradientNoise.factorY)
    key00 = lowI ^ lowJ
    key10 = highI ^ lowJ
    key01 = lowI ^ highJ
    key11 = highI ^ highJ
  }

  @inline(__always)
  func value(low: UInt64, high: UInt64) -> DoubleLanes {
    let below = plane(WordLanes(all: low), z0)
    let above = plane(WordLanes(all: high), z1)
    let result = NoiseCorners.lerp(below, above, w)
    let one = DoubleLanes(all: 1)
    let least = DoubleLanes(all: -1)
    return .select(result, isAbove: one, one, .select(least, isAbove: result, least, result))
  }

  @inline(__always)
  private func plane(_ key: WordLanes, _ z: DoubleLanes) -> DoubleLanes {
    NoiseCorners.lerp(
      NoiseCorners.lerp(
        NoiseCorners.slope(key00 ^ key, x0, y0, z), NoiseCorners.slope(key10 ^ key, x1, y0, z), u),
      NoiseCorners.lerp(
        NoiseCorners.slope(key01 ^ key, x0, y1, z), NoiseCorners.slope(key11 ^ key, x1, y1, z), u),
      v)
  }

  /// The whole part, rounded down, and the fraction: adding 1.5·2⁵² leaves the nearest integer in
  /// the low bits.
  @inline(__always)
  private static func cell(_ x: DoubleLanes) -> (WordLanes, DoubleLanes) {
    let shift = DoubleLanes(all: 6_755_399_441_055_744)
    let nearest = (x + shift) - shift
    let whole = DoubleLanes.select(nearest, isAbove: x, nearest - DoubleLanes(all: 1), nearest)
    return ((whole + shift).words - shift.words, x - whole)
  }

  @inline(__always)
  private static func fade(_ t: DoubleLanes) -> DoubleLanes {
    t * t * t * (t * (t * DoubleLanes(all: 6) - DoubleLanes(all: 15)) + DoubleLanes(all: 10))
  }

  @inline(__always)
  private static func lerp(_ a: DoubleLanes, _ b: DoubleLanes, _ t: DoubleLanes) -> DoubleLanes {
    a + t * (b - a)
  }

  /// The dot product of a corner's gradient with the way from that corner to the place.
  ///
  /// The gradient's number, the hash `z` modulo 12, is `4·((z >> 2) mod 3) + z mod 4`. Powers of 4
  /// are 1 modulo 3, so that the digits of `z >> 2` to base 2³² and then 2¹⁶ may be added up; a
  /// third of that sum (below 2¹⁸) in units of 2⁻³² has the remainder in its top two fraction bits:
  /// 00, 01 or 10.
  @inline(__always)
  private static func slope(
    _ key: WordLanes, _ x: DoubleLanes, _ y: DoubleLanes, _ z: DoubleLanes
  ) -> DoubleLanes {
    let hash = finalize(key)
    let quarter = hash >> 2
    let folded = (quarter & WordLanes(all: 0xFFFF_FFFF)) + (quarter >> 32)
    let sum = (folded & WordLanes(all: 0xFFFF)) + (folded >> 16)
    let third = (sum * WordLanes(all: 0x5555_5556)) << 32
    let isTwo = third.signMask
    let isNotZero = (third | (third << 1)).signMask
    let xs = x.words
    let ys = y.words
    let zs = z.words
    let a = xs ^ ((xs ^ ys) & isTwo)
    let b = ys ^ ((ys ^ zs) & isNotZero)
    let sign = WordLanes(all: 0x8000_0000_0000_0000)
    return (a ^ (hash << 63)).doubles + (b ^ ((hash << 62) & sign)).doubles
  }

  /// ``GradientNoise/finalize(_:)``.
  @inline(__always)
  private static func finalize(_ key: WordLanes) -> WordLanes {
    var z = key
    z = z ^ (z >> 30)
    z = z * WordLanes(all: 0xBF58_476D_1CE4_E5B9)
    z = z ^ (z >> 27)
    z = z * WordLanes(all: 0x94D0_49BB_1331_11EB)
    return z ^ (z >> 31)
  }
}
