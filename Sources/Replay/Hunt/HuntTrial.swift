import AgentProtocol
import DeterministicMath
import Sessions
import Simulation
import SystemC

/// Runs a session under a perturbation, and compares it step by step with the calm run.
struct HuntTrial {
  let simulation: String
  let session: Session
  /// Gives a new agent in these surroundings.
  let launch: (Surroundings) throws(AgentError) -> any Agent
  /// Steps of one request.
  var chunk: Int64 = 512
  /// Counts the steps; for a run that ends the program.
  var progress = Progress()

  final class Progress {
    /// −1 before a run was started.
    var stepCount: Int64 = -1
  }

  /// The digests of a run, that before step 0 first, up to the first that is not the expected one.
  struct Outcome {
    var digests: [StateDigest] = []
    /// The step after which another digest came than was expected; −1 for the state before step 0.
    var firstDifference: Int64?
    /// The state at the end, where it was asked for.
    var image: StateImage?
    var description: SimulationDescription?
  }

  /// Microseconds that a pause lasts; the first one passes into another second.
  static let pauses: [UInt32] = [1_050_000, 60_000, 60_000]

  /// - Parameters:
  ///   - turn: which of several places is taken, by a style that has them.
  ///   - expected: the calm run's digests; `nil` runs to the end.
  ///   - end: steps to take at most; the state is read after them.
  /// - Throws: `AgentError`.
  func run(
    _ style: Perturbation.Style, in surroundings: Surroundings, turn: Int,
    expecting expected: [StateDigest]?, end: Int64? = nil
  ) throws(AgentError) -> Outcome {
    let agent = try launch(surroundings)
    defer { agent.stop() }
    if style == .secondRun {
      _ = try begin(agent)
      try session.run(0..<session.stepCount, on: agent, batch: chunk)
    }
    let (description, digest) = try begin(agent)
    progress.stepCount = 0
    let last = end ?? session.stepCount
    var outcome = Outcome(digests: [digest], description: description)
    var current: any Agent = agent
    var other: (any Agent)?
    defer { other?.stop() }
    var step: Int64 = 0
    let turningPoint = max(1, session.stepCount * Int64(turn % 3 + 1) / 4)
    var stops = Set<Int64>()
    switch style {
    case .restore: stops = [turningPoint]
    case .resimulation: stops = [turningPoint, min(turningPoint + 32, session.stepCount)]
    case .pauses:
      stops = Set([3, session.stepCount / 3, session.stepCount * 2 / 3].filter { $0 > 0 })
    default: break
    }
    var kept: StateImage?
    var pauseCount = 0
    func differs() -> Bool {
      guard let expected else { return false }
      let count = outcome.digests.count
      if count <= expected.count, outcome.digests[count - 1] == expected[count - 1] { return false }
      outcome.firstDifference = Int64(count) - 2
      return true
    }
    if differs(), end == nil { return outcome }
    while step < last {
      let isSingle = style == .stepByStep || style == .looking
      var next = min(step + (isSingle ? 1 : chunk), last)
      if let stop = stops.filter({ $0 > step }).min() { next = min(next, stop) }
      for digest in try current.run(session.inputs(of: step..<next)) {
        outcome.digests.append(digest)
        if end == nil, differs() { return outcome }
      }
      step = next
      progress.stepCount = step
      switch style {
      case .looking: try look(current)
      case .pauses where stops.contains(step):
        usleep(Self.pauses[min(pauseCount, Self.pauses.count - 1)])
        pauseCount += 1
      case .restore where step == turningPoint && other == nil:
        let image = try current.state(.everything)
        let second = try launch(surroundings)
        other = second
        _ = try begin(second)
        outcome.digests[outcome.digests.count - 1] = try second.restore(image, stepCount: step)
        current = second
        if end == nil, differs() { return outcome }
      case .resimulation where step == turningPoint && kept == nil:
        kept = try current.state(.everything)
      case .resimulation where stops.contains(step) && step > turningPoint:
        guard let image = kept else { break }
        stops = []
        let digest = try current.restore(image, stepCount: turningPoint)
        outcome.digests.removeLast(Int(step - turningPoint) + 1)
        outcome.digests.append(digest)
        step = turningPoint
        if end == nil, differs() { return outcome }
      default: break
      }
    }
    if end != nil {
      _ = differs()
      outcome.image = try current.state(.everything)
    }
    return outcome
  }

  /// The step in which a run ends the program: −1 before step 0, `nil` if it does not end again.
  func endingStep(
    _ style: Perturbation.Style, in surroundings: Surroundings, turn: Int,
    expecting expected: [StateDigest]?
  ) -> Int64? {
    var single = self
    (single.chunk, single.progress) = (1, Progress())
    do throws(AgentError) {
      _ = try single.run(style, in: surroundings, turn: turn, expecting: expected)
      return nil
    } catch {
      return Symptom(error) == nil ? nil : single.progress.stepCount
    }
  }

  private func begin(
    _ agent: any Agent
  ) throws(AgentError) -> (SimulationDescription, StateDigest) {
    try agent.start(
      simulation: simulation, parameters: session.parameters, seed: session.seed)
  }

  private func look(_ agent: any Agent) throws(AgentError) {
    _ = try agent.state(.everything)
    _ = try agent.send(.events)
    // An agent that was written before there were drawings refuses.
    _ = try agent.send(.draw(DrawingRequest()))
  }
}
