import DeterministicMath

/// An edge of a chain, in the frame in which it is collided.
struct EdgeView {
  /// The edge's corners, then the corners before and after it.
  var v1: Vec2
  var v2: Vec2
  var previous: Vec2
  var next: Vec2
  var hasPrevious: Bool
  var hasNext: Bool
  var isOneSided: Bool

  /// This edge seen from its other side.
  var reversed: EdgeView {
    EdgeView(
      v1: v2, v2: v1, previous: next, next: previous, hasPrevious: hasNext, hasNext: hasPrevious,
      isOneSided: isOneSided)
  }
}

/// Unit normal on the right of the way from `a` to `b`.
@inline(__always)
private func rightNormal(_ a: Vec2, _ b: Vec2) -> Vec2 { (b - a).normalized.rightPerpendicular }

/// An edge of a chain against a convex outline (a circle has one corner).
///
/// The outline is pushed to the side on which its centroid lies. A normal that leans over an end
/// of the edge is accepted only when the neighbouring edge falls away there, and no further than
/// that edge's own normal; at flat and hollow corners the edge's normal is used instead, so that
/// nothing trips over the seam between two edges.
func collideEdge(
  _ given: EdgeView, _ shape: ConvexView, reach: Float, slop: Float,
  scratch: UnsafeMutablePointer<Vec2>
) -> Manifold {
  assert(shape.count >= 1, "the shape has a corner")
  var edge = given
  var isReversed = false
  var normal = rightNormal(edge.v1, edge.v2)
  if normal.dot(shape.centroid - edge.v1) < 0 {
    if edge.isOneSided { return Manifold() }
    edge = edge.reversed
    normal = -normal
    isReversed = true
  }
  var manifold =
    shape.count == 1
    ? collideEdgeCircle(edge, normal, shape, reach)
    : collideEdgePolygon(edge, normal, shape, reach, slop, scratch)
  if isReversed {
    // The edge's own corners keep their numbers, whichever side is touched.
    manifold.point0.feature ^= 0x100
    manifold.point1.feature ^= 0x100
  }
  return manifold
}

private func collideEdgeCircle(
  _ edge: EdgeView, _ normal: Vec2, _ shape: ConvexView, _ reach: Float
) -> Manifold {
  var manifold = Manifold()
  let center = shape.vertices[0]
  let d = edge.v2 - edge.v1
  let u = (center - edge.v1).dot(d)
  let v = (edge.v2 - center).dot(d)
  var nearest = edge.v1
  var feature = 0
  if u <= 0 {
    // Before v1: the previous edge's affair when the centre projects onto it.
    if edge.hasPrevious && (center - edge.v1).dot(edge.v1 - edge.previous) <= 0 { return manifold }
  } else if v <= 0 {
    if edge.hasNext && (center - edge.v2).dot(edge.next - edge.v2) > 0 { return manifold }
    nearest = edge.v2
    feature = 1
  } else {
    nearest = edge.v1 + (u / (u + v)) * d
    feature = 2
  }
  let gap = center - nearest
  let distance = gap.length
  let separation = distance - shape.radius
  if separation > reach { return .apart(by: separation - reach) }
  let n = feature == 2 || distance <= Float.leastNormalMagnitude ? normal : (1 / distance) * gap
  manifold.normal = n
  manifold.isRadial = feature != 2
  manifold.append(
    ManifoldPoint(
      point: nearest + (0.5 * separation) * n, separation: separation,
      feature: Manifold.feature(feature, 0)))
  return manifold
}

private func collideEdgePolygon(
  _ edge: EdgeView, _ normal: Vec2, _ shape: ConvexView, _ reach: Float, _ slop: Float,
  _ scratch: UnsafeMutablePointer<Vec2>
) -> Manifold {
  assert(shape.count >= 2, "the shape has a side")
  // Two corners, two normals, as a convex outline without area.
  scratch[0] = edge.v1
  scratch[1] = edge.v2
  scratch[2] = normal
  scratch[3] = -normal
  let view = ConvexView(
    vertices: UnsafePointer(scratch), normals: UnsafePointer(scratch + 2), count: 2, radius: 0,
    centroid: 0.5 * (edge.v1 + edge.v2))
  let manifold = collideConvex(view, shape, reach: reach, slop: slop)
  if manifold.count == 0 { return manifold }
  let direction = normal.leftPerpendicular  // from v1 to v2
  let n = manifold.normal
  let lean = n.dot(direction)
  // Within about a degree of the edge's own normal.
  if n.dot(normal) > 0.9998 { return manifold }
  // About a degree of freedom beyond a neighbour's normal.
  let tolerance: Float = 0.02
  if lean < 0 {
    if !edge.hasPrevious { return manifold }
    let before = edge.v1 - edge.previous
    if before.cross(edge.v2 - edge.v1) > 0.000_1 * before.length * (edge.v2 - edge.v1).length {
      let limit = rightNormal(edge.previous, edge.v1)
      return limit.cross(n) >= -tolerance && n.dot(limit + normal) > 0 ? manifold : Manifold()
    }
  } else {
    if !edge.hasNext { return manifold }
    let after = edge.next - edge.v2
    if (edge.v2 - edge.v1).cross(after) > 0.000_1 * after.length * (edge.v2 - edge.v1).length {
      let limit = rightNormal(edge.v2, edge.next)
      return n.cross(limit) >= -tolerance && n.dot(limit + normal) > 0 ? manifold : Manifold()
    }
  }
  // A seam: use the edge's face.
  let i21 = incidentEdge(shape, normal)
  let i22 = i21 &+ 1 < shape.count ? i21 &+ 1 : 0
  return clipAgainstEdge(view, 0, shape, reach, i21, i22)
}
