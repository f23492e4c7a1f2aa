import RigidBodies

/// How the kernel is set for items on a screen. `Tools/quality --sweep` compares other settings.
package struct KernelTuning: Sendable {
  /// Of one substep of the animator.
  package var kernelSubsteps = 2
  package var relaxationCount = 2
  /// Stiff enough that crooked stacks of 20 sleep within three seconds (96 Hz: 4 of 300 do not), soft
  /// enough that discs among boxes gain no height of note.
  package var contactHertz: Float = 112
  package var contactRateFraction: Float = 0.25
  package var contactDampingRatio: Float = 10
  package var maximumPushOutSpeed: Float = 300
  package var recycleDistance: Float = 1
  /// Overlaps leave no velocity behind.
  package var overlapTolerance: Float = 0.25

  /// Items that move farther in a substep than this part of their inner extent are swept.
  package var freeSweepFraction: Float = 0.5
  package var foreseesHits = true
  package var passesBlows = true
  package var contactLead: Float = 0.75
  package var jointSpeedChange: Float = 1200
  package var jointHertz: Float = 150

  package init() {}

  package static var chosen: KernelTuning { KernelTuning() }

  package var worldDefinition: WorldDefinition {
    var definition = WorldDefinition(lengthUnitsPerMeter: 100)
    definition.linearSlop = 0.1
    // Approaches of up to 480 pt/s end at the surface.
    definition.speculativeDistance = 2
    definition.recycleDistance = recycleDistance
    // The animator counts: see `DynamicAnimator.renewalFrames`.
    definition.renewalPeriod = 0
    definition.restitutionThreshold = 25
    definition.sleepLinearThreshold = 1
    definition.maximumLinearSpeed = DynamicAnimator.speedMax
    definition.maximumPushOutSpeed = maximumPushOutSpeed
    // Continuous collision always acts at boundaries and anchored items.
    definition.sweepDistance = 0.8
    // And between items that are fast for their size.
    definition.freeSweepFraction = freeSweepFraction
    definition.foreseesHits = foreseesHits
    definition.passesBlows = passesBlows
    definition.contactLead = contactLead
    // 20 pt in a substep at most.
    definition.overlapTolerance = overlapTolerance
    definition.maximumCorrection = 20
    // A step is so short here that constraints may be stiffer than the kernel's defaults:
    // rods follow dragged anchors to 2 pt, walls give by less than 1 pt to what a rod pulls.
    definition.contactHertz = contactHertz
    definition.contactRateFraction = contactRateFraction
    definition.contactDampingRatio = contactDampingRatio
    definition.relaxationCount = relaxationCount
    definition.jointHertz = jointHertz
    definition.jointRateFraction = 0.5
    definition.jointDampingRatio = 1
    definition.maximumJointSpeedChange = jointSpeedChange
    // Shapes of items that register again, and of resized bounds, are made while running.
    definition.describesGeometry = true
    return definition
  }
}
