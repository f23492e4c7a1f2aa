import Simulation

extension DynamicAnimator: StateDescribed {
  /// What a restore need not bring back.
  public static var derivedFields: [DerivedField] {
    [
      DerivedField("contactsAreDirty", "true after a restore: the next substep looks itself"),
      DerivedField("slotPlaces", "follows from the slots' items"),
      DerivedField("groupParts", "follows from the slots' items; made anew by a restore"),
      DerivedField("motion", "what one substep prepares for itself"),
      DerivedField("structureHasChanged", "true where it is not known: rows are gathered anew"),
      DerivedField("checksFrames", "whether frames end in a check, which changes nothing"),
      DerivedField("diagnostics", "remarks for the app; no step reads them"),
      DerivedField("stepDiagnostics", "remarks for the app; no step reads them"),
    ]
  }
}

extension ItemSlot: StateDescribed {
  /// What follows from the item and its behaviours; of an item that is not registered it is left
  /// over, and made again when the item registers.
  package static var derivedFields: [DerivedField] {
    let resolved = StaticString("follows from the behaviours; made anew by a restore")
    return [
      DerivedField("properties", resolved),
      DerivedField("propertiesAreDirty", resolved),
      DerivedField("mass", "follows from the outline and the density"),
      DerivedField("inertia", "follows from the outline and the density"),
      DerivedField("outline", "follows from the item; made anew by a restore"),
    ]
  }
}
