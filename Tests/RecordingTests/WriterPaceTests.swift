import Recording
import Testing

/// When a writer sleeps by the clock, and when it is woken.
@Suite struct WriterPaceTests {
  private static let start: Int64 = 1_000_000_000

  /// Batches of 32 that come at these times a step, in nanoseconds, one after the other.
  private func pace(_ stepTimes: Int64...) -> (pace: WriterPace, now: Int64) {
    var (pace, now) = (WriterPace(), Self.start)
    pace.note(stepCount: 1, batch: 32, at: now)
    for time in stepTimes {
      now += 32 * time
      pace.note(stepCount: 32, batch: 32, at: now)
    }
    return (pace, now)
  }

  @Test func nothingIsKnownBeforeTheFirstSteps() {
    #expect(!WriterPace().isFast)
    #expect(WriterPace().endOfNap(batch: 32) == nil)
    #expect(pace().pace.endOfNap(batch: 32) == nil)
  }

  @Test(arguments: [0, 1, 8_000, 62_499] as [Int64])
  func sleepsUntilABatchIsThere(stepTime: Int64) {
    let (pace, now) = pace(stepTime)
    #expect(pace.isFast)
    #expect(pace.endOfNap(batch: 32) == now + 32 * stepTime)
  }

  @Test(arguments: [62_500, 1_000_000, 20_000_000_000] as [Int64])
  func isWokenWhereStepsAreSlow(stepTime: Int64) {
    #expect(pace(stepTime).pace.endOfNap(batch: 32) == nil)
    #expect(pace(8_000, stepTime).pace.endOfNap(batch: 32) == nil)
    #expect(pace(stepTime, 8_000).pace.isFast)
  }

  @Test func clockThatStandsStillIsNoTrap() {
    var pace = WriterPace()
    pace.note(stepCount: 5, batch: 1, at: .max)
    pace.note(stepCount: 1, batch: 1, at: 0)
    #expect(pace.endOfNap(batch: 1) == 0)
  }
}
