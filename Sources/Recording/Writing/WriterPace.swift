/// How fast steps come to the thread that writes.
///
/// Waking it takes longer than recording several steps of a small simulation. Where a batch of steps
/// will soon be there, it sleeps by the clock instead.
package struct WriterPace {
  /// When steps were taken last, and how long each of them had taken to come.
  private var last: Int64 = 0
  private var stepTime = Int64.max

  /// Where a batch takes longer, in nanoseconds, the writer is woken for it.
  package static let longestNap: Int64 = 2_000_000

  package init() {}

  /// Whether steps come so fast that the writer should not be woken for them.
  package var isFast: Bool { stepTime != .max }

  /// When a batch will be there, about; `nil` where the writer is to be woken.
  package func endOfNap(batch: Int) -> Int64? {
    isFast ? last + stepTime * Int64(batch) : nil
  }

  /// Notes that steps are taken.
  ///
  /// - Parameters:
  ///   - stepCount: how many, at least one.
  ///   - batch: how many are waited for, at least one.
  ///   - now: nanoseconds of a clock that runs evenly.
  package mutating func note(stepCount: Int, batch: Int, at now: Int64) {
    let time = max(now - last, 0) / Int64(stepCount)
    last = now
    stepTime = time < WriterPace.longestNap / Int64(batch) ? time : .max
  }
}
