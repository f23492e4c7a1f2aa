import Replay
import Simulation
import WorkerThreads

/// Runs units of a plan that was read as a whole, some at a time.
struct UnitBatch {
  private let plan: Plan
  private let builds: [Build]
  private let runner: UnitRunner
  private let shelf: RecordingShelf
  private let jobs: Int
  private let context: ToolContext

  init(_ plan: Plan, _ context: ToolContext, jobs: Int) throws {
    (self.plan, self.jobs, self.context) = (plan, jobs, context)
    builds = plan.runnable.map { $0.build(context) }
    runner = try plan.runner(context)
    shelf = RecordingShelf(capacity: jobs + 1)
  }

  /// Runs units until all are done or the time is over.
  ///
  /// - Returns: how many were run, and how many could not be run here.
  func run(_ units: [PlannedUnit], _ sink: ResultSink, _ deadline: Double?) -> (
    done: Int, troubled: Int
  ) {
    let tally = Tally()
    let queue = WorkQueue(
      units.map { unit in
        let build = builds[unit.build]
        return WorkQueue.Job(
          build: unit.build, isParallel: build.isParallel, threads: build.threads
        ) { [plan, runner, shelf] in
          if sink.isBroken { return }
          if let deadline, MonotonicClock.seconds > deadline { return }
          let line = Self.line(unit, plan, runner, shelf)
          sink.write(line)
          if case .trouble(let trouble) = line {
            tally.note(trouble)
          } else {
            tally.noteDone()
          }
        }
      })
    queue.run(threads: jobs) {
      ProgressBar(title: count(units.count, "unit"), total: Int64(units.count))
        .update(Int64(tally.result.done))
    }
    context.console.progress("")
    runner.stop()
    for message in tally.messages { context.console.complain(message) }
    return tally.result
  }

  /// Runs one unit.
  static func line(
    _ unit: PlannedUnit, _ plan: Plan, _ runner: UnitRunner, _ shelf: RecordingShelf
  ) -> ResultLine {
    do {
      let recording = try unit.recording.flatMap { plan.recordings[$0] }.map { try shelf.open($0) }
      return .result(runner.run(unit, on: recording))
    } catch {
      let message = (error as? CommandFailure)?.message ?? "\(error)"
      return .trouble(ResultLine.Trouble(unit: unit.unit, message: message))
    }
  }

  /// What was run so far. Unchecked: everything is touched under `lock` only.
  private final class Tally: @unchecked Sendable {
    private let lock = Condition()
    private var done = 0
    private var troubled = 0
    private(set) var messages: [String] = []

    func noteDone() {
      lock.withLock { done += 1 }
    }

    /// One message for all units of a recording that is not there.
    func note(_ trouble: ResultLine.Trouble) {
      lock.withLock {
        troubled += 1
        if !messages.contains(trouble.message) { messages.append(trouble.message) }
      }
    }

    var result: (done: Int, troubled: Int) { lock.withLock { (done, troubled) } }
  }
}
