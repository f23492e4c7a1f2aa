import DeterministicMath

extension World {
  /// - Throws: ``WorldError``; the world is then unchanged.
  public func addDistanceJoint(
    _ definition: DistanceJointDefinition
  ) throws(WorldError) -> JointID {
    guard let a = slot(of: definition.bodyA), let b = slot(of: definition.bodyB) else {
      throw .staleHandle
    }
    guard a != b else { throw .jointNeedsTwoBodies }
    guard definition.anchorA.isFinite, definition.anchorB.isFinite, definition.hertz.isFinite,
      definition.hertz >= 0, definition.dampingRatio.isFinite, definition.dampingRatio >= 0
    else { throw .valueOutOfRange }
    for length in [definition.length, definition.minimumLength, definition.maximumLength] {
      if let length, !length.isFinite || length < 0 { throw .valueOutOfRange }
    }
    var joint = JointRecord()
    joint.anchorAX = definition.anchorA.x
    joint.anchorAY = definition.anchorA.y
    joint.anchorBX = definition.anchorB.x
    joint.anchorBY = definition.anchorB.y
    joint.hertz = definition.hertz
    joint.dampingRatio = definition.dampingRatio
    let present =
      (originTransform(b).apply(definition.anchorB) - originTransform(a).apply(definition.anchorA))
      .length
    joint.rest = definition.length ?? present
    joint.lower = definition.minimumLength ?? 0
    joint.upper = definition.maximumLength ?? Float.greatestFiniteMagnitude
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
    guard let a = slot(of: definition.bodyA), let b = slot(of: definition.bodyB) else {
      throw .staleHandle
    }
    guard a != b else { throw .jointNeedsTwoBodies }
    guard definition.anchorA.isFinite, definition.anchorB.isFinite,
      definition.motorSpeed.isFinite, definition.maximumMotorTorque.isFinite,
      definition.maximumMotorTorque >= 0, definition.lowerAngle.isFinite,
      definition.upperAngle.isFinite, definition.lowerAngle <= definition.upperAngle
    else { throw .valueOutOfRange }
    var joint = JointRecord()
    joint.anchorAX = definition.anchorA.x
    joint.anchorAY = definition.anchorA.y
    joint.anchorBX = definition.anchorB.x
    joint.anchorBY = definition.anchorB.y
    joint.motorSpeed = definition.motorSpeed
    joint.motorMaximum = definition.maximumMotorTorque
    joint.lower = definition.lowerAngle
    joint.upper = definition.upperAngle
    let reference =
      (definition.referenceRotation ?? (poses[a].rotation.inverse * poses[b].rotation)).normalized
    joint.referenceCosine = reference.cosine
    joint.referenceSine = reference.sine
    var flags: UInt32 = 0
    if definition.isMotorEnabled { flags |= JointFlag.motor }
    if definition.isLimitEnabled { flags |= JointFlag.limit }
    return link(joint, .revolute, flags, a, b, definition.collideConnected)
  }

  private func link(
    _ record: JointRecord, _ kind: JointKind, _ flags: UInt32, _ a: Int, _ b: Int,
    _ collideConnected: Bool
  ) -> JointID {
    let slot: Int
    if freeJoint != 0 {
      slot = Int(freeJoint - 1)
      freeJoint = joints[slot].bodyA
    } else {
      slot = joints.count
      joints.append(JointRecord())
      jointNextA.append(0)
      jointNextB.append(0)
    }
    var joint = record
    joint.generation = joints[slot].generation &+ 1
    joint.bodyA = UInt32(a)
    joint.bodyB = UInt32(b)
    joint.flags = flags | JointFlag.used | (kind.rawValue << JointFlag.kindShift)
    if collideConnected { joint.flags |= JointFlag.collideConnected }
    joints[slot] = joint
    linkAdjacency(slot)
    wakeSlot(a)
    wakeSlot(b)
    if !collideConnected {
      rebuildProxies(ofBody: a)
    }
    return JointID(slot: UInt32(slot), generation: joint.generation)
  }

  private func linkAdjacency(_ slot: Int) {
    let a = Int(joints[slot].bodyA)
    let b = Int(joints[slot].bodyB)
    jointNextA[slot] = jointHeads[a]
    jointHeads[a] = UInt32(slot + 1)
    jointNextB[slot] = jointHeads[b]
    jointHeads[b] = UInt32(slot + 1)
  }

  /// After a restore: the lists of each body's joints from the joints themselves.
  func rebuildJointAdjacency() {
    jointHeads.setCount(0)
    jointHeads.setCount(bodies.count, filling: 0)
    jointNextA.setCount(0)
    jointNextA.setCount(joints.count, filling: 0)
    jointNextB.setCount(0)
    jointNextB.setCount(joints.count, filling: 0)
    for slot in 0..<joints.count where joints[slot].flags & JointFlag.used != 0 {
      linkAdjacency(slot)
    }
  }

  /// Whether a joint forbids two bodies to collide.
  func areJoined(_ a: Int, _ b: Int) -> Bool {
    var link = jointHeads.base[a]
    while link != 0 {
      let slot = Int(link &- 1)
      let joint = joints.base + slot
      let isA = Int(joint.pointee.bodyA) == a
      let other = Int(isA ? joint.pointee.bodyB : joint.pointee.bodyA)
      if other == b && joint.pointee.flags & JointFlag.collideConnected == 0 { return true }
      link = isA ? jointNextA.base[slot] : jointNextB.base[slot]
    }
    return false
  }

  /// Removes a joint and wakes its bodies. Stale handle: no effect.
  public func removeJoint(_ id: JointID) {
    guard let slot = slot(of: id) else { return }
    removeJoint(slot: slot)
  }

  private func removeJoint(slot: Int) {
    let a = Int(joints[slot].bodyA)
    let b = Int(joints[slot].bodyB)
    unlinkAdjacency(slot, from: a)
    unlinkAdjacency(slot, from: b)
    if joints[slot].flags & JointFlag.collideConnected == 0 { rebuildProxies(ofBody: a) }
    joints[slot] = JointRecord(generation: joints[slot].generation, bodyA: freeJoint)
    freeJoint = UInt32(slot + 1)
    wakeSlot(a)
    wakeSlot(b)
  }

  private func unlinkAdjacency(_ slot: Int, from body: Int) {
    let target = UInt32(slot + 1)
    func next(_ link: UInt32) -> UInt32 {
      let s = Int(link - 1)
      return Int(joints[s].bodyA) == body ? jointNextA[s] : jointNextB[s]
    }
    if jointHeads[body] == target {
      jointHeads[body] = next(target)
      return
    }
    var link = jointHeads[body]
    while link != 0 {
      let following = next(link)
      if following == target {
        let s = Int(link - 1)
        if Int(joints[s].bodyA) == body {
          jointNextA[s] = next(target)
        } else {
          jointNextB[s] = next(target)
        }
        return
      }
      link = following
    }
  }

  /// By ascending slot: the order of the list depends on history, the free list is state.
  func removeJoints(ofBody body: Int) {
    while jointHeads[body] != 0 {
      var lowest = jointHeads[body]
      var link = lowest
      while link != 0 {
        if link < lowest { lowest = link }
        let slot = Int(link - 1)
        link = Int(joints[slot].bodyA) == body ? jointNextA[slot] : jointNextB[slot]
      }
      removeJoint(slot: Int(lowest - 1))
    }
  }

  /// Whether the joint exists.
  public func isValid(_ id: JointID) -> Bool { slot(of: id) != nil }

  func slot(of id: JointID) -> Int? {
    let index = id.index
    guard index < joints.count, joints[index].generation == id.generation,
      joints[index].flags & JointFlag.used != 0
    else { return nil }
    return index
  }

  private func change(_ id: JointID, _ edit: (inout JointRecord) -> Void) {
    guard let slot = slot(of: id) else { return }
    edit(&joints[slot])
    wakeSlot(Int(joints[slot].bodyA))
    wakeSlot(Int(joints[slot].bodyB))
  }

  /// Rest length of a rod or spring; of a joint that only has a greatest length, that length.
  public func setLength(_ length: Float, of id: JointID) {
    guard length.isFinite, length >= 0 else { return }
    change(id) { joint in
      if joint.flags & JointFlag.limit != 0 && joint.hertz == 0 {
        joint.upper = length
        if joint.lower > length { joint.lower = length }
      } else {
        joint.rest = length
      }
    }
  }

  /// The rest length, or the greatest length of a rope; 0 for a stale handle.
  public func length(of id: JointID) -> Float {
    guard let slot = slot(of: id) else { return 0 }
    let joint = joints[slot]
    return joint.flags & JointFlag.limit != 0 && joint.hertz == 0 ? joint.upper : joint.rest
  }

  /// - Parameter hertz: 0 makes a spring a rod.
  public func setSpring(hertz: Float, dampingRatio: Float, of id: JointID) {
    guard hertz.isFinite, hertz >= 0, dampingRatio.isFinite, dampingRatio >= 0 else { return }
    change(id) { joint in
      joint.hertz = hertz
      joint.dampingRatio = dampingRatio
    }
  }

  /// Anchor in body A's frame.
  public func setAnchorA(_ anchor: Vec2, of id: JointID) {
    guard anchor.isFinite else { return }
    change(id) { joint in
      joint.anchorAX = anchor.x
      joint.anchorAY = anchor.y
    }
  }

  /// Anchor in body B's frame.
  public func setAnchorB(_ anchor: Vec2, of id: JointID) {
    guard anchor.isFinite else { return }
    change(id) { joint in
      joint.anchorBX = anchor.x
      joint.anchorBY = anchor.y
    }
  }

  /// Switches a revolute joint's motor.
  public func setMotor(speed: Float, maximumTorque: Float, isEnabled: Bool, of id: JointID) {
    guard speed.isFinite, maximumTorque.isFinite, maximumTorque >= 0 else { return }
    change(id) { joint in
      joint.motorSpeed = speed
      joint.motorMaximum = maximumTorque
      joint.flags = isEnabled ? joint.flags | JointFlag.motor : joint.flags & ~JointFlag.motor
    }
  }

  /// The anchors in the world, A's and B's.
  public func anchors(of id: JointID) -> (a: Vec2, b: Vec2) {
    guard let slot = slot(of: id) else { return (.zero, .zero) }
    return (
      originTransform(Int(joints[slot].bodyA)).apply(joints[slot].anchorA),
      originTransform(Int(joints[slot].bodyB)).apply(joints[slot].anchorB)
    )
  }
}
