import AgentProtocol
import DeterministicMath
import Sessions
import Simulation

/// Runs sessions on a build, and beside it on one that counts as right.
///
/// Both stay open from session to session, and states along the last one are kept: a session that
/// begins like the one before goes on from the last state that they share. Both builds work at the
/// same time.
package final class AgentTrial: SessionTrial {
  /// What is looked for.
  package enum Target: Sendable {
    /// The first of: the builds differ, or the one under test ends.
    case fault
    /// A condition on the state, which `selection` holds, after a step.
    case state(StateSelection, @Sendable (StateView) -> Bool)
  }

  private let simulation: String
  private let target: Target
  private let tested: TrialAgent
  private let reference: TrialAgent?
  private var agents: [TrialAgent] { [tested] + (reference.map { [$0] } ?? []) }
  private let second = SecondThread()

  /// A state of each agent after `step` steps.
  private struct Prefix {
    var step: Int64
    var images: [StateImage]
  }

  /// The last session, and states along it.
  private var session: Session?
  private var prefixes: [Prefix] = []
  /// Whether states are kept from session to session; otherwise each runs from its start.
  package private(set) var keepsPrefixes: Bool
  /// Why the last session could not be run.
  package private(set) var failure: AgentError?
  /// True if the build that counts as right ended in the same way.
  package private(set) var referenceEnds = false

  /// - Parameter reference: a build that counts as right; `nil` where nothing is compared.
  package init(
    _ simulation: String, tested: Build, reference: Build?, target: Target,
    keepsPrefixes: Bool
  ) {
    self.keepsPrefixes = keepsPrefixes
    self.simulation = simulation
    self.tested = TrialAgent(tested)
    self.reference = reference.map { TrialAgent($0) }
    self.target = target
  }

  deinit { second.end() }

  /// How many states are kept of a session.
  private static let prefixCount: Int64 = 64

  package func run(_ session: Session, isOver: () -> Bool) throws -> Sighting? {
    failure = nil
    if !keepsPrefixes { prefixes = [] }
    do throws(TrialFailure) {
      return try runOnce(session, isOver: isOver)
    } catch {
      // Where the agents stand is not known: the next session begins with a state or anew.
      switch error {
      case .stopped: throw TrialStopped()
      case .wavered: return nil
      case .refused(let reason):
        failure = .refused(reason)
        return nil
      case .ended(let index, let failure):
        agents[index].end()
        if isOver() { throw TrialStopped() }
        self.failure = failure
        if case .notStarted = failure { throw failure }
        if case .schemaDiffers = failure { throw failure }
        return nil
      }
    }
  }

  private func runOnce(
    _ session: Session, isOver: () -> Bool
  ) throws(TrialFailure) -> Sighting? {
    var step = Int64(0)
    if let start = try begin(session, upTo: .max, &step) { return start }
    // A multiple for all sessions of one size: prefixes of one serve the others.
    let interval = min(max(16, session.stepCount / Self.prefixCount), 4096)
    while step < session.stepCount {
      if isOver() { throw .stopped }
      let end = min((step / interval + 1) * interval, session.stepCount)
      if let sighting = try run(session, step..<end, isOver: isOver) { return sighting }
      step = end
      if step % interval == 0 { try keepPrefix(step) }
    }
    return nil
  }

  // MARK: Prefixes

  /// Brings the agents to the last state that the session shares with the one before, or to its
  /// start; where the builds differ there, that is found.
  private func begin(
    _ session: Session, upTo limit: Int64, _ step: inout Int64
  ) throws(TrialFailure) -> Sighting? {
    let shared = self.session.map { session.firstDifference(from: $0) } ?? -1
    prefixes.removeAll { $0.step > shared }
    self.session = session
    if let prefix = prefixes.last(where: { $0.step <= limit && $0.step <= session.stepCount }) {
      for (agent, image) in zip(agents, prefix.images) {
        try attempt(agent) { () throws(AgentError) in
          try agent.restore(simulation, session, image, stepCount: prefix.step)
        }
      }
      step = prefix.step
      return nil
    }
    var digests: [StateDigest] = []
    for agent in agents {
      do throws(AgentError) {
        digests.append(try agent.start(simulation, session))
      } catch {
        guard agent === tested, let symptom = Symptom(error) else { throw failure(agent, error) }
        defer { tested.end() }
        return tested.sighting(step: -1, symptom)
      }
    }
    step = 0
    guard let reference, let expected = reference.description, let found = tested.description else {
      return nil
    }
    if let difference = schemaDifference(expected, found) {
      throw .ended(0, .schemaDiffers(difference))
    }
    return digests[0] == digests[1] ? nil : try difference(at: -1)
  }

  private func keepPrefix(_ step: Int64) throws(TrialFailure) {
    guard agents.allSatisfy(\.restores), prefixes.last?.step ?? 0 < step else {
      return
    }
    var images: [StateImage] = []
    for agent in agents {
      images.append(
        try attempt(agent) { () throws(AgentError) in try agent.state(.everything) })
    }
    prefixes.append(Prefix(step: step, images: images))
  }

  // MARK: Steps

  private func run(
    _ session: Session, _ steps: Range<Int64>, isOver: () -> Bool
  ) throws(TrialFailure) -> Sighting? {
    if case .state(let selection, let holds) = target {
      return try search(session, steps, selection, holds)
    }
    let inputs = session.inputs(of: steps)
    let digests: [StateDigest]
    var expected: Result<[StateDigest], AgentError>?
    do throws(AgentError) {
      if let reference {
        second.begin { expected = reference.outcome(inputs) }
      }
      defer { if reference != nil { second.wait() } }
      digests = try tested.run(inputs)
    } catch {
      if isOver() {
        // The next session would find the dead process, and take its end for that session's.
        for agent in agents { agent.end() }
        throw .stopped
      }
      guard let symptom = Symptom(error) else { throw failure(tested, error) }
      if let reference, case .failure(let error)? = expected {
        guard Symptom(error) == symptom else { throw failure(reference, error) }
        reference.end()
        referenceEnds = true
      }
      return try ending(symptom, session, steps)
    }
    guard let reference, let expected else { return nil }
    let right: [StateDigest]
    switch expected {
    case .success(let digests): right = digests
    case .failure(let error): throw failure(reference, error)
    }
    guard let index = zip(digests, right).map({ $0 == $1 }).firstIndex(of: false) else {
      return nil
    }
    let step = steps.lowerBound + Int64(index)
    if step + 1 < steps.upperBound {
      // Both went on: back, and forward to just after the step.
      let seen = [digests[index], right[index]]
      if try advance(session, to: step + 1).map(\.last) != seen {
        // Not from a state, perhaps, but from the start.
        prefixes = []
        guard try advance(session, to: step + 1).map(\.last) == seen else { throw .wavered }
        keepsPrefixes = false
      }
    }
    return try difference(at: step)
  }

  /// Runs from the nearest state to `stepCount`; gives the digests of the last piece.
  private func advance(
    _ session: Session, to stepCount: Int64
  ) throws(TrialFailure) -> [[StateDigest]] {
    var step = Int64(0)
    _ = try begin(session, upTo: stepCount - 1, &step)
    var digests: [[StateDigest]] = []
    while step < stepCount {
      let end = min(step + 4096, stepCount)
      digests = []
      for agent in agents {
        digests.append(
          try attempt(agent) { () throws(AgentError) in
            try agent.run(session.inputs(of: step..<end))
          })
      }
      step = end
    }
    return digests
  }

  private func difference(at step: Int64) throws(TrialFailure) -> Sighting? {
    guard let reference, let schema = reference.description?.state else { return nil }
    let (found, expected) = (
      try attempt(tested) { () throws(AgentError) in try tested.state(.everything) },
      try attempt(reference) { () throws(AgentError) in try reference.state(.everything) }
    )
    return Sighting(
      step: step, symptom: .difference(StateComparison(expected, found, schema) ?? .init()))
  }

  /// The build ended within `steps`: runs it again, step by step, to see in which.
  private func ending(
    _ symptom: Symptom, _ session: Session, _ steps: Range<Int64>
  ) throws(TrialFailure) -> Sighting? {
    let sighting = tested.sighting(step: steps.upperBound - 1, symptom)
    tested.end()
    // One that gave no answer is not made to wait for once more.
    if symptom == .hang || steps.count == 1 { return sighting }
    var step = steps.lowerBound
    if step == 0 {
      var start = Int64(0)
      _ = try begin(session, upTo: 0, &start)
    } else {
      _ = try advance(session, to: step)
    }
    while step < steps.upperBound {
      do throws(AgentError) {
        _ = try tested.run(session.inputs(of: step..<step + 1))
      } catch {
        guard Symptom(error) == symptom else { throw failure(tested, error) }
        defer { tested.end() }
        return tested.sighting(step: step, symptom)
      }
      step += 1
    }
    return nil
  }

  private func search(
    _ session: Session, _ steps: Range<Int64>, _ selection: StateSelection,
    _ holds: (StateView) -> Bool
  ) throws(TrialFailure) -> Sighting? {
    for (offset, inputs) in session.inputs(of: steps).enumerated() {
      let image = try attempt(tested) { () throws(AgentError) in
        _ = try tested.run([inputs])
        return try tested.state(selection)
      }
      guard let schema = tested.description?.state,
        let view = StateView(schema: schema, selection: selection, image: image)
      else { return nil }
      if holds(view) {
        return Sighting(step: steps.lowerBound + Int64(offset), symptom: .condition)
      }
    }
    return nil
  }

  // MARK: Failures

  private func attempt<R>(
    _ agent: TrialAgent, _ body: () throws(AgentError) -> R
  ) throws(TrialFailure) -> R {
    do throws(AgentError) {
      return try body()
    } catch {
      throw failure(agent, error)
    }
  }

  private func failure(_ agent: TrialAgent, _ error: AgentError) -> TrialFailure {
    if case .refused(let reason) = error { return .refused(reason) }
    return .ended(agent === tested ? 0 : 1, error)
  }
}

extension TrialAgent {
  fileprivate func outcome(_ steps: [[RecordWords]]) -> Result<[StateDigest], AgentError> {
    do throws(AgentError) {
      return .success(try run(steps))
    } catch {
      return .failure(error)
    }
  }
}

/// Why a session was not run to its end.
private enum TrialFailure: Error {
  case stopped
  /// What was seen in a run was not there when it was run again.
  case wavered
  /// An agent refused an input, a state or the parameters; it is ready for another session.
  case refused(String)
  /// An agent ended or broke the protocol: 0 the one under test, 1 the reference.
  case ended(Int, AgentError)
}

extension Symptom {
  /// The end of a program, as a symptom; `nil` for other errors.
  package init?(_ error: AgentError) {
    switch error {
    // `exit status 3, 12 bytes into a reply`: how far it got is no part of the symptom.
    case .ended(let words): self = .ending(words.split(separator: ",").first.map(String.init) ?? "")
    case .timedOut: self = .hang
    default: return nil
    }
  }
}
