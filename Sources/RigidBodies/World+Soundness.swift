import DeterministicMath

extension World {
  /// Whether a restored state is one that a world could have left: then, and only then, it may be
  /// gone on from. For states that come from outside; ask before ``stateWasRestored()``.
  ///
  /// Checked: every slot, link and list that is followed anywhere, kinds and counts, and that
  /// numbers are numbers. Not checked: whether masses, impulses and geometry belong together.
  ///
  /// - Complexity: O(rows of all tables).
  public func isStateSound() -> Bool {
    areBodiesSound() && areShapesSound() && areJointsSound() && areContactsSound()
  }

  private func isUsedBody(_ slot: UInt32) -> Bool {
    Int(slot) < bodies.count && bodyFlags[Int(slot)] & BodyFlag.used != 0
  }

  private func isUsedShape(_ slot: UInt32) -> Bool {
    Int(slot) < shapes.count && shapes[Int(slot)].flags & ShapeFlag.used != 0
  }

  private func areBodiesSound() -> Bool {
    var unused = 0
    for slot in 0..<bodies.count {
      let flags = bodyFlags[slot]
      if flags & BodyFlag.used == 0 {
        unused += 1
        continue
      }
      let pose = poses[slot]
      let motion = motions[slot]
      let mass = masses[slot]
      let record = bodies[slot]
      let unit = pose.cosine * pose.cosine + pose.sine * pose.sine
      // Comparisons are false for NaN, so each also refuses it.
      guard flags & ~BodyFlag.all == 0, flags & BodyFlag.typeMask != BodyFlag.typeMask,
        pose.center.isFinite, magnitude(unit - 1) < 1e-3,
        motion.velocity.isFinite, motion.w.isFinite,
        mass.inverseMass >= 0, mass.inverseMass.isFinite,
        mass.inverseInertia >= 0, mass.inverseInertia.isFinite, mass.center.isFinite,
        record.mass >= 0, record.mass.isFinite, record.inertia >= 0, record.inertia.isFinite,
        record.linearDamping >= 0, record.angularDamping >= 0, record.gravityScale.isFinite,
        record.forceX.isFinite, record.forceY.isFinite, record.torque.isFinite,
        sleepTimers[slot] >= 0
      else { return false }
    }
    var link = freeBody
    while link != 0 {
      guard Int(link) <= bodies.count, unused > 0,
        bodyFlags[Int(link) - 1] & BodyFlag.used == 0
      else { return false }
      unused -= 1
      link = bodies[Int(link) - 1].link
    }
    return unused == 0
  }

  private func areShapesSound() -> Bool {
    var linked = 0
    for slot in 0..<bodies.count where bodyFlags[slot] & BodyFlag.used != 0 {
      var link = bodies[slot].link
      while link != 0 {
        guard Int(link) <= shapes.count, linked < shapes.count, isUsedShape(link - 1),
          Int(shapes[Int(link) - 1].body) == slot
        else { return false }
        linked += 1
        link = shapes[Int(link) - 1].next
      }
    }
    var free = 0
    var link = freeShape
    while link != 0 {
      guard Int(link) <= shapes.count, free < shapes.count, !isUsedShape(link - 1) else {
        return false
      }
      free += 1
      link = shapes[Int(link) - 1].next
    }
    guard linked + free == shapes.count else { return false }
    for slot in 0..<shapes.count where isUsedShape(UInt32(slot)) {
      guard isShapeSound(slot) else { return false }
    }
    return true
  }

  private func isShapeSound(_ slot: Int) -> Bool {
    let shape = shapes[slot]
    guard shape.flags >> ShapeFlag.kindShift <= ShapeKind.edge.rawValue, isUsedShape(shape.head),
      shape.density >= 0, shape.density.isFinite, shape.friction >= 0, shape.friction.isFinite,
      shape.restitution >= 0, shape.restitution.isFinite
    else { return false }
    let outline = outlines[slot]
    let count = Int(outline.count)
    guard count >= 1, count <= ShapeGeometry.maximumVertexCount, outline.centroid.isFinite,
      outline.radius >= 0, outline.radius.isFinite, outline.extent >= 0, outline.extent.isFinite
    else { return false }
    // Circles have one corner, polygons at least three, all others two.
    switch shape.kind {
    case .circle: guard count == 1 else { return false }
    case .polygon: guard count >= 3 else { return false }
    case .capsule, .segment, .edge: guard count == 2 else { return false }
    }
    guard outline.sideOffset >= 0 else { return count <= ShapeOutline.inlineVertexCount }
    let end = Int(outline.sideOffset) + 2 * count
    guard end <= sideVertices.count else { return false }
    for index in Int(outline.sideOffset)..<end where !sideVertices[index].isFinite { return false }
    return true
  }

  private func isUnit(_ x: Float, _ y: Float) -> Bool { magnitude((x * x + y * y) - 1) < 1e-3 }

  private func areJointsSound() -> Bool {
    var unused = 0
    for slot in 0..<joints.count {
      let joint = joints[slot]
      if joint.flags & JointFlag.used == 0 {
        unused += 1
        continue
      }
      // Limits and the strongest motor may be infinite; nothing may be NaN.
      guard joint.flags >> JointFlag.kindShift <= JointKind.target.rawValue,
        isUsedBody(joint.bodyA), isUsedBody(joint.bodyB), joint.bodyA != joint.bodyB,
        joint.anchorA.isFinite, joint.anchorB.isFinite, joint.rest.isFinite,
        joint.lower <= joint.upper, joint.hertz >= 0, joint.hertz.isFinite,
        joint.dampingRatio >= 0, joint.dampingRatio.isFinite, joint.motorSpeed.isFinite,
        joint.motorMaximum >= 0, isUnit(joint.referenceCosine, joint.referenceSine),
        isUnit(joint.axisX, joint.axisY), isSpring(joint.angularHertz, joint.angularDampingRatio),
        joint.constraintHertz.isFinite, joint.constraintDampingRatio.isFinite,
        jointImpulses[slot].isFinite
      else { return false }
    }
    var link = freeJoint
    while link != 0 {
      guard Int(link) <= joints.count, unused > 0,
        joints[Int(link) - 1].flags & JointFlag.used == 0
      else { return false }
      unused -= 1
      link = joints[Int(link) - 1].bodyA
    }
    return unused == 0
  }

  private func areContactsSound() -> Bool {
    var keys: [UInt64] = []
    for slot in 0..<contactRows.count {
      let row = contactRows[slot]
      if !row.isUsed {
        if row.flags != 0 { return false }
        continue
      }
      let manifold = contactManifolds[slot]
      let turn = manifold.turnCosine * manifold.turnCosine + manifold.turnSine * manifold.turnSine
      guard row.shapeA < row.shapeB, isUsedShape(row.shapeA), isUsedShape(row.shapeB),
        shapes[Int(row.shapeA)].body != shapes[Int(row.shapeB)].body,
        row.pointCount == 1 || row.pointCount == 2,
        row.flags & 0xFF & ~ContactRow.flagMask == 0, row.color < World.colorCount,
        row.normalImpulse0.isFinite, row.normalImpulse1.isFinite,
        row.tangentImpulse0.isFinite, row.tangentImpulse1.isFinite,
        manifold.normal.isFinite, manifold.anchorA0.isFinite, manifold.anchorB0.isFinite,
        manifold.anchorA1.isFinite, manifold.anchorB1.isFinite, manifold.separation0.isFinite,
        manifold.separation1.isFinite, magnitude(turn - 1) < 1e-3
      else { return false }
      keys.append(row.key)
    }
    keys.sort()
    for index in 1..<max(keys.count, 1) where keys[index - 1] == keys[index] { return false }
    return areColorsSound()
  }

  /// Whether no two contacts of one colour push the same body.
  private func areColorsSound() -> Bool {
    var seen = [UInt64](repeating: 0, count: bodies.count)
    for slot in 0..<contactRows.count where contactRows[slot].isUsed {
      let row = contactRows[slot]
      if row.color == 0 { continue }
      let bit = UInt64(1) << UInt64(row.color)
      for shape in [row.shapeA, row.shapeB] {
        let body = Int(shapes[Int(shape)].body)
        if !isDynamic(body) { continue }
        if seen[body] & bit != 0 { return false }
        seen[body] |= bit
      }
    }
    return true
  }
}
