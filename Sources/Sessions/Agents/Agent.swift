import AgentProtocol
import DeterministicMath
import Simulation

/// Anything that runs a simulation on command: this process, or another build's program.
///
/// Verification and bisection are written once, against this protocol.
public protocol Agent: AnyObject {
  /// How reports name it.
  var name: String { get }

  /// Sends one request and waits for its reply.
  func send(_ request: AgentRequest) throws(AgentError) -> AgentReply

  /// Ends it and what it holds; nothing may be asked of it afterwards.
  func stop()

  /// What it last said outside of the protocol, for reports of a failure.
  var lastWords: String? { get }

  /// The last few lines of its standard error, as they were written.
  var lastLines: [String] { get }
}

extension Agent {
  /// Ends nothing: the default for agents that hold nothing.
  public func stop() {}
  /// Nothing was said: the default for agents without other output.
  public var lastWords: String? { nil }
  /// The last words as one line: the default.
  public var lastLines: [String] { lastWords.map { [$0] } ?? [] }
}

extension Agent {
  /// What the agent says of itself.
  ///
  /// - Throws: `AgentError`, as all requests do, when the agent fails or refuses.
  public func hello() throws(AgentError) -> AgentHello {
    guard case .hello(let hello) = try reply(to: .hello) else { throw .unexpectedReply }
    return hello
  }

  /// What a simulation is, with its default parameters.
  public func describe(
    _ simulation: String
  ) throws(AgentError) -> (description: SimulationDescription, parameters: [UInt64]) {
    guard
      case .described(let description, let parameters) = try reply(
        to: .describe(simulation: simulation))
    else { throw .unexpectedReply }
    return (description, parameters)
  }

  /// A fresh run, before step 0.
  public func start(
    simulation: String, parameters: [UInt64], seed: UInt64
  ) throws(AgentError) -> (description: SimulationDescription, digest: StateDigest) {
    let request = AgentRequest.start(simulation: simulation, parameters: parameters, seed: seed)
    guard case .started(let description, let digest) = try reply(to: request) else {
      throw .unexpectedReply
    }
    return (description, digest)
  }

  /// Continues the started simulation from a full image; returns the digest of what was restored.
  @discardableResult
  public func restore(_ image: StateImage, stepCount: Int64) throws(AgentError) -> StateDigest {
    guard case .restored(let digest) = try reply(to: .restore(stepCount: stepCount, image: image))
    else { throw .unexpectedReply }
    return digest
  }

  /// Takes one step per element of `steps`; returns the digest after each.
  @discardableResult
  public func run(_ steps: [[RecordWords]]) throws(AgentError) -> [StateDigest] {
    guard case .ran(let digests) = try reply(to: .run(steps)), digests.count == steps.count else {
      throw .unexpectedReply
    }
    return digests
  }

  /// The state as it stands, whole or its every-step columns alone.
  public func state(_ selection: StateSelection) throws(AgentError) -> StateImage {
    guard case .state(let image) = try reply(to: .state(selection)) else { throw .unexpectedReply }
    return image
  }

  private func reply(to request: AgentRequest) throws(AgentError) -> AgentReply {
    let reply = try send(request)
    if case .refused(let reason) = reply { throw .refused(reason) }
    return reply
  }
}

extension AgentHello {
  /// Whether the agent can go on from a state that it is given. One that cannot is verified by
  /// re-simulation from the start.
  public var restores: Bool {
    !build.contains { $0.name == restoresFactName && $0.value == "no" }
  }
}

/// An agent in this process.
public final class InProcessAgent: Agent {
  /// How reports name it.
  public let name: String
  package let server: AgentServer

  /// Makes an agent that runs simulations of a catalogue in this process.
  public init(name: String = "this build", catalogue: [CatalogueEntry]) {
    self.name = name
    server = AgentServer(catalogue: catalogue, engineVersion: engineVersion, build: buildFacts())
  }

  /// Answers a request in this process.
  public func send(_ request: AgentRequest) throws(AgentError) -> AgentReply {
    try server.answer(request)
  }
}
