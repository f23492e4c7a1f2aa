/// One runnable simulation of a catalogue.
public struct CatalogueEntry: Sendable {
  /// The simulation's name, unique in a catalogue.
  public let name: String
  /// One line for lists.
  public let summary: String
  /// The default length of a recording, in steps.
  public let defaultStepCount: Int64
  /// The default parameters as words.
  public let defaultParameters: [UInt64]
  /// The scripted inputs that ship with the simulation, as JSON lines; empty when there are none.
  public let gestures: String
  /// The simulation's Swift type with its module: `Game.Ball`; empty in Embedded builds, which have no
  /// names of types.
  package let typeName: String
  private let make: @Sendable ([UInt64], UInt64) throws(RunError) -> any RunningSimulation

  /// Makes an entry of a simulation's type.
  ///
  /// - Parameters:
  ///   - type: the simulation to run.
  ///   - summary: one line for lists.
  ///   - defaultStepCount: length of a recording in steps, where none is asked for.
  ///   - gestures: scripted inputs as JSON lines; empty when there are none.
  public init<S: Simulation>(
    _ type: S.Type, summary: String, defaultStepCount: Int64, gestures: String = ""
  ) {
    #if hasFeature(Embedded)
      let typeName = ""
    #else
      let typeName = _typeName(type, qualified: true)
    #endif
    self.init(
      name: text(S.name), typeName: typeName, summary: summary, defaultStepCount: defaultStepCount,
      defaultParameters: S.Parameters().words, gestures: gestures
    ) { (words: [UInt64], seed: UInt64) throws(RunError) -> any RunningSimulation in
      #if hasFeature(Embedded)
        try ErasedRun(S.self, parameterWords: words, seed: seed)
      #else
        try SimulationRun<S>(parameterWords: words, seed: seed)
      #endif
    }
  }

  /// Makes an entry of a simulation that is described while the program runs.
  ///
  /// - Parameters:
  ///   - name: the simulation's name.
  ///   - defaultStepCount: length of a recording in steps, where none is asked for.
  ///   - make: starts a run with parameters and a seed.
  package init(
    name: String, defaultStepCount: Int64,
    make: @escaping @Sendable ([UInt64], UInt64) throws(RunError) -> any RunningSimulation
  ) {
    self.init(
      name: name, typeName: name, summary: "", defaultStepCount: defaultStepCount,
      defaultParameters: [], gestures: "", make: make)
  }

  // Not inlined, as a catalogue has one for each simulation.
  @inline(never)
  private init(
    name: String, typeName: String, summary: String, defaultStepCount: Int64,
    defaultParameters: [UInt64], gestures: String,
    make: @escaping @Sendable ([UInt64], UInt64) throws(RunError) -> any RunningSimulation
  ) {
    self.name = name
    self.typeName = typeName
    self.summary = summary
    self.defaultStepCount = defaultStepCount
    self.defaultParameters = defaultParameters
    self.gestures = gestures
    self.make = make
  }

  /// This simulation with a team for each run, which helps it.
  ///
  /// - Parameter team: gives a new team.
  public func shared(among team: @escaping @Sendable () -> WorkerTeam) -> CatalogueEntry {
    let make = make
    return CatalogueEntry(
      name: name, typeName: typeName, summary: summary, defaultStepCount: defaultStepCount,
      defaultParameters: defaultParameters, gestures: gestures
    ) {
      (words: [UInt64], seed: UInt64) throws(RunError) -> any RunningSimulation in
      let run = try make(words, seed)
      run.share(among: team())
      return run
    }
  }

  /// A fresh run, before step 0.
  ///
  /// - Throws: ``SimulationError`` when the parameters do not fit.
  public func start(parameters: [UInt64], seed: UInt64) throws(RunError) -> any RunningSimulation {
    try make(parameters, seed)
  }
}
