import DeterministicMath
import Simulation

extension World {
  /// Visits the whole state of the world: tables `bodies`, `shapes`, `joints`, `contacts`, `world`.
  ///
  /// `positionX`, `positionY` are the centre of mass. Free slots are part of the tables, so that
  /// handles given out later are the same ones after a restore.
  public func visitState(_ visitor: inout some StateVisitor) {
    reserveChanges()
    if visitor.access != .reads { markRestored(since: visitor.visitOfSaving(stateSource)) }
    visitBodies(&visitor)
    visitShapes(&visitor)
    visitJoints(&visitor)
    visitContacts(&visitor)
    visitor.value("freeBody", .keyFrame, &freeBody)
    visitor.value("freeShape", .keyFrame, &freeShape)
    visitor.value("freeJoint", .keyFrame, &freeJoint)
    restoredSince = nil
    visitCount &+= 1
  }

  private func visitBodies(_ visitor: inout some StateVisitor) {
    var count = bodies.count
    visitor.table("bodies", rowCount: &count)
    let wasResized = count != bodies.count
    if visitor.access == .unknown || wasResized { restoreFindings.structureChanged = true }
    poses.setCount(count, filling: BodyPose(x: 0, y: 0, cosine: 1, sine: 0))
    motions.setCount(count, filling: BodyMotion())
    masses.setCount(count, filling: BodyMass())
    bodies.setCount(count, filling: BodyRecord())
    sleepTimers.setCount(count, filling: 0)
    bodyFlags.setCount(count, filling: 0)
    let poseChanges = changes(
      of: &poses, anywhere: groupChanges.bodyBlocks, bodyChanges.base, isDense: true,
      wasResized: wasResized)
    if !visitor.takeRows(rowSize: 16, changes: poseChanges, takePoses) {
      visitor.columns(
        [
          StateField("positionX", .float32, offset: 0, role: .positionX),
          StateField("positionY", .float32, offset: 4, role: .positionY),
          StateField("cosine", .float32, offset: 8, role: .rotationCosine),
          StateField("sine", .float32, offset: 12, role: .rotationSine),
        ], .everyStep, base: poses.base, rowSize: 16, stride: MemoryLayout<BodyPose>.stride,
        changes: poseChanges)
    }
    visitor.columns(
      [
        StateField("velocityX", .float32, offset: 0, role: .velocityX),
        StateField("velocityY", .float32, offset: 4, role: .velocityY),
        StateField("angularVelocity", .float32, offset: 8, role: .angularVelocity),
      ], .everyStep, base: motions.base, rowSize: 12, stride: MemoryLayout<BodyMotion>.stride,
      changes: changes(
        of: &motions, anywhere: groupChanges.bodyBlocks, bodyChanges.base, isDense: true,
        wasResized: wasResized))
    let flagChanges = changes(
      of: &bodyFlags, anywhere: groupChanges.bodyBlocks, bodyChanges.base, wasResized: wasResized)
    if !visitor.takeRows(rowSize: 4, changes: flagChanges, takeBodyFlags) {
      visitor.columns(
        [StateField("flags", .uint32, offset: 0)], .everyStep, base: bodyFlags.base, rowSize: 4,
        stride: 4, changes: flagChanges)
    }
    let massChanges = changes(of: &masses, wasResized: wasResized)
    if !visitor.takeRows(
      rowSize: 16, changes: massChanges, { takeStructure($0, masses.base, rowSize: 16) })
    {
      visitor.columns(
        [
          StateField("inverseMass", .float32, offset: 0),
          StateField("inverseInertia", .float32, offset: 4),
          StateField("localCenterX", .float32, offset: 8),
          StateField("localCenterY", .float32, offset: 12),
        ], .keyFrame, base: masses.base, rowSize: 16, stride: MemoryLayout<BodyMass>.stride,
        changes: massChanges)
    }
    visitor.columns(
      [
        StateField("generation", .uint32, offset: 0),
        StateField("link", .uint32, offset: 4),
        StateField("mass", .float32, offset: 8),
        StateField("inertia", .float32, offset: 12),
        StateField("linearDamping", .float32, offset: 16),
        StateField("angularDamping", .float32, offset: 20),
        StateField("gravityScale", .float32, offset: 24),
        StateField("forceX", .float32, offset: 28),
        StateField("forceY", .float32, offset: 32),
        StateField("torque", .float32, offset: 36),
      ], .keyFrame, base: bodies.base, rowSize: 40, stride: MemoryLayout<BodyRecord>.stride,
      changes: changes(of: &bodies, wasResized: wasResized))
    visitor.columns(
      [StateField("sleepTimer", .float32, offset: 0)], .keyFrame, base: sleepTimers.base,
      rowSize: 4, stride: 4,
      changes: changes(
        of: &sleepTimers, anywhere: groupChanges.bodyBlocks, bodyChanges.base, isDense: true,
        wasResized: wasResized))
  }

  private func visitShapes(_ visitor: inout some StateVisitor) {
    var count = shapes.count
    visitor.table("shapes", rowCount: &count)
    let wasResized = count != shapes.count
    if wasResized { restoreFindings.structureChanged = true }
    shapes.setCount(count, filling: ShapeRecord())
    outlines.setCount(count, filling: ShapeOutline())
    let shapeChanges = changes(of: &shapes, wasResized: wasResized)
    if !visitor.takeRows(
      rowSize: 56, changes: shapeChanges, { takeStructure($0, shapes.base, rowSize: 56) })
    {
      visitor.columns(
        [
          StateField("categories", .uint64, offset: 0),
          StateField("mask", .uint64, offset: 8),
          StateField("generation", .uint32, offset: 16),
          StateField("flags", .uint32, offset: 20),
          StateField("body", .uint32, offset: 24),
          StateField("next", .uint32, offset: 28),
          StateField("head", .uint32, offset: 32),
          StateField("tag", .uint32, offset: 36),
          StateField("group", .int32, offset: 40),
          StateField("density", .float32, offset: 44),
          StateField("friction", .float32, offset: 48),
          StateField("restitution", .float32, offset: 52),
        ], .keyFrame, base: shapes.base, rowSize: 56, stride: MemoryLayout<ShapeRecord>.stride,
        changes: shapeChanges)
    }
    if definition.describesGeometry { visitGeometry(&visitor, shapesWereResized: wasResized) }
  }

  private func visitJoints(_ visitor: inout some StateVisitor) {
    var count = joints.count
    visitor.table("joints", rowCount: &count)
    let wasResized = count != joints.count
    if wasResized { restoreFindings.structureChanged = true }
    joints.setCount(count, filling: JointRecord())
    jointImpulses.setCount(count, filling: JointImpulse())
    let jointChanges = changes(of: &joints, wasResized: wasResized)
    if !visitor.takeRows(
      rowSize: 92, changes: jointChanges, { takeStructure($0, joints.base, rowSize: 92) })
    {
      visitor.columns(
        [
          StateField("generation", .uint32, offset: 0),
          StateField("flags", .uint32, offset: 4),
          StateField("bodyA", .uint32, offset: 8),
          StateField("bodyB", .uint32, offset: 12),
          StateField("anchorAX", .float32, offset: 16),
          StateField("anchorAY", .float32, offset: 20),
          StateField("anchorBX", .float32, offset: 24),
          StateField("anchorBY", .float32, offset: 28),
          StateField("rest", .float32, offset: 32),
          StateField("lower", .float32, offset: 36),
          StateField("upper", .float32, offset: 40),
          StateField("hertz", .float32, offset: 44),
          StateField("dampingRatio", .float32, offset: 48),
          StateField("motorSpeed", .float32, offset: 52),
          StateField("motorMaximum", .float32, offset: 56),
          StateField("referenceCosine", .float32, offset: 60),
          StateField("referenceSine", .float32, offset: 64),
          StateField("axisX", .float32, offset: 68),
          StateField("axisY", .float32, offset: 72),
          StateField("angularHertz", .float32, offset: 76),
          StateField("angularDampingRatio", .float32, offset: 80),
          StateField("constraintHertz", .float32, offset: 84),
          StateField("constraintDampingRatio", .float32, offset: 88),
        ], .keyFrame, base: joints.base, rowSize: 92, stride: MemoryLayout<JointRecord>.stride,
        changes: jointChanges)
    }
    visitor.columns(
      [
        StateField("impulse0", .float32, offset: 0),
        StateField("impulse1", .float32, offset: 4),
        StateField("impulse2", .float32, offset: 8),
        StateField("impulse3", .float32, offset: 12),
        StateField("impulse4", .float32, offset: 16),
      ], .keyFrame, base: jointImpulses.base, rowSize: 20,
      stride: MemoryLayout<JointImpulse>.stride)
  }

  private func visitContacts(_ visitor: inout some StateVisitor) {
    if visitor.access == .unknown { storeImpulses() }
    var count = contactRows.count
    visitor.table("contacts", rowCount: &count)
    let wasResized = count != contactRows.count
    let rowChanges = changes(
      of: &contactRows, anywhere: groupChanges.contactBlocks, contactChanges.base,
      wasResized: wasResized)
    let manifoldChanges = changes(
      of: &contactManifolds, anywhere: groupChanges.manifoldBlocks, manifoldChanges.base,
      wasResized: wasResized)
    if visitor.takeRows(rowSize: 16, changes: rowChanges, { takeContactRows($0, count) })
      && visitor.takeRows(
        rowSize: 16, changes: changesOfImpulses(wasResized: wasResized), takeContactImpulses)
      && visitor.takeRows(
        rowSize: 56, changes: manifoldChanges, { takeContactManifolds($0, count) })
    {
      return
    }
    contactRows.setCount(count, filling: ContactRow())
    contactManifolds.setCount(count, filling: ContactManifold())
    if !visitor.takeSum({ sumOfContactRows() }) {
      visitor.columns(
        [
          StateField("shapeA", .uint32, offset: 0, role: .key),
          StateField("shapeB", .uint32, offset: 4, role: .key),
          StateField("features", .uint32, offset: 8),
          StateField("flags", .uint32, offset: 12),
        ], .keyFrame, base: contactRows.base, rowSize: 16,
        stride: MemoryLayout<ContactRow>.stride, changes: rowChanges)
    }
    if lanesAreStale || !visitor.takeSum(sumOfImpulses) {
      if visitor.access == .reads && visitor.wants(.keyFrame) { storeImpulses() }
      visitor.columns(
        [
          StateField("normalImpulse0", .float32, offset: 0),
          StateField("normalImpulse1", .float32, offset: 4),
          StateField("tangentImpulse0", .float32, offset: 8),
          StateField("tangentImpulse1", .float32, offset: 12),
        ], .keyFrame, base: UnsafeMutableRawPointer(contactRows.base) + 16, rowSize: 16,
        stride: MemoryLayout<ContactRow>.stride,
        changes: changesOfImpulses(wasResized: wasResized))
    }
    if visitor.takeSum({ sumOfContactManifolds() }) { return }
    visitor.columns(
      [
        StateField("normalX", .float32, offset: 0),
        StateField("normalY", .float32, offset: 4),
        StateField("anchorA0X", .float32, offset: 8),
        StateField("anchorA0Y", .float32, offset: 12),
        StateField("anchorB0X", .float32, offset: 16),
        StateField("anchorB0Y", .float32, offset: 20),
        StateField("anchorA1X", .float32, offset: 24),
        StateField("anchorA1Y", .float32, offset: 28),
        StateField("anchorB1X", .float32, offset: 32),
        StateField("anchorB1Y", .float32, offset: 36),
        StateField("separation0", .float32, offset: 40),
        StateField("separation1", .float32, offset: 44),
        StateField("turnCosine", .float32, offset: 48),
        StateField("turnSine", .float32, offset: 52),
      ], .keyFrame, base: contactManifolds.base, rowSize: 56,
      stride: MemoryLayout<ContactManifold>.stride,
      changes: manifoldChanges)
  }

  private func changesOfImpulses(wasResized: Bool) -> StateChanges {
    changes(
      of: &contactRows, anywhere: groupChanges.impulseBlocks, impulseChanges.base, isDense: true,
      wasResized: wasResized)
  }

  /// Corners and normals: up to eight with the shape, more in a table of their own.
  private func visitGeometry(_ visitor: inout some StateVisitor, shapesWereResized: Bool) {
    let outlineChanges = changes(of: &outlines, wasResized: shapesWereResized)
    if !visitor.takeRows(
      rowSize: 156, changes: outlineChanges, { takeStructure($0, outlines.base, rowSize: 156) })
    {
      visitor.columns(
        ShapeOutline.fields, .keyFrame, base: outlines.base, rowSize: 156,
        stride: MemoryLayout<ShapeOutline>.stride,
        changes: outlineChanges)
    }
    var count = sideVertices.count
    visitor.table("corners", rowCount: &count)
    let wasResized = count != sideVertices.count
    if wasResized { restoreFindings.structureChanged = true }
    sideVertices.setCount(count, filling: Vec2(0, 0))
    visitor.columns(
      [StateField("x", .float32, offset: 0), StateField("y", .float32, offset: 4)], .keyFrame,
      base: sideVertices.base, rowSize: 8, stride: MemoryLayout<Vec2>.stride,
      changes: changes(of: &sideVertices, wasResized: wasResized))
  }
}

extension ShapeOutline {
  static let fields: [StateField] = [
    StateField("x0", .float32, offset: 0), StateField("y0", .float32, offset: 4),
    StateField("x1", .float32, offset: 8), StateField("y1", .float32, offset: 12),
    StateField("x2", .float32, offset: 16), StateField("y2", .float32, offset: 20),
    StateField("x3", .float32, offset: 24), StateField("y3", .float32, offset: 28),
    StateField("x4", .float32, offset: 32), StateField("y4", .float32, offset: 36),
    StateField("x5", .float32, offset: 40), StateField("y5", .float32, offset: 44),
    StateField("x6", .float32, offset: 48), StateField("y6", .float32, offset: 52),
    StateField("x7", .float32, offset: 56), StateField("y7", .float32, offset: 60),
    StateField("normalX0", .float32, offset: 64), StateField("normalY0", .float32, offset: 68),
    StateField("normalX1", .float32, offset: 72), StateField("normalY1", .float32, offset: 76),
    StateField("normalX2", .float32, offset: 80), StateField("normalY2", .float32, offset: 84),
    StateField("normalX3", .float32, offset: 88), StateField("normalY3", .float32, offset: 92),
    StateField("normalX4", .float32, offset: 96), StateField("normalY4", .float32, offset: 100),
    StateField("normalX5", .float32, offset: 104), StateField("normalY5", .float32, offset: 108),
    StateField("normalX6", .float32, offset: 112), StateField("normalY6", .float32, offset: 116),
    StateField("normalX7", .float32, offset: 120), StateField("normalY7", .float32, offset: 124),
    StateField("centroidX", .float32, offset: 128),
    StateField("centroidY", .float32, offset: 132),
    StateField("radius", .float32, offset: 136), StateField("extent", .float32, offset: 140),
    StateField("inner", .float32, offset: 144), StateField("count", .int32, offset: 148),
    StateField("sideOffset", .int32, offset: 152),
  ]
}
