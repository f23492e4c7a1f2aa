import DeterministicMath

extension World {
  /// Writes what a lane keeps for longer than a step: all that does not follow from the poses.
  func fillLane(_ slot: Int, _ index: Int, _ lane: Int) {
    let row = contactRows.base[slot]
    let manifold = contactManifolds.base[slot]
    let a = Int(row.shapeA)
    let b = Int(row.shapeB)
    let bodyA = Int(shapes.base[a].body)
    let bodyB = Int(shapes.base[b].body)
    let color = contactColors + row.color
    let block = color.pointee.block(index)
    let massA = masses.base[bodyA]
    let massB = masses.base[bodyB]
    let material = mixedMaterial(a, b)
    block.set(ContactBlock.bodyA, lane, Int32(truncatingIfNeeded: bodyA))
    block.set(ContactBlock.bodyB, lane, Int32(truncatingIfNeeded: bodyB))
    block.set(ContactBlock.inverseMassA, lane, massA.inverseMass)
    block.set(ContactBlock.inverseMassB, lane, massB.inverseMass)
    block.set(ContactBlock.inverseInertiaA, lane, massA.inverseInertia)
    block.set(ContactBlock.inverseInertiaB, lane, massB.inverseInertia)
    block.set(ContactBlock.friction, lane, material.friction)
    block.set(ContactBlock.point0 + ContactBlock.normalImpulse, lane, row.normalImpulse0)
    block.set(ContactBlock.point0 + ContactBlock.tangentImpulse, lane, row.tangentImpulse0)
    block.set(ContactBlock.point1 + ContactBlock.normalImpulse, lane, row.normalImpulse1)
    block.set(ContactBlock.point1 + ContactBlock.tangentImpulse, lane, row.tangentImpulse1)

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
    anchors.set(ContactAnchors.separation0, lane, manifold.separation0)
    anchors.set(ContactAnchors.separation1, lane, manifold.separation1)
    anchors.set(ContactAnchors.turnCosine, lane, manifold.turnCosine)
    anchors.set(ContactAnchors.turnSine, lane, manifold.turnSine)
    // A thin shape's sides are soon mistaken for each other.
    let inner = smaller(thickness(a), thickness(b))
    let slideLimit = smaller(definition.recycleDistance, 0.25 * inner)
    let extent = smaller(outlines.base[a].extent, outlines.base[b].extent)
    // A quarter of a radian at most, however small the shapes. Outdated: less than any turn.
    let turnLimit = smaller(slideLimit / extent, 0.25)
    anchors.set(ContactAnchors.slideLimit, lane, slideLimit)
    anchors.set(
      ContactAnchors.turnLimit, lane, row.flags & ContactRow.outdated != 0 ? Float(-1) : turnLimit)
    anchors.set(ContactAnchors.hasSecond, lane, row.pointCount > 1 ? Float(1) : 0)
    let isFixed = bodyFlags.base[bodyA] & bodyFlags.base[bodyB] & BodyFlag.dynamic == 0
    let pushed = bodyFlags.base[bodyA] & BodyFlag.dynamic != 0 ? bodyA : bodyB
    anchors.set(
      ContactAnchors.sweepDepth, lane,
      isFixed ? -0.5 * extents.base[pushed].inner : -Float.greatestFiniteMagnitude)

    let detail = color.pointee.detail(index)
    var flags = ContactBlockFlag.dirty
    let isWatched = material.restitution > 0 || row.flags & ContactRow.touching == 0
    detail.set(ContactDetail.contact, lane, Int32(truncatingIfNeeded: slot))
    detail.set(ContactDetail.restitution, lane, material.restitution)
    detail.set(ContactDetail.isWatched, lane, isWatched ? Float(1) : 0)
    if isFixed { flags |= ContactBlockFlag.stiff }
    if isWatched { flags |= ContactBlockFlag.watched }
    if material.restitution > 0 { flags |= ContactBlockFlag.bouncing }
    color.pointee.flags.base[index] |= flags
  }

  /// Half of what there is between the sides of a shape; of a line no limit.
  @inline(__always)
  private func thickness(_ shape: Int) -> Float {
    shapes.base[shape].kind.isThin ? Float.greatestFiniteMagnitude : outlines.base[shape].inner
  }
}
