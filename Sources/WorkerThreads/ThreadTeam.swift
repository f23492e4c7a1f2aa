import Simulation

/// A team of threads. They live as long as the team; while there is nothing to do they sleep.
///
/// One caller at a time: a team may serve several worlds, but not at once.
public final class ThreadTeam: WorkerTeam, @unchecked Sendable {
  /// The largest team: more workers make nothing faster.
  public static let mostWorkers = 64

  private let shared: SharedThreads
  private var threads: [SystemThread] = []

  /// - Parameter count: workers, the caller of ``run(_:)`` among them; brought within 1 and
  ///   ``mostWorkers``. When the system has no more threads to give, the team is smaller.
  public init(workers count: Int) {
    let wanted = min(max(count, 1), ThreadTeam.mostWorkers)
    shared = SharedThreads(most: wanted)
    for worker in 1..<wanted {
      guard let thread = shared.start(worker) else { break }
      threads.append(thread)
    }
    super.init(count: threads.count + 1)
    shared.open(threads.count + 1)
  }

  deinit {
    shared.close()
    for thread in threads { thread.join() }
  }

  public override func run(_ body: (_ worker: Int) -> Void) {
    if count == 1 { return body(0) }
    withoutActuallyEscaping(body) { shared.run($0) }
  }

  public override func expectWork(_ isExpected: Bool) {
    if count > 1 { shared.expectWork(isExpected) }
  }

  public override func isWorthwhile() -> Bool { count == 1 || shared.isWorthwhile() }

  public override func meet(_ worker: Int, isTimed: Bool) {
    if count > 1 { shared.meet(worker, isTimed: isTimed) }
  }

  public override func portion(_ worker: Int) -> Int { shared.portions[worker] }
}
