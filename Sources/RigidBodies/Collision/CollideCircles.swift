import DeterministicMath

/// Circle against circle, both centres in one frame.
func collideCircles(
  _ a: Vec2, _ radiusA: Float, _ b: Vec2, _ radiusB: Float, _ reach: Float
) -> Manifold {
  assert(radiusA >= 0 && radiusB >= 0, "radii are not negative")
  var manifold = Manifold()
  let d = b - a
  let distance = d.length
  let separation = distance - radiusA - radiusB
  if separation > reach { return .apart(by: separation - reach) }
  // Concentric circles part along +x: any direction is as good, this one is always the same.
  let normal = distance > Float.leastNormalMagnitude ? (1 / distance) * d : Vec2(1, 0)
  manifold.normal = normal
  manifold.isRadial = true
  let onA = a + radiusA * normal
  let onB = b - radiusB * normal
  manifold.append(ManifoldPoint(point: 0.5 * (onA + onB), separation: separation, feature: 0))
  return manifold
}
