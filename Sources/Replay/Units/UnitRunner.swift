import Recording
import Simulation

/// Runs units, one after the other or from several threads; keeps their agents.
package struct UnitRunner: Sendable {
  private let builds: [Build]
  private let options: Verification.Options
  private let reference: Build?
  private let pool: AgentPool

  /// - Parameters:
  ///   - builds: those of the plan, by their numbers.
  ///   - options: those of the plan.
  ///   - reference: gives the recorded run's full state where a file holds only some columns.
  package init(builds: [Build], options: Verification.Options, reference: Build?) {
    (self.builds, self.options, self.reference) = (builds, options, reference)
    pool = AgentPool(builds)
  }

  /// Runs one unit of which `PlannedUnit.fault` found nothing.
  ///
  /// - Parameter recording: the unit's; `nil` where it has none.
  package func run(_ unit: PlannedUnit, on recording: Recording?) -> UnitOutcome {
    let clock = ContinuousClock()
    let began = clock.now
    guard let recording, unit.part != .hello else { return hello(unit, clock, began) }
    guard let part = unit.verification else { return again(unit, recording, clock, began) }
    let worker = UnitWorker(unit: part, recording: recording, pool: pool, options: options)
    let results = UnitResults(unitCount: 1)
    worker.work(results, 0)
    var outcome = results[0]
    outcome.unit = unit.unit
    if outcome.failure != nil, pool.failure(of: unit.build) != nil { outcome.givesUp = true }
    return outcome
  }

  private func hello(
    _ unit: PlannedUnit, _ clock: ContinuousClock, _ began: ContinuousClock.Instant
  ) -> UnitOutcome {
    var outcome = UnitOutcome(unit: unit.unit, verdict: .same)
    do throws(AgentFailure) {
      pool.giveBack(try pool.take(unit.build), unit.build)
      outcome.hello = pool.hello(of: unit.build)
    } catch {
      (outcome.verdict, outcome.givesUp) = (.failed(error), true)
    }
    outcome.seconds = (clock.now - began) / .seconds(1)
    return outcome
  }

  private func again(
    _ unit: PlannedUnit, _ recording: Recording, _ clock: ContinuousClock,
    _ began: ContinuousClock.Instant
  ) -> UnitOutcome {
    guard let segment = unit.segments.first, let mismatch = unit.mismatch else {
      return UnitOutcome(unit: unit.unit)
    }
    var rerun = DifferenceRerun(
      build: builds[unit.build], recording: recording, segment: segment, first: mismatch,
      reference: try? reference?.launch(), keepsGoing: options.keepsGoing)
    if options.splits { rerun.preferRunFromStart() }
    var outcome = UnitOutcome(unit: unit.unit, verdict: Verdict(Result { try rerun.run() }))
    outcome.seconds = (clock.now - began) / .seconds(1)
    return outcome
  }

  /// Ends the agents.
  package func stop() { for build in builds.indices { pool.stop(build) } }
}
