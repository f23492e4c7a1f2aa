import Dynamics
import Simulation

extension Stage: StateDescribed {
  /// What happened in the last step is told, never read.
  package static var derivedFields: [DerivedField] {
    [DerivedField("events", "what the last step reports; never read by the next one")]
  }
}

extension StageScenario {
  /// Columns by which an animator's rows are found again. Behaviours and items are made by the
  /// scenario: a restore puts them right where a state claims others.
  package static var derivedFields: [DerivedField] { animatorFields }

  /// For scenarios with fields of their own to add.
  package static var animatorFields: [DerivedField] {
    let order = StaticString("follows from the order of the rows")
    let made = StaticString("the scenario makes its behaviours and items, and knows them")
    return [
      DerivedField("items.slot", order),
      DerivedField("items.holderCount", "follows from the members"),
      DerivedField("behaviors.behavior", order),
      DerivedField("behaviors.kind", made),
      DerivedField("behaviors.joint", "attachments alone have one"),
      DerivedField("behaviors.joint.slot", "attachments alone have one"),
      DerivedField("behaviors.joint.generation", "attachments alone have one"),
      DerivedField("itemBehaviors.behavior", order),
      DerivedField("gravities.behavior", order),
      DerivedField("collisions.behavior", order),
      DerivedField("attachments.behavior", order),
      DerivedField("attachments.attachedBehaviorType", made),
      DerivedField("attachments.form", made),
      DerivedField("attachments.joinPoint.x", made),
      DerivedField("attachments.joinPoint.y", made),
      DerivedField("attachments.joinAxis.dx", made),
      DerivedField("attachments.joinAxis.dy", made),
      DerivedField("pushes.behavior", order),
      DerivedField("pushes.mode", made),
      DerivedField("fields.behavior", order),
      DerivedField("fields.fieldKind", made),
      DerivedField("snaps.behavior", order),
      DerivedField("tree.behavior", made),
      DerivedField("tree.parent", made),
      DerivedField("members.behavior", order),
      DerivedField("members.slot", order),
      DerivedField("members.isHeld", "follows from the members' slots"),
      DerivedField("members.offsetFromCenter.dx", "item behaviours have none"),
      DerivedField("members.offsetFromCenter.dy", "item behaviours have none"),
      DerivedField("members.linearVelocity.dx", "item behaviours alone have one"),
      DerivedField("members.linearVelocity.dy", "item behaviours alone have one"),
      DerivedField("boundaries.behavior", order),
      DerivedField("boundaries.boundary", order),
    ]
  }

  /// Those, and what a scenario keeps of its parameters and seed.
  package static func animatorFields(andSettings names: StaticString...) -> [DerivedField] {
    animatorFields + names.map { DerivedField($0, "set by the parameters or the seed") }
  }
}
