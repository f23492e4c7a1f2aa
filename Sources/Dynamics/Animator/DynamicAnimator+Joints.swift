import DeterministicMath
import RigidBodies

/// An attachment's joint in the world.
package struct AttachmentJoint: Equatable {
  package var id: JointID
}

/// Attachments as distance joints. End B is the item (the second one between two items).
extension DynamicAnimator {
  func makeJoint(for behavior: AttachmentBehavior) {
    guard let definition = jointDefinition(for: behavior),
      let joint = try? world.addDistanceJoint(definition)
    else { return }
    behavior.joint = AttachmentJoint(id: joint)
  }

  private func jointDefinition(for behavior: AttachmentBehavior) -> DistanceJointDefinition? {
    guard let first = behavior.members.first?.slot, first >= 0, slots[Int(first)].isRegistered
    else { return nil }
    var bodyA = ground
    var anchorA = DynamicAnimator.kernelPoint(behavior.anchorPoint)
    var bodyB = slots[Int(first)].body
    var anchorB = DynamicAnimator.kernelOffset(behavior.offset(0))
    if behavior.attachedBehaviorType == .items {
      guard behavior.members.count == 2 else { return nil }
      let second = behavior.members[1].slot
      guard second >= 0, slots[Int(second)].isRegistered else { return nil }
      bodyA = bodyB
      anchorA = anchorB
      bodyB = slots[Int(second)].body
      anchorB = DynamicAnimator.kernelOffset(behavior.offset(1))
    }
    let length = Float(behavior.length)
    var definition = DistanceJointDefinition(
      bodyA: bodyA, bodyB: bodyB, anchorA: anchorA, anchorB: anchorB, length: length)
    if behavior.isLimit {
      definition.minimumLength = 0
      definition.maximumLength = length
    } else {
      definition.hertz = Float(behavior.frequency)
      definition.dampingRatio = Float(behavior.damping)
    }
    // The ground carries the boundaries: an item on an anchor still collides with them.
    definition.collideConnected =
      behavior.attachedBehaviorType == .anchor || behavior.allowsCollision
    return definition
  }

  private static func kernelOffset(_ v: Vector) -> Vec2 { Vec2(Float(v.dx), Float(v.dy)) }

  func removeJoint(of behavior: AttachmentBehavior) {
    if let joint = behavior.joint { world.removeJoint(joint.id) }
    behavior.joint = nil
  }

  func attachmentDidChange(_ behavior: AttachmentBehavior, _ index: Int) {
    guard let joint = behavior.joint?.id else { return }
    switch index {
    case AttachmentBehavior.anchorX, AttachmentBehavior.anchorY:
      world.setAnchorA(DynamicAnimator.kernelPoint(behavior.anchorPoint), of: joint)
    case AttachmentBehavior.lengthIndex where !behavior.isLimit:
      world.setLength(Float(behavior.length), of: joint)
    case AttachmentBehavior.dampingIndex where !behavior.isLimit,
      AttachmentBehavior.frequencyIndex where !behavior.isLimit:
      world.setSpring(
        hertz: Float(behavior.frequency), dampingRatio: Float(behavior.damping), of: joint)
    default:
      removeJoint(of: behavior)
      makeJoint(for: behavior)
    }
  }
}

extension AttachmentJoint {
  /// The joint that a state's word (slot and generation, plus one) names.
  init(restoredFrom word: UInt64) {
    let bits = word &- 1
    id = JointID(
      slot: UInt32(truncatingIfNeeded: bits), generation: UInt32(truncatingIfNeeded: bits >> 32))
  }
}

extension DynamicAnimator {
  /// The animator's seed plus the number of fields that joined before.
  func nextFieldSeed() -> UInt64 {
    defer { nextFieldOrdinal &+= 1 }
    return seed &+ nextFieldOrdinal
  }
}
