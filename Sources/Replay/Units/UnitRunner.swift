import Recording
import Simulation
import WorkerThreads

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
    let began = MonotonicClock.seconds
    var outcome = outcome(of: unit, recording)
    outcome.unit = unit.unit
    outcome.seconds = MonotonicClock.seconds - began
    return outcome
  }

  private func outcome(of unit: PlannedUnit, _ recording: Recording?) -> UnitOutcome {
    guard let recording, unit.part != .hello else { return hello(unit) }
    if unit.part == .again { return again(unit, recording) }
    let worker = UnitWorker(unit: unit, recording: recording, pool: pool, options: options)
    let results = UnitResults(unitCount: 1)
    worker.work(results, 0)
    var outcome = results[0]
    if outcome.failure != nil, pool.failure(of: unit.build) != nil { outcome.givesUp = true }
    return outcome
  }

  private func hello(_ unit: PlannedUnit) -> UnitOutcome {
    do throws(AgentFailure) {
      pool.giveBack(try pool.take(unit.build), unit.build)
      return UnitOutcome(verdict: .same, hello: pool.hello(of: unit.build))
    } catch {
      return UnitOutcome(verdict: .failed(error), givesUp: true)
    }
  }

  private func again(_ unit: PlannedUnit, _ recording: Recording) -> UnitOutcome {
    guard let segment = unit.segments.first, let mismatch = unit.mismatch else {
      return UnitOutcome()
    }
    var rerun = DifferenceRerun(
      build: builds[unit.build], recording: recording, segment: segment, first: mismatch,
      reference: try? reference?.launch(), keepsGoing: options.keepsGoing)
    if options.splits { rerun.preferRunFromStart() }
    return UnitOutcome(verdict: Verdict { try rerun.run() })
  }

  /// Ends the agents.
  package func stop() { for build in builds.indices { pool.stop(build) } }
}
