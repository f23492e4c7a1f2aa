import DeterministicMath
import Simulation

/// The agent's side of the protocol, without input or output: bytes of a request in, bytes of the
/// reply out. Standard library only, so that it runs on every target.
public final class AgentServer {
  private let catalogue: [CatalogueEntry]
  private let hello: AgentHello
  private var run: (any RunningSimulation)?
  private var feed: PoseFeed?
  /// Whether the tool asked the agent to stop.
  public private(set) var isStopped = false

  /// Makes a server that has not started a simulation.
  ///
  /// - Parameters:
  ///   - catalogue: the simulations it offers, by their names.
  ///   - engineVersion: told to tools in ``AgentHello``.
  ///   - build: facts about this build, told to tools.
  public init(catalogue: [CatalogueEntry], engineVersion: String, build: [BuildFact]) {
    self.catalogue = catalogue
    var names: [String] = []
    for entry in catalogue { names.append(entry.name) }
    hello = AgentHello(engineVersion: engineVersion, build: build, simulations: names)
  }

  /// Answers one frame. Never traps on hostile bytes: what cannot be read is refused.
  public func reply(to frame: [UInt8]) -> [UInt8] {
    AgentServer.reply { () throws(AgentError) in
      try answer(AgentRequest(encoded: frame)).encoded
    }
  }

  /// Gives the bytes of a reply, or of a refusal.
  package static func reply(_ body: () throws(AgentError) -> [UInt8]) -> [UInt8] {
    do throws(AgentError) {
      return try body()
    } catch {
      if case .refused(let reason) = error { return AgentReply.refused(reason).encoded }
      return AgentReply.refused(error.description).encoded
    }
  }

  /// Answers one request that is already decoded.
  ///
  /// - Throws: ``AgentError/refused(_:)`` when the request cannot be met; the run is then unchanged
  ///   up to the step that was refused.
  package func answer(_ request: AgentRequest) throws(AgentError) -> AgentReply {
    switch request {
    case .hello: return .hello(hello)
    case .start(let simulation, let parameters, let seed):
      return try start(simulation, parameters: parameters, seed: seed)
    case .restore(let stepCount, let image):
      let run = try started()
      try attempt { () throws(RunError) in try run.restore(image, stepCount: stepCount) }
      return .restored(run.digest())
    case .run(let steps): return .ran(try take(steps))
    case .state(let selection):
      var image = StateImage()
      try save(selection, into: &image)
      return .state(image)
    case .draw(let request): return .drawing(try drawing(request))
    case .poses(let request, let quantum): return .poses(try poses(request, quantum))
    case .observe(let inputs): return .observed(try observe(inputs))
    case .border(let index):
      guard let state = try started().stateAtBorder(index) else {
        throw .refused("no step was observed that has such a border")
      }
      return .border(state)
    case .events:
      let run = try started()
      return .events(try attempt { () throws(RunError) in try run.events() })
    case .stop:
      isStopped = true
      return .stopped
    case .describe(let simulation):
      let entry = try entry(simulation)
      let run = try start(entry, parameters: entry.defaultParameters, seed: 1)
      return .described(run.description, parameters: entry.defaultParameters)
    }
  }

  /// Does what a run may refuse.
  private func attempt<R>(_ body: () throws(RunError) -> R) throws(AgentError) -> R {
    do throws(RunError) {
      return try body()
    } catch {
      #if hasFeature(Embedded)
        throw .refused(error.description)
      #else
        throw .refused("\(error)")
      #endif
    }
  }

  private func entry(_ simulation: String) throws(AgentError) -> CatalogueEntry {
    // Bytes, not characters: Embedded Swift has no tables for comparing those.
    for entry in catalogue where Array(entry.name.utf8) == Array(simulation.utf8) { return entry }
    throw .refused("no simulation '\(simulation)' in this agent")
  }

  private func started() throws(AgentError) -> any RunningSimulation {
    guard let run else { throw .refused("no simulation has been started") }
    return run
  }

  private func start(
    _ simulation: String, parameters: [UInt64], seed: UInt64
  ) throws(AgentError) -> AgentReply {
    let run = try start(try entry(simulation), parameters: parameters, seed: seed)
    self.run = run
    feed = nil
    let digest = run.digest()
    try checkState(run)
    return .started(run.description, digest)
  }

  private func start(
    _ entry: CatalogueEntry, parameters: [UInt64], seed: UInt64
  ) throws(AgentError) -> any RunningSimulation {
    try attempt { () throws(RunError) in try entry.start(parameters: parameters, seed: seed) }
  }

  /// Refuses a state that no digest stands for: one with NaN, or of another shape than described.
  private func checkState(_ run: any RunningSimulation) throws(AgentError) {
    guard let fault = run.fault else { return }
    let place =
      run.stepCount == 0 ? "before step 0" : "after step " + decimal(Int(run.stepCount - 1))
    throw .refused(place + ", " + fault.description)
  }

  private func take(_ steps: [[RecordWords]]) throws(AgentError) -> [StateDigest] {
    var digests: [StateDigest] = []
    digests.reserveCapacity(steps.count)
    for inputs in steps { digests.append(try take(inputs)) }
    return digests
  }

  /// Takes a step of the run that was started; returns its digest.
  ///
  /// - Throws: ``AgentError/refused(_:)``, as ``answer(_:)`` does.
  package func take(_ inputs: [RecordWords]) throws(AgentError) -> StateDigest {
    let run = try started()
    try attempt { () throws(RunError) in try run.step(inputs) }
    let digest = run.digest()
    try checkState(run)
    return digest
  }

  private func drawing(_ request: DrawingRequest) throws(AgentError) -> StepDrawing? {
    let run = try started()
    return try attempt { () throws(RunError) in try run.drawing(request) }
  }

  private func poses(
    _ request: DrawingRequest, _ quantum: Double?
  ) throws(AgentError) -> PoseUpdate? {
    if let quantum { feed = PoseFeed(quantum: quantum) }
    if feed == nil { throw .refused("no track has been begun: ask for poses with a quantum first") }
    guard let drawing = try drawing(request) else { return nil }
    return feed?.add(drawing)
  }

  private func observe(_ inputs: [RecordWords]) throws(AgentError) -> ObservedStep {
    let run = try started()
    // Not compared with `nil`: see `AgentReply.encoded`.
    if let step = try attempt({ () throws(RunError) in try run.observe(inputs) }) { return step }
    throw .refused("this simulation's steps cannot be observed")
  }

  /// Saves the state of the run that was started.
  package func save(
    _ selection: StateSelection, into image: inout StateImage
  ) throws(AgentError) {
    let run = try started()
    try attempt { () throws(RunError) in try run.save(selection, into: &image) }
  }
}

/// Makes updates of a track for a tool that shares no memory with it.
private struct PoseFeed {
  private var track: PoseTrack

  init(quantum: Double) { track = PoseTrack(quantum: quantum) }

  mutating func add(_ drawing: StepDrawing) -> PoseUpdate {
    let told = (track.styles.count, track.layers.count, track.looks.count, track.shapes.count)
    var update = PoseUpdate()
    update.sample = track.add(drawing)
    update.styles = Array(track.styles[told.0...])
    update.layers = Array(track.layers[told.1...])
    update.looks = Array(track.looks[told.2...])
    update.shapes = Array(track.shapes[told.3...])
    return update
  }
}
