import DeterministicMath

/// What joints measure and exert. Stale handles: zeros.
extension World {
  /// What the joint does.
  public func kind(of id: JointID) -> JointKind? {
    guard let slot = slot(of: id) else { return nil }
    return joints[slot].kind
  }

  /// The bodies it connects.
  public func bodies(of id: JointID) -> (a: BodyID, b: BodyID)? {
    guard let slot = slot(of: id) else { return nil }
    return (bodyID(Int(joints[slot].bodyA)), bodyID(Int(joints[slot].bodyB)))
  }

  /// The anchors in the world, A's and B's.
  public func anchors(of id: JointID) -> (a: Vec2, b: Vec2) {
    guard let slot = slot(of: id) else { return (.zero, .zero) }
    return (
      originTransform(Int(joints[slot].bodyA)).apply(joints[slot].anchorA),
      originTransform(Int(joints[slot].bodyB)).apply(joints[slot].anchorB)
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
    let joint = joints[slot]
    let turn = poses[Int(joint.bodyA)].rotation.inverse * poses[Int(joint.bodyB)].rotation
    return polynomialAngle(joint.reference.inverse * turn)
  }

  /// How fast B turns against A, in radians per second.
  public func angularSpeed(of id: JointID) -> Float {
    guard let slot = slot(of: id) else { return 0 }
    return motions[Int(joints[slot].bodyB)].w - motions[Int(joints[slot].bodyA)].w
  }

  /// The way from A's anchor to B's along the axis of a prismatic or wheel joint.
  public func translation(of id: JointID) -> Float {
    guard let slot = slot(of: id) else { return 0 }
    let ends = anchors(of: id)
    return (ends.b - ends.a).dot(axis(slot))
  }

  /// The axis in the world: unit vector of a prismatic or wheel joint, zero of a revolute joint or
  /// a weld, from A's anchor to B's of others.
  public func axis(of id: JointID) -> Vec2 {
    guard let slot = slot(of: id) else { return .zero }
    switch joints[slot].kind {
    case .prismatic, .wheel: return axis(slot)
    case .distance, .target:
      let ends = anchors(of: id)
      return (ends.b - ends.a).normalized
    case .revolute, .weld: return .zero
    }
  }

  private func axis(_ slot: Int) -> Vec2 {
    poses[Int(joints[slot].bodyA)].rotation.rotate(joints[slot].axis)
  }

  // MARK: Impulses

  /// The impulse on B at its anchor in the last substep, in the world's directions; A got the
  /// opposite. Divided by the duration of a substep it is the joint's force.
  public func linearImpulse(of id: JointID) -> Vec2 {
    guard let slot = slot(of: id) else { return .zero }
    let p = jointImpulses[slot]
    switch joints[slot].kind {
    case .distance: return ((p.impulse0 + p.impulse1) - p.impulse2) * axis(of: id)
    case .revolute, .weld, .target: return Vec2(p.impulse0, p.impulse1)
    case .prismatic:
      let axis = axis(slot)
      return p.impulse0 * axis.leftPerpendicular
        + ((p.impulse2 + p.impulse3) + p.impulse4) * axis
    case .wheel:
      let axis = axis(slot)
      return p.impulse0 * axis.leftPerpendicular + (p.impulse3 + p.impulse4) * axis
    }
  }

  /// The turning impulse on B in the last substep, besides what the linear impulse turns. Divided
  /// by the duration of a substep it is the joint's torque.
  public func angularImpulse(of id: JointID) -> Float {
    guard let slot = slot(of: id) else { return 0 }
    let p = jointImpulses[slot]
    switch joints[slot].kind {
    case .distance, .target: return 0
    case .revolute: return (p.impulse2 + p.impulse3) + p.impulse4
    case .weld, .wheel: return p.impulse2
    case .prismatic: return p.impulse1
    }
  }

  /// The motor's impulse (or friction's) in the last substep: force × s of a prismatic joint,
  /// torque × s of a revolute or wheel joint.
  public func motorImpulse(of id: JointID) -> Float { part(of: id) { $0.impulse2 } }

  /// The limits' impulse in the last substep: positive from the lower one, negative from the upper.
  public func limitImpulse(of id: JointID) -> Float {
    guard let slot = slot(of: id) else { return 0 }
    if joints[slot].kind == .distance {
      return jointImpulses[slot].impulse1 - jointImpulses[slot].impulse2
    }
    return part(of: id) { $0.impulse3 }
  }

  /// The spring's impulse in the last substep.
  public func springImpulse(of id: JointID) -> Float {
    guard let slot = slot(of: id) else { return 0 }
    if joints[slot].kind == .distance {
      return joints[slot].hertz > 0 ? jointImpulses[slot].impulse0 : 0
    }
    return part(of: id) { $0.impulse4 }
  }

  private func part(of id: JointID, _ value: (JointImpulse) -> Float) -> Float {
    guard let slot = slot(of: id) else { return 0 }
    switch joints[slot].kind {
    case .revolute, .prismatic, .wheel: return value(jointImpulses[slot])
    case .distance, .weld, .target: return 0
    }
  }
}
