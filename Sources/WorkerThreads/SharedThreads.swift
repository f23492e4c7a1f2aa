import CProcessorHints
import Simulation
import Synchronization
import SystemC

/// What a team's threads share. The threads hold it and not the team, so that the team ends when
/// its last owner releases it.
final class SharedThreads: @unchecked Sendable {
  /// Set before any thread passes its first gate.
  private(set) var count = 1
  /// One balance for each run of a step, by their order, and one for all later runs: runs differ in
  /// which worker has the expensive rows.
  private let balances: UnsafeMutablePointer<Balance>
  private static let balanceCount = 16
  private var runs = 0
  /// Portions of the run under way: see `WorkerTeam.portion(_:)`.
  private(set) var portions: UnsafeMutablePointer<Int>
  /// There is a processor for each worker: one that spins keeps no other from its work.
  private let canWatch: Bool
  // A worker that has spun too long blocks, and waking it costs 25 to 40 µs; one spin takes some
  // ten nanoseconds. Where there is a processor for each worker, none yields: a processor that has
  // other work would give it back only after milliseconds, whereas a thread that is woken often
  // gets one at once.

  /// Spins at a barrier before a worker blocks.
  private static let spinsAtBarrier = 8_000
  /// Spins between two runs of a step before a worker blocks.
  private static let spinsWithinStep = 20_000
  /// Spins between two steps before a worker blocks.
  private static let spinsBetweenSteps = 6_000
  /// Spins, a power of two, after which a worker yields where processors are short: the worker that
  /// it waits for may need this very processor, and gets it ten times as fast as by blocking.
  private static let spinsBeforeYield = 128
  private var body: ((Int) -> Void)?
  private var account = SharingAccount()
  /// When the step under way began, by the clock and by the first worker's processor time; zero
  /// between steps.
  private var stepStart: (clock: Int64, processor: Int64) = (0, 0)
  /// Spins of the first worker in the step under way.
  private var spinsInStep = 0
  /// In nanoseconds.
  private var timeOfSpin = 0.0
  private var isClosed = false

  /// How many signals each worker has given. Each counter has a cache line of its own, so that a
  /// worker that counts does not slow one that reads.
  private let signals: UnsafeMutablePointer<Line>
  private let most: Int
  private let job = Line()
  private let sleepers = Line()
  /// Counts the begins and ends of steps: odd within a step.
  private let expectations = Line()
  private let condition = Condition()

  init(most: Int) {
    self.most = most
    canWatch = most <= Processors.usableCount
    balances = .allocate(capacity: SharedThreads.balanceCount)
    for run in 0..<SharedThreads.balanceCount {
      (balances + run).initialize(to: Balance(workers: most))
    }
    portions = balances.pointee.portions
    signals = .allocate(capacity: most)
    for worker in 0..<most { (signals + worker).initialize(to: Line()) }
  }

  deinit {
    balances.deinitialize(count: SharedThreads.balanceCount)
    balances.deallocate()
    signals.deinitialize(count: most)
    signals.deallocate()
  }

  /// Starts a thread that waits for work; `nil` when the system has none to give.
  func start(_ worker: Int) -> SystemThread? {
    SystemThread(named: "worker \(worker)") { self.work(worker) }
  }

  /// Lets the threads begin, once their number is known.
  func open(_ count: Int) {
    self.count = count
    timeOfSpin = measuredTimeOfSpin()
    for run in 0..<SharedThreads.balanceCount { balances[run] = Balance(workers: count) }
    portions = balances.pointee.portions
    announce()
  }

  func close() {
    isClosed = true
    announce()
  }

  func run(_ body: @escaping (Int) -> Void) {
    self.body = body
    let balance = balances + runs
    portions = balance.pointee.portions
    announce()
    body(0)
    let spins = barrier(0)
    spinsInStep += spins
    self.body = nil
    if takesTimes { balance.pointee.note(0, spins) }
    balance.pointee.update()
    if runs < SharedThreads.balanceCount - 1 { runs += 1 }
  }

  /// Lets all threads pass the next gate, and wakes those that sleep there.
  private func announce() {
    job.counter.pointee.add(1, ordering: .sequentiallyConsistent)
    wakeSleepers()
  }

  func expectWork(_ isExpected: Bool) {
    if isExpected { runs = 0 }
    takeTime(isStart: isExpected)
    if !canWatch || isWithinStep == isExpected { return }
    expectations.counter.pointee.add(1, ordering: .sequentiallyConsistent)
    if isExpected { wakeSleepers() }
  }

  /// Tells the account about a step when it has ended.
  private func takeTime(isStart: Bool) {
    let now = (clock: MonotonicClock.nanoseconds, processor: MonotonicClock.processorNanoseconds)
    if isStart {
      stepStart = now
      spinsInStep = 0
      return
    }
    if stepStart.clock == 0 { return }
    let waited = Int64(Double(spinsInStep) * timeOfSpin)
    account.note(
      duration: now.clock - stepStart.clock,
      busy: now.processor - stepStart.processor - waited, workers: count, now: now.clock)
    stepStart.clock = 0
  }

  func isWorthwhile() -> Bool { account.isWorthwhile(now: MonotonicClock.nanoseconds) }

  /// The duration of one spin in nanoseconds: the least of a few measurements, since in the others
  /// the processor may have been elsewhere.
  private func measuredTimeOfSpin() -> Double {
    let spins = 200
    var least = Int64.max
    for _ in 0..<8 {
      let start = MonotonicClock.nanoseconds
      for _ in 0..<spins {
        if job.counter.pointee.load(ordering: .acquiring) > 0 { break }
        processor_waits()
      }
      least = min(least, MonotonicClock.nanoseconds - start)
    }
    return Double(least) / Double(spins)
  }

  private var isWithinStep: Bool {
    expectations.counter.pointee.load(ordering: .relaxed) & 1 != 0
  }

  private func wakeSleepers() {
    if sleepers.counter.pointee.load(ordering: .sequentiallyConsistent) > 0 {
      condition.withLock { condition.wakeAll() }
    }
  }

  private func work(_ worker: Int) {
    var seen = 0
    wait(forJobAfter: &seen)
    // How long it waited at the end of the last run. It is noted when the next run has begun: until
    // then the first worker may be reading the notes.
    var last: (run: Int, spins: Int)?
    while true {
      wait(forJobAfter: &seen)
      if isClosed { return }
      if let last { balances[last.run].note(worker, last.spins) }
      body?(worker)
      let run = runs
      let isTimed = takesTimes
      let spins = barrier(worker)
      last = isTimed ? (run, spins) : nil
    }
  }

  /// Whether waiting tells of a worker's share: workers may come late to the first run of a step,
  /// and at any time where they lack processors.
  private var takesTimes: Bool { canWatch && runs > 0 }

  /// Spins for a while, longer within a step, then blocks until there is work or a step begins.
  private func wait(forJobAfter seen: inout Int) {
    seen += 1
    var spins = 0
    while job.counter.pointee.load(ordering: .acquiring) < seen {
      spins &+= 1
      processor_waits()
      yieldInCrowd(spins)
      if spins < SharedThreads.spinsBetweenSteps { continue }
      let known = expectations.counter.pointee.load(ordering: .relaxed)
      if known & 1 != 0 && spins < SharedThreads.spinsWithinStep { continue }
      let nextStep = known + 1 + known & 1
      sleep {
        job.counter.pointee.load(ordering: .sequentiallyConsistent) >= seen
          || expectations.counter.pointee.load(ordering: .sequentiallyConsistent) >= nextStep
      }
      spins = 0
    }
  }

  /// Yields the processor now and then, where there is none for each worker.
  private func yieldInCrowd(_ spins: Int) {
    if !canWatch && spins & (SharedThreads.spinsBeforeYield - 1) == 0 { sched_yield() }
  }

  /// Blocks until a condition holds that is announced to sleepers.
  private func sleep(until isOver: () -> Bool) {
    condition.withLock {
      sleepers.counter.pointee.add(1, ordering: .sequentiallyConsistent)
      while !isOver() { condition.wait() }
      sleepers.counter.pointee.subtract(1, ordering: .sequentiallyConsistent)
    }
  }

  /// The barrier: returns when all workers have reached it.
  ///
  /// Each worker signals the next one, then the one after that, the fourth, and so on, and waits
  /// each time for the signal from as far behind: after ⌈log₂ n⌉ rounds each has heard of all. Two
  /// workers need one round, in which a signal travels from core to core once.
  ///
  /// - Source: D. Hensgen, R. Finkel, U. Manber, "Two algorithms for barrier synchronization" (the
  ///   dissemination barrier), 1988.
  ///
  /// - Returns: how often it spun.
  private func barrier(_ worker: Int) -> Int {
    let own = signals[worker].counter
    var goal = own.pointee.load(ordering: .relaxed)
    var spins = 0
    var distance = 1
    while distance < count {
      goal &+= 1
      own.pointee.store(goal, ordering: .sequentiallyConsistent)
      wakeSleepers()
      let before = worker &- distance
      spins &+= wait(for: signals[before < 0 ? before &+ count : before].counter, toReach: goal)
      distance &<<= 1
    }
    return spins
  }

  /// A barrier within a run.
  func meet(_ worker: Int, isTimed: Bool) {
    let spins = barrier(worker)
    if worker == 0 { spinsInStep += spins }
    // The next barrier makes the note visible to the first worker.
    if isTimed && takesTimes { balances[runs].note(worker, spins) }
  }

  /// - Returns: how often it spun.
  private func wait(for counter: UnsafeMutablePointer<Atomic<Int>>, toReach goal: Int) -> Int {
    var spins = 0
    while counter.pointee.load(ordering: .acquiring) < goal {
      spins &+= 1
      processor_waits()
      yieldInCrowd(spins)
      if spins < SharedThreads.spinsAtBarrier || !canWatch { continue }
      sleep { counter.pointee.load(ordering: .sequentiallyConsistent) >= goal }
    }
    return spins
  }
}

/// A counter with nothing else near it.
private struct Line: ~Copyable {
  private let memory: UnsafeMutableRawPointer
  let counter: UnsafeMutablePointer<Atomic<Int>>

  init() {
    memory = .allocate(byteCount: 256, alignment: 128)
    counter = memory.bindMemory(to: Atomic<Int>.self, capacity: 1)
    counter.initialize(to: Atomic(0))
  }

  deinit {
    counter.deinitialize(count: 1)
    memory.deallocate()
  }
}
