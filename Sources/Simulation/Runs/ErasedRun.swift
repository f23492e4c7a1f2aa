import DeterministicMath

/// A run of any simulation, whose functions a program has once, however many simulations it has.
///
/// Runs of a catalogue are of this class in Embedded builds, which have all their code in the program, and
/// of ``SimulationRun`` elsewhere: there a visit calls the visitor directly.
package final class ErasedRun: RunningSimulation {
  package let description: SimulationDescription
  package let seed: UInt64
  package private(set) var stepCount: Int64 = 0
  package private(set) var isFresh = true
  package private(set) var workerCount = 1
  private let reference: SimulationReference
  private var memory: RunMemory

  /// Starts a run with parameters as words.
  ///
  /// - Throws: ``SimulationError`` when the parameters do not fit.
  package convenience init<S: Simulation>(
    _ type: S.Type, parameterWords: [UInt64], seed: UInt64
  ) throws(SimulationError) {
    let reference = try TypedReference<S>(parameterWords: parameterWords, seed: seed)
    self.init(reference, seed: seed)
  }

  private init(_ reference: SimulationReference, seed: UInt64) {
    self.reference = reference
    self.seed = seed
    let layouts = StateLayouts()
    description = reference.description(layouts)
    memory = RunMemory(description.state, layouts)
  }

  package var parameterWords: [UInt64] {
    get throws(SimulationError) { try reference.parameterWords() }
  }

  package func step(_ inputs: [RecordWords]) throws(SimulationError) {
    try reference.take(inputs)
    advance()
  }

  private func advance() {
    if reference.advance() { memory.forgetDigest() }
    stepCount += 1
    isFresh = false
  }

  package func observe(_ inputs: [RecordWords]) throws(SimulationError) -> ObservedStep? {
    try reference.take(inputs)
    memory.forgetBorders()
    let observation = StepObservation.during {
      advance()
      PhaseMarks.note("rest of the step", ErasedSimulation(reference))
    }
    return memory.note(observation, digest: digest())
  }

  package func stateAtBorder(_ index: Int) -> BorderState? { memory.stateAtBorder(index) }

  package func digest() -> StateDigest {
    memory.knownDigest ?? memory.digest(of: ErasedSimulation(reference))
  }

  package func save(_ selection: StateSelection, into image: inout StateImage) {
    memory.save(selection, of: ErasedSimulation(reference), into: &image)
  }

  package func restore(_ image: StateImage, stepCount: Int64) throws(SimulationError) {
    try memory.restore(ErasedSimulation(reference), from: image)
    self.stepCount = stepCount
    isFresh = false
  }

  package var fault: StateFault? { memory.fault }

  package func events() -> [RecordWords] { reference.events() }

  package func drawing(_ request: DrawingRequest) -> StepDrawing? { reference.drawing(request) }

  package func share(among team: WorkerTeam?) {
    reference.share(among: team)
    workerCount = team?.count ?? 1
  }
}
