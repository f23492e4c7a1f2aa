import DeterministicMath

/// Runs a ``Simulation`` behind ``RunningSimulation``.
public final class SimulationRun<S: Simulation>: RunningSimulation {
  public let description: SimulationDescription
  /// What the run was started with.
  public let parameters: S.Parameters
  public let seed: UInt64
  // Unchecked, as `memory` is: plain values, read and written between calls, several times a step.
  @exclusivity(unchecked) public private(set) var stepCount: Int64 = 0 {
    didSet { isFresh = false }
  }
  @exclusivity(unchecked) public private(set) var isFresh = true
  /// The simulation as it stands after the last step.
  public private(set) var simulation: S
  @exclusivity(unchecked) private var memory: RunMemory

  /// Starts a run.
  ///
  /// - Parameters:
  ///   - parameters: what it is set to; the defaults when left out.
  ///   - seed: of everything random.
  public init(parameters: S.Parameters = S.Parameters(), seed: UInt64) {
    self.parameters = parameters
    self.seed = seed
    simulation = S(parameters: parameters, seed: seed)
    (description, memory) = SimulationRun.describe(&simulation)
  }

  #if !hasFeature(Embedded)
    /// A run that goes on from a simulation as it is, for tests.
    package init(_ simulation: S) {
      (parameters, seed, isFresh) = (S.Parameters(), 0, false)
      self.simulation = simulation
      (description, memory) = SimulationRun.describe(&self.simulation)
    }

    /// A run of a simulation as it is, which these parameters and this seed would give, too.
    package init(_ simulation: S, parameters: S.Parameters, seed: UInt64) {
      self.parameters = parameters
      self.seed = seed
      self.simulation = simulation
      (description, memory) = SimulationRun.describe(&self.simulation)
    }

    /// Puts another state in place of the run's, for tests.
    package func replace(_ simulation: S) {
      self.simulation = simulation
      isFresh = false
      memory.forgetDigest()
    }
  #endif

  /// Starts a run with parameters as words.
  ///
  /// - Throws: ``SimulationError`` when the parameters do not fit.
  public convenience init(parameterWords: [UInt64], seed: UInt64) throws(SimulationError) {
    self.init(parameters: try S.Parameters(words: parameterWords), seed: seed)
  }

  private static func describe(_ simulation: inout S) -> (SimulationDescription, RunMemory) {
    let layouts = StateLayouts()
    let description = withUnsafeMutablePointer(to: &simulation) { place in
      PlacedSimulation(place).describe(Visited<S>(place), layouts)
    }
    return (description, RunMemory(description.state, layouts))
  }

  public var parameterWords: [UInt64] {
    get throws(SimulationError) { try parameters.checkedWords() }
  }

  /// Advances by one step.
  ///
  /// The simulation gets the inputs as their words give them back, so that a replay of the words
  /// gives it the same.
  ///
  /// - Throws: ``SimulationError`` when an input cannot be written as words that give it back: a
  ///   number is not finite, or a property is not visited. The state is then unchanged.
  public func step(_ inputs: [S.Input]) throws(SimulationError) {
    var checked: [S.Input] = []
    for input in inputs { checked.append(try input.checked().value) }
    advance(checked)
  }

  // Where `[]` is passed, the typed form is meant.
  @_disfavoredOverload
  public func step(_ inputs: [RecordWords]) throws(SimulationError) {
    advance(try SimulationRun.typed(inputs))
  }

  static func typed(_ inputs: [RecordWords]) throws(SimulationError) -> [S.Input] {
    var typed: [S.Input] = []
    for input in inputs { typed.append(try S.Input(input)) }
    return typed
  }

  /// Advances by one step with inputs as their words give them back.
  package func advance(_ inputs: [S.Input]) {
    if simulation.advance(inputs) { memory.forgetDigest() }
    stepCount += 1
  }

  public func observe(_ inputs: [RecordWords]) throws(SimulationError) -> ObservedStep? {
    let inputs = try SimulationRun.typed(inputs)
    memory.forgetBorders()
    let observation = StepObservation.during {
      advance(inputs)
      PhaseMarks.note("rest of the step", &simulation)
    }
    return memory.note(observation, digest: digest())
  }

  public func stateAtBorder(_ index: Int) -> BorderState? { memory.stateAtBorder(index) }

  public func digest() -> StateDigest {
    if let known = memory.knownDigest { return known }
    return withUnsafeMutablePointer(to: &simulation) { memory.digest(of: Visited<S>($0)) }
  }

  public func save(_ selection: StateSelection, into image: inout StateImage) {
    withUnsafeMutablePointer(to: &simulation) {
      memory.save(selection, of: Visited<S>($0), into: &image)
    }
  }

  #if !hasFeature(Embedded)
    public func digest(
      saving selection: StateSelection, into image: inout StateImage
    ) -> StateDigest {
      if let known = memory.knownDigest {
        save(selection, into: &image)
        return known
      }
      return withUnsafeMutablePointer(to: &simulation) {
        memory.digest(of: Visited<S>($0), saving: selection, into: &image)
      }
    }
  #endif

  public func restore(_ image: StateImage, stepCount: Int64) throws(SimulationError) {
    try withUnsafeMutablePointer(to: &simulation) { (place) throws(SimulationError) in
      try memory.restore(Visited<S>(place), from: image)
    }
    self.stepCount = stepCount
  }

  #if !hasFeature(Embedded)
    package func stateAfterUncheckedRestore(_ image: StateImage) -> StateImage {
      memory.forgetDigest()
      withUnsafeMutablePointer(to: &simulation) {
        _ = memory.overwrite(Visited<S>($0), with: image, isOwn: true)
      }
      simulation.stateWasRestored()
      var after = StateImage()
      save(.everything, into: &after)
      return after
    }
  #endif

  public var fault: StateFault? { memory.fault }

  public func events() -> [RecordWords] { simulation.eventWords }

  public private(set) var workerCount = 1

  public func share(among team: WorkerTeam?) {
    simulation.share(among: team)
    workerCount = team?.count ?? 1
  }

  public func drawing(_ request: DrawingRequest) -> StepDrawing? { simulation.drawing(request) }
}

extension Simulation {
  /// Advances by one step with inputs as their words give them back.
  ///
  /// - Returns: whether the state may have changed.
  @inline(__always)
  mutating func advance(_ inputs: [Input]) -> Bool {
    let mayChange = !(inputs.isEmpty && isAtRest)
    step(inputs)
    return mayChange
  }

  /// The events of the last step as words.
  var eventWords: [RecordWords] { events.map { $0.recordWords } }
}

extension PlacedSimulation {
  /// What the simulation is.
  ///
  /// - Parameters:
  ///   - visited: the same simulation, as its state is visited.
  ///   - layouts: of its first visit.
  func describe(
    _ visited: some VisitedSimulation, _ layouts: StateLayouts
  ) -> SimulationDescription {
    var visitor = SchemaVisitor(layouts)
    visited.visit(&visitor)
    return SimulationDescription(
      name: text(S.name), stepDuration: S.stepDuration,
      parameters: S.Parameters.fieldSchemas, inputs: S.Input.kindSchemas,
      events: S.Event.kindSchemas, state: visitor.schema, motionModel: place.pointee.motionModel)
  }
}
