import DeterministicMath
import Sessions
import Simulation

/// Looks for what a simulation depends on besides parameters, seed and inputs.
///
/// Each session is run in calm surroundings: fixed hashing, fixed addresses, one time zone. Then one
/// thing is changed at a time, and the run is compared with the calm one.
package struct Hunt {
  /// What became of one perturbation.
  package struct Outcome: Sendable {
    package var kind: Perturbation.Kind
    /// Runs that differed, of all.
    package var differing = 0
    package var runs = 0
    /// The earliest first step.
    package var step: Int64?
    /// The first steps of the runs that differed.
    package var steps: [Int64] = []
    package var comparison: StateComparison?
    /// Whether runs in the very same surroundings did not agree.
    package var wavers = false
    /// Why it could not be tried.
    package var trouble: String?

    package init(kind: Perturbation.Kind) { self.kind = kind }
  }

  package struct Report: Sendable {
    package var outcomes: [Outcome] = []
    package var findings: [HuntFinding] = []
    /// Sessions that were run.
    package var sessionCount = 0
    package var runCount = 0
  }

  let simulation: String
  let perturbations: [Perturbation]
  let launch: (Surroundings) throws(AgentError) -> any Agent
  /// Gives an agent that shares its steps among threads, in this process.
  let launchShared: (() -> any Agent)?
  /// Runs of each perturbation; three times as many where they do not agree.
  let repeats: Int
  let isOver: () -> Bool

  /// - Parameters:
  ///   - program: the program that runs the simulation, with its arguments.
  ///   - shared: gives an agent whose runs share their steps among threads; `nil` where there is
  ///     none.
  ///   - isOver: asked before each run.
  package init(
    _ simulation: String, program: [String], perturbations: [Perturbation],
    addressFixer: [String], repeats: Int, timeout: Double, firstTimeout: Double,
    shared: (() -> any Agent)?, isOver: @escaping () -> Bool
  ) {
    self.simulation = simulation
    // After all others: this process is not calm, and threads are blamed only where they are alone.
    self.perturbations = perturbations + (shared == nil ? [] : [Perturbation(.workers, [.calm])])
    launchShared = shared
    (self.repeats, self.isOver) = (repeats, isOver)
    launch = { (surroundings) throws(AgentError) -> any Agent in
      let agent = try PipeAgent(
        name: "agent",
        arguments: surroundings.arguments(program, addressFixer: addressFixer))
      agent.timeout = timeout
      agent.firstTimeout = firstTimeout
      return agent
    }
  }

  /// - Parameters:
  ///   - sessions: the first is tried in every way; further ones once for each perturbation, and
  ///     without pauses.
  ///   - progress: called with a name before each perturbation.
  /// - Throws: `AgentError` when the calm run of the first session fails.
  package func run(
    _ sessions: [Session], progress: (String) -> Void = { _ in }
  ) throws(AgentError) -> Report {
    var report = Report()
    for (index, session) in sessions.enumerated() {
      if index > 0, isOver() || !report.findings.isEmpty { break }
      let trial = HuntTrial(simulation: simulation, session: session, launch: launch)
      let calm: HuntTrial.Outcome
      do throws(AgentError) {
        calm = try trial.run(.plain, in: .calm, turn: 0, expecting: nil)
      } catch {
        if index == 0 { throw error }
        // Inputs that are refused are no finding; an end is.
        if let ending = Symptom(error) {
          report.findings.append(HuntFinding(ending, session: index))
          report.sessionCount += 1
        }
        continue
      }
      report.runCount += 1
      report.sessionCount += 1
      var outcomes: [Outcome] = []
      for perturbation in perturbations {
        if isOver(), index > 0 { break }
        // All at once tells nothing where one alone does.
        if perturbation.kind == .together, outcomes.contains(where: { $0.differing > 0 }) {
          continue
        }
        if index > 0, perturbation.style == .pauses { continue }
        progress(perturbation.kind.rawValue)
        var trial = trial
        if perturbation.kind == .workers, let launchShared {
          trial = HuntTrial(simulation: simulation, session: session) { _ in launchShared() }
        }
        let outcome = outcome(
          of: perturbation, trial, calm.digests, repeats: index == 0 ? repeats : 1)
        report.runCount += outcome.runs
        outcomes.append(outcome)
      }
      if index == 0 { report.outcomes = outcomes }
      report.findings += HuntFinding.findings(outcomes, session: index)
    }
    return report
  }

  private func outcome(
    of perturbation: Perturbation, _ trial: HuntTrial, _ expected: [StateDigest], repeats: Int
  ) -> Outcome {
    var outcome = Outcome(kind: perturbation.kind)
    // Pauses cost seconds. Each variant has its turn.
    var wanted = perturbation.style == .pauses ? min(repeats, 2) : repeats
    wanted = max(wanted, perturbation.variants.count)
    let places = [.restore, .resimulation].contains(perturbation.style) ? 3 : 1
    var turn = 0
    // What the runs of each variant did. Styles whose turns are at several places have one for each.
    var seen: [Int: Set<Bool>] = [:]
    while turn < wanted {
      let surroundings = perturbation.variants[turn % perturbation.variants.count]
      do throws(AgentError) {
        let run = try trial.run(
          perturbation.style, in: surroundings, turn: turn, expecting: expected)
        outcome.runs += 1
        let place =
          perturbation.variants.count > 1 ? turn % perturbation.variants.count : turn % places
        seen[place, default: []].insert(run.firstDifference != nil)
        outcome.wavers = seen.values.contains { $0.count > 1 }
        if let step = run.firstDifference {
          outcome.differing += 1
          outcome.steps.append(step)
          if outcome.step.map({ step < $0 }) ?? true { outcome.step = step }
          if outcome.comparison == nil {
            outcome.comparison = comparison(perturbation, trial, expected, turn: turn, step: step)
          }
        }
      } catch {
        outcome.trouble = "\(error)"
        break
      }
      turn += 1
      // Runs that do not agree are counted more exactly.
      if outcome.wavers, wanted < 10, perturbation.style != .pauses { wanted = 10 }
    }
    return outcome
  }

  /// The states after the first differing step; `nil` where another run did not differ there.
  private func comparison(
    _ perturbation: Perturbation, _ trial: HuntTrial, _ expected: [StateDigest], turn: Int,
    step: Int64
  ) -> StateComparison? {
    let surroundings = perturbation.variants[turn % perturbation.variants.count]
    for _ in 0..<3 {
      guard
        let calm = try? trial.run(
          .plain, in: .calm, turn: 0, expecting: expected, end: step + 1),
        let other = try? trial.run(
          perturbation.style, in: surroundings, turn: turn, expecting: expected, end: step + 1),
        let schema = calm.description?.state, let left = calm.image, let right = other.image,
        let a = StateView(schema: schema, selection: .everything, image: left),
        let b = StateView(schema: schema, selection: .everything, image: right)
      else { return nil }
      let comparison = StateComparison(expected: a, actual: b, limit: 4)
      if comparison.count > 0 { return comparison }
    }
    return nil
  }
}
