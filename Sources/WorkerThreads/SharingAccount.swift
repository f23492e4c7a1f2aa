/// Whether it pays to share steps, told from those that were shared.
///
/// What the first worker did in its processor's time, but for waiting, is about an n-th of what one
/// worker would do alone: a step that took longer than n times that has lost. Where processors have
/// other work, whoever lost one comes back after milliseconds, at each of a hundred meetings
/// perhaps, and a step can take a hundred times as long as alone. After a loss nothing is shared
/// for so long that no more than a twentieth of the time is lost, as long as things stay as they
/// are.
package struct SharingAccount {
  /// What was gained, in nanoseconds, as far as it makes up for a loss that happens now and then.
  private var credit: Int64 = 0
  private var restsUntil: Int64 = 0

  /// About a disturbance of a few milliseconds.
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
