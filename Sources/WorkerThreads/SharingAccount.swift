/// Decides from the steps that were shared whether sharing pays.
///
/// Busy time × workers estimates the serial time, where the busy time is what the first worker
/// spent on its processor without waiting: a step that took longer than the estimate has lost.
/// Where processors have other work, a worker that lost its processor gets it back after
/// milliseconds, perhaps at each of a hundred barriers, and a step can take a hundred times its
/// serial time. After a loss nothing is shared for so long that at most a twentieth of the time is
/// lost, as long as the machine's load stays as it is.
package struct SharingAccount {
  /// Nanoseconds gained by shared steps, which make up for occasional losses; at most
  /// ``mostCredit``.
  private var credit: Int64 = 0
  private var restsUntil: Int64 = 0

  /// In nanoseconds: makes up for about one disturbance of a few milliseconds.
  private static let mostCredit: Int64 = 10_000_000
  private static let restPerLoss: Int64 = 20
  private static let longestRest: Int64 = 10_000_000_000

  package init() {}

  /// Takes note of a shared step. All times are in nanoseconds.
  ///
  /// - Parameters:
  ///   - duration: of the step.
  ///   - busy: how much of it the first worker had the processor, and did not wait.
  ///   - workers: how many shared the step.
  ///   - now: when it ended.
  package mutating func note(duration: Int64, busy: Int64, workers: Int, now: Int64) {
    credit += max(busy, 0) * Int64(workers) - duration
    if credit > SharingAccount.mostCredit { credit = SharingAccount.mostCredit }
    if credit >= 0 { return }
    let loss = min(-credit, SharingAccount.longestRest / SharingAccount.restPerLoss)
    restsUntil = now + loss * SharingAccount.restPerLoss
    credit = 0
  }

  package func isWorthwhile(now: Int64) -> Bool { now >= restsUntil }
}
