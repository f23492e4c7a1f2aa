import Testing
import WorkerThreads

/// Whether sharing has paid.
@Suite struct SharingAccountTests {
  @Test("after a loss nothing is shared for twenty times as long; gains make up for small losses")
  func sharingAccount() {
    let millisecond: Int64 = 1_000_000
    var account = SharingAccount()
    #expect(account.isWorthwhile(now: 0))
    // Two workers, both busy all the time: a step of 1 ms instead of 2.
    for step in 1...20 {
      account.note(
        duration: millisecond, busy: millisecond, workers: 2, now: Int64(step) * millisecond)
    }
    // Once the other one came back after 8 ms.
    account.note(
      duration: 9 * millisecond, busy: millisecond, workers: 2, now: 29 * millisecond)
    #expect(account.isWorthwhile(now: 29 * millisecond))
    // And again: ten were put by, of 14 lost.
    account.note(
      duration: 9 * millisecond, busy: millisecond, workers: 2, now: 38 * millisecond)
    #expect(!account.isWorthwhile(now: 38 * millisecond))
    #expect(!account.isWorthwhile(now: (38 + 20 * 4) * millisecond - 1))
    #expect(account.isWorthwhile(now: (38 + 20 * 4) * millisecond))
    // What the clocks cannot both be right about does no harm, and no rest is longer than ten seconds.
    account.note(
      duration: 3_600_000 * millisecond, busy: -millisecond, workers: 64, now: 200 * millisecond)
    #expect(!account.isWorthwhile(now: 10_199 * millisecond))
    #expect(account.isWorthwhile(now: 10_200 * millisecond))
  }
}
