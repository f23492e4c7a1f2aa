import DeterministicMath

/// What the calls that make joints share; each lies in the file of its kind.
extension World {
  func slots(_ bodyA: BodyID, _ bodyB: BodyID) throws(WorldError) -> (Int, Int) {
    guard let a = slot(of: bodyA), let b = slot(of: bodyB) else { throw .staleHandle }
    guard a != b else { throw .jointNeedsTwoBodies }
    return (a, b)
  }

  func relativeRotation(_ a: Int, _ b: Int) -> Rotation {
    bodyTable.poses[a].rotation.inverse * bodyTable.poses[b].rotation
  }

  /// Puts a joint into a free slot and wakes its bodies.
  func link(
    _ record: JointRecord, _ kind: JointKind, _ flags: UInt32, _ a: Int, _ b: Int,
    _ collideConnected: Bool
  ) -> JointID {
    assert(bodyTable.isUsed(a), "the slot names a body")
    assert(bodyTable.isUsed(b), "the slot names a body")
    assert(a != b, "a joint holds two bodies")
    var joint = record
    joint.bodyA = UInt32(a)
    joint.bodyB = UInt32(b)
    joint.flags = flags | JointFlag.used | (kind.rawValue << JointFlag.kindShift)
    if collideConnected { joint.flags |= JointFlag.collideConnected }
    let slot = jointTable.add(joint)
    activeJoints.jointsChanged = true
    wakeSlot(a)
    wakeSlot(b)
    if !collideConnected {
      rebuildProxies(ofBody: a)
    }
    return jointTable.id(of: slot)
  }
}

extension JointFlag {
  static func word(motor: Bool, limit: Bool, spring: Bool) -> UInt32 {
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

func isSoftness(_ hertz: Float?, _ dampingRatio: Float?) -> Bool {
  isSpring(hertz ?? 0, dampingRatio ?? 0)
}

/// A direction that can be brought to unit length.
func isAxis(_ axis: Vec2) -> Bool {
  let length = axis.length
  return length.isFinite && length >= Float.leastNormalMagnitude
}

/// Whether a rotation has unit length once it is normalised: components whose squares overflow or
/// vanish have not. Zero counts as the identity; infinities and NaN are refused.
func isTurn(_ rotation: Rotation) -> Bool {
  guard rotation.cosine.isFinite, rotation.sine.isFinite else { return false }
  let unit = rotation.normalized
  return magnitude((unit.cosine * unit.cosine + unit.sine * unit.sine) - 1) < 1e-5
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

  mutating func setSoftness(_ hertz: Float?, _ dampingRatio: Float?) {
    constraintHertz = hertz ?? -1
    constraintDampingRatio = dampingRatio ?? -1
  }
}

extension JointSettings {
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
