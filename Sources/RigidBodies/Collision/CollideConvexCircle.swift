import DeterministicMath

/// A convex outline of two or more corners against a circle; normal from the outline to the circle.
func collideConvexCircle(
  _ a: ConvexView, _ center: Vec2, _ radius: Float, _ reach: Float
) -> Manifold {
  assert(a.count >= 2, "the shape has a side")
  assert(radius >= 0, "radii are not negative")
  var manifold = Manifold()
  // The edge that the centre is farthest outside of.
  var best = 0
  var separation = -Float.greatestFiniteMagnitude
  var index = 0
  while index < a.count {
    let s = a.normals[index].dot(center - a.vertices[index])
    if s > separation {
      separation = s
      best = index
    }
    index &+= 1
  }
  let total = a.radius + radius
  if separation > total + reach { return .apart(by: separation - total - reach) }
  let next = best &+ 1 < a.count ? best &+ 1 : 0
  let v1 = a.vertices[best]
  let v2 = a.vertices[next]
  let u1 = (center - v1).dot(v2 - v1)
  let u2 = (center - v2).dot(v1 - v2)
  // A segment has no inside: a centre in line with it is beyond its end as well.
  let isOutside = separation > 1e-7 * total || a.count == 2
  if isOutside && (u1 < 0 || u2 < 0) {
    let corner = u1 < 0 ? v1 : v2
    let d = center - corner
    let distance = d.length
    if distance - total > reach { return .apart(by: distance - total - reach) }
    if distance > Float.leastNormalMagnitude {
      let normal = (1 / distance) * d
      manifold.normal = normal
      manifold.isRadial = true
      let onA = corner + a.radius * normal
      let onB = center - radius * normal
      manifold.append(
        ManifoldPoint(
          point: 0.5 * (onA + onB), separation: distance - total,
          feature: Manifold.feature(u1 < 0 ? best : next, 0)))
      return manifold
    }
  }
  let normal = a.normals[best]
  manifold.normal = normal
  let onA = center + (a.radius - separation) * normal
  let onB = center - radius * normal
  manifold.append(
    ManifoldPoint(
      point: 0.5 * (onA + onB), separation: separation - total,
      feature: Manifold.feature(best, 0)))
  return manifold
}
