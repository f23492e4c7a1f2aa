import DeterministicMath
import Simulation

extension World {
  /// The manifold of two shapes, in the frame of shape `a`'s body.
  ///
  /// - Parameter room: for vertices, of the worker that asks.
  func manifold(_ a: Int, _ b: Int, _ room: UnsafeMutablePointer<Vec2>) -> Manifold {
    assert(isUsedShape(a), "the slot names a shape")
    assert(isUsedShape(b), "the slot names a shape")
    let bodyA = Int(shapeTable.records.base[a].body)
    let bodyB = Int(shapeTable.records.base[b].body)
    let poseA = bodyTable.poses.base[bodyA]
    let poseB = bodyTable.poses.base[bodyB]
    let qA = poseA.rotation
    let qB = poseB.rotation
    let relative = qA.inverse * qB
    // Origin of B in the frame of A; the difference of the centres first, for precision.
    let shift =
      qA.inverseRotate(poseB.center - poseA.center) + bodyTable.masses.base[bodyA].center
      - relative.rotate(bodyTable.masses.base[bodyB].center)
    let inA = Transform(position: shift, rotation: relative)
    return manifold(a, b, inA, room)
  }

  /// The manifold of two shapes, body B's frame lying at `inA` in body A's.
  private func manifold(
    _ a: Int, _ b: Int, _ inA: Transform, _ room: UnsafeMutablePointer<Vec2>
  ) -> Manifold {
    let reach = definition.speculativeDistance
    let slop = definition.linearSlop
    let viewA = convexView(a)
    let viewB = convexView(b)
    let moved = room
    let relative = inA.rotation
    let kindA = shapeTable.records.base[a].kind
    let kindB = shapeTable.records.base[b].kind
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
    assert(isUsedShape(shape), "the slot names a shape")
    assert(shapeTable.records.base[shape].kind == .edge, "the shape is an edge")
    let vertices = shapeTable.outlines.base[shape].vertices
    let flags = shapeTable.records.base[shape].flags
    return EdgeView(
      v1: transform.apply(vertices.v0), v2: transform.apply(vertices.v1),
      previous: transform.apply(vertices.v2), next: transform.apply(vertices.v3),
      hasPrevious: flags & ShapeFlag.hasPrevious != 0, hasNext: flags & ShapeFlag.hasNext != 0,
      isOneSided: flags & ShapeFlag.oneSided != 0)
  }

  /// A row for what was found; impulses are zero and there is no colour yet.
  func contactRow(_ found: Manifold, _ a: UInt32, _ b: UInt32) -> ContactRow {
    assert(a < b, "contacts name the lower shape first")
    assert(found.count >= 0 && found.count <= 2, "a manifold has two points at most")
    return ContactRow(
      shapeA: a, shapeB: b,
      features: found.point0.feature | (found.point1.feature &<< 16),
      flags: UInt32(bitPattern: found.count) | ContactRow.used
        | (found.isNormalOfB ? ContactRow.normalOfB : 0))
  }

  /// Fixes what was found to both bodies.
  func contactManifold(_ found: Manifold, _ row: ContactRow) -> ContactManifold {
    assert(isUsedShape(Int(row.shapeA)), "the slot names a shape")
    assert(isUsedShape(Int(row.shapeB)), "the slot names a shape")
    let bodyA = Int(shapeTable.records.base[Int(row.shapeA)].body)
    let bodyB = Int(shapeTable.records.base[Int(row.shapeB)].body)
    let turn = bodyTable.poses.base[bodyA].rotation.inverse * bodyTable.poses.base[bodyB].rotation
    // A's centre in A's frame, B's in A's as well.
    let centerA = bodyTable.masses.base[bodyA].center
    let between = bodyTable.poses.base[bodyA].rotation.inverseRotate(
      bodyTable.poses.base[bodyB].center - bodyTable.poses.base[bodyA].center)
    @inline(__always)
    func anchors(_ point: Vec2) -> (a: Vec2, b: Vec2) {
      let a = point - centerA
      return (a, turn.inverseRotate(a - between))
    }
    let first = anchors(found.point0.point)
    let second = found.count > 1 ? anchors(found.point1.point) : first
    return ContactManifold(
      normal: found.isNormalOfB ? turn.inverseRotate(found.normal) : found.normal,
      anchorA0: first.a, anchorB0: first.b, anchorA1: second.a, anchorB1: second.b,
      separation0: found.point0.separation,
      separation1: found.count > 1 ? found.point1.separation : found.point0.separation,
      turnCosine: turn.cosine, turnSine: turn.sine)
  }

  /// Looks for new contacts among the pairs without one; they begin by ascending key.
  func findContacts(_ team: WorkerTeam) {
    assert(!pairTable.holdRemoved, "every pair names shapes")
    if pairTable.candidatesAreStale { listCandidates(team) }
    workers.share(among: team) { share, scratch in
      findContacts(share.begin(rows: pairTable.candidates.count), &scratch)
    }
    workers.forEachScratch(of: team) { scratch in
      var i = 0
      while i < scratch.foundContacts.count {
        let found = scratch.foundContacts.base[i]
        i &+= 1
        pairTable.active.base[Int(found.pair)].contact = Int32(
          truncatingIfNeeded: beginContact(found.row, found.manifold))
      }
    }
    travels.forgetRested()
  }

  private func findContacts(_ range: BlockRange, _ scratch: inout WorkerScratch) {
    assert(range.end <= pairTable.candidates.count, "the candidates exist")
    scratch.foundContacts.removeAll()
    scratch.nearPairs.removeAll()
    let closest = 0.01 * definition.linearSlop
    var i = range.first
    while i < range.end {
      let index = pairTable.candidates.base[i]
      let pair = pairTable.active.base + Int(index)
      i &+= 1
      if pair.pointee.contact >= 0 { continue }
      let a = Int(pair.pointee.key &>> 32)
      let b = Int(pair.pointee.key & 0xFFFF_FFFF)
      let bodyA = Int(shapeTable.records.base[a].body)
      let bodyB = Int(shapeTable.records.base[b].body)
      let slack = pair.pointee.slack - travels.approach(bodyA, bodyB)
      if slack > closest {
        pair.pointee.slack = slack
        continue
      }
      scratch.nearPairs.append(index)
    }
    i = 0
    while i < scratch.nearPairs.count {
      let rest = scratch.nearPairs.count &- i
      collideNearPairs(i, rest < 8 ? rest : 8, &scratch)
      i &+= 8
    }
  }

  /// Eight pairs, or fewer, next to each other in the list.
  private func collideNearPairs(_ first: Int, _ count: Int, _ scratch: inout WorkerScratch) {
    assert(count > 0 && count <= LaneColumns.laneCount, "eight pairs at most")
    assert(first + count <= scratch.nearPairs.count, "the pairs are listed")
    let indices = scratch.nearPairs.base + first
    let columns = scratch.pairColumns
    var lane = 0
    while lane < count {
      let key = pairTable.active.base[Int(indices[lane])].key
      takePair(columns, lane, Int(key &>> 32), Int(key & 0xFFFF_FFFF))
      lane &+= 1
    }
    let lanes = collide(columns, quads(columns, count))
    lane = 0
    while lane < count {
      let index = indices[lane]
      let pair = pairTable.active.base + Int(index)
      if lanes & (UInt32(1) &<< UInt32(truncatingIfNeeded: lane)) == 0 {
        collideNearPair(index, &scratch)
      } else if columns.pointCount(lane) == 0 {
        pair.pointee.slack = columns.excess(lane)
      } else {
        pair.pointee.slack = 0
        scratch.foundContacts.append(
          FoundContact(
            pair: index, row: columns.contactRow(lane), manifold: columns.contactManifold(lane)))
      }
      lane &+= 1
    }
  }

  private func collideNearPair(_ index: Int32, _ scratch: inout WorkerScratch) {
    assert(index >= 0 && Int(index) < pairTable.active.count, "the pair exists")
    assert(pairTable.active.base[Int(index)].contact < 0, "the pair has no contact yet")
    let pair = pairTable.active.base + Int(index)
    let a = Int(pair.pointee.key &>> 32)
    let b = Int(pair.pointee.key & 0xFFFF_FFFF)
    let found = manifold(a, b, scratch.vertices)
    if found.count == 0 {
      pair.pointee.slack = found.excess
      return
    }
    pair.pointee.slack = 0
    let row = contactRow(
      found, UInt32(truncatingIfNeeded: a), UInt32(truncatingIfNeeded: b))
    scratch.foundContacts.append(
      FoundContact(pair: index, row: row, manifold: contactManifold(found, row)))
  }

  /// Lists pairs without a contact, of which one body at least is awake.
  private func listCandidates(_ team: WorkerTeam) {
    pairTable.candidatesAreStale = false
    pairTable.setRestingAside(shapeBodies, awakeCount: activity.awakeBodies.count)
    workers.share(among: team) { share, scratch in
      listCandidates(share.begin(rows: pairTable.active.count), &scratch.candidates)
    }
    pairTable.candidates.removeAll()
    pairTable.candidates.reserve(pairTable.active.count)
    workers.forEachScratch(of: team) { pairTable.candidates.append(contentsOf: $0.candidates) }
  }

  private func listCandidates(_ range: BlockRange, _ candidates: inout Store<Int32>) {
    assert(range.end <= pairTable.active.count, "the pairs exist")
    candidates.removeAll()
    candidates.reserve(range.end &- range.first)
    // One body at least of every pair is dynamic.
    let allAreAwake = !activity.hasSleepers
    var i = range.first
    while i < range.end {
      let index = i
      let pair = pairTable.active.base[i]
      i &+= 1
      if pair.contact >= 0 { continue }
      if allAreAwake {
        candidates.append(Int32(truncatingIfNeeded: index))
        continue
      }
      let bodyA = Int(shapeTable.records.base[Int(pair.key &>> 32)].body)
      let bodyB = Int(shapeTable.records.base[Int(pair.key & 0xFFFF_FFFF)].body)
      if (bodyTable.flags.base[bodyA] | bodyTable.flags.base[bodyB]) & BodyFlag.awake == 0 {
        // Not looked at while both rest: what they travelled last has not been counted.
        pairTable.active.base[index].slack = 0
        continue
      }
      candidates.append(Int32(truncatingIfNeeded: index))
    }
  }
}
