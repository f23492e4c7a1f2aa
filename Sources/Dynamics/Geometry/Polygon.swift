import DeterministicMath

/// Area, centroid and convexity of a closed run of points.
package struct PolygonMeasure {
  /// Positive when the points turn from +x to +y (clockwise on screen).
  package var signedArea: Double
  package var centroid: Point
  /// ∫ r² dA about the centroid, in pt⁴.
  package var secondMoment: Double

  /// - Precondition: at least three points.
  package init(_ points: [Point]) {
    let origin = points[0]
    var doubleArea = 0.0
    var cx = 0.0
    var cy = 0.0
    var moment = 0.0
    for i in 1..<(points.count - 1) {
      let a = points[i] - origin
      let b = points[i + 1] - origin
      let cross = a.cross(b)
      doubleArea += cross
      cx += cross * (a.dx + b.dx) / 3
      cy += cross * (a.dy + b.dy) / 3
      moment += cross * ((a.dot(a) + a.dot(b)) + b.dot(b)) / 12
    }
    signedArea = doubleArea / 2
    guard doubleArea != 0 else {
      centroid = origin
      secondMoment = 0
      return
    }
    let offset = Vector(dx: cx / doubleArea, dy: cy / doubleArea)
    centroid = origin + offset
    secondMoment = moment - signedArea * offset.dot(offset)
    if signedArea < 0 { secondMoment = -secondMoment }
  }
}

/// Whether the closed run turns one way only and once around, collinear points allowed.
///
/// One way at every corner excludes dents; one full turn (one change from falling to rising x)
/// excludes stars.
package func isConvex(_ points: [Point]) -> Bool {
  guard points.count >= 3 else { return false }
  let count = points.count
  var sign = 0.0
  var turns = 0
  var lastDirection = 0
  var firstDirection = 0
  for i in 0..<count {
    let a = points[i]
    let b = points[(i + 1) % count]
    let c = points[(i + 2) % count]
    let ab = b - a
    let bc = c - b
    let cross = ab.cross(bc)
    let scale = ab.length * bc.length
    if cross > 1e-9 * scale || cross < -1e-9 * scale {
      let s: Double = cross > 0 ? 1 : -1
      if sign == 0 { sign = s } else if sign != s { return false }
    } else if ab.dot(bc) < 0 {
      return false
    }
    let direction = ab.dx > 0 ? 1 : (ab.dx < 0 ? -1 : 0)
    if direction != 0 {
      if firstDirection == 0 { firstDirection = direction }
      if lastDirection != 0 && direction != lastDirection { turns += 1 }
      lastDirection = direction
    }
  }
  if lastDirection != firstDirection { turns += 1 }
  return sign != 0 && turns <= 2
}

/// The points without those that lie on the line between their neighbours.
package func withoutCollinear(_ points: [Point]) -> [Point] {
  var kept: [Point] = []
  let count = points.count
  for i in 0..<count {
    let before = points[(i + count - 1) % count]
    let here = points[i]
    let after = points[(i + 1) % count]
    let a = here - before
    let b = after - here
    let cross = a.cross(b)
    let scale = a.length * b.length
    if cross > 1e-9 * scale || cross < -1e-9 * scale { kept.append(here) }
  }
  return kept
}
