import DeterministicMath

extension CollisionRows {
  /// Fewer pairs than this are collided one by one.
  @inline(__always) private var leastLanes: Int { 2 }

  /// Whether a shape has three or four corners: triangles, boxes and their like.
  @inline(__always)
  private func isQuad(_ shape: Int) -> Bool {
    UInt32(bitPattern: outlines.outlines[shape].count &- 3) < 2
  }

  /// Names the pair of a lane.
  @inline(__always)
  func takePair(_ columns: LaneColumns, _ lane: Int, _ a: Int, _ b: Int) {
    assert(lane >= 0 && lane < LaneColumns.laneCount, "a block has eight lanes")
    assert(shapes.isUsed(a), "the slot names a shape")
    assert(shapes.isUsed(b), "the slot names a shape")
    columns.integers(PairColumn.shapeA)[lane] = Int32(truncatingIfNeeded: a)
    columns.integers(PairColumn.shapeB)[lane] = Int32(truncatingIfNeeded: b)
    columns.integers(PairColumn.bodyA)[lane] = Int32(
      truncatingIfNeeded: shapes[a].body)
    columns.integers(PairColumn.bodyB)[lane] = Int32(
      truncatingIfNeeded: shapes[b].body)
  }

  /// Which of the first lanes have pairs that can be collided beside others.
  @inline(__always)
  func quads(_ columns: LaneColumns, _ count: Int) -> UInt32 {
    assert(count > 0 && count <= LaneColumns.laneCount, "eight pairs at most")
    let slotsA = columns.integers(PairColumn.shapeA)
    let slotsB = columns.integers(PairColumn.shapeB)
    var lanes: UInt32 = 0
    var lane = 0
    while lane < count {
      if isQuad(Int(slotsA[lane])) && isQuad(Int(slotsB[lane])) {
        lanes |= UInt32(1) &<< UInt32(truncatingIfNeeded: lane)
      }
      lane &+= 1
    }
    return lanes
  }

  /// Collides pairs that have been named, all at once.
  ///
  /// - Parameter lanes: of pairs that can be.
  /// - Returns: the lanes for which `columns` now tell what was found; the others must be collided
  ///   one by one.
  func collide(_ columns: LaneColumns, _ lanes: UInt32) -> UInt32 {
    assert(lanes & ~0xFF == 0, "a block has eight lanes")
    if lanes.nonzeroBitCount < leastLanes { return 0 }
    if lanes != 255 { fillLanes(columns, lanes) }
    let slotsA = UnsafePointer(columns.integers(PairColumn.bodyA))
    let slotsB = UnsafePointer(columns.integers(PairColumn.bodyB))
    let a = gatherPoses(UnsafeMutableRawPointer(poses), slotsA)
    let b = gatherPoses(UnsafeMutableRawPointer(poses), slotsB)
    let massA = gatherMasses(UnsafeMutableRawPointer(masses), slotsA)
    let massB = gatherMasses(UnsafeMutableRawPointer(masses), slotsB)
    // As in `manifold(_:_:_:)`: B's frame in A's, the difference of the centres first.
    let cosine = a.cosine * b.cosine + a.sine * b.sine
    let sine = a.cosine * b.sine - a.sine * b.cosine
    let apartX = b.x - a.x
    let apartY = b.y - a.y
    let betweenX = a.cosine * apartX + a.sine * apartY
    let betweenY = a.cosine * apartY - a.sine * apartX
    let x = betweenX + massA.centerX - (cosine * massB.centerX - sine * massB.centerY)
    let y = betweenY + massA.centerY - (sine * massB.centerX + cosine * massB.centerY)
    columns[PairColumn.turnCosine] = cosine
    columns[PairColumn.turnSine] = sine
    columns[PairColumn.betweenX] = betweenX
    columns[PairColumn.betweenY] = betweenY
    columns[PairColumn.centerX] = massA.centerX
    columns[PairColumn.centerY] = massA.centerY
    let quadB = columns.from(PairColumn.quadB)
    columns.from(PairColumn.quadA).takeQuads(
      outlines.outlines, UnsafePointer(columns.integers(PairColumn.shapeA)))
    quadB.takeQuads(outlines.outlines, UnsafePointer(columns.integers(PairColumn.shapeB)))
    quadB.moveQuads(x, y, cosine, sine)
    let left = collideQuads(
      columns, wanted: lanes, reach: reach, slop: slop)
    if Lanes.mask(columns[PairColumn.found &+ FoundColumn.pointCount], above: Lanes(all: 0)) != 0 {
      fixToBodies(columns)
    }
    return lanes & ~left
  }

  /// Names some pair again in lanes that have none of their own.
  @inline(__always)
  private func fillLanes(_ columns: LaneColumns, _ lanes: UInt32) {
    assert(lanes & ~0xFF == 0, "a block has eight lanes")
    assert(lanes != 0 && lanes & ~0xFF == 0, "some of eight lanes have a pair")
    let source = lanes.trailingZeroBitCount
    var lane = 0
    while lane < 8 {
      if lanes & (UInt32(1) &<< UInt32(truncatingIfNeeded: lane)) == 0 {
        var column = PairColumn.shapeA
        while column <= PairColumn.bodyB {
          columns.integers(column)[lane] = columns.integers(column)[source]
          column &+= 1
        }
      }
      lane &+= 1
    }
  }

  /// Fixes what was found to both bodies: see `contactManifold(_:_:)`.
  @inline(__always)
  private func fixToBodies(_ columns: LaneColumns) {
    let found = columns.from(PairColumn.found)
    let fixed = columns.from(PairColumn.manifold)
    let cosine = columns[PairColumn.turnCosine]
    let sine = columns[PairColumn.turnSine]
    let nx = found[FoundColumn.normalX]
    let ny = found[FoundColumn.normalY]
    let isOfB = found[FoundColumn.isNormalOfB]
    let zero = Lanes(all: 0)
    let half = Lanes(all: 0.5)
    let radiusA = columns[PairColumn.quadA + QuadColumn.radius]
    let radiusB = columns[PairColumn.quadB + QuadColumn.radius]
    fixed[0] = Lanes.select(isOfB, isAbove: zero, cosine * nx + sine * ny, nx)
    fixed[1] = Lanes.select(isOfB, isAbove: zero, cosine * ny - sine * nx, ny)
    @_transparent
    func fix(_ x: Lanes, _ y: Lanes, _ separation: Lanes, _ column: Int) {
      let x = x - columns[PairColumn.centerX]
      let y = y - columns[PairColumn.centerY]
      let inA = half * separation + radiusA
      let inB = half * separation + radiusB
      let bx = (x - columns[PairColumn.betweenX]) + inB * nx
      let by = (y - columns[PairColumn.betweenY]) + inB * ny
      fixed[column] = x - inA * nx
      fixed[column &+ 1] = y - inA * ny
      fixed[column &+ 2] = cosine * bx + sine * by
      fixed[column &+ 3] = cosine * by - sine * bx
    }
    fix(found[FoundColumn.x0], found[FoundColumn.y0], found[FoundColumn.separation0], 2)
    fix(found[FoundColumn.x1], found[FoundColumn.y1], found[FoundColumn.separation1], 6)
    fixed[10] = cosine
    fixed[11] = sine
  }
}

extension LaneColumns {
  /// Points that were found of a lane's pair.
  @inline(__always)
  func pointCount(_ lane: Int) -> UInt32 {
    UInt32(truncatingIfNeeded: whole(PairColumn.found &+ FoundColumn.pointCount, lane))
  }

  /// A lower bound of the separation of a lane's shapes, less the distance that was asked for.
  @inline(__always)
  func excess(_ lane: Int) -> Float { float(PairColumn.found &+ FoundColumn.excess, lane) }

  /// The row of what was found of a lane's pair; impulses are zero and there is no colour yet.
  @inline(__always)
  func contactRow(_ lane: Int) -> ContactRow {
    assert(lane >= 0 && lane < LaneColumns.laneCount, "a block has eight lanes")
    let shapeA = integers(PairColumn.shapeA)[lane]
    let shapeB = integers(PairColumn.shapeB)[lane]
    let isOfB = float(PairColumn.found &+ FoundColumn.isNormalOfB, lane) > 0
    let isRadial = float(PairColumn.found &+ FoundColumn.isRadial, lane) > 0
    let feature0 = whole(PairColumn.found &+ FoundColumn.feature0, lane)
    let feature1 = whole(PairColumn.found &+ FoundColumn.feature1, lane)
    return ContactRow(
      shapeA: UInt32(bitPattern: shapeA), shapeB: UInt32(bitPattern: shapeB),
      features: feature0 | (feature1 &<< 16),
      flags: pointCount(lane) | ContactRow.used | (isOfB ? ContactRow.normalOfB : 0)
        | (isRadial ? ContactRow.radial : 0))
  }

  @inline(__always)
  func contactManifold(_ lane: Int) -> ContactManifold {
    assert(lane >= 0 && lane < LaneColumns.laneCount, "a block has eight lanes")
    @inline(__always)
    func value(_ field: Int) -> Float { float(PairColumn.manifold &+ field, lane) }
    return ContactManifold(
      normal: Vec2(value(0), value(1)), anchorA0: Vec2(value(2), value(3)),
      anchorB0: Vec2(value(4), value(5)), anchorA1: Vec2(value(6), value(7)),
      anchorB1: Vec2(value(8), value(9)), turnCosine: value(10), turnSine: value(11))
  }

  /// The manifold of a lane's pair, as the scalar code has it.
  func foundManifold(_ lane: Int) -> Manifold {
    assert(lane >= 0 && lane < LaneColumns.laneCount, "a block has eight lanes")
    @inline(__always)
    func value(_ column: Int) -> Float { float(PairColumn.found &+ column, lane) }
    let count = pointCount(lane)
    if count == 0 { return .apart(by: excess(lane)) }
    var manifold = Manifold()
    manifold.normal = Vec2(value(FoundColumn.normalX), value(FoundColumn.normalY))
    manifold.isNormalOfB = value(FoundColumn.isNormalOfB) > 0
    manifold.isRadial = value(FoundColumn.isRadial) > 0
    manifold.append(
      ManifoldPoint(
        point: Vec2(value(FoundColumn.x0), value(FoundColumn.y0)),
        separation: value(FoundColumn.separation0),
        feature: whole(PairColumn.found &+ FoundColumn.feature0, lane)))
    if count > 1 {
      manifold.append(
        ManifoldPoint(
          point: Vec2(value(FoundColumn.x1), value(FoundColumn.y1)),
          separation: value(FoundColumn.separation1),
          feature: whole(PairColumn.found &+ FoundColumn.feature1, lane)))
    }
    return manifold
  }

  /// A float that is a whole number from 0 to 65,535.
  @inline(__always)
  private func whole(_ column: Int, _ lane: Int) -> UInt32 {
    (float(column, lane) + 8_388_608).bitPattern & 0xFFFF
  }
}
