/// Any simulation, without its type: what an ``ErasedRun`` asks of it.
///
/// A class, because an Embedded build has no other type whose functions are looked up while it runs.
class SimulationReference {
  /// What the simulation is.
  func description(_ layouts: StateLayouts) -> SimulationDescription { abstract() }
  /// What it was made with, as words that give it back.
  func parameterWords() throws(SimulationError) -> [UInt64] { abstract() }
  /// Reads the inputs of the next step.
  func take(_ inputs: [RecordWords]) throws(SimulationError) { abstract() }
  /// Advances by one step with the inputs that were taken.
  ///
  /// - Returns: whether the state may have changed.
  func advance() -> Bool { abstract() }
  func visit(_ visitor: inout ErasedStateVisitor) { abstract() }
  func isStateSound() -> Bool { abstract() }
  func stateWasRestored() { abstract() }
  func events() -> [RecordWords] { abstract() }
  func drawing(_ request: DrawingRequest) -> StepDrawing? { abstract() }
  func share(among team: WorkerTeam?) { abstract() }
}

private func abstract() -> Never { preconditionFailure("every simulation has this") }

/// A simulation of a type that is known, which lies elsewhere or is its own.
final class TypedReference<S: Simulation>: SimulationReference {
  private let simulation: PlacedSimulation<S>
  /// What its own simulation was made with.
  private let parameters: S.Parameters?
  private var inputs: [S.Input] = []

  /// - Parameters:
  ///   - place: where the simulation lies, as long as this is used.
  ///   - parameters: of its own simulation, which it takes with it; `nil` for one of somebody else.
  init(_ place: UnsafeMutablePointer<S>, parameters: S.Parameters?) {
    simulation = PlacedSimulation(place)
    self.parameters = parameters
  }

  /// Makes a simulation of its own.
  convenience init(parameterWords: [UInt64], seed: UInt64) throws(SimulationError) {
    let parameters = try S.Parameters(words: parameterWords)
    let place = UnsafeMutablePointer<S>.allocate(capacity: 1)
    place.initialize(to: S(parameters: parameters, seed: seed))
    self.init(place, parameters: parameters)
  }

  deinit {
    guard parameters != nil else { return }
    simulation.place.deinitialize(count: 1)
    simulation.place.deallocate()
  }

  override func description(_ layouts: StateLayouts) -> SimulationDescription {
    simulation.describe(ErasedSimulation(self), layouts)
  }

  override func parameterWords() throws(SimulationError) -> [UInt64] {
    try (parameters ?? S.Parameters()).checkedWords()
  }

  override func take(_ inputs: [RecordWords]) throws(SimulationError) {
    self.inputs = try SimulationRun<S>.typed(inputs)
  }

  override func advance() -> Bool {
    simulation.place.pointee.advance(inputs)
  }

  override func visit(_ visitor: inout ErasedStateVisitor) { simulation.visit(&visitor) }
  override func isStateSound() -> Bool { simulation.isStateSound() }
  override func stateWasRestored() { simulation.stateWasRestored() }

  override func events() -> [RecordWords] { simulation.place.pointee.eventWords }

  override func drawing(_ request: DrawingRequest) -> StepDrawing? {
    simulation.place.pointee.drawing(request)
  }

  override func share(among team: WorkerTeam?) { simulation.place.pointee.share(among: team) }
}
