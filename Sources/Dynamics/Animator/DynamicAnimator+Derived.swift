import Simulation

extension DynamicAnimator: StateDescribed {
  /// What a restore need not bring back.
  public static var derivedFields: [DerivedField] {
    [
      DerivedField("contactsAreDirty", "the restored contacts have all rules applied"),
      DerivedField("motion", "what one substep prepares for itself"),
      DerivedField("rows", "buffers of a visit"),
    ]
  }
}

extension ItemSlot: StateDescribed {
  /// Of an item's slot: made anew from the item where it is asked for.
  package static var derivedFields: [DerivedField] {
    [
      DerivedField("propertiesAreDirty", "a restore brings the body's properties up to date"),
      DerivedField("mass", "follows from the item's size and density"),
      DerivedField("inertia", "follows from the item's size and density"),
      DerivedField("outline", "follows from the item when it is registered"),
    ]
  }
}
