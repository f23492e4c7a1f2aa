import DeterministicMath

extension World {
  /// The body's mass; 0 for bodies that are not dynamic, and for stale handles.
  public func mass(of id: BodyID) -> Float {
    guard let slot = slot(of: id) else { return 0 }
    return bodyTable.records[slot].mass
  }

  /// About the centre of mass.
  public func inertia(of id: BodyID) -> Float {
    guard let slot = slot(of: id) else { return 0 }
    return bodyTable.records[slot].inertia
  }

  /// The centre of mass, in the body's frame.
  public func localCenter(of id: BodyID) -> Vec2 {
    guard let slot = slot(of: id) else { return .zero }
    return bodyTable.masses[slot].center
  }

  /// Replaces the mass computed from shapes, until ``resetMass(of:)``.
  public func setMass(_ data: MassData, of id: BodyID) {
    guard let slot = slot(of: id), data.mass.isFinite, data.mass >= 0, data.inertia.isFinite,
      data.inertia >= 0, data.localCenter.isFinite
    else { return }
    bodyTable.flags[slot] |= BodyFlag.massOverridden
    moveCenter(slot, to: data.localCenter)
    bodyTable.records[slot].mass = data.mass
    bodyTable.records[slot].inertia = data.inertia
    updateInverseMass(slot)
    updateExtent(slot)
    wakeSlot(slot)
  }

  /// Back to the mass computed from shapes.
  public func resetMass(of id: BodyID) {
    guard let slot = slot(of: id) else { return }
    bodyTable.flags[slot] &= ~BodyFlag.massOverridden
    updateMass(slot)
  }

  /// Mass per area; the body's mass follows at once.
  public func setDensity(_ density: Float, of id: ShapeID) {
    guard let head = slot(of: id), density.isFinite, density >= 0 else { return }
    shapeTable.records[head].density = density
    updateMass(Int(shapeTable.records[head].body))
    wakeSlot(Int(shapeTable.records[head].body))
  }

  /// Measures the body from its centre of mass.
  func updateExtent(_ slot: Int) {
    assert(slot >= 0 && slot < bodyTable.extents.count, "the slot has an extent")
    var extent = BodyExtent()
    let center = bodyTable.masses[slot].center
    var link = bodyTable.flags[slot] & BodyFlag.used != 0 ? bodyTable.records[slot].link : 0
    while link != 0 {
      let shape = Int(link - 1)
      link = shapeTable.records[shape].next
      let outline = shapeTable.outlines[shape]
      if !shapeTable.records[shape].kind.isThin {
        extent.inner = smaller(extent.inner, outline.inner)
      }
      extent.outer = larger(
        extent.outer, (outline.centroid - center).length + outline.extent)
    }
    bodyTable.extents[slot] = extent
    if contactTable.bodyCounts[slot] > 0 { contactTable.lanesAreStale = true }
  }

  /// Sums density times area over the shapes.
  func updateMass(_ slot: Int) {
    assert(bodyTable.isUsed(slot), "the slot names a body")
    defer { updateExtent(slot) }
    if bodyTable.flags[slot] & BodyFlag.massOverridden != 0 || !bodyTable.isDynamic(slot) {
      updateInverseMass(slot)
      return
    }
    var mass: Float = 0
    var weighted = Vec2.zero
    var aboutOrigin: Float = 0
    var link = bodyTable.records[slot].link
    while link != 0 {
      let shape = Int(link - 1)
      link = shapeTable.records[shape].next
      let data = massData(ofShape: shape)
      mass += data.mass
      weighted += data.mass * data.localCenter
      aboutOrigin += data.inertia + data.mass * data.localCenter.lengthSquared
    }
    let center = mass > 0 ? (1 / mass) * weighted : .zero
    let inertia = aboutOrigin - mass * center.lengthSquared
    moveCenter(slot, to: center)
    bodyTable.records[slot].mass = mass
    bodyTable.records[slot].inertia = inertia > 0 ? inertia : 0
    updateInverseMass(slot)
  }

  /// Moves the centre of mass within the body; the body itself stays where it is.
  private func moveCenter(_ slot: Int, to center: Vec2) {
    assert(bodyTable.isUsed(slot), "the slot names a body")
    let shift = bodyTable.poses[slot].rotation.rotate(center - bodyTable.masses[slot].center)
    if shift == .zero { return }
    bodyTable.poses[slot].center += shift
    bodyTable.motions[slot].velocity += shift.crossed(by: bodyTable.motions[slot].w)
    bodyTable.masses[slot].centerX = center.x
    bodyTable.masses[slot].centerY = center.y
    outdateContacts(ofBody: slot)
  }

  /// Anchors are measured from the centre: after it has moved the contacts must be found again.
  private func outdateContacts(ofBody slot: Int) {
    assert(bodyTable.isUsed(slot), "the slot names a body")
    if contactTable.bodyCounts[slot] == 0 { return }
    for contact in 0..<contactTable.rows.count where contactTable.rows[contact].isUsed {
      let row = contactTable.rows[contact]
      if Int(shapeTable.records[Int(row.shapeA)].body) == slot
        || Int(shapeTable.records[Int(row.shapeB)].body) == slot
      {
        var change = ContactSumChange(changeLog.contactSums.known)
        change.remove(contactTable.manifolds.base + contact, contact)
        contactTable.manifolds.base[contact] = ContactManifold()
        change.add(contactTable.manifolds.base + contact, contact)
        changeLog.contactSums.take(change, changedCount: 1)
        changeLog.markManifold(contact)
      }
    }
    contactTable.lanesAreStale = true
  }

  func updateInverseMass(_ slot: Int) {
    assert(bodyTable.isUsed(slot), "the slot names a body")
    assert(
      !(bodyTable.records[slot].mass < 0) && !(bodyTable.records[slot].inertia < 0),
      "masses are not negative")
    if contactTable.bodyCounts[slot] > 0 { contactTable.lanesAreStale = true }
    let record = bodyTable.records[slot]
    let moves = bodyTable.isDynamic(slot)
    bodyTable.masses[slot].inverseMass = moves && record.mass > 0 ? 1 / record.mass : 0
    let turns = moves && bodyTable.flags[slot] & BodyFlag.fixedRotation == 0
    bodyTable.masses[slot].inverseInertia = turns && record.inertia > 0 ? 1 / record.inertia : 0
  }

  private func massData(ofShape shape: Int) -> MassData {
    shapeTable.records[shape].kind.massData(
      shapeTable.convexView(shape), density: shapeTable.records[shape].density,
      room: workers.scratch.pointee.vertices)
  }
}
