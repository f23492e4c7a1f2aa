import DeterministicMath

/// Properties that can change while a world runs. Stale handles and values out of range: no effect.
/// So has a property that a joint's kind does not have. Each change wakes both bodies.
extension World {
  /// - Parameters:
  ///   - isUsable: the values are in range.
  ///   - property: what the joint's kind has to have; all kinds have nothing.
  private func change(
    _ id: JointID, if isUsable: Bool = true, _ property: JointProperties = [],
    edit: (inout JointRecord) -> Void
  ) {
    guard isUsable, let slot = slot(of: id),
      jointTable.records[slot].kind.traits.properties.isSuperset(of: property)
    else { return }
    edit(&jointTable.records[slot])
    activeJoints.jointsChanged = true
    wakeSlot(Int(jointTable.records[slot].bodyA))
    wakeSlot(Int(jointTable.records[slot].bodyB))
  }

  // MARK: Places

  /// Anchor in body A's frame; of a target joint, the target.
  public func setAnchorA(_ anchor: Vec2, of id: JointID) {
    change(id, if: isPlace(anchor)) { ($0.anchorAX, $0.anchorAY) = (anchor.x, anchor.y) }
  }

  /// Anchor in body B's frame.
  public func setAnchorB(_ anchor: Vec2, of id: JointID) {
    change(id, if: isPlace(anchor)) { ($0.anchorBX, $0.anchorBY) = (anchor.x, anchor.y) }
  }

  /// Where a target joint pulls its body, in body A's frame.
  public func setTarget(_ target: Vec2, of id: JointID) {
    change(id, if: isPlace(target), .targetPlace) {
      ($0.anchorAX, $0.anchorAY) = (target.x, target.y)
    }
  }

  // MARK: Distance

  /// Rest length of a rod or spring; of a joint that only has a greatest length, that length.
  public func setLength(_ length: Float, of id: JointID) {
    change(id, if: length.isFinite && length >= 0, .length) { joint in
      if joint.isRope {
        joint.settings.upper = length
        if joint.settings.lower > length { joint.settings.lower = length }
      } else {
        joint.settings.rest = length
      }
    }
  }

  /// The rest length, or the greatest length of a rope; 0 for a stale handle.
  public func length(of id: JointID) -> Float {
    guard let slot = slot(of: id), jointTable.records[slot].kind.traits.properties.contains(.length)
    else { return 0 }
    let joint = jointTable.records[slot]
    return joint.isRope ? joint.settings.upper : joint.settings.rest
  }

  // MARK: Springs

  /// Spring of a distance, revolute, prismatic or wheel joint, linear spring of a weld, pull of a
  /// target joint.
  ///
  /// - Parameters:
  ///   - hertz: 0 makes a spring of a distance joint a rod, makes a weld rigid, and switches the
  ///     others off.
  ///   - dampingRatio: 1 is critical damping.
  ///   - id: of the joint.
  public func setSpring(hertz: Float, dampingRatio: Float, of id: JointID) {
    change(id, if: isSpring(hertz, dampingRatio)) {
      ($0.settings.hertz, $0.settings.dampingRatio) = (hertz, dampingRatio)
    }
  }

  /// Angular spring of a weld; 0 hertz makes it rigid.
  public func setAngularSpring(hertz: Float, dampingRatio: Float, of id: JointID) {
    change(id, if: isSpring(hertz, dampingRatio), .angularSpring) {
      ($0.settings.angularHertz, $0.settings.angularDampingRatio) = (hertz, dampingRatio)
    }
  }

  /// Switches the spring of a revolute, prismatic or wheel joint.
  public func setSpringEnabled(_ isEnabled: Bool, of id: JointID) {
    change(id, .switchedSpring) { $0.set(JointFlag.spring, isEnabled) }
  }

  /// Where a revolute joint's spring is at rest, in radians.
  public func setTargetAngle(_ angle: Float, of id: JointID) {
    change(id, if: angle.isFinite, .targetAngle) { $0.settings.rest = unwound(angle) }
  }

  /// Where the spring of a prismatic or wheel joint is at rest.
  public func setTargetTranslation(_ translation: Float, of id: JointID) {
    change(id, if: translation.isFinite, .targetTranslation) { $0.settings.rest = translation }
  }

  // MARK: Motors, friction, limits, softness

  /// Switches the motor of a revolute or wheel joint.
  public func setMotor(speed: Float, maximumTorque: Float, isEnabled: Bool, of id: JointID) {
    change(id, if: isMotor(speed, maximumTorque), .motorTorque) {
      $0.setMotor(speed, maximumTorque, isEnabled)
    }
  }

  /// Switches the motor of a prismatic joint.
  public func setMotor(speed: Float, maximumForce: Float, isEnabled: Bool, of id: JointID) {
    change(id, if: isMotor(speed, maximumForce), .motorForce) {
      $0.setMotor(speed, maximumForce, isEnabled)
    }
  }

  /// Dry friction of a revolute joint instead of its motor; see
  /// ``RevoluteJointDefinition/frictionTorque``.
  public func setFrictionTorque(_ torque: Float, of id: JointID) {
    change(id, if: isMotor(0, torque), .friction) { $0.setMotor(0, torque, torque != 0) }
  }

  /// The strongest pull of a target joint.
  public func setMaximumForce(_ force: Float, of id: JointID) {
    change(id, if: isMotor(0, force), .targetPlace) { $0.settings.motorMaximum = force }
  }

  /// Limits: lengths of a distance joint, angles of a revolute one, translations of others.
  public func setLimits(lower: Float, upper: Float, isEnabled: Bool, of id: JointID) {
    change(id, if: isRange(lower, upper), .limits) { joint in
      // Lengths have no sign.
      if joint.kind.traits.properties.contains(.length) && lower < 0 { return }
      (joint.settings.lower, joint.settings.upper) = (lower, upper)
      joint.set(JointFlag.limit, isEnabled)
    }
  }

  /// Softness of what is rigid in a joint; `nil`: the world's.
  public func setConstraint(hertz: Float?, dampingRatio: Float?, of id: JointID) {
    change(id, if: isSoftness(hertz, dampingRatio)) { $0.setSoftness(hertz, dampingRatio) }
  }
}

extension JointRecord {
  /// A greatest length, and nothing that pulls.
  fileprivate var isRope: Bool { has(JointFlag.limit) && settings.hertz == 0 }

  fileprivate mutating func setMotor(_ speed: Float, _ maximum: Float, _ isEnabled: Bool) {
    (settings.motorSpeed, settings.motorMaximum) = (speed, maximum)
    set(JointFlag.motor, isEnabled)
  }

  fileprivate mutating func set(_ flag: UInt32, _ isSet: Bool) {
    flags = isSet ? flags | flag : flags & ~flag
  }
}
