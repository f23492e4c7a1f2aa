import DeterministicMath
import Simulation

extension World {
  /// Visits the whole state of the world: tables `bodies`, `shapes`, `joints`, `contacts`, and numbers.
  ///
  /// `positionX`, `positionY` are the centre of mass. Free slots are part of the tables, so that
  /// handles given out later are the same ones after a restore.
  #if !hasFeature(Embedded)
    // Callers seldom know the visitor's type. A call through its protocol takes as long as what these do
    // with a table that has not changed.
    @_specialize(where Visitor == ChangeDigestVisitor)
    @_specialize(where Visitor == DigestingSaveVisitor)
    @_specialize(where Visitor == SaveVisitor)
  #endif
  public func visitState<Visitor: StateVisitor>(_ visitor: inout Visitor) {
    changeLog.reserve(bodyCount: bodyTable.records.count, contactCount: contactTable.rows.count)
    if visitor.access != .reads {
      changeLog.markRestored(since: visitor.visitOfSaving(changeLog.source))
    }
    visitBodies(&visitor)
    let numbers = changeLog.changes(
      of: SeenNumbers(
        shapeCount: shapeTable.records.count, sideVertexCount: shapeTable.sideVertices.count,
        freeBody: bodyTable.firstFree, freeShape: shapeTable.firstFree,
        freeJoint: jointTable.firstFree))
    visitor.tables(.keyFrame, changes: changesOfShapes(numbers)) { visitShapes(&$0) }
    if jointTable.records.count == 0 && contactTable.rows.count == 0 {
      visitor.tables(.keyFrame, changes: numbers) {
        visitJointsAndContacts(&$0)
        visitFreeSlots(&$0)
      }
    } else {
      visitJointsAndContacts(&visitor)
      visitor.tables(.keyFrame, changes: numbers) { visitFreeSlots(&$0) }
    }
    if definition.renewalPeriod > 0 { visitor.field("stepsSinceRenewal", &stepsSinceRenewal) }
    changeLog.endVisit()
  }

  private func visitJointsAndContacts(_ visitor: inout some StateVisitor) {
    visitJoints(&visitor)
    visitContacts(&visitor)
  }

  private func visitFreeSlots(_ visitor: inout some StateVisitor) {
    visitor.field("freeBody", &bodyTable.firstFree, .keyFrame)
    visitor.field("freeShape", &shapeTable.firstFree, .keyFrame)
    visitor.field("freeJoint", &jointTable.firstFree, .keyFrame)
  }

  /// When any row of shapes and of their corners changed last, or how many there are.
  private func changesOfShapes(_ numbers: StateChanges) -> StateChanges {
    var all = numbers
    func take(_ changes: StateChanges) {
      if changes.anywhere > all.anywhere { all.anywhere = changes.anywhere }
    }
    take(changeLog.changes(of: &shapeTable.records))
    if definition.describesGeometry {
      take(changeLog.changes(of: &shapeTable.outlines))
      take(changeLog.changes(of: &shapeTable.sideVertices))
    }
    return all
  }

  private func visitBodies(_ visitor: inout some StateVisitor) {
    var count = bodyTable.records.count
    visitor.table("bodies", rowCount: &count)
    let wasResized = count != bodyTable.records.count
    if visitor.access == .unknown || wasResized { restoreNotes.findings.structureChanged = true }
    bodyTable.setCount(count)
    let (anywhere, blocks) = (changeLog.groups.bodyBlocks, changeLog.bodies.base)
    visitor.group(
      BodyPose.group, of: bodyTable.poses.base,
      changeLog.changes(
        of: &bodyTable.poses, anywhere: anywhere, blocks, isDense: true, wasResized: wasResized),
      take: takePoses)
    visitor.group(
      BodyMotion.group, of: bodyTable.motions.base,
      changeLog.changes(
        of: &bodyTable.motions, anywhere: anywhere, blocks, isDense: true, wasResized: wasResized))
    visitor.group(
      BodyFlags.group, of: bodyTable.flags.base,
      changeLog.changes(of: &bodyTable.flags, anywhere: anywhere, blocks, wasResized: wasResized),
      take: { restoreNotes.takeBodyFlags($0, bodyTable.flags.base) })
    visitor.group(
      BodyMass.group, of: bodyTable.masses.base,
      changeLog.changes(of: &bodyTable.masses, wasResized: wasResized),
      take: { restoreNotes.takeStructure($0, bodyTable.masses.base, BodyMass.group) })
    visitor.group(
      BodyRecord.group, of: bodyTable.records.base,
      changeLog.changes(of: &bodyTable.records, wasResized: wasResized))
    visitor.group(
      SleepTimer.group, of: bodyTable.sleepTimers.base,
      changeLog.changes(
        of: &bodyTable.sleepTimers, anywhere: anywhere, blocks, isDense: true,
        wasResized: wasResized))
  }

  private func visitShapes(_ visitor: inout some StateVisitor) {
    var count = shapeTable.records.count
    visitor.table("shapes", rowCount: &count)
    let wasResized = count != shapeTable.records.count
    if wasResized { restoreNotes.findings.structureChanged = true }
    shapeTable.setCount(count)
    visitor.group(
      ShapeRecord.columns, of: shapeTable.records.base,
      changeLog.changes(of: &shapeTable.records, wasResized: wasResized),
      take: { restoreNotes.takeStructure($0, shapeTable.records.base, ShapeRecord.columns) })
    if definition.describesGeometry { visitGeometry(&visitor, shapesWereResized: wasResized) }
  }

  private func visitJoints(_ visitor: inout some StateVisitor) {
    var count = jointTable.records.count
    visitor.table("joints", rowCount: &count)
    let wasResized = count != jointTable.records.count
    if wasResized { restoreNotes.findings.structureChanged = true }
    jointTable.setCount(count)
    visitor.group(
      JointRecord.group, of: jointTable.records.base,
      changeLog.changes(of: &jointTable.records, wasResized: wasResized),
      take: { restoreNotes.takeStructure($0, jointTable.records.base, JointRecord.group) })
    if visitor.access == .reads, !activeJoints.jointsChanged, jointGraph.isWorthSumming(),
      visitor.takeSum(
        JointImpulse.group, { jointGraph.sumOfImpulses(jointTable.impulses) })
    {
      return
    }
    visitor.group(
      JointImpulse.group, of: jointTable.impulses.base,
      changeLog.changes(
        of: &jointTable.impulses, anywhere: changeLog.groups.jointImpulses, isDense: true,
        wasResized: wasResized))
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
    if !visitor.takeSum(ContactRow.head, { sumOfContactRows() }) {
      visitor.group(ContactRow.head, of: contactTable.rows.base, rowChanges)
    }
    if contactTable.lanesAreStale || !visitor.takeSum(ContactRow.impulses, sumOfImpulses) {
      if visitor.access == .reads && visitor.wants(.keyFrame) {
        contactTable.storeImpulses(&changeLog)
      }
      visitor.group(
        ContactRow.impulses, of: contactTable.rows.base, changesOfImpulses(wasResized: wasResized))
    }
    if visitor.takeSum(ContactManifold.group, { sumOfContactManifolds() }) { return }
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
      ShapeOutline.group, of: shapeTable.outlines.base,
      changeLog.changes(of: &shapeTable.outlines, wasResized: shapesWereResized),
      take: { restoreNotes.takeStructure($0, shapeTable.outlines.base, ShapeOutline.group) })
    var count = shapeTable.sideVertices.count
    visitor.table("corners", rowCount: &count)
    let wasResized = count != shapeTable.sideVertices.count
    if wasResized { restoreNotes.findings.structureChanged = true }
    shapeTable.sideVertices.setCount(count, filling: Vec2(0, 0))
    visitor.group(
      SideVertex.group, of: shapeTable.sideVertices.base,
      changeLog.changes(of: &shapeTable.sideVertices, wasResized: wasResized))
  }
}
