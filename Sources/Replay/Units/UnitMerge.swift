import AgentProtocol
import DeterministicMath
import Recording
import Sessions
import Simulation

/// Puts what units came to together: into the report that one machine would have given, or into the
/// units that are still to be run.
///
/// Neither the order of the outcomes matters, nor how often one is there.
package struct UnitMerge {
  private let plan: VerificationPlan
  /// What is run whatever the results are, by name.
  private let known: [String: PlannedUnit]
  private var outcomes: [String: UnitOutcome] = [:]
  /// Units of which two outcomes contradict each other, and what counts.
  package private(set) var contradictions: [String] = []

  package init(_ plan: VerificationPlan) {
    self.plan = plan
    known = Dictionary(
      (plan.helloUnits + plan.firstUnits()).map { ($0.unit, $0) },
      uniquingKeysWith: { first, _ in first })
  }

  /// Whether a unit that failed counts as one that was not run: a machine may have been to blame.
  package var forgetsFailures = false

  /// Takes an outcome in.
  ///
  /// - Returns: what is wrong with it; `nil` for nothing.
  package mutating func note(_ outcome: UnitOutcome) -> String? {
    guard let unit = known[outcome.unit] ?? laterUnit(outcome.unit) else {
      return "the plan has no unit '\(outcome.unit)'"
    }
    let outline = unit.recording.map { plan.recordings[$0] }
    if let fault = outcome.fault(unit, outline) { return "unit '\(outcome.unit)': \(fault)" }
    if forgetsFailures && outcome.failure != nil { return nil }
    guard let other = outcomes[outcome.unit] else {
      outcomes[outcome.unit] = outcome
      return nil
    }
    if outcome.word != other.word {
      let words = [outcome, other].sorted { $0.outweighs($1) }.map { $0.word?.rawValue ?? "none" }
      let line = "unit '\(outcome.unit)': one run came to '\(words[0])', another to '\(words[1])'"
      if !contradictions.contains(line) { contradictions.append(line) }
    }
    if outcome.outweighs(other) { outcomes[outcome.unit] = outcome }
    return nil
  }

  /// A unit that follows from results, by its name.
  private func laterUnit(_ name: String) -> PlannedUnit? {
    let words = name.split(separator: "/", omittingEmptySubsequences: false)
    guard words.count >= 3, let recording = Int(words[0]), let build = Int(words[1]),
      plan.recordings.indices.contains(recording), plan.builds.indices.contains(build)
    else { return nil }
    if words[2] == "again" {
      let whole = Segment.whole(plan.recordings[recording])
      let any = DigestMismatch(step: -1, expected: .init(), actual: .init())
      return PlannedUnit(.again, recording, build, [whole], mismatch: any)
    }
    return plan.restores(recording, build, comparesStates: true).first { $0.unit == name }
  }

  private func holds(_ unit: String) -> Bool { outcomes[unit] != nil }

  /// The units that are to be run next: none when the report is whole.
  ///
  /// What follows from results comes when all results that it follows from are there.
  package var remaining: [PlannedUnit] { walk().missing }

  /// The report, as far as outcomes go.
  ///
  /// - Parameter names: of the recordings, and of their simulations.
  /// - Precondition: nothing remains, or what has no outcome is to count as left out.
  package func report(
    _ names: [(name: String, simulation: String)]
  ) -> VerificationReport {
    let walk = walk()
    var report = VerificationReport(
      builds: plan.builds.indices.map { build in
        VerificationReport.BuildResult(
          build: plan.builds[build], hello: hello(build), givenUp: walk.givenUp[build])
      },
      recordings: plan.results(walk.results, names))
    for (recording, build, _, _) in plan.differences(walk.results) {
      let verdict =
        outcomes["\(recording)/\(build)/again"]?.verdict ?? unexamined(recording, build)
      if let verdict { report.recordings[recording].runs[build].verdict = verdict }
    }
    return report
  }

  private func hello(_ build: Int) -> AgentHello? { outcomes["-/\(build)/hello"]?.hello }

  /// A difference that nobody has run again, by the earliest unit that showed it.
  private func unexamined(_ recording: Int, _ build: Int) -> Verdict? {
    let front = "\(recording)/\(build)/"
    let found = outcomes.values.filter { $0.unit.hasPrefix(front) }.compactMap(\.difference)
    return found.min {
      ($0.restored == nil ? 0 : 1, $0.step) < ($1.restored == nil ? 0 : 1, $1.step)
    }
    .map { .different($0) }
  }
}

// MARK: The order of one machine

extension UnitMerge {
  private struct Walk {
    var results = PairResults()
    var missing: [PlannedUnit] = []
    var givenUp: [AgentFailure?]
  }

  /// Goes through the units in the order in which one machine with one job runs them: there, a build
  /// that is given up is asked no more, so what came to another result later counts as failed.
  private func walk() -> Walk {
    var walk = Walk(givenUp: plan.builds.map { _ in nil })
    for unit in plan.helloUnits {
      guard let outcome = outcomes[unit.unit] else {
        walk.missing.append(unit)
        continue
      }
      walk.givenUp[unit.build] = outcome.failure
    }
    add(plan.ordered(plan.units()), &walk)
    // Restored runs of one build each: what is run for any results is not waited for.
    if plan.options.restores == .oneBuild {
      if walk.missing.isEmpty {
        let units = plan.restores(walk.results) { hello($0)?.restores != false }
        add(plan.ordered(units), &walk)
      } else {
        walk.missing += plan.likelyRestores.filter { !holds($0.unit) }
      }
    }
    guard walk.missing.isEmpty else { return walk }
    for (recording, build, segment, mismatch) in plan.differences(walk.results) {
      let unit = PlannedUnit(
        .again, recording, build, [segment], mismatch: mismatch,
        cost: plan.recordings[recording].cost)
      if !holds(unit.unit) { walk.missing.append(unit) }
    }
    return walk
  }

  private func add(_ units: [PlannedUnit], _ walk: inout Walk) {
    let results = UnitResults(unitCount: units.count)
    for (index, unit) in units.enumerated() {
      if results.isNeedless(unit) { continue }
      if let failure = walk.givenUp[unit.build] {
        results.note(index, unit, UnitOutcome(verdict: .failed(failure)))
        continue
      }
      guard let outcome = outcomes[unit.unit] else {
        walk.missing.append(unit)
        results.note(index, unit, UnitOutcome(verdict: .failed(Self.leftOut)))
        continue
      }
      if outcome.givesUp { walk.givenUp[unit.build] = outcome.failure }
      results.note(index, unit, outcome)
    }
    walk.results.add(units, results)
  }

  private static let leftOut = AgentFailure(.leftOut, "was left out: a unit of it has no result")
}

extension VerificationPlan {
  var helloUnits: [PlannedUnit] { builds.indices.map { PlannedUnit(.hello, nil, $0) } }

  /// All units that are run without having seen a result.
  func firstUnits() -> [PlannedUnit] { ordered(units()) + likelyRestores }

  /// Restored runs of the build that reproduces the recordings in general: so there is nothing to
  /// wait for.
  var likelyRestores: [PlannedUnit] {
    guard options.restores == .oneBuild,
      let build = builds.firstIndex(where: { $0.expectation == .same })
    else { return [] }
    return recordings.indices.flatMap { index -> [PlannedUnit] in
      let isSplit =
        options.splits && builds[build].isParallel
        && Segment.pieces(recordings[index], options.jobs).count > 1
      return isSplit ? [] : restores(index, build, comparesStates: true)
    }
  }
}

extension UnitOutcome {
  fileprivate var word: Verdict.Word? { verdict?.word }

  /// Which of two outcomes of a unit counts, in whatever order they come: a difference, then what was
  /// run to its end, then a failure, which may be that of a machine.
  fileprivate func outweighs(_ other: UnitOutcome) -> Bool {
    let order: [Verdict.Word?] = [.different, .same, .absent, nil, .unreadable, .failed]
    let (a, b) = (order.firstIndex(of: word) ?? 0, order.firstIndex(of: other.word) ?? 0)
    // Any total order will do for what is alike: the earliest step, then the quickest.
    let (one, two) = (difference?.step ?? steps, other.difference?.step ?? other.steps)
    return (a, one, failure?.message ?? "", seconds)
      < (b, two, other.failure?.message ?? "", other.seconds)
  }
}
