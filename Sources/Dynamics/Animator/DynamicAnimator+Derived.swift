import Simulation

extension DynamicAnimator: StateDescribed {
  /// What a restore need not bring back.
  public static var derivedFields: [DerivedField] {
    [
      DerivedField("contactsAreDirty", "true after a restore: the next substep looks itself"),
      DerivedField("unreportedEnds", "follows from the contacts; found by a restore"),
      DerivedField("itemsAreGathered", "true only while a journal records the end of a frame"),
      DerivedField("motion", "what one substep prepares for itself"),
      DerivedField("structureHasChanged", "true where it is not known: rows are gathered anew"),
      DerivedField("checksFrames", "whether frames end in a check, which changes nothing"),
      DerivedField("diagnostics", "remarks for the app; no step reads them"),
      DerivedField("stepDiagnostics", "remarks for the app; no step reads them"),
    ]
  }
}

extension ObjectIndex: StateDescribed {
  /// Where objects lie in memory, and a list that is kept elsewhere.
  package static var derivedFields: [DerivedField] {
    let index = StaticString("an index of objects, filled from a list; made anew by a restore")
    return ["keys", "places", "count", "used"].map { DerivedField($0, index) }
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
      DerivedField("rowIsNew", "says that the row is to be gathered; a restore says so of each"),
    ]
  }
}
