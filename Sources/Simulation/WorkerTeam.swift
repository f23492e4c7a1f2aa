/// Threads that share the work of a step.
///
/// The engine divides a step's work so that the result does not depend on how many workers there
/// are, nor on which of them is faster: a simulation has the same digests with any team, or none.
/// The engine itself knows no threads; this class is a team of one. `ThreadTeam` of the module
/// `WorkerThreads` is one of several.
open class WorkerTeam {
  /// How many workers there are, the caller of ``run(_:)`` among them; at least 1.
  public let count: Int

  /// Awake bodies, contacts and joints of the least step that is shared: sharing less costs more
  /// than it gives. At 0 all steps are shared, whatever ``isWorthwhile()`` says. Of no consequence
  /// but for speed.
  public final var leastSharedWork = 1500
  /// Blocks of eight rows that a worker gets at least, or the first one gets all. Of no consequence
  /// but for speed.
  public final var leastPart = 8

  /// - Parameter count: at least 1.
  public init(count: Int) {
    precondition(count >= 1, "a team has at least one worker")
    self.count = count
  }

  /// Calls `body` once for every worker, with the numbers from 0 up to ``count``, all at once;
  /// returns when all have returned.
  open func run(_ body: (_ worker: Int) -> Void) { body(0) }

  /// Says that ``run(_:)`` will be called again and again until this is called with `false`:
  /// workers look out for work instead of going to sleep, from which they would come late. Of no
  /// consequence but for speed.
  open func expectWork(_ isExpected: Bool) {}

  /// Whether to share the next step: `false` while sharing has cost more than it gave, as it does
  /// where processors have other work. Of no consequence but for speed.
  open func isWorthwhile() -> Bool { true }

  /// To be called by every worker within ``run(_:)``: returns when all have called it. What a
  /// worker wrote before is then seen by all.
  ///
  /// - Parameters:
  ///   - worker: the number that ``run(_:)`` gave the caller.
  ///   - isTimed: all have worked since they met last, so that who arrives late was slow or had
  ///     much to do.
  open func meet(_ worker: Int, isTimed: Bool) {}

  /// Where a worker's part of what is divided begins, in 65,536ths of it; that of the worker
  /// ``count`` is where all ends. Ascending, the same for all while ``run(_:)`` is under way. Of no
  /// consequence but for speed.
  open func portion(_ worker: Int) -> Int { worker &* WorkerTeam.whole / count }

  /// All of what is divided: see ``portion(_:)``.
  public static var whole: Int { 65_536 }
}
