#if Macros
  public import Simulation

  /// Writes the description of a structure or an enumeration from what it stores.
  ///
  /// Nothing stored is left out: what cannot be recorded is an error, and ``Derived(_:)`` leaves
  /// out what follows from the rest.
  ///
  /// ```swift
  /// @Recorded enum Order { case idle, move(to: Cell), attack(UInt32) }
  ///
  /// @Recorded struct Unit {
  ///   @Key var id: UInt32
  ///   @EveryStep @Role(.position) var position: SIMD2<Float>
  ///   var order = Order.idle
  /// }
  ///
  /// @Recorded struct Skirmish: Simulation {
  ///   var units: [Unit] = []
  ///   @Derived("reported by every step") var events: [Event] = []
  ///   …
  /// }
  /// ```
  ///
  /// - A simulation gets `visitState`.
  /// - A structure becomes `StateFields`, or has its `visitFields` written where it is a
  ///   `SimulationParameters` or a `StateRow`.
  /// - An enumeration with raw values becomes a `StateEnum`; any other becomes `StateCases`, as
  ///   inputs and events are. The order of its cases is part of the recorded format: append, never
  ///   reorder.
  @attached(
    extension,
    conformances: StateFields, StateCases, StateEnum, CaseIterable, Simulation,
    SimulationParameters, SimulationRecord,
    names: named(visitState), named(visitFields), named(blank), named(init), named(kinds),
    named(kind), named(allCases),
    named(derivedFields))
  public macro Recorded() = #externalMacro(module: "RecordedMacros", type: "RecordedMacro")

  /// Leaves a stored property out of the recording, since it follows from the others.
  ///
  /// A restored row begins with the property's initial value: bring it up to date in
  /// `stateWasRestored()`.
  ///
  /// - Parameter reason: what it follows from, for whoever reads the code.
  @attached(peer)
  public macro Derived(_ reason: StaticString) =
    #externalMacro(module: "RecordedMacros", type: "PropertyMark")

  /// Names the row: a difference matches rows by their keys instead of by their places.
  @attached(peer)
  public macro Key() = #externalMacro(module: "RecordedMacros", type: "PropertyMark")

  /// Stores a property, or all of a structure, after every step instead of at key frames only.
  @attached(peer)
  public macro EveryStep() = #externalMacro(module: "RecordedMacros", type: "CadenceMark")

  /// What the property means to tools; of a vector, what its first number means.
  @attached(peer)
  public macro Role(_ role: FieldRole) =
    #externalMacro(module: "RecordedMacros", type: "PropertyMark")

  /// Which numbers the property may hold: a restored state with another one is refused.
  @attached(peer)
  public macro Allowed(_ range: FieldRange) =
    #externalMacro(module: "RecordedMacros", type: "PropertyMark")
#endif
