import DeterministicMath

/// The closest points of two segments.
struct ClosestPoints {
  var pointA: Vec2
  var pointB: Vec2
  /// 0 at a segment's start, 1 at its end.
  var fractionA: Float
  var fractionB: Float

  var isCornerA: Bool { fractionA == 0 || fractionA == 1 }
  var isCornerB: Bool { fractionB == 0 || fractionB == 1 }
}

/// The closest points of the segments p1–q1 and p2–q2.
///
/// Source: C. Ericson, "Real-Time Collision Detection", section 5.1.9.
func closestPoints(_ p1: Vec2, _ q1: Vec2, _ p2: Vec2, _ q2: Vec2) -> ClosestPoints {
  let d1 = q1 - p1
  let d2 = q2 - p2
  let r = p1 - p2
  let a = d1.lengthSquared
  let e = d2.lengthSquared
  let f = d2.dot(r)
  let tiny = Float.leastNormalMagnitude
  var s: Float = 0
  var t: Float = 0
  if a < tiny || e < tiny {
    if a >= tiny {
      s = clamp(-d1.dot(r) / a, 0, 1)
    } else if e >= tiny {
      t = clamp(f / e, 0, 1)
    }
  } else {
    let c = d1.dot(r)
    let b = d1.dot(d2)
    let denominator = a * e - b * b
    if denominator > 0 { s = clamp((b * f - c * e) / denominator, 0, 1) }
    t = (b * s + f) / e
    if t < 0 {
      t = 0
      s = clamp(-c / a, 0, 1)
    } else if t > 1 {
      t = 1
      s = clamp((b - c) / a, 0, 1)
    }
  }
  return ClosestPoints(pointA: p1 + s * d1, pointB: p2 + t * d2, fractionA: s, fractionB: t)
}
