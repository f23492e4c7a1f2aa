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

#if hasFeature(Embedded)
  /// The errors of a ``RunningSimulation``, all of whose runs are of this program.
  public typealias RunError = SimulationError
#else
  /// The errors of a ``RunningSimulation``: a ``SimulationError``, or what ends a run of another program.
  ///
  /// A run of this program throws ``SimulationError`` alone, and its methods have that type.
  public typealias RunError = any Error
#endif

/// A simulation that runs, without its Swift type: driven by words, observed as images and digests.
///
/// A run owns what it is a function of: its simulation, its parameters, its seed. A recorder takes
/// them from here.
///
/// The steps may be those of another program, which can end at any request. Each method that may need
/// that program throws its error.
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

  /// The other program that runs the steps: its engine's version, and facts about its build. `nil`: this
  /// program runs them.
  var program: (engineVersion: String, build: [BuildFact])? { get }

  /// True if the run can go on from a state that ``restore(_:stepCount:)`` gives it.
  var restores: Bool { get }

  /// True if the next steps run faster after a ``prepare(_:)``.
  var wantsSteps: Bool { get }

  /// Announces the next steps, so that another program can run them in one request.
  ///
  /// - Parameter steps: the inputs of each. Other steps may follow all the same, which costs time only.
  func prepare(_ steps: [[RecordWords]]) throws(RunError)

  /// Advances by one step.
  ///
  /// - Throws: ``SimulationError`` when an input is refused; the state is then unchanged.
  func step(_ inputs: [RecordWords]) throws(RunError)

  /// The digest of the whole state. Another program reports it with each step, and so cannot fail here.
  func digest() -> StateDigest

  /// Copies the state into `image`, reusing its storage.
  ///
  /// - Complexity: O(what changed since the image was last saved from this run), at most O(state).
  func save(_ selection: StateSelection, into image: inout StateImage) throws(RunError)

  #if !hasFeature(Embedded)
    /// Digests the state and copies it into `image`, as ``digest()`` and ``save(_:into:)`` do one after
    /// the other: for a recorder, which wants both after every step.
    ///
    /// - Complexity: that of both, with one visit of the state instead of two.
    func digest(
      saving selection: StateSelection, into image: inout StateImage
    ) throws(RunError) -> StateDigest
  #endif

  /// Continues from a full image as if `stepCount` steps had been taken.
  ///
  /// - Complexity: O(what changed since the image was saved from this run) and O(rows) of what is
  ///   derived from them; other images are checked as a whole.
  /// - Throws: ``SimulationError/stateDoesNotFit``; the state is then unchanged, unless the
  ///   simulation visits other tables than it said, which ``fault`` names.
  func restore(_ image: StateImage, stepCount: Int64) throws(RunError)

  /// What is wrong with the state or with its description, as far as digests and images have shown
  /// it.
  ///
  /// NaN is forgotten when another state is restored. What is wrong with the description stays.
  var fault: StateFault? { get }

  /// The events of the last step.
  func events() throws(RunError) -> [RecordWords]

  /// What the present state looks like; `nil` when the simulation has no picture.
  func drawing(_ request: DrawingRequest) throws(RunError) -> StepDrawing?

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
  func observe(_ inputs: [RecordWords]) throws(RunError) -> ObservedStep?

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
    ) throws(RunError) -> StateDigest {
      try save(selection, into: &image)
      return digest()
    }
  #endif

  public var program: (engineVersion: String, build: [BuildFact])? { nil }

  public var restores: Bool { true }

  public var wantsSteps: Bool { false }

  public func prepare(_ steps: [[RecordWords]]) throws(RunError) {}

  public var fault: StateFault? { nil }

  public func drawing(_ request: DrawingRequest) -> StepDrawing? { nil }

  public func share(among team: WorkerTeam?) {}

  public var workerCount: Int { 1 }

  public func observe(_ inputs: [RecordWords]) throws(RunError) -> ObservedStep? { nil }

  public func stateAtBorder(_ index: Int) -> BorderState? { nil }
}
