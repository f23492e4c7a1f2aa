import AgentProtocol
import DeterministicMath
import Recording
import Sessions
import Simulation
import SystemC
import WorkerThreads

/// Looks for what a simulation depends on besides parameters, seed and inputs.
///
/// Each session is run in calm surroundings: fixed hashing, fixed addresses, one time zone. Then one
/// thing is changed at a time, and the run is compared with the calm one.
package struct Hunt {
  /// What became of one perturbation.
  package struct Outcome: Codable, Sendable {
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
    /// How the first of the runs that differed ended the program: `killed by signal 4`.
    package var ending: String?
    /// Why it could not be tried.
    package var trouble: String?

    private enum CodingKeys: String, CodingKey {
      case kind = "change"
      case differing, runs, step, trouble
    }

    package init(kind: Perturbation.Kind) { self.kind = kind }

    /// - Parameter step: the first step after which the run differed; `nil` if it did not.
    mutating func note(_ step: Int64?) {
      runs += 1
      guard let step else { return }
      differing += 1
      steps.append(step)
      self.step = steps.min()
    }
  }

  package struct Report: Sendable {
    package var outcomes: [Outcome] = []
    package var findings: [HuntFinding] = []
    /// Sessions that were run.
    package var sessionCount = 0
    package var runCount = 0

    /// Changes that could not be tried, and why.
    package var skipped: [String] {
      outcomes.compactMap { outcome in
        outcome.trouble.map { "\(outcome.kind.rawValue): not tried (\($0))" }
      }
    }
  }

  let simulation: String
  let perturbations: [Perturbation]
  let launch: (Surroundings) throws(AgentError) -> any Agent
  /// Runs of each perturbation; three times as many where they do not agree.
  let repeats: Int
  let isOver: () -> Bool

  /// - Parameters:
  ///   - program: the program that runs the simulation, with its arguments. Each run has a process of its
  ///     own: the process of the caller has hash seeds and static variables that no change controls.
  ///   - isOver: asked before each run.
  package init(
    _ simulation: String, program: [String], means: HuntMeans, repeats: Int, timeout: Double,
    firstTimeout: Double, isOver: @escaping () -> Bool
  ) {
    (self.simulation, perturbations) = (simulation, means.perturbations)
    (self.repeats, self.isOver) = (repeats, isOver)
    // Another working folder does not know a relative path.
    var program = program
    if let path = program.first, path.contains("/"), !path.hasPrefix("/") {
      program[0] = "\(Files.currentFolder)/\(path)"
    }
    launch = { [program] (surroundings) throws(AgentError) -> any Agent in
      let agent = try PipeAgent(
        name: "agent",
        arguments: surroundings.arguments(program, addressFixer: means.addressFixer))
      agent.timeout = timeout
      agent.firstTimeout = firstTimeout
      // If a program does not even start in these surroundings, the simulation is not to blame.
      do throws(AgentError) {
        _ = try agent.hello()
      } catch {
        let words = agent.lastWords.map { "; \($0)" } ?? ""
        agent.stop()
        throw .notStarted("\(error)\(words)")
      }
      return agent
    }
  }

  /// - Parameters:
  ///   - sessions: the first is tried in every way; further ones once for each perturbation, and
  ///     without pauses.
  ///   - progress: called with a name before each perturbation.
  /// - Throws: `AgentError` when the calm run of the first session cannot be started or is refused.
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
        // Inputs that are refused are no finding; an end is.
        if let ending = Symptom(error) {
          let step = trial.endingStep(.plain, in: .calm, turn: 0, expecting: nil)
          report.findings.append(HuntFinding(ending, step: step, session: index))
          report.sessionCount += 1
        } else if index == 0 {
          throw error
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
        let outcome = outcome(
          of: perturbation, trial, calm.digests, repeats: index == 0 ? repeats : 1)
        report.runCount += outcome.runs
        outcomes.append(outcome)
      }
      compareAgain(&outcomes, trial, calm.digests)
      if index == 0 { report.outcomes = outcomes }
      report.findings += HuntFinding.findings(outcomes, session: index)
    }
    return report
  }

  /// Repeats the calm run if any run differed: a clock has gone on by then, and no perturbation is to
  /// blame for that.
  private func compareAgain(
    _ outcomes: inout [Outcome], _ trial: HuntTrial, _ expected: [StateDigest]
  ) {
    guard outcomes.contains(where: { $0.differing > 0 }),
      let index = outcomes.firstIndex(where: { $0.kind == .repetition }),
      let run = try? trial.run(.plain, in: .calm, turn: 0, expecting: expected)
    else { return }
    outcomes[index].note(run.firstDifference)
    outcomes[index].wavers = (1..<outcomes[index].runs).contains(outcomes[index].differing)
    if outcomes[index].comparison == nil, let step = run.firstDifference {
      outcomes[index].comparison = comparison(
        Perturbation(.repetition, [.calm]), trial, expected, turn: 0, step: step)
    }
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
        outcome.note(run.firstDifference)
        let place =
          perturbation.variants.count > 1 ? turn % perturbation.variants.count : turn % places
        seen[place, default: []].insert(run.firstDifference != nil)
        outcome.wavers = seen.values.contains { $0.count > 1 }
        if let step = run.firstDifference {
          if outcome.comparison == nil {
            outcome.comparison = comparison(perturbation, trial, expected, turn: turn, step: step)
          }
        }
      } catch {
        // The calm run came to its end: that this one did not is a difference.
        if let symptom = Symptom(error) {
          let step = trial.endingStep(
            perturbation.style, in: surroundings, turn: turn, expecting: expected)
          outcome.note(step ?? trial.session.stepCount - 1)
          outcome.ending = symptom.words
        } else {
          outcome.trouble = "\(error)"
        }
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
    for attempt in 0..<3 {
      let calm = try? trial.run(
        .plain, in: .calm, turn: 0, expecting: expected, end: step + 1)
      // A clock of whole seconds gives the same now and then.
      if attempt > 0 { usleep(HuntTrial.pauses[0]) }
      guard let calm,
        let other = try? trial.run(
          perturbation.style, in: surroundings, turn: turn, expecting: expected, end: step + 1),
        let schema = calm.description?.state, let left = calm.image, let right = other.image,
        let comparison = StateComparison(left, right, schema, limit: 4)
      else { return nil }
      if comparison.count > 0 { return comparison }
    }
    return nil
  }
}

extension Hunt {
  /// The cause of a run that does not repeat itself, from a few short runs in processes of their own;
  /// `nil` if none shows it.
  ///
  /// - Parameters:
  ///   - session: a run that does not repeat itself.
  ///   - end: a step after which it differed; about twice as many steps are run.
  ///   - program: the program that runs the simulation, with its arguments.
  package static func cause(
    _ simulation: String, _ session: Session, until end: Int64, program: [String]
  ) -> HuntFinding? {
    let session = session.cut(after: min(session.stepCount, max(2 * end, 120), 4096) - 1)
    let deadline = MonotonicClock.seconds + 20
    let hunt = Hunt(
      simulation, program: program, means: .brief, repeats: 3, timeout: 10, firstTimeout: 60,
      isOver: { MonotonicClock.seconds > deadline })
    return try? hunt.run([session]).findings.first
  }
}
