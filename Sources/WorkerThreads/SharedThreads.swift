import CProcessorHints
import Simulation
import Synchronization

#if canImport(Darwin)
  import Darwin
#elseif canImport(Musl)
  import Musl
#elseif canImport(Glibc)
  import Glibc
#endif

/// What a team's threads share. They hold it, not the team: a team that nobody needs any more ends.
final class SharedThreads: @unchecked Sendable {
  /// Set before any thread passes its first gate.
  private(set) var count = 1
  /// One balance for each run of a step, by their order, and one for all later runs: what is
  /// expensive for whom differs.
  private let balances: UnsafeMutablePointer<Balance>
  private static let balanceCount = 16
  private var runs = 0
  /// Portions of the run under way: see `WorkerTeam.portion(_:)`.
  private(set) var portions: UnsafeMutablePointer<Int>
  /// There is a processor for each: who looks out for work keeps nobody from it.
  private let canWatch: Bool
  /// How often a worker looks in vain before it sleeps, which costs 25 to 40 µs when it is woken. A
  /// look takes some ten nanoseconds. Where there is a processor for each, nobody yields: one that
  /// has other work would give it back after milliseconds, and to a thread that is woken often at
  /// once.
  private static let looksAtMeeting = 8_000
  private static let looksWithinStep = 20_000
  private static let looksBetweenSteps = 6_000
  /// A power of two. Where whoever is waited for may need the very processor that looks, yielding
  /// passes it on ten times as fast as sleeping does.
  private static let looksBeforeYield = 128
  private var body: ((Int) -> Void)?
  private var account = SharingAccount()
  /// When the step under way began, by the clock and by the first worker's own, and how often that
  /// looked in vain. Zero between steps.
  private var stepStart: (clock: Int64, processor: Int64) = (0, 0)
  private var looksInStep = 0
  /// In nanoseconds.
  private var timeOfLook = 0.0
  private var isClosed = false

  /// How many signals each worker has given. Each counter has a cache line of its own: what one
  /// worker counts shall not slow what another reads.
  private let signals: UnsafeMutablePointer<Line>
  private let most: Int
  private let job = Line()
  private let sleepers = Line()
  /// How often it was told that a step begins or ends: odd within a step.
  private let expectations = Line()
  private let mutex: UnsafeMutablePointer<pthread_mutex_t>
  private let condition: UnsafeMutablePointer<pthread_cond_t>

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
    mutex = .allocate(capacity: 1)
    condition = .allocate(capacity: 1)
    pthread_mutex_init(mutex, nil)
    pthread_cond_init(condition, nil)
  }

  deinit {
    pthread_cond_destroy(condition)
    pthread_mutex_destroy(mutex)
    balances.deinitialize(count: SharedThreads.balanceCount)
    balances.deallocate()
    condition.deallocate()
    mutex.deallocate()
    signals.deinitialize(count: most)
    signals.deallocate()
  }

  /// A thread that waits for work; `nil` when the system has none to give.
  func start(_ worker: Int) -> pthread_t? {
    let room = Unmanaged.passRetained(Start(self, worker))
    #if canImport(Darwin)
      var thread: pthread_t?
      let entry: @convention(c) (UnsafeMutableRawPointer) -> UnsafeMutableRawPointer? = { raw in
        Unmanaged<Start>.fromOpaque(raw).takeRetainedValue().work()
        return nil
      }
    #else
      var thread = pthread_t()
      let entry: @convention(c) (UnsafeMutableRawPointer?) -> UnsafeMutableRawPointer? = { raw in
        if let raw { Unmanaged<Start>.fromOpaque(raw).takeRetainedValue().work() }
        return nil
      }
    #endif
    if pthread_create(&thread, nil, entry, room.toOpaque()) != 0 {
      room.release()
      return nil
    }
    return thread
  }

  private final class Start {
    let shared: SharedThreads
    let worker: Int
    init(_ shared: SharedThreads, _ worker: Int) {
      self.shared = shared
      self.worker = worker
    }
    func work() { shared.work(worker) }
  }

  /// How many there are is known: they may begin.
  func open(_ count: Int) {
    self.count = count
    timeOfLook = measuredTimeOfLook()
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
    let looks = meet(0)
    looksInStep += looks
    self.body = nil
    if takesTimes { balance.pointee.note(0, looks) }
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
    let now = (clock: time(CLOCK_MONOTONIC), processor: time(CLOCK_THREAD_CPUTIME_ID))
    if isStart {
      stepStart = now
      looksInStep = 0
      return
    }
    if stepStart.clock == 0 { return }
    let waited = Int64(Double(looksInStep) * timeOfLook)
    account.note(
      duration: now.clock - stepStart.clock,
      busy: now.processor - stepStart.processor - waited, workers: count, now: now.clock)
    stepStart.clock = 0
  }

  func isWorthwhile() -> Bool { account.isWorthwhile(now: time(CLOCK_MONOTONIC)) }

  /// The least of a few tries: in the others the processor may have been elsewhere.
  private func measuredTimeOfLook() -> Double {
    let looks = 200
    var least = Int64.max
    for _ in 0..<8 {
      let start = time(CLOCK_MONOTONIC)
      for _ in 0..<looks {
        if job.counter.pointee.load(ordering: .acquiring) > 0 { break }
        processor_waits()
      }
      least = min(least, time(CLOCK_MONOTONIC) - start)
    }
    return Double(least) / Double(looks)
  }

  private var isWithinStep: Bool {
    expectations.counter.pointee.load(ordering: .relaxed) & 1 != 0
  }

  private func wakeSleepers() {
    if sleepers.counter.pointee.load(ordering: .sequentiallyConsistent) > 0 {
      pthread_mutex_lock(mutex)
      pthread_cond_broadcast(condition)
      pthread_mutex_unlock(mutex)
    }
  }

  private func work(_ worker: Int) {
    var seen = 0
    wait(forJobAfter: &seen)
    // How long it waited for the end of the run before: until then nobody looks at its notes.
    var last: (run: Int, looks: Int)?
    while true {
      wait(forJobAfter: &seen)
      if isClosed { return }
      if let last { balances[last.run].note(worker, last.looks) }
      body?(worker)
      let run = runs
      let isTimed = takesTimes
      let looks = meet(worker)
      last = isTimed ? (run, looks) : nil
    }
  }

  /// Workers may come late to the first run of a step, and at any time where they lack processors.
  private var takesTimes: Bool { canWatch && runs > 0 }

  /// Looks for a while, longer within a step, then sleeps until there is work or a step begins.
  private func wait(forJobAfter seen: inout Int) {
    seen += 1
    var looks = 0
    while job.counter.pointee.load(ordering: .acquiring) < seen {
      looks &+= 1
      processor_waits()
      yieldInCrowd(looks)
      if looks < SharedThreads.looksBetweenSteps { continue }
      let known = expectations.counter.pointee.load(ordering: .relaxed)
      if known & 1 != 0 && looks < SharedThreads.looksWithinStep { continue }
      let nextStep = known + 1 + known & 1
      sleep {
        job.counter.pointee.load(ordering: .sequentiallyConsistent) >= seen
          || expectations.counter.pointee.load(ordering: .sequentiallyConsistent) >= nextStep
      }
      looks = 0
    }
  }

  /// Lets another worker have the processor now and then, where there is none for each.
  private func yieldInCrowd(_ looks: Int) {
    if !canWatch && looks & (SharedThreads.looksBeforeYield - 1) == 0 { sched_yield() }
  }

  /// Sleeps until something holds that is announced to sleepers.
  private func sleep(until isOver: () -> Bool) {
    pthread_mutex_lock(mutex)
    sleepers.counter.pointee.add(1, ordering: .sequentiallyConsistent)
    while !isOver() { pthread_cond_wait(condition, mutex) }
    sleepers.counter.pointee.subtract(1, ordering: .sequentiallyConsistent)
    pthread_mutex_unlock(mutex)
  }

  /// Everybody signals the next worker, then the one after that, the fourth, and so on, and waits
  /// for the signal from as far behind: after ⌈log₂ n⌉ rounds each has heard of all. Two workers
  /// need one round, in which a signal travels from core to core once.
  ///
  /// - Source: D. Hensgen, R. Finkel, U. Manber, "Two algorithms for barrier synchronization" (the
  ///   dissemination barrier), 1988.
  ///
  /// - Returns: how often it looked in vain.
  private func meet(_ worker: Int) -> Int {
    let own = signals[worker].counter
    var goal = own.pointee.load(ordering: .relaxed)
    var looks = 0
    var distance = 1
    while distance < count {
      goal &+= 1
      own.pointee.store(goal, ordering: .sequentiallyConsistent)
      wakeSleepers()
      let before = worker &- distance
      looks &+= wait(for: signals[before < 0 ? before &+ count : before].counter, toReach: goal)
      distance &<<= 1
    }
    return looks
  }

  /// To be called within a run.
  func meet(_ worker: Int, isTimed: Bool) {
    let looks = meet(worker)
    if worker == 0 { looksInStep += looks }
    // Seen by all who meet next.
    if isTimed && takesTimes { balances[runs].note(worker, looks) }
  }

  /// - Returns: how often it looked in vain.
  private func wait(for counter: UnsafeMutablePointer<Atomic<Int>>, toReach goal: Int) -> Int {
    var looks = 0
    while counter.pointee.load(ordering: .acquiring) < goal {
      looks &+= 1
      processor_waits()
      yieldInCrowd(looks)
      if looks < SharedThreads.looksAtMeeting || !canWatch { continue }
      sleep { counter.pointee.load(ordering: .sequentiallyConsistent) >= goal }
    }
    return looks
  }
}

/// In nanoseconds.
private func time(_ clock: clockid_t) -> Int64 {
  var now = timespec()
  clock_gettime(clock, &now)
  return Int64(now.tv_sec) * 1_000_000_000 + Int64(now.tv_nsec)
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
