import DeterministicMath

extension World {
  /// - Throws: ``WorldError``; the world is then unchanged.
  public func addDistanceJoint(
    _ definition: DistanceJointDefinition
  ) throws(WorldError) -> JointID {
    let (a, b) = try slots(definition.bodyA, definition.bodyB)
    guard isPlace(definition.anchorA), isPlace(definition.anchorB),
      isSpring(definition.hertz, definition.dampingRatio),
      isSoftness(definition.constraintHertz, definition.constraintDampingRatio),
      isLength(definition.length), isLength(definition.minimumLength),
      isLength(definition.maximumLength)
    else { throw .valueOutOfRange }
    var joint = JointRecord(definition.anchorA, definition.anchorB)
    joint.hertz = definition.hertz
    joint.dampingRatio = definition.dampingRatio
    let present =
      (originTransform(b).apply(definition.anchorB) - originTransform(a).apply(definition.anchorA))
      .length
    joint.rest = definition.length ?? present
    joint.lower = definition.minimumLength ?? 0
    joint.upper = definition.maximumLength ?? Float.greatestFiniteMagnitude
    joint.setSoftness(definition.constraintHertz, definition.constraintDampingRatio)
    var flags: UInt32 = 0
    if definition.minimumLength != nil || definition.maximumLength != nil {
      flags |= JointFlag.limit
      if joint.lower > joint.upper { joint.lower = joint.upper }
    }
    return link(joint, .distance, flags, a, b, definition.collideConnected)
  }

  /// - Throws: ``WorldError``; the world is then unchanged.
  public func addRevoluteJoint(
    _ definition: RevoluteJointDefinition
  ) throws(WorldError) -> JointID {
    let (a, b) = try slots(definition.bodyA, definition.bodyB)
    guard isPlace(definition.anchorA), isPlace(definition.anchorB),
      isMotor(definition.motorSpeed, definition.maximumMotorTorque),
      isRange(definition.lowerAngle, definition.upperAngle),
      isSpring(definition.springHertz, definition.springDampingRatio),
      definition.targetAngle.isFinite,
      isSoftness(definition.constraintHertz, definition.constraintDampingRatio),
      isTurn(definition.referenceRotation ?? .identity)
    else { throw .valueOutOfRange }
    var joint = JointRecord(definition.anchorA, definition.anchorB)
    joint.rest = unwound(definition.targetAngle)
    joint.setMotor(definition.motorSpeed, definition.maximumMotorTorque)
    joint.setLimits(definition.lowerAngle, definition.upperAngle)
    joint.setSpring(definition.springHertz, definition.springDampingRatio)
    joint.setSoftness(definition.constraintHertz, definition.constraintDampingRatio)
    joint.setReference(definition.referenceRotation ?? relativeRotation(a, b))
    let flags = flags(
      motor: definition.isMotorEnabled, limit: definition.isLimitEnabled,
      spring: definition.isSpringEnabled)
    return link(joint, .revolute, flags, a, b, definition.collideConnected)
  }

  /// - Throws: ``WorldError``; the world is then unchanged.
  public func addWeldJoint(_ definition: WeldJointDefinition) throws(WorldError) -> JointID {
    let (a, b) = try slots(definition.bodyA, definition.bodyB)
    guard isPlace(definition.anchorA), isPlace(definition.anchorB),
      isSpring(definition.linearHertz, definition.linearDampingRatio),
      isSpring(definition.angularHertz, definition.angularDampingRatio),
      isSoftness(definition.constraintHertz, definition.constraintDampingRatio),
      isTurn(definition.referenceRotation ?? .identity)
    else { throw .valueOutOfRange }
    var joint = JointRecord(definition.anchorA, definition.anchorB)
    joint.setSpring(definition.linearHertz, definition.linearDampingRatio)
    joint.angularHertz = definition.angularHertz
    joint.angularDampingRatio = definition.angularDampingRatio
    joint.setSoftness(definition.constraintHertz, definition.constraintDampingRatio)
    joint.setReference(definition.referenceRotation ?? relativeRotation(a, b))
    return link(joint, .weld, 0, a, b, definition.collideConnected)
  }

  /// - Throws: ``WorldError``; the world is then unchanged.
  public func addPrismaticJoint(
    _ definition: PrismaticJointDefinition
  ) throws(WorldError) -> JointID {
    let (a, b) = try slots(definition.bodyA, definition.bodyB)
    guard isPlace(definition.anchorA), isPlace(definition.anchorB), isAxis(definition.axis),
      isMotor(definition.motorSpeed, definition.maximumMotorForce),
      isRange(definition.lowerTranslation, definition.upperTranslation),
      isSpring(definition.springHertz, definition.springDampingRatio),
      definition.targetTranslation.isFinite,
      isSoftness(definition.constraintHertz, definition.constraintDampingRatio),
      isTurn(definition.referenceRotation ?? .identity)
    else { throw .valueOutOfRange }
    var joint = JointRecord(definition.anchorA, definition.anchorB)
    joint.setAxis(definition.axis)
    joint.rest = definition.targetTranslation
    joint.setMotor(definition.motorSpeed, definition.maximumMotorForce)
    joint.setLimits(definition.lowerTranslation, definition.upperTranslation)
    joint.setSpring(definition.springHertz, definition.springDampingRatio)
    joint.setSoftness(definition.constraintHertz, definition.constraintDampingRatio)
    joint.setReference(definition.referenceRotation ?? relativeRotation(a, b))
    let flags = flags(
      motor: definition.isMotorEnabled, limit: definition.isLimitEnabled,
      spring: definition.isSpringEnabled)
    return link(joint, .prismatic, flags, a, b, definition.collideConnected)
  }

  /// - Throws: ``WorldError``; the world is then unchanged.
  public func addWheelJoint(_ definition: WheelJointDefinition) throws(WorldError) -> JointID {
    let (a, b) = try slots(definition.bodyA, definition.bodyB)
    guard isPlace(definition.anchorA), isPlace(definition.anchorB), isAxis(definition.axis),
      isMotor(definition.motorSpeed, definition.maximumMotorTorque),
      isRange(definition.lowerTranslation, definition.upperTranslation),
      isSpring(definition.springHertz, definition.springDampingRatio),
      definition.targetTranslation.isFinite,
      isSoftness(definition.constraintHertz, definition.constraintDampingRatio)
    else { throw .valueOutOfRange }
    var joint = JointRecord(definition.anchorA, definition.anchorB)
    joint.setAxis(definition.axis)
    joint.rest = definition.targetTranslation
    joint.setMotor(definition.motorSpeed, definition.maximumMotorTorque)
    joint.setLimits(definition.lowerTranslation, definition.upperTranslation)
    joint.setSpring(definition.springHertz, definition.springDampingRatio)
    joint.setSoftness(definition.constraintHertz, definition.constraintDampingRatio)
    joint.setReference(relativeRotation(a, b))
    let flags = flags(
      motor: definition.isMotorEnabled, limit: definition.isLimitEnabled,
      spring: definition.isSpringEnabled)
    return link(joint, .wheel, flags, a, b, definition.collideConnected)
  }

  /// - Throws: ``WorldError``; the world is then unchanged.
  public func addTargetJoint(_ definition: TargetJointDefinition) throws(WorldError) -> JointID {
    let (a, b) = try slots(definition.bodyA, definition.bodyB)
    guard isPlace(definition.target), isPlace(definition.anchor),
      isSpring(definition.hertz, definition.dampingRatio), definition.hertz > 0,
      isMotor(0, definition.maximumForce)
    else { throw .valueOutOfRange }
    var joint = JointRecord(definition.target, definition.anchor)
    joint.setSpring(definition.hertz, definition.dampingRatio)
    joint.setMotor(0, definition.maximumForce)
    return link(joint, .target, 0, a, b, definition.collideConnected)
  }

  private func slots(_ bodyA: BodyID, _ bodyB: BodyID) throws(WorldError) -> (Int, Int) {
    guard let a = slot(of: bodyA), let b = slot(of: bodyB) else { throw .staleHandle }
    guard a != b else { throw .jointNeedsTwoBodies }
    return (a, b)
  }

  private func relativeRotation(_ a: Int, _ b: Int) -> Rotation {
    assert(isUsedBody(a), "the slot names a body")
    assert(isUsedBody(b), "the slot names a body")
    return poses[a].rotation.inverse * poses[b].rotation
  }

  private func flags(motor: Bool, limit: Bool, spring: Bool) -> UInt32 {
    (motor ? JointFlag.motor : 0) | (limit ? JointFlag.limit : 0)
      | (spring ? JointFlag.spring : 0)
  }
}

// MARK: Ranges

/// Whether a point can be an anchor.
func isPlace(_ p: Vec2) -> Bool { p.isFinite }

func isSpring(_ hertz: Float, _ dampingRatio: Float) -> Bool {
  hertz.isFinite && hertz >= 0 && dampingRatio.isFinite && dampingRatio >= 0
}

func isMotor(_ speed: Float, _ maximum: Float) -> Bool {
  speed.isFinite && maximum.isFinite && maximum >= 0
}

func isRange(_ lower: Float, _ upper: Float) -> Bool {
  lower.isFinite && upper.isFinite && lower <= upper
}

private func isLength(_ length: Float?) -> Bool {
  guard let length else { return true }
  return length.isFinite && length >= 0
}

func isSoftness(_ hertz: Float?, _ dampingRatio: Float?) -> Bool {
  isSpring(hertz ?? 0, dampingRatio ?? 0)
}

/// A direction that can be brought to unit length.
private func isAxis(_ axis: Vec2) -> Bool {
  let length = axis.length
  return length.isFinite && length >= Float.leastNormalMagnitude
}

/// An angle brought into −π…π by whole turns.
func unwound(_ angle: Float) -> Float {
  if angle >= -3.141_592_7 && angle <= 3.141_592_7 { return angle }
  return Rotation(angle: angle).angle
}

extension JointRecord {
  init(_ anchorA: Vec2, _ anchorB: Vec2) {
    anchorAX = anchorA.x
    anchorAY = anchorA.y
    anchorBX = anchorB.x
    anchorBY = anchorB.y
  }

  mutating func setMotor(_ speed: Float, _ maximum: Float) {
    assert(maximum >= 0, "a greatest force is not negative")
    assert(speed.isFinite, "motors have a speed")
    motorSpeed = speed
    motorMaximum = maximum
  }

  mutating func setLimits(_ lower: Float, _ upper: Float) {
    assert(lower <= upper, "limits are a range")
    self.lower = lower
    self.upper = upper
  }

  mutating func setSpring(_ hertz: Float, _ dampingRatio: Float) {
    assert(hertz >= 0 && dampingRatio >= 0, "springs do not push apart")
    self.hertz = hertz
    self.dampingRatio = dampingRatio
  }

  mutating func setSoftness(_ hertz: Float?, _ dampingRatio: Float?) {
    constraintHertz = hertz ?? -1
    constraintDampingRatio = dampingRatio ?? -1
  }

  mutating func setReference(_ rotation: Rotation) {
    let reference = rotation.normalized
    referenceCosine = reference.cosine
    referenceSine = reference.sine
  }

  mutating func setAxis(_ axis: Vec2) {
    let unit = axis.normalized
    axisX = unit.x
    axisY = unit.y
  }
}
