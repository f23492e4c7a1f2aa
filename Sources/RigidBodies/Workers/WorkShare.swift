import Simulation

/// Rows or blocks next to each other.
struct BlockRange {
  var first: Int
  var end: Int

  @inline(__always)
  func moved(by start: Int) -> BlockRange { BlockRange(first: first &+ start, end: end &+ start) }
}

/// One worker's share of the work of a step: which rows are its own, and where barriers are.
///
/// All workers go through the same stages. The rows of a stage may be worked on in any order, or at
/// once, so that any division gives the same bits; a stage begins when the one before has ended for
/// all.
struct WorkShare {
  let worker: Int
  let count: Int
  private unowned(unsafe) let team: WorkerTeam
  /// Fewer blocks than this for every worker are not worth dividing: the first does them all.
  private let leastPart: Int
  /// This worker's part of a divided stage: see `WorkerTeam.portion(_:)`.
  private let portion: (first: Int64, end: Int64)
  private var isDivided = false
  private var hasBegun = false

  init(_ team: WorkerTeam, worker: Int) {
    assert(worker >= 0 && worker < team.count, "the worker is one of the team")
    self.team = team
    self.worker = worker
    count = team.count
    // A team of one divides nothing. In a small world, asking it for portions would take as long as the
    // stage does.
    leastPart = count == 1 ? 0 : team.leastPart
    portion =
      count == 1
      ? (0, Int64(WorkerTeam.whole))
      : (Int64(team.portion(worker)), Int64(team.portion(worker &+ 1)))
  }

  /// Begins a stage of so many blocks, or of rows that cost as much.
  ///
  /// - Parameter isDivisible: they may be worked on in any order.
  @inline(__always)
  mutating func divide(_ blocks: Int, isDivisible: Bool = true) {
    assert(blocks >= 0, "a count is not negative")
    if count == 1 { return }
    if blocks == 0 {
      // There is nothing to wait for, but what a worker does before the next stage may be a
      // beginning.
      hasBegun = true
      return
    }
    beginStage(isDivisible && blocks >= count &* leastPart)
  }

  /// Begins a stage that is divided however little there is to do in it: because it goes on with
  /// what each worker has left of the stage before.
  @inline(__always)
  mutating func beginForAll() {
    if count > 1 { beginStage(true) }
  }

  @inline(never)
  private mutating func beginStage(_ divides: Bool) {
    // No barrier before the first stage, since all know what came before it, nor between two stages
    // of the first worker alone.
    if hasBegun && (divides || isDivided) { team.meet(worker, isTimed: isDivided) }
    hasBegun = true
    isDivided = divides
  }

  /// This worker's part of `n` blocks, or rows, of the stage.
  @inline(__always)
  func part(_ n: Int) -> BlockRange {
    assert(n >= 0, "a count is not negative")
    if count == 1 { return BlockRange(first: 0, end: n) }
    if isDivided {
      let n = Int64(n)
      return BlockRange(
        first: Int(truncatingIfNeeded: (n &* portion.first) &>> 16),
        end: Int(truncatingIfNeeded: (n &* portion.end) &>> 16))
    }
    return BlockRange(first: worker == 0 ? 0 : n, end: n)
  }

  /// This worker's part of those of `n` rows that begin at `start` and end `period` rows later.
  ///
  /// Rows are divided piece by piece, so that every worker gets some of the expensive ones where
  /// those lie next to each other.
  @inline(__always)
  func part(from start: Int, period: Int, of n: Int) -> BlockRange {
    assert(start >= 0 && period > 0, "pieces follow one another")
    return part(n &- start < period ? n &- start : period).moved(by: start)
  }

  /// Begins a stage of so many blocks; returns those that this worker has to do.
  @inline(__always)
  mutating func begin(_ blocks: Int, isDivisible: Bool = true) -> BlockRange {
    divide(blocks, isDivisible: isDivisible)
    return part(blocks)
  }

  /// Begins a stage of rows, eight of which count as a block.
  @inline(__always)
  mutating func begin(rows n: Int) -> BlockRange {
    divide((n &+ 7) &>> 3)
    return part(n)
  }
}
