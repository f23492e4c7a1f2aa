import DeterministicMath
import Simulation

/// The agent protocol: what a tool asks and what a running simulation answers.
///
/// A frame is a 32-bit length (of what follows), one byte of message type, then the message;
/// all numbers little-endian, strings and blocks with a 32-bit byte count in front. An agent reads
/// a frame from standard input and answers with exactly one frame on standard output.
public enum AgentProtocol {
  /// 2 since digests are `laplace-sum128-2`: an agent with another digest would seem to compute
  /// something else from the start.
  public static let version: UInt32 = 3
  /// The largest frame either side accepts, in bytes.
  public static let frameSizeMax = 1 << 28
}

/// What an agent says of itself.
public struct AgentHello: Equatable, Sendable {
  /// The ``AgentProtocol/version`` that the agent speaks.
  public var protocolVersion: UInt32
  /// The engine's version, as its maker writes it.
  public var engineVersion: String
  /// How the agent was built; compared by people, not by tools.
  public var build: [BuildFact]
  /// The simulations that it can run.
  public var simulations: [String]

  /// Makes the greeting of an agent.
  public init(
    protocolVersion: UInt32 = AgentProtocol.version, engineVersion: String, build: [BuildFact],
    simulations: [String]
  ) {
    self.protocolVersion = protocolVersion
    self.engineVersion = engineVersion
    self.build = build
    self.simulations = simulations
  }
}

#if !hasFeature(Embedded)
  extension AgentHello: Codable {}
#endif

/// What a tool asks of an agent; each request is answered by one ``AgentReply``.
public enum AgentRequest: Equatable, Sendable {
  /// Asks what the agent is and runs: answered by ``AgentReply/hello(_:)``.
  case hello
  /// A fresh run, before step 0.
  case start(simulation: String, parameters: [UInt64], seed: UInt64)
  /// Go on from a full image of the started simulation.
  case restore(stepCount: Int64, image: StateImage)
  /// One list of inputs per step to take.
  case run([[RecordWords]])
  /// Asks for an image of the state as it stands.
  case state(StateSelection)
  /// The events of the last step.
  case events
  /// Asks the agent to end after its reply.
  case stop
  /// What a simulation is, without starting it.
  case describe(simulation: String)
  /// What the state as it stands looks like. Agents that do not know the request refuse it.
  case draw(DrawingRequest)
  /// What the state as it stands looks like, as poses of a `PoseTrack`: a new track with this
  /// quantum, or, with `nil`, the track of the request before. Agents that do not know the request
  /// refuse it.
  case poses(DrawingRequest, quantum: Double?)
  /// Take one step with these inputs, and note the state at the borders of its phases. Agents that
  /// do not know the request refuse it.
  case observe([RecordWords])
  /// What could be seen of the state at a border of the step that was observed last, by its index.
  case border(Int)
}

/// What an agent answers to an ``AgentRequest``.
public enum AgentReply: Equatable, Sendable {
  /// What the agent is and runs.
  case hello(AgentHello)
  /// The description of the started simulation and the digest before step 0.
  case started(SimulationDescription, StateDigest)
  /// The digest of the restored state.
  case restored(StateDigest)
  /// The digest after each step.
  case ran([StateDigest])
  /// The image that was asked for.
  case state(StateImage)
  /// The events of the last step, in order.
  case events([RecordWords])
  /// The agent ends after this reply.
  case stopped
  /// With the default parameters.
  case described(SimulationDescription, parameters: [UInt64])
  /// `nil` from a simulation without a picture.
  case drawing(StepDrawing?)
  /// `nil` from a simulation without a picture.
  case poses(PoseUpdate?)
  /// What the step that was observed did.
  case observed(ObservedStep)
  /// What could be seen of the state at the border that was asked for.
  case border(BorderState)
  /// The request could not be done; the reason is one line for people.
  case refused(String)
}

extension AgentRequest {
  /// The frame's body: type byte and message.
  package var encoded: [UInt8] {
    var writer = WireWriter()
    switch self {
    case .hello:
      writer.append(UInt8(1))
      writer.append(AgentProtocol.version)
    case .start(let simulation, let parameters, let seed):
      writer.append(UInt8(2))
      writer.append(simulation)
      writer.append(words: parameters)
      writer.append(seed)
    case .restore(let stepCount, let image):
      writer.append(UInt8(3))
      writer.append(stepCount)
      writer.append(image)
    case .run(let steps):
      writer.append(UInt8(4))
      writer.append(count: steps.count)
      for inputs in steps { writer.append(records: inputs) }
    case .state(let selection):
      writer.append(UInt8(5))
      writer.append(selection.rawValue)
    case .events: writer.append(UInt8(6))
    case .stop: writer.append(UInt8(7))
    case .describe(let simulation):
      writer.append(UInt8(8))
      writer.append(simulation)
    case .draw(let request):
      // 9 asked for drawings of another vocabulary, and is not given again: see the document.
      writer.append(UInt8(10))
      writer.append(request)
    case .observe(let inputs):
      writer.append(UInt8(11))
      writer.append(records: inputs)
    case .border(let index):
      writer.append(UInt8(12))
      writer.append(count: index)
    case .poses(let request, let quantum):
      writer.append(UInt8(13))
      writer.append(request)
      writer.append(quantum ?? 0)
    }
    return writer.bytes
  }

  package init(encoded bytes: [UInt8]) throws(AgentError) {
    var reader = WireReader(bytes)
    switch try reader.byte() {
    case 1:
      let version = try reader.word32()
      guard version == AgentProtocol.version else {
        throw .versionUnreadable(found: version, readable: AgentProtocol.version)
      }
      self = .hello
    case 2:
      let simulation = try reader.string()
      let parameters = try reader.words()
      self = .start(simulation: simulation, parameters: parameters, seed: try reader.word64())
    case 3:
      let stepCount = try reader.int64()
      self = .restore(stepCount: stepCount, image: try reader.image())
    case 4:
      let count = try reader.count(minimumSize: 4)
      var steps: [[RecordWords]] = []
      steps.reserveCapacity(count)
      for _ in 0..<count { steps.append(try reader.records()) }
      self = .run(steps)
    case 5:
      guard let selection = StateSelection(rawValue: try reader.byte()) else { throw .garbled }
      self = .state(selection)
    case 6: self = .events
    case 7: self = .stop
    case 8: self = .describe(simulation: try reader.string())
    case 10: self = .draw(try reader.drawingRequest())
    case 11: self = .observe(try reader.records())
    case 12:
      guard let index = Int(exactly: try reader.word32()) else { throw .garbled }
      self = .border(index)
    case 13:
      let request = try reader.drawingRequest()
      self = .poses(request, quantum: try reader.quantum())
    default: throw .garbled
    }
    try reader.end()
  }
}

extension AgentReply {
  /// The frame's body: type byte and message.
  package var encoded: [UInt8] {
    var writer = WireWriter()
    switch self {
    case .hello(let hello):
      writer.append(UInt8(0x81))
      writer.append(hello.protocolVersion)
      writer.append(hello.engineVersion)
      writer.append(count: hello.build.count)
      for fact in hello.build {
        writer.append(fact.name)
        writer.append(fact.value)
      }
      writer.append(count: hello.simulations.count)
      for name in hello.simulations { writer.append(name) }
    case .started(let description, let digest):
      writer.append(UInt8(0x82))
      writer.append(description)
      writer.append(digest)
    case .restored(let digest):
      writer.append(UInt8(0x83))
      writer.append(digest)
    case .ran(let digests):
      writer.append(UInt8(0x84))
      writer.append(count: digests.count)
      for digest in digests { writer.append(digest) }
    case .state(let image):
      writer.append(UInt8(0x85))
      writer.append(image)
    case .events(let records):
      writer.append(UInt8(0x86))
      writer.append(records: records)
    case .stopped: writer.append(UInt8(0x87))
    case .described(let description, let parameters):
      writer.append(UInt8(0x88))
      writer.append(description)
      writer.append(words: parameters)
    case .drawing(let drawing):
      writer.append(UInt8(0x8A))
      // Not compared with `nil`: that would bring in the comparison of texts, whose tables the
      // programs for other processors do not have.
      if let drawing {
        writer.append(UInt8(1))
        writer.append(drawing)
      } else {
        writer.append(UInt8(0))
      }
    case .observed(let step):
      writer.append(UInt8(0x8B))
      writer.append(step)
    case .border(let state):
      writer.append(UInt8(0x8C))
      writer.append(state.schema)
      writer.append(state.image)
    case .poses(let update):
      writer.append(UInt8(0x8D))
      if let update {
        writer.append(UInt8(1))
        writer.append(update)
      } else {
        writer.append(UInt8(0))
      }
    case .refused(let reason):
      writer.append(UInt8(0xFF))
      writer.append(reason)
    }
    return writer.bytes
  }

  package init(encoded bytes: [UInt8]) throws(AgentError) {
    var reader = WireReader(bytes)
    switch try reader.byte() {
    case 0x81:
      let version = try reader.word32()
      guard version == AgentProtocol.version else {
        throw .versionUnreadable(found: version, readable: AgentProtocol.version)
      }
      let engineVersion = try reader.string()
      var build: [BuildFact] = []
      for _ in 0..<(try reader.count(minimumSize: 8)) {
        let name = try reader.string()
        build.append(BuildFact(name: name, value: try reader.string()))
      }
      var simulations: [String] = []
      for _ in 0..<(try reader.count(minimumSize: 4)) { simulations.append(try reader.string()) }
      self = .hello(
        AgentHello(
          protocolVersion: version, engineVersion: engineVersion, build: build,
          simulations: simulations))
    case 0x82:
      let description = try reader.description()
      self = .started(description, try reader.digest())
    case 0x83: self = .restored(try reader.digest())
    case 0x84:
      let count = try reader.count(minimumSize: 16)
      var digests: [StateDigest] = []
      digests.reserveCapacity(count)
      for _ in 0..<count { digests.append(try reader.digest()) }
      self = .ran(digests)
    case 0x85: self = .state(try reader.image())
    case 0x86: self = .events(try reader.records())
    case 0x87: self = .stopped
    case 0x88:
      let description = try reader.description()
      self = .described(description, parameters: try reader.words())
    case 0x8A:
      switch try reader.byte() {
      case 0: self = .drawing(nil)
      case 1: self = .drawing(try reader.drawing())
      default: throw .garbled
      }
    case 0x8B: self = .observed(try reader.observedStep())
    case 0x8C:
      let schema = try reader.schema()
      self = .border(BorderState(schema: schema, image: try reader.image()))
    case 0x8D: self = .poses(try reader.flag() ? try reader.poseUpdate() : nil)
    case 0xFF: self = .refused(try reader.string())
    default: throw .garbled
    }
    try reader.end()
  }
}
