import AgentProtocol
import DeterministicMath
import Simulation

/// A simulation that an agent runs, driven like one of this process.
///
/// Each step is a request. Where the inputs of many steps are known, ``prepare(_:)`` lets the agent
/// take them in one; when its state is wanted in between, it goes back. One that cannot restore
/// takes them one by one.
public final class AgentRun: RunningSimulation {
  /// The agent that runs it; nobody else may send it requests.
  public let agent: any Agent
  /// What the agent says of itself.
  public let hello: AgentHello
  /// What the agent says of the simulation.
  public let description: SimulationDescription
  /// The parameters, one word each, in the description's order.
  public let parameterWords: [UInt64]
  /// The seed that the run was started with.
  public let seed: UInt64
  /// How many steps this run has taken.
  public private(set) var stepCount: Int64 = 0 {
    didSet { isFresh = false }
  }
  /// Whether the run has taken no step since its start, and was not restored.
  public private(set) var isFresh = true

  private var current: StateDigest
  /// Steps that the agent has taken ahead of ``stepCount``, and the digest after each.
  private var ahead: ArraySlice<(inputs: [RecordWords], digest: StateDigest)> = []
  /// Where the agent stood before it went ahead, and the steps taken since.
  private var anchor = StateImage()
  private var anchorStep: Int64 = 0
  private var sinceAnchor: [[RecordWords]] = []

  /// Starts a run.
  ///
  /// - Throws: `AgentError`, `AgentError.refused(_:)` when the agent has no such simulation.
  public init(
    _ agent: any Agent, simulation: String, parameters: [UInt64], seed: UInt64
  ) throws(AgentError) {
    self.agent = agent
    parameterWords = parameters
    self.seed = seed
    hello = try agent.hello()
    (description, current) = try agent.start(
      simulation: simulation, parameters: parameters, seed: seed)
  }

  public var program: (engineVersion: String, build: [BuildFact])? {
    (hello.engineVersion, hello.build)
  }

  public var restores: Bool { hello.restores }

  public var wantsSteps: Bool { restores && ahead.isEmpty }

  public func prepare(_ steps: [[RecordWords]]) throws(AgentError) {
    guard wantsSteps, steps.count > 1 else { return }
    anchor = try agent.state(.everything)
    anchorStep = stepCount
    sinceAnchor = []
    do throws(AgentError) {
      let digests = try agent.run(steps)
      ahead = zip(steps, digests).map { (inputs: $0, digest: $1) }[...]
    } catch {
      // A step in between was refused: go back, and let ``step(_:)`` meet it.
      guard case .refused = error else { throw error }
      try agent.restore(anchor, stepCount: anchorStep)
    }
  }

  public func step(_ inputs: [RecordWords]) throws(AgentError) {
    if let next = ahead.first, next.inputs == inputs {
      current = next.digest
      sinceAnchor.append(inputs)
      ahead = ahead.dropFirst()
    } else {
      try goBack()
      current = try agent.run([inputs])[0]
    }
    stepCount += 1
  }

  /// Begins the run anew, for an agent that cannot go back in another way.
  ///
  /// - Throws: `AgentError`.
  public func restart() throws(AgentError) {
    let started = try agent.start(
      simulation: description.name, parameters: parameterWords, seed: seed)
    if let difference = schemaDifference(description, started.description) {
      throw .schemaDiffers(difference)
    }
    ahead = []
    (current, stepCount) = (started.digest, 0)
  }

  public func digest() -> StateDigest { current }

  public func save(_ selection: StateSelection, into image: inout StateImage) throws(AgentError) {
    try goBack()
    let state = try agent.state(selection)
    let size = description.state.imageSize(rowCounts: state.rowCounts, selection)
    guard size == state.bytes.count else { throw .schemaDiffers("its state does not fit") }
    image = state
  }

  public func restore(_ image: StateImage, stepCount: Int64) throws(AgentError) {
    current = try agent.restore(image, stepCount: stepCount)
    ahead = []
    self.stepCount = stepCount
  }

  public func events() throws(AgentError) -> [RecordWords] {
    try goBack()
    guard case .events(let records) = try agent.send(.events) else { throw .unexpectedReply }
    return records
  }

  /// The agent's picture of its state; `nil` when it has none.
  public func drawing(_ request: DrawingRequest) throws(AgentError) -> StepDrawing? {
    try goBack()
    switch try agent.send(.draw(request)) {
    case .drawing(let drawing): return drawing
    // An agent that was written before there were drawings.
    case .refused: return nil
    default: throw .unexpectedReply
    }
  }

  /// Brings an agent that went ahead back to ``stepCount``.
  private func goBack() throws(AgentError) {
    guard !ahead.isEmpty else { return }
    ahead = []
    try agent.restore(anchor, stepCount: anchorStep)
    if !sinceAnchor.isEmpty { try agent.run(sinceAnchor) }
  }
}

extension Error {
  /// True if a simulation refused inputs or a state: its run is as it was, and can go on.
  package var isRefusal: Bool {
    if case .refused? = self as? AgentError { return true }
    return self is SimulationError
  }
}
