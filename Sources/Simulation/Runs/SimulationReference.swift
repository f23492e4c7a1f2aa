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

/// A simulation of a type that is known, which lies elsewhere or is its own.
final class TypedReference<S: Simulation>: SimulationReference {
  private let simulation: PlacedSimulation<S>
  private let parameters: S.Parameters
  /// Whether the simulation ends with this.
  private let ownsSimulation: Bool
  private var inputs: [S.Input] = []

  /// For visits of a simulation of somebody else, who says nothing of its parameters.
  ///
  /// - Parameter place: where the simulation lies, as long as this is used.
  convenience init(_ place: UnsafeMutablePointer<S>) {
    self.init(place, S.Parameters(), ownsSimulation: false)
  }

  private init(
    _ place: UnsafeMutablePointer<S>, _ parameters: S.Parameters, ownsSimulation: Bool
  ) {
    simulation = PlacedSimulation(place)
    self.parameters = parameters
    self.ownsSimulation = ownsSimulation
  }

  /// Makes a simulation of its own.
  convenience init(parameterWords: [UInt64], seed: UInt64) throws(SimulationError) {
    let parameters = try S.Parameters(words: parameterWords)
    let place = UnsafeMutablePointer<S>.allocate(capacity: 1)
    place.initialize(to: S(parameters: parameters, seed: seed))
    self.init(place, parameters, ownsSimulation: true)
  }

  deinit {
    guard ownsSimulation else { return }
    simulation.place.deinitialize(count: 1)
    simulation.place.deallocate()
  }

  override func description(_ layouts: StateLayouts) -> SimulationDescription {
    simulation.describe(ErasedSimulation(self), layouts)
  }

  override func parameterWords() throws(SimulationError) -> [UInt64] {
    try parameters.checkedWords()
  }

  override func take(_ inputs: [RecordWords]) throws(SimulationError) {
    self.inputs = try SimulationRun<S>.typed(inputs)
  }

  override func advance() -> Bool {
    defer { inputs = [] }
    return simulation.place.pointee.advance(inputs)
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

/// Any simulation, without its type; its visits are handed visitors without their type, which takes an
/// object for each visit.
struct ErasedSimulation: VisitedSimulation {
  private let reference: SimulationReference

  init(_ reference: SimulationReference) { self.reference = reference }

  /// - Parameter place: where the simulation lies, as long as this is used.
  init(_ place: UnsafeMutablePointer<some Simulation>) {
    reference = TypedReference(place)
  }

  func visit(_ visitor: inout some StateVisitor) {
    withUnsafeMutablePointer(to: &visitor) { place in
      var erased = ErasedStateVisitor(place)
      reference.visit(&erased)
    }
  }

  func isStateSound() -> Bool { reference.isStateSound() }
  func stateWasRestored() { reference.stateWasRestored() }
}
