import DeterministicMath

/// All that tools know of a simulation before it runs.
public struct SimulationDescription: Equatable, Sendable {
  /// The simulation's name, unique in a catalogue.
  public var name: String
  /// How long one step lasts.
  public var stepDuration: StepDuration
  /// What a run can be set to, in the order of the parameters' words.
  public var parameters: [FieldSchema]
  /// The kinds of inputs, by the index that ``RecordWords/kind`` holds.
  public var inputs: [KindSchema]
  /// The kinds of events, by the index that ``RecordWords/kind`` holds.
  public var events: [KindSchema]
  /// The tables of the state with the default parameters.
  public var state: StateSchema
  /// How rows of a motion table move when nothing acts on them; `nil` where nothing predicts them.
  public var motionModel: MotionModel?

  /// Makes a description, as a recording or an agent brings it.
  public init(
    name: String, stepDuration: StepDuration, parameters: [FieldSchema], inputs: [KindSchema],
    events: [KindSchema], state: StateSchema, motionModel: MotionModel?
  ) {
    self.name = name
    self.stepDuration = stepDuration
    self.parameters = parameters
    self.inputs = inputs
    self.events = events
    self.state = state
    self.motionModel = motionModel
  }
}

/// A simulation that runs, without its Swift type: driven by words, observed as images and digests.
///
/// A run owns what it is a function of: its simulation, its parameters, its seed. A recorder takes
/// them from here.
public protocol RunningSimulation: AnyObject {
  /// What the simulation is; constant during a run.
  var description: SimulationDescription { get }

  /// What the run was started with, as words.
  ///
  /// - Throws: ``SimulationError`` when the parameters cannot be written as words that give them
  ///   back.
  var parameterWords: [UInt64] { get throws(SimulationError) }

  /// The seed that the run was started with.
  var seed: UInt64 { get }

  /// Steps taken so far, or the step that was restored: the index of the next step.
  var stepCount: Int64 { get }

  /// Whether the run stands where it was started: no step was taken, and no state restored.
  var isFresh: Bool { get }

  /// Advances by one step.
  ///
  /// - Throws: ``SimulationError`` when an input is refused; the state is then unchanged.
  func step(_ inputs: [RecordWords]) throws(SimulationError)

  /// The digest of the whole state.
  func digest() -> StateDigest

  /// Copies the state into `image`, reusing its storage.
  ///
  /// - Complexity: O(what changed since the image was last saved from this run), at most O(state).
  func save(_ selection: StateSelection, into image: inout StateImage)

  #if !hasFeature(Embedded)
    /// Digests the state and copies it into `image`, as ``digest()`` and ``save(_:into:)`` do one after
    /// the other: for a recorder, which wants both after every step.
    ///
    /// - Complexity: that of both, with one visit of the state instead of two.
    func digest(saving selection: StateSelection, into image: inout StateImage) -> StateDigest
  #endif

  /// Continues from a full image as if `stepCount` steps had been taken.
  ///
  /// - Complexity: O(what changed since the image was saved from this run) and O(rows) of what is
  ///   derived from them; other images are checked as a whole.
  /// - Throws: ``SimulationError/stateDoesNotFit``; the state is then unchanged, unless the
  ///   simulation visits other tables than it said, which ``fault`` names.
  func restore(_ image: StateImage, stepCount: Int64) throws(SimulationError)

  /// What is wrong with the state or with its description, as far as digests and images have shown
  /// it.
  ///
  /// NaN is forgotten when another state is restored. What is wrong with the description stays.
  var fault: StateFault? { get }

  /// The events of the last step.
  func events() -> [RecordWords]

  /// What the present state looks like; `nil` when the simulation has no picture.
  func drawing(_ request: DrawingRequest) -> StepDrawing?

  /// From the next step on, shares the work of steps with a team where that pays; `nil`: with none.
  /// Results are identical with or without it.
  func share(among team: WorkerTeam?)

  /// How many threads share the work of a step, as far as it is known: 1 without a team.
  var workerCount: Int { get }

  /// Advances by one step, as `step(_:)` does, and notes the state at the borders between its
  /// phases.
  ///
  /// - Returns: `nil` from a run that cannot do so; it has not advanced.
  /// - Throws: ``SimulationError`` when an input is refused; the state is then unchanged.
  /// - Complexity: O(state) for each border.
  func observe(_ inputs: [RecordWords]) throws(SimulationError) -> ObservedStep?

  /// What could be seen of the state at a border of the last step that was observed; `nil` where
  /// there is none.
  ///
  /// - Parameter index: of ``ObservedStep/borders``.
  func stateAtBorder(_ index: Int) -> BorderState?
}

extension RunningSimulation {
  #if !hasFeature(Embedded)
    public func digest(
      saving selection: StateSelection, into image: inout StateImage
    ) -> StateDigest {
      save(selection, into: &image)
      return digest()
    }
  #endif

  public var fault: StateFault? { nil }

  public func drawing(_ request: DrawingRequest) -> StepDrawing? { nil }

  public func share(among team: WorkerTeam?) {}

  public var workerCount: Int { 1 }

  public func observe(_ inputs: [RecordWords]) throws(SimulationError) -> ObservedStep? { nil }

  public func stateAtBorder(_ index: Int) -> BorderState? { nil }
}

/// Runs a ``Simulation`` behind ``RunningSimulation``.
public final class SimulationRun<S: Simulation>: RunningSimulation {
  public let description: SimulationDescription
  /// What the run was started with.
  public let parameters: S.Parameters
  public let seed: UInt64
  // Unchecked, as `knownDigest` is: plain values, read and written between calls, several times a step.
  @exclusivity(unchecked) public private(set) var stepCount: Int64 = 0 {
    didSet { isFresh = false }
  }
  @exclusivity(unchecked) public private(set) var isFresh = true
  /// The simulation as it stands after the last step.
  public private(set) var simulation: S
  private let memory = DigestMemory()
  private let layouts = StateLayouts()
  /// Images that were saved from this run, and not changed since, name it as their origin.
  private let source = StateSource()
  /// The digest of the state as it is, once it was asked for. Good until the next step or restore:
  /// by the contract of a simulation, nothing else changes its state.
  @exclusivity(unchecked) private var knownDigest: StateDigest?
  /// The states at the borders of the step that was observed last.
  private var borderStates: [BorderState] = []

  /// Starts a run.
  ///
  /// - Parameters:
  ///   - parameters: what it is set to; the defaults when left out.
  ///   - seed: of everything random.
  public init(parameters: S.Parameters = S.Parameters(), seed: UInt64) {
    self.parameters = parameters
    self.seed = seed
    simulation = S(parameters: parameters, seed: seed)
    description = SimulationRun.describe(&simulation, layouts)
  }

  /// A run that goes on from a simulation as it is, for tests.
  package init(_ simulation: S) {
    (parameters, seed, isFresh) = (S.Parameters(), 0, false)
    self.simulation = simulation
    description = SimulationRun.describe(&self.simulation, layouts)
  }

  /// A run of a simulation as it is, which these parameters and this seed would give, too.
  package init(_ simulation: S, parameters: S.Parameters, seed: UInt64) {
    self.parameters = parameters
    self.seed = seed
    self.simulation = simulation
    description = SimulationRun.describe(&self.simulation, layouts)
  }

  /// Puts another state in place of the run's, for tests.
  package func replace(_ simulation: S) {
    self.simulation = simulation
    isFresh = false
    knownDigest = nil
  }

  /// Starts a run with parameters as words.
  ///
  /// - Throws: ``SimulationError`` when the parameters do not fit.
  public convenience init(parameterWords: [UInt64], seed: UInt64) throws(SimulationError) {
    self.init(parameters: try S.Parameters(words: parameterWords), seed: seed)
  }

  private static func describe(
    _ simulation: inout S, _ layouts: StateLayouts
  ) -> SimulationDescription {
    var visitor = SchemaVisitor(layouts)
    simulation.visitState(&visitor)
    return SimulationDescription(
      name: text(S.name), stepDuration: S.stepDuration,
      parameters: S.Parameters.fieldSchemas, inputs: S.Input.kindSchemas,
      events: S.Event.kindSchemas, state: visitor.schema, motionModel: simulation.motionModel)
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
    var typed: [S.Input] = []
    for input in inputs { typed.append(try S.Input(input)) }
    advance(typed)
  }

  /// Advances by one step with inputs as their words give them back.
  package func advance(_ inputs: [S.Input]) {
    if !(inputs.isEmpty && simulation.isAtRest) { knownDigest = nil }
    simulation.step(inputs)
    stepCount += 1
  }

  public func observe(_ inputs: [RecordWords]) throws(SimulationError) -> ObservedStep? {
    var typed: [S.Input] = []
    for input in inputs { typed.append(try S.Input(input)) }
    borderStates = []
    let observation = StepObservation.during {
      advance(typed)
      PhaseMarks.note("rest of the step", &simulation)
    }
    borderStates = observation.states
    return ObservedStep(digest: digest(), borders: observation.borders)
  }

  public func stateAtBorder(_ index: Int) -> BorderState? {
    borderStates.indices.contains(index) ? borderStates[index] : nil
  }

  public func digest() -> StateDigest {
    if let known = knownDigest { return known }
    var visitor = ChangeDigestVisitor(memory, layouts)
    simulation.visitState(&visitor)
    layouts.end(tableCount: visitor.tableCount, expected: description.state.tables.count)
    knownDigest = visitor.digest
    return visitor.digest
  }

  public func save(_ selection: StateSelection, into image: inout StateImage) {
    var visitor = SaveVisitor(selection, overwriting: &image, layouts)
    simulation.visitState(&visitor)
    layouts.end(tableCount: visitor.tableCount, expected: description.state.tables.count)
    visitor.finish(into: &image)
    image.origin.run = source
  }

  #if !hasFeature(Embedded)
    public func digest(
      saving selection: StateSelection, into image: inout StateImage
    ) -> StateDigest {
      if let known = knownDigest {
        save(selection, into: &image)
        return known
      }
      var visitor = DigestingSaveVisitor(memory, selection, overwriting: &image, layouts)
      simulation.visitState(&visitor)
      layouts.end(
        tableCount: visitor.digesting.tableCount, expected: description.state.tables.count)
      visitor.finish(into: &image)
      image.origin.run = source
      let digest = visitor.digesting.digest
      knownDigest = digest
      return digest
    }
  #endif

  public func restore(_ image: StateImage, stepCount: Int64) throws(SimulationError) {
    let isOwn = image.origin.run === source && image.origin.selection == .everything
    if isOwn && layouts.fault == nil {
      // A state that this run was in: it fits, and it is sound.
      knownDigest = nil
      let isWhole = overwrite(with: image, isOwn: true)
      simulation.stateWasRestored()
      if !isWhole { throw .stateDoesNotFit }
      memory.forgetNaN()
      self.stepCount = stepCount
      return
    }
    guard fitsSchema(image) else { throw .stateDoesNotFit }
    var previous = StateImage()
    save(.everything, into: &previous)
    // A simulation that visits other tables than it said could not be brought back.
    guard fitsSchema(previous) else { throw .stateDoesNotFit }
    knownDigest = nil
    let isSound = overwrite(with: image, isOwn: false) && simulation.isStateSound()
    if !isSound { overwrite(with: previous, isOwn: true) }
    simulation.stateWasRestored()
    if !isSound { throw .stateDoesNotFit }
    memory.forgetNaN()
    self.stepCount = stepCount
  }

  private func fitsSchema(_ image: StateImage) -> Bool {
    description.state.imageSize(rowCounts: image.rowCounts, .everything) == image.bytes.count
  }

  /// - Returns: whether every value can be what the image says.
  @discardableResult
  private func overwrite(with image: StateImage, isOwn: Bool) -> Bool {
    var visitor = RestoreVisitor(image, isOwn: isOwn, layouts)
    simulation.visitState(&visitor)
    layouts.end(tableCount: visitor.tableCount, expected: description.state.tables.count)
    return visitor.isComplete
  }

  #if !hasFeature(Embedded)
    package func stateAfterUncheckedRestore(_ image: StateImage) -> StateImage {
      knownDigest = nil
      overwrite(with: image, isOwn: true)
      simulation.stateWasRestored()
      var after = StateImage()
      save(.everything, into: &after)
      return after
    }
  #endif

  public var fault: StateFault? {
    if let fault = layouts.fault { return fault }
    guard let place = memory.firstNaN else { return nil }
    return .notANumber(field: description.state.name(of: place))
  }

  public func events() -> [RecordWords] { simulation.events.map { $0.recordWords } }

  public private(set) var workerCount = 1

  public func share(among team: WorkerTeam?) {
    simulation.share(among: team)
    workerCount = team?.count ?? 1
  }

  public func drawing(_ request: DrawingRequest) -> StepDrawing? { simulation.drawing(request) }
}

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
  #if !hasFeature(Embedded)
    /// The simulation's Swift type with its module: `Game.Ball`.
    package let typeName: String
  #endif
  private let make: @Sendable ([UInt64], UInt64) throws(SimulationError) -> any RunningSimulation

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
    name = text(S.name)
    self.summary = summary
    self.defaultStepCount = defaultStepCount
    self.gestures = gestures
    defaultParameters = S.Parameters().words
    #if !hasFeature(Embedded)
      typeName = _typeName(type, qualified: true)
    #endif
    make = { (words: [UInt64], seed: UInt64) throws(SimulationError) -> any RunningSimulation in
      try SimulationRun<S>(parameterWords: words, seed: seed)
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
    make: @escaping @Sendable ([UInt64], UInt64) throws(SimulationError) -> any RunningSimulation
  ) {
    self.name = name
    summary = ""
    self.defaultStepCount = defaultStepCount
    gestures = ""
    defaultParameters = []
    #if !hasFeature(Embedded)
      typeName = name
    #endif
    self.make = make
  }

  private init(
    _ entry: CatalogueEntry,
    make: @escaping @Sendable ([UInt64], UInt64) throws(SimulationError) -> any RunningSimulation
  ) {
    name = entry.name
    summary = entry.summary
    defaultStepCount = entry.defaultStepCount
    defaultParameters = entry.defaultParameters
    gestures = entry.gestures
    #if !hasFeature(Embedded)
      typeName = entry.typeName
    #endif
    self.make = make
  }

  /// This simulation with a team for each run, which helps it.
  ///
  /// - Parameter team: gives a new team.
  public func shared(among team: @escaping @Sendable () -> WorkerTeam) -> CatalogueEntry {
    let make = make
    return CatalogueEntry(self) {
      (words: [UInt64], seed: UInt64) throws(SimulationError) -> any RunningSimulation in
      let run = try make(words, seed)
      run.share(among: team())
      return run
    }
  }

  /// A fresh run, before step 0.
  public func start(parameters: [UInt64], seed: UInt64) throws(SimulationError)
    -> any RunningSimulation
  {
    try make(parameters, seed)
  }
}
