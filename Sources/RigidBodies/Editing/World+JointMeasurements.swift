import DeterministicMath

/// What joints measure and exert. Stale handles: zeros.
extension World {
  /// What the joint does.
  public func kind(of id: JointID) -> JointKind? {
    guard let slot = slot(of: id) else { return nil }
    return jointTable.records[slot].kind
  }

  /// The bodies it connects.
  public func bodies(of id: JointID) -> (a: BodyID, b: BodyID)? {
    guard let slot = slot(of: id) else { return nil }
    return (
      bodyTable.id(of: Int(jointTable.records[slot].bodyA)),
      bodyTable.id(of: Int(jointTable.records[slot].bodyB))
    )
  }

  /// The anchors in the world, A's and B's.
  public func anchors(of id: JointID) -> (a: Vec2, b: Vec2) {
    guard let slot = slot(of: id) else { return (.zero, .zero) }
    return (
      bodyTable.originTransform(Int(jointTable.records[slot].bodyA)).apply(
        jointTable.records[slot].anchorA),
      bodyTable.originTransform(Int(jointTable.records[slot].bodyB)).apply(
        jointTable.records[slot].anchorB)
    )
  }

  /// The present distance of the anchors.
  public func currentLength(of id: JointID) -> Float {
    let ends = anchors(of: id)
    return (ends.b - ends.a).length
  }

  /// How far B is turned against A from the reference, in radians, −π…π.
  public func angle(of id: JointID) -> Float {
    guard let slot = slot(of: id) else { return 0 }
    let joint = jointTable.records[slot]
    let turn =
      bodyTable.poses[Int(joint.bodyA)].rotation.inverse
      * bodyTable.poses[Int(joint.bodyB)].rotation
    return polynomialAngle(joint.settings.reference.inverse * turn)
  }

  /// How fast B turns against A, in radians per second.
  public func angularSpeed(of id: JointID) -> Float {
    guard let slot = slot(of: id) else { return 0 }
    return bodyTable.motions[Int(jointTable.records[slot].bodyB)].w
      - bodyTable.motions[Int(jointTable.records[slot].bodyA)].w
  }

  /// The way from A's anchor to B's along the axis of a prismatic or wheel joint.
  public func translation(of id: JointID) -> Float {
    guard let slot = slot(of: id) else { return 0 }
    let joint = view(of: slot)
    return (joint.anchorB - joint.anchorA).dot(joint.settingsAxis)
  }

  /// The axis in the world: unit vector of a prismatic or wheel joint, zero of a revolute joint or
  /// a weld, from A's anchor to B's of others.
  public func axis(of id: JointID) -> Vec2 {
    guard let slot = slot(of: id) else { return .zero }
    assert(jointTable.isUsed(slot), "the slot names a joint")
    return jointTable.records[slot].kind.traits.axis(view(of: slot))
  }

  // MARK: Impulses

  /// The impulse on B at its anchor in the last substep, in the world's directions; A got the
  /// opposite. Divided by the duration of a substep it is the joint's force.
  public func linearImpulse(of id: JointID) -> Vec2 { exerted(by: id).linear }

  /// The turning impulse on B in the last substep, besides what the linear impulse turns. Divided
  /// by the duration of a substep it is the joint's torque.
  public func angularImpulse(of id: JointID) -> Float { exerted(by: id).angular }

  /// The motor's impulse (or friction's) in the last substep: force × s of a prismatic joint,
  /// torque × s of a revolute or wheel joint.
  public func motorImpulse(of id: JointID) -> Float { exerted(by: id).motor }

  /// The limits' impulse in the last substep: positive from the lower one, negative from the upper.
  public func limitImpulse(of id: JointID) -> Float { exerted(by: id).limit }

  /// The spring's impulse in the last substep.
  public func springImpulse(of id: JointID) -> Float { exerted(by: id).spring }

  private func exerted(by id: JointID) -> ExertedImpulses {
    guard let slot = slot(of: id) else { return ExertedImpulses() }
    return jointTable.records[slot].kind.traits.exerted(view(of: slot))
  }

  /// A joint as its kind looks at it.
  func view(of slot: Int) -> JointView {
    let joint = jointTable.records[slot]
    return JointView(
      record: joint, impulse: jointTable.impulses[slot],
      anchorA: bodyTable.originTransform(Int(joint.bodyA)).apply(joint.anchorA),
      anchorB: bodyTable.originTransform(Int(joint.bodyB)).apply(joint.anchorB),
      rotationA: bodyTable.poses[Int(joint.bodyA)].rotation)
  }
}
