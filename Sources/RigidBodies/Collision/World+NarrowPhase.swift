import DeterministicMath

/// A contact with points in this step: what the solver is made from.
struct ContactInput: BitwiseCopyable {
  var row: Int32
  var bodyA: Int32
  var bodyB: Int32
  var count: Int32
  /// From A to B, in the world.
  var normal: Vec2
  /// From the centre of body A, in the world.
  var anchorA0: Vec2
  var anchorA1: Vec2
  var separation0: Float
  var separation1: Float
  var friction: Float
  var restitution: Float
}

extension World {
  /// The manifold of two shapes, in the frame of shape `a`'s body.
  func manifold(_ a: Int, _ b: Int) -> Manifold {
    let bodyA = Int(shapes.base[a].body)
    let bodyB = Int(shapes.base[b].body)
    let poseA = poses.base[bodyA]
    let poseB = poses.base[bodyB]
    let qA = poseA.rotation
    let qB = poseB.rotation
    let relative = qA.inverse * qB
    // Origin of B in the frame of A; the difference of the centres first, for precision.
    let shift =
      qA.inverseRotate(poseB.center - poseA.center) + masses.base[bodyA].center
      - relative.rotate(masses.base[bodyB].center)
    let inA = Transform(position: shift, rotation: relative)
    return manifold(a, b, inA)
  }

  /// The manifold of two shapes, body B's frame lying at `inA` in body A's.
  func manifold(_ a: Int, _ b: Int, _ inA: Transform) -> Manifold {
    let reach = definition.speculativeDistance
    let slop = definition.linearSlop
    let viewA = convexView(a)
    let viewB = convexView(b)
    let moved = scratchVertices
    let relative = inA.rotation
    let kindA = shapes.base[a].kind
    let kindB = shapes.base[b].kind
    if _slowPath(kindB == .edge) {
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
    if _slowPath(kindA == .edge) {
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
    let vertices = outlines.base[shape].vertices
    let flags = shapes.base[shape].flags
    return EdgeView(
      v1: transform.apply(vertices.v0), v2: transform.apply(vertices.v1),
      previous: transform.apply(vertices.v2), next: transform.apply(vertices.v3),
      hasPrevious: flags & ShapeFlag.hasPrevious != 0, hasNext: flags & ShapeFlag.hasNext != 0,
      isOneSided: flags & ShapeFlag.oneSided != 0)
  }

  /// Computes the contacts of all awake pairs, and carries the rows of sleeping ones over.
  ///
  /// Pairs and rows are both sorted by key, so that one walk matches them.
  func updateContacts() {
    nextRows.removeAll()
    manifolds.removeAll()
    let pairCount = pairs.count
    nextRows.reserve(pairCount)
    manifolds.reserve(pairCount)
    sweepMarks.setCount(bodies.count, filling: 0)
    var old = 0
    var i = 0
    while i < pairCount {
      let key = pairs.base[i]
      i &+= 1
      while old < rows.count && rows.base[old].key < key {
        endContact(rows.base[old])
        old &+= 1
      }
      let hasOld = old < rows.count && rows.base[old].key == key
      let a = Int(key &>> 32)
      let b = Int(key & 0xFFFF_FFFF)
      let bodyA = Int(shapes.base[a].body)
      let bodyB = Int(shapes.base[b].body)
      if (bodyFlags.base[bodyA] | bodyFlags.base[bodyB]) & BodyFlag.awake == 0 {
        if hasOld {
          nextRows.append(rows.base[old])
          old &+= 1
        }
        continue
      }
      let found = manifold(a, b)
      if found.count == 0 {
        if hasOld {
          endContact(rows.base[old])
          old &+= 1
        }
        continue
      }
      var row = ContactRow(
        shapeA: UInt32(truncatingIfNeeded: a), shapeB: UInt32(truncatingIfNeeded: b),
        features: found.point0.feature | (found.point1.feature &<< 16),
        flags: UInt32(bitPattern: found.count), normalImpulse0: 0, normalImpulse1: 0,
        tangentImpulse0: 0, tangentImpulse1: 0)
      if hasOld {
        row.inherit(rows.base[old])
        old &+= 1
      }
      if (bodyFlags.base[bodyA] & bodyFlags.base[bodyB]) & BodyFlag.dynamic == 0 {
        markIfDeep(found, bodyFlags.base[bodyA] & BodyFlag.dynamic != 0 ? bodyA : bodyB)
      }
      let mixed = mixedMaterial(a, b)
      let qA = poses.base[bodyA].rotation
      let centerA = masses.base[bodyA].center
      manifolds.append(
        ContactInput(
          row: Int32(truncatingIfNeeded: nextRows.count), bodyA: Int32(truncatingIfNeeded: bodyA),
          bodyB: Int32(truncatingIfNeeded: bodyB), count: found.count,
          normal: qA.rotate(found.normal),
          anchorA0: qA.rotate(found.point0.point - centerA),
          anchorA1: qA.rotate(found.point1.point - centerA),
          separation0: found.point0.separation, separation1: found.point1.separation,
          friction: mixed.friction, restitution: mixed.restitution))
      nextRows.append(row)
    }
    while old < rows.count {
      endContact(rows.base[old])
      old &+= 1
    }
    swap(&rows, &nextRows)
  }

  /// A wall that has come near a body's middle: the sweep must watch even a slow motion.
  @inline(__always)
  private func markIfDeep(_ found: Manifold, _ body: Int) {
    let deep = -0.5 * extents.base[body].inner
    if found.point0.separation < deep || (found.count > 1 && found.point1.separation < deep) {
      sweepMarks.base[body] = 1
    }
  }

  @inline(__always)
  private func mixedMaterial(_ a: Int, _ b: Int) -> (friction: Float, restitution: Float) {
    let first = shapes.base + a
    let second = shapes.base + b
    if (first.pointee.flags | second.pointee.flags) & ShapeFlag.inheritsMaterial != 0 {
      if first.pointee.flags & ShapeFlag.inheritsMaterial != 0 {
        return (second.pointee.friction, second.pointee.restitution)
      }
      return (first.pointee.friction, first.pointee.restitution)
    }
    let product = first.pointee.friction * second.pointee.friction
    return (squareRoot(product), larger(first.pointee.restitution, second.pointee.restitution))
  }

  private func endContact(_ row: ContactRow) {
    if row.flags & ContactRow.touching != 0 { endedEvents.append(endedEvent(row)) }
  }

  /// The event that a contact's end is reported by.
  func endedEvent(_ row: ContactRow) -> ContactEvent {
    event(.ended, row, point: .zero, normal: .zero)
  }

  func event(
    _ kind: ContactEvent.Kind, _ row: ContactRow, point: Vec2, normal: Vec2
  ) -> ContactEvent {
    let a = Int(row.shapeA)
    let b = Int(row.shapeB)
    return ContactEvent(
      kind: kind, shapeA: ShapeID(slot: row.shapeA, generation: shapes[a].generation),
      shapeB: ShapeID(slot: row.shapeB, generation: shapes[b].generation), tagA: shapes[a].tag,
      tagB: shapes[b].tag, bodyA: bodyID(Int(shapes[a].body)), bodyB: bodyID(Int(shapes[b].body)),
      point: point, normal: normal)
  }
}

extension ContactRow {
  /// Takes over the impulses of points with the same features, and whether the shapes touched.
  @inline(__always)
  mutating func inherit(_ old: ContactRow) {
    flags |= old.flags & ContactRow.touching
    let new0 = features & 0xFFFF
    let new1 = features &>> 16
    let old0 = old.features & 0xFFFF
    let old1 = old.features &>> 16
    if new0 == old0 {
      normalImpulse0 = old.normalImpulse0
      tangentImpulse0 = old.tangentImpulse0
    } else if old.pointCount == 2 && new0 == old1 {
      normalImpulse0 = old.normalImpulse1
      tangentImpulse0 = old.tangentImpulse1
    }
    if pointCount == 2 {
      if old.pointCount == 2 && new1 == old1 {
        normalImpulse1 = old.normalImpulse1
        tangentImpulse1 = old.tangentImpulse1
      } else if new1 == old0 {
        normalImpulse1 = old.normalImpulse0
        tangentImpulse1 = old.tangentImpulse0
      }
    }
  }
}
