import DeterministicMath
import Simulation

extension World {
  /// Visits the whole state of the world: tables `bodies`, `shapes`, `joints`, `contacts`, `world`.
  ///
  /// `positionX`, `positionY` are the centre of mass. Free slots are part of the tables, so that
  /// handles given out later are the same ones after a restore.
  public func visitState(_ visitor: inout some StateVisitor) {
    changeLog.reserve(bodyCount: bodies.count, contactCount: contactTable.rows.count)
    if visitor.access != .reads {
      changeLog.markRestored(since: visitor.visitOfSaving(changeLog.source))
    }
    visitBodies(&visitor)
    visitShapes(&visitor)
    visitJoints(&visitor)
    visitContacts(&visitor)
    visitor.field("freeBody", &freeBody, .keyFrame)
    visitor.field("freeShape", &freeShape, .keyFrame)
    visitor.field("freeJoint", &freeJoint, .keyFrame)
    changeLog.endVisit()
  }

  private func visitBodies(_ visitor: inout some StateVisitor) {
    var count = bodies.count
    visitor.table("bodies", rowCount: &count)
    let wasResized = count != bodies.count
    if visitor.access == .unknown || wasResized { restoreNotes.findings.structureChanged = true }
    poses.setCount(count, filling: BodyPose(x: 0, y: 0, cosine: 1, sine: 0))
    motions.setCount(count, filling: BodyMotion())
    masses.setCount(count, filling: BodyMass())
    bodies.setCount(count, filling: BodyRecord())
    sleepTimers.setCount(count, filling: 0)
    bodyFlags.setCount(count, filling: 0)
    let (anywhere, blocks) = (changeLog.groups.bodyBlocks, changeLog.bodies.base)
    visitor.group(
      BodyPose.group, of: poses.base,
      changeLog.changes(
        of: &poses, anywhere: anywhere, blocks, isDense: true, wasResized: wasResized),
      take: takePoses)
    visitor.group(
      BodyMotion.group, of: motions.base,
      changeLog.changes(
        of: &motions, anywhere: anywhere, blocks, isDense: true, wasResized: wasResized))
    visitor.group(
      BodyFlags.group, of: bodyFlags.base,
      changeLog.changes(of: &bodyFlags, anywhere: anywhere, blocks, wasResized: wasResized),
      take: { restoreNotes.takeBodyFlags($0, bodyFlags.base) })
    visitor.group(
      BodyMass.group, of: masses.base, changeLog.changes(of: &masses, wasResized: wasResized),
      take: { restoreNotes.takeStructure($0, masses.base, BodyMass.group) })
    visitor.group(
      BodyRecord.group, of: bodies.base, changeLog.changes(of: &bodies, wasResized: wasResized))
    visitor.group(
      SleepTimer.group, of: sleepTimers.base,
      changeLog.changes(
        of: &sleepTimers, anywhere: anywhere, blocks, isDense: true, wasResized: wasResized))
  }

  private func visitShapes(_ visitor: inout some StateVisitor) {
    var count = shapes.count
    visitor.table("shapes", rowCount: &count)
    let wasResized = count != shapes.count
    if wasResized { restoreNotes.findings.structureChanged = true }
    shapes.setCount(count, filling: ShapeRecord())
    outlines.setCount(count, filling: ShapeOutline())
    visitor.group(
      ShapeRecord.columns, of: shapes.base, changeLog.changes(of: &shapes, wasResized: wasResized),
      take: { restoreNotes.takeStructure($0, shapes.base, ShapeRecord.columns) })
    if definition.describesGeometry { visitGeometry(&visitor, shapesWereResized: wasResized) }
  }

  private func visitJoints(_ visitor: inout some StateVisitor) {
    var count = joints.count
    visitor.table("joints", rowCount: &count)
    let wasResized = count != joints.count
    if wasResized { restoreNotes.findings.structureChanged = true }
    joints.setCount(count, filling: JointRecord())
    jointImpulses.setCount(count, filling: JointImpulse())
    visitor.group(
      JointRecord.group, of: joints.base, changeLog.changes(of: &joints, wasResized: wasResized),
      take: { restoreNotes.takeStructure($0, joints.base, JointRecord.group) })
    visitor.group(JointImpulse.group, of: jointImpulses.base)
  }

  private func visitContacts(_ visitor: inout some StateVisitor) {
    if visitor.access == .unknown { contactTable.storeImpulses(&changeLog) }
    var count = contactTable.rows.count
    visitor.table("contacts", rowCount: &count)
    let wasResized = count != contactTable.rows.count
    let rowChanges = changeLog.changes(
      of: &contactTable.rows, anywhere: changeLog.groups.contactBlocks, changeLog.contacts.base,
      wasResized: wasResized)
    let manifoldChanges = changeLog.changes(
      of: &contactTable.manifolds, anywhere: changeLog.groups.manifoldBlocks,
      changeLog.manifolds.base,
      wasResized: wasResized)
    if visitor.takeRows(
      ContactRow.head, changes: rowChanges,
      { restoreNotes.takeContactRows($0, &contactTable.rows, count) })
      && visitor.takeRows(
        ContactRow.impulses, changes: changesOfImpulses(wasResized: wasResized),
        { takeContactImpulses($0, contactTable.rows.base) })
      && visitor.takeRows(
        ContactManifold.group, changes: manifoldChanges,
        {
          contactTable.manifolds.setCount(count, filling: ContactManifold())
          restoreNotes.takeContactManifolds($0, contactTable.manifolds.base)
        })
    {
      return
    }
    contactTable.rows.setCount(count, filling: ContactRow())
    contactTable.manifolds.setCount(count, filling: ContactManifold())
    if !visitor.takeSum({ sumOfContactRows() }) {
      visitor.group(ContactRow.head, of: contactTable.rows.base, rowChanges)
    }
    if contactTable.lanesAreStale || !visitor.takeSum(sumOfImpulses) {
      if visitor.access == .reads && visitor.wants(.keyFrame) {
        contactTable.storeImpulses(&changeLog)
      }
      visitor.group(
        ContactRow.impulses, of: contactTable.rows.base, changesOfImpulses(wasResized: wasResized))
    }
    if visitor.takeSum({ sumOfContactManifolds() }) { return }
    visitor.group(ContactManifold.group, of: contactTable.manifolds.base, manifoldChanges)
  }

  private func changesOfImpulses(wasResized: Bool) -> StateChanges {
    changeLog.changes(
      of: &contactTable.rows, anywhere: changeLog.groups.impulseBlocks, changeLog.impulses.base,
      isDense: true,
      wasResized: wasResized)
  }

  /// Corners and normals: up to eight with the shape, more in a table of their own.
  private func visitGeometry(_ visitor: inout some StateVisitor, shapesWereResized: Bool) {
    visitor.group(
      ShapeOutline.group, of: outlines.base,
      changeLog.changes(of: &outlines, wasResized: shapesWereResized),
      take: { restoreNotes.takeStructure($0, outlines.base, ShapeOutline.group) })
    var count = sideVertices.count
    visitor.table("corners", rowCount: &count)
    let wasResized = count != sideVertices.count
    if wasResized { restoreNotes.findings.structureChanged = true }
    sideVertices.setCount(count, filling: Vec2(0, 0))
    visitor.group(
      SideVertex.group, of: sideVertices.base,
      changeLog.changes(of: &sideVertices, wasResized: wasResized))
  }
}
