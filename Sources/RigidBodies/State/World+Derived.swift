import Simulation

extension World: StateDescribed {
  /// What a restore need not bring back: it follows from the state, or only says what is to be done
  /// again. Whatever else a world stores as plain values must be the same in a restored one.
  public static var derivedFields: [DerivedField] {
    let mayBe = StaticString("true where it is not known: the next step then looks itself")
    return [
      DerivedField("isAnyForce", mayBe),
      DerivedField("checksSteps", "whether steps end in a check, which changes nothing"),
      DerivedField("stepsUntilCheck", "when a step ends in a check, which changes nothing"),
    ]
  }
}
