import DeterministicMath
import RigidBodies

/// Attachments as joints. End B is the item (the second one between two items), end A the other.
extension DynamicAnimator {
  func makeJoint(for behavior: AttachmentBehavior) {
    guard let bodies = jointBodies(of: behavior) else { return }
    // The ground carries the boundaries: an item on an anchor still collides with them.
    let collide = behavior.attachedBehaviorType == .anchor || behavior.allowsCollision
    let joint: JointID?
    switch behavior.form {
    case .rod, .rope:
      joint = try? world.addDistanceJoint(distanceDefinition(behavior, bodies, collide))
    case .fixed:
      joint = try? world.addWeldJoint(weldDefinition(behavior, bodies, collide))
    case .pin:
      joint = try? world.addRevoluteJoint(pinDefinition(behavior, bodies, collide))
    case .slide:
      guard behavior.own.joinAxis != .zero else { return }
      joint = try? world.addPrismaticJoint(slideDefinition(behavior, bodies, collide))
    }
    behavior.joint = joint
  }

  private func jointBodies(of behavior: AttachmentBehavior) -> (a: BodyID, b: BodyID)? {
    guard let first = behavior.members.first?.slot, first >= 0, slots[Int(first)].isRegistered
    else { return nil }
    let body = slots[Int(first)].body
    if behavior.attachedBehaviorType == .anchor { return (ground, body) }
    guard behavior.members.count == 2 else { return nil }
    let second = behavior.members[1].slot
    guard second >= 0, slots[Int(second)].isRegistered else { return nil }
    return (body, slots[Int(second)].body)
  }

  // MARK: Definitions

  private func distanceDefinition(
    _ behavior: AttachmentBehavior, _ bodies: (a: BodyID, b: BodyID), _ collide: Bool
  ) -> DistanceJointDefinition {
    let isAnchored = behavior.attachedBehaviorType == .anchor
    let length = Float(behavior.length)
    var definition = DistanceJointDefinition(
      bodyA: bodies.a, bodyB: bodies.b,
      anchorA: isAnchored
        ? DynamicAnimator.kernelPoint(behavior.anchorPoint)
        : DynamicAnimator.kernelOffset(behavior.offset(0)),
      anchorB: DynamicAnimator.kernelOffset(behavior.offset(isAnchored ? 0 : 1)),
      length: length)
    if behavior.isLimit {
      definition.minimumLength = 0
      definition.maximumLength = length
    } else {
      definition.hertz = Float(behavior.frequency)
      definition.dampingRatio = springRatio(behavior)
    }
    definition.collideConnected = collide
    return definition
  }

  /// The damping ratio that the kernel is given: the implicit step of a profile damps by itself, by
  /// less in the kernel's substeps than in one of the animator's.
  private func springRatio(_ behavior: AttachmentBehavior) -> Float {
    let ratio = Float(behavior.damping)
    if profile.hasExactSprings { return ratio }
    let substep = DynamicAnimator.substep
    let lost = substep - substep / Float(tuning.kernelSubsteps)
    return ratio + 3.141_592_7 * Float(behavior.frequency) * lost
  }

  private func weldDefinition(
    _ behavior: AttachmentBehavior, _ bodies: (a: BodyID, b: BodyID), _ collide: Bool
  ) -> WeldJointDefinition {
    var definition = WeldJointDefinition(
      bodyA: bodies.a, bodyB: bodies.b,
      anchorA: behavior.own.localAnchorA,
      anchorB: behavior.own.localAnchorB)
    definition.referenceRotation = behavior.heldRotation
    definition.collideConnected = collide
    return definition
  }

  private func pinDefinition(
    _ behavior: AttachmentBehavior, _ bodies: (a: BodyID, b: BodyID), _ collide: Bool
  ) -> RevoluteJointDefinition {
    var definition = RevoluteJointDefinition(
      bodyA: bodies.a, bodyB: bodies.b,
      anchorA: behavior.own.localAnchorA,
      anchorB: behavior.own.localAnchorB)
    definition.referenceRotation = behavior.heldRotation
    let limits = behavior.limits
    definition.lowerAngle = limits.lower
    definition.upperAngle = limits.upper
    definition.isLimitEnabled = limits.areEnabled
    definition.frictionTorque = DynamicAnimator.kernelTorque(behavior.frictionTorque)
    definition.collideConnected = collide
    return definition
  }

  private func slideDefinition(
    _ behavior: AttachmentBehavior, _ bodies: (a: BodyID, b: BodyID), _ collide: Bool
  ) -> PrismaticJointDefinition {
    var definition = PrismaticJointDefinition(
      bodyA: bodies.a, bodyB: bodies.b,
      anchorA: behavior.attachedBehaviorType == .anchor
        ? DynamicAnimator.kernelPoint(behavior.anchorPoint)
        : behavior.own.localAnchorA,
      anchorB: behavior.own.localAnchorB,
      axis: behavior.own.localAxis)
    definition.referenceRotation = behavior.heldRotation
    let limits = behavior.limits
    definition.lowerTranslation = limits.lower
    definition.upperTranslation = limits.upper
    definition.isLimitEnabled = limits.areEnabled
    definition.collideConnected = collide
    return definition
  }

  private static func kernelOffset(_ v: Vector) -> Vec2 { Vec2(Float(v.dx), Float(v.dy)) }

  /// From UIKit newton metres to the world's kg·pt²/s².
  private static func kernelTorque(_ torque: Double) -> Float { Float(10_000 * torque) }

  // MARK: The held place

  /// Writes the place that a fixed attachment, pin or slide holds into the items' frames.
  func holdPlace(of behavior: AttachmentBehavior) {
    guard behavior.holdsPlace, let bodies = jointBodies(of: behavior) else { return }
    let a = world.transform(of: bodies.a)
    let b = world.transform(of: bodies.b)
    let isAnchored = behavior.attachedBehaviorType == .anchor
    let place = DynamicAnimator.kernelPoint(
      isAnchored ? behavior.anchorPoint : behavior.own.joinPoint)
    behavior.own.localAnchorA = a.rotation.inverse.rotate(place - a.position)
    behavior.own.localAnchorB = b.rotation.inverse.rotate(place - b.position)
    behavior.own.localRotation = (a.rotation.inverse * b.rotation).normalized
    if behavior.form == .slide {
      behavior.own.localAxis = a.rotation.inverse.rotate(
        DynamicAnimator.kernelOffset(behavior.own.joinAxis))
    }
  }

  // MARK: Changes

  func removeJoint(of behavior: AttachmentBehavior) {
    if let joint = behavior.joint { world.removeJoint(joint) }
    behavior.joint = nil
  }

  /// Any property without a case of its own makes the joint again.
  func attachmentDidChange(_ behavior: AttachmentBehavior, _ property: BehaviorProperty) {
    guard let joint = behavior.joint else { return }
    switch property {
    case .anchorPointX, .anchorPointY:
      world.setAnchorA(DynamicAnimator.kernelPoint(behavior.anchorPoint), of: joint)
    case .length where behavior.form == .rod:
      world.setLength(Float(behavior.length), of: joint)
    case .damping where behavior.form == .rod, .frequency where behavior.form == .rod:
      world.setSpring(
        hertz: Float(behavior.frequency), dampingRatio: springRatio(behavior), of: joint)
    case .frictionTorque:
      world.setFrictionTorque(
        DynamicAnimator.kernelTorque(behavior.frictionTorque), of: joint)
    case .rangeMinimum, .rangeMaximum:
      let limits = behavior.limits
      world.setLimits(
        lower: limits.lower, upper: limits.upper, isEnabled: limits.areEnabled, of: joint)
    default:
      removeJoint(of: behavior)
      makeJoint(for: behavior)
    }
  }
}

extension AttachmentBehavior {
  fileprivate var heldRotation: Rotation {
    let rotation = own.localRotation
    // A damaged state may hold anything.
    let length = Vec2(rotation.cosine, rotation.sine).lengthSquared
    return length > 0.5 && length < 2 ? rotation.normalized : .identity
  }
}
