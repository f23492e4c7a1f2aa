import DeterministicMath

extension World {
  /// Makes a body; it has no mass until it has shapes or ``setMass(_:of:)`` is called.
  ///
  /// - Throws: ``WorldError/valueOutOfRange``.
  public func addBody(_ definition: BodyDefinition) throws(WorldError) -> BodyID {
    guard definition.isValid else { throw .valueOutOfRange }
    let (slot, isNew) = bodyTable.takeSlot()
    if isNew {
      jointTable.lists.appendBody()
      contactTable.appendBody()
    }
    jointTable.lists.clear(body: slot)
    bodyTable.fill(slot, definition)
    if definition.isAwake && definition.type != .static {
      activity.wakePending = true
    } else if definition.type == .dynamic {
      activity.hasSleepers = true
    }
    awakenessChanged(hasWoken: false)
    updateInverseMass(slot)
    return bodyTable.id(of: slot)
  }

  /// Removes a body with its shapes and joints; wakes what touched it. Stale handle: no effect.
  ///
  /// - Complexity: O(contacts).
  public func removeBody(_ id: BodyID) {
    guard let slot = slot(of: id) else { return }
    removeJoints(ofBody: slot)
    var link = bodyTable.records[slot].link
    removeContacts(ofBody: slot)
    while link != 0 {
      let shape = Int(link - 1)
      link = shapeTable.records[shape].next
      releaseShape(shape)
    }
    bodyTable.release(slot)
    awakenessChanged(hasWoken: false)
  }

  /// Whether the body exists.
  public func isValid(_ id: BodyID) -> Bool { slot(of: id) != nil }

  // MARK: Pose

  /// Where the body's origin is; the identity for a stale handle.
  public func transform(of id: BodyID) -> Transform {
    guard let slot = slot(of: id) else { return .identity }
    return bodyTable.originTransform(slot)
  }

  /// Puts the body somewhere. Wakes it, and what touched it where it was. A place that is not
  /// finite, and a rotation that cannot be brought to unit length, have no effect.
  public func setTransform(_ transform: Transform, of id: BodyID) {
    guard let slot = slot(of: id), transform.position.isFinite, isTurn(transform.rotation)
    else { return }
    let rotation = transform.rotation.normalized
    bodyTable.poses[slot].rotation = rotation
    bodyTable.poses[slot].center =
      transform.position + rotation.rotate(bodyTable.masses[slot].center)
    wakeNeighbours(ofBody: slot)
    wakeSleepers(near: slot, head: nil)
    wakeSlot(slot)
    proxyTable.listDirty(slot)
  }

  /// The centre of mass, in the world.
  public func center(of id: BodyID) -> Vec2 {
    guard let slot = slot(of: id) else { return .zero }
    return bodyTable.poses[slot].center
  }

  // MARK: Velocity

  /// Velocity of the centre of mass.
  public func linearVelocity(of id: BodyID) -> Vec2 {
    guard let slot = slot(of: id) else { return .zero }
    return bodyTable.motions[slot].velocity
  }

  /// - Parameters:
  ///   - velocity: of the centre of mass.
  ///   - id: of the body.
  ///   - wakes: whether a sleeping body wakes; when not, a sleeping body keeps still.
  public func setLinearVelocity(_ velocity: Vec2, of id: BodyID, wakes: Bool = true) {
    guard let slot = slot(of: id), velocity.isFinite, !bodyTable.isStatic(slot) else { return }
    if wakes { wakeSlot(slot) }
    if bodyTable.isDynamic(slot) && bodyTable.flags[slot] & BodyFlag.awake == 0 { return }
    bodyTable.motions[slot].velocity = velocity
  }

  /// Radians per second.
  public func angularVelocity(of id: BodyID) -> Float {
    guard let slot = slot(of: id) else { return 0 }
    return bodyTable.motions[slot].w
  }

  /// - Parameters:
  ///   - velocity: radians per second.
  ///   - id: of the body.
  ///   - wakes: see ``setLinearVelocity(_:of:wakes:)``.
  public func setAngularVelocity(_ velocity: Float, of id: BodyID, wakes: Bool = true) {
    guard let slot = slot(of: id), velocity.isFinite, !bodyTable.isStatic(slot),
      bodyTable.flags[slot] & BodyFlag.fixedRotation == 0
    else { return }
    if wakes { wakeSlot(slot) }
    if bodyTable.isDynamic(slot) && bodyTable.flags[slot] & BodyFlag.awake == 0 { return }
    bodyTable.motions[slot].w = velocity
  }

  // MARK: Forces

  /// Acts at the centre of mass during the next step; several add up.
  public func applyForce(_ force: Vec2, to id: BodyID, wakes: Bool = true) {
    guard let slot = slot(of: id), force.isFinite, prepareForImpulse(slot, wakes) else { return }
    bodyTable.isAnyForce = true
    bodyTable.records[slot].forceX += force.x
    bodyTable.records[slot].forceY += force.y
  }

  /// Acts at a point of the world during the next step.
  public func applyForce(_ force: Vec2, at point: Vec2, to id: BodyID, wakes: Bool = true) {
    guard let slot = slot(of: id), force.isFinite, point.isFinite, prepareForImpulse(slot, wakes)
    else { return }
    bodyTable.isAnyForce = true
    bodyTable.records[slot].forceX += force.x
    bodyTable.records[slot].forceY += force.y
    bodyTable.records[slot].torque += (point - bodyTable.poses[slot].center).cross(force)
  }

  /// Turns the body during the next step; several torques add up.
  ///
  /// - Parameters:
  ///   - torque: mass × length units² per s²; ignored unless finite.
  ///   - id: a dynamic body.
  ///   - wakes: whether a sleeping body wakes; otherwise the torque is ignored while it sleeps.
  public func applyTorque(_ torque: Float, to id: BodyID, wakes: Bool = true) {
    guard let slot = slot(of: id), torque.isFinite, prepareForImpulse(slot, wakes) else { return }
    bodyTable.isAnyForce = true
    bodyTable.records[slot].torque += torque
  }

  /// Changes the velocities of an awake dynamic body in the course of the next step, evenly; at once
  /// where nothing holds the body, no contact and no joint: that keeps the energy of orbits.
  ///
  /// What presses a body into others all at once in the first substep has contacts shake it.
  package func changeVelocity(
    by linear: Vec2, angular: Float, of id: BodyID, duration: Float
  ) {
    guard let slot = slot(of: id), linear.isFinite, angular.isFinite, bodyTable.isDynamic(slot),
      bodyTable.flags[slot] & BodyFlag.awake != 0
    else { return }
    let mass = bodyTable.masses[slot]
    let scale = mass.inverseMass > 0 ? 1 / (duration * mass.inverseMass) : 0
    let turnScale = mass.inverseInertia > 0 ? 1 / (duration * mass.inverseInertia) : 0
    let force = scale * linear
    let torque = turnScale * angular
    let isFree = contactTable.bodyCounts[slot] == 0 && jointTable.lists.heads[slot] == 0
    if isFree || !force.isFinite || !torque.isFinite {
      bodyTable.motions[slot].velocity += linear
      if mass.inverseInertia > 0 { bodyTable.motions[slot].w += angular }
      return
    }
    bodyTable.isAnyForce = true
    bodyTable.records[slot].forceX += force.x
    bodyTable.records[slot].forceY += force.y
    bodyTable.records[slot].torque += torque
  }

  /// Changes the velocity at once, at the centre of mass.
  public func applyLinearImpulse(_ impulse: Vec2, to id: BodyID, wakes: Bool = true) {
    guard let slot = slot(of: id), impulse.isFinite, prepareForImpulse(slot, wakes) else { return }
    bodyTable.motions[slot].velocity += bodyTable.masses[slot].inverseMass * impulse
  }

  /// Changes velocity and rotation rate at once, at a point of the world.
  public func applyLinearImpulse(
    _ impulse: Vec2, at point: Vec2, to id: BodyID, wakes: Bool = true
  ) {
    guard let slot = slot(of: id), impulse.isFinite, point.isFinite, prepareForImpulse(slot, wakes)
    else { return }
    bodyTable.motions[slot].velocity += bodyTable.masses[slot].inverseMass * impulse
    bodyTable.motions[slot].w +=
      bodyTable.masses[slot].inverseInertia * (point - bodyTable.poses[slot].center).cross(impulse)
  }

  /// Changes the body's angular velocity at once, by `impulse` over its inertia.
  ///
  /// - Parameters:
  ///   - impulse: mass × length units² per s; ignored unless finite.
  ///   - id: a dynamic body.
  ///   - wakes: whether a sleeping body wakes; otherwise the impulse is ignored while it sleeps.
  public func applyAngularImpulse(_ impulse: Float, to id: BodyID, wakes: Bool = true) {
    guard let slot = slot(of: id), impulse.isFinite, prepareForImpulse(slot, wakes) else { return }
    bodyTable.motions[slot].w += bodyTable.masses[slot].inverseInertia * impulse
  }

  private func prepareForImpulse(_ slot: Int, _ wakes: Bool) -> Bool {
    assert(bodyTable.isUsed(slot), "the slot names a body")
    if !bodyTable.isDynamic(slot) { return false }
    if wakes { wakeSlot(slot) }
    return bodyTable.flags[slot] & BodyFlag.awake != 0
  }

  // MARK: Kind

  /// Whether the body moves, and what moves it; `static` for a stale handle.
  public func type(of id: BodyID) -> BodyType {
    guard let slot = slot(of: id) else { return .static }
    return BodyType(rawValue: UInt8(bodyTable.flags[slot] & BodyFlag.typeMask)).unsafelyUnwrapped
  }

  /// Changes how the body moves. A static body loses its velocity.
  public func setType(_ type: BodyType, of id: BodyID) {
    guard let slot = slot(of: id), self.type(of: id) != type else { return }
    // Colours tell what can be pushed from what cannot.
    removeContacts(ofBody: slot)
    bodyTable.flags[slot] =
      (bodyTable.flags[slot] & ~(BodyFlag.typeMask | BodyFlag.awake | BodyFlag.corrected))
      | UInt32(type.rawValue)
    bodyTable.sleepTimers[slot] = 0
    awakenessChanged()
    bodyTable.records[slot].forceX = 0
    bodyTable.records[slot].forceY = 0
    bodyTable.records[slot].torque = 0
    if type == .static {
      bodyTable.motions[slot] = BodyMotion()
    } else {
      bodyTable.flags[slot] |= BodyFlag.awake
      activity.wakePending = true
    }
    updateMass(slot)
    rebuildProxies(ofBody: slot)
    wakeSleepers(near: slot, head: nil)
  }

  /// Whether nothing but the app changes the body's angular velocity.
  public func hasFixedRotation(_ id: BodyID) -> Bool {
    guard let slot = slot(of: id) else { return false }
    return bodyTable.flags[slot] & BodyFlag.fixedRotation != 0
  }

  /// A body with fixed rotation has infinite moment of inertia; switching it on stops its turning.
  public func setFixedRotation(_ isFixed: Bool, of id: BodyID) {
    guard let slot = slot(of: id) else { return }
    if isFixed {
      bodyTable.flags[slot] |= BodyFlag.fixedRotation
      bodyTable.motions[slot].w = 0
    } else {
      bodyTable.flags[slot] &= ~BodyFlag.fixedRotation
    }
    updateInverseMass(slot)
    wakeSlot(slot)
  }

  /// Sets whether the body is swept against moving bodies too when it is fast.
  public func setBullet(_ isBullet: Bool, of id: BodyID) {
    guard let slot = slot(of: id) else { return }
    if isBullet {
      bodyTable.flags[slot] |= BodyFlag.bullet
    } else {
      bodyTable.flags[slot] &= ~BodyFlag.bullet
    }
  }

  /// Damping rates, per second; see ``BodyDefinition/linearDamping``.
  public func setDamping(linear: Float, angular: Float, of id: BodyID) {
    guard let slot = slot(of: id), linear.isFinite, linear >= 0, angular.isFinite, angular >= 0
    else { return }
    bodyTable.records[slot].linearDamping = linear
    bodyTable.records[slot].angularDamping = angular
  }

  /// Sets the factor of the world's gravity, and wakes the body; ignored unless finite.
  public func setGravityScale(_ scale: Float, of id: BodyID) {
    guard let slot = slot(of: id), scale.isFinite else { return }
    bodyTable.records[slot].gravityScale = scale
    wakeSlot(slot)
  }

  /// The box around all shapes of the body, exact; a point for a body without shapes.
  public func boundingBox(of id: BodyID) -> BoundingBox {
    guard let slot = slot(of: id) else { return BoundingBox(lower: .zero, upper: .zero) }
    return shapeTable.boundingBox(
      from: bodyTable.records[slot].link, bodyTable.originTransform(slot))
  }
}
