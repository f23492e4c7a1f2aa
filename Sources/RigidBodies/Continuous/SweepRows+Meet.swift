import DeterministicMath
import Simulation

/// A body's way through one step.
struct Sweep {
  var start: BodyPose
  var end: BodyPose
  /// When the body stopped: a fraction of the step.
  var stop: Float
  var localCenter: Vec2
  var outer: Float

  /// The body's frame at a fraction of the step.
  func transform(_ fraction: Float) -> Transform {
    assert(!(fraction < 0) && !(fraction > 1), "a fraction of the step")
    let t = fraction < stop && stop > 0 ? fraction / stop : 1
    let rotation = Rotation(
      cosine: start.cosine + t * (end.cosine - start.cosine),
      sine: start.sine + t * (end.sine - start.sine)
    ).normalized
    let center = start.center + t * (end.center - start.center)
    return Transform(position: center - rotation.rotate(localCenter), rotation: rotation)
  }

  /// Displacement in a whole step, at the rate before stopping.
  var displacement: Vec2 { stop > 0 ? (1 / stop) * (end.center - start.center) : .zero }

  /// No point of the body moves farther than this relative to its centre, in a whole step.
  ///
  /// Interpolated rotations turn fastest midway: by at most √2 times the chord for a quarter turn.
  var sway: Float {
    let dc = end.cosine - start.cosine
    let ds = end.sine - start.sine
    return stop > 0 ? 1.414_213_6 * squareRoot(dc * dc + ds * ds) * outer / stop : 0
  }
}

extension BodyExtent {
  /// Whether a body of this extent moved so far in this step that it might have passed through something thin.
  @inline(__always)
  func isPassed(by motion: BodyMotion, sweepDistance: Float) -> Bool {
    // Half the inner extent, or less where the world asks for it; compared in squares where the
    // turn is negligible.
    let bound = smaller(0.5 * inner, sweepDistance)
    let turn = magnitude(motion.angle) * outer
    let squared = motion.dx * motion.dx + motion.dy * motion.dy
    if turn >= bound { return true }
    let rest = bound - turn
    return squared > rest * rest
  }
}

extension SweepRows {
  func sweep(_ slot: Int) -> Sweep {
    let end = poses[slot]
    let isMoving = filter.flags[slot] & BodyFlag.awake != 0
    return Sweep(
      start: isMoving ? startPoses[slot] : end, end: end,
      stop: isMoving ? stopFractions[slot] : 1,
      localCenter: masses[slot].center,
      outer: extents[slot].outer)
  }

  /// Whether two bodies stay so far apart in this step that they cannot meet, whatever they turn by.
  @inline(__always)
  func arePassing(_ slot: Int, _ other: Int) -> Bool {
    let way = poses[slot].center - startPoses[slot].center
    let otherWay = poses[other].center - startPoses[other].center
    let start = startPoses[other].center - startPoses[slot].center
    // One that has been stopped is where it was stopped for the rest of the step.
    let reach = way.length + otherWay.length + extents[slot].outer + extents[other].outer
    return start.lengthSquared > reach * reach
  }

  /// Lowers `earliest` to the fraction of the step at which a shape on its way meets another one.
  func meet(
    _ shape: Int, _ way: Sweep, _ other: Int, _ earliest: inout Float,
    _ room: UnsafeMutablePointer<Vec2>
  ) {
    assert(filter.shapes.isUsed(shape), "the slot names a shape")
    assert(filter.shapes.isUsed(other), "the slot names a shape")
    if !filter.shouldCollide(shape, other) { return }
    let otherWay = sweep(Int(filter.shapes[other].body))
    if filter.shapes[other].flags & ShapeFlag.oneSided != 0
      && isBehindOrAlong(shape, way, other, otherWay)
    {
      return
    }
    let target = 0.5 * slop
    let hit = outlines.timeOfImpact(
      shape, way, other, otherWay, target: target, limit: earliest, core: nil, room)
    if hit > 0 {
      earliest = smaller(earliest, hit)
      return
    }
    // They touch from the start, and contacts take care of that; but the middle of the shape must
    // not get through.
    if overlapTolerance > 0 {
      earliest = swing(shape, way, other, otherWay, limit: earliest, room)
    }
    let outline = outlines.outlines[shape]
    let core = smaller(0.25 * outline.inner, reach)
    let coreHit = outlines.timeOfImpact(
      shape, way, other, otherWay, target: target, limit: earliest, core: core, room)
    if coreHit > 0 {
      earliest = smaller(earliest, coreHit)
      return
    }
    // Even the middle touches: it may only go away from the wall.
    let gap = outlines.distance(
      shape, way.transform(0), other, otherWay.transform(0), core: core, room)
    if (way.displacement - otherWay.displacement).dot(gap.normal) < 0 { earliest = 0 }
  }

  /// How far a shape that touches another one from the start may go on: another corner of it may
  /// swing into the other one where no contact knows of it.
  ///
  /// - Returns: a fraction of the step at which it is not yet deeper in the other one than it may
  ///   be; `limit` when it does not get there.
  private func swing(
    _ shape: Int, _ way: Sweep, _ other: Int, _ otherWay: Sweep, limit: Float,
    _ room: UnsafeMutablePointer<Vec2>
  ) -> Float {
    assert(!(limit < 0) && !(limit > 1), "a fraction of the step")
    @inline(__always)
    func depth(_ t: Float) -> Float {
      0
        - outlines.distance(
          shape, way.transform(t), other, otherWay.transform(t), core: nil, room
        ).distance
    }
    // Deeper than overlaps may be, so that it is moved out for good: see ``correctSwept(_:)``.
    let most = larger(depth(0), overlapTolerance) + slop
    let parts = 8
    var free: Float = 0
    var part = 1
    while part <= parts {
      let t = limit * (Float(part) / Float(parts))
      if depth(t) > most { break }
      free = t
      part &+= 1
    }
    if part > parts { return limit }
    var deep = limit * (Float(part) / Float(parts))
    var round = 0
    while round < 6 {
      let middle = 0.5 * (free + deep)
      if depth(middle) > most { deep = middle } else { free = middle }
      round &+= 1
    }
    return free
  }

  /// Whether a shape comes from behind a one-sided edge, or only slides along its front: comes
  /// nearer by little, and does not end deep in it. The contacts of the next step take care of
  /// that.
  ///
  /// A chain is a row of such edges. Bodies that run along it fast would be stopped at every seam,
  /// each at another place of its way, and the following ones would run into them.
  private func isBehindOrAlong(_ shape: Int, _ way: Sweep, _ other: Int, _ otherWay: Sweep) -> Bool
  {
    assert(filter.shapes.isUsed(other), "the slot names a shape")
    assert(filter.shapes[other].flags & ShapeFlag.oneSided != 0, "the other is a one-sided edge")
    let edge = outlines.convexView(other)
    let view = outlines.convexView(shape)
    let normal = edge.normals[0]
    let start = otherWay.transform(0).applyInverse(way.transform(0).apply(view.centroid))
    let before = normal.dot(start - edge.vertices[0])
    if before < 0 { return true }
    let end = way.transform(1)
    let endFrame = otherWay.transform(1)
    let after = normal.dot(endFrame.applyInverse(end.apply(view.centroid)) - edge.vertices[0])
    // Half of what makes a body fast; deeper than twice that, contacts ask for the sweep.
    let little = smaller(
      0.25 * outlines.outlines[shape].inner, 0.5 * sweepDistance)
    if before - after >= little { return false }
    // How far it reaches towards the edge from its centroid.
    let inShape = end.rotation.inverseRotate(endFrame.rotation.rotate(normal))
    var least = Float.greatestFiniteMagnitude
    var i = 0
    while i < view.count {
      least = smaller(least, inShape.dot(view.vertices[i] - view.centroid))
      i &+= 1
    }
    return after + least - view.radius > -2 * little
  }
}

/// Shapes on their ways.
extension OutlineRows {
  /// Conservative advancement: how long until the gap is `target` at most.
  ///
  /// - Parameter core: sweep a disc of this radius about the centroid instead of the shape.
  /// - Returns: a fraction of the step; 0 when the gap is small from the start; `limit` when they
  ///   do not meet before.
  fileprivate func timeOfImpact(
    _ shape: Int, _ way: Sweep, _ other: Int, _ otherWay: Sweep, target: Float, limit: Float,
    core: Float?, _ room: UnsafeMutablePointer<Vec2>
  ) -> Float {
    assert(!(limit < 0) && !(limit > 1), "a fraction of the step")
    assert(target > 0, "a gap remains")
    let relative = way.displacement - otherWay.displacement
    let sway = way.sway + otherWay.sway
    var t: Float = 0
    var round = 0
    while round < 48 {
      let gap = distance(shape, way.transform(t), other, otherWay.transform(t), core: core, room)
      let excess = gap.distance - target
      if excess <= 0.5 * target { return round == 0 ? 0 : t }
      let closing = larger(-relative.dot(gap.normal), 0) + sway
      if closing * (limit - t) < excess { return limit }
      t += excess / closing
      if t >= limit { return limit }
      round &+= 1
    }
    return t
  }

  /// Distance of two shapes' surfaces, zero or less when they overlap; normal from `b` to `a`.
  fileprivate func distance(
    _ a: Int, _ transformA: Transform, _ b: Int, _ transformB: Transform, core: Float?,
    _ room: UnsafeMutablePointer<Vec2>
  ) -> (distance: Float, normal: Vec2) {
    let capacity = ShapeGeometry.maximumVertexCount
    let viewA = convexView(a)
    let viewB = convexView(b)
    let pointsA = room
    let pointsB = room + capacity
    let normalsA = room + 2 * capacity
    let normalsB = room + 3 * capacity
    // Relative to A's origin: precise far from the world's.
    let origin = transformA.position
    let shift = transformB.position - origin
    var countA = viewA.count
    var radius = viewA.radius + viewB.radius
    if let core {
      pointsA[0] = transformA.rotation.rotate(viewA.centroid)
      countA = 1
      radius = core + viewB.radius
    } else {
      for i in 0..<countA {
        pointsA[i] = transformA.rotation.rotate(viewA.vertices[i])
        normalsA[i] = transformA.rotation.rotate(viewA.normals[i])
      }
    }
    for i in 0..<viewB.count {
      pointsB[i] = transformB.rotation.rotate(viewB.vertices[i]) + shift
      normalsB[i] = transformB.rotation.rotate(viewB.normals[i])
    }
    let inA = ConvexView(
      vertices: pointsA, normals: normalsA, count: countA, radius: 0, centroid: .zero)
    let inB = ConvexView(
      vertices: pointsB, normals: normalsB, count: viewB.count, radius: 0, centroid: .zero)
    if countA > 2 || viewB.count > 2 {
      var separation = -Float.greatestFiniteMagnitude
      if countA > 1 { separation = larger(separation, greatestSeparation(inA, inB).separation) }
      if viewB.count > 1 {
        separation = larger(separation, greatestSeparation(inB, inA).separation)
      }
      if separation <= 0 { return (separation - radius, .zero) }
    }
    var best = Float.greatestFiniteMagnitude
    var between = Vec2.zero
    for i in 0..<countA {
      let nextA = i + 1 < countA ? i + 1 : 0
      for j in 0..<viewB.count {
        let nextB = j + 1 < viewB.count ? j + 1 : 0
        let closest = closestPoints(pointsA[i], pointsA[nextA], pointsB[j], pointsB[nextB])
        let d = closest.pointA - closest.pointB
        if d.lengthSquared < best {
          best = d.lengthSquared
          between = d
        }
        if viewB.count == 2 { break }
      }
      if countA == 2 { break }
    }
    return (squareRoot(best) - radius, between.normalized)
  }
}
