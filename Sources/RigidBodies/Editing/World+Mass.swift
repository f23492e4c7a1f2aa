import DeterministicMath

extension World {
  public func mass(of id: BodyID) -> Float {
    guard let slot = slot(of: id) else { return 0 }
    return bodies[slot].mass
  }

  /// About the centre of mass.
  public func inertia(of id: BodyID) -> Float {
    guard let slot = slot(of: id) else { return 0 }
    return bodies[slot].inertia
  }

  /// The centre of mass, in the body's frame.
  public func localCenter(of id: BodyID) -> Vec2 {
    guard let slot = slot(of: id) else { return .zero }
    return masses[slot].center
  }

  /// Replaces the mass computed from shapes, until ``resetMass(of:)``.
  public func setMass(_ data: MassData, of id: BodyID) {
    guard let slot = slot(of: id), data.mass.isFinite, data.mass >= 0, data.inertia.isFinite,
      data.inertia >= 0, data.localCenter.isFinite
    else { return }
    bodyFlags[slot] |= BodyFlag.massOverridden
    moveCenter(slot, to: data.localCenter)
    bodies[slot].mass = data.mass
    bodies[slot].inertia = data.inertia
    updateInverseMass(slot)
    updateExtent(slot)
    wakeSlot(slot)
  }

  /// Back to the mass computed from shapes.
  public func resetMass(of id: BodyID) {
    guard let slot = slot(of: id) else { return }
    bodyFlags[slot] &= ~BodyFlag.massOverridden
    updateMass(slot)
  }

  /// Mass per area; the body's mass follows at once.
  public func setDensity(_ density: Float, of id: ShapeID) {
    guard let head = slot(of: id), density.isFinite, density >= 0 else { return }
    shapes[head].density = density
    updateMass(Int(shapes[head].body))
    wakeSlot(Int(shapes[head].body))
  }

  /// Measures the body from its centre of mass.
  func updateExtent(_ slot: Int) {
    var extent = BodyExtent()
    let center = masses[slot].center
    var link = bodyFlags[slot] & BodyFlag.used != 0 ? bodies[slot].link : 0
    while link != 0 {
      let shape = Int(link - 1)
      link = shapes[shape].next
      let outline = outlines[shape]
      if !shapes[shape].kind.isThin { extent.inner = smaller(extent.inner, outline.inner) }
      extent.outer = larger(
        extent.outer, (outline.centroid - center).length + outline.extent)
    }
    extents[slot] = extent
    if contactTable.bodyCounts[slot] > 0 { contactTable.lanesAreStale = true }
  }

  /// Sums density times area over the shapes.
  func updateMass(_ slot: Int) {
    defer { updateExtent(slot) }
    if bodyFlags[slot] & BodyFlag.massOverridden != 0 || !isDynamic(slot) {
      updateInverseMass(slot)
      return
    }
    var mass: Float = 0
    var weighted = Vec2.zero
    var aboutOrigin: Float = 0
    var link = bodies[slot].link
    while link != 0 {
      let shape = Int(link - 1)
      link = shapes[shape].next
      let data = massData(ofShape: shape)
      mass += data.mass
      weighted += data.mass * data.localCenter
      aboutOrigin += data.inertia + data.mass * data.localCenter.lengthSquared
    }
    let center = mass > 0 ? (1 / mass) * weighted : .zero
    let inertia = aboutOrigin - mass * center.lengthSquared
    moveCenter(slot, to: center)
    bodies[slot].mass = mass
    bodies[slot].inertia = inertia > 0 ? inertia : 0
    updateInverseMass(slot)
  }

  /// Moves the centre of mass within the body; the body itself stays where it is.
  private func moveCenter(_ slot: Int, to center: Vec2) {
    let shift = poses[slot].rotation.rotate(center - masses[slot].center)
    if shift == .zero { return }
    poses[slot].center += shift
    motions[slot].velocity += shift.crossed(by: motions[slot].w)
    masses[slot].centerX = center.x
    masses[slot].centerY = center.y
    outdateContacts(ofBody: slot)
  }

  /// Anchors are measured from the centre: after it has moved the contacts must be found again.
  private func outdateContacts(ofBody slot: Int) {
    if contactTable.bodyCounts[slot] == 0 { return }
    for contact in 0..<contactTable.rows.count where contactTable.rows[contact].isUsed {
      let row = contactTable.rows[contact]
      if Int(shapes[Int(row.shapeA)].body) == slot || Int(shapes[Int(row.shapeB)].body) == slot {
        contactTable.rows[contact].flags |= ContactRow.outdated
        changeLog.markContact(contact)
      }
    }
    contactTable.lanesAreStale = true
  }

  func updateInverseMass(_ slot: Int) {
    if contactTable.bodyCounts[slot] > 0 { contactTable.lanesAreStale = true }
    let record = bodies[slot]
    let moves = isDynamic(slot)
    masses[slot].inverseMass = moves && record.mass > 0 ? 1 / record.mass : 0
    let turns = moves && bodyFlags[slot] & BodyFlag.fixedRotation == 0
    masses[slot].inverseInertia = turns && record.inertia > 0 ? 1 / record.inertia : 0
  }

  /// Mass, inertia about the own centre, and centre in the body's frame.
  private func massData(ofShape shape: Int) -> MassData {
    let outline = outlines[shape]
    let density = shapes[shape].density
    let view = convexView(shape)
    let radius = outline.radius
    let pi: Float = 3.141_592_7
    switch shapes[shape].kind {
    case .segment, .edge: return MassData(mass: 0, inertia: 0, localCenter: .zero)
    case .circle:
      let mass = density * (pi * (radius * radius))
      return MassData(
        mass: mass, inertia: 0.5 * mass * (radius * radius), localCenter: view.vertices[0])
    case .capsule:
      let a = view.vertices[0]
      let b = view.vertices[1]
      let length = (b - a).length
      let discMass = density * (pi * (radius * radius))
      let boxMass = density * (2 * radius * length)
      // Each half disc has its own centre 4r/3π beyond the end of the segment.
      let lever = 4 * radius / (3 * pi)
      let half = 0.5 * length
      let disc =
        discMass * (0.5 * (radius * radius) + half * half + 2 * (half * lever))
      let box = boxMass * (4 * (radius * radius) + length * length) / 12
      return MassData(
        mass: discMass + boxMass, inertia: disc + box, localCenter: 0.5 * (a + b))
    case .polygon:
      return polygonMass(view, density)
    }
  }

  /// Triangles from the first corner; rounding is approximated by moving the corners outward.
  private func polygonMass(_ view: ConvexView, _ density: Float) -> MassData {
    let points = workers.scratch.pointee.vertices
    for i in 0..<view.count {
      let before = view.normals[i == 0 ? view.count - 1 : i - 1]
      let after = view.normals[i]
      let sum = before + after
      let scale = view.radius > 0 ? 2 * view.radius / sum.lengthSquared : 0
      points[i] = view.vertices[i] + (sum.lengthSquared > 0.01 ? scale * sum : .zero)
    }
    let origin = points[0]
    var area: Float = 0
    var center = Vec2.zero
    var second: Float = 0
    for i in 1..<(view.count - 1) {
      let a = points[i] - origin
      let b = points[i + 1] - origin
      let cross = a.cross(b)
      let triangle = 0.5 * cross
      area += triangle
      center += (triangle / 3) * (a + b)
      let xx = a.x * a.x + a.x * b.x + b.x * b.x
      let yy = a.y * a.y + a.y * b.y + b.y * b.y
      second += (cross / 12) * (xx + yy)
    }
    let mass = density * area
    let local = area > 0 ? (1 / area) * center : .zero
    return MassData(
      mass: mass, inertia: density * second - mass * local.lengthSquared,
      localCenter: origin + local)
  }
}
