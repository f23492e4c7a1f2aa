/// Threads that share the work of a step.
///
/// The engine divides a step's work so that the result does not depend on how many workers there
/// are, nor on which of them is faster: a simulation has the same digests with any team, or none.
/// The engine itself knows no threads; this class is a team of one. `ThreadTeam` of the module
/// `WorkerThreads` is a team of several.
open class WorkerTeam {
  /// How many workers there are, the caller of ``run(_:)`` among them; at least 1.
  public let count: Int

  /// Awake bodies, contacts and joints of the least step that is shared: sharing less costs more
  /// than it gives. At 0 all steps are shared, whatever ``isWorthwhile()`` says. Affects speed
  /// alone.
  public final var leastSharedWork = 1500
  /// The least number of blocks of eight rows for each worker: with fewer, the first worker gets
  /// all. Affects speed alone.
  public final var leastPart = 8

  /// Makes a team.
  ///
  /// - Parameter count: how many workers, at least 1.
  public init(count: Int) {
    precondition(count >= 1, "a team has at least one worker")
    self.count = count
  }

  /// Calls `body` once for every worker, with the numbers from 0 up to ``count``, all at once;
  /// returns when all have returned.
  open func run(_ body: (_ worker: Int) -> Void) { body(0) }

  /// Says that ``run(_:)`` will be called again and again until this is called with `false`:
  /// workers spin instead of blocking, from which they would come late. Affects speed alone.
  open func expectWork(_ isExpected: Bool) {}

  /// Whether to share the next step: `false` while sharing has cost more than it gave, as it does
  /// where processors have other work. Affects speed alone.
  open func isWorthwhile() -> Bool { true }

  /// The barrier: to be called by every worker within ``run(_:)``, returns when all have called it.
  /// What a worker wrote before is then seen by all.
  ///
  /// - Parameters:
  ///   - worker: the number that ``run(_:)`` gave the caller.
  ///   - isTimed: all have worked since the last barrier, so that a worker that arrives late was
  ///     slow or had much to do.
  open func meet(_ worker: Int, isTimed: Bool) {}

  /// Where a worker's part of the divided work begins, in 65,536ths of it; for the worker
  /// ``count``, the end of all. Ascending, and constant while ``run(_:)`` is under way. Affects
  /// speed alone.
  open func portion(_ worker: Int) -> Int { worker &* WorkerTeam.whole / count }

  /// All of what is divided: see ``portion(_:)``.
  public static var whole: Int { 65_536 }
}
