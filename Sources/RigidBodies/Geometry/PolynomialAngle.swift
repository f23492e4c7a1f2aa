import DeterministicMath

/// The angle of a rotation in −π…π, to about 2e-6 rad.
///
/// A polynomial for atan on 0…1 (Abramowitz and Stegun, 4.4.49), then octants.
func polynomialAngle(_ rotation: Rotation) -> Float {
  let x = magnitude(rotation.cosine)
  let y = magnitude(rotation.sine)
  let big = larger(x, y)
  if big == 0 { return 0 }
  let t = smaller(x, y) / big
  let z = t * t
  var p: Float = 0.002_866_225_7
  p = p * z - 0.016_165_737
  p = p * z + 0.042_909_614
  p = p * z - 0.075_289_640
  p = p * z + 0.106_562_640
  p = p * z - 0.142_088_994
  p = p * z + 0.199_935_508
  p = p * z - 0.333_331_453
  p = p * z + 1
  var result = t * p
  if y > x { result = 1.570_796_4 - result }
  if rotation.cosine < 0 { result = 3.141_592_7 - result }
  return rotation.sine < 0 ? -result : result
}

/// Eight angles, lane by lane the same bits as ``polynomialAngle(_:)``.
@inline(__always)
func polynomialAngles(cosine: Lanes, sine: Lanes) -> Lanes {
  let zero = Lanes(all: 0)
  let x = Lanes.select(zero, isAbove: cosine, zero - cosine, cosine)
  let y = Lanes.select(zero, isAbove: sine, zero - sine, sine)
  let big = Lanes.larger(x, y)
  let small = Lanes.smaller(x, y)
  let t = Lanes.select(big, isAbove: zero, small / big, zero)
  let z = t * t
  var p = Lanes(all: 0.002_866_225_7)
  p = p * z - Lanes(all: 0.016_165_737)
  p = p * z + Lanes(all: 0.042_909_614)
  p = p * z - Lanes(all: 0.075_289_640)
  p = p * z + Lanes(all: 0.106_562_640)
  p = p * z - Lanes(all: 0.142_088_994)
  p = p * z + Lanes(all: 0.199_935_508)
  p = p * z - Lanes(all: 0.333_331_453)
  p = p * z + Lanes(all: 1)
  var result = t * p
  result = Lanes.select(y, isAbove: x, Lanes(all: 1.570_796_4) - result, result)
  result = Lanes.select(zero, isAbove: cosine, Lanes(all: 3.141_592_7) - result, result)
  return Lanes.select(zero, isAbove: sine, zero - result, result)
}

/// Differences of two angles brought into −π…π.
@inline(__always)
func unwoundOnce(_ angle: Lanes) -> Lanes {
  let half = Lanes(all: 3.141_592_7)
  let whole = Lanes(all: 6.283_185_5)
  let down = Lanes.select(angle, isAbove: half, angle - whole, angle)
  return Lanes.select(Lanes(all: 0) - half, isAbove: angle, angle + whole, down)
}
