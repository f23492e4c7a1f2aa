import DeterministicMath

/// What the lanes of contacts are filled from; valid until a body or a shape comes.
struct LaneRows {
  var bodies: ShapeBodies
  var outlines: UnsafePointer<ShapeOutline>
  var masses: UnsafePointer<BodyMass>
  var extents: UnsafePointer<BodyExtent>
  /// No contact may slide farther before its shapes are collided again.
  var recycleDistance: Float
}

extension World {
  @inline(__always)
  var laneRows: LaneRows {
    LaneRows(
      bodies: shapeBodies, outlines: shapeTable.outlines.base, masses: bodyTable.masses.base,
      extents: bodyTable.extents.base, recycleDistance: definition.recycleDistance)
  }
}

/// Lanes filled from shapes and bodies.
extension ContactTable {
  /// Writes what a lane keeps for longer than a step: all that does not follow from the poses.
  func fillLane(_ slot: Int, _ index: Int, _ lane: Int, _ source: LaneRows) {
    assert(isUsed(slot), "the slot names a contact")
    assert(manifolds.count == rows.count, "every contact has a manifold")
    let row = rows.base[slot]
    let color = colors + row.color
    fillPair(slot, row, color, index, lane, source)
    fillImpulses(row, color, index, lane)
    fillManifold(row, manifolds.base[slot], color, index, lane)
  }

  /// Writes what a lane keeps for longer than a step, but for the impulses.
  func refillLane(_ slot: Int, _ source: LaneRows) {
    assert(hasLane(slot), "there is a lane to fill")
    let row = rows.base[slot]
    let color = colors + row.color
    let (block, lane) = color.pointee.place(Int(lanes.base[slot]))
    fillPair(slot, row, color, block, lane, source)
    fillManifold(row, manifolds.base[slot], color, block, lane)
  }

  /// Writes what follows from colliding the shapes; the pair is the one that the lane has.
  @inline(__always)
  func remakeLane(_ slot: Int) {
    assert(hasLane(slot), "there is a lane to fill")
    let row = rows.base[slot]
    let color = colors + row.color
    let (block, lane) = color.pointee.place(Int(lanes.base[slot]))
    fillManifold(row, manifolds.base[slot], color, block, lane)
  }

  /// What depends on the bodies and on both shapes, and stays when they are collided again.
  private func fillPair(
    _ slot: Int, _ row: ContactRow, _ color: UnsafeMutablePointer<ContactColor>, _ index: Int,
    _ lane: Int, _ source: LaneRows
  ) {
    assert(row.shapeA < row.shapeB, "contacts name the lower shape first")
    assert(isUsed(slot), "the slot names a contact")
    assert(index >= 0 && index < color.pointee.blockCount, "the block exists")
    assert(lane >= 0 && lane < LaneColumns.laneCount, "a block has eight lanes")
    assert(source.bodies.shapes.isUsed(Int(row.shapeA)), "the slot names a shape")
    assert(source.bodies.shapes.isUsed(Int(row.shapeB)), "the slot names a shape")
    let a = Int(row.shapeA)
    let b = Int(row.shapeB)
    let bodyA = Int(source.bodies.shapes[a].body)
    let bodyB = Int(source.bodies.shapes[b].body)
    let block = color.pointee.block(index)
    let massA = source.masses[bodyA]
    let massB = source.masses[bodyB]
    let material = source.mixedMaterial(a, b)
    block.set(ContactBlock.bodyA, lane, Int32(truncatingIfNeeded: bodyA))
    block.set(ContactBlock.bodyB, lane, Int32(truncatingIfNeeded: bodyB))
    block.set(ContactBlock.inverseMassA, lane, massA.inverseMass)
    block.set(ContactBlock.inverseMassB, lane, massB.inverseMass)
    block.set(ContactBlock.inverseInertiaA, lane, massA.inverseInertia)
    block.set(ContactBlock.inverseInertiaB, lane, massB.inverseInertia)
    block.set(ContactBlock.friction, lane, material.friction)

    let anchors = color.pointee.anchors(index)
    let radiusA = source.outlines[a].radius
    let radiusB = source.outlines[b].radius
    anchors.set(ContactAnchors.radiusA, lane, radiusA)
    anchors.set(ContactAnchors.radiusB, lane, radiusB)
    let isFixed = source.bodies.flags[bodyA] & source.bodies.flags[bodyB] & BodyFlag.dynamic == 0

    let detail = color.pointee.detail(index)
    var flags: UInt8 = 0
    let isWatched = material.restitution > 0 || row.flags & ContactRow.touching == 0
    detail.set(ContactDetail.contact, lane, Int32(truncatingIfNeeded: slot))
    detail.set(ContactDetail.restitution, lane, material.restitution)
    detail.set(ContactDetail.isWatched, lane, isWatched ? Float(1) : 0)
    if isFixed { flags |= ContactBlockFlag.stiff }
    if isWatched { flags |= ContactBlockFlag.watched }
    if radiusA + radiusB > 0 { flags |= ContactBlockFlag.rounded }
    if material.restitution > 0 { flags |= ContactBlockFlag.bouncing }
    color.pointee.flags.base[index] |= flags
    fillLimits(slot, row, color, index, lane, source)
  }

  /// How far the bodies may move against each other before the shapes are collided again, and how
  /// deep before the sweep must watch them. Contacts without a manifold may not move at all.
  @inline(never)
  private func fillLimits(
    _ slot: Int, _ row: ContactRow, _ color: UnsafeMutablePointer<ContactColor>, _ index: Int,
    _ lane: Int, _ source: LaneRows
  ) {
    assert(index >= 0 && index < color.pointee.blockCount, "the block exists")
    assert(lane >= 0 && lane < LaneColumns.laneCount, "a block has eight lanes")
    let anchors = color.pointee.anchors(index)
    let a = Int(row.shapeA)
    let b = Int(row.shapeB)
    // A thin shape's sides are soon mistaken for each other.
    let inner = smaller(source.thickness(a), source.thickness(b))
    let slideLimit = smaller(source.recycleDistance, 0.25 * inner)
    anchors.set(ContactAnchors.slideLimit, lane, slideLimit)
    if !manifolds.base[slot].isMade { return ContactAnchors.outdate(anchors, lane) }
    let extent = smaller(source.outlines[a].extent, source.outlines[b].extent)
    // A quarter of a radian at most, however small the shapes.
    anchors.set(ContactAnchors.turnLimit, lane, smaller(slideLimit / extent, 0.25))
    let (bodyA, bodyB) = source.bodies.ends(of: row)
    let isFixed = source.bodies.flags[bodyA] & source.bodies.flags[bodyB] & BodyFlag.dynamic == 0
    let pushed = source.bodies.flags[bodyA] & BodyFlag.dynamic != 0 ? bodyA : bodyB
    anchors.set(
      ContactAnchors.sweepDepth, lane,
      isFixed ? -0.5 * source.extents[pushed].inner : ContactAnchors.noSweepDepth)
  }

  /// Gives the contacts that were outdated, and have manifolds now, their limits.
  ///
  /// In one pass afterwards: many contacts are made again in every step, and few of them were outdated.
  mutating func limitRemadeLanes(_ source: LaneRows) {
    if !hasOutdatedLanes { return }
    hasOutdatedLanes = false
    var slot = 0
    while slot < rows.count {
      if lanes.base[slot] >= 0 {
        let row = rows.base[slot]
        let color = colors + row.color
        let (block, lane) = color.pointee.place(Int(lanes.base[slot]))
        if color.pointee.anchors(block).float(ContactAnchors.turnLimit, lane) < 0 {
          assert(manifolds.base[slot].isMade, "outdated contacts were made again")
          fillLimits(slot, row, color, block, lane, source)
        }
      }
      slot &+= 1
    }
  }

  @inline(__always)
  private func fillImpulses(
    _ row: ContactRow, _ color: UnsafeMutablePointer<ContactColor>, _ index: Int, _ lane: Int
  ) {
    assert(index >= 0 && index < color.pointee.blockCount, "the block exists")
    assert(lane >= 0 && lane < LaneColumns.laneCount, "a block has eight lanes")
    let impulses = color.pointee.impulses(index)
    impulses.set(ContactImpulses.normal0, lane, row.normalImpulse0)
    impulses.set(ContactImpulses.tangent0, lane, row.tangentImpulse0)
    impulses.set(ContactImpulses.normal1, lane, row.normalImpulse1)
    impulses.set(ContactImpulses.tangent1, lane, row.tangentImpulse1)
  }

  /// What follows from colliding the shapes; the block must be prepared after that.
  @inline(__always)
  private func fillManifold(
    _ row: ContactRow, _ manifold: ContactManifold, _ color: UnsafeMutablePointer<ContactColor>,
    _ index: Int, _ lane: Int
  ) {
    assert(lane >= 0 && lane < LaneColumns.laneCount, "a block has eight lanes")
    assert(index >= 0 && index < color.pointee.blockCount, "the block exists")
    let anchors = color.pointee.anchors(index)
    anchors.set(ContactAnchors.normalX, lane, manifold.normal.x)
    anchors.set(ContactAnchors.normalY, lane, manifold.normal.y)
    anchors.set(
      ContactAnchors.isNormalOfB, lane, row.flags & ContactRow.normalOfB != 0 ? Float(1) : 0)
    anchors.set(ContactAnchors.anchorA0X, lane, manifold.anchorA0.x)
    anchors.set(ContactAnchors.anchorA0Y, lane, manifold.anchorA0.y)
    anchors.set(ContactAnchors.anchorB0X, lane, manifold.anchorB0.x)
    anchors.set(ContactAnchors.anchorB0Y, lane, manifold.anchorB0.y)
    anchors.set(ContactAnchors.anchorA1X, lane, manifold.anchorA1.x)
    anchors.set(ContactAnchors.anchorA1Y, lane, manifold.anchorA1.y)
    anchors.set(ContactAnchors.anchorB1X, lane, manifold.anchorB1.x)
    anchors.set(ContactAnchors.anchorB1Y, lane, manifold.anchorB1.y)
    anchors.set(
      ContactAnchors.isRadial, lane, row.flags & ContactRow.radial != 0 ? Float(1) : 0)
    anchors.set(ContactAnchors.turnCosine, lane, manifold.turnCosine)
    anchors.set(ContactAnchors.turnSine, lane, manifold.turnSine)
    anchors.set(ContactAnchors.hasSecond, lane, row.pointCount > 1 ? Float(1) : 0)
    color.pointee.flags.base[index] |= ContactBlockFlag.dirty
  }

  /// Gives a contact that has a lane what was found when its shapes were collided again; it takes
  /// over the impulses of points that are still there.
  ///
  /// - Parameter change: notes what the row and the manifold were, and are.
  /// - Returns: whether its row changed, apart from the impulses.
  @inline(__always)
  func renew(
    _ slot: Int, _ found: ContactRow, _ manifold: ContactManifold,
    _ change: inout ContactSumChange
  ) -> Bool {
    assert(hasLane(slot), "only contacts with a lane are collided again")
    var old = rows.base[slot]
    let color = colors + old.color
    let (block, lane) = color.pointee.place(Int(lanes.base[slot]))
    takeImpulses(&old, block, lane)
    var row = found
    row.inherit(old)
    row.flags |= old.flags & ~ContactRow.flagMask
    let isOther = row.features != old.features || row.flags != old.flags
    if isOther { change.remove(rows.base + slot, slot) }
    change.remove(manifolds.base + slot, slot)
    rows.base[slot] = row
    manifolds.base[slot] = manifold
    if isOther { change.add(rows.base + slot, slot) }
    change.add(manifolds.base + slot, slot)
    fillImpulses(row, color, block, lane)
    fillManifold(row, manifold, color, block, lane)
    return isOther
  }
}

extension LaneRows {
  /// Half of what there is between the sides of a shape; of a line no limit.
  @inline(__always)
  fileprivate func thickness(_ shape: Int) -> Float {
    bodies.shapes[shape].kind.isThin
      ? Float.greatestFiniteMagnitude : outlines[shape].inner
  }

  @inline(__always)
  fileprivate func mixedMaterial(_ a: Int, _ b: Int) -> (friction: Float, restitution: Float) {
    assert(bodies.shapes.isUsed(a), "the slot names a shape")
    assert(bodies.shapes.isUsed(b), "the slot names a shape")
    let first = bodies.shapes + a
    let second = bodies.shapes + b
    if (first.pointee.flags | second.pointee.flags) & ShapeFlag.inheritsMaterial != 0 {
      if first.pointee.flags & ShapeFlag.inheritsMaterial != 0 {
        return (second.pointee.friction, second.pointee.restitution)
      }
      return (first.pointee.friction, first.pointee.restitution)
    }
    let product = first.pointee.friction * second.pointee.friction
    return (squareRoot(product), larger(first.pointee.restitution, second.pointee.restitution))
  }
}

extension ContactRow {
  /// Takes over the impulses of points with the same features, and whether the shapes touched.
  @inline(__always)
  mutating func inherit(_ old: ContactRow) {
    assert(key == old.key, "the shapes are the contact's")
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
