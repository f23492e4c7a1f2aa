import WorkerThreads

/// Runs jobs on a few threads, in their order as far as builds allow.
///
/// A job belongs to a build; a build that is not parallel has one job at work at a time. A job of
/// several threads waits until so many are free: threads that wait for each other and do not get a
/// processor take many times as long. Unchecked, because everything that changes is touched under
/// `condition` only.
package final class WorkQueue: @unchecked Sendable {
  package struct Job: Sendable {
    package var build: Int
    package var isParallel: Bool
    package var threads = 1
    package var work: @Sendable () -> Void

    package init(
      build: Int, isParallel: Bool, threads: Int = 1, work: @escaping @Sendable () -> Void
    ) {
      self.build = build
      self.isParallel = isParallel
      self.threads = threads
      self.work = work
    }
  }

  private let condition = Condition()
  private var pending: [Job]
  private var active: [Int: Int] = [:]
  private var threadCount = 0
  private var seatCount = 0
  private var freeSeats = 0
  private let buildIsDone: @Sendable (Int) -> Void

  /// - Parameter buildIsDone: called when a build's last job has ended.
  package init(_ jobs: [Job], buildIsDone: @escaping @Sendable (Int) -> Void = { _ in }) {
    pending = jobs
    self.buildIsDone = buildIsDone
  }

  /// Returns when every job has ended.
  ///
  /// - Parameter tick: called on the calling thread, about ten times a second.
  package func run(threads: Int, tick: () -> Void) {
    threadCount = min(max(1, threads), pending.count)
    seatCount = max(1, threads)
    freeSeats = seatCount
    for _ in 0..<threadCount {
      let thread = SystemThread.large(named: "work queue") { [self] in
        while let job = take() {
          job.work()
          finish(job)
        }
        condition.lock()
        threadCount -= 1
        condition.wakeAll()
        condition.unlock()
      }
      thread.detach()
    }
    condition.lock()
    while threadCount > 0 {
      _ = condition.wait(until: MonotonicClock.nanoseconds + 100_000_000)
      condition.unlock()
      tick()
      condition.lock()
    }
    condition.unlock()
  }

  /// The next job that may start; waits while only builds at work have some; `nil` when none is
  /// left.
  private func take() -> Job? {
    condition.lock()
    defer { condition.unlock() }
    while !pending.isEmpty {
      if let index = pending.firstIndex(where: { mayStart($0) }) {
        let job = pending.remove(at: index)
        active[job.build, default: 0] += 1
        freeSeats -= seats(of: job)
        return job
      }
      condition.wait()
    }
    return nil
  }

  private func mayStart(_ job: Job) -> Bool {
    (job.isParallel || active[job.build] == nil) && seats(of: job) <= freeSeats
  }

  private func seats(of job: Job) -> Int { min(max(1, job.threads), seatCount) }

  private func finish(_ job: Job) {
    condition.lock()
    freeSeats += seats(of: job)
    let left = (active[job.build] ?? 1) - 1
    active[job.build] = left == 0 ? nil : left
    let isDone = left == 0 && !pending.contains { $0.build == job.build }
    condition.wakeAll()
    condition.unlock()
    if isDone { buildIsDone(job.build) }
  }
}
