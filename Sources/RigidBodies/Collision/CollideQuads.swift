import DeterministicMath

/// Eight pairs of outlines with three or four corners each: what ``collideConvex(_:_:reach:slop:)``
/// finds of each, bit by bit, all at once.
///
/// Each lane runs the scalar operations in their order; where the scalar code branches, both ways
/// are computed and one is chosen.
///
/// - Parameters:
///   - columns: ``PairColumn``s: reads both outlines in the frame of body A, writes a
///     ``FoundColumn``.
///   - wanted: a bit for each lane that matters.
/// - Returns: lanes that the scalar code must look at: rounded outlines whose cores are apart, and
///   degenerate edges.
func collideQuads(
  _ columns: LaneColumns, wanted: UInt32, reach: Float, slop: Float
) -> UInt32 {
  assert(wanted & ~0xFF == 0, "a block has eight lanes")
  let a = columns.from(PairColumn.quadA)
  let b = columns.from(PairColumn.quadB)
  let found = columns.from(PairColumn.found)
  let zero = Lanes(all: 0)
  let one = Lanes(all: 1)
  let total = a[QuadColumn.radius] + b[QuadColumn.radius]
  let (separationA, edgeA) = greatestSeparation(a, b)
  let (separationB, edgeB) = greatestSeparation(b, a)
  let apart = Lanes.larger(separationA, separationB)
  let limit = total + Lanes(all: reach)
  found[FoundColumn.pointCount] = zero
  found[FoundColumn.excess] = Lanes.select(
    apart, isAbove: limit, apart - total - Lanes(all: reach), zero)
  let near = wanted & ~Lanes.mask(apart, above: limit)
  if near == 0 { return 0 }
  let tolerance = Lanes(all: 0.1 * slop)
  var left =
    near & Lanes.mask(total, above: zero) & Lanes.mask(apart, above: tolerance)

  // Which outline's edge is the reference: A's, unless B's is better.
  let edgeBound = separationA + tolerance
  let isNormalOfB = Lanes.select(separationB, isAbove: edgeBound, one, zero)
  found[FoundColumn.isNormalOfB] = isNormalOfB
  let edge = Lanes.select(separationB, isAbove: edgeBound, edgeB, edgeA)
  let separation = Lanes.select(separationB, isAbove: edgeBound, separationB, separationA)
  let flipped = near & Lanes.mask(separationB, above: edgeBound)
  var reference = a
  var incident = b
  if flipped == near {
    reference = b
    incident = a
  } else if flipped != 0 {
    reference = columns.from(PairColumn.reference)
    incident = columns.from(PairColumn.incident)
    sortOutlines(a, b, isNormalOfB, reference, incident)
  }
  let edges = QuadEdges(reference, incident, edge)
  var manifold = QuadManifold(edges, total: total, reach: reach)
  if Lanes.mask(separation, above: tolerance) & near != 0 {
    left |=
      near & Lanes.mask(separation, above: tolerance)
      & manifold.moveToCorners(
        edges, separation, near, tolerance: tolerance, total: total, reach: reach)
  }
  manifold.store(edges, in: found)
  found[FoundColumn.pointCount] = Lanes.select(apart, isAbove: limit, zero, manifold.pointCount)
  return left
}

/// Greatest separation of `b` along the edge normals of `a`, and that edge.
@inline(__always)
private func greatestSeparation(
  _ a: LaneColumns, _ b: LaneColumns
) -> (separation: Lanes, edge: Lanes) {
  var bestSeparation = Lanes(all: -Float.greatestFiniteMagnitude)
  var bestEdge = Lanes(all: 0)
  var edge = Lanes(all: 0)
  var i = 0
  while i < 4 {
    let nx = a[QuadColumn.normalX &+ i]
    let ny = a[QuadColumn.normalY &+ i]
    let offset = nx * a[QuadColumn.x &+ i] + ny * a[QuadColumn.y &+ i]
    var least = Lanes(all: Float.greatestFiniteMagnitude)
    least = Lanes.smaller(least, nx * b[QuadColumn.x] + ny * b[QuadColumn.y])
    least = Lanes.smaller(least, nx * b[QuadColumn.x &+ 1] + ny * b[QuadColumn.y &+ 1])
    least = Lanes.smaller(least, nx * b[QuadColumn.x &+ 2] + ny * b[QuadColumn.y &+ 2])
    least = Lanes.smaller(least, nx * b[QuadColumn.x &+ 3] + ny * b[QuadColumn.y &+ 3])
    least = least - offset
    bestEdge = Lanes.select(least, isAbove: bestSeparation, edge, bestEdge)
    bestSeparation = Lanes.larger(least, bestSeparation)
    edge = edge + Lanes(all: 1)
    i &+= 1
  }
  return (bestSeparation, bestEdge)
}

/// Puts each lane's reference and incident outline into columns of their own.
///
/// - Parameter flips: above zero where the reference is B's.
@inline(never)
private func sortOutlines(
  _ a: LaneColumns, _ b: LaneColumns, _ flips: Lanes, _ reference: LaneColumns,
  _ incident: LaneColumns
) {
  let zero = Lanes(all: 0)
  @_transparent
  func sort(_ column: Int) {
    let ofA = a[column]
    let ofB = b[column]
    reference[column] = Lanes.select(flips, isAbove: zero, ofB, ofA)
    incident[column] = Lanes.select(flips, isAbove: zero, ofA, ofB)
  }
  // One after the other: in a loop the comparison would be unpacked for every column.
  sort(0)
  sort(1)
  sort(2)
  sort(3)
  sort(4)
  sort(5)
  sort(6)
  sort(7)
  sort(8)
  sort(9)
  sort(10)
  sort(11)
  sort(12)
  sort(13)
  sort(14)
  sort(15)
  sort(QuadColumn.radius)
  sort(QuadColumn.cornerCount)
}

/// The reference edge of eight pairs of outlines, and the edge of the other outline that opposes it.
private struct QuadEdges {
  /// The normal of the reference edge.
  let nx: Lanes
  let ny: Lanes
  /// The ends of the reference edge, and their indices.
  let x11: Lanes
  let y11: Lanes
  let x12: Lanes
  let y12: Lanes
  let i11: Lanes
  let i12: Lanes
  /// The ends of the other edge, and their indices.
  let x21: Lanes
  let y21: Lanes
  let x22: Lanes
  let y22: Lanes
  let i21: Lanes
  let i22: Lanes
  /// The difference of both outlines' radii.
  let skew: Lanes

  @inline(__always)
  init(_ reference: LaneColumns, _ incident: LaneColumns, _ edge: Lanes) {
    let nx = corner(reference, QuadColumn.normalX, edge)
    let ny = corner(reference, QuadColumn.normalY, edge)
    (self.nx, self.ny) = (nx, ny)
    x11 = corner(reference, QuadColumn.x, edge)
    y11 = corner(reference, QuadColumn.y, edge)
    x12 = nextCorner(reference, QuadColumn.x, edge)
    y12 = nextCorner(reference, QuadColumn.y, edge)
    i11 = edge
    i12 = nextIndex(edge, reference)

    // The edge of the other outline whose normal opposes this one most.
    var x21 = incident[QuadColumn.x]
    var y21 = incident[QuadColumn.y]
    var x22 = incident[QuadColumn.x &+ 1]
    var y22 = incident[QuadColumn.y &+ 1]
    var i21 = Lanes(all: 0)
    var least = Lanes.smaller(
      Lanes(all: Float.greatestFiniteMagnitude),
      incident[QuadColumn.normalX] * nx + incident[QuadColumn.normalY] * ny)
    @_transparent
    func look(_ i: Int, _ next: Int) {
      let s = incident[QuadColumn.normalX &+ i] * nx + incident[QuadColumn.normalY &+ i] * ny
      x21 = Lanes.select(least, isAbove: s, incident[QuadColumn.x &+ i], x21)
      y21 = Lanes.select(least, isAbove: s, incident[QuadColumn.y &+ i], y21)
      x22 = Lanes.select(least, isAbove: s, incident[QuadColumn.x &+ next], x22)
      y22 = Lanes.select(least, isAbove: s, incident[QuadColumn.y &+ next], y22)
      i21 = Lanes.select(least, isAbove: s, Lanes(all: Float(i)), i21)
      least = Lanes.smaller(least, s)
    }
    look(1, 2)
    look(2, 3)
    look(3, 0)
    (self.x21, self.y21) = (x21, y21)
    (self.x22, self.y22) = (x22, y22)
    self.i21 = i21
    i22 = nextIndex(i21, incident)
    skew = reference[QuadColumn.radius] - incident[QuadColumn.radius]
  }
}

/// The manifolds of eight pairs of outlines, as seen from the reference edge.
private struct QuadManifold {
  private var nx: Lanes
  private var ny: Lanes
  private var isRadial: Lanes
  var pointCount: Lanes
  // The first point, and the indices of its corners.
  private var x0: Lanes
  private var y0: Lanes
  private var separation0: Lanes
  private var reference0: Lanes
  private var incident0: Lanes
  // The second point, if there are two.
  private let x1: Lanes
  private let y1: Lanes
  private let separation1: Lanes

  /// Clips the other edge against the reference edge: see `clipAgainstEdge`. The tangent is
  /// (−ny, nx).
  @inline(__always)
  init(_ e: QuadEdges, total: Lanes, reach: Float) {
    let zero = Lanes(all: 0)
    let one = Lanes(all: 1)
    let dx = e.x21 - e.x22
    let dy = e.y21 - e.y22
    let upper1 = (e.y12 - e.y11) * e.nx - (e.x12 - e.x11) * e.ny
    let upper2 = (e.y21 - e.y11) * e.nx - (e.x21 - e.x11) * e.ny
    let lower2 = (e.y22 - e.y11) * e.nx - (e.x22 - e.x11) * e.ny
    let span = upper2 - lower2
    let tiny = Lanes(all: Float.leastNormalMagnitude)
    let lowPart = (zero - lower2) / span
    let highPart = (upper1 - lower2) / span
    @_transparent
    func low(_ clipped: Lanes, _ whole: Lanes) -> Lanes {
      Lanes.select(
        zero, isAbove: lower2, Lanes.select(span, isAbove: tiny, clipped, whole), whole)
    }
    @_transparent
    func high(_ clipped: Lanes, _ whole: Lanes) -> Lanes {
      Lanes.select(
        upper2, isAbove: upper1, Lanes.select(span, isAbove: tiny, clipped, whole), whole)
    }
    let lowX = low(e.x22 + lowPart * dx, e.x22)
    let lowY = low(e.y22 + lowPart * dy, e.y22)
    let highX = high(e.x22 + highPart * dx, e.x21)
    let highY = high(e.y22 + highPart * dy, e.y21)
    let separationLow = (lowX - e.x11) * e.nx + (lowY - e.y11) * e.ny
    let separationHigh = (highX - e.x11) * e.nx + (highY - e.y11) * e.ny
    let half = Lanes(all: 0.5)
    let raiseLow = half * (e.skew - separationLow)
    let raiseHigh = half * (e.skew - separationHigh)
    // `≤ reach`, and false of what is not a number.
    let beyond = Lanes(all: reach.nextUp)
    let isLow = Lanes.select(beyond, isAbove: separationLow - total, one, zero)
    let isHigh = Lanes.select(beyond, isAbove: separationHigh - total, one, zero)
    pointCount = Lanes.select(
      zero, isAbove: upper2, zero,
      Lanes.select(lower2, isAbove: upper1, zero, isLow + isHigh))
    @_transparent
    func first(_ low: Lanes, _ high: Lanes) -> Lanes {
      Lanes.select(isLow, isAbove: half, low, high)
    }
    let pointHighX = highX + raiseHigh * e.nx
    let pointHighY = highY + raiseHigh * e.ny
    x0 = first(lowX + raiseLow * e.nx, pointHighX)
    y0 = first(lowY + raiseLow * e.ny, pointHighY)
    separation0 = first(separationLow - total, separationHigh - total)
    reference0 = first(e.i11, e.i12)
    incident0 = first(e.i22, e.i21)
    (x1, y1) = (pointHighX, pointHighY)
    separation1 = separationHigh - total
    (nx, ny) = (e.nx, e.ny)
    isRadial = zero
  }

  /// Replaces the points of lanes that are apart along the edge's normal: corners that face each
  /// other give one point, along the line between them.
  ///
  /// - Returns: lanes with an edge without length.
  @inline(__always)
  mutating func moveToCorners(
    _ e: QuadEdges, _ separation: Lanes, _ near: UInt32, tolerance: Lanes, total: Lanes,
    reach: Float
  ) -> UInt32 {
    let zero = Lanes(all: 0)
    let one = Lanes(all: 1)
    let half = Lanes(all: 0.5)
    let closest = closestPoints(e.x11, e.y11, e.x12, e.y12, e.x21, e.y21, e.x22, e.y22)
    let x = closest.xB - closest.xA
    let y = closest.yB - closest.yA
    let distance = (x * x + y * y).squareRoots
    @_transparent
    func unlessWithin(_ fraction: Lanes, _ flag: Lanes) -> Lanes {
      Lanes.select(
        fraction, isAbove: zero, Lanes.select(one, isAbove: fraction, zero, flag), flag)
    }
    var isCorner = Lanes.select(
      distance, isAbove: Lanes(all: 1.000_1) * separation, one, zero)
    isCorner = Lanes.select(separation, isAbove: tolerance, isCorner, zero)
    isCorner = unlessWithin(closest.fractionB, unlessWithin(closest.fractionA, isCorner))
    if Lanes.mask(isCorner, above: zero) & near == 0 { return closest.degenerate }
    @_transparent
    func atCorner(_ corner: Lanes, _ face: Lanes) -> Lanes {
      Lanes.select(isCorner, isAbove: zero, corner, face)
    }
    isRadial = isCorner
    let k = one / distance
    let cornerNormalX = k * x
    let cornerNormalY = k * y
    let raise = half * (e.skew + distance)
    nx = atCorner(cornerNormalX, nx)
    ny = atCorner(cornerNormalY, ny)
    x0 = atCorner(closest.xA + raise * cornerNormalX, x0)
    y0 = atCorner(closest.yA + raise * cornerNormalY, y0)
    separation0 = atCorner(distance - total, separation0)
    reference0 = atCorner(
      Lanes.select(closest.fractionA, isAbove: half, e.i12, e.i11), reference0)
    incident0 = atCorner(
      Lanes.select(closest.fractionB, isAbove: half, e.i22, e.i21), incident0)
    pointCount = atCorner(
      Lanes.select(distance - total, isAbove: Lanes(all: reach), zero, one), pointCount)
    return closest.degenerate
  }

  /// Writes all columns but the number of points, as seen from A: normals turned round if the
  /// reference is B's.
  @inline(__always)
  func store(_ e: QuadEdges, in found: LaneColumns) {
    let zero = Lanes(all: 0)
    let one = Lanes(all: 1)
    let flips = found[FoundColumn.isNormalOfB]
    let minus = Lanes(all: -0.0)
    found[FoundColumn.normalX] = Lanes.select(flips, isAbove: zero, minus - nx, nx)
    found[FoundColumn.normalY] = Lanes.select(flips, isAbove: zero, minus - ny, ny)
    let many = Lanes(all: 256)
    @_transparent
    func feature(_ ofReference: Lanes, _ ofIncident: Lanes) -> Lanes {
      Lanes.select(
        flips, isAbove: zero, many * ofIncident + ofReference, many * ofReference + ofIncident)
    }
    @_transparent
    func second(_ high: Lanes, _ otherwise: Lanes) -> Lanes {
      Lanes.select(pointCount, isAbove: one, high, otherwise)
    }
    found[FoundColumn.isRadial] = isRadial
    found[FoundColumn.x0] = x0
    found[FoundColumn.y0] = y0
    found[FoundColumn.separation0] = separation0
    found[FoundColumn.feature0] = feature(reference0, incident0)
    found[FoundColumn.x1] = second(x1, x0)
    found[FoundColumn.y1] = second(y1, y0)
    found[FoundColumn.separation1] = second(separation1, separation0)
    found[FoundColumn.feature1] = second(feature(e.i12, e.i21), zero)
  }
}

/// Picks one of four columns from `first` on, for each lane by its own index.
@_transparent
private func corner(_ quads: LaneColumns, _ first: Int, _ index: Lanes) -> Lanes {
  Lanes.select(
    index, isAbove: Lanes(all: 1.5),
    Lanes.select(index, isAbove: Lanes(all: 2.5), quads[first &+ 3], quads[first &+ 2]),
    Lanes.select(index, isAbove: Lanes(all: 0.5), quads[first &+ 1], quads[first]))
}

/// The corner behind `index`; behind a triangle's last one comes the fourth.
@_transparent
private func nextCorner(_ quads: LaneColumns, _ first: Int, _ index: Lanes) -> Lanes {
  Lanes.select(
    index, isAbove: Lanes(all: 1.5),
    Lanes.select(index, isAbove: Lanes(all: 2.5), quads[first], quads[first &+ 3]),
    Lanes.select(index, isAbove: Lanes(all: 0.5), quads[first &+ 2], quads[first &+ 1]))
}

@_transparent
private func nextIndex(_ index: Lanes, _ quads: LaneColumns) -> Lanes {
  let next = index + Lanes(all: 1)
  return Lanes.select(quads[QuadColumn.cornerCount], isAbove: next, next, Lanes(all: 0))
}

/// The closest points of eight pairs of segments; see ``ClosestPoints``.
private struct ClosestPointLanes {
  var xA: Lanes
  var yA: Lanes
  var xB: Lanes
  var yB: Lanes
  var fractionA: Lanes
  var fractionB: Lanes
  /// Lanes with a segment without length: nothing of theirs holds.
  var degenerate: UInt32
}

/// `closestPoints(p1, q1, p2, q2)`, lane by lane.
@inline(__always)
private func closestPoints(
  _ x1: Lanes, _ y1: Lanes, _ qx1: Lanes, _ qy1: Lanes, _ x2: Lanes, _ y2: Lanes, _ qx2: Lanes,
  _ qy2: Lanes
) -> ClosestPointLanes {
  let zero = Lanes(all: 0)
  let one = Lanes(all: 1)
  let d1x = qx1 - x1
  let d1y = qy1 - y1
  let d2x = qx2 - x2
  let d2y = qy2 - y2
  let rx = x1 - x2
  let ry = y1 - y2
  let a = d1x * d1x + d1y * d1y
  let e = d2x * d2x + d2y * d2y
  let f = d2x * rx + d2y * ry
  let c = d1x * rx + d1y * ry
  let b = d1x * d2x + d1y * d2y
  let tiny = Lanes(all: Float.leastNormalMagnitude)
  @_transparent
  func clamped(_ x: Lanes) -> Lanes {
    Lanes.select(zero, isAbove: x, zero, Lanes.select(x, isAbove: one, one, x))
  }
  let denominator = a * e - b * b
  let inner = Lanes.select(
    denominator, isAbove: zero, clamped((b * f - c * e) / denominator), zero)
  let t = (b * inner + f) / e
  let atStart = clamped((Lanes(all: -0.0) - c) / a)
  let atEnd = clamped((b - c) / a)
  let fractionA = Lanes.select(
    zero, isAbove: t, atStart, Lanes.select(t, isAbove: one, atEnd, inner))
  let fractionB = clamped(t)
  return ClosestPointLanes(
    xA: x1 + fractionA * d1x, yA: y1 + fractionA * d1y, xB: x2 + fractionB * d2x,
    yB: y2 + fractionB * d2y, fractionA: fractionA, fractionB: fractionB,
    degenerate: Lanes.mask(tiny, above: a) | Lanes.mask(tiny, above: e))
}
