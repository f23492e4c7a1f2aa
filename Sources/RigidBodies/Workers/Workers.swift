import Simulation

/// The workers of a step, and what each of them collects meanwhile.
///
/// Results are identical with any number of workers, since every stage keeps one of three rules:
/// any worker computes rows that share nothing (contacts and joints of one colour, bodies, pairs);
/// each worker lists rows in ascending order, and the lists are joined in the order of the workers;
/// work that needs an order is done by one thread.
///
/// Two workers may write the same value to the same place: the velocity of a body that cannot be
/// pushed, which two contacts of one colour may share, the marks of bodies to be swept, and those
/// of blocks of rows that changed.
struct Workers: ~Copyable {
  /// Threads that share the work of large steps; `nil`: the caller does it all.
  var given: WorkerTeam? {
    didSet { reserveScratch(given?.count ?? 1) }
  }
  let alone = WorkerTeam(count: 1)
  /// One for each worker; the first is the caller's.
  private(set) var scratch: UnsafeMutablePointer<WorkerScratch>
  private(set) var scratchCount = 1

  init() {
    scratch = .allocate(capacity: 1)
    scratch.initialize(to: WorkerScratch())
  }

  deinit {
    scratch.deinitialize(count: scratchCount)
    scratch.deallocate()
  }

  private mutating func reserveScratch(_ count: Int) {
    assert(count >= 1, "somebody works")
    if count <= scratchCount { return }
    let new = UnsafeMutablePointer<WorkerScratch>.allocate(capacity: count)
    new.moveInitialize(from: scratch, count: scratchCount)
    for worker in scratchCount..<count { (new + worker).initialize(to: WorkerScratch()) }
    scratch.deallocate()
    scratch = new
    scratchCount = count
  }

  /// The team for a step; `nil` where sharing so little work would cost more than it gives.
  ///
  /// - Parameters:
  ///   - awake: bodies that are awake.
  ///   - ties: contacts and joints, of which those bodies have few in a world that mostly sleeps.
  @inline(__always)
  func teamOfStep(awake: Int, ties: Int) -> WorkerTeam {
    guard let team = given, team.count > 1 else { return alone }
    if team.leastSharedWork == 0 { return team }
    let work = awake &+ (ties < 8 &* awake ? ties : 8 &* awake)
    return work >= team.leastSharedWork && team.isWorthwhile() ? team : alone
  }

  /// Has every worker of a team do its share of something.
  @inline(__always)
  func share(among team: WorkerTeam, _ work: (inout WorkShare) -> Void) {
    assert(team.count <= scratchCount, "every worker has its scratch")
    team.run { worker in
      var share = WorkShare(team, worker: worker)
      work(&share)
    }
  }

  /// Has every worker of a team do its share of something, with its own scratch, which no other
  /// worker reads before all have done theirs.
  @inline(__always)
  func share(
    among team: WorkerTeam, _ work: (inout WorkShare, inout WorkerScratch) -> Void
  ) {
    assert(team.count <= scratchCount, "every worker has its scratch")
    let scratch = scratch
    team.run { worker in
      var share = WorkShare(team, worker: worker)
      work(&share, &scratch[worker])
    }
  }

  /// Takes up what the workers have listed, in their order.
  @inline(__always)
  func forEachScratch(of team: WorkerTeam, _ body: (inout WorkerScratch) -> Void) {
    assert(team.count <= scratchCount, "every worker has its scratch")
    var worker = 0
    while worker < team.count {
      body(&scratch[worker])
      worker &+= 1
    }
  }
}

extension World {
  /// Threads that share the work of large steps; `nil`: the caller does it all.
  ///
  /// Results are identical with or without it. A team may serve several worlds, but not at once.
  public var team: WorkerTeam? {
    get { workers.given }
    set { workers.given = newValue }
  }
}
