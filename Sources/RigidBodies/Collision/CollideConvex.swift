import DeterministicMath

/// Greatest separation of `b` along the edge normals of `a`, and that edge.
@inline(__always)
func greatestSeparation(_ a: ConvexView, _ b: ConvexView) -> (separation: Float, edge: Int) {
  assert(a.count >= 2, "the first shape has a side")
  assert(b.count >= 1, "the second shape has a corner")
  var bestSeparation = -Float.greatestFiniteMagnitude
  var bestEdge = 0
  var i = 0
  while i < a.count {
    let n = a.normals[i]
    let v = a.vertices[i]
    let offset = n.x * v.x + n.y * v.y
    var least = Float.greatestFiniteMagnitude
    var j = 0
    while j < b.count {
      let s = n.x * b.vertices[j].x + n.y * b.vertices[j].y
      if s < least { least = s }
      j &+= 1
    }
    least = least - offset
    if least > bestSeparation {
      bestSeparation = least
      bestEdge = i
    }
    i &+= 1
  }
  return (bestSeparation, bestEdge)
}

/// Clips the edge of `incident` most opposed to edge `edge` of `reference` against that edge.
///
/// Normal from `reference` to `incident`. Points farther than `reach` are dropped.
@inline(__always)
func clipAgainstEdge(
  _ reference: ConvexView, _ edge: Int, _ incident: ConvexView, _ reach: Float,
  _ i21: Int, _ i22: Int
) -> Manifold {
  assert(edge >= 0 && edge < reference.count, "the edge is the reference's")
  assert(i21 < incident.count && i22 < incident.count, "the corners are the incident's")
  var manifold = Manifold()
  let i12 = edge &+ 1 < reference.count ? edge &+ 1 : 0
  let v11 = reference.vertices[edge]
  let v12 = reference.vertices[i12]
  let v21 = incident.vertices[i21]
  let v22 = incident.vertices[i22]
  let normal = reference.normals[edge]
  let tangent = normal.leftPerpendicular
  let upper1 = (v12 - v11).dot(tangent)
  let upper2 = (v21 - v11).dot(tangent)
  let lower2 = (v22 - v11).dot(tangent)
  // The incident edge runs the other way: v22 is its lower end.
  if upper2 < 0 || upper1 < lower2 { return manifold }
  let span = upper2 - lower2
  var low = v22
  if lower2 < 0 && span > Float.leastNormalMagnitude {
    low = v22 + ((0 - lower2) / span) * (v21 - v22)
  }
  var high = v21
  if upper2 > upper1 && span > Float.leastNormalMagnitude {
    high = v22 + ((upper1 - lower2) / span) * (v21 - v22)
  }
  let separationLow = (low - v11).dot(normal)
  let separationHigh = (high - v11).dot(normal)
  let total = reference.radius + incident.radius
  manifold.normal = normal
  if separationLow - total <= reach {
    manifold.append(
      ManifoldPoint(
        point: low + (0.5 * (reference.radius - incident.radius - separationLow)) * normal,
        separation: separationLow - total, feature: Manifold.feature(edge, i22)))
  }
  if separationHigh - total <= reach {
    manifold.append(
      ManifoldPoint(
        point: high + (0.5 * (reference.radius - incident.radius - separationHigh)) * normal,
        separation: separationHigh - total, feature: Manifold.feature(i12, i21)))
  }
  return manifold
}

/// The edge of `incident` whose normal opposes `normal` most.
@inline(__always)
func incidentEdge(_ incident: ConvexView, _ normal: Vec2) -> Int {
  assert(incident.count >= 2, "the shape has a side")
  var best = 0
  var least = Float.greatestFiniteMagnitude
  var i = 0
  while i < incident.count {
    let s = incident.normals[i].dot(normal)
    if s < least {
      least = s
      best = i
    }
    i &+= 1
  }
  return best
}

/// Two convex outlines of two or more corners each, in one frame; normal from `a` to `b`.
///
/// Separating axes over all edge normals, then clipping; two corners that face each other give one
/// point along the line between them.
///
/// - Parameters:
///   - reach: how far apart a point may be and still count.
///   - slop: the second outline's edge is the reference only when it is better by a tenth of this,
///     which keeps the choice from flickering between equal axes.
func collideConvex(
  _ a: ConvexView, _ b: ConvexView, reach: Float, slop: Float
) -> Manifold {
  assert(a.count >= 2 && b.count >= 2, "both shapes have sides")
  let total = a.radius + b.radius
  let (separationA, edgeA) = greatestSeparation(a, b)
  let (separationB, edgeB) = greatestSeparation(b, a)
  // The greater of both, even where one would do: the longer until they must be looked at again.
  let apart = larger(separationA, separationB)
  if apart > total + reach { return .apart(by: apart - total - reach) }
  if total > 0 {
    // The skins may touch where the cores are far apart along every edge normal; two segments in
    // line have no edge normal between them at all.
    if apart > 0.1 * slop || (a.count == 2 && b.count == 2) {
      let manifold = collideRounded(a, b, reach, slop)
      if let manifold { return manifold }
    }
  }
  return separationB > separationA + 0.1 * slop
    ? collideReference(b, edgeB, a, separationB, reach, slop).flipped
    : collideReference(a, edgeA, b, separationA, reach, slop)
}

/// Two rounded outlines whose cores are apart; `nil` when the cores touch.
///
/// The closest points of the cores give the direction. Along an edge's normal that edge is clipped
/// against, for two points; elsewhere, and where clipping loses the closest points, they are the
/// contact.
private func collideRounded(
  _ a: ConvexView, _ b: ConvexView, _ reach: Float, _ slop: Float
) -> Manifold? {
  assert(a.count >= 2 && b.count >= 2, "both shapes have sides")
  var best = Float.greatestFiniteMagnitude
  var closest = ClosestPoints(pointA: .zero, pointB: .zero, fractionA: 0, fractionB: 0)
  var cornerA = 0
  var cornerB = 0
  let countA = a.count == 2 ? 1 : a.count
  let countB = b.count == 2 ? 1 : b.count
  var i = 0
  while i < countA {
    let nextA = i &+ 1 < a.count ? i &+ 1 : 0
    var j = 0
    while j < countB {
      let nextB = j &+ 1 < b.count ? j &+ 1 : 0
      let found = closestPoints(a.vertices[i], a.vertices[nextA], b.vertices[j], b.vertices[nextB])
      let squared = (found.pointB - found.pointA).lengthSquared
      if squared < best {
        best = squared
        closest = found
        cornerA = found.fractionA > 0.5 ? nextA : i
        cornerB = found.fractionB > 0.5 ? nextB : j
      }
      j &+= 1
    }
    i &+= 1
  }
  let distance = squareRoot(best)
  let total = a.radius + b.radius
  if distance - total > reach { return .apart(by: distance - total - reach) }
  if distance < 0.001 * total { return nil }
  let direction = (1 / distance) * (closest.pointB - closest.pointA)
  // Within a degree of an edge's normal.
  let edgeA = incidentEdge(a, -direction)
  let edgeB = incidentEdge(b, direction)
  let alongA = a.normals[edgeA].dot(direction)
  let alongB = -b.normals[edgeB].dot(direction)
  if alongA >= alongB && alongA > 0.9999 {
    let i21 = incidentEdge(b, a.normals[edgeA])
    let manifold = clipAgainstEdge(
      a, edgeA, b, reach, i21, i21 &+ 1 < b.count ? i21 &+ 1 : 0)
    if manifold.reaches(distance - total + 0.1 * slop) { return manifold }
  } else if alongB > 0.9999 {
    let i21 = incidentEdge(a, b.normals[edgeB])
    let manifold = clipAgainstEdge(
      b, edgeB, a, reach, i21, i21 &+ 1 < a.count ? i21 &+ 1 : 0)
    if manifold.reaches(distance - total + 0.1 * slop) { return manifold.flipped }
  }
  var manifold = Manifold()
  manifold.normal = direction
  manifold.isRadial = closest.isCornerA && closest.isCornerB
  manifold.append(
    ManifoldPoint(
      point: closest.pointA + (0.5 * (a.radius - b.radius + distance)) * direction,
      separation: distance - total, feature: Manifold.feature(cornerA, cornerB)))
  return manifold
}

/// The manifold with a chosen reference edge.
@inline(__always)
private func collideReference(
  _ reference: ConvexView, _ edge: Int, _ incident: ConvexView, _ separation: Float,
  _ reach: Float, _ slop: Float
) -> Manifold {
  assert(edge >= 0 && edge < reference.count, "the edge is the reference's")
  let normal = reference.normals[edge]
  let i21 = incidentEdge(incident, normal)
  let i22 = i21 &+ 1 < incident.count ? i21 &+ 1 : 0
  if separation > 0.1 * slop {
    let i12 = edge &+ 1 < reference.count ? edge &+ 1 : 0
    let closest = closestPoints(
      reference.vertices[edge], reference.vertices[i12],
      incident.vertices[i21], incident.vertices[i22])
    let d = closest.pointB - closest.pointA
    let distance = d.length
    // Parallel edges also have corners that are closest; their line runs along the normal.
    if closest.isCornerA && closest.isCornerB && distance > 1.000_1 * separation {
      var manifold = Manifold()
      let total = reference.radius + incident.radius
      // Another edge may be nearer: this distance is no bound.
      if distance - total > reach { return manifold }
      let n = (1 / distance) * d
      manifold.normal = n
      manifold.isRadial = true
      manifold.append(
        ManifoldPoint(
          point: closest.pointA + (0.5 * (reference.radius - incident.radius + distance)) * n,
          separation: distance - total,
          feature: Manifold.feature(
            closest.fractionA > 0.5 ? i12 : edge, closest.fractionB > 0.5 ? i22 : i21)))
      return manifold
    }
  }
  return clipAgainstEdge(reference, edge, incident, reach, i21, i22)
}
