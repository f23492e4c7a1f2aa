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
  /// What ended the conversation. Once it is set, digests and states mean nothing.
  public private(set) var failure: AgentError?

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

  /// Whether the next step costs a request: the time to ``prepare(_:)`` more.
  public var isAheadEmpty: Bool { ahead.isEmpty }

  /// Lets the agent take the coming steps at once. A promise that is not kept costs time only.
  ///
  /// - Parameter steps: the inputs that ``step(_:)`` will be called with next.
  public func prepare(_ steps: [[RecordWords]]) throws(AgentError) {
    guard failure == nil, hello.restores, ahead.isEmpty, steps.count > 1 else { return }
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

  public func step(_ inputs: [RecordWords]) throws(SimulationError) {
    if let next = ahead.first, next.inputs == inputs {
      current = next.digest
      sinceAnchor.append(inputs)
      ahead = ahead.dropFirst()
    } else {
      let digests = try attempt { () throws(AgentError) in
        try self.goBack()
        return try self.agent.run([inputs])
      }
      guard let digest = digests.first else { throw .interrupted }
      current = digest
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

  /// - Postcondition: ``failure`` is set when the agent could not give its state.
  public func save(_ selection: StateSelection, into image: inout StateImage) {
    let state = try? attempt { () throws(AgentError) in
      try self.goBack()
      let state = try self.agent.state(selection)
      let size = self.description.state.imageSize(rowCounts: state.rowCounts, selection)
      guard size == state.bytes.count else { throw .schemaDiffers("its state does not fit") }
      return state
    }
    if let state { image = state }
  }

  public func restore(_ image: StateImage, stepCount: Int64) throws(SimulationError) {
    do throws(AgentError) {
      current = try agent.restore(image, stepCount: stepCount)
    } catch {
      if case .refused = error { throw .stateDoesNotFit }
      failure = error
      throw .interrupted
    }
    ahead = []
    self.stepCount = stepCount
  }

  public func events() -> [RecordWords] {
    let records = try? attempt { () throws(AgentError) in
      try self.goBack()
      guard case .events(let records) = try self.agent.send(.events) else { throw .unexpectedReply }
      return records
    }
    return records ?? []
  }

  /// What the agent says that its state looks like; `nil` when it says nothing, or cannot be asked.
  public func drawing(_ request: DrawingRequest) -> StepDrawing? {
    let drawing = try? attempt { () throws(AgentError) -> StepDrawing? in
      try self.goBack()
      switch try self.agent.send(.draw(request)) {
      case .drawing(let drawing): return drawing
      // An agent that was written before there were drawings.
      case .refused: return nil
      default: throw .unexpectedReply
      }
    }
    return drawing ?? nil
  }

  /// Brings an agent that went ahead back to ``stepCount``.
  private func goBack() throws(AgentError) {
    guard !ahead.isEmpty else { return }
    ahead = []
    try agent.restore(anchor, stepCount: anchorStep)
    if !sinceAnchor.isEmpty { try agent.run(sinceAnchor) }
  }

  /// Notes what goes wrong: the caller can only be told that something did.
  private func attempt<R>(_ body: () throws(AgentError) -> R) throws(SimulationError) -> R {
    guard failure == nil else { throw .interrupted }
    do throws(AgentError) {
      return try body()
    } catch {
      failure = error
      throw .interrupted
    }
  }
}

extension RunningSimulation {
  /// Throws what ended an agent's run.
  package func checkAgent() throws(AgentError) {
    if let failure = (self as? AgentRun)?.failure { throw failure }
  }
}
