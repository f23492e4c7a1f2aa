import AgentProtocol
import DeterministicMath
import Sessions
import Simulation

/// An agent that runs one session after the other, and is started anew when it ended.
final class TrialAgent {
  private let build: Build
  private var agent: (any Agent)?
  /// What the agent was last started with.
  private var started: (parameters: [UInt64], seed: UInt64)?
  /// Whether it can go on from a state; known once it has greeted.
  private(set) var restores = true
  private(set) var description: SimulationDescription?

  init(_ build: Build) { self.build = build }

  deinit { agent?.stop() }

  /// Ends the agent: the next session is run by a new one.
  func end() {
    agent?.stop()
    agent = nil
    started = nil
  }

  /// How the agent ended.
  func sighting(step: Int64, _ symptom: Symptom) -> Sighting {
    var sighting = Sighting(step: step, symptom: symptom)
    sighting.crashPlace = (agent as? PipeAgent)?.crashPlace
    sighting.lastWords = agent?.lastWords
    return sighting
  }

  /// A fresh run of the session; gives the digest before step 0.
  func start(_ name: String, _ session: Session) throws(AgentError) -> StateDigest {
    let agent = try launched()
    started = nil
    let (description, digest) = try agent.start(
      simulation: name, parameters: session.parameters, seed: session.seed)
    self.description = description
    started = (session.parameters, session.seed)
    return digest
  }

  /// Goes on from a state of the session.
  func restore(
    _ name: String, _ session: Session, _ image: StateImage, stepCount: Int64
  ) throws(AgentError) {
    // What an agent was started with need not be part of its state.
    if started?.parameters != session.parameters || started?.seed != session.seed {
      _ = try start(name, session)
    }
    try launched().restore(image, stepCount: stepCount)
  }

  func run(_ steps: [[RecordWords]]) throws(AgentError) -> [StateDigest] {
    try launched().run(steps)
  }

  func state(_ selection: StateSelection) throws(AgentError) -> StateImage {
    try launched().state(selection)
  }

  private func launched() throws(AgentError) -> any Agent {
    if let agent { return agent }
    let agent = try build.launch()
    restores = try agent.hello().restores
    self.agent = agent
    return agent
  }
}
