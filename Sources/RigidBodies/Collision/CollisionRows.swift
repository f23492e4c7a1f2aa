import DeterministicMath
import Simulation

/// What colliding shapes reads; valid until a body or a shape comes.
struct CollisionRows {
  var outlines: OutlineRows
  var shapes: UnsafePointer<ShapeRecord>
  var poses: UnsafeMutablePointer<BodyPose>
  var masses: UnsafeMutablePointer<BodyMass>
  /// Shapes that are farther apart have no points.
  var reach: Float
  var slop: Float
}

extension World {
  @inline(__always)
  var collisionRows: CollisionRows {
    CollisionRows(
      outlines: shapeTable.outlineRows, shapes: shapeTable.records.base,
      poses: bodyTable.poses.base, masses: bodyTable.masses.base,
      reach: definition.speculativeDistance, slop: definition.linearSlop)
  }
}

extension CollisionRows {
  /// The manifold of two shapes, in the frame of shape `a`'s body.
  ///
  /// - Parameter room: for vertices, of the worker that asks.
  func manifold(_ a: Int, _ b: Int, _ room: UnsafeMutablePointer<Vec2>) -> Manifold {
    assert(shapes.isUsed(a), "the slot names a shape")
    assert(shapes.isUsed(b), "the slot names a shape")
    let bodyA = Int(shapes[a].body)
    let bodyB = Int(shapes[b].body)
    let poseA = poses[bodyA]
    let poseB = poses[bodyB]
    let qA = poseA.rotation
    let qB = poseB.rotation
    let relative = qA.inverse * qB
    // Origin of B in the frame of A; the difference of the centres first, for precision.
    let shift =
      qA.inverseRotate(poseB.center - poseA.center) + masses[bodyA].center
      - relative.rotate(masses[bodyB].center)
    let inA = Transform(position: shift, rotation: relative)
    return manifold(a, b, inA, room)
  }

  /// The manifold of two shapes, body B's frame lying at `inA` in body A's.
  private func manifold(
    _ a: Int, _ b: Int, _ inA: Transform, _ room: UnsafeMutablePointer<Vec2>
  ) -> Manifold {
    let viewA = outlines.convexView(a)
    let viewB = outlines.convexView(b)
    let moved = room
    let relative = inA.rotation
    let kindA = shapes[a].kind
    let kindB = shapes[b].kind
    if _slowPath(kindB.collider == .edge) {
      return collideEdge(
        edgeView(b, inA), viewA, reach: reach, slop: slop, scratch: moved
      ).flipped
    }
    var i = 0
    while i < viewB.count {
      moved[i] = inA.apply(viewB.vertices[i])
      i &+= 1
    }
    let normals = moved + viewB.count
    i = 0
    while i < viewB.count {
      normals[i] = relative.rotate(viewB.normals[i])
      i &+= 1
    }
    let inFrame = ConvexView(
      vertices: UnsafePointer(moved), normals: UnsafePointer(normals), count: viewB.count,
      radius: viewB.radius, centroid: inA.apply(viewB.centroid))
    if _slowPath(kindA.collider == .edge) {
      return collideEdge(
        edgeView(a, .identity), inFrame, reach: reach, slop: slop,
        scratch: moved + 2 * ShapeGeometry.maximumVertexCount)
    }
    if viewA.count == 1 {
      if viewB.count == 1 {
        return collideCircles(viewA.vertices[0], viewA.radius, moved[0], viewB.radius, reach)
      }
      return collideConvexCircle(inFrame, viewA.vertices[0], viewA.radius, reach).flipped
    }
    if viewB.count == 1 { return collideConvexCircle(viewA, moved[0], viewB.radius, reach) }
    return collideConvex(viewA, inFrame, reach: reach, slop: slop)
  }

  private func edgeView(_ shape: Int, _ transform: Transform) -> EdgeView {
    assert(shapes.isUsed(shape), "the slot names a shape")
    assert(shapes[shape].kind == .edge, "the shape is an edge")
    let vertices = outlines.outlines[shape].vertices
    let flags = shapes[shape].flags
    return EdgeView(
      v1: transform.apply(vertices.v0), v2: transform.apply(vertices.v1),
      previous: transform.apply(vertices.v2), next: transform.apply(vertices.v3),
      hasPrevious: flags & ShapeFlag.hasPrevious != 0, hasNext: flags & ShapeFlag.hasNext != 0,
      isOneSided: flags & ShapeFlag.oneSided != 0)
  }

  /// A row for what was found; impulses are zero and there is no colour yet.
  func contactRow(_ found: Manifold, _ a: UInt32, _ b: UInt32) -> ContactRow {
    ContactRow(
      shapeA: a, shapeB: b,
      features: found.point0.feature | (found.point1.feature &<< 16),
      flags: UInt32(bitPattern: found.count) | ContactRow.used
        | (found.isNormalOfB ? ContactRow.normalOfB : 0)
        | (found.isRadial ? ContactRow.radial : 0))
  }

  /// Fixes what was found to both bodies: from midway between the surfaces to both outlines' cores.
  func contactManifold(_ found: Manifold, _ row: ContactRow) -> ContactManifold {
    assert(shapes.isUsed(Int(row.shapeA)), "the slot names a shape")
    assert(shapes.isUsed(Int(row.shapeB)), "the slot names a shape")
    let bodyA = Int(shapes[Int(row.shapeA)].body)
    let bodyB = Int(shapes[Int(row.shapeB)].body)
    let turn = poses[bodyA].rotation.inverse * poses[bodyB].rotation
    // A's centre in A's frame, B's in A's as well.
    let centerA = masses[bodyA].center
    let between = poses[bodyA].rotation.inverseRotate(
      poses[bodyB].center - poses[bodyA].center)
    let radiusA = outlines.outlines[Int(row.shapeA)].radius
    let radiusB = outlines.outlines[Int(row.shapeB)].radius
    let normal = found.normal
    @inline(__always)
    func anchors(_ point: ManifoldPoint) -> (a: Vec2, b: Vec2) {
      let middle = point.point - centerA
      let inA = 0.5 * point.separation + radiusA
      let inB = 0.5 * point.separation + radiusB
      return (middle - inA * normal, turn.inverseRotate((middle - between) + inB * normal))
    }
    let first = anchors(found.point0)
    let second = found.count > 1 ? anchors(found.point1) : first
    return ContactManifold(
      normal: found.isNormalOfB ? turn.inverseRotate(normal) : normal,
      anchorA0: first.a, anchorB0: first.b, anchorA1: second.a, anchorB1: second.b,
      turnCosine: turn.cosine, turnSine: turn.sine)
  }

  /// Where the points of a contact are now, as the solver follows them: the reverse of
  /// `contactManifold(_:_:)`, but in the plane's frame.
  func followed(_ row: ContactRow, _ manifold: ContactManifold) -> Manifold {
    assert(manifold.isMade, "an outdated contact has no points to follow")
    let poseA = poses[Int(shapes[Int(row.shapeA)].body)]
    let poseB = poses[Int(shapes[Int(row.shapeB)].body)]
    let radiusA = outlines.outlines[Int(row.shapeA)].radius
    let radiusB = outlines.outlines[Int(row.shapeB)].radius
    var found = Manifold()
    found.isNormalOfB = row.flags & ContactRow.normalOfB != 0
    found.isRadial = row.flags & ContactRow.radial != 0
    found.normal = (found.isNormalOfB ? poseB : poseA).rotation.rotate(manifold.normal)
    let own = found.normal
    func add(_ anchorA: Vec2, _ anchorB: Vec2, _ feature: UInt32) {
      let onA = poseA.center + poseA.rotation.rotate(anchorA)
      let onB = poseB.center + poseB.rotation.rotate(anchorB)
      let between = onB - onA
      let length = between.length
      // As the solver does: what has got past each other parts the way it came.
      if found.isRadial && between.dot(own) > 0.5 * length { found.normal = (1 / length) * between }
      let middle = 0.5 * (onA + radiusA * found.normal + onB - radiusB * found.normal)
      let separation = between.dot(found.normal) - radiusA - radiusB
      found.append(ManifoldPoint(point: middle, separation: separation, feature: feature))
    }
    add(manifold.anchorA0, manifold.anchorB0, row.features & 0xFFFF)
    if row.pointCount > 1 { add(manifold.anchorA1, manifold.anchorB1, row.features &>> 16) }
    return found
  }
}
